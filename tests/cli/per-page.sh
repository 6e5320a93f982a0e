#!/bin/sh
# --per-page: one line of NDJSON for each page that was read, with its status.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
list Jar 5 >page.html
list Pot 3 >pots.html
: >empty.html
echo '<p>Only this paragraph.' >bare.html
detm learn -q -o w.xml page.html pots.html

detm extract --per-page page.html empty.html pots.html bare.html
exits 0 'pages without records: status 0'
lines out 4 'each page has one line'
lines err 0 'nothing is printed to standard error'
sed 's/.*"@page":"\([^"]*\)","@status":"\([a-z]*\)".*/\1 \2/' out >order
printf '%s\n' 'page.html ok' 'empty.html nothing' 'pots.html ok' 'bare.html nothing' >expected
same order expected 'lines are in the order of the pages, with their status'
check 'a line has its records' grep -q '"records":\[{"[^@]*"Jar number 1"' out
check 'a page without records has a message and an empty list' grep -q '"@message":"is empty.*"records":\[\]}$' out
detm apply --per-page -w w.xml page.html bare.html
exits 0 'a page that does not fit: status 0'
check 'a page that fits has its fit' grep -q '"@page":"page.html","@status":"ok","@fit":1,' out
check 'a page that does not fit' grep -q '"@status":"unfit","@fit":0[^,]*,"@message":"does not fit the wrapper' out
detm extract --per-page --max-records 4 --max-bytes 2M page.html pots.html
exits 0 'a page above a limit: status 0'
check 'a page above a limit' grep -q '"@page":"page.html","@status":"limit","@message":"more than 4 records' out
lines out 2 'a page above a limit: the others have their lines'
detm extract --per-page gone.html page.html
exits 2 'a file that cannot be opened: status 2'
says 'gone.html: cannot be opened' 'a file that cannot be opened is reported'
check 'a file that cannot be opened has a line' grep -q '"@page":"gone.html","@status":"error"' out
lines out 2 'a file that cannot be opened: the others are read'
mkdir rules && cp w.xml rules
detm match --per-page -L rules page.html bare.html
exits 0 'match --per-page: status 0'
check 'match --per-page: a page has its rule' grep -q '"@page":"page.html","@status":"ok","records":\[{"template":"w.xml"' out
check 'match --per-page: a page that no rule fits' grep -q '"@page":"bare.html","@status":"unfit","@message":"no ' out
for command in content links classify; do
  detm $command --per-page page.html empty.html pots.html
  exits 0 "$command --per-page: status 0"
  lines out 3 "$command --per-page: each page has one line"
  check "$command --per-page: status" [ "$(grep -c '"@status":"ok"' out)" -ge 2 ]
done
check 'figures are numbers' grep -q '"records":\[{"[^}]*:[0-9]' out
detm content --per-page page.html
check 'content: the record has its fields' grep -q '"records":\[{"title":"Jar' out
detm verify --per-page -w w.xml page.html bare.html
exits 0 'verify --per-page: status 0'
lines out 2 'verify --per-page: each page has one line'
check 'verify --per-page: a page that has drifted' grep -q '"@page":"bare.html","@status":"drifted"' out
check 'verify --per-page: a page as before' grep -q '"@page":"page.html","@status":"ok","records":\[\]' out
detm extract --per-page -a page.html
check 'extract --all-regions --per-page' grep -q '"records":\[' out
cat >huts.html <<'END'
<ul><li><a href="/a">Alder</a> <b>Two hearths</b> <button>Ask</button></li>
<li><a href="/b">Bracken</a> <b>One hearth</b> <button>Ask</button></li>
<li><a href="/c">Cairn</a> <b>A stove</b> <button>Ask</button></li></ul>
<table><tr><th>Boat<th>Built<th>Masts</tr><tr><td>Heron<td>1911<td>2</tr><tr><td>Tern<td>1908<td>1</tr>
<tr><td>Total<td><td>3</tr></table>
END
detm extract --per-page -a --account left huts.html page.html
check 'a line says what is in no column, for each region' \
  grep -q '\],"@left_out":\[.*{"@region":2,"reason":.*\]}$' out
check 'what is in no column has its sum' grep -q '"reason":"button","n":3,"sample":"Ask"}' out
check 'and the message says it' grep -q '"@message":".*in no column: 3 labels of buttons' out
check '--account lists it' [ "$(grep -c '"reason":"button","notable":true,"text":"Ask"' left)" -eq 3 ]
detm extract --per-page --typed page.html
check '--typed: parts of values' grep -q '"price.value":1.5' out

# NDJSON: other members pass through.
python=$(command -v python3)
line() { printf '{"url":"https://example.org/%s","html":"<ul><li><a href=%s>A</a> 1</ul>"%s}\n' "$1" "$1" "$2"; }
{
  line 1 ',"id":7,"name":"B\u2028\u0000c","shop":null,"records":3,"@page":"x"'
  echo
  echo '{"url":"https://example.org/2","id":8}'
  echo 'no JSON'
  line 3 ''
} >pages.ndjson
detm links --per-page pages.ndjson
exits 0 'a bad line of NDJSON: status 0'
lines out 4 'NDJSON: each line that is not empty gives a line'
check 'other members pass through' grep -q '"id":7,"name":"B\\u2028\\u0000c","shop":null,"records":\[{' out
check 'members of a page without HTML pass through' grep -q '"@status":"error","@message":"line 3: has no string.*"id":8' out
check 'a line that is not JSON is named' grep -q '"@message":"line 4: is not JSON' out
detm links pages.ndjson
exits 1 'without --per-page a bad line gives status 1'
says 'pages.ndjson:3: has no string' 'a line without a page is named by file and line'
says 'pages.ndjson:4: is not JSON' 'a line that is not JSON is named by file and line'
printf '<ul><li>A\342\200\250B\302\205C\rD<li>E<li>F</ul>' >breaks.html
detm extract --per-page breaks.html
# shellcheck disable=SC2016 # for the inner shell
check 'line separators of other kinds are escaped' sh -c '! grep -q "$(printf "\342\200\250")\|$(printf "\302\205")\|$(printf "\r")" out'
if [ -n "$python" ]; then
  detm links --per-page pages.ndjson page.html empty.html
  check 'Python reads each line as JSON' "$python" -c '
