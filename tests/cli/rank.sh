#!/bin/sh
# detm rank: topics, manifests, states, and broken ones.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

mkdir pages
echo 'How otters live in rivers' >topic.txt
cat >pages/a.html <<'END'
<title>Otters</title><p>Otters hunt in rivers. <a href="b.html">Rivers and otters</a></p><nav><a href="/sport">Sport</a></nav>
END
cat >pages/b.html <<'END'
<title>Rivers</title><p>Rivers run to the sea. <a href="c.html">Where otters live</a></p><p><a href="a.html#x">back</a></p>
END
printf '\357\273\277./a.html\thttp://x.example/w/a.html\r\nb.html\thttp://x.example/w/b.html\ttext/html\r\n' >pages/list

detm rank --topic topic.txt --pages pages/list -f csv
exits 0 'rank reads the pages of a manifest'
lines out 5 'rank prints the pages and their links'
check 'a page has the URL of the manifest' grep -q '^http://x.example/w/a.html,.*,yes,yes,pages/a.html,1' out
check 'a link in a relevant sentence is ranked first among the links' [ "$(grep ',no,' out | head -n 1 | cut -d, -f1)" = http://x.example/w/c.html ]
mv out all
detm rank -j 4 --topic topic.txt --pages pages/list -f csv pages/a.html pages/b.html
same out all 'pages can be named too, and the number of threads does not change the output'
detm rank --topic topic.txt --pages pages/list --unfetched --top 1 -f ndjson
lines out 1 '--unfetched --top 1 prints one link'
check '--unfetched --top 1 prints the best link' grep -q '"url":"http://x.example/w/c.html".*"fetched":"no"' out
detm rank --topic topic.txt --pages pages/list --fetched -f xml
lines out 25 '--fetched prints only the pages'
check 'XML output is valid' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
detm rank --topic topic.txt --pages pages/list --pagerank -f csv
check '--pagerank changes the order' [ "$(cut -d, -f1 out)" != "$(cut -d, -f1 all)" ]
detm rank --topic topic.txt pages/a.html --base http://y.example/ -f csv
check 'a page without a URL is ranked' grep -q '^,.*,pages/a.html,0' out
check 'links of a page without a URL are resolved with --base' grep -q '^http://y.example/sport,' out

# Topics
detm rank --topic pages/a.html --pages pages/list -f csv
exits 0 'a topic can be a page'
mv out expected
gzip -c pages/a.html >a.html.gz
detm rank --topic a.html.gz --pages pages/list -f csv
same out expected 'a topic may be compressed'
detm rank --topic topic.txt --topic pages/b.html --pages pages/list -f csv
check 'a second --topic changes the scores' [ "$(cut -d, -f3 out)" != "$(cut -d, -f3 all)" ]
printf '\317\362\350\366\373' >cyrillic
detm rank --encoding windows-1251 --topic cyrillic --pages pages/list
exits 0 '--encoding applies to topics'
: >empty
detm rank --topic empty --pages pages/list
exits 2 'an empty topic: status 2'
says 'no words' 'an empty topic is reported'
detm rank --pages pages/list
exits 2 'rank without a topic: status 2'
says '--topic' 'rank without a topic: the message names the option'
detm rank --topic nowhere --pages pages/list
exits 2 'a missing topic: status 2'
detm rank --topic topic.txt
exits 2 'rank without pages: status 2'
detm rank --topic topic.txt --pages pages/list --pages pages/list
exits 2 'a second manifest: status 2'
for wrong in '--c 2' '--d x' '--damping 1' '--rel pr' '--iterations -1' '--state -'; do
  # shellcheck disable=SC2086
  detm rank --topic topic.txt --pages pages/list $wrong
  exits 2 "$wrong is refused"
done

# Manifests
printf 'a.html\nb.html\tb.html\n\ta\nx\thttp://x.example/\tt\tmore\n' >pages/bad
detm rank --topic topic.txt --pages pages/bad
exits 2 'a broken manifest: status 2'
check 'a broken manifest: each line is reported' [ "$(grep -c '^detm: pages/bad:[1-4]: ' err)" -eq 4 ]
printf 'a.html\thttp://x.example/a\na.html\thttp://x.example/b\nb.html\thttp://x.example/a\n' >pages/twice
detm rank --topic topic.txt --pages pages/twice
exits 2 'a manifest with duplicate lines: status 2'
says 'pages/twice:2: the file is already in line 1' 'a duplicate file in a manifest is reported'
says 'pages/twice:3: the URL is already in line 1' 'a duplicate URL in a manifest is reported'
printf 'a.html\thttp://x.example/a\nb.html\thttp://X.example:80/./a#b\n' >pages/same
detm rank --topic topic.txt --pages pages/same -f csv
exits 2 'a manifest with one URL in two spellings: status 2'
says 'pages/same:2: the URL is already in line 1' 'a URL in another spelling is reported as a duplicate'
check 'a broken manifest: nothing is printed' [ ! -s out ]
for i in 1 2 3 4 5 6 7 8 9; do printf 'a.html\thttp://x.example/a\na.html\thttp://x.example/a\na.html\thttp://x.example/a\n'; done >pages/many
detm rank --topic topic.txt --pages pages/many
exits 2 'a manifest with 26 errors: status 2'
lines err 21 'a manifest with 26 errors: twenty are reported, and that there are more'
printf 'a.html\thttp://x.example/a\0b\n' >pages/nul
detm rank --topic topic.txt --pages pages/nul
exits 2 'a manifest with NUL bytes: status 2'
printf 'a.html\thttp://x.example/a\nnone.html\thttp://x.example/b\n' >pages/gone
detm rank --topic topic.txt --pages pages/gone -f csv
exits 2 'a missing page of a manifest: status 2'
check 'a missing page of a manifest: the others are ranked' grep -q ',pages/a.html,' out
printf '%%PDF-1.4\n' >pages/c.pdf
printf 'a.html\thttp://x.example/w/a.html\nc.pdf\thttp://x.example/w/b.html\tapplication/pdf\n' >pages/pdf
detm rank --topic topic.txt --pages pages/pdf -f csv
exits 0 'a PDF file with its type in the manifest: status 0'
check 'a PDF file with its type in the manifest is fetched and not relevant' grep -q 'w/b.html,[0-9.]*,0,no,yes,pages/c.pdf,1' out

printf 'a.html\thttp://x.example/w/a.html\nc.pdf\thttp://x.example/w/b.html\ttext/html\n' >pages/html
detm rank --topic topic.txt --pages pages/html -f csv
check 'a PDF file that the manifest calls HTML is reported' grep -q 'pages/c.pdf: ' err
cp pages/b.html other.html
detm rank --topic topic.txt --pages pages/list other.html
says 'other.html: has no line in pages/list' 'a page that is not in the manifest is reported'
detm rank --topic topic.txt --pages pages/list --pagerank --unfetched -f csv
check '--pagerank leaves the relevance of links empty' [ "$(sed 1d out | cut -d, -f3 | sort -u)" = '' ]

# States
detm rank --topic topic.txt pages/a.html --state nameless -f csv
mv out all-nameless
detm rank --topic topic.txt pages/a.html --state nameless -f csv -v
says 'pages/a.html: is known' '--state: a page without a URL is recognised by its name'
check '--state: a page without a URL is not added twice' [ "$(wc -l <out)" -eq "$(wc -l <all-nameless)" ]
sed -n 1p pages/list >pages/first
detm rank --topic topic.txt --pages pages/first --state web -f csv
exits 0 '--state creates a state'
detm rank --topic topic.txt --pages pages/list --state web -f csv -v
exits 0 '--state continues from a state'
says 'pages/a.html: is known' '--state: known pages are reported with -v'
check '--state: pages of both runs are ranked' [ "$(cut -d, -f4,6 out | sort)" = "$(cut -d, -f1,3 all | sort)" ]
cp web before
detm rank --topic topic.txt --state web -f csv --top 1
exits 0 '--state without pages ranks the pages of the state'
detm rank --topic empty --topic topic.txt --topic pages/a.html --state web
exits 2 '--state with another topic: status 2'
says 'another topic' '--state with another topic is reported'
detm rank --topic topic.txt --state web --seed 5
exits 2 '--state with other options: status 2'
head -c 100 before >web
detm rank --topic topic.txt --pages pages/list --state web
exits 2 'a truncated state: status 2'
says 'damaged' 'a truncated state is reported as damaged'
check 'a truncated state is not changed' [ "$(wc -c <web)" -eq 100 ]
detm rank --topic topic.txt --pages pages/list --state pages/a.html
exits 2 'a page in place of a state: status 2'
check 'a page in place of a state is not changed' grep -q Otters pages/a.html
for device in /dev/full /dev/zero pages; do
  detm rank --topic topic.txt --pages pages/list --state $device
  exits 2 "$device in place of a state: status 2"
  check "$device in place of a state is reported" grep -q "not a regular file" err
done
detm rank --topic topic.txt --pages /dev/zero
exits 2 'an endless manifest: status 2'
check 'an endless manifest: the message has the limit' grep -q 'more than the 268435456 bytes' err
detm rank --topic topic.txt --pages pages/list --state nowhere/web
exits 2 'a state in a missing folder: status 2'
check 'a state in a missing folder: nothing is printed' [ ! -s out ]
check 'no temporary file is left' [ -z "$(find . -name '.detm-*')" ]
done_checking
