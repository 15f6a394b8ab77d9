#!/usr/bin/env bash
# Builds what a team releases: release.sh FOLDER [PROGRAM...], all of quarry, quarry-serve and quarry-cli unless some are
# named, for this system, or for Windows with GOOS=windows. The page must be built. The programs trust the keys in QUARRY_PUBLISHER_KEYS (base64, oldest
# first, separated by commas) and use the driver registry at QUARRY_REGISTRY; both may be empty. They never trust the
# development key. The same sources make the same files in any folder.
set -euo pipefail

fail() {
  echo "release.sh: $*" >&2
  exit 1
}

[ $# -gt 0 ] || fail "usage: release.sh FOLDER [quarry] [quarry-serve] [quarry-cli]"
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- quarry quarry-serve quarry-cli

keys=${QUARRY_PUBLISHER_KEYS:-}
registry=${QUARRY_REGISTRY:-}
one='[A-Za-z0-9+/]{43}='
[[ -z $keys || $keys =~ ^$one(,$one)*$ ]] || fail "QUARRY_PUBLISHER_KEYS must be ed25519 public keys in base64, oldest first, separated by commas"
[[ $registry =~ ^[!-~]*$ && $registry != *[\'\"]* ]] || fail "QUARRY_REGISTRY must be an address without spaces and quotes"
[ -n "$keys" ] || echo "release.sh: QUARRY_PUBLISHER_KEYS is empty: users must trust a key before they can install a driver" >&2

# Whatever else is in the environment, tags included, has no say. A build ID would differ from folder to folder.
export GOFLAGS='-trimpath -buildvcs=false' CGO_ENABLED=0
export CGO_CFLAGS='-O2 -g -fstack-protector-strong -D_FORTIFY_SOURCE=2' CGO_LDFLAGS='' GOEXPERIMENT='' GOAMD64=v1
values=quarry/backend/driverhost/registry
flags="-s -w -buildid= -X $values.publisherKeys=$keys -X $values.address=$registry"
system=$(go env GOOS)
suffix=
[ "$system" != windows ] || suffix=.exe

# describe PROGRAM SAYS: gives a program for Windows its icon, version and manifest.
describe() {
  local version work
  version=$(sed -nE 's/^const Version = "(.*)"$/\1/p' app/api/core.go)
  [ -n "$version" ] || fail "app/api/core.go names no version"
  work=$(mktemp -d)
  cp app/icon/*.png "$work/"
  sed -e "s|@PROGRAM@|$1|g; s|@SAYS@|$2|g; s|@VERSION@|$version|g" build/dist/windows/winres.json >"$work/winres.json"
  (cd "$work" && GOOS='' GOARCH='' go run github.com/tc-hib/go-winres@v0.3.3 patch --no-backup --in winres.json "$out/$1.exe") || fail "go-winres failed"
  rm -r "$work"
}

for program in "$@"; do
  case $program in
    quarry)
      [ -f frontend/dist/index.html ] || fail "the page is not built: make frontend"
      if [ "$system" = windows ]; then
        go build -tags desktop,production,wv2runtime.error -ldflags "$flags -H windowsgui" -o "$out/quarry.exe" ./app
        describe quarry Quarry
        continue
      fi
      if [ "$system" = darwin ]; then
        [ "$(uname -s)" = Darwin ] || fail "the window for macOS is only built on a Mac"
        CGO_ENABLED=1 CGO_CFLAGS="$CGO_CFLAGS -mmacosx-version-min=12.0" CGO_LDFLAGS='-framework UniformTypeIdentifiers -mmacosx-version-min=12.0' \
          go build -tags desktop,production -ldflags "$flags" -o "$out/quarry" ./app
        continue
      fi
      [ "$system" = linux ] || fail "the window is only built for Linux, macOS and Windows"
      # Position independent, with all relocations read-only before it starts.
      CGO_ENABLED=1 go build -tags desktop,production,webkit2_41 -buildmode=pie \
        -ldflags "$flags -B none -bindnow -extldflags=-Wl,-z,relro,-z,now" -o "$out/quarry" ./app
      ;;
    quarry-serve)
      [ -f frontend/dist/index.html ] || fail "the page is not built: make frontend"
      go build -tags production -ldflags "$flags" -o "$out/quarry-serve$suffix" ./app/serve
      ;;
    quarry-cli) # static, so that it also runs where there is no C library
      go build -tags production -ldflags "$flags" -o "$out/quarry-cli$suffix" ./app/cli
      [ "$system" != windows ] || describe quarry-cli "Quarry on the command line"
      ;;
    *) fail "no such program: $program" ;;
  esac
done
