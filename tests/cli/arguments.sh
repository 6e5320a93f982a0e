#!/bin/sh
# The command line: help, version, what is refused and how.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
list Jar 5 >page.html

detm --help
exits 0 '--help succeeds'
check '--help lists the commands' grep -q '^  extract ' out
mv out help
detm help
same out help 'help is --help'
detm
exits 2 'without a command the status is 2'
same err help 'without a command the help goes to standard error'
check 'and nothing to standard output' [ ! -s out ]
for command in extract learn apply fields template match tree distance; do
  detm help $command
  exits 0 "help $command succeeds"
  mv out help
  detm $command --help
  same out help "$command --help is help $command"
  check "$command --help says how it is called" grep -q "^Usage: detm $command " out
  detm $command --version
  check "$command --version tells the version" grep -q '^detm [0-9]' out
done
check 'the help names no command that is not there' sh -c "
  '$DETM' --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' | while read -r command; do
    '$DETM' \"\$command\" --help >/dev/null || exit 1; done"
detm --version
exits 0 '--version succeeds'
check '--version is one line' grep -qx 'detm [0-9.]*' out

detm extarct page.html
exits 2 'an unknown command is a usage error'
says "did you mean extract" 'and the nearest is named'
detm frobnicate
check 'nothing is suggested where nothing is near' grep -qv 'did you mean' err
detm help extarct
exits 2 'help of an unknown command is a usage error'
detm -q extract page.html
exits 2 'an option before the command is a usage error'
says 'COMMAND' 'and the order is told'
detm extract --formt csv page.html
exits 2 'an unknown option is a usage error'
says 'did you mean --format' 'and the nearest is named'
says "'detm extract --help'" 'and where to find more'
check 'nothing is printed then' [ ! -s out ]
detm extract -Z page.html
exits 2 'an unknown letter is a usage error'
says '-Z' 'and it is named'
detm extract page.html -f
exits 2 'a missing value is a usage error'
says '--format needs an argument' 'and the option is named'
detm extract --together=yes page.html
exits 2 'a value that does not belong is a usage error'
detm extract
exits 2 'no page is a usage error'
detm apply page.html
exits 2 'apply without a wrapper is a usage error'
says '-w FILE' 'and the option is named'
detm tree page.html page.html
exits 2 'tree takes one page'
detm distance page.html
exits 2 'distance takes two pages'
detm extract --together --all-regions page.html
exits 2 '--together and --all-regions exclude each other'
for ignored in 'extract --also-others' 'learn --also-others' 'extract --date 2024-02-03' 'apply -w w.xml --date 2024-02-03' \
  'extract -0' 'content --store s.db' 'extract --others'; do
  # shellcheck disable=SC2086
  detm $ignored page.html
  exits 2 "$ignored alone is a usage error"
  says 'has no effect without --' 'and the option that it needs is named'
done
detm extract --encoding no-such-thing page.html page.html
exits 2 'an unknown encoding is a usage error'
lines err 1 'told once'

for wrong in '--format yaml' '--max-bytes -1' '--max-bytes 12X' '--max-bytes 99999999999999999999' '--max-nodes many' \
  '--max-records 1KB' '--seconds soon' '--threshold 1' '--threshold 0' '--weights 1,1' '--weights 1,1,1,1' '--weights 1,,1' \
  '--weights 1,-1,1' '-j x' '-j 4096' '--base page.html' '--rank best' '--max-output .'; do
  # shellcheck disable=SC2086
  detm extract $wrong page.html
  exits 2 "$wrong is refused"
  says "'${wrong#* }'" "$wrong is quoted"
done
for right in '-f NDJSON' '--max-bytes 1G' '--max-bytes 64k' '--max-nodes 0' '--seconds .5' '--seconds 0' \
  '--weights 1,1,1.5' '--threshold .9' '-j 0' '-j 3' '--base https://example.org/' '--rank coverage' '--form csv'; do
  # shellcheck disable=SC2086
  detm extract $right page.html
  exits 0 "$right is taken"
done
detm extract -qfndjson page.html
check 'letters may stand together' grep -q '^{' out
detm extract page.html -f ndjson
check 'options may stand after pages' grep -q '^{' out
list Jar 5 >-f
detm extract -f ndjson -- -f
exits 0 'after -- nothing is an option'
done_checking
