#!/bin/sh
# tests/score.py and tests/score-pages.py: figures for small pages with known answers.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
  skip 'tests/score.py computes its figures' 'no python3'
  done_checking
  exit 0
fi

# score FOLDER...: writes the figures of the mean to out: pages, precision, recall and so on, separated by spaces.
score() {
  python3 -B "$top_srcdir/tests/score.py" --detm "$DETM" "$@" >table 2>err
  status=$?
  sed -n 's/^mean *//p' table | tr -s ' ' >out
}

# gold NUMBER...: prints the expected records of a page of list: those with these numbers.
gold() {
  echo '{"title_field": "name", "records": ['
  comma=
  for i; do
    echo "$comma{\"name\": \"Jar number $i\", \"cost\": \"$i.50\", \"_note\": \"no field\"}"
    comma=,
  done
  echo ']}'
}

prints() {
  check "$2" [ "$(cat out)" = "$1" ]
}

mkdir shelf
list Jar 4 >shelf/one.html
gold 1 2 3 4 >shelf/one.html.gold.json
score shelf
exits 0 'score.py: status 0'
prints '1 1.000 1.000 1.000 1.000 1.000 1.000' 'all records and fields found: every figure is 1'
gold 1 2 3 >shelf/one.html.gold.json
score shelf
prints '1 0.857 0.750 1.000 0.857 1.000 0.000' 'an extra record lowers precision'
gold 1 2 3 4 5 >shelf/one.html.gold.json
score shelf
prints '1 0.889 1.000 0.800 0.889 0.800 0.000' 'a missing record lowers recall'
gold 1 2 3 4 | sed 's/\.50/.75/' >shelf/one.html.gold.json
score shelf
prints '1 1.000 1.000 1.000 1.000 0.500 1.000' 'a wrong value lowers the share of cells'
echo '<ul><li>Jar number 1 Jar number 2 <i>x</i><li>Jar number 3 <i>x</i><li>Jar number 4 <i>x</i></ul>' >shelf/one.html
gold 1 2 3 4 >shelf/one.html.gold.json
score --worst 1 shelf
check 'a record that joins two matches neither' grep -q ' 0.571 0.667 0.500 ' out
check '--worst names the worst page' grep -qx '0.571 .*  shelf/one.html' table

list Jar 4 >shelf/one.html
list Jar 6 >shelf/two.html
gold 1 2 3 4 5 6 >shelf/two.html.gold.json
score --wrappers shelf
prints '1 1.000 1.000 1.000 1.000 1.000 1.000' '--wrappers applies the wrapper of the first page to the second'

mkdir facts
for name in Ann Ben; do
  echo "<h1>$name</h1><p>Team: Team of $name</p><p>Free for all</p>" >facts/$name.html
  echo "{\"records\": [{\"name\": \"$name\", \"team\": \"Team of $name\", \"fee\": \"Free for all\"}]}" >facts/$name.html.gold.json
done
score --fields 1 facts
prints '2 1.000 1.000 2.000' '--fields 1 scores the candidates of one page'
score --fields 2 --worst 1 facts
prints '2 0.667 0.667 1.500' '--fields 2 scores the candidates of two pages'
check '--fields --worst names a missed field' grep -q '^0.667 (fee' table
rm shelf/two.html.gold.json
gold 1 2 3 4 | sed 's/"title_field"/"site": "jars", &/' >shelf/one.html.gold.json
echo '{"jars": {"name": {"names": ["title"], "title": true}, "cost": {"names": ["price"], "kind": "price"}}}' >shelf/names.json
score --examples shelf
check '--examples scores columns learned from one example each' grep -qE '^all +1 +2 +1.000 +1.000$' table
gold 1 2 3 4 | sed 's/"title_field"/"site": "jars", &/; s/4\.50/44/; s/3\.50/33/' >shelf/one.html.gold.json
echo 'Jar number 33 44' >>shelf/one.html
score --examples --worst 1 shelf
check '--examples counts a column with a wrong value in ten as wrong' grep -qE '^all +1 +2 +1.000 +0.500$' table
check '--examples --worst names a wrong column' grep -q '^0.500 .*shelf: jars: price 0.50' table

mkdir lists
for name in 4 5; do
  list Jar $name | sed 's/ <span.*<.em>//' >lists/$name.html
  seq -s ', ' $name | sed 's/[0-9][0-9]*/"Jar number &"/g;s/.*/{"records": [{"jar": [&]}]}/' >lists/$name.html.gold.json
done
score --lists 2 lists
prints '4 1.000 1.000 1.000 1.000' '--lists scores lists learned from two values'
score --lists 2 --spread lists
prints '4 1.000 1.000 1.000 1.000' '--lists --spread scores lists learned from their first and last value'
mkdir empty
score empty
check 'a folder without pages is an error' [ "$status" != 0 ]
says 'empty' 'a folder without pages is named'

# ---- score-pages.py ----

score_pages() {
  python3 -B "$top_srcdir/tests/score-pages.py" --detm "$DETM" "$@" >table 2>err
  status=$?
  sed -n 's/^mean *//p' table | tr -s ' ' >out
}

# person NAME SITE ELEMENT: a page about one thing, with its answer.
person() {
  echo "<!DOCTYPE html><title>$1</title><$3><h1>$1</h1><p>Team: <b>$1's team</b></p><p class=$2>Since: <i>19${#1}1</i></p></$3>" >"$2/$1.html"
  echo "{\"kind\": \"detail\", \"site\": \"$2\", \"records\": [{\"name\": \"$1\", \"team\": \"$1's team\"}]}" >"$2/$1.html.gold.json"
}
mkdir players clubs
for name in Ann Benedict Cy; do person $name players main; done
for name in Rovers City; do person $name clubs section; done
score_pages templates players clubs
prints '3 1.000 1.000 1.000' 'templates: all fields are right'
score_pages templates --turns players clubs
prints '8 1.000 1.000 1.000' 'templates --turns: each page is the sample once'
score_pages match players clubs
prints '3 1.000' 'match: each page has the template of its site'
sed -i.old "s/Cy's team/another/" players/Cy.html.gold.json
score_pages templates -k 2 --turns players
prints '3 0.833 0.833 0.833' 'templates -k 2 --turns: a wrong value lowers the figures'

mkdir news
cp "$top_srcdir/examples/weir.html" news
sed -n '/<article>/,/<\/article>/p' news/weir.html | grep -v byline | sed 's/<[^>]*>//g' | tr '\n' ' ' |
  sed 's/.*/{"text": "&", "title": "The weir is mended at last", "date": "2023-11-08T07:15:00Z"}/' >news/weir.html.gold.json
score_pages content news
prints '1 1.000 1.000 1.000 1.000 1.000' 'content: text, title and day are right'
sed -i.old 's/2023/2022/; s/"text": "/&Four words more here. /; s/ is mended at last", "date/", "date/' news/weir.html.gold.json
score_pages content news
check 'content: missing words lower recall, another title and day are wrong' \
  grep -qE '^1 0\.9[0-9]* 1\.000 0\.9[0-9]* 0\.000 0\.000$' out

mkdir kinds
cp "$top_srcdir/examples/weir.html" "$top_srcdir/examples/shop.html" kinds
echo '{"page_type": "article"}' >kinds/weir.html.gold.json
echo '{"kind": "list"}' >kinds/shop.html.gold.json
score_pages kinds kinds
prints '2 1.000' 'kinds: both are right'
echo '{"kind": "detail"}' >kinds/shop.html.gold.json
score_pages kinds kinds
prints '2 0.500' 'kinds: a list that should be a topic is wrong'
done_checking
