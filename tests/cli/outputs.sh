#!/bin/sh
# Where results go: files whole or not at all, devices, pipes that close, disks that are full.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
list Jar 5 >page.html
list Jar 4000 >long.html
"$DETM" extract -q -f ndjson page.html >expected

rights() {
  stat -c %a "$1"
}
no_rest() {
  [ -z "$(find . -name '.detm-*')" ]
}

mkdir results
detm extract -q -f ndjson -o results/a.ndjson page.html
exits 0 '-o writes a file'
same results/a.ndjson expected 'with the bytes of standard output'
check 'and nothing to standard output' [ ! -s out ]
check 'nor anything else to the folder' [ "$(ls -A results)" = a.ndjson ]
(umask 027 && "$DETM" extract -q -o umask.xml page.html)
check 'a new file has the rights of any new file' [ "$(rights umask.xml)" = 640 ]
echo before >old.xml && chmod 604 old.xml
detm extract -q -f ndjson -o old.xml page.html
check 'a replaced file keeps its rights' [ "$(rights old.xml)" = 604 ]
same old.xml expected 'and has the new bytes'
detm extract -q -f ndjson -o - page.html
same out expected '-o - is standard output'
cp page.html both.html
detm extract -q -f ndjson -o both.html both.html
sed 's/page\.html/both.html/' expected >wanted
same both.html wanted 'a page may be replaced by its records'

echo before >results/target && ln -s results/target link && ln -s link link2
detm extract -q -f ndjson -o link2 page.html
check 'a symbolic link stays one' [ -L link2 ]
same results/target expected 'and its target is replaced'
ln -s results/later dangling
detm extract -q -f ndjson -o dangling page.html
same results/later expected 'the target of a link need not be there'
ln -s loop loop
detm extract -q -o loop page.html
exits 2 'links in a circle are refused'

detm extract -q -o no/such/folder page.html
exits 2 'a folder that is not there'
says 'no/such/folder: cannot be written' 'is told'
detm extract -q -o results page.html
exits 2 'a folder is no file'
lines err 1 'told in one line'
detm extract -q -o /dev/null page.html
exits 0 '/dev/null is written to'
check 'and stays what it is' [ -c /dev/null ]
if [ -c /dev/full ]; then
  detm extract -q -o /dev/full page.html
  exits 2 'a full disk is status 2'
  says 'No space left' 'and is told'
  lines err 1 'in one line'
  check '/dev/full stays what it is' [ -c /dev/full ]
  for command in 'extract -q page.html' 'extract -q -f csv page.html' 'extract -q -f ndjson long.html page.html' \
    'learn -q page.html' 'tree page.html' 'distance page.html page.html' --help --version 'help apply'; do
    # shellcheck disable=SC2086
    "$DETM" $command >/dev/full 2>err
    status=$?
    exits 2 "a full disk at $command"
    lines err 1 "is one line at $command"
  done
fi
mkfifo pipe
cat pipe >got &
detm extract -q -f ndjson -o pipe page.html
exec 3<>pipe 3<&- # whoever still waits for a writer goes on
wait
same got expected 'a named pipe is written directly'

echo before >kept.xml
(ulimit -f 64 && "$DETM" extract -q -o kept.xml long.html) >out 2>err
status=$?
exits 2 'a file that grows too large is status 2'
lines err 1 'told in one line'
check 'the file of before stays' [ "$(cat kept.xml)" = before ]
check 'and nothing is left beside it' no_rest
detm extract -q -o kept.xml -f ndjson --max-output 1K long.html
check 'the file of before stays when --max-output ends the run' [ "$(cat kept.xml)" = before ]
detm learn -q -o kept.xml /dev/null
exits 1 'nothing to learn from'
check 'leaves the file of before as it was' [ "$(cat kept.xml)" = before ]
detm extract -q -f ndjson -o kept.xml page.html gone.html
exits 2 'an unreadable page beside a good one'
same kept.xml expected 'does not keep the good one from being written'

{ "$DETM" extract -q -f ndjson long.html long.html long.html 2>err; echo $? >status; } | sed 1q >/dev/null
check 'a closed pipe is status 2' [ "$(cat status)" = 2 ]
lines err 1 'told in one line'
says 'Broken pipe' 'that says so'
"$DETM" extract -q page.html >&- 2>err
status=$?
exits 2 'closed standard output is status 2'
lines err 1 'told in one line'
"$DETM" extract -q -f ndjson -o closed.ndjson page.html >&- <&- 2>&-
same closed.ndjson expected 'with -o it is not needed'

# What is read besides pages is not replaced by what is written.
"$DETM" learn -q -o own.xml page.html 2>err
ln own.xml linked.xml
cp own.xml before.xml
detm apply -q -w own.xml -o linked.xml page.html
exits 2 'nor under another name'
detm apply -q -w own.xml -o own.xml page.html
exits 2 'a wrapper is not replaced by what it gives'
says 'would be lost' 'and it is told why'
same own.xml before.xml 'the wrapper stays as it is'
echo page.html >own.list
detm extract -q --files-from own.list -o own.list
exits 2 'nor is a list of pages'
check 'the list stays as it is' [ "$(cat own.list)" = page.html ]

# A signal in the middle: the page comes from a pipe that nobody ends, so the file is not finished.
mkfifo slow
echo before >kept.xml
"$DETM" extract -q -o kept.xml slow 2>err &
process=$!
exec 3<>slow # does not wait for a reader
cat page.html >&3
tries=0 # until its file is there: a signal before may find a shell that is not yet detm
while no_rest && [ $tries -lt 200 ]; do sleep 0.05; tries=$((tries + 1)); done
kill -TERM "$process"
wait "$process"
check 'a signal ends it' [ $? -gt 128 ]
exec 3>&-
check 'the file of before stays' [ "$(cat kept.xml)" = before ]
check 'and nothing is left beside it' no_rest
done_checking
