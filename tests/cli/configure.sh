#!/bin/sh
# configure refuses what it would have to guess.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
if [ -f "$top_srcdir/config.status" ]; then
  skip '--enable-sanitizers=typo' 'the sources themselves are configured: nothing can be built elsewhere'
else
  "$top_srcdir/configure" --enable-sanitizers=typo >out 2>err
  status=$?
  exits 1 '--enable-sanitizers=typo is refused'
  says '--enable-sanitizers=typo is nothing that there is' 'and quoted'
fi
done_checking
