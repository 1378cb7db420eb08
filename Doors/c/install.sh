#!/bin/sh
# Copies the header and the libraries below a prefix: install.sh [PREFIX], /usr/local without one. DESTDIR goes before it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=${DESTDIR:-}${1:-/usr/local}
mkdir -p "$prefix/include" "$prefix/lib" "$prefix/share/doc"
cp "$here/include/quadcal.h" "$prefix/include"
# A program that runs keeps the library that it loaded.
cp -R --remove-destination "$here"/lib/* "$prefix/lib"
cp -R "$here/share/doc/libquadcal" "$prefix/share/doc"
echo "installed below $prefix; as root, ldconfig makes programs find it there"
