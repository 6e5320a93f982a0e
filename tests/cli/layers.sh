#!/bin/sh
# Which room of src includes which: doc/architecture.md lists them as lines "    ROOM: ROOM ...", each after the rooms
# that it includes, so there are no circles.
: "${top_srcdir:=.}"
allowed=$(sed -n 's/^    \([a-z]*\):\( .*\)\{0,1\}$/\1 \2/p' "$top_srcdir/doc/architecture.md")
rooms=$(cd "$top_srcdir/src" && for room in */; do echo "${room%/}"; done)
echo 1..4

unknown=$(for room in $rooms; do echo "$allowed" | grep -q "^$room " || echo "$room"; done)
if [ -n "$rooms" ] && [ -z "$unknown" ]; then
  echo 'ok 1 - doc/architecture.md lists every room'
else
  echo 'not ok 1 - doc/architecture.md lists every room'
  echo "# not listed: $unknown" | tr '\n' ' '
fi

upward=$(echo "$allowed" | awk '{ for (i = 2; i <= NF; i++) if (!($i in above)) print $1 " -> " $i; above[$1] = 1 }')
if [ -z "$upward" ]; then
  echo 'ok 2 - it lists a room after the rooms that it may include'
else
  echo 'not ok 2 - it lists a room after the rooms that it may include'
  echo "$upward" | sed 's/^/# /'
fi

# Lines "FILE ROOM ROOM HEADER" for each #include of another room.
includes=$(cd "$top_srcdir/src" && find . -name '*.[ch]' -exec grep -HE '^#include "[a-z]+/' {} + |
  sed 's|^\./\([^:]*\):#include "\([^"]*\)".*|\1 \2|' |
  while read -r file header; do
    from=${file%%/*} to=${header%%/*}
    [ "$from" = "$to" ] || echo "$file $from $to $header"
  done)
broken=$(echo "$includes" | allowed=$allowed awk '
    BEGIN {
      count = split(ENVIRON["allowed"], lines, "\n")
      for (l = 1; l <= count; l++) {
        n = split(lines[l], words, " ")
        for (w = 2; w <= n; w++) may[words[1], words[w]] = 1
      }
    }
    !(($2, $3) in may) { print $1 " includes " $4 }')
if [ -z "$broken" ]; then
  echo 'ok 3 - no file includes a header of another room than those listed'
else
  echo 'not ok 3 - no file includes a header of another room than those listed'
  echo "$broken" | sed 's/^/# /'
fi

unused=$(echo "$allowed" | includes=$includes awk '
    BEGIN {
      count = split(ENVIRON["includes"], lines, "\n")
      for (l = 1; l <= count; l++) {
        split(lines[l], words, " ")
        used[words[2], words[3]] = 1
      }
    }
    { for (i = 2; i <= NF; i++) if (!(($1, $i) in used)) print $1 " includes nothing of " $i }')
if [ -z "$unused" ]; then
  echo 'ok 4 - every room that is listed as included is included'
else
  echo 'not ok 4 - every room that is listed as included is included'
  echo "$unused" | sed 's/^/# /'
fi
