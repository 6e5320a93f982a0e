#!/bin/sh
# What each command does with pages that fit and that do not.
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
check 'the wrapper is XML of the wrapper namespace' grep -q 'urn:detm:wrapper:1' w.xml
detm learn a.html
same out w.xml 'learn without -o prints the wrapper'
detm apply -w w.xml -f ndjson b.html
exits 0 'apply succeeds on a page of the site'
lines out 5 'with its records'
"$DETM" apply -w - -f ndjson b.html <w.xml >fromstdin 2>err
same out fromstdin 'the wrapper may come from standard input'
detm apply -w w.xml -f ndjson other.html b.html
exits 1 'a page that does not fit is status 1'
says 'other.html: does not fit' 'and is named'
says 'missing:' 'with what is missing'
lines out 5 'and the records of the other stand'
sed '/<li>/d' b.html >silent.html
detm apply -w w.xml -f ndjson silent.html
exits 1 'a page without records that does not say so is status 1'
check 'and gives none' [ ! -s out ]
says 'silent.html: fits the wrapper but holds no record' 'and is named'
{ cat silent.html; echo '<p>No results</p>'; } >none.html
detm apply -w w.xml -f ndjson none.html
exits 0 'an empty result page fits'
check 'and holds no record' [ ! -s out ]
check 'without a word' [ ! -s err ]
detm apply -v -w w.xml -f ndjson none.html
says 'holds no record' '-v tells it'
sed 's/<\/wrapper>//' w.xml >broken.xml
detm apply -w broken.xml b.html
exits 2 'a broken wrapper is status 2'
check 'its line is told' grep -q '^detm: broken.xml:[0-9][0-9]*: ' err
detm apply -w gone.xml b.html
exits 2 'a missing wrapper is status 2'
detm apply -w b.html b.html
exits 2 'a page is no wrapper'
detm apply -w /dev/null b.html
exits 2 'an empty file is no wrapper'
detm learn -o w2.xml a.html /dev/null
exits 1 'a sample without records is status 1'
says '/dev/null: ' 'and is named'
check 'the wrapper of the others stands' [ -s w2.xml ]
detm learn gone.html
exits 2 'no sample can be read'
check 'and no wrapper is printed' [ ! -s out ]

detm extract --together -f ndjson a.html b.html gone.html
exits 2 '--together goes on past a missing page'
lines out 17 'with the records of all others'
detm extract -f ndjson a.html b.html
mv out each
lines each 17 'as many as one by one'
detm extract --base https://example.org/shop/ -f ndjson a.html
check '--base makes links whole' grep -q 'https://example.org/item/1"' out

cat >two.html <<'EOF'
<html><body><ul class=menu><li><a href=/a>Alpha</a><li><a href=/b>Beta</a><li><a href=/c>Gamma</a><li><a href=/d>Delta</a></ul>
EOF
list Jar 12 >>two.html
detm extract --all-regions two.html
check '--all-regions prints several' [ "$(grep -c '<region ' out)" -gt 1 ]
detm extract two.html
check 'without it there is one' [ "$(grep -c '<region ' out)" = 1 ]
check 'region 1 of 1 is the main one' grep -q '<region n="1"' out

detm tree a.html
exits 0 'tree succeeds'
check 'texts are in it' grep -q 'Jar number 12' out
detm tree --xml -o tree.xml a.html
check '--xml is XML' grep -q '^<?xml' tree.xml
detm tree --sizes a.html
check '--sizes puts a number beside the root' grep -q '^html.*[0-9]' out
detm distance a.html a.html
exits 0 'distance succeeds'
check 'a page is at distance 0 from itself' grep -qx 'distance: 0' out
check 'and its similarity is 1' grep -qx 'similarity: 1.0000' out
detm distance a.html other.html
check 'different pages are apart' grep -q '^distance: [1-9]' out
detm distance --path-a '/html/body/ul/li[1]' --path-b '/html/body/ul/li[2]' a.html b.html
check 'paths name parts' grep -qx 'similar: yes' out
detm distance --path-a '/html/body/ol' a.html b.html
exits 2 'a path that is not there is a usage error'
detm distance a.html gone.html
exits 2 'a missing page is status 2'
done_checking
