#!/usr/bin/env bash
# Checks the Windows packages, as root on Debian, under Wine: check.sh. It makes a release that trusts a key made for the
# check, twice in two folders, and packs it unsigned and signed with a certificate made for the check. Each setup and the
# MSI are installed, used, upgraded, refused while Quarry runs, and uninstalled; what stays is listed exactly.
# SPEC: DST-02, DST-04
set -euo pipefail
cd "$(dirname "$0")/../../.."

fail() {
  echo "check.sh: $*" >&2
  exit 1
}

[ "$(id -u)" -eq 0 ] || fail "only root may enter another root"
[ -f frontend/dist/index.html ] || fail "the page is not built: make frontend"
mkdir -p build/out
work=$(mktemp -d "$PWD/build/out/check-windows-XXXXXX") # the root sees the project's folder only
served=()
cleanup() {
  [ ${#served[@]} = 0 ] || kill -KILL "${served[@]}" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# step NAME COMMAND...: runs the command, and says how long it took or what it wrote.
step() {
  local name=$1 began=$SECONDS
  shift
  "$@" >"$work/step.log" 2>&1 || { cat "$work/step.log"; echo "FAIL $name"; return 1; }
  echo "ok   $name ($((SECONDS - began)) s)"
}

make_releases() {
  go run ./build/pack --out "$work/registry" --key "$work/key" &&
    QUARRY_PUBLISHER_KEYS=$(go run ./build/pack --key "$work/key" --print-public-key) &&
    export QUARRY_PUBLISHER_KEYS QUARRY_REGISTRY='' &&
    GOOS=windows GOARCH=amd64 build/dist/release.sh "$work/release" quarry quarry-cli &&
    mkdir "$work/elsewhere" &&
    git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$work/elsewhere" &&
    cp -a frontend/dist "$work/elsewhere/frontend/" &&
    GOOS=windows GOARCH=amd64 "$work/elsewhere/build/dist/release.sh" "$work/again" quarry quarry-cli &&
    rm -r "$work/elsewhere"
}

same_programs() { cmp "$work/release/quarry.exe" "$work/again/quarry.exe" && cmp "$work/release/quarry-cli.exe" "$work/again/quarry-cli.exe"; }

# Neither the development key nor a path of this machine is in the programs.
check_programs() {
  local program used place development
  development=$(go run ./build/pack --out build/out/registry --print-public-key) || return
  for program in quarry.exe quarry-cli.exe; do
    used=$(go version -m "$work/release/$program") || return
    [[ $used == *-trimpath=true* && $used != *devkey* ]] || { echo "$used"; return 1; }
    for place in "$PWD/" "$(go env GOROOT)/" "$(go env GOMODCACHE)" "$development"; do
      ! LC_ALL=C grep -aqF -e "$place" "$work/release/$program" || { echo "$program contains $place"; return 1; }
    done
  done
  [[ $(go version -m "$work/release/quarry.exe") == *wv2runtime.error* ]]
}

# named SUFFIX FOLDER: what the folder holds is the three packages with the suffix, and nothing else.
named() { (cd "$2" && ls) | sed -E 's/[0-9]+\.[0-9]+\.[0-9]+/V/' | diff - <(printf '%s\n' "quarry-V-x64-machine-setup$1.exe" "quarry-V-x64-user-setup$1.exe" "quarry-V-x64$1.msi" | LC_ALL=C sort); }

make_unsigned() { env -u QUARRY_AUTHENTICODE build/dist/windows/package.sh "$work/release" "$work/dist" && named -unsigned "$work/dist"; }

# A setup holds all it installs compressed as one, so what two of them install is compared.
same_payload() {
  local file
  env -u QUARRY_AUTHENTICODE build/dist/windows/package.sh "$work/again" "$work/dist-again" || return
  for file in "$work"/dist/*.msi; do
    msiextract -C "$work/payload" "$file" && msiextract -C "$work/payload-again" "$work/dist-again/${file##*/}" || return
  done
  diff -r "$work/payload" "$work/payload-again" && find "$work/payload" -name quarry.exe -exec cmp {} "$work/release/quarry.exe" \; | { ! grep .; }
}

make_certificate() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=Quarry check' -addext extendedKeyUsage=codeSigning \
    -keyout "$work/sign.key" -out "$work/sign.pem"
}

make_signed() {
  QUARRY_AUTHENTICODE="osslsigncode sign -certs '$work/sign.pem' -key '$work/sign.key' -in %1 -out %1.signed && mv %1.signed %1" \
    build/dist/windows/package.sh "$work/release" "$work/signed" && named '' "$work/signed" &&
    msiextract -C "$work/signed-payload" "$work"/signed/*.msi
}

signer_may_not_fail() {
  local command
  for command in 'false %1' 'true %1' 'case %1 in *quarry.exe | *quarry-cli.exe) echo >>%1 ;; *) false ;; esac'; do
    if QUARRY_AUTHENTICODE=$command build/dist/windows/package.sh "$work/release" "$work/no"; then
      echo "packages were made although '$command' failed"
      return 1
    fi
  done
}

verified() { osslsigncode verify -CAfile "$work/sign.pem" -in "$1"; }

# inverted FILE: the file with one byte in its middle inverted.
inverted() {
  local at byte
  cp "$1" "$work/inverted.${1##*.}"
  at=$(($(stat -c %s "$1") / 2))
  byte=$(od -An -tu1 -j$at -N1 "$1")
  printf "\\x$(printf %02x $((255 - byte)))" | dd of="$work/inverted.${1##*.}" bs=1 seek=$at conv=notrunc status=none
}

# The programs are taken from the MSI, the uninstaller from where a setup installed it.
signatures_hold() {
  local file
  for file in "$work"/signed/* $(find "$work/signed-payload" -name 'quarry*.exe') "$work/uninstall.exe"; do
    verified "$file" || return
    inverted "$file" || return
    if verified "$work/inverted.${file##*.}"; then
      echo "$file is valid with one byte changed"
      return 1
    fi
  done
}

# serve NAME: starts a sample server, whose address is in NAME.address.
serve() {
  "$work/sample" --engine elasticsearch >"$work/$1.log" 2>&1 &
  served+=($!)
  for _ in $(seq 100); do grep -q '^listening on' "$work/$1.log" && break; sleep 0.1; done
  sed -n 's|^listening on http://||p' "$work/$1.log" >"$work/$1.address" && [ -s "$work/$1.address" ] || { cat "$work/$1.log"; return 1; }
}

# The second server never answers, because it is stopped.
serve_both() {
  go build -o "$work/sample" ./backend/sample/serve && serve sample && serve silent && kill -STOP "${served[1]}" &&
    curl -fs "http://$(cat "$work/sample.address")/books/_count" | sed -E 's/.*"count":([0-9]+).*/\1/' >"$work/count" && [ -s "$work/count" ]
}

step 'a release is built twice, in two folders' make_releases
step 'its programs are equal byte for byte' same_programs
step 'they have neither the development key nor a path of this machine' check_programs
step 'packages are made' make_unsigned
step 'a second time they install the same' same_payload
step 'a certificate' make_certificate
step 'packages are made, signed' make_signed
step 'a signer that fails, or signs nothing, fails the build' signer_may_not_fail
step 'the sample server, and one that never answers' serve_both
go run ./build/windows --run bash build/dist/windows/inside.sh "$work" "$(cat "$work/sample.address")" "$(cat "$work/silent.address")"
step 'all is signed, and one changed byte is refused' signatures_hold
