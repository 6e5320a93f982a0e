#!/bin/sh
# Lack of memory: a few requests of every command fail, see tests/trust/starve.py; make check-allocation tries all.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
module=${top_builddir:-.}/tests/trust/.libs/starve.so
if [ ! -e "$module" ]; then
  skip 'every command without memory' 'sanitizers have an allocator of their own'
elif ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
  skip 'every command without memory' 'no python3'
else
  python3 -B "$top_srcdir/tests/trust/starve.py" --detm "$DETM" --module "$module" --pages "$top_srcdir/examples" --runs 3
  exit
fi
done_checking
