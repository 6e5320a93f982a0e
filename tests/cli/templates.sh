#!/bin/sh
# Templates on the command line: options and pages in turns, what is told, where templates come from, stock templates.
# shellcheck disable=SC2016 # dollars in pages
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

# book TITLE PUBLISHER AUTHOR...: a page about one book on standard output.
book() {
  echo "<html><head><title>$1 - Shop</title></head><body><h1>$1</h1><dl><dt>Publisher:</dt><dd>$2</dd><dt>Authors:</dt><dd><ul class=who>"
  shift 2
  for author; do
    echo "<li>$author</li>"
  done
  echo "</ul></dd></dl><p class=foot>Shop, Lower Mill</p></body></html>"
}
book 'Slow Bread' 'Cormorant Press' 'Ada Noor' 'Bo Tarn' >a.html
book 'Nine Ferries' 'Lower Mill' 'Peter Sol' >b.html
book 'A Hedge' 'Thornbury House' 'Ruth Dray' 'Li Wen' 'Jo Finch' >c.html
list Jar 5 >jars.html

learn_from() {
  detm template -q "$@" --field 'title=Slow Bread' --field 'publisher=Cormorant Press' --field 'author=Ada Noor' \
    --field 'author=Bo Tarn' a.html
}
learn_from -o t.xml
exits 0 'template succeeds'
check 'the template is XML of the template namespace' grep -q 'urn:detm:template:1' t.xml
check 'and has the name of its file' grep -q '<template .*name="t"' t.xml
learn_from --name t
same out t.xml 'without -o it is printed'
detm template -q --field 'publisher=Cormorant Press' -o t1.xml a.html
detm template -q --field 'publisher=Cormorant Press' --name t1 - <a.html
same out t1.xml 'a page may come from standard input'
detm apply -w t.xml -f ndjson a.html b.html c.html
exits 0 'apply succeeds on pages of the site'
lines out 3 'with a record a page'
check 'values are those of the page' grep -q '"title":"A Hedge","publisher":"Thornbury House","author":\["Ruth Dray","Li Wen","Jo Finch"\]' out
mv out expected
"$DETM" apply -w - -f ndjson a.html b.html c.html <t.xml >out 2>err
same out expected 'the template may come from standard input'
detm apply -j 3 -w t.xml -f ndjson a.html b.html c.html
same out expected 'threads make no difference'
detm apply -w t.xml -f ndjson jars.html b.html
exits 1 'a page that does not fit is status 1'
says 'jars.html: does not fit the template' 'and is named'
says 'author' 'with what is missing'
lines out 1 'and the record of the other stands'

detm template -q -o t2.xml --field 'publisher=Cormorant Press' a.html --field 'publisher=Lower Mill' b.html
exits 0 'each page has its own values'
check 'the template tells how many pages it was made of' grep -q 'pages="2"' t2.xml
detm apply -w t2.xml -f ndjson c.html
check 'and reads a third' grep -q '"publisher":"Thornbury House"' out
detm template -o t3.xml --field 'publisher=Cormorant Press' --caption Imprint a.html b.html
exits 0 'a page without values is no error'
says 'b.html: is ignored, as there is no --field' 'but is named'
check '--caption is kept' grep -q '<field [^>]*caption="Imprint"' t3.xml
# Examples of a list, and values of which it is in doubt where they are.
book 'Long Walk' 'Cormorant Press' 'Ada Noor' 'Bo Tarn' 'Ruth Dray' 'Li Wen' 'Jo Finch' >five.html
detm template -q -o five.xml --field 'author=Ada Noor' --field 'author=Bo Tarn' five.html
detm apply -w five.xml -f ndjson five.html a.html
check 'two examples of a list of five give all five' grep -q '"author":\["Ada Noor","Bo Tarn","Ruth Dray","Li Wen","Jo Finch"\]' out
check 'and both of a list of two' grep -q 'a.html.*"author":\["Ada Noor","Bo Tarn"\]' out
detm template -q -o five.xml --field 'author=Bo Tarn' --field 'author=Li Wen' five.html
detm apply -w five.xml -f ndjson five.html
check 'so do any two' grep -q '"author":\["Ada Noor","Bo Tarn","Ruth Dray","Li Wen","Jo Finch"\]' out
detm template -q -o five.xml --exactly --field 'author=Ada Noor' --field 'author=Bo Tarn' five.html
detm apply -w five.xml -f ndjson five.html
check 'with --exactly they are all' grep -q '"author":\["Ada Noor","Bo Tarn"\]' out
detm template -q --field 'p=Cormorant Press' --path /html/body/dl/dd a.html
exits 0 '--path says where a value is'
detm template -q --field 'p=Cormorant Press' --path /html/body/h1 a.html
exits 1 'a path that does not lead to it is status 1'
says 'field p: "Cormorant Press" is not at /html/body/h1' 'and is named'
detm template --path /html/body/h1 --field p=x a.html
exits 2 '--path before its --field is refused'
echo '<p>2 of 3 <select><option>2<option>3<option>4</select><table><tr><th>Cups<td>5<tr><th>Pots<td>5</table>' >set.html
detm template -q -o set.xml --field 'n=4' set.html
exits 1 'a value that only an option has is status 1'
says '"4" is only in a form control: /html/body/' 'with its place'
check 'and is taken' [ -s set.xml ]
detm template -q --field 'n=5' set.html
exits 1 'a number in several places is too'
says '("Cups"), ' 'with its places'
detm template -q --field 'pots=5' set.html
exits 0 'the label that has the name of the field decides'

