#!/bin/sh
# The command line: help, version, and which arguments are refused with which messages.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
list Jar 5 >page.html

detm --help
exits 0 '--help succeeds'
check '--help lists the commands' grep -q '^  extract ' out
mv out help
detm help
same out help 'help prints the same as --help'
detm
exits 2 'without a command the status is 2'
same err help 'without a command the help goes to standard error'
check 'without a command nothing goes to standard output' [ ! -s out ]
for command in extract learn apply fields template match tree distance; do
  detm help $command
  exits 0 "help $command succeeds"
  mv out help
  detm $command --help
  same out help "$command --help prints the same as help $command"
  check "$command --help shows the usage line" grep -q "^Usage: detm $command " out
  detm $command --version
  check "$command --version prints the version" grep -q '^detm [0-9]' out
done
check '--help lists only commands that exist' sh -c "
  '$DETM' --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' | while read -r command; do
    '$DETM' \"\$command\" --help >/dev/null || exit 1; done"
detm --version
exits 0 '--version succeeds'
check '--version prints one line' grep -qx 'detm [0-9.]*' out

detm extarct page.html
exits 2 'an unknown command is a usage error'
says "did you mean extract" 'an unknown command: the most similar one is suggested'
detm frobnicate
check 'no command is suggested if none is similar' [ "$(grep -c 'did you mean' err)" = 0 ]
detm help extarct
exits 2 'help of an unknown command is a usage error'
detm -q extract page.html
exits 2 'an option before the command is a usage error'
says 'COMMAND' 'an option before the command: the message shows the order'
detm extract --formt csv page.html
exits 2 'an unknown option is a usage error'
says 'did you mean --format' 'an unknown option: the most similar one is suggested'
says "'detm extract --help'" 'an unknown option: the message refers to --help'
check 'an unknown option: nothing goes to standard output' [ ! -s out ]
detm extract -Z page.html
exits 2 'an unknown option letter is a usage error'
says '-Z' 'an unknown option letter is named'
detm extract page.html -f
exits 2 'a missing value is a usage error'
says '--format needs an argument' 'a missing value: the option is named'
detm extract --together=yes page.html
exits 2 'a value for an option that takes none is a usage error'
detm extract
exits 2 'extract without a page is a usage error'
detm apply page.html
exits 2 'apply without a wrapper is a usage error'
says '-w FILE' 'apply without a wrapper: the message names -w'
detm tree page.html page.html
exits 2 'tree refuses a second page'
detm distance page.html
exits 2 'distance refuses a single page'
detm extract --together --all-regions page.html
exits 2 '--together and --all-regions exclude each other'
for ignored in 'extract --also-others' 'learn --also-others' 'extract --date 2024-02-03' 'apply -w w.xml --date 2024-02-03' \
  'extract -0' 'content --store s.db' 'extract --others'; do
  # shellcheck disable=SC2086
  detm $ignored page.html
  exits 2 "$ignored alone is a usage error"
  says 'has no effect without --' "$ignored alone: the message names the option that it needs"
done
detm extract --encoding no-such-thing page.html page.html
exits 2 'an unknown encoding is a usage error'
lines err 1 'an unknown encoding is reported once for all pages'

for wrong in '--format yaml' '--max-bytes -1' '--max-bytes 12X' '--max-bytes 99999999999999999999' '--max-nodes many' \
  '--max-records 1KB' '--seconds soon' '--threshold 1' '--threshold 0' '--weights 1,1' '--weights 1,1,1,1' '--weights 1,,1' \
  '--weights 1,-1,1' '-j x' '-j 4096' '--base page.html' '--rank best' '--max-output .'; do
  # shellcheck disable=SC2086
  detm extract $wrong page.html
  exits 2 "$wrong is refused"
  says "'${wrong#* }'" "$wrong is refused: the message quotes the value"
done
for right in '-f NDJSON' '--max-bytes 1G' '--max-bytes 64k' '--max-nodes 0' '--seconds .5' '--seconds 0' \
  '--weights 1,1,1.5' '--threshold .9' '-j 0' '-j 3' '--base https://example.org/' '--rank coverage' '--form csv'; do
  # shellcheck disable=SC2086
  detm extract $right page.html
  exits 0 "$right is accepted"
done
detm extract -qfndjson page.html
check 'option letters can be joined' grep -q '^{' out
detm extract page.html -f ndjson
check 'options can come after pages' grep -q '^{' out
list Jar 5 >-f
detm extract -f ndjson -- -f
exits 0 'after -- every argument is a page'
done_checking
