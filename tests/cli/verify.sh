#!/bin/sh
# detm verify: statuses, formats, what is said without a past, options.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
case=$top_srcdir/tests/cases/verify

detm learn -q -o w.xml "$case/page-1.html" "$case/page-2.html"
detm verify -w w.xml "$case/same.html"
exits 0 'a page as before is status 0'
check 'it says so' grep -q 'same.html: as before$' out
detm verify -w w.xml "$case/swapped.html"
exits 1 'a page that drifted is status 1'
check 'it says what' grep -q 'shifted *date: values like those of price; before e.g.' out

cp "$case/swapped.html" again.html
detm verify -f ndjson -w w.xml "$case/swapped.html" again.html "$case/same.html"
check 'NDJSON has a line a finding' grep -q '"field":"date","change":"shifted",.*"to":"price","confidence":[01]' out
check 'no line for what is as before' sh -c '! grep -q "same.html" out'
check 'all pages together are told, too' grep -q '"@page":"(all pages)"' out
for format in xml csv text; do
  detm verify -f $format -w w.xml "$case/swapped.html"
  check "$format has it" grep -q shifted out
done
if command -v xmllint >/dev/null; then
  detm verify --all -f xml -w w.xml "$case/swapped.html" "$case/same.html"
  check 'XML is as its schema says' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
else
  skip 'XML is as its schema says' 'no xmllint'
fi
detm verify --all -w w.xml "$case/same.html"
exits 0 '--all tells and is no drift'
check '--all tells of every field' grep -q 'price' out
detm verify --min-confidence 1 -w w.xml "$case/swapped.html"
check '--min-confidence asks for more' grep -q 'as before' out

sed '/<profile/,/<\/profile>/d' w.xml >old.xml
detm apply -f ndjson -w old.xml "$case/same.html"
exits 0 'a wrapper without a profile still serves'
detm verify -w old.xml "$case/same.html"
exits 2 'but cannot be verified'
check 'the message says what to do' grep -q 'old.xml.*learn it again' err
sed 's/name="date"/name="when"/' w.xml >renamed.xml
detm verify -w renamed.xml "$case/swapped.html"
check 'a field that was renamed keeps its past' grep -q 'shifted *when' out
sed 's/name="date"/name="date" wanted="no"/' w.xml >unwanted.xml
detm verify -w unwanted.xml "$case/same.html"
exits 0 'a field that is not wanted is not missed'

detm apply -w w.xml --save --store=s.db "$case/same.html"
if [ "$status" = 2 ] && grep -q SQLite err; then
  skip 'what is saved is compared with what was' 'built without SQLite'
else
  exits 0 'what is saved and as before is no drift'
  detm apply -w w.xml --save --store=s.db "$case/swapped.html"
  exits 1 'what is saved is compared with what was'
  says 'drifted: shifted date: values like those of price; before' 'and what has drifted is told'
  detm learn -q -o shop.xml "$top_srcdir/examples/shop.html"
  detm apply -w shop.xml --save --store=s.db "$top_srcdir/examples/shop.html"
  exits 0 'a column that learning left out is not missed in what is saved'
  for columns in --all-columns --others -q; do
    detm apply -w shop.xml --save --store=all.db $columns "$top_srcdir/examples/shop.html"
    exits 0 "runs may have more columns than others: $columns"
    detm verify -w shop.xml --store all.db "$top_srcdir/examples/shop.html"
    exits 0 'and verify misses none of them'
  done
  detm verify -w w.xml --store s.db "$case/constant.html"
  exits 1 'verify compares with saved runs, too'
  check 'those that had drifted themselves are left out' grep -q 'before 21 different values' out
  detm verify -w w.xml --store none.db "$case/same.html"
  exits 2 'a store that is named must be there'
  detm store --store r.db add w.xml
  detm apply --store=r.db --save "$case/swapped.html"
  exits 1 'rules of the store are watched, too'
fi

mill=$top_srcdir/tests/cases/verify-template
detm template -q -o t.xml --field 'price=EUR 12.50' --field 'author=Anna Bee' "$mill/page-1.html"
sed 's/<field name="price"/<field name="cost"/' t.xml >renamed.xml
detm verify -w renamed.xml "$mill/same.html"
exits 0 'a field of a template that was renamed is not missed'

forged='w
b.html: drifted'
cp "$case/same.html" "$forged"
detm verify -w w.xml "$forged"
lines out 1 'a newline in the name of a page makes no line of its own'

detm verify "$case/same.html"
exits 2 'a wrapper is needed'
detm verify -w w.xml missing.html
exits 2 'a missing page is status 2'
detm verify -w w.xml -f yaml "$case/same.html"
exits 2 'an unknown format is status 2'
detm verify -w w.xml --min-confidence 2 "$case/same.html"
exits 2 'a confidence above 1 is status 2'
detm verify -w w.xml --min-confidence 0 "$case/same.html"
exits 2 'a confidence of 0, with which all has drifted, too'
says '--all reports all fields' 'and what does that is told'
detm verify -w w.xml --min-confidence 0.05 "$case/same.html"
exits 0 'the least that there is finds no drift where there is none'
done_checking