detm template -q -o t4.xml --field 'price=1' --field 'publisher=Cormorant Press' a.html
exits 1 'a value that is not there is status 1'
says 'a.html: field price: "1" is not on the page' 'and is named'
check 'the template of the others is made' grep -q 'name="publisher"' t4.xml
rm -f t5.xml
detm template -o t5.xml --field price=1 a.html
exits 1 'no value at all is status 1'
check 'and makes no template' [ ! -e t5.xml ]
detm template -o t5.xml --field price=1 gone.html
exits 2 'a page that is not there is status 2'
check 'and makes no template either' [ ! -e t5.xml ]
detm template -q -o t5.xml --field 'publisher=Cormorant Press' a.html --field 'publisher=X' gone.html
exits 2 'one page of several that is not there too'
check 'but the template of the others is made' [ -s t5.xml ]
for wrong in '--field =x' '--field x=' '--select 0' '--select x' '--select 1=' '--name=' '--domain='; do
  # shellcheck disable=SC2086
  detm template $wrong a.html
  exits 2 "$wrong is refused"
done
detm template a.html --field 'publisher=Cormorant Press'
exits 2 'a field after the last page is refused'
says 'after the last PAGE' 'and why'
detm template --field 'a b=Cormorant Press' a.html
exits 2 'a name with a space is no name'
detm template -q -o /dev/full --field 'publisher=Cormorant Press' a.html
exits 2 'a template that cannot be written is status 2'

detm fields -f ndjson a.html
id=$(sed -n 's/.*"id":"*\([0-9]*\).*Cormorant Press.*/\1/p' out | head -n 1)
detm template -q -o t6.xml --select "$id=imprint" a.html
exits 0 '--select takes a candidate'
detm apply -w t6.xml -f ndjson c.html
check 'under the name that is given' grep -q '"imprint":"Thornbury House"' out
detm template -q --select 999 a.html
exits 1 'a number that no candidate has is status 1'

detm template --xslt t.xml
exits 0 '--xslt prints a stylesheet'
check 'which is one' grep -q '<xsl:stylesheet' out
mv out expected
detm template --xslt -o t.xsl t.xml
same t.xsl expected 'also to a file'
detm template --xslt t.xml t.xml
exits 2 '--xslt takes one template'
detm learn -q -o w.xml jars.html
detm template --xslt w.xml
exits 2 'a wrapper has no stylesheet'
says 'w.xml: is a wrapper' 'which is told'
{ echo '<?xml version="1.0"?><!-- <wrapper xmlns="urn:detm:wrapper:1"> > -->' && sed 1d t.xml; } >commented.xml
detm apply -w commented.xml -f ndjson c.html
exits 0 'comments before the root element do not matter'

mkdir -p sites/books empty
cp t.xml sites/books/ && cp w.xml sites/
detm match -L sites -f ndjson c.html jars.html
exits 0 'match succeeds where something fits'
check 'it names the template with its folder' grep -q '"@page":"c.html","template":"books/t.xml"' out
check 'and the wrapper' grep -q '"@page":"jars.html","template":"w.xml"' out
detm apply -L sites -f ndjson c.html jars.html
exits 0 'apply -L takes what fits'
lines out 6 'a record by the template, five by the wrapper'
echo '<p>Nothing of the kind.' >bare.html
detm match -L sites -f ndjson bare.html c.html
exits 1 'a page that nothing fits is status 1'
says 'bare.html: ' 'and is named'
lines out 1 'and the other is matched'
detm match -L empty c.html
exits 2 'an empty library is status 2'
detm match -L gone c.html
exits 2 'and one that is not there'
detm match c.html
exits 2 'match wants a library'
detm apply -L sites -w t.xml c.html
exits 2 '-w and -L exclude each other'
detm match -L sites --min-score 2 c.html
exits 2 'a score above 1 is refused'

known=$(for file in "$top_srcdir"/templates/stock/*.xml; do basename "$file" .xml; done)
for name in $known; do
  detm template --xslt "stock:$name"
  exits 0 "stock:$name is a template"
  mv out expected
  detm template --xslt "$top_srcdir/templates/stock/$name.xml"
  same out expected 'and the one of the file'
done
# What is no template: what it is instead, and what to do.
detm apply -w a.html b.html
exits 2 'a page in place of a template is refused'
says 'a.html: is a page, which goes after the options' 'as what it is'
: >empty.xml
detm apply -w empty.xml b.html
exits 2 'an empty file is refused'
says 'empty.xml: is empty: name a wrapper' 'and what to name is told'
detm apply -w . b.html
exits 2 'so is a folder'
says 'detm apply -L' 'and how to use one is told'
echo '<domain xmlns="urn:detm:domain:1"/>' >other.xml
detm apply -w other.xml b.html
exits 2 'and XML of another kind'
says 'neither a wrapper nor a template' 'which is told'

detm apply -w stock:nothing a.html
exits 2 'an unknown stock template is status 2'
for name in $known; do
  says "$name" "and $name is named among those that there are"
done
if command -v xmllint >/dev/null; then
  check 'stock templates are valid' xmllint --noout --relaxng "$top_srcdir/templates/detm-template.rng" \
    "$top_srcdir"/templates/stock/*.xml t.xml t2.xml 2>err
else
  skip 'stock templates are valid' 'no xmllint'
fi
done_checking
