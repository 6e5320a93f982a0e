#!/bin/sh
# Records in a workbook: -o FILE.xlsx, -f xlsx, --table.  Python's zipfile and XML parser read what was written.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

# sheet FILE NAME: prints the cells of a sheet, a line each: cell, number or text, style, address of its link.
cat >sheet.py <<'PYTHON'
import sys, zipfile
import xml.etree.ElementTree as ET

book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
main = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
relation = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
def relations(path):
    return {r.get("Id"): r.get("Target") for r in ET.fromstring(book.read(path))} if path in book.namelist() else {}
targets = relations("xl/_rels/workbook.xml.rels")
sheets = {s.get("name"): targets[s.get(relation)] for s in ET.fromstring(book.read("xl/workbook.xml")).iter(main + "sheet")}
if len(sys.argv) == 2:
    print(*sheets, sep="\n")
    sys.exit()
path = sheets[sys.argv[2]]
sheet = ET.fromstring(book.read("xl/" + path))
addresses = relations("xl/worksheets/_rels/" + path.split("/")[-1] + ".rels")
links = {h.get("ref"): addresses[h.get(relation)] for h in sheet.iter(main + "hyperlink")}
for cell in sheet.iter(main + "c"):
    text, value = cell.find(f"{main}is/{main}t"), cell.find(main + "v")
    print(cell.get("r"), repr(text.text) if text is not None else value.text, cell.get("s", "0"),
          links.get(cell.get("r"), ""), sep="\t")
print(sheet.find(main + "autoFilter").get("ref"), next(sheet.iter(main + "pane")).get("state"))
PYTHON
sheet() {
  python3 sheet.py "$@" >sheet.out 2>err || show err
}
# has LINE NAME: passes if the sheet has this line.
has() {
  check "$2" grep -qxF "$(printf '%b' "$1")" sheet.out
}

{
  echo '<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Permits</title>'
  echo '<base href="https://permits.example/list"></head><body><h1>Permits</h1><ul>'
  number=0
  for name in '=1+1' 'Wall & gate' 'Shed' '+44 barn' 'Well'; do
    number=$((number + 1))
    echo "<li><h3><a href='/permit/$number'>$name</a></h3> <b class=file>000$number</b>"
    echo "<i class=fee>€ $number.50</i> <time class=day>1$number March 2024</time></li>"
  done
  echo '</ul></body></html>'
} >permits.html
detm learn -o permits.xml --field 'name=Wall & gate' --field file=0002 --field 'fee=€ 2.50' --field 'day=12 March 2024' \
  --field 'link=https://permits.example/permit/2' permits.html
exits 0 'a wrapper of a list'

detm apply --typed -w permits.xml -o permits.xlsx permits.html
exits 0 '-o FILE.xlsx writes a workbook'
sheet permits.xlsx records
has 'A1\t'"'name'"'\t1\t' 'the first row has the names of the columns'
has "A2\t'=1+1'\t2\t" 'what a spreadsheet computes is a text'
has "A5\t'+44 barn'\t2\t" 'a text that begins with + is one'
has "B3\t'0002'\t2\t" 'a number with zeros before it is a text'
has "F3\t'€ 2.50'\t2\t" 'a price is the text of the page'
has 'G3\t2.5\t0\t' 'the amount of a price is a number'
check 'a day is a number with the format of days' grep -q "	45363	3	" sheet.out
check 'an address is a link' grep -q "'https://permits.example/permit/2'	5	https://permits.example/permit/2" sheet.out
check 'the header stays in view and has filters' grep -qE '^A1:[A-Z]+6 frozen$' sheet.out

