#!/bin/sh
# detm export: the stylesheet gives the values of detm apply in xsltproc; messages.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
shop=$top_srcdir/examples/shop.html shop_2=$top_srcdir/examples/shop-2.html docket=$top_srcdir/examples/docket.html

# compare PAGE: compares each exported field of the wrapper w.xml on the page with detm apply.
compare() {
  "$DETM" tree --html -o tree.html "$1" 2>/dev/null
  xsltproc --nonet w.xsl tree.html >plain.xml 2>err
  "$DETM" apply -w w.xml -f xml "$1" >detm.xml 2>/dev/null
  sed -n "s/.*name=\"name\" select=\"'\([a-z-]*\)'.*/\1/p" w.xsl | sort -u >fields
  while read -r field; do
    case $field in *link | image) continue ;; esac # apply makes addresses absolute
    sed -n "s|.*<$field>\(.*\)</$field>.*|\1|p" plain.xml >found
    grep -o "<field name=\"$field\"[^>]*>[^<]*" detm.xml | sed 's/.*>//' >expected
    diff expected found >err
    same expected found "xsltproc finds the values of $field on $(basename "$1")"
  done <fields
}

detm learn -o w.xml "$shop"
if command -v xsltproc >/dev/null; then
  detm export -w w.xml --as xslt -o w.xsl "$shop" "$shop_2"
  exits 0 'exports a stylesheet'
  compare "$shop"
  compare "$shop_2"
else
  skip 'stylesheets of detm export' 'no xsltproc'
fi

detm learn -o w.xml "$shop"
detm export -w w.xml "$shop"
exits 0 'exports XPath by default'
check 'the title is selected by its class' \
  grep -q '"name": "title", "type": "text", "xpath": "./descendant::h3\[.*card__title.*\]/descendant::a"' out
check 'the address has its attribute' grep -q '"name": "title-link", .*/@href"' out
check 'nothing is left out' grep -q '"left_out": \[\]' out
detm export -w w.xml --as css "$shop"
check 'CSS selects by the same classes' grep -q '"name": "title", "type": "text", "css": "h3.card__title a"' out
says "the field 'badge' is left out: only XPath can select it" 'reports a field that CSS cannot select'
check 'lists the field that CSS cannot select' grep -q '{"name": "badge", "reason": "only XPath can select it"}' out
detm export -w w.xml --as crawl4ai "$shop"
check 'a schema of crawl4ai has the selector of the records' grep -q '"baseSelector": "ul\[class=' out
detm export -w w.xml --as parsel "$shop"
check 'a Python module has the XPath of the records' grep -q '^RECORDS = "//ul\[@class=' out
if command -v python3 >/dev/null; then
  mv out selectors.py
  check 'the Python module is valid' python3 -m py_compile selectors.py
else
  skip 'the Python module is valid' 'no python3'
fi

detm learn -o w.xml "$docket"
detm export -w w.xml "$docket"
exits 0 'a test is found that distinguishes the rows of cases from others'
says "the field 'judge' is left out: its selector finds other values" 'a cell of other rows has no selector'

detm learn -q -o library.xml "$top_srcdir/examples/library.html"
detm export -q -w library.xml --as crawl4ai "$top_srcdir/examples/library.html"
check 'a field is a list if a record of the pages has several values' grep -q '"name": "author", .*"type": "list"' out
check 'a field with one value in each record is none' grep -q '"name": "title", "selector": "h3 a", "type": "text"' out

# Two lists that differ in nothing, and a wrapper that reads only the longer one.
jars() {
  echo '<div><ul>'
  list Jar "$1" | grep '^<li>'
  echo '</ul></div>'
}
{ jars 5 && jars 3; } >two.html
detm learn -o one.xml two.html
sed 's/ pages="1">/ pages="1" parents="one">/' one.xml >w.xml
detm export -w w.xml two.html
exits 1 'a list that nothing distinguishes from another has no selector'
says 'a page has 5 records, and the selectors find 8' 'reports that the selectors find other records'

