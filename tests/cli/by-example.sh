#!/bin/sh
# Columns by example: --field, --also-others, --rename, --drop and --title of extract and learn.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

list Jar 12 >jars.html
list Bowl 9 >bowls.html

# header COLUMNS NAME: passes if the CSV in out has these columns, apart from @page.
header() { check "$2" [ "$(head -1 out | tr -d '\r' | sed 's/^@page,//')" = "$1" ]; }
has() { check "$1" grep -q -- "$2" "$3"; }

detm learn --field 'what=Jar number 3' --field 'where=Shelf 3' -o w.xml jars.html
exits 0 'learn accepts examples'
check 'learn with examples prints no message' [ ! -s err ]
detm apply -w w.xml -f csv bowls.html
exits 0 'the wrapper fits other pages of the site'
header what,where 'the wrapper writes only the columns of the examples'
has 'the wrapper finds the values of another page' '^Bowl number 9,Shelf 2' out
lines out 10 'the wrapper finds every record of another page'
detm apply -w w.xml --all-columns -f csv bowls.html
has '--all-columns adds the columns without an example' ',price' out

detm extract -f csv --field 'what=Jar number 3' jars.html bowls.html
exits 0 'extract accepts examples'
lines out 22 'one example is enough for all pages'
detm extract -f csv --field 'what=Jar number 3' jars.html --field 'where=Shelf 2' bowls.html
exits 0 'examples can be given for several pages'
has 'the columns of examples from several pages are joined' ',Jar number 12,Shelf 5' out

detm extract -f csv --also-others --field 'where=Shelf 3' jars.html
header where,title,price,title-link '--also-others writes the columns of the examples first'
detm extract -f csv --field 'where=Shelf 3' jars.html
exits 0 'an example that several records match: status 0'
has 'an example that several records match is reported' '2 records show "Shelf 3"' err
detm extract -q -f csv --field 'where=Shelf 3' jars.html
check '-q omits the report of an ambiguous example' [ ! -s err ]

detm learn --field 'what=Jar number 333' --field 'where=Shelf 3' -o n.xml jars.html
exits 1 'a value that is not on the page: status 1'
has 'a value that is not on the page is reported with the most similar text' 'no record of the list shows "Jar number 333"; the most similar text of the page is "Jar number 3"' err
check 'a value that is not on the page: the wrapper of the other examples is written' [ -s n.xml ]
detm learn --field 'what=Pot' -o none.xml jars.html
exits 1 'no value is on the page: status 1'
check 'no value is on the page: no wrapper is written' [ ! -e none.xml ]
detm learn --field 'what=' jars.html
exits 2 'an empty value is refused'
detm learn -q -o w.xml --field title='Beech rolling pin with tapered ends' --field badge=-20% "$top_srcdir/examples/shop.html"
exits 0 'examples of two records: status 0'
detm learn -o w.xml --field title='Beech rolling pin with tapered ends' --field badge=-20% "$top_srcdir/examples/shop.html"
has 'examples of two records: a warning names them' 'record 3 shows "-20%", but record 2 shows other examples' err
detm learn -o w.xml --field title='Beech rolling pin with tapered ends' --field title='Enamel pie dish, oval' "$top_srcdir/examples/shop.html"
check 'two examples of one field may be in two records' sh -c '! grep -q "other examples" err'
detm learn -o w.xml --field badge=-20% --field title='Beech rolling pin with tapered ends' --field price='€ 14.90' "$top_srcdir/examples/shop.html"
has 'examples of two records: the record with most examples counts, not the first one' 'badge: record 3 shows "-20%", but record 2 shows other examples' err
detm learn --field '@x=Jar number 3' jars.html
exits 2 'a field name with @ at the start is refused'
has 'a field name with @ at the start: the message says what to do' 'leave @ out' err
detm learn jars.html --field 'what=Jar number 3'
exits 2 'an example after the last page is refused'
detm extract --all-regions --field 'what=Jar number 3' jars.html
exits 2 'examples with --all-regions are refused'

detm extract -f csv --rename price=cost --drop shelf --title cost jars.html
exits 0 'extract accepts --rename, --drop and --title'
header text,title,text-link '--rename, --drop and --title change the columns'
detm learn --rename price=cost -o r.xml jars.html
has 'learn --rename changes the name in the wrapper' 'name="cost"' r.xml
detm extract -f csv --rename prize=cost jars.html
exits 1 '--rename of a missing column: status 1'
has '--rename of a missing column: the message lists the columns' 'no field prize: the fields are title, price, shelf' err
lines out 13 '--rename of a missing column: the records are printed'
detm extract --rename price=title jars.html
exits 1 '--rename to the name of another column is refused'
detm extract --rename 'price=@a' jars.html
exits 1 '--rename to a name with @ at the start is refused'
detm extract --rename price jars.html
exits 2 '--rename without a second name is refused'

done_checking
