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

detm export "$shop"
exits 2 'needs a wrapper'
says 'name its file with -w' 'names the option of the wrapper'
detm export -w w.xml --as xpath2
exits 2 'refuses an unknown format'
says 'write xpath, css, parsel, crawl4ai or xslt' 'lists the formats'
detm export -w "$top_srcdir/examples/book.xml"
exits 2 'refuses a template'
says 'is a template' 'says that the file is a template'
done_checking
