#!/bin/sh
# detm content --correct, and the effect of corrections on other pages of the site.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

# ship NUMBER NAME: a page whose text is in the footer.
ship() {
  cat <<END
<!DOCTYPE html><html><head><meta charset=utf-8><title>$2</title><link rel=canonical href="https://ships.example/log/$1.html">
</head><body><div id=top class=bar><a href=/>Ships</a> <a href=/ports>Ports</a></div><h1>$2</h1>
<div class=teaser><p>All ships of the line can be looked up here, with their ports, their masters and their crews.
The register is kept by hand. It is never quite up to date.</p><p>Readers who know better are asked to write to us, since
every name counts. Letters are read on Mondays.</p></div>
<footer class="log-$1"><div class=entry>The $2 left port on day $1 of the year. She met heavy weather off the cape.</div>
<div class=entry>On the way back she carried $1 crates of oranges. Nobody was hurt, says her master.</div></footer>
<img src="/img/$1/a.png"><img src="/img/$1/b.png"></body></html>
END
}
ship 12 Albatross >a.html
ship 345 Heron >b.html
list Herons 12 >other.html

detm content -f ndjson b.html
check 'without a correction the wrong text is chosen' grep -q 'looked up here' out

echo 'The Albatross left port on day 12 of the year. She met heavy weather off the cape.
On the way back she carried 12 crates of oranges. Nobody was hurt, says her master.' >answer
detm content --correct answer a.html
exits 0 '--correct accepts a text'
check 'the correction is written to templates/corrections' [ -s templates/corrections/a.xml ]
check 'the correction is valid' xmllint --noout --relaxng "$top_srcdir/templates/detm-correction.rng" templates/corrections/a.xml
check 'the correction has the path of the text' grep -q '<text path="/html/body/footer" class="log-#"/>' templates/corrections/a.xml

detm content -f ndjson a.html b.html other.html
exits 0 'corrections in templates/corrections are used by default'
check 'the corrected page has the right text' grep -q '"@page":"a.html".*"text":"The Albatross left port' out
check 'another page of the site has the right text' grep -q '"@page":"b.html".*"text":"The Heron left port.*says her master."' out
check 'the result names the correction' grep -q '"@page":"b.html".*"correction":"a"' out
check 'pages of other sites are not changed' [ "$(grep -c correction out)" -eq 2 ]
detm content -f xml b.html
check 'the result names the correction in XML too' grep -q '<field name="correction" type="text">a</field>' out

echo 'kind: list' >answer
detm content --corrections kinds/of/pages --correct answer a.html
exits 0 '--correct accepts a kind, and creates the folder of --corrections'
detm classify -f ndjson b.html
check 'without a correction the kind is topic' grep -q '"kind":"topic"' out
detm classify --corrections kinds/of/pages -f ndjson b.html
check 'with the correction the kind is list' grep -q '"kind":"list".*"correction":"a"' out
detm content --corrections kinds/of/pages -f ndjson b.html
check 'a correction of the kind does not change the text' grep -q 'looked up here' out

printf 'Kind: topic\r\nelement: /html/body/footer/div[2]\r\n' >answer
detm content --corrections both --correct answer a.html
exits 0 '--correct accepts a kind together with an element'
detm content --corrections both -f ndjson b.html
check 'the text is the element of the correction' grep -q '"text":"On the way back she carried 345' out

echo 'Something else that stands on no page of this site, however long one looks.' >answer
cp templates/corrections/a.xml before.xml
detm content --correct answer a.html
exits 1 '--correct with a text that is not on the page: status 1'
says 'no element holds the text' '--correct with a text that is not on the page: the message says so'
same templates/corrections/a.xml before.xml '--correct with a text that is not on the page keeps the old correction'
echo 'element: /html/body/div[2]' >answer
detm content --correct answer a.html
exits 0 '--correct accepts a second correction of a page'
says 'templates/corrections/a_2.xml: from now on the text of pages like a.html begins with "All ships' 'the second correction has a file of its own, and the message describes its effect'
detm content -f ndjson b.html
check 'the later correction is used' grep -q '"text":"All ships.*"correction":"a_2"' out
rm templates/corrections/a_2.xml
detm content -f xml -o page.xml a.html
detm content --correct page.xml a.html
exits 2 '--correct refuses XML'
echo 'kind: blog' >answer
detm content --correct answer a.html
exits 2 '--correct refuses an unknown kind'
says "'blog' is not a kind" 'an unknown kind: the message lists the kinds'
: >answer
detm content --correct answer a.html
exits 2 '--correct refuses an empty file'
detm content --correct nowhere a.html
exits 2 '--correct refuses a missing file'
echo 'kind: list' >answer
detm content --correct answer a.html b.html
exits 2 '--correct refuses a second page'

mkdir broken
echo '<correction xmlns="urn:detm:correction:1" name="x"><text/></correction>' >broken/x.xml
cp templates/corrections/a.xml broken/y.xml
detm content --corrections broken -f ndjson b.html
exits 2 'a broken correction: status 2'
says 'broken/x.xml:1' 'a broken correction is reported with file and line'
check 'a broken correction: the others are used' grep -q '"correction":"a"' out
detm content --corrections nowhere b.html
exits 2 'a missing folder of corrections: status 2'

detm match -L templates b.html
exits 2 'a library that holds only corrections: status 2'
says 'templates: holds no template' 'a library that holds only corrections is reported as empty'
check 'a library that holds only corrections causes one message' [ "$(wc -l <err)" -eq 1 ]
done_checking
