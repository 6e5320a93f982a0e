#!/bin/sh
# Wrappers and templates learned from pages with unusual values can be loaded, verified and repaired.
# shellcheck disable=SC2016,SC2059 # dollars and backslashes in values
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

# list TEXT TEXT ADDRESS: a list of six records with these values (formats of printf) in every second record.
list() {
  printf '<h1>Ferries</h1><ul>'
  for number in 1 2 3 4 5 6; do
    case $number in
    *[135]) printf '<li><b>Tern %s</b> <i>EUR %s.50</i> <a href="/ships/%s">Deck plan</a></li>\n' $number $number $number ;;
    *) printf "<li><b>$1</b> <i>$2</i> <a href=\"$3\">Deck plan</a></li>\n" ;;
    esac
  done
  printf '</ul>'
}

# check_list PAGE NAME: learns from the page; applies, verifies and repairs what was learned.
check_list() {
  detm learn -q -o w.xml "$1"
  [ "$status" != 2 ] || { check "$2: learn does not fail" false; return; }
  [ "$status" = 0 ] || return 0 # no list
  detm apply -q -f ndjson -w w.xml "$1"
  check "$2: apply loads the wrapper" [ "$status" != 2 ]
  detm verify -w w.xml "$1"
  exits 0 "$2: verify finds no drift"
  detm repair -q -w w.xml -o r.xml "$1"
  detm apply -q -f ndjson -w r.xml "$1"
  check "$2: apply loads the repaired wrapper" [ "$status" != 2 ]
  ! command -v xmllint >/dev/null || check "$2: the wrapper is valid" \
    xmllint --noout --relaxng "$top_srcdir/templates/detm-wrapper.rng" w.xml
}

long=$(printf '%02000d' 7 | sed 's/00/words of any length, /g')
while IFS='|' read -r name value; do
  list "$value" "$value" "$value" >"odd-$name.html"
  check_list "odd-$name.html" "$name"
done <<END
empty|
spaces|   \t  \n 
no-break-space|&nbsp;
marks|... --- !?
colons|2: 5:Aa 0:
quotes|&quot;it&apos;s&quot; <&lt;> &amp;amp;
newlines|one\ntwo\r\nthree&#10;four&#13;
controls|a\001b\033[1m\177c&#x1;&#x1b;
nul|a\000b&#0;c
no-characters|&#xFFFE;&#xFFFF;\357\277\277
emoji|\360\237\232\242 \360\237\217\264\342\200\215\342\230\240\357\270\217
broken-utf8|\303(\377 \355\240\200
right-to-left|\342\200\256\327\251\327\234\327\225\327\235
combining|e\314\201\314\201\314\201\314\201
long|$long
digits|00000000000000000000000000000000000000000000000000000000000000000000000000000
END

for page in "$top_srcdir"/examples/*.html; do check_list "$page" "$(basename "$page")"; done

# Templates.
printf '<h1>Tern</h1><p class="note"> !?... </p><dl><dt>Ship</dt><dd><a href="/a?b=&quot;c&quot;">\360\237\232\242</a></dd></dl>' >item.html
detm template -q -o t.xml --field 'note=!?...' --field "ship=$(printf '\360\237\232\242')" item.html
exits 0 'template accepts unusual values'
detm apply -q -f ndjson -w t.xml item.html
exits 0 'apply loads a template of unusual values'
detm verify -w t.xml item.html
exits 0 'verify finds no drift with a template of unusual values'
done_checking
