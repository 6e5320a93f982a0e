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
says 'skipped: 1 revisit without its original: name its file just before, 1 status 404, 1 not HTML' \
  'a revisit without its original is counted with what to do'
detm extract --per-page next.warc
says '5 revisit without its original' 'revisits of another run have no page'

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
done_checking
