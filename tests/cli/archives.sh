#!/bin/sh
# Files that hold pages: what is read of archives that a script writes.
config=$(cd "${top_builddir:-.}" && pwd)/config.h
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
python3 -B "$top_srcdir/tests/cli/archives.py" || exit 99

# pages NAME...: the pages of the last `detm extract --per-page`, each with 5 records, have these names.
pages() {
  sed -n 's/^{"@page":"\([^"]*\)".*"@status":"ok".*/\1/p' out >found
  printf '%s\n' "$@" >expected
  cmp -s found expected && [ "$(grep -o '"price":' out | wc -l)" -eq $((5 * $#)) ]
}

detm extract --per-page first.warc next.warc
exits 0 'revisit records: status 0'
check 'a revisit has the page that it names, in another file, too' pages https://a.example/1 https://a.example/2 \
  https://a.example/3 https://a.example/4 https://a.example/5 https://a.example/1
check 'a revisit has the records of the digest' grep -q '"@page":"https://a.example/4".*€ 10.50' out
check 'a revisit has the records of the identifier' grep -q '"@page":"https://a.example/3".*€ 0.50' out
says 'skipped: 1 revisit without its original: name its file before, or a CDX, 1 status 404, 1 not HTML' \
  'a revisit without its original is counted with what to do'
detm extract --per-page next.warc
says '5 revisit without its original' 'revisits of another run have no page'

cat first.warc next.warc >all.warc
detm extract --per-page --newest --cdx coll/indexes/index.cdxj all.warc
check '--newest gives one page for each URL' pages https://a.example/1 https://a.example/2 https://a.example/3 \
  https://a.example/4 https://a.example/5
cp out expected.newest
"$DETM" extract --per-page --newest --cdx coll/indexes/index.cdxj - <all.warc >out 2>err
same out expected.newest '--newest reads standard input twice'
mkfifo pipe
cat all.warc >pipe &
detm extract --per-page --newest --cdx coll/indexes/index.cdxj pipe
sed 's/pipe/all.warc/' out >out.named
same out.named expected.newest 'and a pipe'

detm extract -v --together -f csv mixed.warc
says 'https://a.example/api: left out' 'a page that is left out because of a later one is noted'

detm extract --per-page own.warc
check 'sitemaps and manifests of a crawl are no pages' pages 'https://a.example/1?b=2' 'http://a.example/1?utm_source=mail&b=2&gclid=7#top' \
  'https://a.example/1?b=3'
says 'skipped: 1 sitemap, 1 not HTML' 'and are counted'
says '1 page has the address of a page before, such as http://a.example/1?utm_source' 'an address is the same but for its scheme and campaign'
detm extract --per-page own.har
check 'the same in a HAR' pages https://a.example/1
detm extract -f csv sitemap.xml
check 'a sitemap by itself is read' grep -q '^https://a.example/4,2031-01-05' out

for index in coll/indexes/index.cdxj coll/archive/index.cdx.gz coll/indexes/numbers.cdxj; do
  detm extract --per-page --cdx "$index" next.warc
  check "$index: a revisit has the page of the digest, or of the address and time" pages https://a.example/4 https://a.example/5
  says 'skipped: 3 revisit without its original' 'and those that the index does not have are counted'
done
# with equal digests in a chain of a hash table this takes minutes
timeout 60 "$DETM" extract --per-page --cdx coll/archive/same.cdx next.warc >out 2>err
check 'an index in which many lines have the same digest' pages https://a.example/4 https://a.example/5
detm extract --per-page --cdx coll/indexes/stale.cdxj next.warc
check 'a place with another record gives no page' pages https://a.example/5
detm extract --per-page --cdx first.warc next.warc
exits 2 'a file that is no index is refused'
says 'first.warc: is no index of WARC files (CDX or CDXJ) in line 1: name one' 'by its name and line'

has() { grep -q "^#define $1 1" "$config"; }
if has HAVE_BROTLI && has HAVE_ZSTD; then
  detm extract --per-page codings.warc
  sed 's/"@status":"cut"/"@status":"ok"/' out >all && cp all out
  check 'pages compressed with brotli, with zstd and with both are read' pages https://a.example/0 https://a.example/1 \
    https://a.example/2 https://a.example/3 https://a.example/4 https://a.example/5
  says 'skipped: 1 content coding compress (fetch it with gzip or deflate)' 'a content coding that is not known is counted'
  detm extract --per-page codings.warc
  check 'pages that are cut off within their coding are marked' [ "$(grep -c '"@status":"cut"' out)" -eq 2 ]
else
  skip 'pages compressed with brotli, with zstd and with both are read' 'built without them'
fi
if has HAVE_ZSTD && [ -f without.warc.zst ]; then
  for name in plain packed; do
    detm extract --per-page "$name.warc.zst"
    exits 0 "a .warc.zst with a dictionary ($name): status 0"
    check "a .warc.zst with a dictionary ($name) is read" pages https://a.example/0 https://a.example/1 https://a.example/2
  done
  detm extract without.warc.zst
  exits 1 'a .warc.zst without its dictionary: status 1'
  says 'without.warc.zst: needs a zstd dictionary that is not at its start: decompress it with zstd -D' \
    'a .warc.zst without its dictionary is reported'
else
  skip 'a .warc.zst with a dictionary is read' 'built without libzstd, or no command zstd'
fi

# The script writes each file with the readers' own libraries of Python: mailbox, email, plistlib, json, zipfile, tarfile.
for file in inbox.mbox inbox.mbox.gz; do
  detm extract --per-page "$file"
  exits 0 "$file: status 0"
  check "$file: each mail with a part of HTML is a page" pages 'mail 1' 'mail 3' 'mail 4'
  says "$file: skipped: 1 mail without HTML" "$file: mails of text are counted"
done
detm extract --per-page cut.mbox
check 'a mailbox that is cut off: its last page is marked' grep -q '"@page":"mail 3","@status":"cut"' out

for form in xml binary; do
  detm extract --per-page $form.webarchive
  check "a web archive ($form) is its page" pages 'https://a.example/jars?a=1&b=2'
  detm extract image-$form.webarchive none-$form.plist
  exits 1 "property lists without a page ($form): status 1"
  says "image-$form.webarchive: is a web archive of image/png, not of HTML" "a web archive of an image ($form) is reported"
  says "none-$form.plist: is a property list without a page" "a property list ($form) is reported"
done
detm extract cut-binary.webarchive
says 'cut-binary.webarchive: is a damaged property list: save the page again' 'a web archive that is cut off is reported'

detm extract --per-page browser.har
check 'a HAR has the pages of its entries' pages https://a.example/1 https://a.example/2
says 'skipped: 1 not HTML, 1 status 404, 1 without content' 'entries without a page are counted'
detm extract --per-page cut.har
exits 2 'a HAR that is cut off: status 2'
check 'a HAR that is cut off: the pages before are read' pages https://a.example/1
says 'cut.har: ends within its pages at line' 'a HAR that is cut off is reported with the place'
detm extract --per-page array.json
check 'an array of pages is read' pages https://a.example/0 https://a.example/1 https://a.example/2
check 'members of the elements are passed on' grep -q '"id":2' out
detm extract --per-page faults.json
check 'an array of pages with faults: the other pages are read' pages https://a.example/0 https://a.example/2
check 'an element without a page is named' grep -q '"@page":"https://a.example/1","@status":"error","@message":"line 1: ' out
for file in wide.ndjson wide-be.ndjson; do
  detm extract --per-page "$file"
  check "$file: lines of JSON in UTF-16 are read" pages https://a.example/0 https://a.example/2
done

detm extract --per-page mark.mhtml
check 'MHTML may begin with a byte order mark' pages mark.mhtml
if has HAVE_LIBARCHIVE; then
  LC_ALL=C detm extract --per-page names.zip
  check 'names of members are in UTF-8, whatever the locale is' pages Müller.html
  for file in stored.zip packed.zip piped-stored.zip piped-packed.zip site.tar.gz; do
    detm extract --per-page "$file"
    exits 0 "$file: status 0"
    check "$file: the members that are pages, or have some, are read" pages site/one.html site/fragment.htm \
      site/two.mhtml https://a.example/crawl
    says "$file: skipped: 3 not HTML" "$file: the other members are counted"
  done
  "$DETM" extract --per-page - <packed.zip >out 2>err
  check 'an archive can be read from a pipe' pages site/one.html site/fragment.htm site/two.mhtml https://a.example/crawl
  detm extract --per-page site.wacz
  check 'a WACZ has the pages of its WARC files' pages https://a.example/crawl
  detm extract --per-page all.wacz
  check 'a WACZ may have others' pages https://a.example/crawl
  detm extract --per-page damaged.zip
  check 'a damaged member: the others are read' pages site/one.html site/two.mhtml https://a.example/crawl
  check 'a damaged member is named' grep -q '"@page":"site/fragment.htm","@status":"error","@message":"is damaged in its' out
  detm extract --per-page cut.zip
  exits 2 'an archive that is cut off: status 2'
  says 'cut.zip: is a damaged archive after its member 5' 'an archive that is cut off is reported with the place'
else
  detm extract stored.zip
  says 'not a web page but a ZIP archive: unpack it' 'a ZIP archive is reported'
fi

# --only-url.
detm extract --per-page --only-url '*/[15]' first.warc next.warc
exits 0 '--only-url: status 0'
check '--only-url: the pages with such a URL' pages https://a.example/1 https://a.example/5 https://a.example/1
says 'of another URL' '--only-url: the other pages are counted'
detm extract --only-url '*/none' first.warc
exits 1 '--only-url that no page has: status 1'
says 'has no page whose URL --only-url names; skipped: ' '--only-url that no page has: the message says so'

# A page whose list is elsewhere says where.
echo '<h1>Jars</h1><p>Our jars, see below.</p><iframe src="jars.html"></iframe>' >frame.html
detm extract frame.html
exits 1 'a page with a list in a frame: status 1'
says 'no records found: they may be in a frame (iframe), which is not read' 'the frame is named'
echo '<head><script type="application/ld+json">{"@type": "ItemList"}</script></head><h1>Jars</h1><p>Our jars.</p>' >data.html
detm extract data.html
says 'no records found: check' 'a script whose list is empty was read: it is not named'
done_checking
