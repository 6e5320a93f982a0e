#!/bin/sh
# detm fetch: what it asks a server of this host for, when, and what it refuses; see fetch.py.
: "${top_srcdir:=$(pwd)}" "${DETM:=$(pwd)/detm}"
if ! command -v python3 >/dev/null; then
  echo '1..0 # SKIP no python3'
elif ! grep -q '^#define HAVE_CURL 1' "${top_builddir:-.}/config.h"; then
  echo '1..0 # SKIP built without libcurl'
else
  exec python3 "$top_srcdir/tests/fetch/fetch.py" "$DETM" "$top_srcdir"
fi
