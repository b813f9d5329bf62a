#!/usr/bin/env bash
# Builds server/isl/isl.wasm: libisl and the shim beside it, from Debian's source package.
#
#   scripts/build-isl.sh           server/isl/isl.wasm, then its checksum in server/isl/isl.lock.json
#   scripts/build-isl.sh --check   builds, compares with the committed file, and touches nothing
#
# It needs a Debian machine with its mirror, and Debian's packages emscripten, make and gcc. The source package is
# taken by its version and checked; apt's own lists are not touched.
set -euo pipefail

version=0.25-1.1
sha256=be7b210647ccadf90a2f0b000fca11a4d40546374a850db67adb32fad4b230d9

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
isl="$root/server/isl"
check=0
case "${1:-}" in
  '') ;;
  --check) check=1 ;;
  *) echo "unknown argument: $1" >&2; exit 2 ;;
esac

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

mkdir -p "$work"/apt/{lists/partial,cache/archives/partial}
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main" > "$work/sources.list"
options=(
  -o "Dir::Etc::sourcelist=$work/sources.list" -o "Dir::Etc::sourceparts=-"
  -o "Dir::State::lists=$work/apt/lists" -o "Dir::Cache=$work/apt/cache"
  -o "APT::Sandbox::User=root" -o "Acquire::Languages=none"
)
apt-get "${options[@]}" -qq update
(cd "$work" && apt-get "${options[@]}" -qq source --download-only "isl=$version")
archive="$(find "$work" -maxdepth 1 -name 'isl_*.orig.tar.xz')"
echo "$sha256  $archive" | sha256sum --check --quiet
tar -xf "$archive" -C "$work"
source="$(find "$work" -maxdepth 1 -type d -name 'isl-*')"

# Debian's emscripten has its modules there.
export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}"
mkdir "$work/build"
cd "$work/build"
# By a relative path, which its messages hold: the same file comes out wherever it is built.
source="../$(basename "$source")"
emconfigure "$source/configure" --with-int=imath-32 --disable-shared --enable-static --host=wasm32-unknown-none \
  CFLAGS="-O2 -DNDEBUG -D_GNU_SOURCE" > configure.log 2>&1 || { tail -n 20 configure.log >&2; exit 1; }
printf '#define GIT_HEAD_ID "isl-%s"\n' "${version%-*}" > gitversion.h
emmake make -j"$(nproc)" libisl.la > make.log 2>&1 || { tail -n 20 make.log >&2; exit 1; }

# The memory that it may take is bounded: libisl then says that there is no more, and goes on.
emcc -O2 "$isl/shim.c" .libs/libisl.a -I "$source/include" -I include -o "$work/isl.wasm" \
  -sSTANDALONE_WASM --no-entry -sINITIAL_MEMORY=8388608 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=268435456 \
  -sTOTAL_STACK=2097152 "-sEXPORTED_FUNCTIONS=$(sed 's/^/_/' "$isl/exports.txt" | paste -sd,)"

if [ "$check" = 1 ]; then
  cmp "$work/isl.wasm" "$isl/isl.wasm"
  exit
fi
cp "$work/isl.wasm" "$isl/isl.wasm"
chmod 644 "$isl/isl.wasm"
sum() { sha256sum "$1" | cut -d' ' -f1; }
cat > "$isl/isl.lock.json" <<LOCK
{
  "source": "isl $version (Debian)",
  "sourceSha256": "$sha256",
  "emscripten": "$(emcc --version | sed -n '1s/.* \([0-9][0-9.]*\).*/\1/p')",
  "files": {
    "isl.wasm": "$(sum "$isl/isl.wasm")",
    "shim.c": "$(sum "$isl/shim.c")",
    "exports.txt": "$(sum "$isl/exports.txt")"
  }
}
LOCK
