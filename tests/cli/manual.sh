#!/bin/sh
# The options in man/detm.1, the topics of the help, doc/reference.md and the options of the package for Python agree with
# the tables of options; detm help COMMAND TOPIC.  UPDATE=1 writes the files that are made of the tables.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  echo '1..0 # SKIP python3 is missing'
  exit 0
fi

# made FILE ACTION: checks that a file is what man/manual.py makes.
made() {
  [ -z "$UPDATE" ] || python3 "$top_srcdir/man/manual.py" "$2" "$DETM"
  python3 "$top_srcdir/man/manual.py" "$2" --print "$DETM" >made
  diff -u "$top_srcdir/$1" made >err
  check "$1 is up to date: run man/manual.py $2" [ ! -s err ]
}

made doc/reference.md reference
if command -v mandoc >/dev/null; then
  python3 "$top_srcdir/man/manual.py" check "$DETM" >err
  check 'man/detm.1 explains every option, with its argument, short form and default' grep -qx 'no differences' err
  made man/manual.txt topics
else
  skip 'man/detm.1 explains every option' 'mandoc is missing'
  skip 'man/manual.txt is up to date' 'mandoc is missing'
fi

[ -z "$UPDATE" ] || python3 "$top_srcdir/python/option_table.py" write
python3 "$top_srcdir/python/option_table.py" check >err
check 'the options of the package for Python are up to date: run python/option_table.py write' [ ! -s err ]

# Every option of every command, and every section.
for command in $("$DETM" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  "$DETM" help "$command" | sed -n 's/^  ....--\([a-z0-9-]*\).*/--\1/p' >options
  [ -s options ] || echo "$command has no options"
  while read -r option; do
    "$DETM" help "$command" "$option" >topic 2>&1 || echo "$command $option: status $?"
    sed 1q topic | grep -qe "$option" || echo "$command $option: the row of the option is missing"
    [ "$(wc -l <topic)" -gt 2 ] || echo "$command $option: there is no text"
  done <options
done >err
check 'detm help COMMAND --OPTION explains every option' [ ! -s err ]
"$DETM" help extract | sed '1,/a topic:$/d' | tr -d ' \n' | tr , '\n' >sections
while read -r section; do
  "$DETM" help extract "$section" >topic 2>&1 || echo "$section: status $?"
  [ -s topic ] || echo "$section: no text"
done <sections >err
check 'detm help COMMAND TOPIC prints every topic that the help lists' [ ! -s err ]
check 'the help lists topics' [ "$(wc -l <sections)" -gt 20 ]

detm help template --field
check 'the text is that for the command' grep -q 'next PAGE shows VALUE, which becomes the field NAME' out
detm help extract -a
check 'a short option is a topic' grep -q -- '--all-regions' out
detm help extract region
check 'the name of an option is a topic' grep -q -- '--region REGION' out
mv out first
detm help extract --region
same first out 'an option may be given with its hyphens'
detm help extract 'Exit status'
cp out exit-status
mv out first
detm help extract exit-status
same first out 'a section may be given with blanks and capitals'
detm help inspect --links
check 'hyphens distinguish an option from a section' grep -q 'show the links' out
detm help inspect links
check 'a section comes before an option of its name' grep -q 'a record for each URL' out
detm help extract --regoin
exits 2 'an unknown option: status 2'
says "extract has no option or topic '--regoin', did you mean --region" 'an unknown option: a similar one is named'
detm help extract fromats
says "has no option or topic 'fromats', did you mean formats" 'an unknown topic: a similar one is named'
detm help tree --typed
exits 2 'an option of another command: status 2'
detm help extract exit status
says 'a command and one topic' 'two topics: the error says how to write one'

for subcommand in add list show find remove import export runs records pages diff forget 'interest add' interest; do
  detm help store "$subcommand"
  check "detm help store $subcommand explains it" grep -q "^store $subcommand" out
done

detm help extract --format
check 'a reference to a section names the command that prints it' grep -q "detm help extract formats'" out
detm help exit-status
same exit-status out 'a section needs no command'
detm help options-of-the-store
mv out first
detm help the-store
sed '1,/^Options of the store$/d' out >last
same first last 'a section is printed with its subsections'
check 'a section has each of its subsections once' [ "$(grep -cE '^(Rules|Saved results|Interests|Options of the store)$' out)" = 4 ]
detm help fromats
exits 2 'an unknown topic without a command: status 2'
says "unknown command or topic 'fromats', did you mean formats" 'an unknown topic without a command: a similar one is named'
detm help
mv out first
for words in -h --help 'help help' 'help -h' 'help --help'; do
  # shellcheck disable=SC2086 # words
  detm $words
  same first out "detm $words prints the help"
done
detm help store
check 'store: lists are tables by default' grep -q -- '--format FORMAT .*table (default for lists' out

detm --version
mv out first
for words in -V 'help -V' 'help --version' 'extract -V' 'store -V' 'serve --version' 'mcp -V' 'completion -V'; do
  # shellcheck disable=SC2086 # words
  detm $words
  same first out "detm $words prints the version"
done
detm --version extract
exits 2 'words after --version: status 2'
says "--version takes no words, but 'extract' follows" 'words after --version: the error names them'
done_checking
