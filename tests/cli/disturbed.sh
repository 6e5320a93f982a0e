#!/bin/sh
# Faults of the system: calls that read, write, open, rename and close files go wrong, see tests/trust/disturb.py; and
# real devices and folders that take no more, pages that go away, programs that write one file at once.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
module=${top_builddir:-.}/tests/trust/.libs/disturb.so
if [ ! -e "$module" ]; then
  skip 'every command with faults of the system' 'sanitizers have calls of their own'
elif ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
  skip 'every command with faults of the system' 'no python3'
else
  python3 -B "$top_srcdir/tests/trust/disturb.py" --detm "$DETM" --module "$module" --pages "$top_srcdir/examples" \
    --runs 2 >disturbed 2>&1
  check 'every command with faults of the system' [ $? -eq 0 ]
  sed '/^ok/d;s/^/# /;60q' disturbed
fi

list Jar 5 >page.html
list Jar 3000 >long.html
"$DETM" learn -q -o wrapper.xml page.html
"$DETM" template -q -o template.xml --field heading=Jar page.html
mkdir library
cp wrapper.xml template.xml library
printf 'Jar number 3\n' >topic.txt
if [ -c /dev/full ]; then
  for command in 'apply -w wrapper.xml page.html' 'apply -w template.xml page.html' 'apply -L library page.html' \
    'fields page.html' 'match -L library page.html' 'content page.html' 'classify page.html' 'links page.html' \
    'rank --topic topic.txt page.html'; do
    for format in xml ndjson csv; do
      # shellcheck disable=SC2086
      "$DETM" $command -q -f $format >/dev/full 2>err
      status=$?
      exits 2 "a full disk at $command -f $format"
      says 'standard output: cannot be written: No space left on device' 'is told'
      lines err 1 'in one line'
    done
  done
fi

# A folder of 64 kB, where that may be had.
mkdir full
if [ "$(id -u)" -eq 0 ] && mount -t tmpfs -o size=64k tmpfs full 2>/dev/null; then
  echo before >full/out
  cp wrapper.xml full
  for command in 'extract -q -o full/out long.html' 'tree -q -o full/out long.html' \
    'extract -q --save --store full/store.db -o rest long.html' 'store add -q --store full/store.db long.html wrapper.xml'; do
    # shellcheck disable=SC2086
    detm $command
    exits 2 "a full folder: $command"
    check 'the file of before stays' [ "$(cat full/out)" = before ]
    check 'and no temporary file' [ -z "$(find full -name '.detm-*')" ]
    rm -f full/store.db*
  done
  umount full
else
  skip 'a full folder' 'it cannot be made here'
fi

# Two at once: one file is there in the end, whole.
"$DETM" extract -q -o one long.html
"$DETM" extract -q -f ndjson -o other long.html
turn=0
while [ $turn -lt 5 ]; do
  "$DETM" extract -q -o both long.html &
  "$DETM" extract -q -f ndjson -o both long.html
  wait
  check 'of two that write one file one is whole' sh -c 'cmp -s both one || cmp -s both other'
  turn=$((turn + 1))
done
check 'and nothing else is left' [ -z "$(find . -maxdepth 1 -name '.detm-*')" ]
for number in 1 2 3 4; do
  cp wrapper.xml "w$number.xml"
  "$DETM" store add -q --store shared.db "w$number.xml" 2>"err$number" &
done
wait
detm store list --store shared.db -f ndjson
lines out 4 'four that add to one store all do'

# Names that are no UTF-8, of 255 bytes, and with newlines: what is written stays valid.
long=$(printf '%0250d' 0).html
for name in "$long" "$(printf 'x\377\376.html')" "$(printf 'line\nbreak<&".html')"; do
  cp page.html "$name"
  for format in xml ndjson csv; do
    detm extract -f $format -- "$name"
    exits 0 "an odd name, -f $format"
    check 'valid UTF-8 comes out' iconv -f UTF-8 -t UTF-8 out -o /dev/null
    [ $format != xml ] || ! command -v xmllint >/dev/null || check 'and well-formed XML' xmllint --noout out
  done
done
{ "$DETM" extract -q -f ndjson long.html 2>err; echo $? >told; } | head -c 1 >/dev/null
check 'a reader that goes away is status 2' [ "$(cat told)" = 2 ]
lines err 1 'and one line'
mkdir folder
detm apply -w folder page.html
exits 2 'a folder is no wrapper'
mkfifo pipe
cat wrapper.xml >pipe &
detm apply -q -f ndjson -w pipe page.html
wait
lines out 5 'a wrapper may come from a pipe'
head -c 40 wrapper.xml >pipe &
detm apply -w pipe page.html
wait
exits 2 'half a wrapper from a pipe is refused'
done_checking
