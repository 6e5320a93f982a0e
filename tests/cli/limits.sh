#!/bin/sh
# Limits of each command: a page at the limit passes; a page above it is reported with the limit, its value and the
# option that raises it, and the next page is read.  Output that ends at a limit is well-formed.
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
# Pages may cause other messages too: the tests only look for the message about the limit.
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

# passes OPTION VALUE COMMAND...: succeeds if the page is within the limit.
passes() {
  option=$1 value=$2
  shift 2
  "$DETM" "$@" "$option" "$value" page.html >out 2>err
  status=$?
  [ "$status" -le 1 ] && ! grep -q "^detm: page.html: .*$option" err
}

# least OPTION MOST COMMAND...: prints the smallest value with which the page passes, at most MOST.
least() {
  option=$1 low=0 high=$2
  shift 2
  while [ $((high - low)) -gt 1 ]; do
    middle=$(((low + high) / 2))
    if passes "$option" "$middle" "$@"; then high=$middle; else low=$middle; fi
  done
  echo "$high"
}

# refused VALUE OPTION COMMAND: checks status and messages after passes failed.
refused() {
  check "$3: a page above $2: status 1" [ "$status" -eq 1 ]
  check "$3: a page above $2: the message has file, value and option" grep -q "^detm: page.html: .*[ ]$1[ ;:].*$2" err
}

size=$(wc -c <page.html)
echo "$commands" >list
while read -r command; do
  # shellcheck disable=SC2086
  set -- $command
  check "$command: a page at --max-bytes passes" passes --max-bytes "$size" "$@"
  passes --max-bytes $((size - 1)) "$@"
  refused $((size - 1)) --max-bytes "$command"
  for option in --max-nodes=128 --max-depth=16; do
    most=$(least "${option%=*}" "${option#*=}" "$@")
    check "$command: a page passes with less than $option" [ "$most" -lt "${option#*=}" ]
    option=${option%=*}
    check "$command: a page at $option passes" passes "$option" "$most" "$@"
    passes "$option" $((most - 1)) "$@"
    refused $((most - 1)) "$option" "$command"
  done
done <list

awk 'BEGIN { for (i = 0; i < 1010; i++) printf "<div>"; print "deep" }' >deep.html
detm tree deep.html
says 'deep.html: nested more than 512 deep: deeper elements are taken as siblings' 'a page nested too deep is reported'
check 'a page nested too deep: the message does not name --max-depth, which cannot help' [ "$(grep -c -- --max-depth err)" = 0 ]

# After a page above a limit, the next page is read.
for command in 'extract' 'apply -w wrapper.xml' 'apply -w template.xml' 'apply -L library' 'match -L library' content classify links; do
  # shellcheck disable=SC2086
  set -- $command
  for limit in "--max-bytes $((size - 1))" '--max-nodes 50'; do
    # shellcheck disable=SC2086
    detm "$@" -q $limit -f ndjson page.html small.html
    check "$command $limit: the next page is read" grep -q '"@page":"small.html"' out
    check "$command $limit: nothing of the page above the limit is printed" [ "$(grep -c '"@page":"page.html"' out)" = 0 ]
  done
done
detm extract -q --max-records 3 -f ndjson page.html small.html
lines out 2 'nothing of a page above --max-records is printed'
for command in extract 'apply -w wrapper.xml' 'apply --store=rules.db' links fields; do
  # shellcheck disable=SC2086
  set -- $command
  most=$(least --max-records 64 "$@")
  check "$command: a page at --max-records passes" passes --max-records "$most" "$@"
  passes --max-records $((most - 1)) "$@"
  refused $((most - 1)) --max-records "$command"
done

# well_formed FILE...: reads each file with Python's parsers; the name ends with the format.
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
      same out whole "$command -f $format: output at --max-output is complete"
      for less in 1 $((size / 2)); do
        [ "$less" -lt "$size" ] || continue # nothing to write
        echo before >kept
        detm "$@" --max-output $((size - less)) page.html small.html
        exits 2 "$command -f $format: output $less bytes above --max-output: status 2"
        says "more than $((size - less)) bytes of results, the rest is left out: raise --max-output" 'output above --max-output is reported'
        check 'output above --max-output is cut at the limit' [ "$(wc -c <out)" -le $((size - less)) ]
        cp out "ended-$checks.$format"
        "$DETM" "$@" --max-output $((size - less)) -o kept page.html small.html 2>err
        check 'output above --max-output: the old file of -o is kept' [ "$(cat kept)" = before ]
      done
    done
  done
  check 'output that is cut at --max-output is well-formed' well_formed ended-*
