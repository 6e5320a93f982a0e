#!/bin/sh
# Where pages come from: files with odd names, standard input, pipes, lists of names, and what cannot be read.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
list Jar 5 >page.html
detm extract -f ndjson page.html
exits 0 'a page with records succeeds'
lines out 5 'with a line a record'
sed 's/page\.html/-/' out >expected
detm extract -f ndjson - <page.html
exits 0 'standard input is a page'
same out expected 'and is called -'
mkfifo pipe.html
cat page.html >pipe.html &
detm extract -f ndjson pipe.html
lines out 5 'a named pipe is a page'
exec 3<>pipe.html 3<&- # whoever still waits for a reader goes on
wait

for name in 'two words.html' '-dash.html' "quo'te\".html" 'star*.html' 'ünïcode.html' "$(printf 'tab\tname.html')" \
  "$(printf 'line\nbreak.html')" "$(printf 'broken-\377.html')"; do
  cp page.html "./$name"
  detm extract -f ndjson -- "$name"
  exits 0 'an odd file name is read'
  lines out 5 'and its records are whole lines'
done
check 'the page is called as on the command line' sh -c "'$DETM' extract -f ndjson ./page.html | grep -q '\"@page\":\"./page.html\"'"
detm extract "$(printf 'no\033[31m\nsuch.html')"
lines err 1 'control characters of a name do not reach the terminal'

: >empty.html
detm extract empty.html
exits 1 'an empty page gives nothing'
says 'empty.html: is empty' 'and says so'
echo '<p>Only this paragraph.' >bare.html
detm extract bare.html
exits 1 'a page without a list gives nothing'
says 'bare.html: no records' 'and says so'
mkdir folder.html
detm extract -f ndjson folder.html page.html
exits 2 'a directory cannot be read'
says 'folder.html: is a directory' 'and is named'
lines out 5 'and the next page is read'
detm extract -f ndjson gone.html page.html empty.html
exits 2 'a missing file is worse than an empty page'
says 'gone.html: cannot be opened' 'the missing file is named'
says 'empty.html: is empty' 'the empty page too'
lines out 5 'and the page between stands'
if [ "$(id -u)" -ne 0 ]; then
  cp page.html secret.html && chmod 000 secret.html
  detm extract secret.html
  exits 2 'an unreadable file'
else
  skip 'an unreadable file' 'the superuser reads everything'
fi
detm extract - - <page.html
exits 2 'standard input cannot be read twice'

detm extract --max-bytes 100 -f ndjson page.html
exits 1 'a page past --max-bytes is left out'
says '--max-bytes' 'and the option is named'
detm extract --max-bytes 100 - <page.html
exits 1 'also on standard input'
detm extract --max-bytes 1M /dev/zero
exits 1 'an endless file ends at the limit'
detm extract --max-nodes 10 -f ndjson page.html
exits 1 'a page past --max-nodes is left out'
detm extract --max-records 3 -f ndjson page.html
exits 1 'a page past --max-records is left out'
says 'page.html: ' 'and is named'
detm extract --max-output 100 -f ndjson page.html
exits 2 'output past --max-output is a failed write'
says '--max-output' 'and the option is named'
lines err 1 'told once'

list Pot 3 >'b c.html'
printf '%s\n' page.html 'b c.html' >names
detm extract -f ndjson --files-from names
exits 0 '--files-from reads names of pages'
lines out 8 'a name a line'
mv out expected
printf 'page.html\0b c.html\0' >names0
detm extract -f ndjson --files-from names0 -0
same out expected '-0 reads names ended by NUL'
"$DETM" extract -f ndjson --files-from - -0 <names0 >out 2>err
same out expected 'from standard input too'
printf '\n\npage.html\n\nb c.html' >names
detm extract --files-from /dev/zero
exits 2 'a list without an end is given up'
detm extract -f ndjson --files-from names
same out expected 'empty lines are passed over, the last needs no end'
printf 'page.html\r\nb c.html\r\n' >names
detm extract -f ndjson --files-from names
same out expected 'so do lines that end with CR LF'
detm extract -f ndjson page.html --files-from names
lines out 13 'pages of the command line come first'
printf 'line\nbreak.html\0' >names0
detm extract -f ndjson -0 --files-from names0
lines out 5 'a name with a newline goes with -0'
detm extract --files-from names0
exits 2 'NUL without -0 is an error'
says '-0' 'and the option is named'
printf '%%PDF-1.4 <p>One sentence. Two.' >a.pdf
printf '\037\213\010\000rest' >a.gz
detm content -f ndjson a.pdf a.gz page.html
exits 1 'what is no web page is named'
says 'a.pdf: not a web page but a PDF file' 'and is told as what it is'
says 'a.gz: not a web page but compressed with gzip: decompress it' 'with what to do'
lines out 1 'the others go on'
detm extract --files-from nowhere
exits 2 'a list that is not there is an error'
detm extract --files-from /dev/null
exits 2 'a list without a name is an error'
done_checking
