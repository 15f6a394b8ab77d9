#!/usr/bin/env bash
# Checks the bundle for macOS on a system that is not a Mac: it is packed for both architectures, in two folders, which must be
# equal byte for byte, and its files, Info.plist, icon and programs are looked at.
# SPEC: DST-03
set -euo pipefail
cd "$(dirname "$0")/../../.."

fail() {
  echo "check.sh: $*" >&2
  exit 1
}

[ -f frontend/dist/index.html ] || fail "the page is not built: make frontend"
[ "$(uname -s)" != Darwin ] || fail "on a Mac, codesign, spctl and stapler check the real bundle"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
unset QUARRY_APPLE_P12
mkdir -p "$work/elsewhere"
git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C "$work/elsewhere"
cp -a frontend/dist "$work/elsewhere/frontend/"
ln -s "$PWD/frontend/node_modules" "$work/elsewhere/frontend/node_modules" # whose licences are packed
version=$(go run ./app/cli --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+')
for architecture in arm64 amd64; do
  name=quarry-$version-$architecture-unsigned-layout-only.zip
  GOARCH=$architecture build/dist/macos/package.sh "$work/one"
  GOARCH=$architecture "$work/elsewhere/build/dist/macos/package.sh" "$work/two"
  cmp "$work/one/$name" "$work/two/$name" || fail "two folders make two different bundles for $architecture"
  mkdir "$work/$architecture"
  (cd "$work/$architecture" && unzip -q "$work/one/$name")
  go run ./build/dist/macos check "$work/$architecture/Quarry.app" "$architecture" "$version" || fail "the bundle for $architecture is wrong"
  echo "ok   the bundle for $architecture, twice the same"
done
