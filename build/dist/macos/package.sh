#!/usr/bin/env bash
# Packs Quarry for macOS: package.sh OUT. GOARCH is arm64 (the default) or amd64. On a Mac it builds the programs, makes
# Quarry.app, signs and notarises it if QUARRY_APPLE_IDENTITY and the API key are set, and makes a .dmg and a .pkg. On other
# systems the window cannot be built: it makes the same bundle around quarry-serve, as a .zip whose name ends in -layout-only,
# to check the layout. What is not signed has -unsigned in its name. The README beside lists the variables.
set -euo pipefail

fail() {
  echo "package.sh: $*" >&2
  exit 1
}

[ $# -eq 1 ] || fail "usage: package.sh OUT"
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/../../.."
here=$PWD/build/dist/macos
export GOARCH=${GOARCH:-arm64}
[[ $GOARCH == arm64 || $GOARCH == amd64 ]] || fail "GOARCH must be arm64 or amd64"
version=$(sed -nE 's/^const Version = "(.*)"$/\1/p' app/api/core.go)
[ -n "$version" ] || fail "app/api/core.go names no version"
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
umask 022

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
app=$work/Quarry.app
mac=
[ "$(uname -s)" != Darwin ] || mac=1

make_bundle() {
  local programs=$app/Contents/MacOS resources=$app/Contents/Resources
  mkdir -p "$programs" "$resources"
  if [ -n "$mac" ]; then
    GOOS=darwin build/dist/release.sh "$programs" quarry quarry-cli
  else
    GOOS=darwin build/dist/release.sh "$programs" quarry-serve quarry-cli
    mv "$programs/quarry-serve" "$programs/quarry"
  fi
  sed "s/@VERSION@/$version/" "$here/Info.plist" >"$app/Contents/Info.plist"
  printf 'APPL????' >"$app/Contents/PkgInfo"
  cp LICENSE "$resources/LICENSE.txt"
  cp NOTICES.md "$resources/NOTICES.txt"
  GOOS='' GOARCH='' CGO_ENABLED=0 go run ./build/dist/sums licences "$programs" >"$resources/LICENSES.txt"
  GOOS='' GOARCH='' CGO_ENABLED=0 go run ./build/dist/macos icns "$resources/quarry.icns"
}

# notarise FILE: Apple looks at the file; its ticket is stapled to the second argument.
notarise() {
  [ -n "${QUARRY_APPLE_API_KEY:-}" ] || { echo "package.sh: QUARRY_APPLE_API_KEY is not set: $1 is not notarised" >&2; return 0; }
  xcrun notarytool submit "$1" --wait --key "$QUARRY_APPLE_API_KEY" --key-id "$QUARRY_APPLE_API_KEY_ID" --issuer "$QUARRY_APPLE_API_ISSUER"
  xcrun stapler staple "$2"
}

# Every program has the hardened runtime, the inner one is signed first.
sign_on_mac() {
  local sign=(codesign --force --timestamp --options runtime --entitlements "$here/entitlements.plist" --sign "$QUARRY_APPLE_IDENTITY")
  "${sign[@]}" "$app/Contents/MacOS/quarry-cli"
  "${sign[@]}" "$app"
  codesign --verify --deep --strict "$app"
  ditto -c -k --keepParent "$app" "$work/notarise.zip"
  notarise "$work/notarise.zip" "$app"
}

pack_on_mac() {
  local unsigned=-unsigned pkg=-unsigned installer=${QUARRY_APPLE_INSTALLER_IDENTITY:-} name=$out/quarry-$version-$GOARCH
  if [ -n "${QUARRY_APPLE_IDENTITY:-}" ]; then
    unsigned=
    sign_on_mac
  fi
  mkdir "$work/image" "$work/root"
  cp -R "$app" "$work/image/"
  ln -s /Applications "$work/image/Applications"
  hdiutil create -volname Quarry -srcfolder "$work/image" -format UDZO -ov "$name$unsigned.dmg"
  if [ -z "$unsigned" ]; then
    codesign --timestamp --sign "$QUARRY_APPLE_IDENTITY" "$name.dmg"
    notarise "$name.dmg" "$name.dmg"
  fi
  cp -R "$app" "$work/root/"
  pkgbuild --root "$work/root" --install-location /Applications --identifier io.quarry.Quarry --version "$version" "$work/quarry.pkg"
  if [ -n "$unsigned" ] || [ -z "$installer" ]; then
    productbuild --package "$work/quarry.pkg" "$name$pkg.pkg"
  else
    productbuild --package "$work/quarry.pkg" --sign "$installer" "$name.pkg"
    notarise "$name.pkg" "$name.pkg"
  fi
}

pack_elsewhere() {
  local unsigned=-unsigned
  if [ -n "${QUARRY_APPLE_P12:-}" ]; then
    command -v rcodesign >/dev/null || fail "QUARRY_APPLE_P12 is set, but rcodesign is not in PATH"
    rcodesign sign --p12-file "$QUARRY_APPLE_P12" --p12-password-file "${QUARRY_APPLE_P12_PASSWORD_FILE:?names the file of its password}" \
      --entitlements-xml-path "$here/entitlements.plist" --code-signature-flags runtime \
      --code-signature-flags Contents/MacOS/quarry-cli:runtime "$app"
    unsigned=
  fi
  find "$app" -exec touch -d "@$epoch" {} +
  (cd "$work" && find Quarry.app | LC_ALL=C sort | TZ=UTC zip -q -X "$work/quarry.zip" -@)
  mv "$work/quarry.zip" "$out/quarry-$version-$GOARCH$unsigned-layout-only.zip"
}

rm -f "$out/quarry-$version-$GOARCH"*.dmg "$out/quarry-$version-$GOARCH"*.pkg "$out/quarry-$version-$GOARCH"*-layout-only.zip
make_bundle
if [ -n "$mac" ]; then pack_on_mac; else pack_elsewhere; fi
