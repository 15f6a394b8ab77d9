#!/usr/bin/env bash
# Packs a release for Windows: package.sh RELEASE OUT makes a setup for one user, a setup for a whole computer and an MSI of
# the programs in the folder RELEASE in the folder OUT. QUARRY_AUTHENTICODE is a command that signs the file %1 in place;
# without it the names end in -unsigned.
set -euo pipefail

fail() {
  echo "package.sh: $*" >&2
  exit 1
}

[ $# -eq 2 ] || fail "usage: package.sh RELEASE OUT"
release=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
cd "$(dirname "$0")/../../.."
here=$PWD/build/dist/windows

version=$(sed -nE 's/^const Version = "(.*)"$/\1/p' app/api/core.go)
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "the version in app/api/core.go is not three numbers: $version"
command=${QUARRY_AUTHENTICODE:-}
[[ -z $command || $command == *%1* ]] || fail "QUARRY_AUTHENTICODE must name the file as %1"
unsigned=
[ -n "$command" ] || unsigned=-unsigned
webview2=$(go list -m -f '{{.Dir}}' github.com/wailsapp/wails/v2)/internal/webview2runtime/MicrosoftEdgeWebview2Setup.exe
[ -f "$webview2" ] || fail "Wails' module carries no WebView2 bootstrapper any more: $webview2"
umask 022

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
files=$work/files
name=quarry-$version-x64

# sign.sh FILE: a command that fails, or signs nothing, fails the build.
make_signer() {
  local marked=${command//\"%1\"/%1}
  cat >"$work/sign.sh" <<END
before=\$(sha256sum <"\$1") && { ${marked//%1/\"\$1\"}; } || { echo "\$1 was not signed" >&2; exit 1; }
[ "\$(sha256sum <"\$1")" != "\$before" ] || { echo "\$1 was not signed: QUARRY_AUTHENTICODE did nothing" >&2; exit 1; }
END
}

sign() { [ -z "$command" ] || sh "$work/sign.sh" "$1"; }

# make_icon wraps the images as an .ico, which holds PNG files as they are.
make_icon() {
  local size images=(16 32 48 64 128 256) offset bytes
  # number VALUE BYTES: prints it, the lowest byte first.
  number() { local i v=$1; for ((i = 0; i < $2; i++)); do printf "\\x$(printf %02x $((v & 255)))"; v=$((v >> 8)); done; }
  number 0 2 && number 1 2 && number ${#images[@]} 2
  offset=$((6 + 16 * ${#images[@]}))
  for size in "${images[@]}"; do
    bytes=$(stat -c %s "app/icon/$size.png")
    number "$size" 1 && number "$size" 1 && number 0 2 && number 1 2 && number 32 2 && number "$bytes" 4 && number $offset 4
    offset=$((offset + bytes))
  done
  for size in "${images[@]}"; do cat "app/icon/$size.png"; done
}

collect() {
  mkdir "$files"
  cp "$release/quarry.exe" "$release/quarry-cli.exe" "$files/"
  sed 's/$/\r/' LICENSE >"$files/LICENSE.txt"
  sed 's/$/\r/' NOTICES.md >"$files/NOTICES.txt"
  go run ./build/dist/sums licences "$release" >"$work/licences"
  sed 's/$/\r/' "$work/licences" >"$files/LICENSES.txt"
  make_icon >"$files/quarry.ico"
  sign "$files/quarry.exe"
  sign "$files/quarry-cli.exe"
}

# make_setup KIND [OPTION]
make_setup() {
  local kind=$1 options=()
  shift
  [ -z "$command" ] || options+=("-DSIGN=$work/sign.sh")
  makensis -V2 -NOCD "$@" "${options[@]}" "-DVERSION=$version" "-DFILES=$files" "-DWEBVIEW2=$webview2" "-DSIZE=$(du -sk --apparent-size "$files" | cut -f1)" \
    "-DOUT=$out/$name-$kind-setup$unsigned.exe" "$here/quarry.nsi" || { rm -f "$out/$name-$kind-setup$unsigned.exe"; return 1; }
}

# Each version is a product of its own to Windows, and a version installed again is the same one.
make_msi() {
  local product
  product=$(printf 'Quarry %s' "$version" | sha256sum | sed -E 's/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/\1-\2-5\3-a\4-\5/' | tr a-f A-F)
  (cd "$files" && wixl -a x64 -D "Version=$version" -D "Product=$product" -o "$work/quarry.msi" "$here/quarry.wxs")
  sign "$work/quarry.msi"
  cp "$work/quarry.msi" "$out/$name$unsigned.msi"
}

rm -f "$out"/quarry-*-x64*.exe "$out"/quarry-*-x64*.msi
make_signer
collect
make_setup user
make_setup machine -DMACHINE
make_msi
