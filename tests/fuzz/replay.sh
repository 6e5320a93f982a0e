#!/bin/sh
# Runs each fuzz target on its corpus, one test per file; a target aborts at the first fault.
: "${top_srcdir:=.}" "${top_builddir:=.}"
number=0
for input in "$top_srcdir"/tests/fuzz/corpus/*/*; do
  target=$(basename "$(dirname "$input")")
  number=$((number + 1))
  if output=$("$top_builddir/tests/fuzz/fuzz-$target" "$input" 2>&1); then
    echo "ok $number - $target $(basename "$input")"
  else
    echo "not ok $number - $target $(basename "$input")"
    echo "$output" | tail -n 40 | sed 's/^/# /'
  fi
done
echo "1..$number"
