#!/bin/sh
# Columns by example on the command line: --field, --also-others, --rename, --drop and --title of extract and learn.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

list Jar 12 >jars.html
list Bowl 9 >bowls.html

# header COLUMNS NAME: the columns of the CSV, without @page
header() { check "$2" [ "$(head -1 out | tr -d '\r' | sed 's/^@page,//')" = "$1" ]; }
has() { check "$1" grep -q -- "$2" "$3"; }

detm learn --field 'what=Jar number 3' --field 'where=Shelf 3' -o w.xml jars.html
exits 0 'learn takes examples'
check 'without a message' [ ! -s err ]
detm apply -w w.xml -f csv bowls.html
exits 0 'the wrapper fits other pages of the site'
header what,where 'and gives the columns of the examples alone'
has 'with their values' '^Bowl number 9,Shelf 2' out
lines out 10 'one of each record'
detm apply -w w.xml --all-columns -f csv bowls.html
has 'the wrapper keeps the others' ',price' out

detm extract -f csv --field 'what=Jar number 3' jars.html bowls.html
exits 0 'extract takes examples'
lines out 22 'of which one is enough for all pages'
detm extract -f csv --field 'what=Jar number 3' jars.html --field 'where=Shelf 2' bowls.html
exits 0 'an example belongs to the page after it'
has 'and columns come from several pages' ',Jar number 12,Shelf 5' out

detm extract -f csv --also-others --field 'where=Shelf 3' jars.html
header where,title,price,title-link '--also-others puts the examples first'
detm extract -f csv --field 'where=Shelf 3' jars.html
exits 0 'an example that several records show is enough'
has 'but it is reported' '2 records show "Shelf 3"' err
detm extract -q -f csv --field 'where=Shelf 3' jars.html
check 'unless -q' [ ! -s err ]

detm learn --field 'what=Jar number 333' --field 'where=Shelf 3' -o n.xml jars.html
exits 1 'a value that is not on the page is an error'
has 'with the nearest text' 'no record of the list shows "Jar number 333"; the most similar text of the page is "Jar number 3"' err
check 'and the wrapper of the others is written' [ -s n.xml ]
detm learn --field 'what=Pot' -o none.xml jars.html
exits 1 'without any value that is on the page'
check 'there is no wrapper' [ ! -e none.xml ]
detm learn --field 'what=' jars.html
exits 2 'an empty value is refused'
detm learn --field '1x=Jar number 3' jars.html
exits 2 'so is what is no XML name'
has 'with the remedy' 'begin with a letter' err
detm learn jars.html --field 'what=Jar number 3'
exits 2 'so is an example after the last page'
detm extract --all-regions --field 'what=Jar number 3' jars.html
exits 2 'and examples with --all-regions'

detm extract -f csv --rename price=cost --drop shelf --title cost jars.html
exits 0 'columns are renamed, dropped and made the title'
header text,title,text-link 'in this order'
detm learn --rename price=cost -o r.xml jars.html
has 'learn does so too' 'name="cost"' r.xml
detm extract -f csv --rename prize=cost jars.html
exits 1 'a column that is not there is an error'
has 'that lists those that are' 'no field prize: the fields are title, price, shelf' err
lines out 13 'and the records are printed'
detm extract --rename price=title jars.html
exits 1 'a name that another column has is refused'
detm extract --rename 'price=a b' jars.html
exits 1 'and one that is no XML name'
detm extract --rename price jars.html
exits 2 '--rename wants two names'

done_checking
