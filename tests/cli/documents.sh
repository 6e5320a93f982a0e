#!/bin/sh
# Names in the documents (manual pages, files, goals of make, commands and options) exist, every command is marked as one
# that the tests run ($) or do not run (%), and the links of the documents as HTML lead somewhere.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  echo '1..0 # SKIP python3 is missing'
  exit 0
fi

(cd "$top_srcdir" && python3 tests/cli/documents.py names "$DETM") >err
check 'the manual pages, files, commands and options that documents name exist' grep -qx 'no faults' err
(cd "$top_srcdir" && python3 tests/cli/documents.py commands) >err
check 'commands in documents begin with $ (run by the tests) or % (not run)' grep -qx 'no faults' err

# A copy of the documents with faults.
mkdir faulty
manual='detm-nosuch(''5)'
ln -s "$top_srcdir"/* faulty
rm faulty/README
{
  cat "$top_srcdir/README"
  echo "Then run make bench-nosuch and make -s, or \"detm wurst --foo\" and \`detm help extract nosuchtopic\`."
  echo '    $ detm extract -f csv x; detm learn --nosuch'
  echo "See doc/nosuch and $manual."
  for program in 'detm extract' 'tar -xf' bash cc mmdebstrap; do
    echo "    $program nosuchfile"
  done
} >faulty/README
(cd faulty && python3 "$top_srcdir/tests/cli/documents.py" names "$DETM") >err
for fault in 'make bench-nosuch' 'detm wurst' "detm help extract nosuchtopic" 'learn has no option --nosuch' 'doc/nosuch' \
  "$manual"; do
  says "$fault" "a document with a fault: $fault"
done
check 'a document with faults: no others' [ "$(grep -c '^README' err)" = 6 ]
(cd faulty && python3 "$top_srcdir/tests/cli/documents.py" commands) >err
check 'a document with commands that are not marked' [ "$(grep -c nosuchfile err)" = 5 ]

for python in python3 /usr/bin/python3 none; do
  ! "$python" -c 'import markdown_it' 2>/dev/null || break
done
if [ "$python" = none ] || ! command -v mandoc >/dev/null; then
  skip 'the documents as HTML' 'python3-markdown-it or mandoc is missing'
else
  PATH=$folder/none "$("$python" -c "import sys; print(sys.executable)")" "$top_srcdir/doc/site/site.py" half >out 2>err
  check 'doc/site/site.py needs mandoc, and writes nothing without it' [ ! -e half ]
  says 'site.py needs mandoc' 'doc/site/site.py says so'
  "$python" "$top_srcdir/doc/site/site.py" site >out 2>err
  check 'doc/site/site.py succeeds' [ -s site/index.html ]
  (cd "$top_srcdir" && python3 tests/cli/documents.py links "$folder/site") >err
  check 'the links and anchors of the documents as HTML exist' grep -qx 'no faults' err
  for document in "$top_srcdir"/doc/*.md; do
    [ -f "site/$(basename "$document" .md).html" ] || echo "$document is not in doc/site/site.py"
  done >err
  check 'every document is there' [ ! -s err ]
  check 'references between documents are links' grep -q '<a href="detm.1.html">' site/reference.html
  check 'the pages need no script' [ -z "$(grep -l '<script' site/*.html)" ]
fi
done_checking
