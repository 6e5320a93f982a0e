#!/bin/sh
# The executable and the shared library are hardened as configure has it, by what readelf finds in them.
: "${top_builddir:=.}" "${DETM:=$top_builddir/detm}"
set_by_configure() { sed -n "s/^$1 = //p" "$top_builddir/Makefile"; }
if ! command -v readelf >/dev/null; then
  echo '1..0 # SKIP no readelf'
  exit
elif [ -n "$(set_by_configure SANITIZE_CFLAGS)" ]; then
  echo '1..0 # SKIP sanitizers have checks of their own'
  exit
fi

checks=0
# has FILE WHAT READELF-OPTION PATTERN
has() {
  checks=$((checks + 1))
  if readelf -W "$3" "$1" | grep -qE -e "$4"; then
    echo "ok $checks - ${1##*/}: $2"
  else
    echo "not ok $checks - ${1##*/}: $2"
  fi
}

for file in "$DETM" "$top_builddir/.libs/libdetm.so"; do
  [ -f "$file" ] || continue
  has "$file" 'is loaded anywhere' -h '^ *Type: *DYN '
  has "$file" 'has tables that are read-only once it is loaded' -l ' GNU_RELRO '
  has "$file" 'which is before it runs' -d '\(FLAGS\) .*BIND_NOW|\(FLAGS_1\) .*NOW|\(BIND_NOW\)'
  has "$file" 'runs no code on the stack' -l ' GNU_STACK .* RW  *0x'
  has "$file" 'guards the stack' --dyn-syms ' __stack_chk_fail'
  case " $(set_by_configure CFLAGS) " in
    *' -O0 '*) fortified= ;;
    *' -O'*) fortified=yes ;;
    *) fortified= ;;
  esac
  if [ -n "$fortified" ] && readelf -W --version-info "$file" | grep -q GLIBC; then
    has "$file" 'asks how large a buffer is' --dyn-syms ' __[a-z]*_chk@'
  fi
done
echo "1..$checks"
