#!/bin/sh
# Each command with pages that fit and with pages that do not.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
list Jar 12 >a.html
list Jar 5 >b.html
cat >other.html <<'EOF'
<html><body><table><tr><th>Case<th>Court<th>Judge</tr>
<tr><td>12/24<td>North<td>A. Hale</tr><tr><td>13/24<td>South<td>B. Moor</tr><tr><td>14/24<td>North<td>C. Ray</tr>
</table></body></html>
EOF

detm learn -o w.xml a.html
exits 0 'learn succeeds'
check 'the wrapper is XML in the wrapper namespace' grep -q 'urn:detm:wrapper:1' w.xml
detm learn a.html
same out w.xml 'learn without -o prints the wrapper'
detm apply -w w.xml -f ndjson b.html
exits 0 'apply succeeds on a page of the site'
lines out 5 'apply prints every record of the page'
"$DETM" apply -w - -f ndjson b.html <w.xml >fromstdin 2>err
same out fromstdin 'apply reads the wrapper from standard input'
detm apply -w w.xml -f ndjson other.html b.html
exits 1 'a page that does not fit: status 1'
says 'other.html: does not fit' 'a page that does not fit is named'
says 'missing:' 'a page that does not fit: the missing fields are listed'
lines out 5 'the records of the page that fits are printed'
sed '/<li>/d' b.html >silent.html
detm apply -w w.xml -f ndjson silent.html
exits 1 'a page without records and without "no results": status 1'
check 'a page without records prints no record' [ ! -s out ]
says 'silent.html: fits the wrapper but holds no record' 'a page without records and without "no results" is named'
{ cat silent.html; echo '<p>No results</p>'; } >none.html
detm apply -w w.xml -f ndjson none.html
exits 0 'a page that says "no results" fits'
check 'a page that says "no results" prints no record' [ ! -s out ]
check 'a page that says "no results" causes no message' [ ! -s err ]
detm apply -v -w w.xml -f ndjson none.html
says 'holds no record' 'apply -v reports a page that says "no results"'
sed 's/<\/wrapper>//' w.xml >broken.xml
detm apply -w broken.xml b.html
exits 2 'a broken wrapper: status 2'
check 'a broken wrapper is reported with its line' grep -q '^detm: broken.xml:[0-9][0-9]*: ' err
detm apply -w gone.xml b.html
exits 2 'a missing wrapper: status 2'
detm apply -w b.html b.html
exits 2 'a page in place of a wrapper: status 2'
detm apply -w /dev/null b.html
exits 2 'an empty file in place of a wrapper: status 2'
detm verify --base https://shop.example/list -w w.xml a.html
exits 0 'verify: links that are absolute now and were relative when learned: status 0'
detm learn -o w2.xml a.html /dev/null
exits 1 'learn: a page without records: status 1'
says '/dev/null: ' 'learn: a page without records is named'
check 'learn: the wrapper of the other page is written' [ -s w2.xml ]
detm learn -o w2.xml "$top_srcdir/examples/article.html"
exits 0 'learn: an uncertain list: status 0'
says "whether these are the page's main records; see 'detm extract --all-regions', 'detm content' for an article, or 'detm template' for a page about one thing" 'learn: an uncertain list is reported with advice'
detm learn --region 1 -o w2.xml "$top_srcdir/examples/article.html"
check 'learn: a chosen list is not uncertain' sh -c '! grep -q uncertain err'
detm inspect -o r.html "$top_srcdir/examples/article.html"
says 'main records; the report shows the other regions' 'inspect: the advice is its own'
detm learn gone.html
exits 2 'learn without a readable page: status 2'
check 'learn without a readable page prints no wrapper' [ ! -s out ]

detm extract --together -f ndjson a.html b.html gone.html
exits 2 '--together: a missing page: status 2'
lines out 17 '--together: the records of all other pages are printed'
detm extract -f ndjson a.html b.html
mv out each
lines each 17 '--together finds as many records as one page at a time'
detm extract --base https://example.org/shop/ -f ndjson a.html
check '--base resolves links' grep -q 'https://example.org/item/1"' out

cat >two.html <<'EOF'
<html><body><ul class=menu><li><a href=/a>Alpha</a><li><a href=/b>Beta</a><li><a href=/c>Gamma</a><li><a href=/d>Delta</a></ul>
EOF
list Jar 12 >>two.html
detm extract --all-regions two.html
check '--all-regions prints several regions' [ "$(grep -c '<region ' out)" -gt 1 ]
detm extract two.html
check 'without --all-regions one region is printed' [ "$(grep -c '<region ' out)" = 1 ]
check 'without --all-regions the region has number 1' grep -q '<region n="1"' out

detm tree a.html
exits 0 'tree succeeds'
check 'tree prints texts' grep -q 'Jar number 12' out
detm tree --xml -o tree.xml a.html
check 'tree --xml writes XML' grep -q '^<?xml' tree.xml
detm tree --sizes a.html
check 'tree --sizes prints a number beside the root' grep -q '^html.*[0-9]' out
detm distance a.html a.html
exits 0 'distance succeeds'
check 'the distance of a page to itself is 0' grep -qx 'distance: 0' out
check 'the similarity of a page to itself is 1' grep -qx 'similarity: 1.0000' out
detm distance a.html other.html
check 'the distance of different pages is above 0' grep -q '^distance: [1-9]' out
detm distance --path-a '/html/body/ul/li[1]' --path-b '/html/body/ul/li[2]' a.html b.html
check '--path-a and --path-b compare parts of pages' grep -qx 'similar: yes' out
detm distance --path-a '/html/body/ol' a.html b.html
exits 2 '--path-a with a path that is not on the page: status 2'
detm distance a.html gone.html
exits 2 'distance: a missing page: status 2'
done_checking
