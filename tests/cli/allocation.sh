#!/bin/sh
# Lack of memory: makes some memory requests of every command fail (tests/trust/starve.py); make check-allocation: all.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
module=${top_builddir:-.}/tests/trust/.libs/starve.so
# The module has no effect on an allocator that is linked into the command, as clang's sanitizers are.
LD_PRELOAD=$module STARVE_COUNT=count ASAN_OPTIONS=verify_asan_link_order=0 "$DETM" --help >/dev/null 2>&1
if [ ! -s count ] || [ "$(cat count)" = 0 ]; then
  skip 'every command without memory' 'the requests of this allocator cannot be intercepted'
elif ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
  skip 'every command without memory' 'no python3'
else
  python3 -B "$top_srcdir/tests/trust/starve.py" --detm "$DETM" --module "$module" --pages "$top_srcdir/examples" \
    --runs $((${DETM_TEST_SHORT:-1} > 1 ? 2 : 3))
  exit
fi
done_checking
