#!/bin/sh
# Limits: each is kept by each command that it is an option of: at it a page passes, below it the page is named with the
# limit, its value and the option that raises it, and the others go on; what is written is well-formed.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
list Jar 8 >page.html
list Pot 2 >small.html
"$DETM" learn -q -o wrapper.xml page.html
"$DETM" template -q -o template.xml --field heading=Jar page.html
mkdir library
cp wrapper.xml template.xml library
"$DETM" store add -q --store rules.db wrapper.xml
printf 'Jar number 3 of the shelf\n' >topic.txt
printf 'kind: list\n' >right.txt
# What the pages themselves make a command say is not asked here: only whether the limit was told.
commands='extract
extract --together
learn
apply -w wrapper.xml
apply -w template.xml
apply -w stock:opengraph
apply -L library
apply --store=rules.db
fields
template --field heading=Jar
match -L library
content
content --save --store saved.db
content --corrections corrected --correct right.txt
classify
tree
distance page.html
links
rank --topic topic.txt
verify -w wrapper.xml
repair -w wrapper.xml -o repaired.xml
store find --store rules.db'

# passes LIMIT VALUE COMMAND...: the page is within the limit.
passes() {
  option=$1 value=$2
  shift 2
  "$DETM" "$@" "$option" "$value" page.html >out 2>err
  status=$?
  [ "$status" -le 1 ] && ! grep -q "^detm: page.html: .*$option" err
}

# least OPTION MOST COMMAND...: the smallest value that the page passes with, at most MOST.
least() {
  option=$1 low=0 high=$2
  shift 2
  while [ $((high - low)) -gt 1 ]; do
    middle=$(((low + high) / 2))
    if passes "$option" "$middle" "$@"; then high=$middle; else low=$middle; fi
  done
  echo "$high"
}

# refused VALUE OPTION COMMAND: what passes and err say of a page past the limit.
refused() {
  check "$3: past $2" [ "$status" -eq 1 ]
  check "$3: with file, value and option" grep -q "^detm: page.html: .*[ ]$1[ ;:].*$2" err
}

size=$(wc -c <page.html)
echo "$commands" >list
while read -r command; do
  # shellcheck disable=SC2086
  set -- $command
  check "$command: at --max-bytes" passes --max-bytes "$size" "$@"
  passes --max-bytes $((size - 1)) "$@"
  refused $((size - 1)) --max-bytes "$command"
  for option in --max-nodes=128 --max-depth=16; do
    most=$(least "${option%=*}" "${option#*=}" "$@")
    check "$command: some value of $option is enough" [ "$most" -lt "${option#*=}" ]
    option=${option%=*}
    check "$command: at $option" passes "$option" "$most" "$@"
    passes "$option" $((most - 1)) "$@"
    refused $((most - 1)) "$option" "$command"
  done
done <list

awk 'BEGIN { for (i = 0; i < 1010; i++) printf "<div>"; print "deep" }' >deep.html
detm tree deep.html
says 'deep.html: nested more than 1000 deep: cut there' 'a page past the greatest depth is told'
check 'and no option is named that would not help' [ "$(grep -c -- --max-depth err)" = 0 ]

# The other pages go on, and nothing that was before is lost.
for command in 'extract' 'apply -w wrapper.xml' 'apply -w template.xml' 'apply -L library' 'match -L library' content classify links; do
  # shellcheck disable=SC2086
  set -- $command
  for limit in "--max-bytes $((size - 1))" '--max-nodes 30'; do
    # shellcheck disable=SC2086
    detm "$@" -q $limit -f ndjson page.html small.html
    check "$command $limit: the other page goes on" grep -q '"@page":"small.html"' out
    check "$command $limit: and this one is left out" [ "$(grep -c '"@page":"page.html"' out)" = 0 ]
  done
done
detm extract -q --max-records 3 -f ndjson page.html small.html
lines out 2 'past --max-records none of a page is there'
for command in extract 'apply -w wrapper.xml' 'apply --store=rules.db' links fields; do
  # shellcheck disable=SC2086
  set -- $command
  most=$(least --max-records 64 "$@")
  check "$command: at --max-records" passes --max-records "$most" "$@"
  passes --max-records $((most - 1)) "$@"
  refused $((most - 1)) --max-records "$command"
done

# well_formed FILE...: by other parsers than detm's own; the name ends in the format.
well_formed() {
  python3 - "$@" <<'END'
import csv, json, sys
from xml.etree import ElementTree
broken = []
for name in sys.argv[1:]:
    text = open(name, encoding="utf-8", newline="").read()
    try:
        if name.endswith("xml") and text:
            ElementTree.fromstring(text.encode())
        elif name.endswith("ndjson"):
            assert text[-1:] in ("", "\n")
            for line in text.splitlines():
                json.loads(line)
        elif name.endswith("csv"):
            assert len({len(row) for row in csv.reader(text.splitlines(True), strict=True)}) <= 1
    except (AssertionError, ValueError, ElementTree.ParseError, csv.Error) as error:
        broken.append(f"# {name}: {error}: {text[-200:]!r}")
print("\n".join(broken))
sys.exit(bool(broken))
END
}
if command -v python3 >/dev/null; then
  for command in 'extract' 'apply -w wrapper.xml' 'apply -w template.xml' 'apply -L library' fields 'match -L library' \
    content classify links 'rank --topic topic.txt' 'store find --store rules.db' 'verify -w wrapper.xml'; do
    for format in xml ndjson csv; do
      # shellcheck disable=SC2086
      set -- $command -q -f $format
      "$DETM" "$@" page.html small.html >whole 2>err
      size=$(wc -c <whole)
      detm "$@" --max-output "$size" page.html small.html
      same out whole "$command -f $format: at --max-output"
      for less in 1 $((size / 2)); do
        [ "$less" -lt "$size" ] || continue # nothing to write
        echo before >kept
        detm "$@" --max-output $((size - less)) page.html small.html
        exits 2 "$command -f $format: $less bytes past --max-output"
        says "more than $((size - less)) bytes of results, the rest is left out: raise --max-output" 'is told'
        check 'no more is written' [ "$(wc -c <out)" -le $((size - less)) ]
        cp out "ended-$checks.$format"
        "$DETM" "$@" --max-output $((size - less)) -o kept page.html small.html 2>err
        check 'a file of before stays' [ "$(cat kept)" = before ]
      done
    done
  done
  check 'what ends at --max-output is well-formed' well_formed ended-*
