#!/bin/sh
# detm loads the libraries that few pages need when it needs them, and says what to install if one cannot be loaded.
: "${top_builddir:=$(pwd)}"
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
if ! grep -qxF 'S["ON_DEMAND_TRUE"]=""' "$top_builddir/config.status"; then
  skip 'libraries are loaded on demand' 'built without that'
  done_checking
  exit
fi

files=$(sed -n 's/^#define SONAME_[A-Z0-9]* "\(.*\)"/\1/p' "$top_builddir/config.h")
if command -v readelf >/dev/null; then
  needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -cFx "$files"; }
  check 'detm names none of them to the linker' [ "$(needed "$DETM")" -eq 0 ]
  check 'detm-network names all' [ "$(needed "${DETM%detm}detm-network")" -eq "$(echo "$files" | wc -l)" ]
fi

# Files that are no libraries hide those of the system.
mkdir hidden
for file in $files; do echo none >"hidden/$file"; done
without() { LD_LIBRARY_PATH=$folder/hidden detm "$@"; }
list Lamp 12 >list.html
without extract list.html
exits 0 'extract of a page needs none'
cp out records
detm extract list.html
same out records 'and gives the same'
without content list.html
exits 0 'nor does content'
without extract -o records.xml.gz list.html
exits 0 'nor an output of gzip'

# lacks FILE NAME ARGUMENT...: the command needs the library FILE, and says that NAME is to be installed.
lacks() {
  file=$1 name=$2
  shift 2
  echo "$files" | grep -q "^$file\." || return 0
  mkdir "$name"
  cp "hidden/$file".* "$name"
  LD_LIBRARY_PATH=$folder/$name detm "$@"
  exits 2 "detm $1 fails without $name"
  says "detm: $folder/$name/$file." 'and names the file'
  says "; install $name" 'and what to install'
}
body='<!DOCTYPE html><title>x</title><p>\317\360\350\342\345\362 \353\340\354\357\340 \344\353\377 \341\340\361\361\345\351\355\340'
# shellcheck disable=SC2059 # octal numbers
printf "$body" >cyrillic.html
response='HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: br\r\n\r\nxxxxx'
# shellcheck disable=SC2059 # ends of lines
printf "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: $(printf "$response" | wc -c)\r\n\r\n$response\r\n\r\n" >brotli.warc
gzip -c list.html >list.html.gz
tar -cf pages.tar list.html
lacks libuchardet.so uchardet extract cyrillic.html
lacks libsqlite3.so SQLite extract -o records.sqlite list.html
lacks libzstd.so zstd extract -o records.xml.zst list.html
check 'no temporary file is left' [ -z "$(find . -name '.detm-*')" ]
lacks libbrotlidec.so brotli extract brotli.warc
lacks libdeflate.so libdeflate extract list.html.gz
lacks libarchive.so libarchive extract pages.tar
lacks libxml2.so libxml2 apply -w "$top_srcdir/templates/stock/article.xml" list.html
lacks libxslt.so libxslt apply -w "$top_srcdir/templates/stock/article.xml" list.html
done_checking