detm apply -w permits.xml -o permits.xlsx --table 'Permits 2024' permits.html
sheet permits.xlsx
check '--table names the sheet' grep -qx 'Permits 2024' sheet.out
cp permits.xlsx before.xlsx
detm apply -w permits.xml -o permits.xlsx --table 'Permits 2024' permits.html
same permits.xlsx before.xlsx 'the same records are the same bytes'
detm apply -w permits.xml -f xlsx permits.html
exits 0 '-f xlsx writes to standard output'
cp out piped.xlsx
sheet piped.xlsx records
has "B3\t'0002'\t2\t" 'the workbook of standard output has the records'
mkdir books
detm apply -w permits.xml -f xlsx -o books/ permits.html
exits 0 'a folder gets a workbook for each page'
sheet books/permits.xlsx records
has "B3\t'0002'\t2\t" 'the workbook of a page has its records'

# ---- what is left out ----
{
  echo '<!DOCTYPE html><title>Kettles</title><table><tr><th>Model<th>Stock'
  for n in 1 2 3 4 5 6; do echo "<tr><td>Kettle $n<td>$((n * 7))"; done
  echo '<tr><td>Total<td>147</table>'
} >kettles.html
detm extract -o kettles.xlsx kettles.html
sheet kettles.xlsx 'left out'
has "C2\t'row-total'\t2\t" 'a sheet has what is in no column: the reason'
has "E2\t'Total 147'\t2\t" 'a sheet has what is in no column: the text'

# ---- sheets ----
detm extract -o sheets.xlsx --sheets page permits.html kettles.html
sheet sheets.xlsx
check '--sheets page: a sheet for each page' [ "$(paste -sd, sheet.out)" = 'permits.html,kettles.html,left out' ]
sheet sheets.xlsx kettles.html
has "B1\t'model'\t1\t" '--sheets page: the header has the columns of the page'
check '--sheets page: the sheet has the records of the page' grep -qE '^A1:C7 frozen$' sheet.out
detm extract -o sheets.xlsx --sheets site permits.html kettles.html
sheet sheets.xlsx
check '--sheets site: pages without a host are the records' [ "$(paste -sd, sheet.out)" = 'records,left out' ]
jq -Rsc '{url: ("https://Kettles.example/1", "https://kettles.example/2", "https://me:word@kettles.example/3"), html: .}' \
  kettles.html >kettles.ndjson
detm extract -o sheets.xlsx --sheets site kettles.ndjson
sheet sheets.xlsx
check '--sheets site: a host has one sheet, however its URL is written' \
  [ "$(paste -sd, sheet.out)" = 'Kettles.example,left out' ]
detm extract -o sheets.xlsx --sheets page --unique model kettles.ndjson
sheet sheets.xlsx
check '--sheets page: pages without records have none' [ "$(paste -sd, sheet.out)" = '1,left out' ]
detm extract -o sheets.csv --sheets page permits.html
exits 2 '--sheets for another format is refused'
says -- '--sheets is for XLSX' '--sheets for another format: the message'

# ---- limits and failures ----
{
  echo '<!DOCTYPE html><title>Long</title><ul>'
  for n in 1 2 3 4 5; do
    echo "<li><b>Entry $n</b> <p>"
    [ $n != 3 ] || head -c 40000 /dev/zero | tr '\0' 'x'
    echo "text $n</p></li>"
  done
  echo '</ul>'
} >long.html
detm extract -o long.xlsx long.html
exits 1 'a text beyond the limit of a cell is an error'
says 'long.xlsx: 1 value is longer than the 32767 characters of a cell and was cut' 'a text that is cut: the message'
sheet long.xlsx records
check 'the workbook has the other records' grep -q "'text 5'" sheet.out
detm extract -o long.xlsx --max-output 1000 long.html
exits 2 'a workbook beyond --max-output is refused'
sheet long.xlsx records
check 'the file is then the earlier one' grep -q "'text 5'" sheet.out
detm apply -w permits.xml -o new.xlsx --table 'a/b' permits.html
exits 2 'a name that no sheet can have is refused'
says 'a sheet cannot be called "a/b"' 'a name that no sheet can have: the message'
check 'nothing is written then' [ ! -e new.xlsx ]
detm apply -w permits.xml --per-page -f xlsx permits.html
exits 2 '--per-page with -f xlsx is refused'
detm content -o page.xlsx permits.html
exits 0 'content writes a workbook, too'
done_checking
