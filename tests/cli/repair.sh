#!/bin/sh
# repair: what it writes, prints and refuses.
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
exits 0 'all fields are carried: status 0'
lines out 3 'a line a field'
check 'with the name that the user gave' grep -q '^carried *object .*"Umbrella"' out
same w.xml w.copy 'the old wrapper stays as it is'
detm apply -q -w r.xml -f ndjson new.html
check 'the new one gives the old names' grep -q '"object":"Cello case","line":"11","date":"4 May 2026"' out

detm repair -q -w w.xml -o r.xml poor.html
exits 1 'a field is lost: status 1'
says "'line'" 'and it is named'
check 'in the report too' grep -q '^lost *line' out
check 'the new wrapper is there all the same' grep -q 'name="object"' r.xml

detm repair -w w.xml -o r.xml -f ndjson new.html
lines out 3 'a report for programs has a record a field'
check 'with what became of it' grep -q '"field":"object","fate":"carried","confidence":"[0-9.]*",.*"now":"Umbrella"' out
detm repair -w w.xml -o r.xml -f xml new.html
check 'as XML too' grep -q '<field name="fate" type="text">carried</field>' out
detm repair -w w.xml -o r.xml -f table new.html
exits 2 'other formats are refused'

# Two counts that differ in their order alone.
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
exits 1 'one count in the place of two: status 1'
check 'one is lost or unsure' grep -Eq '"fate":"(lost|unsure)"' out

rm r.xml
detm repair -w w.xml -o r.xml closed.html
exits 1 'nothing can be carried: status 1'
check 'and no wrapper is written' [ ! -e r.xml ]
detm repair -w w.xml new.html
exits 2 'a file for the new wrapper is wanted'
says '-o NEW' 'and asked for'
detm repair -o r.xml new.html
exits 2 'and the old one'
detm repair -w w.xml -o ./w.xml new.html
exits 2 'which is never the new one'
same w.xml w.copy 'and stays as it is'
detm template -q -o t.xml --field thing=Umbrella old.html
cp t.xml t.copy
detm repair -w t.xml -o r.xml old.html
exits 0 'a template that still reads the page: status 0'
check 'has its field' grep -q '^carried *thing .*"Umbrella"' out
same t.xml r.xml 'and stays as it is'
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
exits 1 'a field of a template is lost: status 1'
says "'line'" 'and it is named'
check 'in the report too' grep -q '^lost *line' out
check 'the others are carried' grep -q '^carried *found-by .*"R. Marsh"' out
same t.xml t.copy 'the old template stays as it is'
detm apply -q -w r.xml -f ndjson moved.html
check 'the new one gives the old names' grep -q '"found-by":"R. Marsh"' out
check 'and captions' grep -q 'caption="Finder"' r.xml
rm r.xml
detm repair -w t.xml -o r.xml closed.html
exits 1 'no field of a template can be carried: status 1'
check 'and no template is written' [ ! -e r.xml ]
detm repair -w missing.xml -o r.xml new.html
exits 2 'a missing wrapper is status 2'
detm repair -w w.xml -o r.xml missing.html
exits 2 'no page could be read: status 2'
check 'and no wrapper is written' [ ! -e r.xml ]
detm repair -w w.xml -o r.xml missing.html new.html
exits 2 'one page could not be read'
check 'the others are learned from' grep -q 'name="object"' r.xml
echo kept >r.xml
detm repair -w w.xml -o r.xml closed.html
check 'what stood in NEW stays where nothing can be carried' grep -q kept r.xml
detm repair -w w.xml -o r.xml --seconds 0.000001 new.html
exits 1 'a limit that is passed is status 1'
check 'and no fault of the wrapper' [ "$(grep -c '^detm: w.xml' err)" = 0 ]
detm repair -w w.xml -o folder/r.xml new.html
exits 2 'a folder that is not there is told'
detm repair -w w.xml -o r.xml new.html
detm repair -w w.xml -o - new.html
same out r.xml 'with -o - the new wrapper is printed, and no report'
# What the values of earlier runs were like is known from the store, if the wrapper itself does not know.
if detm store --store s.db list; [ "$status" != 2 ] || ! grep -q 'without' err; then
  sed '/<profile/,/<\/profile>/d' w.xml >bare.xml
  sed 's/\(<span class="line">\)\([^<]*\)\(.*class="day">\)\([^<]*\)/\1\4\3\2/' old.html >swapped.html
  detm apply -q -w bare.xml --save --store=s.db old.html
  detm repair -q -w bare.xml -o r.xml --store s.db swapped.html
  exits 0 'past runs count'
  detm apply -q -w r.xml -f ndjson swapped.html
  check 'and tell which values have changed places' grep -q '"date":"3 May 2026","line":"4"' out
  detm repair -q -w bare.xml -o r.xml --store none.db swapped.html
  exits 2 'a store that is named must be there'
fi
done_checking