else
  skip 'output that is cut at --max-output is well-formed' 'no python3'
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
  [ "$size" -gt 1 ] || continue # verify prints nothing without drift
  detm "$@" --max-output "$size"
  same out whole "$command: output at --max-output is complete"
  echo before >kept
  for most in 1 $((size / 2)) $((size - 1)); do
    detm "$@" --max-output "$most" -o kept
    exits 2 "$command: output above --max-output $most: status 2"
    says "kept: more than $most bytes, the rest is left out: raise the limit with --max-output" "$command: output above --max-output $most is reported"
  done
  lines err 1 "$command: output above --max-output is reported once"
  check "$command: output above --max-output: the old file of -o is kept" [ "$(cat kept)" = before ]
done <list

# Files that are written beside the output.
while read -r made command; do
  # shellcheck disable=SC2086
  set -- $command
  rm -rf "${made%%/*}"
  "$DETM" "$@" >out 2>err
  mv "$made" whole
  size=$(wc -c <whole)
  detm "$@" --max-output "$size"
  same "$made" whole "$command: a file at --max-output is complete"
  rm "$made"
  detm "$@" --max-output $((size - 1))
  exits 2 "$command: a file above --max-output: status 2"
  says "$made: more than $((size - 1)) bytes, the rest is left out: raise the limit with --max-output" "$command: a file above --max-output is reported"
  check "$command: a file above --max-output is not written" [ ! -e "$made" ]
done <<'END'
web rank -q --topic topic.txt --state web --top 1 -f csv page.html
learned/page.xml content -q --corrections learned --correct right.txt page.html
END

# Subcommands of store refuse the options that they do not use.
while read -r option command; do
  # shellcheck disable=SC2086
  detm store --store rules.db $command
  exits 2 "store $command: status 2"
  says "does not take --$option; " "store $command: the unused option is reported"
done <<'END'
max-output export --max-output 1M exported
max-output add --max-output 1M wrapper.xml
max-records records --max-records 3
max-records list --max-records 3
seconds diff --seconds 1
format show -f csv wrapper
min-score list --min-score .2
END
check 'store export with an unused option writes nothing' [ ! -e exported ]

# Invalid values.
for option in --max-bytes --max-nodes --max-records --max-output --max-depth --seconds; do
  for wrong in '' -1 5x 1e400 0x10 ' 5' nan inf 99999999999999999999 1,5; do
    detm extract "$option=$wrong" page.html
    exits 2 "$option '$wrong' is refused"
    says "detm: $option: '$wrong' is " "$option '$wrong': the message quotes the value"
    lines err 1 "$option '$wrong': one message"
  done
done
for wrong in 1e30 5.5; do
  detm extract --max-nodes $wrong page.html
  exits 2 "--max-nodes $wrong is refused"
done
for wrong in 0 3 513; do
  detm extract --max-depth $wrong page.html
  exits 2 "--max-depth $wrong is refused"
done
detm extract --seconds 1e30 page.html
exits 2 '--seconds 1e30 is refused'
says ', at most 1000000000;' '--seconds 1e30: the message has the maximum'
detm extract --seconds 1000000000 page.html
exits 0 '--seconds accepts the maximum'
for option in --max-bytes --max-nodes --max-records --max-output --seconds; do
  detm extract "$option=0" page.html
  exits 0 "$option 0 means no limit"
done

# The limits of files that are not pages are fixed, so the messages name no option.
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
  exits 2 "a file that is too large: detm $command: status 2"
  lines err 1 'a file that is too large: one message'
  check 'a file that is too large: the message does not name --max-bytes, which cannot help' [ "$(grep -c -- --max-bytes err)" = 0 ]
done
yes weir | head -c 1100000 >words.txt
detm rank --max-bytes 1M --topic words.txt page.html
exits 2 'a topic above --max-bytes: status 2'
says 'words.txt: has more than 1048576 bytes: raise --max-bytes' 'a topic above --max-bytes: the message names the option'
mkdir large
mv huge large/huge.xml
cp wrapper.xml large
detm apply -L large page.html
exits 2 'a library file that is too large: status 2'
says 'large/huge.xml: ' 'a library file that is too large is named'
check 'a library file that is too large: the other files are used' grep -q '<record' out
done_checking
