#!/bin/sh
# detm fields, and the names that domains give.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

# book TITLE AUTHOR PAGES: a page about one book, in German.
book() {
  cat <<END
<!DOCTYPE html><html><head><meta charset=utf-8><title>$1 - Laden</title></head><body><nav><a href=/>Start</a></nav>
<h1>$1</h1><p>Kostenlose Lieferung</p><table><tr><th>Autor</th><td>$2</td></tr><tr><th>Verlag</th><td>Haus $3</td></tr>
<tr><th>Seitenzahl</th><td>$3</td></tr><tr><th>Einband</th><td>Leinen $3</td></tr></table></body></html>
END
}
book 'Neun Fähren' 'Oskar Lind' 176 >a.html
book 'Der Garten' 'Ines Marl' 288 >b.html

detm fields -f ndjson a.html
exits 0 'fields succeeds'
check 'the title is the first candidate' grep -q '"@record":1,"id":"1","name":"title","type":"text","value":"Neun Fähren"' out
check 'a label is told as the page writes it' grep -q '"label":"Autor"' out
check 'and where the value stands' grep -q '"path":"/html/body/table/tr\[1\]/td"' out
check 'its name is that of the domain that is found' grep -q '"name":"author"' out
detm fields -v a.html
says 'in the domain books' '-v tells which'
detm fields --domain none -f ndjson a.html
check '--domain none leaves names as they are' grep -q '"name":"autor"' out
detm fields --domain recipes -f ndjson a.html
check '--domain NAME asks no further' grep -q '"name":"author","label":"Autor"' out
check 'and knows what its domain knows' grep -q '"name":"verlag"' out
cat >mine.xml <<'END'
<domain xmlns="urn:detm:domain:1" name="mine">
  <field name="leaves"><captions lang="de">Seitenzahl</captions></field>
</domain>
END
detm fields --domain ./mine.xml -f ndjson a.html
exits 0 '--domain FILE succeeds'
check 'and names as the file says' grep -q '"name":"leaves"' out
sed 's/<\/field>//' mine.xml >broken.xml
detm fields --domain ./broken.xml a.html
exits 2 'a broken domain is status 2'
check 'its line is told' grep -q '^detm: ./broken.xml:3: ' err
detm fields --domain ./gone.xml a.html
exits 2 'so is a missing one'
detm fields --domain cheese a.html
exits 2 'and one that nobody knows'
says 'books, cars' 'with those that are known'

detm fields -f ndjson a.html b.html
exits 0 'fields takes several pages'
check 'text that never changes is no value' sh -c '! grep -q Kostenlose out'
check 'a field has its value of each page' \
  [ "$(sed -n 's/.*"@page":"\(.\).html".*"name":"pages".*"value":"\([0-9]*\)".*/\1=\2/p' out)" = "$(printf 'a=176\nb=288')" ]
detm fields -f csv a.html
check 'CSV has the columns' [ "$(head -n 1 out | tr -d '\r')" = 'id,name,label,type,value,path' ]
detm fields a.html
if command -v xmllint >/dev/null; then
  check 'XML is as its schema says' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
else
  skip 'XML is as its schema says' 'no xmllint'
fi

: >empty.html
detm fields empty.html
exits 1 'a page without text is status 1'
says 'empty.html: ' 'and is named'
detm fields a.html a.html
exits 1 'pages that are the same have nothing to choose from'
says 'other records' 'and what to do is told'
detm fields a.html gone.html
exits 2 'a missing page is status 2'
check 'the other page is looked at' grep -q '<record' out

# Names follow the domain into templates and wrappers.
detm template --select 1 --select 2 a.html b.html
check 'a template says its domain' grep -q 'domain="books"' out
detm template --domain ./mine.xml --field title='Neun Fähren' a.html
check 'which may be one of the own' grep -q 'domain="mine"' out
detm template --domain tea --field title='Neun Fähren' a.html
exits 2 'one that nobody knows is refused'
says 'books, cars' 'with those that are known'
cat >list.html <<'END'
<ul><li><h2>A</h2><p>Autor: Ann</p><p>Verlag: Eins</p><p>Seitenzahl: 120</p><p>Einband: Leinen</p></li>
<li><h2>B</h2><p>Autor: Ben</p><p>Verlag: Zwei</p><p>Seitenzahl: 240</p><p>Einband: Pappe</p></li>
<li><h2>C</h2><p>Autor: Cid</p><p>Verlag: Drei</p><p>Seitenzahl: 360</p><p>Einband: Leder</p></li></ul>
END
detm extract -f ndjson list.html
check 'records are named by captions' grep -q '"title":"A","author":"Ann","publisher":"Eins","pages":"120"' out
mv out extracted
detm learn -o w.xml list.html
detm apply -w w.xml -f ndjson list.html
sed 's/"@confidence":[0-9.]*,//' extracted >wanted
sed 's/"@fit":[0-9.]*,//' out >given
same wanted given 'a wrapper learns the same names'
detm extract --domain none -f ndjson list.html
check 'extract --domain none leaves names as they are' grep -q '"autor":"Ann","verlag":"Eins"' out

# What comes with detm.
for file in "$top_srcdir"/templates/domains/*.xml; do
  name=$(basename "$file" .xml)
  detm fields --domain "$file" a.html
  exits 0 "domains/$name.xml loads"
  detm fields --domain "$name" a.html
  exits 0 "and is built in"
  if command -v xmllint >/dev/null; then
    check "and is as its schema says" xmllint --noout --relaxng "$top_srcdir/templates/detm-domain.rng" "$file"
  else
    skip "and is as its schema says" 'no xmllint'
  fi
done
done_checking