# Only the text of a paragraph distinguishes the records from empty ones.
{
  echo '<div class=list>'
  for name in Oak Slate Brass Tin; do echo "<p>$name clock, 12.50</p><p></p>"; done
  echo '</div>'
} >empty.html
detm learn -o w.xml empty.html
detm export -w w.xml --as css empty.html
exits 1 'a test of records that CSS cannot say is reported'
says 'cannot be said in CSS' 'says what CSS lacks'
detm export -w w.xml empty.html
exits 0 'XPath has the test'
check 'a test for text distinguishes the records' grep -q 'p\[normalize-space()\]' out

# libxml2's parser nests the items of this list, which have no end tags.
detm learn -q -o w.xml "$top_srcdir/examples/birds.html"
detm export -w w.xml "$top_srcdir/examples/birds.html"
exits 1 'a page that lxml reads differently is not exported in silence'
says 'as lxml and parsel read it the selectors find' 'reports how many records lxml finds'

# Tables: a column is found by its header, also on a page that has other columns before it.
ferries() { # ferries NAME HEAD ROW...: writes a page with a table; %s in the head and the rows is another column
  name=$1 other=$2
  {
    echo '<!DOCTYPE html><html><head><meta charset="utf-8"><title>Ferries</title></head><body><h1>Ferries</h1><table>'
    printf '<tr>%s<th>Boat<th>Built<th>Calls<br>a week<th>Who&#39;s "it"?<th>Harbours</tr>\n' "$other"
    shift 2
    echo '<tr><th colspan=9>Steam</th></tr>'
    printf '%s\n' "$@"
    echo '<tfoot><tr><td>Total<td><td>31<td><td></tr></tfoot></table></body></html>'
  } >"$name"
}
ferries ferries.html '' '<tr><th>Heron<td>1911<td>14<td><a href=/k/ada>Ada</a><td>Ness<br>Holm</tr>' \
  '<tr><th>Tern<td>1908<sup><a href="#n">[1]</a></sup><td>9<td><a href=/k/ole>Ole</a><td>Skarv<br>Ness<br>Lund</tr>' \
  '<tr><th>Gull<td>1923<td>3<td><a href=/k/mia>Mia</a><td>Holm</tr>' \
  '<tr><th>Skua<td>1930<td>5<td><a href=/k/per>Per</a><td>Lund<br>Ness</tr>'
ferries moved.html '<th>Number' '<tr><td>1<th>Auk<td>1913<td>2<td><a href=/k/eva>Eva</a><td>Lund<br>Holm</tr>' \
  '<tr><td>2<th>Fulmar<td>1919<td>8<td><a href=/k/jon>Jon</a><td>Ness</tr>' \
  '<tr><td>3<th>Puffin<td>1899<td>11<td><a href=/k/liv>Liv</a><td>Skarv</tr>'
detm learn -o w.xml ferries.html
check 'a table has a wrapper by columns' grep -q 'grid="yes"' w.xml
sed -n 's/.*name="\(built[^"]*\)".*/\1/p' w.xml >built
detm export -w w.xml ferries.html
exits 0 'exports a table'
check 'a table is found by its headers' grep -q '"records": "//table\[(tr|\*/tr)/th\[' out
check 'a column is found by its header' grep -q "normalize-space()='Built'" out
check 'a header with a break is found' grep -q "translate(normalize-space(),' .*','')='Callsaweek'" out
check 'a header with both quotes is found' grep -qF "concat(\\\"Who's \\\",'\\\"it\\\"?')" out
check 'nothing of the table is left out' grep -q '"left_out": \[\]' out
check 'says what of a table selectors do not see' grep -q '"inexact": \[' out
detm export -w w.xml --as css ferries.html
check 'CSS finds columns by their place' grep -q '"css": ":is(td, th):nth-child(1)"' out
check 'says so' grep -q 'CSS finds columns by their place, not by their headers' out
detm export -w w.xml --as crawl4ai ferries.html
says 'CSS finds columns by their place' 'a format without comments has a warning'
if command -v xsltproc >/dev/null; then
  detm export -w w.xml --as xslt -o w.xsl ferries.html
  compare ferries.html
  compare moved.html
  xsltproc --nonet --html w.xsl moved.html >plain.xml 2>err
  check 'no row of the head, of the groups or of sums is a record' [ "$(grep -c '<record>' plain.xml)" = 3 ]
  check 'the items of a cell are values' grep -q '>Lund<' plain.xml
  check 'a link of a cell is found' grep -q '>/k/eva<' plain.xml
  sed "s/name=\"$(cat built)\"/name=\"3P% \&quot;x\&quot; -- it's\"/" w.xml >named.xml
  detm export -w named.xml --as xslt -o w.xsl ferries.html
  xsltproc --nonet --html w.xsl ferries.html >plain.xml 2>err
  check 'a name that is no name of an element is an attribute' \
    grep -qF "<field name=\"3P% &quot;x&quot; -- it's\">1911</field>" plain.xml
