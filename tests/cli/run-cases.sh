#!/bin/sh
# Golden cases: each folder of tests/cases holds pages, `command` (lines of shell, run in a copy of the folder),
# `expected` (standard output, then messages and exit status as comments) and `why` (one line).  Scores, confidences,
# qualities and times are replaced by ~, since they change with tuning.  A line "NAME FILE" of `pages` adds the file of
# the sources to the folder as NAME.  UPDATE=1 writes the output to `expected`; review it with git diff.  Arguments
# select cases.
: "${top_srcdir:=$(pwd)}" "${DETM:=$(pwd)/detm}"
[ -x "$DETM" ] || { echo "Bail out! cannot run $DETM: set DETM"; exit 99; }
cases=$(cd "$top_srcdir/tests/cases" && pwd) || exit 99
folder=$(mktemp -d "${TMPDIR:-/tmp}/detm-cases.XXXXXX") || exit 99
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" && ln -s "$DETM" "$folder/bin/detm"
PATH=$folder/bin:$PATH

without_figures() {
  sed -e 's/"@confidence":[0-9.]*/"@confidence":~/' -e 's/"@quality":[0-9.]*/"@quality":~/' \
    -e 's/ \(confidence\|quality\|score\)="[^"]*"/ \1="~"/g' -e 's/uncertain ([0-9.]*)/uncertain (~)/' \
    -e 's/confidence [0-9.]*/confidence ~/' -e 's/, [0-9.]* s$/, ~ s/' "$1"
}

run_case() {
  rm -rf "$folder/case" && cp -r "$1" "$folder/case" && chmod -R u+w "$folder/case"
  if [ -f "$1/pages" ]; then
    while read -r page file; do cp "$cases/../../$file" "$folder/case/$page"; done <"$1/pages"
    rm "$folder/case/pages"
  fi
  (cd "$folder/case" && sh ./command >"$folder/raw" 2>"$folder/err")
  status=$?
  without_figures "$folder/raw" >"$folder/out"
  without_figures "$folder/err" | sed 's/^/# /' >>"$folder/out"
  [ $status -eq 0 ] || echo "# exit status $status" >>"$folder/out"
}

if [ $# -eq 0 ]; then
  cd "$cases" || exit 99
  set -- *
fi
count=0
echo "1..$#"
for name in "$@"; do
  count=$((count + 1))
  run_case "$cases/$name"
  if [ -n "$UPDATE" ]; then
    cmp -s "$folder/out" "$cases/$name/expected" || cp "$folder/out" "$cases/$name/expected"
  fi
  if grep -q 'built without' "$folder/err"; then
    echo "ok $count - $name # SKIP $(sed 's/.*: //;q' "$folder/err")"
  elif cmp -s "$folder/out" "$cases/$name/expected"; then
    echo "ok $count - $name: $(cat "$cases/$name/why")"
  else
    echo "not ok $count - $name: $(cat "$cases/$name/why")"
    diff -u "$cases/$name/expected" "$folder/out" 2>&1 | sed 's/^/# /;60q'
  fi
done
