#!/bin/sh
# Files that earlier versions wrote (tests/earlier) are read, and give what these versions printed.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
earlier=$top_srcdir/tests/earlier
cp -r "$top_srcdir/examples" examples && chmod -R u+w examples && cd examples || exit 99

for rule in 'shop shop-2' 'docket docket-2' 'book book-2'; do
  # shellcheck disable=SC2086 # two words
  set -- $rule
  detm apply -q -f csv -w "$earlier/$1.xml" "$2.html"
  exits 0 "$1.xml is applied"
  if [ "$1" = docket ]; then # rows of one text were no records of tables
    lines out 14 "$1.xml gives all rows of the table"
    sed -e '/Time to be set/d' -e '/Closed hearing/d' out >rows && mv rows out
  fi
  same out "$earlier/$1.csv" "$1.xml gives the records that it gave when it was written"
done
detm verify -w "$earlier/shop.xml" shop-2.html
exits 0 'verify reads a wrapper of an earlier version'

cp "$earlier/walls.web" walls.web && chmod u+w walls.web
detm rank --topic topic.txt --state walls.web -f csv
same out "$earlier/walls.csv" 'a web of an earlier version gives the same ranks, on machines of any byte order'

if "$DETM" store runs --store none.db 2>&1 | grep -q 'built without SQLite'; then
  skip 'a store of an earlier version is read' 'this detm was built without SQLite'
else
  cp "$earlier/store.db" store.db && chmod u+w store.db
  detm store records 1 --store store.db -f csv
  same out "$earlier/run.csv" 'a run of a store of an earlier version has its records'
  detm store show shop --store store.db
  same out "$earlier/shop.xml" 'a wrapper of a store of an earlier version has its bytes'
  detm apply -q --store store.db --save -f csv shop-2.html
  exits 0 'a store of an earlier version is applied, and saves'
  detm store runs --store store.db
  lines out 4 'the run is the third'
fi
done_checking
