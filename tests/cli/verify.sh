#!/bin/sh
# detm verify: statuses, formats, wrappers without a profile, options.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
case=$top_srcdir/tests/cases/verify

detm learn -q -o w.xml "$case/page-1.html" "$case/page-2.html"
detm verify -w w.xml "$case/same.html"
exits 0 'a page without drift: status 0'
check 'a page without drift is reported' grep -q 'same.html: as before$' out
detm verify -w w.xml "$case/swapped.html"
exits 1 'a page with drift: status 1'
check 'a page with drift is reported with field and change' grep -q 'shifted *date: values like those of price; before e.g.' out

cp "$case/swapped.html" again.html
detm verify -f ndjson -w w.xml "$case/swapped.html" again.html "$case/same.html"
check 'NDJSON has a line for each finding' grep -q '"field":"date","change":"shifted",.*"to":"price","confidence":[01]' out
check 'NDJSON has no line for a page without drift' sh -c '! grep -q "same.html" out'
check 'several pages with drift: all together are reported too' grep -q '"@page":"(all pages)"' out
for format in xml csv text; do
  detm verify -f $format -w w.xml "$case/swapped.html"
  check "-f $format has the finding" grep -q shifted out
done
if command -v xmllint >/dev/null; then
  detm verify --all -f xml -w w.xml "$case/swapped.html" "$case/same.html"
  check 'XML output is valid' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
else
  skip 'XML output is valid' 'no xmllint'
fi
detm verify --all -w w.xml "$case/same.html"
exits 0 '--all with a page without drift: status 0'
check '--all reports every field' grep -q 'price' out
detm verify --min-confidence 1 -w w.xml "$case/swapped.html"
check '--min-confidence 1 suppresses a finding' grep -q 'as before' out

detm apply --verify -f csv -w w.xml "$case/same.html"
exits 0 'apply --verify of a page without drift: status 0'
detm apply --verify -f csv -w w.xml "$case/swapped.html"
exits 1 'apply --verify of a page with drift: status 1'
says 'swapped.html: drifted: shifted date: values like those of price; before' 'apply --verify of a page with drift reports it'
check 'apply --verify of a page with drift prints the records' grep -q '^title,' out
detm apply --verify --per-page -w w.xml "$case/swapped.html"
exits 1 'apply --verify --per-page of a page with drift: status 1'
check 'apply --verify --per-page: the line has the drift' grep -q '"@status":"drifted",.*"@message":"drifted: shifted price' out
detm apply --verify -L lib "$case/same.html"
exits 2 'apply --verify without a wrapper: status 2'

sed '/<profile/,/<\/profile>/d' w.xml >old.xml
detm apply --verify -w old.xml "$case/same.html"
exits 2 'apply --verify with a wrapper without a profile: status 2'
detm apply -f ndjson -w old.xml "$case/same.html"
exits 0 'apply works with a wrapper without a profile'
detm verify -w old.xml "$case/same.html"
exits 2 'verify with a wrapper without a profile: status 2'
check 'verify with a wrapper without a profile: the message says what to do' grep -q 'old.xml.*learn it again' err
sed 's/name="date"/name="when"/' w.xml >renamed.xml
detm verify -w renamed.xml "$case/swapped.html"
check 'a renamed field is compared with its old values' grep -q 'shifted *when' out
sed 's/name="date"/name="date" wanted="no"/' w.xml >unwanted.xml
detm verify -w unwanted.xml "$case/same.html"
exits 0 'a field with wanted="no" is not reported as missing'

echo x >bad.db
detm apply --verify -w w.xml --store=bad.db "$case/same.html"
exits 2 'apply --verify with a store that cannot be read: status 2'
detm apply --verify -w stock:product "$top_srcdir/examples/product.html"
exits 2 'apply --verify of a stock template: status 2'
says 'was not learned from pages' 'apply --verify of a stock template: the message says why'
detm learn -q -o cards.xml "$top_srcdir/examples/shop.html"
# the records after the sixth are made of other elements
awk '/<li class="card/ { cards++ }
     cards > 6 && /^ *<(h3|p|div|a|button)/ { gsub(/<(h3|p|div|button)/, "<section"); gsub(/<\/(h3|p|div|button)/, "</section") }
     cards > 6 && /<li class="card/ { $0 = $0 "<div>" }
     { print }' "$top_srcdir/examples/shop.html" >tiles.html
