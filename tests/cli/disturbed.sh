#!/bin/sh
# System faults, injected (tests/trust/disturb.py) and real: full devices and folders, files that disappear or have no
# permissions, processes that write one file at the same time.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
module=${top_builddir:-.}/tests/trust/.libs/disturb.so
if [ ! -e "$module" ]; then
  skip 'every command with system faults' 'a sanitizer replaces the calls, or the C library is not glibc'
elif [ "$(getconf LONG_BIT)" -lt 64 ]; then
  skip 'every command with system faults' 'file calls of 32 bits have other names'
elif ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
  skip 'every command with system faults' 'no python3'
else
  python3 -B "$top_srcdir/tests/trust/disturb.py" --detm "$DETM" --module "$module" --pages "$top_srcdir/examples" \
    --runs 1 >disturbed 2>&1
  check 'every command with system faults' [ $? -eq 0 ]
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
      exits 2 "$command -f $format to a full disk: status 2"
      says 'standard output: cannot be written: No space left on device' 'a full disk is reported'
      lines err 1 'a full disk causes one message'
    done
  done
fi

# A folder of 64 kB, on systems where the test can mount one.
mkdir full
if [ "$(id -u)" -eq 0 ] && mount -t tmpfs -o size=64k tmpfs full 2>/dev/null; then
  echo before >full/out
  cp wrapper.xml full
  for command in 'extract -q -o full/out long.html' 'tree -q -o full/out long.html' \
    'extract -q --save --store full/store.db -o rest long.html' 'store add -q --store full/store.db long.html wrapper.xml'; do
    # shellcheck disable=SC2086
    detm $command
    exits 2 "$command in a full folder: status 2"
    check 'a full folder: the old file is kept' [ "$(cat full/out)" = before ]
    check 'a full folder: no temporary file is left' [ "$(find full -type f ! -name store.db | wc -l)" -eq 2 ]
    if [ -e full/store.db ]; then
      mv full/store.db made.db
      detm store add -q --store made.db wrapper.xml
      exits 0 'a full folder: the store can be written to elsewhere'
      rm -f made.db*
    fi
  done
  umount full
else
  skip 'a full folder' 'the test cannot mount a file system'
fi

# Two processes write one file: the result is the complete output of one of them.
"$DETM" extract -q -o one long.html
"$DETM" extract -q -f ndjson -o other long.html
turn=0
while [ $turn -lt 5 ]; do
  "$DETM" extract -q -o both long.html &
  "$DETM" extract -q -f ndjson -o both long.html
  wait
  check 'two processes that write one file: the output of one is complete' sh -c 'cmp -s both one || cmp -s both other'
  turn=$((turn + 1))
done
check 'two processes that write one file leave no temporary file' [ -z "$(find . -maxdepth 1 -name '.detm-*')" ]
for number in 1 2 3 4; do
  cp wrapper.xml "w$number.xml"
  "$DETM" store add -q --store shared.db "w$number.xml" 2>"err$number" &
done
wait
detm store list --store shared.db -f ndjson
lines out 4 'four processes add four rules to one store'

# File names with invalid UTF-8, 255 bytes or newlines: the output is valid.
long=$(printf '%0250d' 0).html
for name in "$long" "$(printf 'x\377\376.html')" "$(printf 'line\nbreak<&".html')"; do
  cp page.html "$name"
  for format in xml ndjson csv; do
    detm extract -f $format -- "$name"
    exits 0 "an unusual file name, -f $format: status 0"
    check 'an unusual file name: the output is valid UTF-8' iconv -f UTF-8 -t UTF-8 out -o /dev/null
    [ $format != xml ] || ! command -v xmllint >/dev/null || check 'an unusual file name: the XML is well-formed' xmllint --noout out
  done
