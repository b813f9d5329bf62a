#!/usr/bin/env bash
# Regenerates the two parsers of tree-sitter-layout from notation/grammar.js and literals/grammar.js.
#
#   scripts/generate-grammar.sh             src/ and .wasm of both, then grammar.lock.json
#   scripts/generate-grammar.sh --no-wasm   src/ only (no emscripten needed)
#   scripts/generate-grammar.sh --out DIR   write what is generated under DIR and touch nothing else
#
# The generator is tree-sitter's command line. It is taken from $TREE_SITTER when that is set, else
# from Debian sid's package tree-sitter-cli, which is unpacked (not installed) into a private folder
# under a temporary directory and run with sid's own C library, because older Debian releases do
# not have a C library that is new enough for it. That needs a Debian machine and its mirror.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
package="$root/tree-sitter-layout"
wasm=1
out=""
while [ $# -gt 0 ]; do
  case "$1" in
    --no-wasm) wasm=0 ;;
    --out) out="$(mkdir -p "$2" && cd "$2" && pwd)"; wasm=0; shift ;;
    *) echo "unknown argument: $1" >&2; exit 2 ;;
  esac
  shift
done

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# Where the unpacked generator is kept between runs.
cache="${TMPDIR:-/tmp}/tree-sitter-cli-sid-$(id -u)"

unpack_from_sid() {
  local apt="$work/apt"
  mkdir -p "$apt"/{etc/preferences.d,etc/apt.conf.d,state/lists/partial,cache/archives/partial}
  : > "$apt/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian sid main" > "$apt/etc/sources.list"
  local options=(
    -o "Dir::Etc=$apt/etc" -o "Dir::Etc::sourcelist=$apt/etc/sources.list" -o "Dir::Etc::sourceparts=-"
    -o "Dir::State=$apt/state" -o "Dir::State::status=$apt/status" -o "Dir::Cache=$apt/cache"
    -o "APT::Sandbox::User=root" -o "Acquire::Languages=none" -o "Debug::NoLocking=1"
  )
  apt-get "${options[@]}" -qq update >&2
  mkdir -p "$work/debs" "$work/root"
  (cd "$work/debs" && apt-get "${options[@]}" -qq download tree-sitter-cli libc6 libgcc-s1 >&2)
  for deb in "$work"/debs/*.deb; do dpkg -x "$deb" "$work/root"; done
  rm -rf "$cache"
  mv "$work/root" "$cache"
}

if [ -n "${TREE_SITTER:-}" ]; then
  generator=("$TREE_SITTER")
else
  [ -x "$cache/usr/bin/tree-sitter" ] || unpack_from_sid
  loader="$(find "$cache/usr" -name 'ld-linux*.so.*' -type f,l | head -n 1)"
  libraries="$(dirname "$(find "$cache/usr/lib" -name libc.so.6 | head -n 1)")"
  generator=("$loader" --library-path "$libraries:/lib/x86_64-linux-gnu:/lib/aarch64-linux-gnu" "$cache/usr/bin/tree-sitter")
fi

version="$("${generator[@]}" --version | awk '{print $2}')"
echo "tree-sitter $version"

# The generator wants to run inside a grammar's folder; it runs in a copy, so that a failure leaves
# the committed files as they are. The parsers have the version of the interface that editors of the last years read.
mkdir "$work/package"
cp -r "$package/tree-sitter.json" "$package/package.json" "$package/common" "$work/package/"
for grammar in notation literals; do
  mkdir -p "$work/package/$grammar/src"
  cp "$package/$grammar/grammar.js" "$work/package/$grammar/"
  cp "$package/$grammar/src/"*.[ch] "$work/package/$grammar/src/"
  (cd "$work/package/$grammar" && "${generator[@]}" generate --abi 14)
  destination="${out:-$package}/$grammar/src"
  mkdir -p "$destination/tree_sitter"
  for file in parser.c grammar.json node-types.json; do cp "$work/package/$grammar/src/$file" "$destination/$file"; done
  cp "$work/package/$grammar/src/tree_sitter/"*.h "$destination/tree_sitter/"
done
[ -z "$out" ] || exit 0

to_wasm() { # FOLDER NAME FILE
  emcc "$package/$1/src/parser.c" "$package/$1/src/scanner.c" -o "$work/$1.wasm" -Oz -sSIDE_MODULE=2 -sWASM=1 \
    -fno-exceptions -fvisibility=hidden -sEXPORTED_FUNCTIONS="_tree_sitter_$2" -I "$package/$1/src"
  cp "$work/$1.wasm" "$package/$3"
}
if [ "$wasm" = 1 ]; then
  to_wasm notation layout tree-sitter-layout.wasm
  to_wasm literals layout_literals tree-sitter-layout-literals.wasm
fi

node "$root/scripts/check-grammar.mjs" --write-lock "$version"
