#!/bin/sh
# detm content --correct, and what corrections do to other pages of the site.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

# ship NUMBER NAME: a page of a site that keeps its text where others keep their small print.
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
check 'without a correction the wrong text comes out' grep -q 'looked up here' out

echo 'The Albatross left port on day 12 of the year. She met heavy weather off the cape.
On the way back she carried 12 crates of oranges. Nobody was hurt, says her master.' >answer
detm content --correct answer a.html
exits 0 'a text makes a correction'
check 'in the usual folder' [ -s templates/corrections/a.xml ]
check 'that is valid' xmllint --noout --relaxng "$top_srcdir/templates/detm-correction.rng" templates/corrections/a.xml
check 'and says where the text stands' grep -q '<text path="/html/body/footer" class="log-#"/>' templates/corrections/a.xml

detm content -f ndjson a.html b.html other.html
exits 0 'corrections of the usual folder are used by themselves'
check 'the page comes out right' grep -q '"@page":"a.html".*"text":"The Albatross left port' out
check 'so does another page of the site' grep -q '"@page":"b.html".*"text":"The Heron left port.*says her master."' out
check 'which says so' grep -q '"@page":"b.html".*"correction":"a"' out
check 'pages of other sites are left alone' [ "$(grep -c correction out)" -eq 2 ]
detm content -f xml b.html
check 'in XML too' grep -q '<field name="correction" type="text">a</field>' out

echo 'kind: list' >answer
detm content --corrections kinds/of/pages --correct answer a.html
exits 0 'a kind makes a correction, in a folder that is made'
detm classify -f ndjson b.html
check 'a ship is a topic' grep -q '"kind":"topic"' out
detm classify --corrections kinds/of/pages -f ndjson b.html
check 'and a list where the correction says so' grep -q '"kind":"list".*"correction":"a"' out
detm content --corrections kinds/of/pages -f ndjson b.html
check 'its text is as before' grep -q 'looked up here' out

printf 'Kind: topic\r\nelement: /html/body/footer/div[2]\r\n' >answer
detm content --corrections both --correct answer a.html
exits 0 'a kind and a path together'
detm content --corrections both -f ndjson b.html
check 'the element at the path is the text' grep -q '"text":"On the way back she carried 345' out

echo 'Something else that stands on no page of this site, however long one looks.' >answer
cp templates/corrections/a.xml before.xml
detm content --correct answer a.html
exits 1 'a text that is not on the page makes none'
says 'no element holds the text' 'which is said'
same templates/corrections/a.xml before.xml 'and the correction of before stays'
echo 'element: /html/body/div[2]' >answer
detm content --correct answer a.html
exits 0 'a second correction of a page'
says 'templates/corrections/a_2.xml: from now on the text of pages like a.html begins with "All ships' 'has a file of its own, and says what it does'
detm content -f ndjson b.html
check 'the later one counts' grep -q '"text":"All ships.*"correction":"a_2"' out
rm templates/corrections/a_2.xml
detm content -f xml -o page.xml a.html
detm content --correct page.xml a.html
exits 2 'XML is no answer'
echo 'kind: blog' >answer
detm content --correct answer a.html
exits 2 'an unknown kind is refused'
says "'blog' is not a kind" 'with those that there are'
: >answer
detm content --correct answer a.html
exits 2 'an empty answer is refused'
detm content --correct nowhere a.html
exits 2 'an answer that is not there as well'
echo 'kind: list' >answer
detm content --correct answer a.html b.html
exits 2 'two pages as well'

mkdir broken
echo '<correction xmlns="urn:detm:correction:1" name="x"><text/></correction>' >broken/x.xml
cp templates/corrections/a.xml broken/y.xml
detm content --corrections broken -f ndjson b.html
exits 2 'a broken correction is status 2'
says 'broken/x.xml:1' 'and named with its line'
check 'the others are used' grep -q '"correction":"a"' out
detm content --corrections nowhere b.html
exits 2 'a folder that is not there is status 2'

detm match -L templates b.html
exits 2 'a library of corrections alone is none'
says 'templates: holds no template' 'and no file of it is at fault'
check 'nor named' [ "$(wc -l <err)" -eq 1 ]
done_checking
