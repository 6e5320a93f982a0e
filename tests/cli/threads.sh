#!/bin/sh
# Many pages: order, threads, the progress bar, -q and -v.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
number=0
while [ "$number" -lt 60 ]; do
  list "Lot $number" $((number * 7 % 23 + 3)) >"p$number.html"
  echo "p$number.html" >>names
  number=$((number + 1))
done
: >p7.html
rm p31.html
for format in xml ndjson csv; do
  detm extract -f $format -j 1 --files-from names
  exits 2 "-j 1 -f $format goes on past a missing page"
  mv out one && mv err one.err
  for threads in 2 8 64; do
    detm extract -f $format -j $threads --files-from names
    exits 2 "-j $threads -f $format has the same status"
    same out one "-j $threads -f $format has the same bytes"
    same err one.err "-j $threads -f $format has the same messages"
  done
done
sed 's/.*"@page":"\([^"]*\)".*/\1/' out >/dev/null
detm extract -f ndjson -j 8 --files-from names
sed 's/.*"@page":"\([^"]*\)".*/\1/' out | uniq >order
grep -vx -e p7.html -e p31.html names >wanted
same order wanted 'pages come in the order of their names'

detm extract -q -j 8 -o /dev/full --files-from names
exits 2 'a full disk ends all threads'
check 'and is told once' [ "$(grep -c 'No space left' err)" = 1 ]

rm -f names && cp p2.html p7.html && cp p2.html p31.html
detm learn -q -j 1 -o one.xml p2.html p7.html p3.html
detm learn -q -j 8 -o eight.xml p2.html p7.html p3.html
same one.xml eight.xml 'the wrapper does not depend on the threads'
for command in 'extract --together' 'apply -w one.xml'; do
  # shellcheck disable=SC2086
  detm $command -f ndjson -j 1 p?.html
  mv out one
  # shellcheck disable=SC2086
  detm $command -f ndjson -j 8 p?.html
  exits 0 "$command succeeds"
  same out one "$command does not depend on the threads"
  check "$command gives records" [ -s out ]
done

detm extract -f ndjson p2.html p3.html p4.html
mv out plain
check 'no progress bar away from a terminal' sh -c '! grep -q "pages" err'
detm extract -f ndjson --progress p2.html p3.html p4.html
check '--progress draws one' grep -q '3/3 pages' err
same out plain 'on standard error'
detm extract -v -f ndjson p2.html p3.html p4.html
same out plain '-v does not touch the results'
for fact in 'p2.html: UTF-8' ' nodes' ' region' ' records' 'confidence' ' s'; do
  says "$fact" "-v tells$fact"
done
: >p5.html
detm extract -q -f ndjson p5.html
says 'p5.html: is empty' '-q keeps errors'
done_checking
