#!/bin/sh
# Kills runs while they are saved: each must be in the store completely or not at all, and the store must stay usable.
# KILLS=N: number of kills (default 20).
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
kills=${KILLS:-20} records=3000
list Jar $records >a.html
detm store list --store s.db
case $(cat err) in
*'built without SQLite'*)
  echo '1..0 # SKIP built without SQLite'
  exit 0
  ;;
esac

save() { "$DETM" extract -j 1 -f ndjson --save --store s.db a.html a.html a.html >/dev/null 2>&1; }
now() { date +%s%N; }

save # creates the store
start=$(now)
save
took=$((($(now) - start) / 1000))

# whole: succeeds if every run of the store has all of its pages and records.
whole() {
  "$DETM" store runs --store s.db -f csv >listed 2>err || return 1
  cut -d, -f1,3,4 listed | sed 1d >counts # "run,time,pages,records,command"
  while IFS=, read -r run pages count; do
    [ "$pages" = 3 ] && [ "$count" = $((3 * records)) ] || return 1
    [ "$run" -le "$checked" ] && continue
    [ "$("$DETM" store records "$run" --store s.db -f ndjson 2>err | wc -l)" -eq $((3 * records)) ] || return 1
    checked=$run
  done <counts
}

checked=0 number=0 faults=0
while [ "$number" -lt "$kills" ]; do
  number=$((number + 1))
  pause=$(awk -v n="$number" -v s="$$" -v most="$took" 'BEGIN { srand(n * 7919 + s); printf "%.6f", rand() * 1.1 * most / 1e6 }')
  "$DETM" extract -j 1 -f ndjson --save --store s.db a.html a.html a.html >/dev/null 2>&1 &
  job=$!
  sleep "$pause"
  kill -9 $job 2>/dev/null
  wait $job 2>/dev/null
  if ! whole; then
    faults=$((faults + 1))
    echo "# after a kill at $pause s:"
    show err
  fi
done
check "after $kills kills every run is saved completely or not at all" [ "$faults" -eq 0 ]
echo "# $(wc -l <counts) of $((kills + 2)) runs are saved"
check 'both runs that were not killed are saved' [ "$(wc -l <counts)" -ge 2 ]
save
check 'another run is saved completely' whole
if command -v sqlite3 >/dev/null; then
  check 'SQLite finds no fault in the store' [ "$(sqlite3 s.db 'PRAGMA integrity_check; PRAGMA foreign_key_check')" = ok ]
else
  skip 'SQLite finds no fault in the store' 'no sqlite3 command'
fi
done_checking
