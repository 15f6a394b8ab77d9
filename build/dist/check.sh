#!/usr/bin/env bash
# Checks the Linux packages, as root on Debian: check.sh [SUITE...], bookworm and trixie unless some are named. It makes a
# release that trusts a key made for the check, twice in two folders, and packs it twice. In a fresh root of each suite the
# .deb is installed, opens its window, exports the sample data with a driver of that key's registry, refuses one of the
# development key's, and is purged; what stays is listed exactly. Then apt takes it from a signed repository. Roots and
# downloaded packages are kept in the cache.
# SPEC: DST-01, DST-04, DST-05
set -euo pipefail
cd "$(dirname "$0")/../.."
roots=${QUARRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/quarry}/roots

fail() {
  echo "check.sh: $*" >&2
  exit 1
}

[ "$(id -u)" -eq 0 ] || fail "only root may enter another root"
[ -f frontend/dist/index.html ] || fail "the page is not built: make frontend"
[ $# -gt 0 ] || set -- bookworm trixie
work=$(mktemp -d)
root=
served=

leave_root() {
  local place
  [ -n "$root" ] || return 0
  for place in proc dev var/cache/apt/archives; do
    ! mountpoint -q "$root/$place" || umount -l "$root/$place" || return
  done
  rm -rf --one-file-system "$root"
  root=
}
cleanup() {
  [ -z "$served" ] || kill "$served" 2>/dev/null || true
  leave_root && rm -rf --one-file-system "$work"
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

# A key and a registry of a team, and two releases that trust it, of the same sources in two folders.
make_releases() {
  go run ./build/pack --out "$work/registry" --key "$work/key" &&
    key=$(go run ./build/pack --key "$work/key" --print-public-key) &&
    export QUARRY_PUBLISHER_KEYS=$key QUARRY_REGISTRY='' SOURCE_DATE_EPOCH &&
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) &&
    build/dist/release.sh "$work/release" &&
    mkdir "$work/elsewhere" &&
    git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$work/elsewhere" &&
    cp -a frontend/dist "$work/elsewhere/frontend/" &&
    "$work/elsewhere/build/dist/release.sh" "$work/again"
}

same_programs() {
  local program
  for program in quarry quarry-serve quarry-cli; do cmp "$work/release/$program" "$work/again/$program" || return; done
}

make_packages() {
  build/dist/linux/package.sh "$work/release" "$work/dist" && build/dist/linux/package.sh "$work/again" "$work/dist-again" &&
    deb=$(echo "$work"/dist/quarry_*.deb) && rpm=$(echo "$work"/dist/quarry-*.rpm) && tar=$(echo "$work"/dist/quarry-*.tar.gz) &&
    dpkg-deb -x "$deb" "$work/deb" && mkdir "$work/tar" && tar -xzf "$tar" -C "$work/tar" --strip-components=1
}

same_packages() { diff -r "$work/dist" "$work/dist-again"; }

well_formed() {
  desktop-file-validate "$work/deb/usr/share/applications/quarry.desktop" &&
    appstreamcli validate --no-net "$work"/deb/usr/share/metainfo/*.xml &&
    lintian --allow-root --fail-on error,warning "$deb" &&
    rpm -qp --requires "$rpm" 2>/dev/null | grep -v '^rpmlib(' |
    diff - <(printf '%s\n' 'libc.so.6(GLIBC_2.34)(64bit)' 'libgtk-3.so.0()(64bit)' 'libwebkit2gtk-4.1.so.0()(64bit)')
}

# The packaged programs are those of the release, hardened, without the development key and paths of this machine.
check_programs() {
  local program used place development
  development=$(go run ./build/pack --out build/out/registry --print-public-key) || return
  for program in quarry quarry-cli; do
    cmp "$work/release/$program" "$work/deb/usr/bin/$program" && cmp "$work/release/$program" "$work/tar/bin/$program" || return
    [ "$("$work/deb/usr/bin/$program" --version)" = "$program $(dpkg-deb -f "$deb" Version)" ] || return
    used=$(go version -m "$work/deb/usr/bin/$program") || return
    [[ $used == *-trimpath=true* && $used != *devkey* ]] || { echo "$used"; return 1; }
    for place in "$PWD/" "$work" "$(go env GOROOT)/" "$(go env GOMODCACHE)" "$development"; do
      ! LC_ALL=C grep -aqF -e "$place" "$work/deb/usr/bin/$program" || { echo "$program contains $place"; return 1; }
    done
  done
  readelf -dW "$work/release/quarry" | grep -q 'NOW PIE' && readelf -lW "$work/release/quarry" | grep -q GNU_RELRO
}

# The version for browsers, which has the window's API, refuses what the development key signed: the list and each package.
refuses_development_key() {
  local url origin token answer package says
  mkdir "$work/profile" || return
  "$work/release/quarry-serve" --profile "$work/profile" --secrets memory --registry build/out/registry/index.json >"$work/serve.log" 2>&1 &
  served=$!
  for _ in $(seq 100); do grep -q '^open ' "$work/serve.log" && break; sleep 0.1; done
  url=$(sed -n 's/^open //p' "$work/serve.log") && [ -n "$url" ] || { cat "$work/serve.log"; return 1; }
  origin=${url%%/\?*} token=${url##*token=}
  says='It is signed with a key that this build of Quarry does not trust'
  ask() { curl -s -H 'Content-Type: application/json' -H "X-Quarry-Token: $token" -d "[$2]" "$origin/call/$1"; }
  answer=$(ask Plugins.Registry '{"call":"","refresh":true}') && [[ $answer == *"$says"* ]] || { echo "$answer"; return 1; }
  for package in build/out/registry/*.qdrv; do
    answer=$(ask Plugins.InstallFile "{\"call\":\"\",\"path\":\"$PWD/$package\"}") && [[ $answer == *"$says"* ]] || { echo "$answer"; return 1; }
  done
  ! find "$work/profile" -name '*.wasm' | grep . && kill "$served" && served=
}

# The licences of all works in the programs are in the packages, and SBOMs of them beside.
licences_and_sboms() {
  local program doc=usr/share/doc/quarry
  gzip -dc "$work/deb/$doc/LICENSES.txt.gz" >"$work/licences" && cmp "$work/deb/$doc/LICENSES.txt.gz" "$work/tar/${doc#usr/}/LICENSES.txt.gz" &&
    go run ./build/dist/sums write "$work/dist" "$work/release" && cmp "$work/licences" "$work/dist/LICENSES.txt" || return
  (cd "$work/dist" && sha256sum --quiet -c SHA256SUMS) || return
  for program in quarry quarry-cli; do
    go version -m "$work/release/$program" | awk -v OFS=' ' '$1 == "dep" { print $2, $3 }' | while read -r module version; do
      grep -qxF "$module $version" "$work/licences" || { echo "$module has no licence"; return 1; }
      grep -qF "\"purl\": \"pkg:golang/$module@$version?" "$work/dist/sbom-$program.cdx.json" || { echo "$module is in no SBOM of $program"; return 1; }
    done || return
  done
}

# make_key NAME: a key that signs packages, made for the check.
make_key() {
  local home=$work/gpg-$1
  mkdir -m 700 "$home" && gpg --homedir "$home" --batch --quiet --passphrase '' --quick-gen-key "$1 <$1@quarry.invalid>" ed25519 sign never &&
    gpg --homedir "$home" --batch --quiet --armor --export-secret-keys >"$work/$1.key" && gpg --homedir "$home" --batch --quiet --armor --export >"$work/$1.asc"
}

make_repository() {
  make_key team && make_key other && ! build/dist/linux/repository.sh "$work/dist" "$work/repository" &&
    QUARRY_GPG_KEY_FILE=$work/team.key build/dist/linux/package.sh "$work/release" "$work/signed" &&
    QUARRY_GPG_KEY_FILE=$work/team.key build/dist/linux/repository.sh "$work/signed" "$work/repository" && cmp "$work/repository/quarry.asc" "$work/team.asc"
}

# rpm's own root: all files come and go.
rpm_comes_and_goes() {
  mkdir "$work/rpm-root" && rpm --root "$work/rpm-root" --nodeps --noscripts -i "$rpm" && test -x "$work/rpm-root/usr/bin/quarry" &&
    rpm --root "$work/rpm-root" --nodeps -e quarry && ! find "$work/rpm-root" -iname '*quarry*' | grep .
}

# The packages come from where this system gets its own.
make_root() {
  local suite=$1
  if [ ! -f "$roots/$suite.tar" ]; then
    mkdir -p "$roots" || return
    sed "s/\b$(. /etc/os-release && echo "$VERSION_CODENAME")\b/$suite/g" $(ls /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null) |
      mmdebstrap --variant=apt --include=xvfb,xauth,x11-utils,dbus "$suite" "$roots/part-$suite.tar" - || return
    mv "$roots/part-$suite.tar" "$roots/$suite.tar" || return
  fi
  root=$work/root
  mkdir -p "$root" "$roots/$suite-archives/partial" &&
    tar -xf "$roots/$suite.tar" -C "$root" --exclude=./dev &&
    mkdir -p "$root"/{proc,dev,etc,var/cache/apt/archives} &&
    mount -t proc proc "$root/proc" && mount --bind /dev "$root/dev" &&
    mount --bind "$roots/$suite-archives" "$root/var/cache/apt/archives" &&
    cp -L /etc/resolv.conf /etc/hosts "$root/etc/" &&
    printf 'Acquire::Check-Valid-Until "false";\nAcquire::Check-Date "false";\nAPT::Keep-Downloaded-Packages "true";\nBinary::apt::APT::Keep-Downloaded-Packages "true";\n' >"$root/etc/apt/apt.conf.d/99check" &&
    cp "$deb" "$root/root/quarry.deb"
}

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
# as_user COMMAND: runs it as a user without a session.
as_user() { inside su user -c "cd && $1"; }

install_it() {
  inside apt-get update -q && inside apt-get install -q -y --no-install-recommends /root/quarry.deb && inside useradd -m user &&
    inside quarry --version && inside quarry-cli --version
}

open_window() {
  as_user 'dbus-run-session -- xvfb-run -a sh -c "
    quarry --secrets memory >log 2>&1 & pid=\$!
    for i in \$(seq 120); do xwininfo -root -tree 2>/dev/null | grep -q \"\\\"Quarry\\\"\" && found=1 && break; sleep 0.5; done
    sleep 3; kill \$pid; wait \$pid; [ -n \"\$found\" ]"' || { cat "$root/home/user/log"; return 1; }
}

export_sample() {
  local address
  go build -o "$work/sample" ./backend/sample/serve || return
  "$work/sample" --engine elasticsearch >"$work/sample.log" 2>&1 &
  served=$!
  for _ in $(seq 100); do grep -q '^listening on' "$work/sample.log" && break; sleep 0.1; done
  address=$(sed -n 's|^listening on http://||p' "$work/sample.log") && [ -n "$address" ] || { cat "$work/sample.log"; return 1; }
  cp -r "$work/registry" "$root/home/user/registry" && cp -r build/out/registry "$root/home/user/development" || return
  mkdir -p "$root/home/user/.config/Quarry" || return
  printf '{"version":1,"connections":[{"id":"sample","name":"sample","driver":"elasticsearch","fields":{"host":"%s","port":"%s","auth":"none"}}]}\n' \
    "${address%:*}" "${address#*:}" >"$root/home/user/.config/Quarry/connections.json"
  inside chown -R user: /home/user || return
  if as_user 'quarry-cli export --registry development/index.json --connection sample --object books --to no.jsonl'; then
    echo "it trusts the development key"
    return 1
  fi
  as_user 'quarry-cli export --registry registry/index.json --connection sample --object books --to books.jsonl' &&
    [ "$(wc -l <"$root/home/user/books.jsonl")" = "$(curl -fs "http://$address/books/_count" | sed -E 's/.*"count":([0-9]+).*/\1/')" ] &&
    [ ! -e "$root/home/user/no.jsonl" ] && kill "$served" && served=
}

# The user's profile stays, and nothing else.
purge_it() {
  rm -r "$root/home/user/registry" "$root/home/user/development" && inside apt-get purge -q -y quarry && inside apt-get autoremove -q -y &&
    (cd "$root" && find . -xdev -iname '*quarry*' -not -path './root/quarry.deb' -prune -print | sort) |
    diff - <(echo ./home/user/.config/Quarry)
}

# use_repository KEY: apt reads the repository with a public key, and prefers its package: Debian 12 has another one with the
# name.
use_repository() {
  install -m 644 "$work/$1.asc" "$root/srv/key.asc" &&
    echo 'deb [signed-by=/srv/key.asc] file:/srv/repository stable main' >"$root/etc/apt/sources.list.d/quarry.list" &&
    printf 'Package: quarry\nPin: release o=Quarry\nPin-Priority: 1001\n' >"$root/etc/apt/preferences.d/quarry" &&
    inside apt-get update -q -o Dir::Etc::sourcelist=sources.list.d/quarry.list -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0 -o APT::Update::Error-Mode=any
}

# apt takes the package from the team's repository; it refuses another key and a changed index.
apt_trusts_the_team() {
  cp -r "$work/repository" "$root/srv/repository" && use_repository team && inside sh -c 'cd /root && apt-get download -q quarry' &&
    cmp "$root"/root/quarry_*.deb "$work"/signed/quarry_*.deb || return
  ! use_repository other && use_repository team && rm "$root/srv/repository/dists/stable/Release.gpg" &&
    sed -i 's/^Origin: Quarry/Origin: quarrY/' "$root/srv/repository/dists/stable/InRelease" && ! use_repository team
}

step 'a release is built twice, in two folders' make_releases
step 'its programs are equal byte for byte' same_programs
step 'packages are made twice' make_packages
step 'they are equal byte for byte' same_packages
step 'they are well formed' well_formed
step 'their programs are hardened, and have neither the development key nor a path of this machine' check_programs
step 'a running release refuses what the development key signed' refuses_development_key
step 'all files of the .rpm come and go' rpm_comes_and_goes
step 'licences are in the packages, and SBOMs name all modules' licences_and_sboms
step 'signed packages make an apt repository, unsigned ones do not' make_repository
for suite in "$@"; do
  step "$suite: a fresh root" make_root "$suite"
  step "$suite: installed" install_it
  step "$suite: a window opens, and ends when it is told to" open_window
  step "$suite: the sample data is exported, with a driver of the team's registry alone" export_sample
  step "$suite: purged; only the user's profile stays" purge_it
  step "$suite: apt takes the package from the team's repository, and refuses another key and a changed index" apt_trusts_the_team
  leave_root
done
