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
# Two columns with one header, as earlier versions wrote them; a row of names is no record.
cat >twice.xml <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<wrapper xmlns="urn:detm:wrapper:1" records="3" pages="1">
  <field id="name" name="name" type="text"/>
  <field id="score" name="score" type="number"/>
  <field id="score-2" name="score-2" type="text"/>
  <place path="/html/body/table"/>
  <record>
    <element tag="tr">
      <element tag="td" column="1"><text field="name" label="Name" sample="Ann"/></element>
      <element tag="td" column="2"><text field="score" label="Score" sample="1"/></element>
      <element tag="td" column="3"><text field="score-2" label="Score" sample="a"/></element>
    </element>
  </record>
</wrapper>
END
cat >twice.html <<'END'
<html><body><h1>x</h1><table>
<tr><th>Name</th><th>Score</th><th>Score</th></tr>
<tr><td>Ann</td><td>1</td><td>a</td></tr>
<tr><td>Bob</td><td>2</td><td>b</td></tr>
<tr><td>Cy</td><td>3</td><td>c</td></tr></table></body></html>
END
printf '%s\r\n' name,score,score-2 Ann,1,a Bob,2,b Cy,3,c >expected.csv
detm apply -q -f csv -w twice.xml twice.html
same out expected.csv 'two columns of an earlier version with one header'

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