detm apply -f csv -w cards.xml tiles.html
says '12 of 18 elements of the list do not fit the wrapper' 'apply reports records that are lost'
detm verify -w cards.xml tiles.html
exits 1 'verify of a page with lost records: status 1'
check 'verify reports records that are lost' grep -q 'count.*now 12 elements beside the records do not fit' out
detm apply -f csv -w cards.xml "$top_srcdir/examples/shop-2.html"
check 'apply reports no lost records on another page' sh -c '! grep -q "do not fit" err'
# no cards, but a text
awk '/<li class="card/ { inside = 1 }
     !inside { print }
     inside && /<\/li>/ { if (!said++) print "<li>No products found.</li>"; inside = 0 }' "$top_srcdir/examples/shop.html" >none.html
cp none.html none-2.html
detm apply -f csv -w cards.xml none.html
exits 0 'apply to a page that says that it is empty: status 0'
detm apply --verify -f csv -w cards.xml none.html
exits 0 'apply --verify of a page that says that it is empty: status 0'
detm verify -w cards.xml none.html
exits 0 'verify of a page that says that it is empty: status 0'
check 'a page that says that it is empty has not drifted' grep -q 'none.html: as before$' out
detm verify -w cards.xml "$top_srcdir/examples/shop-2.html" none.html none-2.html
exits 0 'verify of pages of which some say that they are empty: status 0'
detm verify -w cards.xml none.html none-2.html
exits 1 'verify of pages that all say that they are empty: status 1'
check 'pages that all say that they are empty have drifted together' grep -q '^(all pages): drifted$' out
detm apply --verify -f csv -w cards.xml none.html none-2.html
exits 1 'apply --verify of pages that all say that they are empty: status 1'
says '(all pages): drifted: count page: before' 'apply --verify reports pages that all say that they are empty'
detm apply --verify -f csv -w cards.xml none.html "$top_srcdir/examples/shop-2.html" none-2.html
exits 0 'apply --verify of pages of which some say that they are empty: status 0'
sed 's/No products found/Welcome/' none.html >silent.html
detm verify -w cards.xml silent.html
exits 1 'verify of a page without records that does not say that it is empty: status 1'

detm apply -w w.xml --save --store=s.db "$case/same.html"
if [ "$status" = 2 ] && grep -q SQLite err; then
  skip 'apply --save compares the values with earlier ones' 'built without SQLite'
else
  exits 0 'apply --save of a page without drift: status 0'
  detm apply -w w.xml --save --store=s.db "$case/swapped.html"
  exits 1 'apply --save of a page with drift: status 1'
  says 'drifted: shifted date: values like those of price; before' 'apply --save of a page with drift reports it'
  detm learn -q -o shop.xml "$top_srcdir/examples/shop.html"
  detm apply -w shop.xml --save --store=s.db "$top_srcdir/examples/shop.html"
  exits 0 'apply --save: a column that learning left out is not reported as missing'
  for columns in --all-columns --others -q; do
    detm apply -w shop.xml --save --store=all.db $columns "$top_srcdir/examples/shop.html"
    exits 0 "apply --save $columns: status 0"
    detm verify -w shop.xml --store all.db "$top_srcdir/examples/shop.html"
    exits 0 "apply --save $columns: verify finds no drift"
  done
  detm verify -w w.xml --store s.db "$case/constant.html"
  exits 1 'verify --store compares with saved runs'
  check 'verify --store ignores saved runs with drift' grep -q 'before 21 different values' out
  detm verify -w w.xml --store none.db "$case/same.html"
  exits 2 'verify with a missing store: status 2'
  detm store --store r.db add w.xml
  detm apply --store=r.db --save "$case/swapped.html"
  exits 1 'apply --store --save of a page with drift: status 1'
fi

mill=$top_srcdir/tests/cases/verify-template
detm template -q -o t.xml --field 'price=EUR 12.50' --field 'author=Anna Bee' "$mill/page-1.html"
sed 's/<field name="price"/<field name="cost"/' t.xml >renamed.xml
detm verify -w renamed.xml "$mill/same.html"
exits 0 'a renamed field of a template is not reported as missing'

forged='w
b.html: drifted'
cp "$case/same.html" "$forged"
detm verify -w w.xml "$forged"
lines out 1 'a newline in the name of a page does not add a line'

detm verify "$case/same.html"
exits 2 'verify without a wrapper: status 2'
detm verify -w w.xml missing.html
exits 2 'a missing page: status 2'
detm verify -w w.xml -f yaml "$case/same.html"
exits 2 'an unknown format: status 2'
detm verify -w w.xml --min-confidence 2 "$case/same.html"
exits 2 '--min-confidence above 1: status 2'
detm verify -w w.xml --min-confidence 0 "$case/same.html"
exits 2 '--min-confidence 0: status 2'
says '--all reports all fields' '--min-confidence 0: the message refers to --all'
detm verify -w w.xml --min-confidence 0.05 "$case/same.html"
exits 0 'the smallest --min-confidence finds no drift on a page without drift'
done_checking
