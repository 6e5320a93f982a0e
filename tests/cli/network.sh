#!/bin/sh
# The libraries of the network are in detm-network alone, which detm becomes for the commands that need it.
: "${top_builddir:=$(pwd)}"
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
network=${DETM%detm}detm-network
eval "$(sed -nE 's/^(prefix|exec_prefix|libexecdir) = (.*)/\1="\2"/p' "$top_builddir/Makefile")"
installed=${libexecdir:?}/detm/detm-network
if [ ! -x "$network" ]; then
  skip 'detm-network' 'built without the network'
  done_checking
  exit
fi

libraries() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[lib\(curl\|microhttpd\)[.-].*/\1/p' | sort | tr '\n' ' '; }
if command -v readelf >/dev/null; then
  built=$(grep -cE '^#define HAVE_(CURL|MICROHTTPD) 1' "$top_builddir/config.h")
  check 'detm loads no library of the network' [ -z "$(libraries "$DETM")" ]
  check 'detm-network loads those that it was built with' [ "$(libraries "$network" | wc -w)" -eq "$built" ]
fi

mkdir alone together
cp "$DETM" alone/detm
cp "$DETM" "$network" together
together/detm fetch >out 2>err
status=$?
exits 2 'detm becomes the detm-network in its folder'
says 'no URL was given' 'which reads the words of the call'
if [ ! -x "$installed" ]; then
  alone/detm fetch http://127.0.0.1/ >out 2>err
  status=$?
  exits 2 'without detm-network it cannot fetch'
  says "$installed" 'and says where that should be'
fi
alone/detm fetch --help >out 2>err
status=$?
exits 0 'the help of the command needs no detm-network'
done_checking
