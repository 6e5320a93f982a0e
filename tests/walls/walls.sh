#!/bin/sh
# Checks the kind "wall" of detm classify on the pages of this folder: how many walls are found, with the right reason,
# and that no other page is one.  The floors are just below what doc/accuracy.md tells.
: "${top_srcdir:=.}" "${DETM:=./detm}"
tests=$top_srcdir/tests/walls
folder=$(mktemp -d "${TMPDIR:-/tmp}/detm-walls-XXXXXX") || exit 99
trap 'rm -rf "$folder"' EXIT
echo 1..3

# Writes the pages of a file into NAME.NUMBER.REASON.html.
split() {
  awk -v prefix="$folder/$1" '
    /^== / { if (file) close(file); file = sprintf("%s.%03d.%s.html", prefix, ++count, $2); next }
    file { print > file }' "$tests/$1.txt"
}

# Prints "REASON-OF-THE-FILE REASON-FOUND" for each page.
judge() {
  "$DETM" classify -f ndjson "$folder/$1".*.html |
    sed -n 's/^{"@page":"[^"]*\.\([a-z-]*\)\.html".*"kind":"\([a-z]*\)".*/\1 \2 &/p' |
    sed 's/^\([a-z-]* [a-z]*\) .*"wall":"\([a-z-]*\)".*/\1 \2/; s/^\([a-z-]* [a-z]*\) {.*/\1 -/'
}

split first && split second && split others
{ judge first && judge second; } >"$folder/walls"
judge others >"$folder/others"

found=$(awk '$2 == "wall"' "$folder/walls" | grep -c .)
right=$(awk '$2 == "wall" && $1 == $3' "$folder/walls" | grep -c .)
all=$(grep -c . "$folder/walls")
wrong=$(awk '$2 == "wall"' "$folder/others" | grep -c .)
others=$(grep -c . "$folder/others")

check() { if [ "$1" -ge "$2" ]; then echo "ok $3"; else echo "not ok $3"; fi; }
check "$found" 93 "1 - $found of $all pages that only block are walls"
check "$right" 91 "2 - $right of them have the right reason"
[ "$others" -ge 28 ] && check 0 "$wrong" "3 - $wrong of $others other pages are walls" || echo "not ok 3 - $others other pages"
