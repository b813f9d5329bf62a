#!/usr/bin/env bash
# Regenerates the parser of tree-sitter-layout from grammar.js.
#
#   scripts/generate-grammar.sh             src/ and tree-sitter-layout.wasm, then grammar.lock.json
#   scripts/generate-grammar.sh --no-wasm   src/ only (no emscripten needed)
#   scripts/generate-grammar.sh --out DIR   write the generated src/ into DIR and touch nothing else
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
# the committed files as they are.
mkdir "$work/grammar"
cp "$package/grammar.js" "$package/tree-sitter.json" "$package/package.json" "$work/grammar/"
mkdir "$work/grammar/src"
[ ! -f "$package/src/scanner.c" ] || cp "$package/src/scanner.c" "$work/grammar/src/"
(cd "$work/grammar" && "${generator[@]}" generate)

destination="${out:-$package/src}"
mkdir -p "$destination/tree_sitter"
for file in parser.c grammar.json node-types.json; do cp "$work/grammar/src/$file" "$destination/$file"; done
cp "$work/grammar/src/tree_sitter/"*.h "$destination/tree_sitter/"
[ -z "$out" ] || exit 0

if [ "$wasm" = 1 ]; then
  sources=("$package/src/parser.c")
  [ ! -f "$package/src/scanner.c" ] || sources+=("$package/src/scanner.c")
  emcc "${sources[@]}" -o "$work/layout.wasm" -Oz -sSIDE_MODULE=2 -sWASM=1 -fno-exceptions -fvisibility=hidden \
    -sEXPORTED_FUNCTIONS=_tree_sitter_layout -I "$package/src"
  cp "$work/layout.wasm" "$package/tree-sitter-layout.wasm"
fi

node "$root/scripts/check-grammar.mjs" --write-lock "$version"
