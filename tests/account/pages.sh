#!/bin/sh
# Checks on the pages of the golden cases and the examples that what records show is in a column, said by the name of
# one, or in the account.  With arguments: on the pages given, or those in the folders given.
: "${top_srcdir:=.}" "${top_builddir:=.}"
[ $# -ne 0 ] || set -- "$top_srcdir/tests/cases" "$top_srcdir/examples"
echo 1..1
if output=$(find "$@" -type f -name '*.html' -print0 | sort -z | xargs -0 "$top_builddir/tests/account/pages" 2>&1); then
  echo "ok 1 - nothing is lost in silence"
else
  echo "not ok 1 - nothing is lost in silence"
fi
echo "$output" | tail -n 40 | sed 's/^/# /'
