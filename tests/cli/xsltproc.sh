#!/bin/sh
# Compares the stylesheet of a template in plain xsltproc with detm apply: fields, values and anchors must be the same,
# on the page and on its HTML from detm tree --html, read as HTML and as XML.  Patterns and types of the template are
# removed first, since plain XSLT cannot handle them, and JSON-LD, except from pages that are read as XML.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"

# Prints each field on a line, in canonical XML.
fields() {
  xmllint --c14n "$1" | grep -o '<field .*</field>'
}

# plain FILE: removes what plain XSLT cannot handle.
plain() {
  sed -e 's/ pattern="[^"]*"//; s/ type="\(number\|price\|date\|url\)"//' \
    -e '/<script[^>]*ld+json/,/<\/script>/d' "$1"
}

# found_in NAME COMMAND...: checks that the command, which prints results of xsltproc, prints the expected fields.
found_in() {
  name=$1
  shift
  "$@" >plain.xml 2>/dev/null
  fields plain.xml >found
  diff expected found >err
  same expected found "$name"
}

# expect PAGE: writes the fields of detm apply to "expected", and the page's HTML to tree.html.
expect() {
  "$DETM" apply -w t.xml -f xml --min-fit 0 "$1" >detm.xml 2>/dev/null
  fields detm.xml >expected
  "$DETM" tree --html -o tree.html "$1" 2>/dev/null
}

# compare TEMPLATE PAGE...: checks that both programs print the same fields.
compare() {
  template=$1
  shift
  plain "$template" >t.xml
  detm template --xslt t.xml
  exits 0 "$(basename "$template") has a stylesheet"
  mv out t.xsl
  for page; do
    which="$(basename "$template") prints the same in xsltproc on $(basename "$page")"
    plain "$page" >p.html
    expect p.html
    found_in "$which" xsltproc --html --nonet t.xsl p.html
    found_in "$which, as detm tree writes it" xsltproc --html --nonet t.xsl tree.html
    cmp -s "$page" p.html || expect "$page" # with JSON-LD
    found_in "$which, as detm tree writes it in XML" xsltproc --nonet t.xsl tree.html
  done
}

if ! command -v xsltproc >/dev/null || ! command -v xmllint >/dev/null; then
  skip 'stylesheets in xsltproc' 'no xsltproc or no xmllint'
  done_checking
  exit 0
fi

