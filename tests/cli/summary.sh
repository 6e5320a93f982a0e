#!/bin/sh
# --summary FILE: the figures of a run as JSON, and as text for Prometheus.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

# figure FILE PATH: prints a member of the JSON: "pages.ok".
figure() {
  python3 -c 'import json, sys
value = json.load(open(sys.argv[1]))
for name in sys.argv[2].split("."): value = value[name]
print(value)' "$1" "$2"
}
# is FILE PATH VALUE NAME: passes if the member has this value.
is() {
  check "$4" [ "$(figure "$1" "$2")" = "$3" ]
}

list Kettles 5 >kettles.html
list Toasters 4 >toasters.html
echo '<p>Nothing here' >empty.html
detm learn -o list.xml kettles.html
exits 0 'a wrapper'

detm apply -w list.xml -f csv --summary run.json kettles.html toasters.html
exits 0 '--summary writes a file'
is run.json status 0 'the status'
is run.json command apply 'the command'
is run.json pages.all 2 'all pages'
is run.json pages.ok 2 'pages with records'
is run.json records 9 'records'
is run.json stopped False 'no signal'
check 'the seconds are a number' python3 -c 'import json; assert 0 <= json.load(open("run.json"))["seconds"] < 600'
check 'the time is that of the end in UTC' python3 -c 'import datetime, json
end = datetime.datetime.strptime(json.load(open("run.json"))["finished"], "%Y-%m-%dT%H:%M:%SZ")
assert abs(datetime.datetime.utcnow() - end).total_seconds() < 600'
check 'one line of JSON' [ "$(wc -l <run.json)" -eq 1 ]

detm apply -w list.xml -f csv --summary run.json kettles.html empty.html missing.html
exits 2 'a run with failures'
is run.json status 2 'the status of a run with failures is in the file'
is run.json pages.ok 1 'pages with records among failures'
is run.json pages.unfit 1 'a page that does not fit'
is run.json pages.error 1 'a page that cannot be read'
check 'errors are counted' [ "$(figure run.json errors)" -ge 2 ]
detm apply -w list.xml -f csv --summary run.json kettles.html empty.html
exits 1 'a run with a page without records'
is run.json status 1 'the status 1 is in the file'
detm apply -w missing.xml -f csv --summary run.json kettles.html
exits 2 'a rule that is missing'
is run.json status 2 'a run that failed before its first page has a file, too'
is run.json pages.all 0 'it has no pages'

# ---- what is in no column ----
{
  echo '<!DOCTYPE html><title>Stock</title><table><tr><th>Model<th>Stock'
  for n in 1 2 3 4 5 6; do echo "<tr><td>Kettle $n<td>$((n * 7))"; done
  echo '<tr><td>Total<td>147</table>'
} >stock.html
detm extract -f csv --summary run.json stock.html
exits 0 'extract has a summary'
is run.json left_out.texts 1 'texts in no column'
is run.json left_out.words 2 'their words'
detm content --summary run.json kettles.html
is run.json command content 'content has a summary'
detm extract --per-page --summary run.json kettles.html empty.html
is run.json pages.ok 1 'lines of pages have a summary'

# ---- Prometheus ----
detm apply -w list.xml -f csv --summary 'a"b.prom' kettles.html empty.html
exits 1 '--summary FILE.prom writes a file'
cp 'a"b.prom' out
check 'the pages by their status' grep -qxF 'detm_pages{command="apply",run="a\"b",status="ok"} 1' out
check 'the records' grep -qxF 'detm_records{command="apply",run="a\"b"} 5' out
check 'the exit status' grep -qxF 'detm_exit_status{command="apply",run="a\"b"} 1' out
check 'each metric has its type' [ "$(grep -c '^# TYPE detm_[a-z_]* gauge$' out)" -eq "$(grep -c '^# HELP ' out)" ]
check 'each line is one of the format' [ -z "$(grep -vE '^# (HELP|TYPE) |^detm_[a-z_]+\{[^}]*\} [0-9.]+$' out)" ]

# ---- refused ----
detm apply -w list.xml -f csv --summary none/run.json kettles.html
exits 2 'a folder that does not exist is refused'
check 'before the first page' [ ! -s out ]
detm apply -w list.xml -o one.csv --summary one.csv kettles.html
exits 2 'the file of the results is refused'
detm apply -w list.xml -f csv --summary - kettles.html
exits 2 'standard output with the results is refused'
detm apply -w list.xml -f csv --summary list.xml kettles.html
exits 2 'a file that is read is refused'
says 'list.xml: is also read by this command' 'a file that is read: the message'
detm apply -w list.xml -o one.csv --summary - kettles.html
exits 0 'standard output without results'
is out records 5 'standard output has the figures'
check 'no temporary file is left' [ -z "$(find . -name '.detm-*')" ]
done_checking
