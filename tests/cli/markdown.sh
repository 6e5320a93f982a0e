#!/bin/sh
# detm content -f markdown and -f text: one page and several, what other commands say of these formats, and the Markdown
# of pages as another program (cmark-gfm) reads it.
# shellcheck source=tests/cli/tap.sh
sources=$(cd "${top_srcdir:-.}" && pwd)
program=$(cd "${top_builddir:-.}" && pwd)/tests/cli/markdown
. "${top_srcdir:-.}/tests/cli/tap.sh"

# article TITLE: a page with one article whose text does not have its title.
article() {
  cat <<END
<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>$1</title><meta property="og:title" content='$1'>
<meta property="article:published_time" content="2024-05-01"></head><body><nav><a href=/>Home</a> <a href=/news>News</a></nav><main>
<p>The wheel was lifted out of its pit on Monday, by a crane that had come all the way from the coast. It weighs six tons.</p>
<p>Nobody knows how old it is, but the <a href="iron.html">iron</a> was cast before 1840, and the oak is older still than that.</p>
<button>Share</button></main><footer>Copyright Mill News</footer></body></html>
END
}
article 'The "wheel": a history' >a.html
article 'The other wheel' >b.html
echo '<title>An application</title><div id=root></div><script>start()</script>' >script.html

detm content -f markdown a.html
exits 0 'Markdown is a format of content'
check 'metadata come first' [ "$(sed -n '1p;3p;4p' out)" = '---
title: "The \"wheel\": a history"
date: "2024-05-01"' ]
check 'paragraphs are lines' grep -q '^The wheel was lifted.* six tons\.$' out
check 'links are kept' grep -qF '[iron](iron.html)' out
check 'labels of buttons are not' sh -c '! grep -q Share out'
if command -v python3 >/dev/null && python3 -c 'import yaml' 2>/dev/null; then
  check 'metadata are YAML' python3 -c '
import yaml
metadata = yaml.safe_load(open("out").read().split("---\n")[1])
assert metadata["title"] == "The \"wheel\": a history" and isinstance(metadata["keywords"], list), metadata'
else
  skip 'metadata are YAML' 'no python3 with yaml'
fi
detm content -f markdown --text-only a.html
check '--text-only leaves metadata out' [ "$(head -c 9 out)" = 'The wheel' ]
detm content -f ndjson --text-only a.html
check 'in every format' grep -q '^{"@page":"a.html","text":"The wheel' out
detm content -f xml --text-only a.html
check 'and of XML' sh -c '! grep -q "name=\"title\"" out && grep -q "name=\"text\"" out'
detm content -f csv --text-only a.html
check 'and of CSV' [ "$(head -n 1 out | tr -d '\r')" = 'text' ]

detm content -f text a.html
exits 0 'text is a format of content'
check 'the title comes first' [ "$(sed -n 1,2p out)" = 'The "wheel": a history' ]
check 'links are text' grep -q 'but the iron was' out
detm content -f TEXT --text-only a.html
check '--text-only leaves the title out' [ "$(head -c 9 out)" = 'The wheel' ]

detm content -f markdown a.html b.html
check 'each page has its metadata' [ "$(grep -c '^page: "[ab].html"$' out)" = 2 ]
detm content -f markdown --text-only a.html b.html
check 'without metadata a thematic break is between pages' [ "$(grep -c '^---$' out)" = 1 ]
detm content -f text a.html b.html
check 'a form feed is between texts' [ "$(grep -c "$(printf '^\f$')" out)" = 1 ]
mv out parallel
detm content -f text -j 1 a.html b.html
same out parallel 'threads make no difference'

detm content -f markdown script.html
exits 1 'a page without text is status 1'
says 'script.html: no text found' 'and is named'
check 'what it says is written' [ "$(cat out)" = '---
page: "script.html"
title: "An application"
---' ]
detm content -f text --text-only script.html
exits 1 'also as text'
check 'of which there is nothing' [ ! -s out ]
detm content -f markdown --max-output 200 a.html
exits 2 'a text past --max-output is status 2'
check 'and is left out whole' [ ! -s out ]
detm content -f markdown --store=store.db --save a.html
exits 0 'Markdown can be printed while results are saved'

for command in 'extract' 'classify' 'links' 'fields'; do
  detm $command -f markdown a.html
  exits 2 "$command refuses Markdown"
  says "is not a format: write xml, ndjson or csv; 'detm content' also writes markdown and text" 'and names the formats that it has'
done
detm content -f html a.html
exits 2 'an unknown format is status 2'
says 'write xml, ndjson, csv, markdown or text' 'with those that are known'

# Another parser finds in the Markdown what the XML says.
if ! command -v cmark-gfm >/dev/null || ! command -v python3 >/dev/null; then
  skip 'Markdown of pages is read as their XML' 'no cmark-gfm, or no python3'
  skip 'Markdown of random pages is read as their XML' 'no cmark-gfm, or no python3'
else
  cmark='cmark-gfm --unsafe -e table -e strikethrough'
  # shellcheck disable=SC2046 # names of pages hold no blanks
  check 'Markdown of pages is read as their XML' python3 "$sources/tests/cli/markdown.py" "$DETM" "$cmark" \
    "$folder/a.html" $(find "$sources/tests/cases" "$sources/examples" -name '*.html') 2>err
  check 'Markdown of random pages is read as their XML' python3 "$sources/tests/cli/markdown.py" "$program" "$cmark" \
    --random "${DETM_TEST_PAGES:-300}"
fi
done_checking
