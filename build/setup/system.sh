#!/usr/bin/env bash
# Installs the Debian packages that are missing: system.sh run (what `make run` needs), system.sh test (what `make test`
# needs besides), system.sh windows (what `make test-windows` needs besides) or system.sh dist (what packages are made and
# checked with). Nothing is installed, and nothing is asked for, where all is there.
set -euo pipefail

purpose=${1:-}
case $purpose in run | test | windows | dist) ;; *)
  echo "usage: system.sh run|test|windows|dist" >&2
  exit 2
  ;;
esac

run_packages=(build-essential pkg-config libgtk-3-dev libwebkit2gtk-4.1-dev)
test_packages=(xvfb openbox xdotool imagemagick x11-utils fonts-dejavu-core dbus gnome-keyring strace chromium webkit2gtk-driver maven)
windows_packages=(mmdebstrap debian-archive-keyring)
dist_packages=(apt-utils mmdebstrap debian-archive-keyring gpg gpg-agent lintian desktop-file-utils appstream rpm zip unzip nsis wixl msitools osslsigncode openssl)
# Not offered by every release: the interface's own font; the browser that draws no window, which takes a quarter less time.
optional_packages=(fonts-inter chromium-headless-shell)

fail() {
  echo "system.sh: $*" >&2
  exit 1
}

# version_at_least HAVE WANT
version_at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]; }

# Go and Node come from the user's own source: Debian's are too old.
check_toolchains() {
  command -v go >/dev/null || fail "Go 1.26 or newer is needed: there is no go in PATH"
  command -v node >/dev/null || fail "Node 20.19 or newer is needed: there is no node in PATH"
  command -v npm >/dev/null || fail "npm is needed: there is no npm in PATH"
  local node
  node=$(node --version)
  version_at_least "${node#v}" 20.19 || fail "Node 20.19 or newer is needed, not $node"
}

# java_fits JAVAC: tells whether it belongs to a JDK that the engines run on.
java_fits() {
  local version
  version=$("$1" -version 2>&1 | sed -nE 's/^javac ([0-9]+).*/\1/p') || return 1
  [ -n "$version" ] && [ "$version" -ge 17 ] && [ "$version" -le 23 ]
}

has_java() {
  local javac
  for javac in "${JAVA_HOME:-/nowhere}/bin/javac" "$(command -v javac || true)" /usr/lib/jvm/*/bin/javac; do
    [ -x "$javac" ] && java_fits "$javac" && return 0
  done
  return 1
}

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
offered() { [ -n "$(apt-cache policy "$1" 2>/dev/null | sed -n '/Candidate: [^(]/p')" ]; }

# missing_packages prints what the purpose needs and the system lacks.
missing_packages() {
  local package wanted=("${run_packages[@]}")
  case $purpose in
    test) wanted+=("${test_packages[@]}") ;;
    windows) wanted=("${windows_packages[@]}") ;;
    dist) wanted+=("${dist_packages[@]}") ;;
  esac
  for package in "${wanted[@]}"; do installed "$package" || echo "$package"; done
  [ "$purpose" != test ] || has_java || echo jdk
}

# missing_optional prints what the tests can do without, but are better with.
missing_optional() {
  [ "$purpose" = test ] || return 0
  local package
  for package in "${optional_packages[@]}"; do
    if ! installed "$package" && offered "$package"; then echo "$package"; fi
  done
}

# Elsewhere than on Debian the names of the packages differ: only say what is missing.
check_other_system() {
  if [ "$purpose" = windows ]; then
    command -v mmdebstrap >/dev/null || fail "this is no Debian: install mmdebstrap yourself"
    exit 0
  fi
  [ "$(uname -s)" = Linux ] || exit 0
  pkg-config --exists gtk+-3.0 webkit2gtk-4.1 2>/dev/null ||
    fail "this is no Debian: install the development files of GTK 3 and WebKitGTK 4.1 (with pkg-config and a C compiler) yourself"
  [ "$purpose" != dist ] || fail "packages are made on Debian"
  [ "$purpose" = run ] && exit 0
  local program missing=()
  for program in Xvfb openbox xdotool import xprop xwininfo dbus-run-session dbus-daemon dbus-send gnome-keyring-daemon strace chromium WebKitWebDriver mvn; do
    command -v "$program" >/dev/null || missing+=("$program")
  done
  has_java || missing+=("a JDK from 17 to 23")
  [ ${#missing[@]} -eq 0 ] || fail "this is no Debian: install yourself what the tests need and do not find: ${missing[*]}"
  exit 0
}

check_toolchains
if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then check_other_system; fi

install_packages() { apt-get install -q -y --no-install-recommends "$@"; }

# install_optional: without a network, or without a package, the tests go on all the same.
install_optional() {
  local package quick=(-o Acquire::Retries=0 -o Acquire::http::Timeout=20)
  for package in $(missing_optional); do
    install_packages "${quick[@]}" "$package" || { apt-get update -q "${quick[@]}" && install_packages "${quick[@]}" "$package"; } ||
      echo "system.sh: going on without $package" >&2
  done
}

export DEBIAN_FRONTEND=noninteractive
mapfile -t missing < <(missing_packages)
if [ ${#missing[@]} -gt 0 ]; then
  [ "$(id -u)" -eq 0 ] || fail "these Debian packages are missing and only root may install them: ${missing[*]/#jdk/openjdk-17-jdk-headless (or 21)}
run: sudo build/setup/system.sh $purpose"
  apt-get update -q
  for i in "${!missing[@]}"; do
    [ "${missing[i]}" = jdk ] || continue
    missing[i]=openjdk-21-jdk-headless
    offered openjdk-17-jdk-headless && missing[i]=openjdk-17-jdk-headless
  done
  install_packages "${missing[@]}"
fi
[ "$(id -u)" -ne 0 ] || install_optional
