#!/bin/sh
# Faults of the system: calls that read, write, open, rename and close files go wrong, see tests/trust/disturb.py; and
# real devices and folders that take no more, files that go away or that may not be read or written, programs that
# write one file at once.
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
    check 'and nothing beside it' [ "$(find full -type f ! -name store.db | wc -l)" -eq 2 ]
    if [ -e full/store.db ]; then
      mv full/store.db made.db
      detm store add -q --store made.db wrapper.xml
      exits 0 'but for a store that nothing came into'
      rm -f made.db*
    fi
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

# ---- what goes away while it is read or written ----
# late ARGUMENTS...: detm, one of whose pages is the pipe "late".  While it waits for that, what it reads before has been
# read and what it writes is open; end_late gives it the page.
mkfifo late
late() {
  : >waiting
  {
    "$DETM" "$@" >out 2>err
    echo $? >code
    exec 4<>late # where it did not come so far, the shell below goes on
    while [ -e waiting ]; do sleep 1; done
  } &
  process=$!
  exec 3>late # waits for its reader
  rm waiting
}
end_late() {
  cat page.html >&3
  exec 3>&-
  wait $process
  status=$(cat code)
}
cp wrapper.xml soon.xml
late apply -j 1 -q -f ndjson -w soon.xml late
echo '<wrapper' >soon.xml
end_late
exits 0 'a wrapper that is written over while pages are read has been read'
lines out 5 'and all of them are read by it'
cp page.html soon.html
late extract -j 1 -q -f ndjson late soon.html
rm soon.html
end_late
exits 2 'a page that is gone when its turn comes'
says 'soon.html: cannot be opened' 'is told'
lines out 5 'and the others are there'
mkdir soon
late extract -j 1 -q -o soon/out late
rm -r soon
end_late
exits 2 'a folder that is gone when the output is whole'
says 'soon/out: cannot be written: No such file' 'is told'
cp -R library soon
late apply -j 1 -q -f ndjson -L soon late
rm -r soon
end_late
exits 2 'a library that is gone when a page has come'
says 'soon/wrapper.xml: cannot be read' 'is told'

mkdir nowhere
(cd nowhere && rmdir ../nowhere && "$DETM" extract -q -o out ../page.html) 2>err
status=$?
exits 2 'a folder that is gone under the command'
detm repair -q -w wrapper.xml -o /dev/stdout page.html
exits 0 'what is no regular file is written directly'
check 'and is all that comes out' grep -q '^</wrapper>' out
"$DETM" extract -q - <&- >out 2>err
status=$?
exits 2 'closed standard input is no page'
says '-: cannot be read: Bad file descriptor' 'which is told'
"$DETM" extract -q -o quiet page.html gone.html 2>&- >&-
check 'messages do not go into a file where standard error is closed' [ "$(grep -c '^detm: ' quiet)" -eq 0 ]

# ---- the rights of somebody else ----
others() { "$@"; }
[ "$(id -u)" -ne 0 ] || others() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
# as others, where detm can be run so
theirs() {
  others "$DETM" "$@" >out 2>err
  # shellcheck disable=SC2034 # for exits
  status=$?
}
chmod 755 .
if others "$DETM" --version >/dev/null 2>&1; then
  cp -R library closed
  cp page.html closed.html
  cp wrapper.xml closed.xml
  chmod 0 closed.html closed.xml closed/wrapper.xml
  theirs extract -q -f ndjson closed.html page.html
  exits 2 'a page that may not be read'
  says 'closed.html: cannot be opened: Permission denied; check its permissions' 'is told'
  lines out 5 'and the others are there'
  theirs apply -q -w closed.xml page.html
  exits 2 'so is a wrapper'
  says 'closed.xml: cannot be opened: Permission denied' 'with its name'
  theirs apply -q -L closed page.html
  says 'closed/wrapper.xml: cannot be read: Permission denied' 'and a file of a library'
  chmod 644 closed
  theirs apply -q -L closed page.html
  exits 2 'a library whose files are seen only by name'
  says 'closed/template.xml: cannot be read: Permission denied' 'has them all told'
  chmod 755 closed
