#!/bin/sh
# Files from strangers: what a wrapper, a template, a library, a store or a name may try, and what comes of it.
# doc/security has the list ("Attacks").
# shellcheck disable=SC2016,SC3045 # dollars in paths; ulimit -t and -v, which Linux and the BSDs have
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
XDG_DATA_HOME=$PWD/data
export XDG_DATA_HOME
list Jar 300 >page.html
echo secret-of-the-machine >secret
echo '<!ENTITY x "secret-of-the-machine">' >evil.dtd
echo '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>' >evil.xsl

# ---- making the files ----

# wrapper NAME [BEFORE [INSIDE]]: a wrapper whose field is called NAME, on standard output.
wrapper() {
  echo "$2<wrapper xmlns='urn:detm:wrapper:1'>"
  echo "<field id='a' name='$1'/>$3<record><element tag='li'><text field='a'/></element></record></wrapper>"
}

# template VALUE [BEFORE [INSIDE]]: one whose anchor has that value.
template() {
  echo "$2<template xmlns='urn:detm:template:1' name='t'><layout><field name='a'>"
  echo "<part><anchor by='id' value='$1'/></part></field>$3</layout></template>"
}

# anchored ATTRIBUTES: a template with one anchor.
anchored() {
  echo "<template xmlns='urn:detm:template:1' name='t'><layout><field name='a'>"
  printf '%s\n' "<part><anchor $1/></part></field></layout></template>"
}

# repeat NUMBER TEXT
repeat() {
  awk -v n="$1" -v text="$2" 'BEGIN { for (i = 0; i < n; i++) printf "%s", text }'
}

# ---- what comes of them ----

# How a command that must not open or fetch anything is watched, where that is possible: not with LeakSanitizer.
watch=
if command -v strace >/dev/null && strace -f -o /dev/null "$DETM" --version >out 2>err; then
  watch='strace -f -e trace=openat,open,socket,connect -o opened'
fi

# refused NAME TEXT: file.xml is no file to apply; status 2, the file, the line if there is one, and TEXT are told.
refused() {
  (
    ulimit -t 20
    # shellcheck disable=SC2086 # several words, or none
    exec $watch "$DETM" apply --seconds 2 -w file.xml page.html
  ) >out 2>err
  status=$?
  exits 2 "$1: refused"
  check "$1: told with its place and reason" grep -q "^detm: file.xml:[0-9: ]*.*$2" err
  check "$1: nothing is read or printed" [ ! -s out ]
  check "$1: nothing of the machine is told" [ "$(grep -c secret-of-the-machine err)" -eq 0 ]
  check "$1: nothing else is opened" sh -c '[ ! -e opened ] || ! grep -E "secret|evil|passwd|(socket|connect)[(]" opened'
}

# ended NAME: file.xml is applied, and its time is up: status 1, the page named, in not much more time.
ended() {
  (
    ulimit -t 20
    exec "$DETM" apply --seconds 0.2 -w file.xml page.html
  ) >out 2>err
  status=$?
  exits 1 "$1: ended"
  says 'page.html: ' "$1: the page is named"
  says 'processor time' "$1: and why"
}

# applied NAME: file.xml does nothing but give values, or not.
applied() {
  (
    ulimit -t 20
    # shellcheck disable=SC2086
    exec $watch "$DETM" apply --seconds 2 -w file.xml page.html
  ) >out 2>err
  status=$?
  check "$1: comes to an end" [ "$status" -le 1 ]
  check "$1: nothing of the machine is told" [ "$(cat out err | grep -c secret-of-the-machine)" -eq 0 ]
  check "$1: nothing else is opened" sh -c '[ ! -e opened ] || ! grep -E "secret|evil|passwd|(socket|connect)[(]" opened'
}

# ---- XML ----

lol='<!ENTITY a0 "ha">'
for i in 1 2 3 4 5 6 7 8 9; do
  before=$((i - 1))
  lol="$lol<!ENTITY a$i '$(repeat 10 "&a$before;")'>"
