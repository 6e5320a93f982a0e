#!/bin/sh
# configure refuses unknown values of its options.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
if [ -f "$top_srcdir/config.status" ]; then
  skip '--enable-sanitizers=typo' 'the source folder is configured, so no other folder can be'
else
  "$top_srcdir/configure" --enable-sanitizers=typo >out 2>err
  status=$?
  exits 1 '--enable-sanitizers=typo is refused'
  says '--enable-sanitizers=typo is unknown' 'an unknown value of --enable-sanitizers is quoted'
fi
done_checking
