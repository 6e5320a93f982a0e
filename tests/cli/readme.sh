#!/bin/sh
# The tour in README: each line "    $ COMMAND" is run, from top to bottom, and must print what is shown below it
# (messages too; long lines are folded as README folds them).  UPDATE=1 writes what came out to README.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
if "$DETM" store runs --store none.db 2>&1 | grep -q 'built without SQLite'; then
  echo '1..0 # SKIP built without SQLite'
  exit 0
fi
[ -x "$DETM" ] && ln -s "$DETM" detm || exit 99
mkdir examples && cp "$top_srcdir"/examples/*.html "$top_srcdir/examples/manifest" "$top_srcdir/examples/topic.txt" examples

# What COMMAND prints, as README shows it.
run() {
  sh -c "$1" 2>&1 </dev/null | LC_ALL=C fold -s -w 96 | sed 's/ *$//;s/^/    /'
}

# README with what its commands print now; a blank line ends what one of them printed.
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

tour <"$top_srcdir/README" >now
if [ -n "$UPDATE" ] && ! cmp -s now "$top_srcdir/README"; then
  cp now "$top_srcdir/README"
fi
diff -u "$top_srcdir/README" now >err 2>&1
same now "$top_srcdir/README" 'the commands of README print what it shows'
check 'and there is a tour' [ "$(grep -c '^    \$ \./detm' now)" -ge 8 ]
done_checking
