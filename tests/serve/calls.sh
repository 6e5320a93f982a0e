#!/bin/sh
# detm serve: the options and members of each call, and rules of a library; see calls.py.
: "${top_srcdir:=$(pwd)}" "${DETM:=$(pwd)/detm}"
if ! command -v python3 >/dev/null; then
  echo '1..0 # SKIP no python3'
elif ! grep -q '^#define HAVE_MICROHTTPD 1' "${top_builddir:-.}/config.h"; then
  echo '1..0 # SKIP built without libmicrohttpd'
else
  exec python3 "$top_srcdir/tests/serve/calls.py" "$DETM" "$top_srcdir"
fi
