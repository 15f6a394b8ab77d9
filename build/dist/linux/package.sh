#!/usr/bin/env bash
# Packs a release for Linux: package.sh RELEASE OUT makes a .deb, an .rpm and a .tar.gz of the programs in the folder
# RELEASE in the folder OUT. QUARRY_GPG_KEY_FILE is a private key in a file, without which the names end in -unsigned;
# NFPM_PASSPHRASE is its passphrase, if it has one. QUARRY_MAINTAINER is "NAME <ADDRESS>". All times in the packages are
# SOURCE_DATE_EPOCH, or the time of the commit.
set -euo pipefail

nfpm=github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.0

fail() {
  echo "package.sh: $*" >&2
  exit 1
}

[ $# -eq 2 ] || fail "usage: package.sh RELEASE OUT"
release=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
cd "$(dirname "$0")/../../.."
here=build/dist/linux

version=$("$release/quarry-cli" --version)
version=${version#quarry-cli }
[ "$("$release/quarry" --version)" = "quarry $version" ] || fail "quarry and quarry-cli have different versions"
architecture=$(go env GOARCH)
machine=$(uname -m)
maintainer=${QUARRY_MAINTAINER:-The Quarry Authors <maintainers@quarry.invalid>}
key=${QUARRY_GPG_KEY_FILE:-}
[ -z "$key" ] || key=$(realpath "$key")
unsigned=
[ -n "$key" ] || unsigned=-unsigned
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} || fail "there is no commit: set SOURCE_DATE_EPOCH"
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)

# fill FILE: prints it with the marks replaced.
fill() {
  sed -e "s|@VERSION@|$version|g; s|@DATE@|$date|g; s|@ARCHITECTURE@|$architecture|g; s|@MAINTAINER@|$maintainer|g" \
    -e "s|@SIZE@|$(du -sk --apparent-size "$tree" | cut -f1)|" "$here/$1"
}

# options prints what the command says about its options, as a manual page.
options() {
  "$release/quarry-cli" export --help 2>&1 | sed -nE 's/\\/\\\\/g; s/^  (--[a-z-]+)( [A-Z]+)? +(.*)$/.TP\n.BI "\1" "\2"\n\\\&\3/p' | sed '/^\.BI/s/-/\\-/g'
}

# common says where Debian has the licence whose whole text is in NOTICES.md.
common='On Debian, the Apache License, Version 2.0, is in /usr/share/common-licenses/Apache-2.0.'

put() { install -D -m "$1" "$2" "$tree/$3"; }

make_tree() {
  local size doc=usr/share/doc/quarry
  put 755 "$release/quarry" usr/bin/quarry
  put 755 "$release/quarry-cli" usr/bin/quarry-cli
  put 644 $here/quarry.desktop usr/share/applications/quarry.desktop
  put 644 frontend/public/icon.svg usr/share/icons/hicolor/scalable/apps/quarry.svg
  for size in 16 32 48 64 128 256 512; do
    put 644 app/icon/$size.png usr/share/icons/hicolor/${size}x$size/apps/quarry.png
  done
  fill metainfo.xml | put 644 /dev/stdin usr/share/metainfo/io.quarry.Quarry.metainfo.xml
  fill quarry.1 | gzip -9n | put 644 /dev/stdin usr/share/man/man1/quarry.1.gz
  fill quarry-cli.1 | sed -e "/^@OPTIONS@/{r "<(options) -e 'd}' | gzip -9n | put 644 /dev/stdin usr/share/man/man1/quarry-cli.1.gz
  { cat LICENSE && printf '\n' && sed '/^## Apache License, Version 2.0$/,$d' NOTICES.md && echo "$common"; } | put 644 /dev/stdin $doc/copyright
  gzip -9n <NOTICES.md | put 644 /dev/stdin $doc/NOTICES.md.gz
  CGO_ENABLED=0 GOFLAGS=-trimpath go run ./build/dist/sums licences "$release" >"$work/licences"
  gzip -9n <"$work/licences" | put 644 /dev/stdin $doc/LICENSES.txt.gz
  printf 'quarry (%s) stable; urgency=medium\n\n  * See CHANGELOG.md of this version.\n\n -- %s  %s\n' "$version" "$maintainer" \
    "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n | put 644 /dev/stdin $doc/changelog.gz
  find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

make_tar() {
  local folder=quarry-$version-linux-$machine
  cp -a "$tree/usr" "$work/$folder"
  tar -C "$work" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$folder" |
    gzip -9n >"$out/$folder$unsigned.tar.gz"
  [ -z "$key" ] || sign "$out/$folder.tar.gz" "$out/$folder.tar.gz.asc"
}

make_rpm() {
  (cd "$work" && QUARRY_VERSION=$version QUARRY_ARCHITECTURE=$architecture QUARRY_MAINTAINER=$maintainer QUARRY_GPG_KEY_FILE=$key \
    CGO_ENABLED=0 GOFLAGS=-trimpath go run $nfpm package --config "$OLDPWD/$here/nfpm.yaml" --packager rpm \
    --target "$out/quarry-$version-1.$machine$unsigned.rpm" >"$work/nfpm.log" 2>&1) || { cat "$work/nfpm.log" >&2; return 1; }
}

# dpkg-deb compresses better than nfpm, and makes what Debian's tools expect.
make_deb() {
  local file=$out/quarry_${version}_$architecture$unsigned.deb
  put 644 $here/lintian-overrides usr/share/lintian/overrides/quarry
  mkdir "$tree/DEBIAN"
  (cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$work/md5sums"
  fill control >"$work/control"
  mv "$work/md5sums" "$work/control" "$tree/DEBIAN/"
  find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$tree" "$file" >"$work/deb.log"
  [ -z "$key" ] || sign_deb "$file"
}

# sign FILE SIGNATURE, with the team's key in a keyring of its own.
sign() {
  if [ ! -d "$work/gnupg" ]; then
    mkdir -m 700 "$work/gnupg"
    gpg --homedir "$work/gnupg" --batch --quiet --pinentry-mode loopback --passphrase "${NFPM_PASSPHRASE:-}" --import "$key"
  fi
  gpg --homedir "$work/gnupg" --batch --yes --quiet --pinentry-mode loopback --passphrase-fd 3 --armor --detach-sign --output "$2" "$1" 3<<<"${NFPM_PASSPHRASE:-}"
}

# sign_deb adds the signature as debsig-verify reads it, over the package's three parts.
sign_deb() {
  mkdir "$work/parts"
  (cd "$work/parts" && ar x "$1" && cat debian-binary control.tar.* data.tar.* >../signed)
  sign "$work/signed" "$work/parts/_gpgorigin"
  (cd "$work/parts" && ar rcD "$1" _gpgorigin)
}

rm -f "$out"/quarry[-_]*.deb "$out"/quarry-*.rpm "$out"/quarry-*.tar.gz "$out"/quarry-*.asc
make_tree
make_tar
make_rpm
make_deb
