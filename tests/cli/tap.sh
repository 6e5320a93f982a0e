# TAP for the tests of the command, included with ". tap.sh".  Each check prints one line.  The test runs in a temporary
# folder that is removed at exit.  DETM is the command, top_srcdir the folder of the sources.
# shellcheck shell=sh
: "${top_srcdir:=$(pwd)}" "${DETM:=$(pwd)/detm}"
checks=0
folder=$(mktemp -d "${TMPDIR:-/tmp}/detm-test.XXXXXX") || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99

# check NAME COMMAND...: passes if the command succeeds.
check() {
  check_name=$1
  shift
  checks=$((checks + 1))
  if "$@"; then
    echo "ok $checks - $check_name"
  else
    echo "not ok $checks - $check_name"
    show err
  fi
}

# skip NAME REASON: reports a check as skipped.
skip() {
  checks=$((checks + 1))
  echo "ok $checks - $1 # SKIP $2"
}

# show FILE: prints its first lines as TAP comments.
show() {
  [ ! -s "$1" ] || sed 's/^/# /;20q' "$1"
}

# detm ARGUMENTS...: runs the command with standard output to the file out, messages to err, the exit status to $status.
detm() {
  "$DETM" "$@" >out 2>err
  status=$?
}

# exits NUMBER NAME: passes if the last detm had this exit status.
exits() {
  [ "$status" = "$1" ] || echo "# exit status $status, not $1"
  check "$2" [ "$status" = "$1" ]
}

# says TEXT NAME: passes if a message of the last detm contains TEXT.
says() {
  check "$2" grep -qF -e "$1" err
}

# lines FILE NUMBER NAME: passes if FILE has so many lines.
lines() {
  check "$3" [ "$(wc -l <"$1")" -eq "$2" ]
}

# same A B NAME: passes if both files have the same bytes.
same() {
  check "$3" cmp -s "$1" "$2"
}

# list TITLE NUMBER: prints a page with so many records.
list() {
  echo "<!DOCTYPE html><html><head><meta charset=utf-8><title>$1</title></head><body><h1>$1</h1><ul class=results>"
  i=1
  while [ "$i" -le "$2" ]; do
    echo "<li><a href='/item/$i'>$1 number $i</a> <span class=price>$i.50</span> <em class=place>Shelf $((i % 7))</em></li>"
    i=$((i + 1))
  done
  echo "</ul></body></html>"
}

# Prints the plan; the last command of each test.
done_checking() {
  echo "1..$checks"
}