else
  skip 'output that ends at --max-output' 'no python3 to read it with'
fi
echo 'learn page.html
template --name x --field heading=Jar page.html
template --xslt template.xml
tree page.html
distance page.html small.html
verify -w wrapper.xml page.html small.html
store list --store rules.db
store show --store rules.db wrapper' >list
while read -r command; do
  # shellcheck disable=SC2086
  set -- $command -q
  "$DETM" "$@" >whole 2>err
  size=$(wc -c <whole)
  [ "$size" -gt 1 ] || continue # nothing has drifted
  detm "$@" --max-output "$size"
  same out whole "$command: at --max-output"
  echo before >kept
  for most in 1 $((size / 2)) $((size - 1)); do
    detm "$@" --max-output "$most" -o kept
    exits 2 "$command: past --max-output $most"
    says "kept: more than $most bytes, the rest is left out: raise the limit with --max-output" 'is told'
  done
  lines err 1 'once'
  check 'a file of before stays' [ "$(cat kept)" = before ]
done <list

# Files that are made beside the output.
while read -r made command; do
  # shellcheck disable=SC2086
  set -- $command
  rm -rf "${made%%/*}"
  "$DETM" "$@" >out 2>err
  mv "$made" whole
  size=$(wc -c <whole)
  detm "$@" --max-output "$size"
  same "$made" whole "$command: at --max-output"
  rm "$made"
  detm "$@" --max-output $((size - 1))
  exits 2 "$command: past --max-output"
  says "$made: more than $((size - 1)) bytes, the rest is left out: raise the limit with --max-output" 'is told'
  check 'and nothing is made' [ ! -e "$made" ]
done <<'END'
web rank -q --topic topic.txt --state web --top 1 -f csv page.html
learned/page.xml content -q --corrections learned --correct right.txt page.html
END

# What a subcommand of store would leave unheeded is no option of it.
while read -r option command; do
  # shellcheck disable=SC2086
  detm store --store rules.db $command
  exits 2 "store $command"
  says "does not take --$option; " 'is refused'
done <<'END'
max-output export --max-output 1M exported
max-output add --max-output 1M wrapper.xml
max-records records --max-records 3
max-records list --max-records 3
seconds diff --seconds 1
format show -f csv wrapper
min-score list --min-score .2
END
check 'and nothing is done' [ ! -e exported ]

# Values that are none.
for option in --max-bytes --max-nodes --max-records --max-output --max-depth --seconds; do
  for wrong in '' -1 5x 1e400 0x10 ' 5' nan inf 99999999999999999999 1,5; do
    detm extract "$option=$wrong" page.html
    exits 2 "$option '$wrong' is refused"
    says "detm: $option: '$wrong' is " 'and quoted'
    lines err 1 'in one line'
  done
done
for wrong in 1e30 5.5; do
  detm extract --max-nodes $wrong page.html
  exits 2 "--max-nodes $wrong is refused"
done
for wrong in 0 1001; do
  detm extract --max-depth $wrong page.html
  exits 2 "--max-depth $wrong is refused"
done
detm extract --seconds 1e30 page.html
exits 2 '--seconds 1e30 is refused'
says ', at most 1000000000;' 'with what is the most'
detm extract --seconds 1000000000 page.html
exits 0 'which is not'
for option in --max-bytes --max-nodes --max-records --max-output --seconds; do
  detm extract "$option=0" page.html
  exits 0 "$option 0 is no limit"
done

# Files beside pages: no option raises their limits, so none is named.
huge() {
  printf '%s' "$1" >huge && truncate -s "$2" huge
}
huge '<wrapper xmlns="urn:detm:wrapper:1">' 65M
for command in 'apply -w huge page.html' 'verify -w huge page.html' 'repair -w huge -o new.xml page.html' \
  'template --xslt huge' 'store add --store rules.db huge' 'extract --domain ./huge page.html' \
  'content --corrections corrected --correct huge page.html' 'extract --files-from /dev/zero' \
  'apply -w /dev/zero page.html' 'rank --topic topic.txt --pages /dev/zero' 'rank --topic topic.txt --state /dev/zero page.html' \
  'store add --store rules.db --name zero /dev/zero'; do
  # shellcheck disable=SC2086
  detm $command
  exits 2 "detm $command"
  lines err 1 'is one line'
  check 'that names no option for pages' [ "$(grep -c -- --max-bytes err)" = 0 ]
done
detm rank --max-bytes 1M --topic /dev/zero page.html
exits 2 'a topic is read like a page'
says '/dev/zero: has more than 1048576 bytes: raise the limit with --max-bytes' 'and the option is named'
mkdir large
mv huge large/huge.xml
cp wrapper.xml large
detm apply -L large page.html
exits 2 'a file of a library that is too large'
says 'large/huge.xml: ' 'is named'
check 'the others serve' grep -q '<record' out
done_checking
