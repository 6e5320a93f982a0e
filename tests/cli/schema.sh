#!/bin/sh
# detm export --as json-schema, sql, pydantic and arrow: the schema of a rule is that of the output of apply --typed.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
top_srcdir=$(cd "$top_srcdir" && pwd)

# Records with a price that is a range, a list, a date and a field whose name is a word of Python.
{
  echo '<h1>Boats</h1><ul>'
  n=0
  for boat in Hope Fame Dawn Gull Tern Skua; do
    n=$((n + 1))
    echo "<li><h3><a href=/b/$n>$boat</a></h3><p class=price>€ $n.50</p><p class=built>0$n/04/2021</p>"
    echo "<p class=class>dory $n</p><ul class=crew><li>Ada $n</li><li>Emil $n</li></ul></li>"
  done
  echo '</ul>'
} >boats.html
sed 's/€ 3.50/€ 3.50 - € 9.00/; s/€ 4.50/sold/' boats.html >night.html
detm learn -q -o w.xml --field boat=Hope --field 'price=€ 1.50' --field built=01/04/2021 --field 'class=dory 1' \
  --field 'crew=Ada 1' --field 'crew=Emil 1' boats.html
exits 0 'learns a wrapper'
detm template -q -o t.xml --field boat=Hope --field 'price=€ 1.50' boats.html
exits 0 'learns a template'

for format in json-schema sql pydantic arrow; do
  detm export -w w.xml --as "$format"
  exits 0 "a wrapper has a schema: $format"
  mv out "w.$format"
  detm export -w t.xml --as "$format"
  exits 0 "a template has a schema: $format"
  check "the price of a template has its parts: $format" grep -q '"price.amount"' out
done
check 'parts that no page has are in the schema' grep -q '"price.high": {"type": "number"}' w.json-schema
check 'a list is an array' grep -q '"crew": {"type": "array", "items": {"type": "string"}}' w.json-schema
check 'a list is a list of Python' grep -q 'crew: Optional\[List\[str\]\] = None' w.pydantic
check 'a word of Python is no attribute' grep -q 'field_class: Optional\[str\] = Field(None, alias="class")' w.pydantic
check 'the columns have a fixed order' [ "$(sed -n 's/^  "\([^"]*\)".*/\1/p' w.sql | tr '\n' ' ')" = \
  '@page boat price price.amount price.high price.currency built built.iso class crew ' ]
detm export -w w.xml --as sql --plain-names --table 'the "boats"'
check 'a table has its name' grep -q '^CREATE TABLE "the ""boats""" ($' out
check 'plain names have no dots' grep -q '^  "price_amount" DOUBLE PRECISION,$' out

detm export -w w.xml --as sql boats.html
exits 2 'a schema takes no pages'
says 'needs no PAGE' 'says that a schema takes no pages'
detm export -w w.xml --table x boats.html
exits 2 'selectors have no table'
says 'add --as sql' 'says that a table is that of a schema'
detm export -w w.xml --as json-schema --table x
exits 2 'a schema of JSON has no table'

for page in boats.html night.html; do
  detm apply -q --typed -w w.xml -f ndjson "$page"
  cat out >>typed.ndjson
done
detm apply -q --typed -w t.xml -f ndjson boats.html
mv out template.ndjson
detm export -w t.xml --as json-schema -o t.json-schema

# Other programs read the schemas: a skipped program is missing.
for program in jsonschema sqlite3 pydantic pyarrow; do
  python=
  for p in ${PYTHON:-} python3; do
    command -v "$p" >/dev/null && "$p" -c "import $program" 2>/dev/null && python=$p && break
  done
  if [ -z "$python" ]; then
    skip "the output of apply is that of the schema: $program" "no Python module $program"
    continue
  fi
  "$python" "$top_srcdir/tests/cli/schema.py" "$program" >out 2>err
  status=$?
  exits 0 "the output of apply is that of the schema: $program"
done
done_checking