else
  skip 'files of others' 'detm cannot be run as somebody else'
fi

# ---- stores ----
detm store list --store none.db
case $(cat err) in
*'built without SQLite'*)
  done_checking
  exit 0
  ;;
esac
for command in 'add --store young.db page.html' 'add --store young.db gone.xml' 'import --store young.db gone' \
  'interest add --store young.db books author= --pattern ('; do
  # shellcheck disable=SC2086 # several words
  detm store $command
  exits 2 "what a store does not take: store $command"
  check 'makes none' [ -z "$(find . -name 'young*')" ]
done
detm extract -q --save --store young.db -o gone/out page.html
check 'nor does a run that is not saved' [ -z "$(find . -name 'young*')" ]
XDG_DATA_HOME=$PWD/data detm store add page.html
check "nor is the user's made" [ -z "$(find data -type f)" ]

detm extract -q --save --store moved.db page.html
late extract -j 1 -q -f ndjson --save --store moved.db late
mv moved.db elsewhere.db
end_late
exits 2 'a store that is gone when the run ends'
says 'moved.db: was moved, removed or replaced' 'is told'
says 'moved.db: this run is not saved' 'as what is written there nobody finds'
lines out 5 'and all is printed'

mkdir theirs
detm store add --store theirs/store.db wrapper.xml
detm extract -q --save --store theirs/store.db page.html
detm extract -q --save --store theirs/store.db page.html
rm -rf data
cp theirs/store.db before.db
# reading COMMANDS: from a store that may not be written, with nothing left beside it.
read_theirs() {
  for command in 'store list' 'store show wrapper' 'store records' 'store pages' 'store diff' 'store find page.html' \
    'apply -q page.html' 'verify -w wrapper.xml page.html'; do
    # shellcheck disable=SC2086
    theirs $command --store=theirs/store.db
    exits 0 "$1: $command"
    check 'reads, and leaves nothing' [ "$(ls -A theirs)" = store.db ]
  done
  for command in 'store add wrapper.xml' 'store remove wrapper' 'store forget 1' 'extract -q --save page.html'; do
    # shellcheck disable=SC2086
    theirs $command --store=theirs/store.db
    exits 2 "$1: $command"
    says 'theirs/store.db: cannot be written: check the permissions of the file and of its folder' 'is told why not'
    check 'and leaves nothing' [ "$(ls -A theirs)" = store.db ]
  done
}
if others "$DETM" --version >/dev/null 2>&1; then
  chmod 444 theirs/store.db
  chmod 555 theirs
  read_theirs 'a store and a folder that may not be written'
  theirs store add --store theirs/new.db wrapper.xml
  exits 2 'nor can one be made there'
  says 'theirs/new.db: cannot be created: Permission denied' 'which is told'
  chmod 777 theirs
  read_theirs 'a store that may not be written in a folder that may'
  chmod 666 theirs/store.db
  chmod 555 theirs
  theirs store list --store theirs/store.db
  exits 0 'a folder that may not be written with a store that may'
  same theirs/store.db before.db 'the store is as before'
  chmod 755 theirs
  if command -v sqlite3 >/dev/null; then
    # a program that ends without closing leaves what it wrote last beside the store
    cp theirs/store.db log.db
    echo "INSERT INTO interest VALUES('books', 'author', 'writer', NULL);
.system cp log.db theirs/store.db; cp log.db-wal theirs/store.db-wal" | sqlite3 log.db
    chmod 444 theirs/store.db theirs/store.db-wal
    chmod 555 theirs
    theirs store interest list --store theirs/store.db
    exits 2 'what lies beside a store is not passed over'
    says 'its last changes are in the file beside it that ends with -wal' 'but told'
    chmod 755 theirs
    rm -f theirs/store.db-wal
    printf journal >theirs/store.db-journal # of a program that ended while it changed the file
    chmod 444 theirs/store.db-journal
    chmod 555 theirs
    theirs store interest list --store theirs/store.db
    exits 2 'nor what is to be taken back first'
    says 'cannot be written' 'which is told'
    chmod 755 theirs
  fi
else
  skip 'stores that may not be written' 'detm cannot be run as somebody else'
fi
done_checking
