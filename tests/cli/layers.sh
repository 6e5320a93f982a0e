#!/bin/sh
# Checks the includes of the modules of src.  doc/architecture.md lists them as lines "    MODULE: MODULE ...", each after
# the modules that it may include, which excludes cycles.
: "${top_srcdir:=.}"
allowed=$(sed -n 's/^    \([a-z]*\):\( .*\)\{0,1\}$/\1 \2/p' "$top_srcdir/doc/architecture.md")
modules=$(cd "$top_srcdir/src" && for module in */; do echo "${module%/}"; done)
echo 1..4

unknown=$(for module in $modules; do echo "$allowed" | grep -q "^$module " || echo "$module"; done)
if [ -n "$modules" ] && [ -z "$unknown" ]; then
  echo 'ok 1 - doc/architecture.md lists every module'
else
  echo 'not ok 1 - doc/architecture.md lists every module'
  echo "# not listed: $unknown" | tr '\n' ' '
fi

upward=$(echo "$allowed" | awk '{ for (i = 2; i <= NF; i++) if (!($i in above)) print $1 " -> " $i; above[$1] = 1 }')
if [ -z "$upward" ]; then
  echo 'ok 2 - doc/architecture.md lists each module after the modules that it may include'
else
  echo 'not ok 2 - doc/architecture.md lists each module after the modules that it may include'
  echo "$upward" | sed 's/^/# /'
fi

# Lines "FILE MODULE MODULE HEADER" for each #include of another module.
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
  echo 'ok 3 - no file includes a header of a module that is not listed'
else
  echo 'not ok 3 - no file includes a header of a module that is not listed'
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
  echo 'ok 4 - each module that may be included is included'
else
  echo 'not ok 4 - each module that may be included is included'
  echo "$unused" | sed 's/^/# /'
fi