done
for kind in wrapper template; do
  doctype() {
    $kind '&x;' "<!DOCTYPE $kind $1>" >file.xml
    refused "$kind: $2" 'cannot have a DOCTYPE: remove it'
  }
  doctype "[<!ENTITY x SYSTEM 'file://$PWD/secret'>]" 'external entity of a file'
  doctype "[<!ENTITY x SYSTEM 'http://127.0.0.1:9/x'>]" 'external entity of the network'
  doctype "[<!ENTITY % p SYSTEM 'evil.dtd'> %p;]" 'parameter entity'
  doctype "SYSTEM 'evil.dtd'" 'external subset'
  doctype "PUBLIC '-//x' 'http://127.0.0.1:9/evil.dtd'" 'public subset'
  doctype "[$lol<!ENTITY x '&a9;'>]" 'billion laughs'
  doctype "[<!ENTITY x '$(repeat 20000 x)'>]" 'quadratic blowup'
  $kind '&x;' "<!-- > --><?x > ?>
    <!DOCTYPE $kind SYSTEM 'evil.dtd'>" >file.xml
  refused "$kind: a DOCTYPE behind comments" 'cannot have a DOCTYPE'
  $kind '&x;' >file.xml
  refused "$kind: an entity that nobody declared" "Entity 'x' not defined"
  $kind x '<?xml version="1.0" encoding="IBM037"?>' >file.xml
  refused "$kind: an encoding of another machine" 'not well-formed XML'
  $kind x '' "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='secret' parse='text'/>" >file.xml
  refused "$kind: XInclude" 'no element <include>'
  for element in import include template document variable; do
    $kind x '' "<xsl:$element xmlns:xsl='http://www.w3.org/1999/XSL/Transform' href='evil.xsl'/>" >file.xml
    refused "$kind: xsl:$element" '<'
  done
  $kind x '' "<exsl:document xmlns:exsl='http://exslt.org/common' href='written'/>" >file.xml
  refused "$kind: exsl:document" 'no element <document>'
  $kind x '' "<saxon:output xmlns:saxon='http://icl.com/saxon' href='written'/>" >file.xml
  refused "$kind: saxon:output" 'no element <output>'
  $kind x '' "<func:function xmlns:func='http://exslt.org/functions' name='x'/>" >file.xml
  refused "$kind: func:function" 'no element <function>'
  $kind x "<?xml-stylesheet href='evil.xsl' type='text/xsl'?>" >file.xml
  applied "$kind: a stylesheet of its own"
  $kind x | sed "s/:1'/:2'/" >file.xml
  refused "$kind: a version to come" 'of version "2", but this detm reads version 1'
  $kind x | sed 's/urn:detm/urn:evil/' >file.xml
  refused "$kind: another namespace" 'it must be "urn:detm'
  $kind x | sed "s/ xmlns='[^']*'//" >file.xml
  refused "$kind: no namespace" 'has no namespace'
  $kind x | sed "s/<field/<field name='b'/" >file.xml
  refused "$kind: an attribute twice" 'Attribute name redefined'
  $kind "$(repeat 20000 xxxxx)" >file.xml
  refused "$kind: a name or value of 100 kB" 'has more than 1000 bytes: shorten it'
  { $kind x && repeat 40000 "<$kind>"; } | sed "s,</$kind>,," | tr -d '\n' >file.xml
  refused "$kind: nested 40000 deep" '[<]'
  $kind x | sed "s/^<$kind/& $(repeat 60 "a='b' " | awk '{ gsub("a=", "a&"); for (i = 1; i <= NF; i++) printf "b%d%s ", i, $i }')/" >file.xml
  refused "$kind: a tag with 60 attributes" 'more than 48 attributes'
  repeat 100000 '<!-' >file.xml
  refused "$kind: no tag at all" 'neither a wrapper nor a template'
done
cp evil.xsl file.xml
refused 'a stylesheet in place of a template' 'neither a wrapper nor a template'
check 'nothing was written' [ ! -e written ]

# ---- wrappers ----

for name in '../../x' "a'b" 'a"b' '=1+1' 'a b' 'a:b' '' '&#x9b;31m' '&#x202e;x'; do
  echo "<wrapper xmlns='urn:detm:wrapper:1'><field id='a' name=\"$(echo "$name" | sed 's/"/\&quot;/g')\"/></wrapper>" >file.xml
  refused "a field called $name" 'is not an XML name'
done
wrapper x '' "$(repeat 1001 "<clue tag='a' href='/x'/>")" >file.xml
refused 'a wrapper with too many clues' 'more than 1000 clues'
wrapper x '' "$(repeat 1001 "<place path='/html'/>")" >file.xml
refused 'a wrapper with too many places' 'more than 1000 places'
{ wrapper x | sed 's,<record>.*,<record>,' && repeat 100001 '<text/>' && echo '</record></wrapper>'; } >file.xml
refused 'a wrapper with too many nodes' 'more than 100000 nodes'
wrapper x | sed 's,</wrapper>,<profile counts="1 1 1 1 1 nan"/></wrapper>,' >file.xml
refused 'a profile that is no number' 'six numbers'
wrapper x | sed "s,</wrapper>,<profile counts='1 1 1 1 1 $(repeat 40 9)'/></wrapper>," >file.xml
refused 'a profile of too large numbers' 'six numbers'

