#!/usr/bin/env bash
# Adds the signed .deb packages in a folder to an apt repository, which any web server can serve: repository.sh PACKAGES
# REPOSITORY. QUARRY_GPG_KEY_FILE is the private key that signs it, NFPM_PASSPHRASE its passphrase, if it has one. Packages
# that are already in the repository stay; quarry.asc is the public key that computers need.
set -euo pipefail

fail() {
  echo "repository.sh: $*" >&2
  exit 1
}

[ $# -eq 2 ] || fail "usage: repository.sh PACKAGES REPOSITORY"
[ -n "${QUARRY_GPG_KEY_FILE:-}" ] || fail "QUARRY_GPG_KEY_FILE must be the private key that signs the repository"
shopt -s nullglob
packages=("$1"/quarry_*.deb)
for package in "${packages[@]}"; do
  [[ $package != *-unsigned.deb ]] || fail "$package is not signed: make dist-linux with QUARRY_GPG_KEY_FILE"
done
[ ${#packages[@]} -gt 0 ] || fail "no package is in $1: make dist-linux"
export LC_ALL=C
umask 022

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -m 700 "$work/gnupg"
# use_key ARGUMENT...: gpg with the team's key in a keyring of its own.
use_key() {
  gpg --homedir "$work/gnupg" --batch --yes --quiet --pinentry-mode loopback --passphrase-fd 3 "$@" 3<<<"${NFPM_PASSPHRASE:-}"
}
use_key --import "$QUARRY_GPG_KEY_FILE"

mkdir -p "$2/pool"
cp "${packages[@]}" "$2/pool/"
cd "$2"
index=dists/stable/main/binary-amd64
mkdir -p $index
apt-ftparchive packages pool >$index/Packages
gzip -9nkf $index/Packages
rm -f dists/stable/{Release,InRelease,Release.gpg}
apt-ftparchive -o APT::FTPArchive::Release::Origin=Quarry -o APT::FTPArchive::Release::Label=Quarry \
  -o APT::FTPArchive::Release::Suite=stable -o APT::FTPArchive::Release::Codename=stable \
  -o APT::FTPArchive::Release::Architectures=amd64 -o APT::FTPArchive::Release::Components=main release dists/stable >"$work/Release"
mv "$work/Release" dists/stable/Release
use_key --armor --detach-sign --output dists/stable/Release.gpg dists/stable/Release
use_key --clearsign --output dists/stable/InRelease dists/stable/Release
use_key --armor --export --output quarry.asc
chmod -R a+rX .
