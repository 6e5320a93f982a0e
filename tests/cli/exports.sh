#!/bin/sh
# libdetm(3) lists every function that the installed headers declare with DETM_API; libdetm.so exports these and no
# others; its global variables are those that doc/architecture lists.
: "${top_srcdir:=.}" "${top_builddir:=.}"
library=$top_builddir/.libs/libdetm.so
# Removes comments and puts each declaration on one line, where the name is before "(" or ";".
declared=$(cat "$top_srcdir"/include/detm/*.h | tr '\n' ' ' | sed 's|/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/||g' | tr ';' '\n' |
  grep 'DETM_API' | sed 's/__attribute__((visibility("default")))//' |
  sed -n 's/.*DETM_API *\(const \)\?[a-z_]*[ *]*\(const \)\?\(detm_[a-z_]*\).*/\3/p' | sort)
echo 1..3
described=$(grep -o 'detm_[a-z_]*' "$top_srcdir/man/libdetm.3" | sort -u)
missing=$(for name in $declared; do echo "$described" | grep -qx "$name" || echo "$name"; done)
if [ -n "$declared" ] && [ -z "$missing" ]; then
  echo 'ok 1 - libdetm(3) lists every function of the headers'
else
  echo 'not ok 1 - libdetm(3) lists every function of the headers'
  printf 'missing:\n%s\n' "$missing" | sed 's/^/# /'
fi

if [ ! -f "$library" ] || ! command -v nm >/dev/null; then
  echo 'ok 2 - the exported symbols are the functions of the headers # SKIP no shared library, or no nm'
  echo 'ok 3 - the global variables are those of doc/architecture # SKIP no shared library, or no nm'
  exit 0
fi
exported=$(nm -D --defined-only "$library" | sed -n 's/.* [A-Z] \([A-Za-z_0-9]*\).*/\1/p' |
  grep -vE '^(_init|_fini|__asan_.*|__ubsan_.*|__odr_asan.*)$' | sort)
if [ "$declared" = "$exported" ] && [ -n "$exported" ]; then
  echo 'ok 2 - the exported symbols are the functions of the headers'
else
  echo 'not ok 2 - the exported symbols are the functions of the headers'
  printf '%s\n' "$declared" "$exported" | sort | uniq -u | sed 's/^/# only declared or only exported: /'
fi

# Static variables of functions appear as NAME.1 or FUNCTION.NAME.  Sanitizers add variables of their own.
if ! command -v objdump >/dev/null || nm -D "$library" | grep -qE ' U __(a|t|ub)san_'; then
  echo 'ok 3 - the global variables are those of doc/architecture # SKIP no objdump, or sanitizers'
  exit 0
fi
globals=$(objdump -t "$library" | sed -nE 's/.* [ O] \.t?(bss|data)	[0-9a-f]* +(.*)/\2/p' |
  sed -E 's/^\.hidden //; s/^[a-z_]+\.([a-z])/\1/; s/\.[0-9]+$//' | grep -vxE 'completed|__TMC_END__|__dso_handle' | sort -u | tr '\n' ' ')
# The variables are documented in section 3.4 of doc/architecture.md, those of the command with its files.
documented=$(sed -n '/^### 3\.4 /,/^### 3\.5 /p' "$top_srcdir/doc/architecture.md" | grep -v 'cli/' |
  grep -o "\`[a-z_]*\`" | tr -d "\`" | sort -u | tr '\n' ' ')
if [ "$globals" = "$documented" ] && [ -n "$globals" ]; then
  echo 'ok 3 - the global variables are those of doc/architecture'
else
  echo 'not ok 3 - the global variables are those of doc/architecture'
  echo "# $globals"
  echo "# documented: $documented"
fi