# ---- paths and patterns of templates ----

while IFS='	' read -r path reason; do
  anchored "by='path' path='$path'" >file.xml
  refused "path $path" "$reason"
done <<'PATHS'
/*[document("secret")]	no function "document"
/*[unparsed-entity-uri("x")]	no function
/*[system-property("xsl:vendor")]	no function
/*[key("a", "b")]	no function
/*[current()]	no function
/*[dyn:evaluate("1")]	"dyn:" is a prefix
/*[str:padding(1000000000, "x")]	"str:" is a prefix
/*[func:x()]	"func:" is a prefix
/*[$x]	no variables
/namespace::*	no axis
/a|/b	only steps
/processing-instruction("x")	only in predicates
//*[.//*//*]	may have only one
//*[count(ancestor::*/descendant::*) = 1]	may have only one
//*[//* = //*]	two paths are compared
//*[contains(., ..)]	search for strings
//*[translate(., ., .)]	search for strings
//*[1e300]	is not allowed here
//*[((((((((((((((((1))))))))))))))))]	nested more than 16 deep
{document("secret")}	starts at the root
/a"/&gt;&lt;xsl:x	only steps
PATHS
anchored "by='path' path='//*[concat(.$(repeat 300 ',.'))]'" >file.xml
refused 'a predicate of 300 texts' 'more than 200 names'
anchored "by='path' path='$(repeat 2000 '/..')'" >file.xml
refused 'a path of 6000 bytes' 'more than 4096 bytes'

while read -r path; do
  anchored "by='path' path='$path'" >file.xml
  ended "path $path"
done <<'PATHS'
//*[//*[//*[//*[//*]]]]
/descendant::node()[normalize-space(/) = string-length(concat(/,/,/,/,/,/))]/..//*[normalize-space(/) = "x"]/../..//*[/ = 7]/following::*[translate(/, "abc", "def") = "x"]/preceding::*[/ = 8]
PATHS
{
  echo "<template xmlns='urn:detm:template:1' name='t'><layout>"
  for i in $(seq 400); do
    echo "<field name='f$i' list='yes'><part all='yes'><anchor by='path' path='//*'/></part></field>"
  done
  echo '</layout></template>'
} >file.xml
room=1000000 # KiB; a build with a sanitizer needs more
(ulimit -v $room && "$DETM" --version >out 2>err) || room=unlimited
(ulimit -v $room && exec "$DETM" apply --seconds 20 -w file.xml page.html >out 2>err)
status=$?
exits 1 'all texts in each of 400 fields: ended, in less than 1 GB'
says 'page.html: the template' 'the page is named'
(ulimit -t 20 && exec "$DETM" apply --seconds 0.2 -w file.xml page.html >out 2>err)
status=$?
exits 1 'or sooner, where there is less time'
says 'processor time' 'which is told'

repeat 16000 a | sed 's/^/<html><body><p>/; s/$/!/' >long.html
mv page.html short.html && mv long.html page.html
while IFS='	' read -r pattern reason; do
  anchored "by='path' path='//p' pattern='$pattern'" >file.xml
  if [ -n "$reason" ]; then
    refused "pattern $pattern" "$reason"
  else
    applied "pattern $pattern"
  fi
done <<'PATTERNS'
(a+)+$	
(.*)*x	
(a|a|a)*b	
(?:(?=[^b]*+)a){0,400}(?!)	
(.*)\1\1\1\1$	
(?R)	
(a(?1)?b|(?R))*	
(?C1)(?C"x")a	
(*NO_JIT)(x+x+)+y	
(?&lt;=a+)b	lookbehind
(*LIMIT_MATCH=4294967295)x	LIMIT_MATCH\|VERB
(*NO_UTF_CHECK)x	VERB
\C	.C
(a{1,65535}){1,65535}	too large
((((a{1,500}){1,500}){1,500}){1,500})	too large
\	end of pattern
PATTERNS
anchored "by='path' path='//p' pattern='(a+)+\$'" >file.xml
applied 'a pattern at its bound on work'
says "page.html: the pattern '(a+)+\$' takes too much time on some texts of this page: it was not applied to them" 'is told'
mv short.html page.html

