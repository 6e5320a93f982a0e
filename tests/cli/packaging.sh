#!/bin/sh
# The packages have the version of configure.ac and the functions of the library; packaging/sbom lists packages;
# packaging/abi finds changes of an interface.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
packaging=$top_srcdir/packaging
version=$(sed -n 's/^AC_INIT(\[detm\], \[\([^]]*\)\].*/\1/p' "$top_srcdir/configure.ac")
check 'configure.ac has a version' [ -n "$version" ]
has_version() { check "$1 has this version" grep -qF "$2" "$packaging/$1"; }
has_version debian/changelog "detm ($version-"
has_version detm.spec "Version:        $version"
has_version detm.rb "version \"$version\""
has_version ../python/pyproject.toml "version = \"$version\""

cat "$top_srcdir"/include/detm/*.h | tr '\n' ' ' | sed 's|/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/||g' | tr ';' '\n' |
  sed -n 's/.*DETM_API *\(const \)\?[a-z_]*[ *]*\(const \)\?\(detm_[a-z_]*\).*/\3/p' | sort >declared
sed -n 's/^ \(detm_[a-z_]*\)@Base .*/\1/p' "$packaging/debian/libdetm0.symbols" | sort >listed
same declared listed 'debian/libdetm0.symbols has the functions of the headers'

# A root with two packages, of which one is installed.
if ! command -v dpkg-query >/dev/null || ! command -v python3 >/dev/null; then
  skip 'sbom lists the packages of a root' 'no dpkg-query, or no python3'
else
  mkdir -p root/var/lib/dpkg/info root/usr/share/doc/libquince1
  printf 'Package: %s\nStatus: %s\nMaintainer: M <m@example.org>\nArchitecture: all\nVersion: 1:2.0~rc1-3\nDescription: none\n\n' \
    libquince1 'install ok installed' libmedlar2 'deinstall ok config-files' >root/var/lib/dpkg/status
  printf 'Format: x\n\nFiles: *\nCopyright: 2020 A\nLicense: Expat\n' >root/usr/share/doc/libquince1/copyright
  python3 -B "$packaging/sbom" root >sbom.json 2>err
  status=$?
  exits 1 'sbom needs a root with detm'
  says "sbom: root has no detm $version: use the sources" 'sbom says that detm is missing'
  mkdir -p root/usr/local/bin && cp "$DETM" root/usr/local/bin
  SOURCE_DATE_EPOCH=86400 python3 -B "$packaging/sbom" root >sbom.json 2>err
  status=$?
  exits 0 'sbom reads a root'
  check 'sbom lists the packages of a root' grep -q '"pkg:deb/debian/libquince1@1%3A2.0~rc1-3?arch=all"' sbom.json
  check 'sbom leaves removed packages out' test "$(grep -c libmedlar2 sbom.json)" = 0
  check 'sbom has the licence' test "$(grep -c '"licenseDeclared": "MIT"' sbom.json)" = 2
  check 'sbom has the time of SOURCE_DATE_EPOCH' grep -q '"created": "1970-01-02T00:00:00Z"' sbom.json
  python3 -B "$packaging/sbom" nowhere >sbom.json 2>err
  status=$?
  exits 1 'sbom needs a wheel or a root'
  says 'sbom: nowhere is neither a wheel nor a folder' 'sbom says so'
fi

# library MEMBERS [OWN [TYPE]]: makes a library whose function takes a struct of options with these members, and a struct
# TYPE, whose member is OWN; it is declared in a private header that has the name of the public one.
library() {
  own=${2:-full} type=${3:-detm_jar}
  cat >interface/include/detm/jam.h <<END
#include <stddef.h>
typedef struct $type $type;
typedef struct detm_jam_options { size_t size; $1 } detm_jam_options;
int detm_jam($type *jar, const detm_jam_options *options);
END
  echo "struct $type { int $own; };" >interface/src/jam.h
  echo "#include <jam.h>
    #include \"interface/src/jam.h\"
    int detm_jam($type *jar, const detm_jam_options *options) { return jar->$own + (int)options->size; }" >jam.c
  cc -g -shared -fPIC -Iinterface/include/detm -o libjam.so jam.c
}

# changed NUMBER NAME MEMBERS [OWN [TYPE]]: passes if packaging/abi has this status for the changed library.
changed() {
  library "$3" "$4" "$5"
  interface/packaging/abi check libjam.so >err 2>&1
  status=$?
  exits "$1" "abi: $2"
}

if ! command -v abidiff >/dev/null || ! command -v cc >/dev/null; then
  skip 'abi finds changes of an interface' 'no abidiff, or no cc'
else
  mkdir -p interface/packaging interface/include/detm interface/src
  cp "$packaging/abi" interface/packaging
  library 'int first; double second;'
  interface/packaging/abi write libjam.so
  check 'abi: private members are not written' test "$(grep -c "name='full'" interface/packaging/libdetm.abi)" = 0
  changed 0 'the same interface passes' 'int first; double second;'
  changed 0 'a new option at the end passes' 'int first; double second; int third;'
  changed 0 'another private member passes' 'int first; double second;' half
  changed 4 'a parameter of another type' 'int first; double second;' full detm_pot
  changed 1 'options whose places are swapped' 'double second; int first;'
  changed 1 'an option of another type' 'unsigned first; double second;'
  changed 1 'an option that is gone' 'int first;'
  changed 1 'swapped options and a new one' 'double second; int first; int third;'
  changed 4 'a new option between others' 'int first; int third; double second;'
fi
done_checking
