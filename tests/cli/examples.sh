#!/bin/sh
# The example programs, built by make check, on the example pages; and the example of libdetm(3), which is one of them.
# shellcheck disable=SC2016 # dollars in pages
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
programs=${top_builddir:-.}/examples
pages=$top_srcdir/examples

detm extract -q -f ndjson - <"$pages/shop.html"
mv out expected
"$programs/extract" <"$pages/shop.html" >out 2>err
status=$?
exits 0 'extract succeeds'
check 'it prints records' [ -s out ]
same out expected 'the same as detm extract'
for site in shop library docket; do
  "$programs/learn-apply" "$pages/$site.html" "$pages/$site-2.html" >out 2>err
  status=$?
  exits 0 "learn-apply succeeds on $site"
  check "and finds records of $site-2" [ "$(grep -c '^[0-9]' out)" -gt 2 ]
done
"$programs/learn-apply" "$pages/shop.html" "$pages/docket.html" >out 2>err
status=$?
exits 1 'learn-apply says when a page does not fit'
check 'and what is missing' grep -q missing err
check 'and prints no record' [ ! -s out ]
# examples/book.xml is what the command makes; UPDATE=1 writes it anew.
cp "$pages"/book-?.html .
detm template -q -o book.xml --field 'title=The Walled Garden in Winter' --field 'author=Ines Marlow' \
  --field 'author=Peter Oakhurst' --field 'price=$24.50' --field 'publisher=Thornbury House' --field pages=288 book-1.html \
  --field 'title=Bread Without Hurry' --field 'author=Maud Ferrant' --field 'author=Li Wen' --field 'author=Tomas Ek' \
  --field 'price=$31.95' --field 'publisher=Lower Mill' book-3.html
exits 0 'a template of two book pages is made'
[ -z "$UPDATE" ] || cp book.xml "$pages/book.xml"
same book.xml "$pages/book.xml" 'and it is examples/book.xml'
detm apply -w book.xml -f ndjson book-2.html
check 'which reads the third' grep -q '"title":"Nine Ferries","author":"Oskar Lindqvist","price":"$12.00"' out

"$programs/template-apply" book-1.html book-2.html 'title=The Walled Garden in Winter' 'author=Ines Marlow' \
  'author=Peter Oakhurst' publisher=Nowhere pages=288 >out 2>err
status=$?
exits 0 'template-apply succeeds'
check 'it prints the values of the other page' grep -q '^pages  *176 ' out
says 'publisher: "Nowhere" is not on the page' 'and says which value it has not found'
"$programs/template-apply" book-1.html "$pages/article.html" publisher='Thornbury House' pages=288 >out 2>err
status=$?
exits 1 'template-apply says when a page does not fit'
says 'publisher, pages' 'and what is missing'

"$programs/content" <"$pages/weir.html" >out 2>err
status=$?
exits 0 'content succeeds'
check 'it prints the title' [ "$(head -n 1 out)" = 'The weir is mended at last' ]
check 'the date' grep -q '^2023-11-08' out
check 'and the text' grep -q '^The county paid for the timber' out
"$programs/content" </dev/null >out 2>err
status=$?
exits 1 'and says when there is none'

"$programs/links" https://wrenford.example/cat <"$pages/library.html" >out 2>err
status=$?
exits 0 'links succeeds'
check 'it prints links of records' grep -q '^record 1: https://wrenford.example/' out
check 'and where the next page is' grep -q '^next page: https://wrenford.example/library-2.html' out
"$programs/links" </dev/null >out 2>err
status=$?
exits 1 'and says when there are none'
"$programs/rank" "$pages/topic.txt" "$pages/walls.html" https://dale.example/walls.html "$pages/fair.html" \
  https://dale.example/fair.html >out 2>err
status=$?
exits 0 'rank succeeds'
check 'it prints what to fetch next' grep -q '^https://dale.example/contest.html 0\.' out
check 'what tells first' [ "$(tail -n 1 out | cut -d' ' -f1)" = https://dale.example/tickets.html ]

# What stands between .Bd and .Ed, without the escapes of mdoc, is the program after its opening comment.
sed -n '/^\.Bd -literal -offset indent -compact$/,/^\.Ed/p' "$top_srcdir/man/libdetm.3" |
  sed '1d;$d;s/\\e/\\/g' >shown.c
sed '1,/\*\/$/d' "$pages/extract.c" >wanted.c
same shown.c wanted.c 'libdetm(3) shows examples/extract.c'
done_checking
