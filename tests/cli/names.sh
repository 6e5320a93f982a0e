#!/bin/sh
# Names of fields with signs, digits and quotation marks, in every output; --page-names and --plain-names.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

# has NAME TEXT FILE: checks that the file has the text.
has() {
  check "$1" grep -qF -e "$2" "$3"
}

cat >players.html <<'END'
<meta charset=utf-8><table><tr><th>Player<th>3P%<th>Unit price<th>2021<th>R&amp;D
<tr><td><a href="/p/1">Ann Alder</a><td>33.1<td>£4<td>12<td>7
<tr><td><a href="/p/2">Bob Birch</a><td>28.5<td>£5<td>14<td>8
<tr><td><a href="/p/3">Cid Cedar</a><td>40.0<td>£7<td>11<td>6
<tr><td><a href="/p/4">Dot Dogwood</a><td>36.2<td>£9<td>10<td>9</table>
END
odd="3P% \"x\" 'y' <&>"

detm extract -f csv players.html
has 'signs and digits of headers stay in names' 'player,3p%,unit-price,2021,r&d,player-link' out
detm extract -f csv --page-names players.html
has '--page-names: names as the page has them' 'Player,3P%,Unit price,2021,R&D,Player-link' out
detm extract -f csv --page-names --rename 'Unit price=cost' --drop 2021 players.html
has '--page-names: --rename and --drop take these names' 'Player,3P%,cost,R&D,Player-link' out
detm extract -f csv --plain-names players.html
has '--plain-names: names for databases' 'player,n3p_percent,unit_price,n2021,r_and_d,player_link' out
detm extract -f csv --plain-names --rename 'unit_price=Full Price' players.html
has '--plain-names: a new name is made plain, too' 'player,n3p_percent,full_price,n2021,r_and_d,player_link' out
detm extract -f csv --plain-names --field '3P%=33.1' --field 'Unit price=£4' players.html
has '--plain-names: names of examples are made plain, too' 'n3p_percent,unit_price' out
detm extract -f csv --field '3P%=33.1' --field 'Unit price=£4' players.html
has '--field: any text is a name' '3P%,Unit price' out

detm learn -o w.xml --rename "3p%=$odd" players.html
detm apply -w w.xml -f csv players.html
has 'a name with quotation marks in CSV' 'player,"3P% ""x"" '"'y' <&>"'",unit-price' out
detm apply -w w.xml -f ndjson players.html
has 'a name with quotation marks in NDJSON' '"3P% \"x\" '"'y' <&>"'":"33.1"' out
detm apply -w w.xml -f xml players.html
has 'a name with quotation marks in XML' "name=\"3P% &quot;x&quot; 'y' &lt;&amp;&gt;\"" out
if command -v xmllint >/dev/null; then
  cp out results.xml
  for file in wrapper=w results=results; do
    check "the schema of a ${file%%=*} allows any name" \
      xmllint --noout --relaxng "$top_srcdir/templates/detm-${file%%=*}.rng" "${file#*=}.xml" 2>err
  done
else
  skip 'the schemas allow any name' 'no xmllint'
fi
detm apply -w w.xml --plain-names --verify -f csv players.html
has 'apply --plain-names: names for databases' 'player,n3p_percent_x_y_and,unit_price,n2021,r_and_d,player_link' out
exits 0 'apply --plain-names --verify: the values are compared under the names of the wrapper'
detm learn --plain-names players.html
has 'learn --plain-names stores them' '<field id="n3p_percent" name="n3p_percent" type="number"/>' out

for form in xpath css crawl4ai parsel; do
  detm export -w w.xml --as $form players.html
  has "export --as $form: a name with quotation marks" '"3P% \"x\" '"'y' <&>"'"' out
done
if command -v python3 >/dev/null; then
  check 'export --as parsel: it is Python' python3 -c 'compile(open("out").read(), "out", "exec")'
else
  skip 'export --as parsel: it is Python' 'no python3'
fi
detm export -w w.xml --as xslt players.html
if command -v xsltproc >/dev/null; then
  xsltproc --nonet --html out players.html >plain.xml 2>err
  has 'export --as xslt: a name with quotation marks' "<field name=\"3P% &quot;x&quot; 'y' &lt;&amp;&gt;\">33.1</field>" plain.xml
  has 'export --as xslt: a name of XML is an element' '<unit-price>£4</unit-price>' plain.xml
else
  skip 'export --as xslt' 'no xsltproc'
fi

echo '<meta charset=utf-8><h1>Oak clock</h1><p class=price>£12</p><dl><dt>Width<dd>12 cm<dt>Height<dd>3 cm</dl>' >a.html
echo '<meta charset=utf-8><h1>Elm clock</h1><p class=price>£15</p><dl><dt>Width<dd>14 cm<dt>Height<dd>4 cm</dl>' >b.html
detm template -o t.xml --field "$odd=£12" --field "Clock's width=12 cm" a.html
detm apply -w t.xml -f ndjson b.html
has 'a template with such names' '"3P% \"x\" '"'y' <&>"'":"£15","Clock'"'"'s width":"14 cm"' out
detm apply -w t.xml -f ndjson --plain-names b.html
has 'a template, --plain-names' '"n3p_percent_x_y_and":"£15","clock_s_width":"14 cm"' out
if command -v xsltproc >/dev/null; then
  detm template --xslt t.xml
  xsltproc --nonet --html out b.html >plain.xml 2>err
  has 'the stylesheet of a template with such names' "name=\"3P% &quot;x&quot; 'y' &lt;&amp;&gt;\" type=\"price\"" plain.xml
else
  skip 'the stylesheet of a template with such names' 'no xsltproc'
fi

done_checking
