#!/bin/sh
# detm content and classify: options, formats, what is said of pages that give nothing.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

# article TITLE: a page with one article, and what stands round it.
article() {
  cat <<END
<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>$1 - Mill News</title>
<meta name=keywords content=mills><meta property="article:published_time" content="2024-05-01"></head><body>
<nav><a href=/>Home</a> <a href=/news>News</a> <a href=/mills>Mills</a></nav><main><h1>$1</h1>
<p>The wheel was lifted out of its pit on Monday, by a crane that had come all the way from the coast. It weighs six tons.</p>
<p>Nobody knows how old it is, but the <a href="iron.html">iron</a> was cast before 1840, and the oak is older still than that.</p>
</main><footer>Copyright Mill News</footer></body></html>
END
}
article 'The wheel' >a.html
article 'The other wheel' >b.html

detm content a.html
exits 0 'content succeeds'
check 'XML is the default' grep -q '<field name="title" type="text">The wheel</field>' out
check 'the text keeps its structure' grep -q '^<p>The wheel was lifted' out
check 'links stand as they are' grep -q '<a href="iron.html">iron</a>' out
check 'what is no text is left out' sh -c '! grep -q "Copyright\|Home" out'
detm content --base https://mill.example/news/ a.html
check '--base makes links whole' grep -q '<a href="https://mill.example/news/iron.html">iron</a>' out
if command -v xmllint >/dev/null; then
  check 'XML is as its schema says' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
else
  skip 'XML is as its schema says' 'no xmllint'
fi

detm content -f ndjson a.html b.html
exits 0 'content takes several pages'
lines out 2 'one line each'
check 'NDJSON has the page and no record number' grep -q '^{"@page":"a.html","title":"The wheel","date":"2024-05-01",' out
check 'a list is an array' grep -q '"keywords":\["' out
check 'what the page does not say is left out' sh -c '! grep -q \"author\" out'
check 'a newline parts paragraphs' grep -q 'six tons\.\\nNobody knows' out
mv out parallel
detm content -j 1 -f ndjson a.html b.html
same out parallel 'threads make no difference'
detm content -f csv a.html
check 'CSV has the columns' [ "$(head -n 1 out | tr -d '\r')" = 'title,date,author,breadcrumb,keywords,text,correction' ]

for method in auto stops weight blocks; do
  detm content --method $method -f ndjson a.html
  exits 0 "--method $method succeeds"
  check 'and finds the text' grep -q 'It weighs six tons' out
done
detm content --method magic a.html
exits 2 'a method that nobody knows is status 2'
says 'auto, stops, weight or blocks' 'with those that are known'
detm content
exits 2 'no page is status 2'

: >empty.html
echo '<title>An application</title><div id=root></div><script>start()</script>' >script.html
detm content -f ndjson empty.html script.html a.html gone.html
exits 2 'a missing page is status 2'
says 'empty.html: no text found' 'a page without text is named'
says 'script.html: no text found' 'also one that has a title'
lines out 2 'what such a page says is written, the other pages too'
check 'without a text' grep -q '^{"@page":"script.html","title":"An application"}$' out
detm content empty.html a.html
exits 1 'without a missing page it is status 1'
detm content -v a.html
says 'a.html: UTF-8, ' '-v tells the encoding'
says ' 3 lines of text' 'and how much there is'
detm content --max-bytes 100 a.html
exits 1 'a page past a limit is status 1'
detm content --max-output 300 a.html b.html
exits 2 'so many bytes of output are status 2'
detm content a.html | head -c 10 >/dev/null
detm content - <a.html
check '- is standard input' grep -q '<page src="-"' out

detm classify -f ndjson a.html
exits 0 'classify succeeds'
check 'an article is a topic page' grep -q '^{"@page":"a.html","kind":"topic","records":"single","list":0[.]' out
list Mills 30 >list.html
detm classify -f ndjson list.html
check 'a list is one, of several records' grep -q '"kind":"list","records":"multi",' out
detm classify a.html list.html
if command -v xmllint >/dev/null; then
  check 'XML is as its schema says' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
else
  skip 'XML is as its schema says' 'no xmllint'
fi
detm classify a.html gone.html
exits 2 'classify: a missing page is status 2'

# Two parsers that are not detm's read what it writes of a page full of what needs escaping.
printf '<h1>A &amp; B &lt;c&gt; "d"</h1><p>%s &#1;&#xFFFE;\\ <a href="x&quot;y?a=1&amp;b=&lt;">e]]&gt;f</a>%s' \
  'The first of two sentences that are long enough for a paragraph of text. The second one is here.' \
  'The first of two sentences that are long enough for a paragraph of text. The second one is here.' >odd.html
for method in auto stops weight blocks; do
  detm content --method $method odd.html
  mv out odd.xml
  detm content --method $method -f ndjson odd.html
  if command -v python3 >/dev/null; then
    check "text and markup of $method hold the same words" python3 -c '
import json, sys, xml.etree.ElementTree as tree
field = "{urn:detm:results:1}field[@name=\"text\"]"
words = lambda text: "".join(text.split()).replace(chr(1), "\ufffd").replace("\ufffe", "\ufffd")
markup = "".join(next(tree.parse("odd.xml").getroot().iterfind(".//" + field)).itertext())
sys.exit(words(json.load(open("out"))["text"]) != words(markup))'
  else
    skip "text and markup of $method hold the same words" 'no python3'
  fi
done
done_checking
