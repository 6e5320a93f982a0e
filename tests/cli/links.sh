#!/bin/sh
# detm links: options, formats, what is said of pages that give nothing.
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
lines out 6 'a line for each URL'
check 'links are absolute' grep -q '"url":"https://mill.example/news/wheel.html","text":\["great wheel","how"\],"title":"The wheel"' out
check 'the heading above is told' grep -q '"heading":"Mills"' out
check 'and the words around' grep -q '"around":"The great wheel was lifted out of its pit[.]"' out
check 'what is no page is told' grep -q 'report.pdf".*"page":"no","element":"a"' out
check 'the link to the next page is told' grep -q 'page=2","text":\["2","Next"\],.*"turn":"next"' out
check 'places are told' grep -q '"place":"navigation"' out
detm links -f ndjson a.html
check 'without a base links stay as they are' grep -q '"url":"wheel.html"' out
detm links --words 2 -f ndjson a.html
check '--words sets the window' grep -q '"around":"The great wheel was lifted"' out
detm links --all -f ndjson a.html
lines out 8 '--all has links to no page too'
check 'as mailto:' grep -q '"url":"mailto:us@mill.example"' out
detm links --images -f ndjson a.html
lines out 8 '--images has pictures too'
check 'also of srcset' grep -q '"url":"big.jpg".*"element":"img"' out
detm links a.html none.html
exits 1 'a page without links is status 1'
says 'none.html: no links found' 'and is named'
check 'the other stands' grep -q 'wheel.html' out
if command -v xmllint >/dev/null; then
  check 'XML is as its schema says' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
else
  skip 'XML is as its schema says' 'no xmllint'
fi
detm links -f csv a.html
check 'CSV has the columns' [ "$(head -n 1 out | tr -d '\r')" = \
  'url,text,title,alt,rel,heading,around,place,record,turn,page,element' ]
check 'texts of a link are joined' grep -q 'wheel.html,great wheel | how,' out
detm links -f ndjson empty.html gone.html
exits 2 'a missing page is status 2'
says 'empty.html: no links found' 'an empty page is named'
detm links -v a.html
says '6 links: 4 that may be pages' '-v counts'
detm links --words many a.html
exits 2 'a window of no number is status 2'
says '--words' 'and names the option'
detm links --words 1000000 a.html
exits 2 'as is one too large'
detm links --max-bytes 100 a.html
exits 1 'a page past a limit is status 1'
detm links
exits 2 'no page is status 2'
detm links -j 4 -f ndjson a.html a.html a.html >/dev/null
mv out parallel
detm links -j 1 -f ndjson a.html a.html a.html
same out parallel 'threads make no difference'
detm links - <a.html
check '- is standard input' grep -q '<page src="-"' out
done_checking
