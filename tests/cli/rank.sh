#!/bin/sh
# detm rank: topics, manifests, states, and what is said of broken ones.
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
exits 0 'the pages of a manifest are ranked'
lines out 5 'with what they link to'
check 'by their URLs' grep -q '^http://x.example/w/a.html,.*,yes,yes,pages/a.html,1' out
check 'and the link that tells is first of the others' [ "$(grep ',no,' out | head -n 1 | cut -d, -f1)" = http://x.example/w/c.html ]
mv out all
detm rank -j 4 --topic topic.txt --pages pages/list -f csv pages/a.html pages/b.html
same out all 'pages may be named too, and threads do not matter'
detm rank --topic topic.txt --pages pages/list --unfetched --top 1 -f ndjson
lines out 1 'only the best of what to fetch next'
check 'is asked for' grep -q '"url":"http://x.example/w/c.html".*"fetched":"no"' out
detm rank --topic topic.txt --pages pages/list --fetched -f xml
lines out 25 'only the pages'
check 'and the XML is valid' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
detm rank --topic topic.txt --pages pages/list --pagerank -f csv
check 'PageRank has another order' [ "$(sed -n 2p out)" != "$(sed -n 2p all)" ]
detm rank --topic topic.txt pages/a.html --base http://y.example/ -f csv
check 'a page without URL is ranked too' grep -q '^,.*,pages/a.html,0' out
check 'its links are resolved against --base' grep -q '^http://y.example/sport,' out

# Topics
detm rank --topic pages/a.html --pages pages/list -f csv
exits 0 'a topic may be a page'
detm rank --topic topic.txt --topic pages/b.html --pages pages/list -f csv
check 'and several count' [ "$(cut -d, -f3 out)" != "$(cut -d, -f3 all)" ]
printf '\317\362\350\366\373' >cyrillic
detm rank --encoding windows-1251 --topic cyrillic --pages pages/list
exits 0 'a topic in another encoding is read as pages are'
: >empty
detm rank --topic empty --pages pages/list
exits 2 'an empty topic is refused'
says 'no words' 'and said to be'
detm rank --pages pages/list
exits 2 'no topic is refused'
says '--topic' 'with the remedy'
detm rank --topic nowhere --pages pages/list
exits 2 'and one that is not there'
detm rank --topic topic.txt
exits 2 'no pages are refused'
detm rank --topic topic.txt --pages pages/list --pages pages/list
exits 2 'so is a second manifest'
for wrong in '--c 2' '--d x' '--damping 1' '--rel pr' '--iterations -1' '--state -'; do
  # shellcheck disable=SC2086
  detm rank --topic topic.txt --pages pages/list $wrong
  exits 2 "$wrong is refused"
done

# Manifests
printf 'a.html\nb.html\tb.html\n\ta\nx\thttp://x.example/\tt\tmore\n' >pages/bad
detm rank --topic topic.txt --pages pages/bad
exits 2 'a broken manifest is refused'
check 'each line is named' [ "$(grep -c '^detm: pages/bad:[1-4]: ' err)" -eq 4 ]
printf 'a.html\thttp://x.example/a\na.html\thttp://x.example/b\nb.html\thttp://x.example/a\n' >pages/twice
detm rank --topic topic.txt --pages pages/twice
exits 2 'files and URLs must not stand there twice'
says 'pages/twice:2: the file is already in line 1' 'which is said of files'
says 'pages/twice:3: the URL is already in line 1' 'and of URLs'
printf 'a.html\thttp://x.example/a\nb.html\thttp://X.example:80/./a#b\n' >pages/same
detm rank --topic topic.txt --pages pages/same -f csv
exits 2 'nor the same URL in other words'
says 'pages/same:2: the URL is already in line 1' 'which is said of the line'
check 'before anything is read' [ ! -s out ]
for i in 1 2 3 4 5 6 7 8 9; do printf 'a.html\thttp://x.example/a\na.html\thttp://x.example/a\na.html\thttp://x.example/a\n'; done >pages/many
detm rank --topic topic.txt --pages pages/many
exits 2 'a manifest with many faults is refused'
lines err 21 'and twenty of them are told'
printf 'a.html\thttp://x.example/a\0b\n' >pages/nul
detm rank --topic topic.txt --pages pages/nul
exits 2 'nor NUL bytes'
printf 'a.html\thttp://x.example/a\nnone.html\thttp://x.example/b\n' >pages/gone
detm rank --topic topic.txt --pages pages/gone -f csv
exits 2 'a page that is gone is named'
check 'and the others are ranked' grep -q ',pages/a.html,' out
printf '%%PDF-1.4\n' >pages/c.pdf
printf 'a.html\thttp://x.example/w/a.html\nc.pdf\thttp://x.example/w/b.html\tapplication/pdf\n' >pages/pdf
detm rank --topic topic.txt --pages pages/pdf -f csv
exits 0 'what is no page is known as fetched'
check 'and not relevant' grep -q 'w/b.html,[0-9.]*,0,no,yes,pages/c.pdf,1' out

printf 'a.html\thttp://x.example/w/a.html\nc.pdf\thttp://x.example/w/b.html\ttext/html\n' >pages/html
detm rank --topic topic.txt --pages pages/html -f csv
check 'what says to be a page and is none is told' grep -q 'pages/c.pdf: ' err
cp pages/b.html other.html
detm rank --topic topic.txt --pages pages/list other.html
says 'other.html: has no line in pages/list' 'a page that the manifest does not know is told'
detm rank --topic topic.txt --pages pages/list --pagerank --unfetched -f csv
check 'PageRank says nothing of how relevant links are' [ "$(sed 1d out | cut -d, -f3 | sort -u)" = '' ]

# States
detm rank --topic topic.txt pages/a.html --state nameless -f csv
mv out all-nameless
detm rank --topic topic.txt pages/a.html --state nameless -f csv -v
says 'pages/a.html: is known' 'a page without URL is known by its name'
check 'and not counted twice' [ "$(wc -l <out)" -eq "$(wc -l <all-nameless)" ]
sed -n 1p pages/list >pages/first
detm rank --topic topic.txt --pages pages/first --state web -f csv
exits 0 'a state is made'
detm rank --topic topic.txt --pages pages/list --state web -f csv -v
exits 0 'and gone on from'
says 'pages/a.html: is known' 'without the pages that are known'
check 'all of them are ranked' [ "$(cut -d, -f4,6 out | sort)" = "$(cut -d, -f1,3 all | sort)" ]
cp web before
detm rank --topic topic.txt --state web -f csv --top 1
exits 0 'a state is enough'
detm rank --topic empty --topic topic.txt --topic pages/a.html --state web
exits 2 'but not with another topic'
says 'another topic' 'which is said'
detm rank --topic topic.txt --state web --seed 5
exits 2 'nor with other options'
head -c 100 before >web
detm rank --topic topic.txt --pages pages/list --state web
exits 2 'half a state is refused'
says 'damaged' 'as damaged'
check 'and left as it is' [ "$(wc -c <web)" -eq 100 ]
detm rank --topic topic.txt --pages pages/list --state pages/a.html
exits 2 'so is what is none'
check 'and it stays' grep -q Otters pages/a.html
for device in /dev/full /dev/zero pages; do
  detm rank --topic topic.txt --pages pages/list --state $device
  exits 2 "$device is no state"
  check 'as it is no regular file' grep -q "not a regular file" err
done
detm rank --topic topic.txt --pages /dev/zero
exits 2 'a manifest without an end is given up'
check 'with its limit' grep -q 'more than the 268435456 bytes' err
detm rank --topic topic.txt --pages pages/list --state nowhere/web
exits 2 'a state that cannot be written is told'
check 'before anything is printed' [ ! -s out ]
check 'no temporary file stays' [ -z "$(find . -name '.detm-*')" ]
done_checking