done
{ "$DETM" extract -q -f ndjson long.html 2>err; echo $? >code; } | head -c 1 >/dev/null
check 'a reader that closes the pipe: status 2' [ "$(cat code)" = 2 ]
lines err 0 'a reader that closes the pipe: no message'
mkdir folder
detm apply -w folder page.html
exits 2 'a folder in place of a wrapper: status 2'
mkfifo pipe
cat wrapper.xml >pipe &
detm apply -q -f ndjson -w pipe page.html
wait
lines out 5 'a wrapper can be read from a pipe'
head -c 40 wrapper.xml >pipe &
detm apply -w pipe page.html
wait
exits 2 'half a wrapper from a pipe is refused'

# ---- files that disappear while detm runs ----
# late ARGUMENTS...: starts detm, one of whose pages is the pipe "late".  On return detm waits for that page: it has
# read the pages before it and opened the output.  end_late writes the page and waits for the exit status.
mkfifo late
late() {
  : >waiting
  {
    "$DETM" "$@" >out 2>err
    echo $? >code
    exec 4<>late # lets the shell below continue if detm failed before it opened the pipe
    while [ -e waiting ]; do sleep 1; done
  } &
  process=$!
  exec 3>late # waits until somebody reads
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
exits 0 'a wrapper that is overwritten while pages are read: status 0'
lines out 5 'a wrapper that is overwritten while pages are read is used as it was'
cp page.html soon.html
late extract -j 1 -q -f ndjson late soon.html
rm soon.html
end_late
exits 2 'a page that is removed before its turn: status 2'
says 'soon.html: cannot be opened' 'a page that is removed before its turn is reported'
lines out 5 'a page that is removed before its turn: the other page is printed'
mkdir soon
late extract -j 1 -q -o soon/out late
rm -r soon
end_late
exits 2 'an output folder that is removed before the end: status 2'
says 'soon/out: cannot be written: No such file' 'an output folder that is removed before the end is reported'
cp -R library soon
late apply -j 1 -q -f ndjson -L soon late
rm -r soon
end_late
exits 2 'a library that is removed before it is used: status 2'
says 'soon/wrapper.xml: cannot be read' 'a library that is removed before it is used is reported'

mkdir nowhere
(cd nowhere && rmdir ../nowhere && "$DETM" extract -q -o out ../page.html) 2>err
status=$?
exits 2 'a removed working folder: status 2'
detm repair -q -w wrapper.xml -o /dev/stdout page.html
exits 0 '-o /dev/stdout: status 0'
check '-o /dev/stdout writes the wrapper to standard output' grep -q '^</wrapper>' out
"$DETM" extract -q - <&- >out 2>err
status=$?
exits 2 'closed standard input: status 2'
says '-: cannot be read: Bad file descriptor' 'closed standard input is reported'
"$DETM" extract -q -o quiet page.html gone.html 2>&- >&-
check 'messages are not written to the output file if standard error is closed' [ "$(grep -c '^detm: ' quiet)" -eq 0 ]

# ---- files of another user ----
others() { "$@"; }
[ "$(id -u)" -ne 0 ] || others() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
# theirs ARGUMENTS...: like detm, as another user.
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
  exits 2 'a page without read permission: status 2'
  says 'closed.html: cannot be opened: Permission denied; check its permissions' 'a page without read permission is reported'
  lines out 5 'a page without read permission: the other page is printed'
  theirs apply -q -w closed.xml page.html
  exits 2 'a wrapper without read permission: status 2'
  says 'closed.xml: cannot be opened: Permission denied' 'a wrapper without read permission is reported'
  theirs apply -q -L closed page.html
  says 'closed/wrapper.xml: cannot be read: Permission denied' 'a library file without read permission is reported'
  chmod 644 closed
  theirs apply -q -L closed page.html
  exits 2 'a library folder without search permission: status 2'
  says 'closed/template.xml: cannot be read: Permission denied' 'a library folder without search permission: its files are reported'
  chmod 755 closed
else
  skip 'files without permissions' 'the test cannot run detm as another user'
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
  exits 2 "store $command fails: status 2"
  check 'a store command that fails creates no store' [ -z "$(find . -name 'young*')" ]
done
detm extract -q --save --store young.db -o gone/out page.html
check 'extract --save that cannot write its output creates no store' [ -z "$(find . -name 'young*')" ]
XDG_DATA_HOME=$PWD/data detm store add page.html
check 'store add of a page creates no store of the user' [ -z "$(find data -type f)" ]

detm extract -q --save --store moved.db page.html
late extract -j 1 -q -f ndjson --save --store moved.db late
mv moved.db elsewhere.db
end_late
exits 2 'a store that is moved during a run: status 2'
says 'moved.db: was moved, removed or replaced' 'a store that is moved during a run is reported'
says 'moved.db: this run is not saved' 'a store that is moved during a run: the message says that the run is not saved'
lines out 5 'a store that is moved during a run: all results are printed'

mkdir theirs
detm store add --store theirs/store.db wrapper.xml
detm extract -q --save --store theirs/store.db page.html
detm extract -q --save --store theirs/store.db page.html
rm -rf data
cp theirs/store.db before.db
# read_theirs NAME: passes if commands can read the store, cannot write it, and leave no files beside it.
read_theirs() {
  for command in 'store list' 'store show wrapper' 'store records' 'store pages' 'store diff' 'store find page.html' \
    'apply -q page.html' 'verify -w wrapper.xml page.html'; do
    # shellcheck disable=SC2086
    theirs $command --store=theirs/store.db
    exits 0 "$1: $command: status 0"
    check 'reading leaves no file beside the store' [ "$(ls -A theirs)" = store.db ]
  done
  for command in 'store add wrapper.xml' 'store remove wrapper' 'store forget 1' 'extract -q --save page.html'; do
    # shellcheck disable=SC2086
    theirs $command --store=theirs/store.db
    exits 2 "$1: $command: status 2"
    says 'theirs/store.db: cannot be written: check the permissions of the file and of its folder' 'the message names the store and says what to check'
    check 'failed writing leaves no file beside the store' [ "$(ls -A theirs)" = store.db ]
  done
}
if others "$DETM" --version >/dev/null 2>&1; then
  chmod 444 theirs/store.db
  chmod 555 theirs
  read_theirs 'store and folder are read-only'
  theirs store add --store theirs/new.db wrapper.xml
  exits 2 'a new store in a read-only folder: status 2'
  says 'theirs/new.db: cannot be created: Permission denied' 'a new store in a read-only folder is reported'
  chmod 777 theirs
  read_theirs 'store is read-only, folder is writable'
  chmod 666 theirs/store.db
  chmod 555 theirs
  theirs store list --store theirs/store.db
  exits 0 'store is writable, folder is read-only: status 0'
  same theirs/store.db before.db 'a read-only store is unchanged'
  chmod 755 theirs
  if command -v sqlite3 >/dev/null; then
    # a program that ends without closing the store leaves its last changes in the -wal file
    cp theirs/store.db log.db
    echo "INSERT INTO interest VALUES('books', 'author', 'writer', NULL);
.system cp log.db theirs/store.db; cp log.db-wal theirs/store.db-wal" | sqlite3 log.db
    chmod 444 theirs/store.db theirs/store.db-wal
    chmod 555 theirs
    theirs store interest list --store theirs/store.db
    exits 2 'a -wal file beside a read-only store: status 2'
    says 'its last changes are in the file beside it that ends with -wal' 'a -wal file beside a read-only store is reported'
    chmod 755 theirs
    rm -f theirs/store.db-wal
    printf journal >theirs/store.db-journal # of a program that was interrupted while it changed the file
    chmod 444 theirs/store.db-journal
    chmod 555 theirs
    theirs store interest list --store theirs/store.db
    exits 2 'a journal beside a read-only store: status 2'
    says 'cannot be written' 'a journal beside a read-only store is reported'
    chmod 755 theirs
  fi
else
  skip 'read-only stores' 'the test cannot run detm as another user'
fi
done_checking
