#!/bin/sh
# Hostile files: wrappers, templates, libraries, stores and names that try to read, write, execute or use up something.
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

# wrapper NAME [BEFORE [INSIDE]]: prints a wrapper with a field called NAME.
wrapper() {
  echo "$2<wrapper xmlns='urn:detm:wrapper:1'>"
  echo "<field id='a' name='$1'/>$3<record><element tag='li'><text field='a'/></element></record></wrapper>"
}

# template VALUE [BEFORE [INSIDE]]: prints a template whose anchor has that value.
template() {
  echo "$2<template xmlns='urn:detm:template:1' name='t'><layout><field name='a'>"
  echo "<part><anchor by='id' value='$1'/></part></field>$3</layout></template>"
}

# anchored ATTRIBUTES: prints a template with one anchor.
anchored() {
  echo "<template xmlns='urn:detm:template:1' name='t'><layout><field name='a'>"
  printf '%s\n' "<part><anchor $1/></part></field></layout></template>"
}

# repeat NUMBER TEXT
repeat() {
  awk -v n="$1" -v text="$2" 'BEGIN { for (i = 0; i < n; i++) printf "%s", text }'
}

# ---- running detm on the files ----

# Lists the files and sockets that the command opens.  Does not work with LeakSanitizer.
watch=
if command -v strace >/dev/null && strace -f -o /dev/null "$DETM" --version >out 2>err; then
  watch='strace -f -e trace=openat,open,socket,connect -o opened'
fi

# opens_nothing_else NAME: passes if the last command under $watch opened neither the bait files nor a socket.
opens_nothing_else() {
  if [ -n "$watch" ]; then
    check "$1: opens no other file and no socket" sh -c '[ -s opened ] && ! grep -E "secret|evil|passwd|(socket|connect)[(]" opened'
  else
    skip "$1: opens no other file and no socket" 'no strace'
  fi
}

# refused NAME TEXT: passes if apply -w file.xml ends with status 2 and a message that has the file and TEXT.
refused() {
  (
    ulimit -t 20
    # shellcheck disable=SC2086 # several words, or none
    exec $watch "$DETM" apply --seconds 2 -w file.xml page.html
  ) >out 2>err
  status=$?
  exits 2 "$1: refused"
  check "$1: the message has the file and the reason" grep -q "^detm: file.xml:[0-9: ]*.*$2" err
  check "$1: no results are printed" [ ! -s out ]
  check "$1: the message reveals no content of other files" [ "$(grep -c secret-of-the-machine err)" -eq 0 ]
  opens_nothing_else "$1"
}

# ended NAME: passes if apply -w file.xml ends at its time limit, with status 1 and a message that names the page.
ended() {
  (
    ulimit -t 20
    exec "$DETM" apply --seconds 0.2 -w file.xml page.html
  ) >out 2>err
  status=$?
  exits 1 "$1: stopped at the time limit"
  says 'page.html: ' "$1: the message names the page"
  says 'processor time' "$1: the message names the limit"
}

