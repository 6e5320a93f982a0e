#!/bin/sh
# Records in a table of an SQLite database: -o FILE.sqlite, -f sqlite, --table.  Python's sqlite3 reads what was written.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

# sql FILE STATEMENT: prints the rows as Python prints their values.
sql() {
  python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*map(repr, row), sep="\t")' "$1" "$2"
}

# night FILE PRICE...: makes a page with a record for each price.
night() {
  name=$1
  shift
  {
    echo '<!DOCTYPE html><html><head><meta charset=utf-8><title>Kettles</title></head><body><h1>Kettles</h1><ul>'
    number=0
    for price; do
      number=$((number + 1))
      echo "<li><h3><a href='/kettle/$number'>Kettle model $number</a></h3> <b class=price>$price</b>"
      echo "<i class=tag>steel</i> <i class=tag>$number litres</i></li>"
    done
    echo '</ul></body></html>'
  } >"$name"
}

night learn.html '€ 24.50' '€ 31.00' '€ 18.90' '€ 99.00'
night 1.html 'sold out' 'sold out' 'sold out'
night 2.html '€ 20.00 – € 28.00' '€ 31.00' 'sold out'
night 3.html '€ 21.75'
detm learn -o kettles.xml --field 'name=Kettle model 1' --field 'price=€ 24.50' learn.html
exits 0 'a wrapper of a list with prices'
detm apply -w kettles.xml -o probe.sqlite learn.html
case $(cat err) in
*'built without SQLite'*)
  echo '1..0 # SKIP built without SQLite'
  exit 0
  ;;
esac
exits 0 '-o FILE.sqlite writes a database'
sql probe.sqlite 'SELECT * FROM records' >out
check 'the table has the page and the fields of each record' \
  [ "$(head -n 1 out)" = "$(printf "'learn.html'\\t'Kettle model 1'\\t'€ 24.50'")" ]
lines out 4 'the table has a row for each record'

# ---- nights ----
for n in 1 2 3; do
  detm apply --typed -w kettles.xml -o nights.db $n.html
  check "night $n is added" [ "$status" -le 1 ]
  [ $n = 3 ] || sql nights.db "SELECT sql FROM sqlite_schema" >schema.$n
  detm apply --typed -w kettles.xml -f csv $n.html
  head -n 1 out >head.$n
  tail -n +2 out >>nights.csv
done
sql nights.db 'SELECT sql FROM sqlite_schema' >schema.3
same schema.1 schema.3 'the table is the same after nights of texts, ranges and one record'
same head.1 head.2 'CSV: the header is the same when nothing has a price'
same head.2 head.3 'CSV: the header is the same when nothing has a range'
lines nights.csv 7 'CSV: the rows of all nights'
sql nights.db 'SELECT "@page", price, "price.amount", "price.high", "price.currency" FROM records' >out
lines out 7 'the database has the rows of all nights'
check 'a range is two numbers' grep -q "^'2.html'	'€ 20.00 – € 28.00'	20.0	28.0	'EUR'$" out
check 'what is no price has none' grep -q "^'1.html'	'sold out'	None	None	None$" out
check 'one price has no other end' grep -q "^'3.html'	'€ 21.75'	21.75	None	'EUR'$" out

# ---- tables ----
detm apply -w kettles.xml -o nights.db --table plain 3.html
exits 0 '--table names another table'
sql nights.db 'SELECT count(*) FROM plain' >out
check 'the other table has its record' grep -qx 1 out
cp nights.db before.db
detm apply -w kettles.xml --typed -o nights.db --table plain 2.html 3.html
exits 2 'a table without the columns of the records is refused'
says 'nights.db: the table plain has no column price.amount' 'a table with other columns: the message names what lacks'
same nights.db before.db 'a refused table leaves the database as it was'
sql nights.db "CREATE TABLE mine(id INTEGER PRIMARY KEY, name, price, \"@PAGE\", seen DEFAULT 'now') " >/dev/null
detm apply -w kettles.xml -o nights.db --table mine 3.html
sql nights.db 'SELECT * FROM mine' >out
check 'further columns of a table get their defaults' \
  [ "$(cat out)" = "$(printf "1\\t'Kettle model 1'\\t'€ 21.75'\\t'3.html'\\t'now'")" ]
detm apply -w kettles.xml -o odd.sqlite --table 'a"b; DROP' 3.html
sql odd.sqlite 'SELECT name FROM sqlite_schema' >out
check 'any text names a table' grep -qF 'a"b; DROP' out

# ---- lists ----
{
  echo '<!DOCTYPE html><title>Kettles</title><h1>Kettles</h1><ul>'
  number=0
  for tags in 'steel small' 'steel large red' brass 'steel small round new'; do
    number=$((number + 1))
    echo "<li><h3><a href='/$number'>Kettle model $number</a></h3> <b class=price>$number.50</b> <p>"
    for tag in $tags; do echo "<a class=tag href='/tag/$tag'>$tag</a>"; done
    echo '</p></li>'
  done
  echo '</ul>'
} >tags.html
detm extract -o tags.sqlite tags.html
sql tags.sqlite 'SELECT tag FROM records' >out
check 'a list is a JSON array' grep -qx "'\[\"steel\",\"large\",\"red\"\]'" out
check 'a list of one value, too' grep -qx "'\[\"brass\"\]'" out

# ---- refused ----
echo 'not a database, but a long text that somebody wrote' >text.db
cp text.db text.copy
detm apply -w kettles.xml -o text.db 3.html
exits 2 'a file of another kind is refused'
says 'text.db: is not an SQLite database' 'a file of another kind: the message'
same text.db text.copy 'a file of another kind is left as it was'
detm store --store own.db add kettles.xml
cp own.db own.copy
detm apply -w kettles.xml -f sqlite -o own.db 3.html
exits 2 'a store is refused'
says 'own.db: is a store' 'a store: the message'
same own.db own.copy 'a store is left as it was'
detm apply -w kettles.xml -f sqlite 3.html
exits 2 '-f sqlite without -o is refused'
says 'name its file with -o' '-f sqlite without -o: the message'
detm apply -w kettles.xml -f csv --table x 3.html
exits 2 '--table for another format is refused'
mkdir pages
detm apply -w kettles.xml -f sqlite -o pages/ 3.html
exits 2 'a folder is refused'
detm apply -w kettles.xml -o none/x.db 3.html
exits 2 'a folder that does not exist is refused'
says 'none/x.db: cannot be created' 'a folder that does not exist: the message'
detm apply -w kettles.xml -o x.parquet 3.html
exits 2 '-o FILE.parquet is refused'
says 'package for Python' '-o FILE.parquet: the message names what writes it'

# ---- nothing or all ----
echo '<p>Nothing here' >empty.html
detm apply -w kettles.xml -o none.sqlite empty.html
check 'a run without records creates no file' [ ! -e none.sqlite ]
detm apply -w kettles.xml -o less.sqlite --max-output 60 learn.html
check 'a run beyond a limit adds no rows' [ ! -e less.sqlite ]
done_checking
