#!/bin/sh
# detm content and classify: options, formats, pages without text.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

# article TITLE: a page with an article, navigation and a footer.
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
check 'XML is the default format' grep -q '<field name="title" type="text">The wheel</field>' out
check 'the text has its paragraphs' grep -q '^<p>The wheel was lifted' out
check 'links in the text are kept as they are' grep -q '<a href="iron.html">iron</a>' out
check 'navigation and footer are left out' sh -c '! grep -q "Copyright\|Home" out'
detm content --base https://mill.example/news/ a.html
check '--base resolves links in the text' grep -q '<a href="https://mill.example/news/iron.html">iron</a>' out
if command -v xmllint >/dev/null; then
  check 'XML output is valid' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
else
  skip 'XML output is valid' 'no xmllint'
fi

detm content -f ndjson a.html b.html
exits 0 'content takes several pages'
lines out 2 'NDJSON has a line for each page'
check 'NDJSON has the page but no record number' grep -q '^{"@page":"a.html","@quality":0[.][0-9]*,"title":"The wheel","date":"2024-05-01",' out
check 'a list is an array in NDJSON' grep -q '"keywords":\["' out
check 'fields without a value are left out' sh -c '! grep -q \"author\" out'
check 'a newline separates paragraphs' grep -q 'six tons\.\\nNobody knows' out
mv out parallel
detm content -j 1 -f ndjson a.html b.html
same out parallel 'the number of threads does not change the output'
detm content -f csv a.html
check 'CSV has a header' [ "$(head -n 1 out | tr -d '\r')" = 'title,date,author,breadcrumb,keywords,text,correction' ]
detm content -v -f csv --text-only a.html
check 'CSV with -v has the quality' [ "$(head -n 1 out | tr -d '\r')" = '@page,@region,@record,@quality,text' ]
detm content a.html
check 'XML has the quality' grep -q '<region n="0" path="/" score="0" quality="0[.][0-9]*" records="1">' out
check 'an article is not uncertain' sh -c '! grep -q uncertain err'
detm content --per-page a.html
check 'the line of a page has its quality' grep -q '^{"@page":"a.html","@status":"ok","@quality":0' out
detm content --method weight -f ndjson a.html
check 'the quality is unknown with another method than auto' sh -c '! grep -q @quality out'
detm content -v --method stops a.html
check 'an unknown quality is not printed' sh -c '! grep -q quality err'

echo '<title>Kiosk</title><div><a href=a>Tea</a> 2.10 <a href=b>Milk</a> 1.30 <a href=c>Bread</a> 3.20</div>' >kiosk.html
detm content kiosk.html
exits 0 'an uncertain text does not change the status'
says 'kiosk.html: the text is uncertain (quality 0.' 'an uncertain text: warning'
detm content -q kiosk.html
check '-q: no warning of an uncertain text' sh -c '! grep -q uncertain err'

for method in auto stops weight blocks; do
  detm content --method $method -f ndjson a.html
  exits 0 "--method $method succeeds"
  check "--method $method finds the text" grep -q 'It weighs six tons' out
done
detm content --method magic a.html
exits 2 'an unknown method: status 2'
says 'auto, stops, weight or blocks' 'an unknown method: the message lists the methods'
detm content
exits 2 'content without a page: status 2'

: >empty.html
echo '<title>An application</title><div id=root></div><script>start()</script>' >script.html
detm content -f ndjson empty.html script.html a.html gone.html
exits 2 'a missing page: status 2'
says 'empty.html: no text found' 'a page without text is named'
says 'script.html: holds no text of its own' 'a page that is empty until its scripts run is named'
lines out 2 'a page without text: its other fields are written, and the next page too'
check 'a page without text has no field for it' grep -q '^{"@page":"script.html","title":"An application"}$' out
detm content empty.html a.html
exits 1 'a page without text: status 1'
detm content -v a.html
says 'a.html: UTF-8, ' '-v reports the encoding'
says ' 3 lines of text, quality 0.' '-v reports the number of lines and the quality'
detm content --max-bytes 100 a.html
exits 1 'a page above --max-bytes: status 1'
detm content --max-output 300 a.html b.html
exits 2 'output above --max-output: status 2'
detm content - <a.html
check 'content reads standard input as -' grep -q '<page src="-"' out

detm classify -f ndjson a.html
exits 0 'classify succeeds'
check 'an article is a page of kind topic with a single record' grep -q '^{"@page":"a.html","kind":"topic","records":"single","list":0[.]' out
list Mills 30 >list.html
detm classify -f ndjson list.html
check 'a list is a page of kind list with several records' grep -q '"kind":"list","records":"multi",' out
detm classify a.html list.html
if command -v xmllint >/dev/null; then
  check 'classify: XML output is valid' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
else
  skip 'classify: XML output is valid' 'no xmllint'
fi
detm classify a.html gone.html
exits 2 'classify: a missing page: status 2'

# XML and NDJSON of a page with many escapes hold the same words, by Python's parsers.
printf '<h1>A &amp; B &lt;c&gt; "d"</h1><p>%s &#1;&#xFFFE;\\ <a href="x&quot;y?a=1&amp;b=&lt;">e]]&gt;f</a>%s' \
  'The first of two sentences that are long enough for a paragraph of text. The second one is here.' \
  'The first of two sentences that are long enough for a paragraph of text. The second one is here.' >odd.html
for method in auto stops weight blocks; do
  detm content --method $method odd.html
  mv out odd.xml
  detm content --method $method -f ndjson odd.html
  if command -v python3 >/dev/null; then
    check "--method $method writes the same words to XML and NDJSON" python3 -c '
import json, sys, xml.etree.ElementTree as tree
field = "{urn:detm:results:1}field[@name=\"text\"]"
words = lambda text: "".join(text.split()).replace(chr(1), "\ufffd").replace("\ufffe", "\ufffd")
markup = "".join(next(tree.parse("odd.xml").getroot().iterfind(".//" + field)).itertext())
sys.exit(words(json.load(open("out"))["text"]) != words(markup))'
  else
    skip "--method $method writes the same words to XML and NDJSON" 'no python3'
  fi
done
done_checking
