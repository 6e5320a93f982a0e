#!/bin/sh
# Thirty nights of a wrapper and its store, good and bad ones; see nights.py.
: "${top_srcdir:=$(pwd)}" "${DETM:=$(pwd)/detm}"
if ! command -v python3 >/dev/null; then
  echo '1..0 # SKIP no python3'
else
  exec python3 "$top_srcdir/tests/drift/nights.py" "$DETM"
fi
