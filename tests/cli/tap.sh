# TAP for the tests of the command, to be read with ". tap.sh": a folder of its own that goes away in the end,
# and one line a check.  DETM is the command, top_srcdir the sources.
# shellcheck shell=sh
: "${top_srcdir:=$(pwd)}" "${DETM:=$(pwd)/detm}"
checks=0
folder=$(mktemp -d "${TMPDIR:-/tmp}/detm-test.XXXXXX") || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99

# check NAME COMMAND...: the command succeeds.
check() {
  check_name=$1
  shift
  checks=$((checks + 1))
  if "$@"; then
    echo "ok $checks - $check_name"
  else
    echo "not ok $checks - $check_name"
    tell err
  fi
}

# skip NAME REASON
skip() {
  checks=$((checks + 1))
  echo "ok $checks - $1 # SKIP $2"
}

# What went wrong, as comments.
tell() {
  [ ! -s "$1" ] || sed 's/^/# /;20q' "$1"
}

# detm ARGUMENTS...: its standard output to the file out, messages to err, exit status to $status.
detm() {
  "$DETM" "$@" >out 2>err
  status=$?
}

# exits NUMBER NAME: the last detm did, and NUMBER says whether it had something to complain about.
exits() {
  [ "$status" = "$1" ] || echo "# exit status $status, not $1"
  check "$2" [ "$status" = "$1" ]
}

# says TEXT NAME: one of its messages holds TEXT.
says() {
  check "$2" grep -qF -e "$1" err
}

# lines FILE NUMBER NAME
lines() {
  check "$3" [ "$(wc -l <"$1")" -eq "$2" ]
}

# same A B NAME: equal bytes
same() {
  check "$3" cmp -s "$1" "$2"
}

# list TITLE NUMBER: a page with that many records on standard output.
list() {
  echo "<!DOCTYPE html><html><head><meta charset=utf-8><title>$1</title></head><body><h1>$1</h1><ul class=results>"
  i=1
  while [ "$i" -le "$2" ]; do
    echo "<li><a href='/item/$i'>$1 number $i</a> <span class=price>$i.50</span> <em class=place>Shelf $((i % 7))</em></li>"
    i=$((i + 1))
  done
  echo "</ul></body></html>"
}

done_checking() {
  echo "1..$checks"
}
