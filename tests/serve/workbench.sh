#!/bin/sh
# The workbench of detm serve, without a browser; see workbench.mjs.
: "${top_srcdir:=$(pwd)}"
if ! command -v node >/dev/null; then
  echo '1..0 # SKIP no node'
else
  exec node "$top_srcdir/tests/serve/workbench.mjs" "$top_srcdir"
fi