examples=$top_srcdir/examples
compare "$examples/book.xml" "$examples"/book-?.html
check 'examples/book.xml finds fields' [ -s found ]
for stock in "$top_srcdir"/templates/stock/*.xml; do
  compare "$stock" "$examples/product.html" "$examples/article.html" \
    "$top_srcdir/tests/cases/stock-$(basename "$stock" .xml)"/*.html
done

compare "$top_srcdir"/templates/stock/product.xml "$top_srcdir"/tests/cases/stock-product/json.html
check 'stock/product.xml finds fields in JSON-LD' grep -q 'by="data"' plain.xml

# Values with quotes, captions with quotes, several layouts, text runs.
cat >quotes.html <<'EOF'
<html><head><meta charset="utf-8"><title>q</title></head><body><div class="a it's"><h1>It's "quoted" &amp; &lt;b&gt;</h1>
<dl><dt>Who's "it"?</dt><dd>x &lt; y &gt; z</dd><dt>é</dt><dd>ü <nav>no</nav>ö</dd></dl>
<p>Size: <b>9</b> or <i>10</i><br>Weight: 3</p><ul><li>1<li> <li>2<li>3</ul></div></body></html>
EOF
cat >quotes.xml <<'EOF'
<template xmlns="urn:detm:template:1" name="quotes">
  <layout><field name="none"><part><anchor by="id" value="none"/></part></field></layout>
  <layout>
    <field name="title"><part><anchor by="class" tag="div" value="a it's" path="/h1"/></part></field>
    <field name="who"><part><anchor by="caption" tag="dt" value="Who's &quot;it&quot;?" path="/following-sibling::dd[1]"/></part></field>
    <field name="size"><part><anchor by="text" tag="p" value="Size:" path="/following-sibling::*[1]"/></part></field>
    <field name="weight"><part><anchor by="path" path="//p/text()[last()]"/></part></field>
    <field name="sign"><part><anchor by="caption" value="é" path="/following::dd[1]"/></part></field>
    <field name="items" list="yes"><part all="yes"><anchor by="tag" tag="ul" path="/li" skip="1" drop="1"/></part></field>
  </layout>
</template>
EOF
compare quotes.xml quotes.html
lines found 6 'quotes.xml finds every field'

# Runs: empty ones, comments, inline and block elements, nested runs, limits, the longest.
cat >runs.html <<'EOF'
<html><head><meta charset="utf-8"><title>q</title></head><body><div id="a">lead <b>bold</b> text,
 <a href="x">link</a>.<br><br>Second&nbsp; <i>run</i><br><!-- c --> &nbsp;<br><b></b><script>var x</script>third
<p>inner one<br>inner two</p>fourth <span>x <nav>no</nav>y</span><hr>fifth</div>
<p class="k">a<br>b</p><p class="k">c</p><p class="k"><br>d</p></body></html>
EOF
cat >runs.xml <<'EOF'
<template xmlns="urn:detm:template:1" name="runs"><layout>
  <field name="all" list="yes"><part all="yes"><anchor by="id" value="a" run="all"/></part></field>
  <field name="middle" list="yes"><part all="yes"><anchor by="id" value="a" run="all" skip="1" drop="2"/></part></field>
  <field name="none"><part all="yes"><anchor by="id" value="a" run="all" skip="3" drop="2"/></part></field>
  <field name="second"><part><anchor by="id" value="a" run="2"/></part></field>
  <field name="ninth"><part><anchor by="id" value="a" run="9"/></part></field>
  <field name="first"><part><anchor by="class" value="k" run="all" skip="1"/></part></field>
  <field name="short" longest="11"><part><anchor by="id" value="a" run="all"/></part></field>
  <field name="each" list="yes"><part all="yes"><anchor by="class" value="k" run="all"/></part></field>
  <field name="heads" list="yes"><part all="yes"><anchor by="class" value="k" run="1"/></part></field>
  <field name="texts" list="yes"><part all="yes"><anchor by="path" path="//p/text()" run="1"/></part></field>
</layout></template>
EOF
compare runs.xml runs.html
lines found 17 'runs.xml finds every run'

# More runs than the nesting limit of templates in libxslt, and a run of many nodes.
{
  printf '<div id="a">'
  awk 'BEGIN { for (i = 0; i < 5000; i++) printf "%d<br>", i; for (i = 0; i < 5000; i++) printf "<b>x</b> "; print "</div>" }'
} >many.html
compare runs.xml many.html

# Further values after the first: separated by punctuation, words, breaks, comments, nothing or long text; in elements
# with another tag or class; list items with and without a link.
cat >more.html <<'EOF'
<html><head><meta charset="utf-8"><title>q</title></head><body><p id="a">by <a>A</a>, <a>B</a> and <a>C</a> <a>D</a></p>
<p id="b"><a>A</a><br><a> B</a><b>, </b><a>x</a></p><p id="c"><a class="k">A</a> | <a>B</a></p>
<p id="d"><span>A</span> longer text <span>B</span></p><p id="e"><b>A</b>, <b>B</b></p>
<p id="f"><a> </a><a>A</a>,<!-- c --> <a>B <nav>no</nav></a>&nbsp;<a>C</a></p>
<ul id="g"><li><a>A</a></li><li><a>B</a></li><li>Report</li><li><a>C</a></li></ul>
<ul id="h"><li>A</li><li>B</li><li><a>Follow</a></li></ul></body></html>
EOF
{
  echo '<template xmlns="urn:detm:template:1" name="more"><layout>'
  for id in a b c d e f g h; do
    echo "<field name=\"$id\"><part more=\"yes\"><anchor by=\"id\" value=\"$id\" path=\"/*\"/></part></field>"
  done
  echo '</layout></template>'
} >more.xml
compare more.xml more.html
lines found 15 'more.xml finds every further value and no other'
done_checking
