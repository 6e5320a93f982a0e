#!/bin/sh
# detm links: options, formats, pages without links.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

cat >a.html <<'END'
<!DOCTYPE html><html><head><meta charset=utf-8><title>Mills</title><link rel=stylesheet href=/s.css></head><body>
<nav><a href=/>Home</a> <a href=mailto:us@mill.example>Mail</a> <a href="#top">Top</a></nav>
<h1>Mills</h1><p>The <a href="wheel.html" title="The wheel">great wheel</a> was lifted out of its pit.</p>
<p>See <a href="./wheel.html">how</a>, and <a href="report.pdf">the report</a>.</p><img src=wheel.jpg srcset="big.jpg 2x">
<a href="?page=2">2</a> <a href="?page=3">3</a> <a href="?page=2">Next</a></body></html>
END
echo '<p>No link at all.</p>' >none.html
: >empty.html

detm links --base https://mill.example/news/ -f ndjson a.html
exits 0 'links succeeds'
lines out 6 'links prints a line for each URL'
check 'links to one URL are joined, with absolute URL, texts and title' grep -q '"url":"https://mill.example/news/wheel.html","text":\["great wheel","how"\],"title":"The wheel"' out
check 'a link has the heading above it' grep -q '"heading":"Mills"' out
check 'a link has the words around it' grep -q '"around":"The great wheel was lifted out of its pit[.]"' out
check 'a link to a PDF file is marked as not a page' grep -q 'report.pdf".*"page":"no","element":"a"' out
check 'a link to the next page is marked' grep -q 'page=2","text":\["2","Next"\],.*"turn":\["next","page"\]' out
check 'a link in a nav element has the place navigation' grep -q '"place":"navigation"' out
detm links -f ndjson a.html
check 'without a base URL links stay relative' grep -q '"url":"wheel.html"' out
detm links --words 2 -f ndjson a.html
check '--words sets the number of words around a link' grep -q '"around":"The great wheel was lifted"' out
detm links --all -f ndjson a.html
lines out 8 '--all includes links that are not pages'
check '--all includes mailto: links' grep -q '"url":"mailto:us@mill.example"' out
detm links --images -f ndjson a.html
lines out 8 '--images includes images'
check '--images includes images of srcset' grep -q '"url":"big.jpg".*"element":"img"' out
detm links a.html none.html
exits 1 'a page without links: status 1'
says 'none.html: no links found' 'a page without links is named'
check 'a page without links: the links of the other page are printed' grep -q 'wheel.html' out
if command -v xmllint >/dev/null; then
  check 'XML output is valid' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
else
  skip 'XML output is valid' 'no xmllint'
fi
detm links -f csv a.html
check 'CSV has a header' [ "$(head -n 1 out | tr -d '\r')" = \
  'url,text,title,alt,rel,heading,around,place,record,turn,page,element' ]
check 'CSV joins the texts of a link' grep -q 'wheel.html,great wheel | how,' out
detm links -f ndjson empty.html gone.html
exits 2 'a missing page: status 2'
says 'empty.html: no links found' 'an empty page is named'
detm links -v a.html
says '6 links: 4 that may be pages' '-v counts the links'
detm links --words many a.html
exits 2 '--words with a word: status 2'
says '--words' '--words with a word: the message names the option'
detm links --words 1000000 a.html
exits 2 '--words with too large a number: status 2'
detm links --max-bytes 100 a.html
exits 1 'a page above --max-bytes: status 1'
detm links
exits 2 'links without a page: status 2'
detm links -j 4 -f ndjson a.html a.html a.html
mv out parallel
detm links -j 1 -f ndjson a.html a.html a.html
same out parallel 'the number of threads does not change the output'
detm links - <a.html
check 'links reads standard input as -' grep -q '<page src="-"' out
done_checking
