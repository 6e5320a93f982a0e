#!/bin/sh
# detm template, match and apply with templates: options and pages in turns, messages, libraries, stock templates.
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
exits 0 'template: status 0'
check 'the template is XML in the template namespace' grep -q 'urn:detm:template:1' t.xml
check 'the template has the name of its file' grep -q '<template .*name="t"' t.xml
learn_from --name t
same out t.xml 'template without -o prints the template'
detm template -q --field 'publisher=Cormorant Press' -o t1.xml a.html
detm template -q --field 'publisher=Cormorant Press' --name t1 - <a.html
same out t1.xml 'template reads a page from standard input'
detm apply -w t.xml -f ndjson a.html b.html c.html
exits 0 'apply with pages of the site: status 0'
lines out 3 'apply prints a record for each page'
check 'apply prints the values of the page' grep -q '"title":"A Hedge","publisher":"Thornbury House","author":\["Ruth Dray","Li Wen","Jo Finch"\]' out
mv out expected
"$DETM" apply -w - -f ndjson a.html b.html c.html <t.xml >out 2>err
same out expected 'apply reads the template from standard input'
detm apply -j 3 -w t.xml -f ndjson a.html b.html c.html
same out expected 'the number of threads does not change the output'
detm apply -w t.xml -f ndjson jars.html b.html
exits 1 'a page that does not fit: status 1'
says 'jars.html: does not fit the template' 'a page that does not fit is named'
says 'author' 'a page that does not fit: the missing fields are listed'
lines out 1 'a page that does not fit: the record of the other page is printed'

detm template -q -o t2.xml --field 'publisher=Cormorant Press' a.html --field 'publisher=Lower Mill' b.html
exits 0 'template accepts values for each of two pages'
check 'the template contains the number of its pages' grep -q 'pages="2"' t2.xml
detm apply -w t2.xml -f ndjson c.html
check 'a template of two pages fits a third' grep -q '"publisher":"Thornbury House"' out
detm template -o t3.xml --field 'publisher=Cormorant Press' --caption Imprint a.html b.html
exits 0 'template: a page without a --field: status 0'
says 'b.html: is ignored, as there is no --field' 'template: a page without a --field is reported'
check '--caption is written to the template' grep -q '<field [^>]*caption="Imprint"' t3.xml
# Examples of lists, and values that occur in several places.
book 'Long Walk' 'Cormorant Press' 'Ada Noor' 'Bo Tarn' 'Ruth Dray' 'Li Wen' 'Jo Finch' >five.html
detm template -q -o five.xml --field 'author=Ada Noor' --field 'author=Bo Tarn' five.html
detm apply -w five.xml -f ndjson five.html a.html
check 'two examples of a list of five give all five values' grep -q '"author":\["Ada Noor","Bo Tarn","Ruth Dray","Li Wen","Jo Finch"\]' out
check 'two examples of a list of five give both values of a list of two' grep -q 'a.html.*"author":\["Ada Noor","Bo Tarn"\]' out
detm template -q -o five.xml --field 'author=Bo Tarn' --field 'author=Li Wen' five.html
detm apply -w five.xml -f ndjson five.html
check 'any two examples of a list give all values' grep -q '"author":\["Ada Noor","Bo Tarn","Ruth Dray","Li Wen","Jo Finch"\]' out
detm template -q -o five.xml --exactly --field 'author=Ada Noor' --field 'author=Bo Tarn' five.html
detm apply -w five.xml -f ndjson five.html
check '--exactly gives only the examples' grep -q '"author":\["Ada Noor","Bo Tarn"\]' out
detm template -q --field 'p=Cormorant Press' --path /html/body/dl/dd a.html
exits 0 '--path chooses the place of a value'
detm template -q --field 'p=Cormorant Press' --path /html/body/h1 a.html
exits 1 '--path to a place without the value: status 1'
says 'field p: "Cormorant Press" is not at /html/body/h1' '--path to a place without the value is reported'
detm template --path /html/body/h1 --field p=x a.html
exits 2 '--path before its --field: status 2'
echo '<p>2 of 3 <select><option>2<option>3<option>4</select><table><tr><th>Cups<td>5<tr><th>Pots<td>5</table>' >set.html
detm template -q -o set.xml --field 'n=4' set.html
exits 1 'a value that is only in a form control: status 1'
says '"4" is only in a form control: /html/body/' 'a value that is only in a form control is reported with its path'
check 'a value that is only in a form control: the template is written' [ -s set.xml ]
detm template -q --field 'n=5' set.html
exits 1 'a number in several places: status 1'
says '("Cups"), ' 'a number in several places is reported with its places'
detm template -q --field 'pots=5' set.html
exits 0 'a number in several places: the label with the name of the field decides'