import json
lines = open("out", encoding="utf-8").read().splitlines()
assert len(lines) == 6 and all(isinstance(json.loads(line)["records"], list) for line in lines)'
else
  skip 'Python reads each line as JSON' 'no python3'
fi

# --tab-key
{
  printf 'k1\t' && line 1 ',"id":7'
  printf '\\N\t' && line 2 ''
  line 3 ''
  printf 'k4\t\\N\n'
} >keyed
detm links --per-page --tab-key keyed
exits 0 '--tab-key: status 0'
cut -f 1 out >keys
printf '%s\n' k1 '\N' https://example.org/3 k4 >expected
same keys expected '--tab-key: keys are written before the lines, or the URL'
detm links --per-page --tab-key --input ndjson - <keyed
lines out 4 '--tab-key: standard input'
check '--tab-key: JSON follows the tab' grep -q "^k1	{\"@page\":\"https://example.org/1\"" out
detm links --tab-key keyed
exits 2 '--tab-key without --per-page is refused'
detm links --per-page -f csv page.html
exits 2 '--per-page with another format is refused'
detm extract --per-page --together page.html pots.html
exits 2 '--per-page with --together is refused'
detm extract --per-page --save page.html
exits 2 '--per-page with --save is refused'

# Streams
warc() {
  length=$(wc -c <"$2")
  printf 'WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: %s\r\nContent-Type: text/html\r\nContent-Length: %s\r\n\r\n' \
    "$1" "$length"
  cat "$2"
  printf '\r\n\r\n'
}
for page in 1 2 3; do warc "https://example.org/$page" page.html; done >pages.warc
gzip -c pages.warc >pages.warc.gz
detm extract --per-page pages.warc.gz
exits 0 'a WARC file: status 0'
lines out 3 'a WARC file: each page has one line'
size=$(wc -c <pages.warc.gz)
head -c $((size - 40)) pages.warc.gz >short.warc.gz
detm extract --per-page short.warc.gz page.html
exits 2 'a WARC file that is cut off: status 2'
says 'short.warc.gz: is cut off' 'a WARC file that is cut off is reported'
check 'a WARC file that is cut off: whole lines only' [ "$(grep -c '^{"@page".*}$' out)" = "$(wc -l <out)" ]
head -c $(($(wc -c <pages.warc) * 5 / 6)) pages.warc >cut.warc
cat pages.warc >>cut.warc
detm extract --per-page cut.warc
lines out 6 'a record that is cut off in the middle of a file: the next ones are read'
check 'a record that is cut off: its page has a message' grep -q '"@status":"cut".*"@message":"is cut off in cut.warc' out
check 'a record that is cut off: its page is not skipped' [ "$(grep -c 'skipped' err)" = 0 ]
detm learn cut.warc
says 'is cut off in cut.warc' 'learn: a record that is cut off is named'
detm inspect cut.warc
says 'is cut off in cut.warc' 'inspect: a record that is cut off is named'
{
  printf 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\n'
  printf 'Content-Type: text/html\r\n\r\n'
  cat page.html
} >cut.mhtml
detm extract --per-page cut.mhtml
check 'a page of MHTML that is cut off: it has a message' \
  grep -q '"@status":"cut".*"@message":"is cut off: its end is missing' out
detm extract cut.mhtml
says 'cut.mhtml: is cut off: its end is missing' 'a page of MHTML that is cut off is named'
detm extract --per-page --input warc page.html
exits 2 'a page that is read as WARC: status 2'
says 'page.html: is not a WARC file' 'a page that is read as WARC is reported'
detm extract --per-page --input ndjson - </dev/null
exits 0 'an empty stream: status 0'
lines out 0 'an empty stream: no line'
detm extract --per-page --max-output 1000 page.html pots.html page.html pots.html
exits 2 '--max-output: status 2'
check '--max-output: whole lines only' [ "$(grep -c '^{"@page".*}$' out)" = "$(wc -l <out)" ]
number=0
while [ "$number" -lt 40 ]; do
  list "Lot $number" $((number * 7 % 23)) >"p$number.html"
  echo "p$number.html"
  number=$((number + 1))
done >names
detm extract --per-page -j 1 --files-from names
mv out one
detm extract --per-page -j 8 --files-from names
same out one '-j 8 writes the same lines as -j 1'
lines out 40 '-j 8: a line for each page'
# A line is written when its page is done, before the next page is there.
mkfifo in
"$DETM" links --per-page -j 1 --input ndjson in >first 2>err &
exec 4>in
line 1 '' >&4
tries=0
while [ ! -s first ] && [ $tries -lt 100 ]; do sleep .1 && tries=$((tries + 1)); done
lines first 1 'a line is written before the next page is read'
exec 4>&-
wait
done_checking
