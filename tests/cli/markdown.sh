#!/bin/sh
# detm content -f markdown and -f text: one page and several, other commands with text, and a comparison of the
# Markdown with the XML through another program (cmark-gfm).
# shellcheck source=tests/cli/tap.sh
sources=$(cd "${top_srcdir:-.}" && pwd)
program=$(cd "${top_builddir:-.}" && pwd)/tests/cli/markdown
. "${top_srcdir:-.}/tests/cli/tap.sh"

# article TITLE: a page with one article; the title is not part of the text.
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
exits 0 'content -f markdown: status 0'
check 'Markdown begins with metadata' [ "$(sed -n '1p;3p;4p' out)" = '---
title: "The \"wheel\": a history"
date: "2024-05-01"' ]
check 'Markdown has a line for each paragraph' grep -q '^The wheel was lifted.* six tons\.$' out
check 'Markdown has the links of the text' grep -qF '[iron](iron.html)' out
check 'Markdown leaves out labels of buttons' sh -c '! grep -q Share out'
if command -v python3 >/dev/null && python3 -c 'import yaml' 2>/dev/null; then
  check 'metadata of Markdown are valid YAML' python3 -c '
import yaml
metadata = yaml.safe_load(open("out").read().split("---\n")[1])
assert metadata["title"] == "The \"wheel\": a history" and isinstance(metadata["keywords"], list), metadata'
else
  skip 'metadata of Markdown are valid YAML' 'no python3 with yaml'
fi
detm content -f markdown --text-only a.html
check '-f markdown --text-only leaves out metadata' [ "$(head -c 9 out)" = 'The wheel' ]
detm content -f ndjson --text-only a.html
check '-f ndjson --text-only leaves out other fields' grep -q '^{"@page":"a.html","@quality":[0-9.]*,"text":"The wheel' out
detm content -f xml --text-only a.html
check '-f xml --text-only leaves out other fields' sh -c '! grep -q "name=\"title\"" out && grep -q "name=\"text\"" out'
detm content -f csv --text-only a.html
check '-f csv --text-only leaves out other columns' [ "$(head -n 1 out | tr -d '\r')" = 'text' ]

detm content -f text a.html
exits 0 'content -f text: status 0'
check 'plain text begins with the title' [ "$(sed -n 1,2p out)" = 'The "wheel": a history' ]
check 'plain text has the texts of links' grep -q 'but the iron was' out
detm content -f TEXT --text-only a.html
check '-f text --text-only leaves out the title' [ "$(head -c 9 out)" = 'The wheel' ]

detm content -f markdown a.html b.html
check 'several pages: each has its metadata' [ "$(grep -c '^page: "[ab].html"$' out)" = 2 ]
detm content -f markdown --text-only a.html b.html
check 'several pages without metadata: a thematic break separates them' [ "$(grep -c '^---$' out)" = 1 ]
detm content -f text a.html b.html
check 'several pages as text: a form feed separates them' [ "$(grep -c "$(printf '^\f$')" out)" = 1 ]
mv out parallel
detm content -f text -j 1 a.html b.html
same out parallel 'the number of threads does not change the output'

detm content -f markdown script.html
exits 1 'a page without text: status 1'
says 'script.html: holds no text of its own' 'a page without text is named'
check 'a page without text: its metadata are written' [ "$(cat out)" = '---
page: "script.html"
title: "An application"
---' ]
detm content -f text --text-only script.html
exits 1 'a page without text as plain text: status 1'
check 'a page without text as plain text: nothing is printed' [ ! -s out ]
detm content -f markdown --max-output 200 a.html
exits 2 'a text above --max-output: status 2'
check 'a text above --max-output is left out completely' [ ! -s out ]
detm content -f markdown --store=store.db --save a.html
exits 0 'content -f markdown --save: status 0'

for command in 'extract' 'classify' 'links' 'fields'; do
  detm $command -f text a.html
  exits 2 "$command -f text: status 2"
  says "is not a format: write xml, ndjson, json, csv, tsv, html, markdown, xlsx, sqlite or table; 'detm content' also writes text" "$command -f text: the message lists the formats of the command"
done
detm content -f table a.html
exits 2 'an unknown format: status 2'
says 'write xml, ndjson, json, csv, tsv, html, markdown, text, xlsx or sqlite' 'an unknown format: the message lists the formats'

# Another parser reads from the Markdown what the XML contains.
if ! command -v cmark-gfm >/dev/null || ! command -v python3 >/dev/null; then
  skip 'Markdown of pages has the same content as their XML' 'no cmark-gfm, or no python3'
  skip 'Markdown of random pages has the same content as their XML' 'no cmark-gfm, or no python3'
else
  cmark='cmark-gfm --unsafe -e table -e strikethrough'
  # shellcheck disable=SC2046 # names of pages hold no blanks
  check 'Markdown of pages has the same content as their XML' python3 "$sources/tests/cli/markdown.py" "$DETM" "$cmark" \
    "$folder/a.html" $(find "$sources/tests/cases" "$sources/examples" -name '*.html') 2>err
  check 'Markdown of random pages has the same content as their XML' python3 "$sources/tests/cli/markdown.py" "$program" "$cmark" \
    --random "${DETM_TEST_PAGES:-300}"
fi
done_checking