detm template -q -o t4.xml --field 'price=1' --field 'publisher=Cormorant Press' a.html
exits 1 'a value that is not on the page: status 1'
says 'a.html: field price: "1" is not on the page' 'a value that is not on the page is reported'
check 'a value that is not on the page: the template has the other fields' grep -q 'name="publisher"' t4.xml
rm -f t5.xml
detm template -o t5.xml --field price=1 a.html
exits 1 'no value is on the page: status 1'
check 'no value is on the page: no template is written' [ ! -e t5.xml ]
detm template -o t5.xml --field price=1 gone.html
exits 2 'template: a missing page: status 2'
check 'template: a missing page: no template is written' [ ! -e t5.xml ]
detm template -q -o t5.xml --field 'publisher=Cormorant Press' a.html --field 'publisher=X' gone.html
exits 2 'template: one of two pages is missing: status 2'
check 'template: one of two pages is missing: the template of the other is written' [ -s t5.xml ]
for wrong in '--field =x' '--field x=' '--select 0' '--select x' '--select 1=' '--name=' '--domain='; do
  # shellcheck disable=SC2086
  detm template $wrong a.html
  exits 2 "$wrong: status 2"
done
detm template a.html --field 'publisher=Cormorant Press'
exits 2 'a field after the last page: status 2'
says 'after the last PAGE' 'a field after the last page: the message says so'
detm template --field '@a=Cormorant Press' a.html
exits 2 'a field name with @ at the start: status 2'
detm template -q -o /dev/full --field 'publisher=Cormorant Press' a.html
exits 2 'a template that cannot be written: status 2'

detm fields -f ndjson a.html
id=$(sed -n 's/.*"id":"*\([0-9]*\).*Cormorant Press.*/\1/p' out | head -n 1)
detm template -q -o t6.xml --select "$id=imprint" a.html
exits 0 '--select ID: status 0'
detm apply -w t6.xml -f ndjson c.html
check '--select ID=NAME gives the field that name' grep -q '"imprint":"Thornbury House"' out
detm template -q --select 999 a.html
exits 1 '--select of an unknown ID: status 1'

detm template --xslt t.xml
exits 0 '--xslt: status 0'
check '--xslt prints a stylesheet' grep -q '<xsl:stylesheet' out
mv out expected
detm template --xslt -o t.xsl t.xml
same t.xsl expected '--xslt -o writes the stylesheet to a file'
detm template --xslt t.xml t.xml
exits 2 '--xslt with two templates: status 2'
detm learn -q -o w.xml jars.html
detm template --xslt w.xml
exits 2 '--xslt of a wrapper: status 2'
says 'w.xml: is a wrapper' '--xslt of a wrapper is reported'
{ echo '<?xml version="1.0"?><!-- <wrapper xmlns="urn:detm:wrapper:1"> > -->' && sed 1d t.xml; } >commented.xml
detm apply -w commented.xml -f ndjson c.html
exits 0 'comments before the root element are ignored'

mkdir -p sites/books empty
cp t.xml sites/books/ && cp w.xml sites/
detm match -L sites -f ndjson c.html jars.html
exits 0 'match with pages that fit: status 0'
check 'match names the template with its folder' grep -q '"@page":"c.html","template":"books/t.xml"' out
check 'match names the wrapper' grep -q '"@page":"jars.html","template":"w.xml"' out
detm apply -L sites -f ndjson c.html jars.html
exits 0 'apply -L: status 0'
lines out 6 'apply -L prints the records of the template and of the wrapper'
echo '<p>Nothing of the kind.' >bare.html
detm match -L sites -f ndjson bare.html c.html
exits 1 'match with a page that nothing fits: status 1'
says 'bare.html: ' 'match with a page that nothing fits: the page is named'
lines out 1 'match with a page that nothing fits: the other page is matched'
detm match -L empty c.html
exits 2 'an empty library: status 2'
detm match -L gone c.html
exits 2 'a missing library: status 2'
detm match c.html
exits 2 'match without a library: status 2'
detm apply -L sites -w t.xml c.html
exits 2 'apply with both -w and -L: status 2'
detm match -L sites --min-score 2 c.html
exits 2 '--min-score above 1: status 2'

