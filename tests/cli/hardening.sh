#!/bin/sh
# Checks with readelf that the executable and the shared library are hardened as configure requests.
: "${top_builddir:=.}" "${DETM:=$top_builddir/detm}"
set_by_configure() { sed -n "s/^$1 = //p" "$top_builddir/Makefile"; }
if ! command -v readelf >/dev/null; then
  echo '1..0 # SKIP no readelf'
  exit
elif [ -n "$(set_by_configure SANITIZE_CFLAGS)" ]; then
  echo '1..0 # SKIP built with sanitizers'
  exit
fi

checks=0
# has FILE NAME READELF-OPTION PATTERN: passes if readelf prints a line that matches PATTERN.
has() {
  checks=$((checks + 1))
  if readelf -W "$3" "$1" | grep -qE -e "$4"; then
    echo "ok $checks - ${1##*/}: $2"
  else
    echo "not ok $checks - ${1##*/}: $2"
  fi
}

for file in "$DETM" "$top_builddir/detm-network" "$top_builddir/.libs/libdetm.so"; do
  [ -f "$file" ] || continue
  has "$file" 'is position-independent' -h '^ *Type: *DYN '
  has "$file" 'has read-only relocations (RELRO)' -l ' GNU_RELRO '
  has "$file" 'resolves all symbols at start (BIND_NOW)' -d '\(FLAGS\) .*BIND_NOW|\(FLAGS_1\) .*NOW|\(BIND_NOW\)'
  has "$file" 'has a stack that is not executable' -l ' GNU_STACK .* RW  *0x'
  has "$file" 'has stack protectors' --dyn-syms ' __stack_chk_fail'
  case " $(set_by_configure CFLAGS) " in
    *' -O0 '*) fortified= ;;
    *' -O'*) fortified=yes ;;
    *) fortified= ;;
  esac
  if [ -n "$fortified" ] && readelf -W --version-info "$file" | grep -q GLIBC; then
    has "$file" 'uses fortified functions' --dyn-syms ' __[a-z]*_chk@'
  fi
done
echo "1..$checks"