# Values stand in the stylesheet as strings, whatever they hold.
for value in '&quot;) or document(&quot;secret&quot;) or (&quot;' '{document(&quot;secret&quot;)}' '&quot;&apos;' '&lt;xsl:x/&gt;'; do
  for by in text caption id class data; do
    anchored "by='$by' value='$value'" >file.xml
    applied "value $value by $by"
    "$DETM" template --xslt file.xml >made.xsl 2>err
    check 'and the stylesheet holds it as a string' [ "$(grep -c '<xsl:x' made.xsl)" -eq 0 ]
  done
done
anchored "by='tag' tag='h1' skip='1e300'" >file.xml
refused 'a number beyond all' 'is not a number from'
anchored "by='tag' tag='h1' drop='-1'" >file.xml
refused 'a number below all' 'is not a number from'
anchored "by='tag' tag='h1' trust='nan'" >file.xml
refused 'trust that is no number' 'is not a number from 0 to 1'

# ---- libraries ----

mkdir lib lib/inner
"$DETM" learn -q -o lib/good.xml page.html 2>err
template '&x;' "<!DOCTYPE template SYSTEM '../evil.dtd'>" >lib/bad.xml
ln -s ../secret lib/link.xml
ln -s /dev/zero lib/zero.xml
ln -s loop.xml lib/loop.xml
ln -s .. lib/inner/up
mkdir lib/folder.xml
mkfifo lib/pipe.xml
esc=$(printf 'esc\033[31m\302\2331m\342\200\256')
echo '<x' >"lib/$esc.xml"
echo 'detm-index' >lib/.detm-index
(ulimit -t 20 && exec "$DETM" apply -L lib -f ndjson page.html >out 2>err)
status=$?
exits 2 'a library with such files is told'
lines out 300 'and what is good in it serves'
says 'lib/bad.xml:1: a template cannot have a DOCTYPE' 'files are named with their line'
check 'what a link leads to is not told' [ "$(grep -c secret-of-the-machine err)" -eq 0 ]
check 'and nothing goes to the terminal that it would obey' [ "$(grep -c "$(printf '\033\|\302\233\|\342\200\256')" err)" -eq 0 ]

# ---- names and values for terminals and tables ----

cp page.html "$esc.html"
detm apply -w lib/good.xml gone "$esc.none"
says 'esc?[31m??1m???.none: ' 'pages are named without what a terminal obeys'
stores=yes
detm store add -q --store s.db --site "$esc" --name good lib/good.xml
if grep -q 'built without SQLite' err; then
  stores=
fi
if [ -n "$stores" ]; then
  detm store list --store s.db
  check 'so are the texts of a store' grep -q 'esc?\[31m??1m???' out
  detm store add --store s.db --name ../../out lib/good.xml
  exits 2 'a rule is no way out of a folder'
fi
if [ -n "$stores" ] && command -v sqlite3 >/dev/null; then
  cp s.db named.db
  sqlite3 named.db "UPDATE rule SET name = '../../out'"
  mkdir -p deep/deeper
  detm store export --store named.db deep/deeper/lib
  exits 2 'nor if somebody else has put it into the store'
  says 'a name that a file cannot have' 'which is told'
  check 'and nothing is written' [ -z "$(find . -name 'out.xml')" ]
  for change in 'CREATE TRIGGER t AFTER INSERT ON rule BEGIN DELETE FROM rule; END' 'CREATE VIEW v AS SELECT 1' \
    'CREATE TABLE x(y)' 'ALTER TABLE rule ADD COLUMN z TEXT'; do
    cp s.db changed.db
    sqlite3 changed.db "$change"
    detm store list --store changed.db
    exits 2 "a store is not used with $change"
    says 'has other tables than a store' 'which is told'
  done
  cp s.db changed.db
  sqlite3 changed.db "UPDATE rule_version SET xml = CAST('<template xmlns=\"urn:detm:template:9\"/>' AS BLOB)"
  detm apply --store changed.db page.html
  exits 2 'a rule of a store is looked at like any file'
  says 'of version "9"' 'and told'
  cp s.db changed.db
  sqlite3 changed.db 'PRAGMA user_version = 99'
  detm store list --store changed.db
  exits 2 'so is a store of a version to come'
  says 'made by a newer detm' 'which is told'
else
  skip 'stores that others have changed' 'no sqlite3, or built without SQLite'
fi
cp page.html not.db
detm store list --store not.db
exits 2 'a page is no store'

echo '<table><tr><th>Name<th>Sum<tr><td>=cmd|x<td>-1<tr><td>@SUM(A1)<td>+2<tr><td>=1+1<td>3</table>' >sums.html
detm extract -q -f csv sums.html
check 'values that a spreadsheet would take for formulas stay what they are (detm(1) says so)' grep -q '^=cmd|x,-1' out
done_checking
