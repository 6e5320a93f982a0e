#!/bin/sh
# Many pages: order, threads, the progress bar, -q and -v.  With --enable-sanitizers=thread a data race gives status 66.
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
  exits 2 "-j 1 -f $format with a missing page: status 2"
  mv out one && mv err one.err
  for threads in 2 8 64; do
    detm extract -f $format -j $threads --files-from names
    exits 2 "-j $threads -f $format has the same status"
    same out one "-j $threads -f $format has the same bytes"
    same err one.err "-j $threads -f $format has the same messages"
  done
done
detm extract -f ndjson -j 8 --files-from names
sed 's/.*"@page":"\([^"]*\)".*/\1/' out | uniq >order
grep -vx -e p7.html -e p31.html names >wanted
same order wanted 'records are printed in the order of the pages'

detm extract -q -j 8 -o /dev/full --files-from names
exits 2 'a full disk with eight threads: status 2'
check 'a full disk with eight threads is reported once' [ "$(grep -c 'No space left' err)" = 1 ]

rm -f names && cp p2.html p7.html && cp p2.html p31.html
detm learn -q -j 1 -o one.xml p2.html p7.html p3.html
detm learn -q -j 8 -o eight.xml p2.html p7.html p3.html
same one.xml eight.xml 'learn -j 8 writes the same wrapper as -j 1'
for command in 'extract --together' 'apply -w one.xml'; do
  # shellcheck disable=SC2086
  detm $command -f ndjson -j 1 p?.html
  mv out one
  # shellcheck disable=SC2086
  detm $command -f ndjson -j 8 p?.html
  exits 0 "$command -j 8: status 0"
  same out one "$command -j 8 prints the same as -j 1"
  check "$command prints records" [ -s out ]
done

# alike COMMAND...: checks that one thread and eight give the same status (0 or 1), output (not empty) and messages.
alike() {
  detm "$@" -j 1
  mv out one && mv err one.err
  single=$status
  detm "$@" -j 8
  exits "$single" "$* has the same status with 8 threads"
  check "$*: status 0 or 1" [ "$status" -le 1 ]
  same out one "$* has the same output with 8 threads"
  same err one.err "$* has the same messages with 8 threads"
  check "$* prints something" [ -s out ]
}

cp "$top_srcdir"/examples/*.html "$top_srcdir/examples/topic.txt" "$top_srcdir/examples/manifest" .
(cd "$top_srcdir/examples" && printf '%s\n' *.html) >names
title=$(sed -n 's/.*<h1>\([^<]*\)<.*/\1/p' book-1.html)
mkdir library
detm learn -q -o library/docket.xml docket.html
detm template -q -o library/book.xml --field=title="$title" book-1.html
alike extract --files-from names
alike extract --all-regions -f csv --files-from names
alike extract --together docket.html docket-2.html
alike apply -w library/docket.xml --files-from names
alike apply -w library/book.xml --files-from names
alike apply -w stock:product --files-from names
alike apply -L library --files-from names
alike match -L library --files-from names
alike fields --files-from names
alike links --files-from names
alike classify --files-from names
for method in auto stops weight blocks; do
  alike content --method $method --files-from names
done
alike rank --topic topic.txt --pages manifest
alike verify -w library/docket.xml --files-from names
alike verify -w library/book.xml book-1.html book-2.html book-3.html
alike repair -q -w library/docket.xml -o new.xml docket.html docket-2.html
detm store add --store s.db library/docket.xml library/book.xml
if [ "$status" = 0 ]; then
  alike store find --store s.db --files-from names
  alike apply --store s.db --save --files-from names
  alike extract --store s.db --save --files-from names
  alike content --store s.db --save --files-from names
fi

detm extract -f ndjson p2.html p3.html p4.html
mv out plain
check 'no progress bar if standard error is not a terminal' sh -c '! grep -q "pages" err'
detm extract -f ndjson --progress p2.html p3.html p4.html
check '--progress prints a progress bar' grep -q '3/3 pages' err
same out plain '--progress prints to standard error only'
awk 'BEGIN { for (i = 0; i < 1010; i++) printf "<div>"; print "deep" }' >deep.html
detm extract -f ndjson --progress deep.html
check 'a page with two errors: both are reported' [ "$(grep -c 'deep.html: ' err)" = 2 ]
says '1/1 pages, 1 with errors' 'the progress bar counts a page with two errors once'
detm extract -v -f ndjson p2.html p3.html p4.html
same out plain '-v does not change the results'
for fact in 'p2.html: UTF-8' ' nodes' ' region' ' records' 'confidence'; do
  says "$fact" "-v prints '$fact'"
done
check '-v prints the time' grep -qE '[0-9] s$' err
: >p5.html
detm extract -q -f ndjson p5.html
says 'p5.html: is empty' '-q keeps error messages'
done_checking
