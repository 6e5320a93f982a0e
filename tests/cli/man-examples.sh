#!/bin/sh
# The commands of the manual pages, lines "$ COMMAND": runs each one, in the order of the page, in a folder with the files
# that it names, and checks that it succeeds.  Commands after % are not run: they need the network, for example.  Also
# loads the wrapper and the template that the manual pages show.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
[ -x "$DETM" ] || exit 99

# Prints the commands of a manual page, each on one line.
commands_of() {
  awk '/^\.Dl \$ / { sub(/^\.Dl /, "") }
    /^\$ / || more { sub(/^\$ /, ""); more = sub(/\\e$/, ""); printf "%s%s", $0, more ? "" : "\n" }' "$1"
}

mkdir bin pages && ln -s "$DETM" bin/detm
PATH=$folder/bin:$PATH
cp "$top_srcdir"/examples/*.html "$top_srcdir/examples/book.xml" "$top_srcdir"/templates/*.rng . && chmod u+w ./*
sed 's,<footer>,<ul><li>Ferry</li><li>Bridge</li></ul>&,' weir.html >page.html
sed 's,<article>,<div></div><div></div><div><div></div><div>,; s,</article>,</div></div>,' weir.html >page-1.html
cp page-1.html page-2.html
echo 'element: /html/body/article' >answer
cp shop.html shop-2.html pages
"$DETM" learn -o shop.xml shop.html 2>err || exit 99
{
  echo '<!DOCTYPE html><title>Books</title><ul class="books">'
  while IFS='|' read -r title author reviews; do
    echo "<li><h3>$title</h3><p class='by'>$author</p><p><b>$reviews</b> reviews</p></li>"
  done <<'END'
Heart of Darkness|Joseph Conrad|112
The Mill on the Floss|George Eliot|87
Bleak House|Charles Dickens|240
Villette|Charlotte Bronte|31
END
  echo '</ul>'
} >books.html

# works COMMAND: checks that it succeeds, if the programs that it needs are installed.
works() {
  for program in jq xsltproc xmllint; do
    case $1 in
      *"$program "*)
        command -v "$program" >/dev/null || {
          skip "$1" "$program is missing"
          return
        }
        ;;
    esac
  done
  sh -c "$1" >out 2>err </dev/null
  status=$?
  exits 0 "$1"
}

for page in detm.1 detm-template.5 detm-wrapper.5; do
  commands_of "$top_srcdir/man/$page" >lines
  check "$page has commands" [ -s lines ]
  while IFS= read -r command; do
    works "$command"
  done <lines
done
check 'detm.1 has at least 15 commands' [ "$(commands_of "$top_srcdir/man/detm.1" | wc -l)" -ge 15 ]

# shows PAGE ELEMENT: prints the XML file of a manual page.
shows() {
  sed -n "/^<?xml/,/^<\/$2>/p" "$top_srcdir/man/$1" | sed 's/\\e/\\/g'
}
shows detm-wrapper.5 wrapper >wrapper.xml
detm export -w wrapper.xml
exits 0 'the wrapper in detm-wrapper(5) can be loaded'
shows detm-template.5 template >template.xml
detm template --xslt template.xml
exits 0 'the template in detm-template(5) can be loaded'
done_checking
