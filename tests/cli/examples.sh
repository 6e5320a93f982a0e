#!/bin/sh
# The example programs, built by make check, on the example pages; and the example of libdetm(3), which is one of them.
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
# What stands between .Bd and .Ed, without the escapes of mdoc, is the program after its opening comment.
sed -n '/^\.Bd -literal -offset indent -compact$/,/^\.Ed/p' "$top_srcdir/man/libdetm.3" |
  sed '1d;$d;s/\\e/\\/g' >shown.c
sed '1,/\*\/$/d' "$pages/extract.c" >wanted.c
same shown.c wanted.c 'libdetm(3) shows examples/extract.c'
done_checking
