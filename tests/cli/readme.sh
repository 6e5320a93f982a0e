#!/bin/sh
# The commands in README and doc/tutorial.md: runs each line "    $ COMMAND" (not "    % COMMAND"), from top to bottom, in a folder with the
# examples, and compares the output and messages with the lines below it.  Long lines are folded, and carriage returns
# of CSV removed.  UPDATE=1 writes the output into the documents.  Also checks the length of lines and references to
# sections.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
if "$DETM" store runs --store none.db 2>&1 | grep -q 'built without SQLite'; then
  echo '1..0 # SKIP built without SQLite'
  exit 0
fi
[ -x "$DETM" ] || exit 99

# Prints the output of COMMAND in the form of the documents.
run() {
  sh -c "$1" 2>&1 </dev/null | tr -d '\r' | LC_ALL=C fold -s -w 96 | sed 's/ *$//;s/^/    /'
}

# Copies a document with the current output of its commands; a blank line ends the output of a command.
tour() {
  printed=no
  while IFS= read -r line; do
    case $line in
      '    $ '*)
        printf '%s\n' "$line"
        run "${line#'    $ '}"
        printed=yes
        ;;
      '    '*) [ $printed = yes ] || printf '%s\n' "$line" ;;
      *)
        printed=no
        printf '%s\n' "$line"
        ;;
    esac
  done
}

# Prints lines of more than 100 characters, except tables, commands and output, which fold has counted in bytes.
long_lines() {
  grep -nv '^    \|^|' "$1" | LC_ALL=C tr -d '\200-\277' | LC_ALL=C grep -E '^[0-9]+:.{101}'
}

# shows DOCUMENT COUNT: checks that it has at least COUNT commands, and that each prints what the document shows.
shows() {
  document=$top_srcdir/$1
  mkdir run run/examples && ln -s "$DETM" run/detm || exit 99
  cp "$top_srcdir"/examples/*.html "$top_srcdir/examples/manifest" "$top_srcdir/examples/topic.txt" "$top_srcdir/examples/crawl.warc.gz" run/examples
  (cd run && tour <"$document") >now
  rm -rf run
  if [ -n "$UPDATE" ] && ! cmp -s now "$document"; then
    cp now "$document"
  fi
  diff -u "$document" now >err 2>&1
  same now "$document" "the commands of $1 print what it shows"
  check "$1 has at least $2 commands" [ "$(grep -c '^    \$ ' now)" -ge "$2" ]
}

shows README 5
shows doc/tutorial.md 30
for document in README HACKING NEWS python/README doc/architecture.md doc/method.md doc/accuracy.md doc/portability.md doc/scale.md \
  doc/security.md doc/stability.md doc/tutorial.md; do
  long_lines "$top_srcdir/$document" >err
  check "$document has no line of more than 100 columns" [ ! -s err ]
done
for document in HACKING doc/architecture.md doc/method.md doc/accuracy.md doc/portability.md doc/scale.md \
  doc/security.md doc/stability.md; do
  grep -n '^    \$ ' "$top_srcdir/$document" >err
  check "$document has no commands, which would not be tested" [ ! -s err ]
done

# The sections that comments refer to, such as "doc/method 2.4".
(cd "$top_srcdir" && find src include tests man -type f \( -name '*.[ch1-9]' -o -name '*.sh' \) -exec \
  grep -ohE 'doc/method [0-9]+(\.[0-9]+)?((,| to| and) [0-9]+(\.[0-9]+)?)*' {} +) |
  grep -oE '[0-9]+(\.[0-9]+)?' | sort -u | while read -r section; do
  grep -qE "^##+ $section([. ]|\$)" "$top_srcdir/doc/method.md" || echo "doc/method has no section $section"
done >err
check 'doc/method.md has the sections that comments refer to' [ ! -s err ]
done_checking