# applied NAME: passes if apply -w file.xml ends in time, whether the page fits or not, and does nothing else.
applied() {
  (
    ulimit -t 20
    # shellcheck disable=SC2086
    exec $watch "$DETM" apply --seconds 2 -w file.xml page.html
  ) >out 2>err
  status=$?
  check "$1: ends in time" [ "$status" -le 1 ]
  check "$1: the output reveals no content of other files" [ "$(cat out err | grep -c secret-of-the-machine)" -eq 0 ]
  opens_nothing_else "$1"
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
  refused "$kind: a DOCTYPE after comments" 'cannot have a DOCTYPE'
  $kind '&x;' >file.xml
  refused "$kind: an undeclared entity" "Entity 'x' not defined"
  version=$(xmllint --version 2>&1 | sed -n 's/.*libxml version \([0-9]*\).*/\1/p')
  if [ "${version:-0}" -lt 21400 ]; then
    $kind x '<?xml version="1.0" encoding="IBM037"?>' >file.xml
    refused "$kind: an unsupported encoding" 'not well-formed XML'
  else
    skip "$kind: an unsupported encoding" 'libxml2 ignores it, because the file is read as UTF-8'
  fi
  $kind x '' "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='secret' parse='text'/>" >file.xml
  refused "$kind: XInclude" 'no element <include>'
  for element in import include template document variable; do
    $kind x '' "<xsl:$element xmlns:xsl='http://www.w3.org/1999/XSL/Transform' href='evil.xsl'/>" >file.xml
    refused "$kind: xsl:$element" "no element <$element>"
  done
  $kind x '' "<exsl:document xmlns:exsl='http://exslt.org/common' href='written'/>" >file.xml
  refused "$kind: exsl:document" 'no element <document>'
  $kind x '' "<saxon:output xmlns:saxon='http://icl.com/saxon' href='written'/>" >file.xml
  refused "$kind: saxon:output" 'no element <output>'
  $kind x '' "<func:function xmlns:func='http://exslt.org/functions' name='x'/>" >file.xml
  refused "$kind: func:function" 'no element <function>'
  $kind x "<?xml-stylesheet href='evil.xsl' type='text/xsl'?>" >file.xml
  applied "$kind: a stylesheet declaration"
  $kind x | sed "s/:1'/:2'/" >file.xml
  refused "$kind: a later version of the format" 'of version "2", but this detm reads version 1'
  $kind x | sed 's/urn:detm/urn:evil/' >file.xml
  refused "$kind: another namespace" 'it must be "urn:detm'
  $kind x | sed "s/ xmlns='[^']*'//" >file.xml
  refused "$kind: no namespace" 'has no namespace'
  $kind x | sed "s/<field/<field name='b'/" >file.xml
  refused "$kind: a duplicate attribute" 'Attribute name redefined'
  $kind "$(repeat 20000 xxxxx)" >file.xml
  refused "$kind: a name or value of 100 kB" 'has more than 1000 bytes: shorten it'
  { $kind x && repeat 40000 "<$kind>"; } | sed "s,</$kind>,," | tr -d '\n' >file.xml
  refused "$kind: nested 40000 deep" "<$kind> is not allowed in <"
  $kind x | sed "s/^<$kind/& $(repeat 70 "a='b' " | awk '{ gsub("a=", "a&"); for (i = 1; i <= NF; i++) printf "b%d%s ", i, $i }')/" >file.xml
  refused "$kind: a tag with 70 attributes" 'more than 64 attributes'
  repeat 100000 '<!-' >file.xml
  refused "$kind: only broken markup" 'neither a wrapper nor a template'
done
cp evil.xsl file.xml
refused 'a stylesheet in place of a template' 'neither a wrapper nor a template'
check 'no stylesheet element has written a file' [ ! -e written ]

# ---- wrappers ----

for name in '' ' a' 'a ' '@record' 'a&#10;b' '&#x9b;31m' '&#x202e;x'; do
  echo "<wrapper xmlns='urn:detm:wrapper:1'><field id='a' name=\"$(echo "$name" | sed 's/"/\&quot;/g')\"/></wrapper>" >file.xml
  refused "a field called $name" 'is not a field name'
done
wrapper x '' "$(repeat 1001 "<clue tag='a' href='/x'/>")" >file.xml
refused 'a wrapper with too many clues' 'more than 1000 clues'
wrapper x '' "$(repeat 1001 "<place path='/html'/>")" >file.xml
refused 'a wrapper with too many places' 'more than 1000 places'
{ wrapper x | sed 's,<record>.*,<record>,' && repeat 100001 '<text/>' && echo '</record></wrapper>'; } >file.xml
refused 'a wrapper with too many nodes' 'more than 100000 nodes'
{
  wrapper x | sed "s,<text field='a'/>.*,<text split='all'><part within='b' field='a'/>,"
  repeat 300000 "<part within='b'/>" && echo '</text></element></record></wrapper>'
} >file.xml
applied 'a wrapper with very many parts'
wrapper x | sed 's,</wrapper>,<profile counts="1 1 1 1 1 nan"/></wrapper>,' >file.xml
refused 'a profile that is not a number' 'six numbers'
wrapper x | sed "s,</wrapper>,<profile counts='1 1 1 1 1 $(repeat 40 9)'/></wrapper>," >file.xml
refused 'a profile with numbers that are too large' 'six numbers'

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
memory=1000000 # KiB; a build with a sanitizer needs more
(ulimit -v $memory && "$DETM" --version >out 2>err) || memory=unlimited
(ulimit -v $memory && exec "$DETM" apply --seconds 20 -w file.xml page.html >out 2>err)
status=$?
exits 1 'all texts in each of 400 fields: stopped, with less than 1 GB of memory'
says 'page.html: the template' 'all texts in each of 400 fields: the message names the page'
(ulimit -t 20 && exec "$DETM" apply --seconds 0.2 -w file.xml page.html >out 2>err)
status=$?
exits 1 'all texts in each of 400 fields: stopped at the time limit'
says 'processor time' 'all texts in each of 400 fields: the message names the time limit'

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
applied 'a pattern that reaches its limit of work'
says "page.html: the pattern '(a+)+\$' takes too much time on some texts of this page: it was not applied to them" 'a pattern that reaches its limit of work is reported'
mv short.html page.html

# The stylesheet holds any value as a string literal.
for value in '&quot;) or document(&quot;secret&quot;) or (&quot;' '{document(&quot;secret&quot;)}' '&quot;&apos;' '&lt;xsl:x/&gt;'; do
  for by in text caption id class data; do
    anchored "by='$by' value='$value'" >file.xml
    applied "value $value by $by"
    "$DETM" template --xslt file.xml >made.xsl 2>err
check "value $value by $by: the stylesheet holds it as a string" sh -c '[ -s made.xsl ] && ! grep "<xsl:x" made.xsl'
  done
done
anchored "by='tag' tag='h1' skip='1e300'" >file.xml
refused 'a number above the range' 'is not a number from'
anchored "by='tag' tag='h1' drop='-1'" >file.xml
refused 'a number below the range' 'is not a number from'
anchored "by='tag' tag='h1' trust='nan'" >file.xml
refused 'a trust that is not a number' 'is not a number from 0 to 1'

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
exits 2 'a library with hostile files: status 2'
lines out 300 'a library with hostile files: its valid wrapper is used'
says 'lib/bad.xml:1: a template cannot have a DOCTYPE' 'a broken file of a library is reported with its line'
check 'the target of a symbolic link is not printed' [ "$(grep -c secret-of-the-machine err)" -eq 0 ]
check 'control characters of file names do not reach the terminal' [ "$(grep -c "$(printf '\033\|\302\233\|\342\200\256')" err)" -eq 0 ]

# ---- frames ----

mkdir framed_files
sed 's/Jar/secret-of-the-machine/' page.html >secret.html
ln -s ../secret.html framed_files/link.html
mkfifo framed_files/pipe.html
for name in secret.html ./secret.html ../secret.html /etc/passwd file:///etc/passwd "$PWD/secret.html" \
  framed_files/../secret.html framed_files/%2e%2e/secret.html framed_files/link.html framed_files/pipe.html \
  framed_files framed_files/%00 '\\secret.html'; do
  echo "<iframe src=\"$name\"></iframe>"
done >framed.html
# shellcheck disable=SC2086 # several words, or none
(ulimit -t 20 && exec $watch "$DETM" extract framed.html >out 2>err)
says 'they may be in a frame (iframe), which is not read' 'frames that name other files are not read'
check 'no file but the page and those of its folder is printed' sh -c '! grep -q secret-of-the-machine out err'

printf '<iframe a\0b=x src=framed_files/y.html>\n<iframe \0 src=y>' | cat page.html - >framed.html
awk 'BEGIN { for (i = 0; i < 60000; i++) printf "<iframe/a=" }' | cat page.html - >unended.html
for page in framed unended; do
  # shellcheck disable=SC2086 # several words, or none
  (ulimit -t 20 && exec $watch "$DETM" extract -f ndjson $page.html >out 2>err)
  lines out 300 "tags of frames that do not end are read once: $page.html"
done
mkdir ./-_files
cp secret.html ./-_files/secret.html
echo '<iframe src="-_files/secret.html"></iframe>' | "$DETM" extract - >out 2>err
check 'a page of standard input has no folder' sh -c '! grep -q secret-of-the-machine out err'

# ---- names and values for terminals and tables ----

cp page.html "$esc.html"
detm apply -w lib/good.xml gone "$esc.none"
says 'esc?[31m??1m???.none: ' 'control characters in names of pages do not reach the terminal'
stores=yes
detm store add -q --store s.db --site "$esc" --name good lib/good.xml
if grep -q 'built without SQLite' err; then
  stores=
fi
if [ -n "$stores" ]; then
  detm store list --store s.db
  check 'control characters in the texts of a store do not reach the terminal' grep -q 'esc?\[31m??1m???' out
  detm store add --store s.db --name ../../out lib/good.xml
  exits 2 'store add refuses a rule name with ..'
fi
if [ -n "$stores" ] && command -v sqlite3 >/dev/null; then
  cp s.db named.db
  sqlite3 named.db "UPDATE rule SET name = '../../out'"
  mkdir -p deep/deeper
  detm store export --store named.db deep/deeper/lib
  exits 2 'store export refuses a rule name with .. in the store'
  says 'a name that a file cannot have' 'store export: the message explains the refused name'
  check 'store export writes no file for a refused name' [ -z "$(find . -name 'out.xml')" ]
  for change in 'CREATE TRIGGER t AFTER INSERT ON rule BEGIN DELETE FROM rule; END' 'CREATE VIEW v AS SELECT 1' \
    'CREATE TABLE x(y)' 'ALTER TABLE rule ADD COLUMN z TEXT'; do
    cp s.db changed.db
    sqlite3 changed.db "$change"
    detm store list --store changed.db
    exits 2 "a store is refused after $change"
    says 'has other tables than a store' "a store is refused after $change: the message says so"
  done
  cp s.db changed.db
  sqlite3 changed.db "UPDATE rule_version SET xml = CAST('<template xmlns=\"urn:detm:template:9\"/>' AS BLOB)"
  detm apply --store changed.db page.html
  exits 2 'a broken rule in a store: status 2'
  says 'of version "9"' 'a broken rule in a store is reported'
  cp s.db changed.db
  sqlite3 changed.db 'PRAGMA user_version = 99'
  detm store list --store changed.db
  exits 2 'a store of a later version: status 2'
  says 'made by a newer detm' 'a store of a later version is reported'
else
  skip 'stores that have been tampered with' 'no sqlite3, or built without SQLite'
fi
cp page.html not.db
detm store list --store not.db
exits 2 'a page in place of a store: status 2'

echo '<table><tr><th>Name<th>Sum<tr><td>=cmd|x<td>-1<tr><td>@SUM(A1)<td>+2<tr><td>=1+1<td>3</table>' >sums.html
detm extract -q -f csv sums.html
check 'values that spreadsheets read as formulas are not changed (see detm(1))' grep -q '^=cmd|x,-1' out
done_checking