known=$(for file in "$top_srcdir"/templates/stock/*.xml; do basename "$file" .xml; done)
for name in $known; do
  detm template --xslt "stock:$name"
  exits 0 "stock:$name has a stylesheet"
  mv out expected
  detm template --xslt "$top_srcdir/templates/stock/$name.xml"
  same out expected "stock:$name is the same as the file"
done
# stock:product, a page without markup: the words for availability, and the button.
shop() {
  echo "<html><head><title>Red chair - Shop</title></head><body>$1<h1>Red chair</h1><p>\$10.00</p>$2</body></html>" >shop.html
}
button='<button id=add-to-cart>Add</button>' off='<button id=add-to-cart disabled>Add</button>'
while read -r availability words; do
  shop '' "<div class=stock>$words</div>$off"
  detm apply -w stock:product -f ndjson shop.html
  grep -o '"availability":"[^"]*' out | sed 's/.*"//' >found
  check "availability of '$words' is $availability" test "$(cat found)" = "${availability#none}"
done <<EOF
InStock In stock
InStock Only 3 left in stock
InStock Sofort lieferbar
OutOfStock Out of stock
OutOfStock No longer in stock
OutOfStock Not yet in stock
OutOfStock niet in stock
OutOfStock ikke på lager
OutOfStock inte i lager
OutOfStock ej i lager
OutOfStock n'est plus en stock
OutOfStock pas en stock
OutOfStock pas disponible
OutOfStock no está disponible
OutOfStock não em estoque
OutOfStock non in stock
OutOfStock не в наличии
none Nicht sofort lieferbar
none Notify me when back in stock
none Back in stock soon
none Almost out of stock
EOF

button_says() {
  detm apply -w stock:product -f ndjson shop.html
  check "$2" test "$(grep -c '"availability":"InStock"' out)" = "$1"
}
shop '' "$button"
button_says 1 'an enabled button after the name: in stock'
shop "<div>$button</div>" ''
button_says 1 'an enabled button before the name, none after it: in stock'
shop "<header>$button</header>" "$off<h2>Similar</h2>$button"
button_says 0 'a disabled button after the name: buttons of the header and of other products do not count'
shop "<header>$button</header>" '<p>Sold</p>'
button_says 0 'a button of the header does not count'
shop '' '<button id=add-to-cart aria-disabled=true>Add</button>'
button_says 0 'a button with aria-disabled does not count'
# Files that are not templates: the message says what they are, and what to do.
detm apply -w a.html b.html
exits 2 'a page in place of a template: status 2'
says 'a.html: is a page, which goes after the options' 'a page in place of a template: the message says so'
: >empty.xml
detm apply -w empty.xml b.html
exits 2 'an empty file in place of a template: status 2'
says 'empty.xml: is empty: name a wrapper' 'an empty file in place of a template: the message says what to name'
detm apply -w . b.html
exits 2 'a folder in place of a template: status 2'
says 'detm apply -L' 'a folder in place of a template: the message refers to -L'
echo '<domain xmlns="urn:detm:domain:1"/>' >other.xml
detm apply -w other.xml b.html
exits 2 'XML in another namespace: status 2'
says 'neither a wrapper nor a template' 'XML in another namespace is reported'

detm apply -w stock:nothing a.html
exits 2 'an unknown stock template: status 2'
for name in $known; do
  says "$name" "an unknown stock template: the message lists $name"
done
if command -v xmllint >/dev/null; then
  check 'stock templates are valid' xmllint --noout --relaxng "$top_srcdir/templates/detm-template.rng" \
    "$top_srcdir"/templates/stock/*.xml t.xml t2.xml 2>err
else
  skip 'stock templates are valid' 'no xmllint'
fi
done_checking
