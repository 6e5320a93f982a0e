#!/bin/sh
# detm repair: the new wrapper or template, the report, and what is refused.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

cat >old.html <<'END'
<h1>Lost</h1><ul class="found">
<li><b class="thing">Umbrella</b><span class="line">Line 4</span><span class="day">3 May 2026</span></li>
<li><b class="thing">Cello case</b><span class="line">Line 11</span><span class="day">4 May 2026</span></li>
<li><b class="thing">Left glove</b><span class="line">Line 7</span><span class="day">5 May 2026</span></li>
</ul>
END
sed -e 's/<ul/<div/; s/<\/ul/<\/div/; s/<li>/<article>/; s/<\/li>/<\/article>/; s/class="[a-z]*"/class="x9"/g; s/<span/<p/g; s/<\/span/<\/p/g' old.html >new.html
sed -e 's/<p class="x9">Line[^<]*<\/p>//' new.html >poor.html
echo '<p>Closed for good.</p>' >closed.html

detm learn -q -o w.xml old.html
sed -i 's/name="title"/name="object"/' w.xml
cp w.xml w.copy

detm repair -w w.xml -o r.xml new.html
exits 0 'every field is found again: status 0'
lines out 3 'the report has a line for each field'
check 'the report has the names of the old wrapper' grep -q '^carried *object .*"Umbrella"' out
same w.xml w.copy 'the old wrapper is not changed'
detm apply -q -w r.xml -f ndjson new.html
check 'the new wrapper writes the old names' grep -q '"object":"Cello case","line":"11","date":"4 May 2026"' out

detm repair -q -w w.xml -o r.xml poor.html
exits 1 'a lost field: status 1'
says "'line'" 'a lost field: the message names it'
check 'a lost field is in the report' grep -q '^lost *line' out
check 'a lost field: the new wrapper is written' grep -q 'name="object"' r.xml

# A lost field, and a new one of its type.
for pot in cup bowl plate jug tray; do
  echo "<li><a href=/p/$pot><img src=/img/$pot.jpg></a><h3>The $pot</h3><b>${#pot}.50</b></li>" >>pots-items
  echo "<article><h2>The $pot</h2><i>${#pot}.50</i><a href=/p/$pot>More</a><figure><img src='data:image/svg+xml,$pot'></figure></article>" >>pots-items-2
done
{ echo '<h1>Pots</h1><ul>' && cat pots-items && echo '</ul>'; } >pots.html
{ echo '<h1>Pots</h1><div>' && cat pots-items-2 && echo '</div>'; } >pots-2.html
detm learn -q -o p.xml pots.html
detm repair -q -w p.xml -o r.xml pots-2.html
check 'a lost image is in the report, with a new one' sh -c 'grep -q "^lost *image " out && grep -q "^new *image-2 " out'
says "'image' was not found on the pages: if they still have it, it may be the new field 'image-2'; else find its column" 'a lost field: the message names the new field of its type'

detm repair -w w.xml -o r.xml -f ndjson new.html
lines out 3 '-f ndjson: the report has a record for each field'
check '-f ndjson: the report has field, fate, confidence and value' grep -q '"field":"object","fate":"carried","confidence":"[0-9.]*",.*"now":"Umbrella"' out
detm repair -w w.xml -o r.xml -f xml new.html
check '-f xml: the report is XML' grep -q '<field name="fate" type="text">carried</field>' out
detm repair -w w.xml -o r.xml -f table new.html
exits 2 'an unknown format: status 2'

# Two counts that differ only in their order.
page() {
  echo '<h1>Boats</h1><ul>'
  for boat in Tern Corrib Solan Amberley Osprey; do
    printf '<li><%s>%s</%s> <%s>%s</%s> <%s>%s</%s></li>' "$1" "$boat" "$1" "$2" "${#boat}1" "$2" "$3" "${#boat}4" "$3"
  done
  echo '</ul>'
}
page h3 b i >counts.html
page h4 em u >counts-2.html
sed 's/<em>\([^<]*\)<\/em> <u>\([^<]*\)<\/u>/<em>\1<\/em>/g' counts-2.html >one-count.html
detm learn -q -o c.xml counts.html
detm repair -q -w c.xml -o r.xml counts-2.html
detm apply -q -w c.xml -f csv counts.html && sed 1d out >before
detm apply -q -w r.xml -f csv counts-2.html && sed 1d out >after
same before after 'counts in the same order keep their names'
detm repair -q -w c.xml -o r.xml -f ndjson one-count.html
exits 1 'one count instead of two: status 1'
check 'one count instead of two: a field is lost or unsure' grep -Eq '"fate":"(lost|unsure)"' out

