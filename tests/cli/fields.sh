#!/bin/sh
# detm fields, and field names from domains.
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
check 'a candidate has the label as it is on the page' grep -q '"label":"Autor"' out
check 'a candidate has the path of its value' grep -q '"path":"/html/body/table/tbody/tr\[1\]/td"' out
check 'a candidate has the name of the domain that was found' grep -q '"name":"author"' out
detm fields -v a.html
says 'in the domain books' '-v reports the domain'
detm fields --domain none -f ndjson a.html
check '--domain none keeps the names of the page' grep -q '"name":"autor"' out
detm fields --domain recipes -f ndjson a.html
check '--domain NAME gives the names of that domain' grep -q '"name":"author","label":"Autor"' out
check '--domain NAME keeps the names of other labels' grep -q '"name":"verlag"' out
cat >mine.xml <<'END'
<domain xmlns="urn:detm:domain:1" name="mine">
  <field name="leaves"><captions lang="de">Seitenzahl</captions></field>
</domain>
END
detm fields --domain ./mine.xml -f ndjson a.html
exits 0 '--domain FILE succeeds'
check '--domain FILE gives the names of the file' grep -q '"name":"leaves"' out
sed 's/<\/field>//' mine.xml >broken.xml
detm fields --domain ./broken.xml a.html
exits 2 'a broken domain file: status 2'
check 'a broken domain file is reported with its line' grep -q '^detm: ./broken.xml:3: ' err
detm fields --domain ./gone.xml a.html
exits 2 'a missing domain file: status 2'
detm fields --domain cheese a.html
exits 2 'an unknown domain: status 2'
says 'books, cars' 'an unknown domain: the message lists the domains'

detm fields -f ndjson a.html b.html
exits 0 'fields takes several pages'
check 'text that is the same on all pages is not a candidate' sh -c '! grep -q Kostenlose out'
check 'a candidate has a value for each page' \
  [ "$(sed -n 's/.*"@page":"\(.\).html".*"name":"pages".*"value":"\([0-9]*\)".*/\1=\2/p' out)" = "$(printf 'a=176\nb=288')" ]
detm fields -f csv a.html
check 'CSV has a header' [ "$(head -n 1 out | tr -d '\r')" = 'id,name,label,type,value,path' ]
detm fields a.html
if command -v xmllint >/dev/null; then
  check 'XML output is valid' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
else
  skip 'XML output is valid' 'no xmllint'
fi

: >empty.html
detm fields empty.html
exits 1 'a page without text: status 1'
says 'empty.html: ' 'a page without text is named'
detm fields a.html a.html
exits 1 'two identical pages: status 1'
says 'other records' 'two identical pages: the message says what to do'
detm fields a.html gone.html
exits 2 'a missing page: status 2'
check 'a missing page: the other page is read' grep -q '<record' out

# Templates and wrappers use the names of the domain.
detm template --select 1 --select 2 a.html b.html
check 'a template contains the name of its domain' grep -q 'domain="books"' out
detm template --domain ./mine.xml --field title='Neun Fähren' a.html
check 'a template contains the name of a domain file' grep -q 'domain="mine"' out
detm template --domain tea --field title='Neun Fähren' a.html
exits 2 'template with an unknown domain: status 2'
says 'books, cars' 'template with an unknown domain: the message lists the domains'
cat >list.html <<'END'
<ul><li><h2>A</h2><p>Autor: Ann</p><p>Verlag: Eins</p><p>Seitenzahl: 120</p><p>Einband: Leinen</p></li>
<li><h2>B</h2><p>Autor: Ben</p><p>Verlag: Zwei</p><p>Seitenzahl: 240</p><p>Einband: Pappe</p></li>
<li><h2>C</h2><p>Autor: Cid</p><p>Verlag: Drei</p><p>Seitenzahl: 360</p><p>Einband: Leder</p></li></ul>
END
detm extract -f ndjson list.html
check 'captions name the fields of records' grep -q '"title":"A","author":"Ann","publisher":"Eins","pages":"120"' out
mv out extracted
detm learn -o w.xml list.html
detm apply -w w.xml -f ndjson list.html
sed 's/"@confidence":[0-9.]*,//' extracted >wanted
sed 's/"@fit":[0-9.]*,//' out >given
same wanted given 'a wrapper gives the same names as extract'
detm extract --domain none -f ndjson list.html
check 'extract --domain none keeps the names of the page' grep -q '"autor":"Ann","verlag":"Eins"' out

# Built-in domains.
for file in "$top_srcdir"/templates/domains/*.xml; do
  name=$(basename "$file" .xml)
  detm fields --domain "$file" a.html
  exits 0 "domains/$name.xml loads"
  detm fields --domain "$name" a.html
  exits 0 "domains/$name.xml is built in as $name"
  if command -v xmllint >/dev/null; then
    check "domains/$name.xml is valid" xmllint --noout --relaxng "$top_srcdir/templates/detm-domain.rng" "$file"
  else
    skip "domains/$name.xml is valid" 'no xmllint'
  fi
done
done_checking