else
  skip 'stylesheets of tables' 'no xsltproc'
fi
# libxml2 alone evaluates the XPath of the records and of one column, as lxml and browsers would.
if command -v xmllint >/dev/null && command -v python3 >/dev/null; then
  detm export -w w.xml -o w.json ferries.html
  python3 -c 'import json
w = json.load(open("w.json"))
print(w["records"] + "/" + [f["xpath"] for f in w["fields"] if f["name"].startswith("calls")][0])' >xpath
  xmllint --nonet --html --xpath "$(cat xpath)" moved.html 2>err | tr -d '\n' | sed 's/<[^>]*>/ /g' | tr -s ' ' >found
  echo ' 2 8 11 ' | tr -d '\n' >expected
  same expected found 'xmllint finds the values of a column that has moved'
else
  skip 'xmllint finds the values of a column that has moved' 'no xmllint or no python3'
fi
if python3 -c 'import lxml.html' 2>/dev/null; then
  detm export -w named.xml --as parsel -o selectors.py ferries.html
  python3 -c 'import lxml.html, selectors
class Node:
    def __init__(self, root): self.root = root
    def xpath(self, path): return [Node(n) for n in self.root.xpath(path)]
for r in selectors.records(Node(lxml.html.parse("moved.html").getroot())): print([*r.values()][0], r["3P% \"x\" -- it\x27s"])' \
    >found 2>err
  printf 'Auk 1913\nFulmar 1919\nPuffin 1899\n' >expected
  same expected found 'the Python module finds columns by their headers'
else
  skip 'the Python module finds columns by their headers' 'no lxml'
fi

# A header of two rows has no cell of its own: its column is found by its place.  The cells below a cell of several rows
# are found from the end of the row, and that cell in a row above.
{
  echo '<table><thead><tr><th rowspan=2>Year<th colspan=2>Goals<th colspan=2>Points<th rowspan=2>Ground</tr>'
  echo '<tr><th>For<th>Against<th>For<th>Against</tr></thead><tbody>'
  echo '<tr><td rowspan=2>1951<td>12<td>4<td>20<td>3<td>Mill Road</tr><tr><td>9<td>11<td>7<td>18<td>Quay</tr>'
  echo '<tr><td rowspan=2>1952<td>15<td>2<td>24<td>1<td>Quay</tr><tr><td>6<td>6<td>11<td>10<td>Park</tr>'
  echo '</tbody></table>'
} >goals.html
detm learn -o w.xml goals.html
detm export -w w.xml --as parsel goals.html
exits 0 'exports a table with a head of two rows'
check 'a cell of several rows is found in a row above' grep -q '(\.|preceding-sibling::tr)\[count(\*)>=' out
check 'a column behind it is found from the end of the row' grep -q '"ground".*\[last()+1-count(' out
check 'a column with a joined header is found by its place' grep -q '"goals-for", .*\[last()+1-5\]"' out
check 'says which columns are found by their place' \
  grep -q '# inexact: goals-for: its column is found by its place, not by its header' out

detm export "$shop"
exits 2 'needs a wrapper'
says 'name its file with -w' 'names the option of the wrapper'
detm export -w w.xml --as xpath2
exits 2 'refuses an unknown format'
says 'write xpath, css, parsel, crawl4ai, xslt, json-schema, sql, pydantic or arrow' 'lists the formats'
detm export -w "$top_srcdir/examples/book.xml"
exits 2 'refuses a template'
says 'is a template' 'says that the file is a template'
done_checking