rm r.xml
detm repair -w w.xml -o r.xml closed.html
exits 1 'no field is found again: status 1'
check 'no field is found again: no wrapper is written' [ ! -e r.xml ]
detm repair -w w.xml new.html
exits 2 'repair without -o: status 2'
says '-o NEW' 'repair without -o: the message names the option'
detm repair -o r.xml new.html
exits 2 'repair without -w: status 2'
detm repair -w w.xml -o ./w.xml new.html
exits 2 'repair with the same file for -w and -o: status 2'
same w.xml w.copy 'repair with the same file for -w and -o does not change it'
detm template -q -o t.xml --field thing=Umbrella old.html
cp t.xml t.copy
detm repair -w t.xml -o r.xml old.html
exits 0 'a template that still fits: status 0'
check 'a template that still fits: its field is carried' grep -q '^carried *thing .*"Umbrella"' out
same t.xml r.xml 'a template that still fits is copied'
cat >item.html <<'END'
<h1 class="thing">Umbrella</h1><dl><dt>Line</dt><dd class="line">Line 4</dd><dt>Finder</dt><dd>R. Marsh</dd></dl>
END
cat >moved.html <<'END'
<div id="x1"><h2 class="q7">Umbrella</h2><p><b>Finder:</b> <i class="q8">R. Marsh</i></p></div>
END
detm template -q -o t.xml --field object=Umbrella --field 'line=Line 4' --field 'found-by=R. Marsh' item.html
sed -i 's/<field name="found-by"/& caption="Finder"/' t.xml
cp t.xml t.copy
detm repair -q -w t.xml -o r.xml moved.html
exits 1 'template: a lost field: status 1'
says "'line'" 'template: a lost field: the message names it'
check 'template: a lost field is in the report' grep -q '^lost *line' out
check 'template: the other fields are carried' grep -q '^carried *found-by .*"R. Marsh"' out
same t.xml t.copy 'template: the old template is not changed'
detm apply -q -w r.xml -f ndjson moved.html
check 'template: the new template writes the old names' grep -q '"found-by":"R. Marsh"' out
check 'template: captions are kept' grep -q 'caption="Finder"' r.xml
rm r.xml
detm repair -w t.xml -o r.xml closed.html
exits 1 'template: no field is found again: status 1'
check 'template: no field is found again: no template is written' [ ! -e r.xml ]
detm repair -w missing.xml -o r.xml new.html
exits 2 'a missing wrapper: status 2'
detm repair -w w.xml -o r.xml missing.html
exits 2 'no readable page: status 2'
check 'no readable page: no wrapper is written' [ ! -e r.xml ]
detm repair -w w.xml -o r.xml missing.html new.html
exits 2 'one of two pages is missing: status 2'
check 'one of two pages is missing: the wrapper is learned from the other' grep -q 'name="object"' r.xml
echo kept >r.xml
detm repair -w w.xml -o r.xml closed.html
check 'no field is found again: an old file of -o is kept' grep -q kept r.xml
detm repair -w w.xml -o r.xml --seconds 0.000001 new.html
exits 1 'a page above a limit: status 1'
check 'a page above a limit: the wrapper is not blamed' [ "$(grep -c '^detm: w.xml' err)" = 0 ]
detm repair -w w.xml -o folder/r.xml new.html
exits 2 '-o in a missing folder: status 2'
detm repair -w w.xml -o r.xml new.html
detm repair -w w.xml -o - new.html
same out r.xml '-o - prints the new wrapper and no report'
# A wrapper without a profile: the values of earlier runs in the store are used.
if detm store --store s.db list; [ "$status" != 2 ] || ! grep -q 'without' err; then
  sed '/<profile/,/<\/profile>/d' w.xml >bare.xml
  sed 's/\(<span class="line">\)\([^<]*\)\(.*class="day">\)\([^<]*\)/\1\4\3\2/' old.html >swapped.html
  detm apply -q -w bare.xml --save --store=s.db old.html
  detm repair -q -w bare.xml -o r.xml --store s.db swapped.html
  exits 0 'wrapper without a profile: earlier runs of the store: status 0'
  detm apply -q -w r.xml -f ndjson swapped.html
  check 'earlier runs of the store show which values were swapped' grep -q '"line":"4","date":"3 May 2026"' out
  detm repair -q -w bare.xml -o r.xml --store none.db swapped.html
  exits 2 'a missing store: status 2'
fi
done_checking
