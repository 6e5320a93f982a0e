#!/bin/sh
# The end of a run: the summary, signals, closed pipes, the progress bar of streams.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
list Jar 5 >page.html
: >empty.html
html=$(tr -d '\n' <page.html | sed 's/"/\\"/g')
number=0
while [ "$number" -lt 120 ]; do
  echo "{\"url\":\"https://example.org/$number\",\"html\":\"$html\"}"
  number=$((number + 1))
done >many.ndjson

detm extract -f ndjson many.ndjson empty.html gone.html
exits 2 'many pages and a missing one: status 2'
check 'a long run ends with a summary' grep -qE \
  '^detm: 122 pages, 600 records, 1 without records, 1 failed; [0-9]+\.[0-9] s$' err
{
  for status in '404 Not Found' '301 Moved' '404 Not Found'; do
    printf 'WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 24\r\n\r\nHTTP/1.1 %-13s\r\n\r\n\r\n' "$status"
  done
} >a.warc
cp a.warc b.warc
detm extract --per-page many.ndjson a.warc b.warc
says 'b.warc: has no page of HTML; skipped: 2 status 404, 1 status 301' 'what was skipped in a file is counted'
check 'the summary counts what was skipped in all files' grep -q \
  '^detm: 120 pages, 600 records; skipped: 4 status 404, 2 status 301; ' err
detm extract -q -f ndjson many.ndjson
lines err 0 '-q: no summary'
detm extract -f ndjson page.html empty.html
check 'a short run has no summary' sh -c '! grep -q "2 pages" err'
detm extract --per-page many.ndjson empty.html
check '--per-page: a long run ends with a summary' grep -q '^detm: 121 pages, 600 records, 1 without records; ' err
detm extract -f ndjson --progress many.ndjson
check 'the progress bar of a stream has pages, records and a rate' grep -qE \
  '[1-9][0-9]* pages, 0 with errors, [0-9]+ records, [0-9]+ pages/s' err

# A signal: pages come from a pipe that stays open, so the run would not end.
mkfifo in
# stopped NAME SIGNAL FORMAT ARGUMENT...: checks that the signal completes the output.
stopped() {
  name=$1 signal=$2
  shift 2
  "$DETM" extract --input ndjson "$@" in >out 2>err &
  process=$!
  exec 4>in
  sed 3q many.ndjson >&4
  tries=0 # -v reports each page
  while [ "$(grep -c confidence err)" -lt 3 ] && [ $tries -lt 200 ]; do sleep 0.05 && tries=$((tries + 1)); done
  kill -s "$signal" "$process"
  wait "$process"
  status=$?
  exec 4>&-
  check "$name: ends by the signal" [ "$status" -gt 128 ]
  says 'stopped by a signal after 3 pages, 15 records' "$name: says how far it came"
}
for jobs in 1 4; do
  stopped "XML, SIGTERM, -j $jobs" TERM -v -j $jobs
  check 'a signal: the XML is complete' [ "$(tail -n 1 out)" = '</results>' ]
  check 'a signal: XML has all pages that were read' [ "$(grep -c '<page' out)" = 3 ]
  stopped "CSV, SIGTERM, -j $jobs" TERM -v -j $jobs -f csv
  lines out 16 'a signal: the CSV has all records'
  stopped "--per-page, SIGTERM, -j $jobs" TERM -v -j $jobs --per-page
  lines out 3 'a signal: each page has its line'
done
echo before >kept.csv
stopped '-o, SIGTERM' TERM -v -j 1 -f csv -o kept.csv
check 'a signal: -o keeps the old file' [ "$(cat kept.csv)" = before ]
check 'a signal: no temporary file is left' [ -z "$(find . -name '.detm-*')" ]

for format in xml ndjson csv; do
  { "$DETM" extract -f $format many.ndjson many.ndjson many.ndjson many.ndjson 2>err; echo $? >status; } | sed 1q >/dev/null
  check "a closed pipe, $format: status 2" [ "$(cat status)" = 2 ]
  check "a closed pipe, $format: no message about it" sh -c '! grep -q "written\|pipe" err'
done
# The reader is gone, and the writer of the input waits.
{ "$DETM" extract --per-page -j 4 --input ndjson in 2>err; echo $? >status; } | sed 1q >first &
exec 4>in
tries=0
while [ ! -s first ] && [ $tries -lt 100 ]; do sed 5q many.ndjson >&4 && sleep 0.05 && tries=$((tries + 1)); done
sed 20q many.ndjson >&4
wait
exec 4>&-
check 'a closed pipe ends a run that waits for input' [ "$(cat status)" = 2 ]
done_checking
