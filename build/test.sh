#!/usr/bin/env bash
# Everything that proves the project: static checks, Go tests against real engines, frontend, browser and window tests.
# Installs what is missing first. The last line is "N passed, M failed, K skipped"; it ends with 1 when anything failed.
set -euo pipefail
cd "$(dirname "$0")/.."
out=build/out/test
nodes_logs=$out/logs
rm -rf "$out"
mkdir -p "$out"
. build/nodes.sh

export TAGS=${TAGS:?"run it as make test"}
stages=()
keyring_home=

cleanup() {
  stop_nodes
  [ -z "$keyring_home" ] || rm -rf "$keyring_home"
}
trap cleanup EXIT
trap interrupted INT TERM

# Says where it was interrupted: what a stage wrote last is all that is known of one that hangs.
log=
interrupted() {
  [ -z "$log" ] || printf '== interrupted; the end of %s:\n%s\n' "$log" "$(tail -n 40 "$log")"
  exit 130
}

# Inside a stage a failing command does not end the script: its commands are chained.
# stage KIND NAME FILE COMMAND...: runs the command with its output in FILE and keeps how it ended for the summary. For
# vitest, whose report is a file of its own, the output goes beside it.
stage() {
  local kind=$1 name=$2 file=$3 began=$SECONDS code=0
  log=$file
  shift 3
  [ "$kind" != vitest ] || log=$file.log
  "$@" >"$log" 2>&1 </dev/null || code=$?
  stages+=("$kind,$name,$code,$((SECONDS - began)),$file")
  printf '== %-12s ended with %d after %d s\n' "$name" "$code" "$((SECONDS - began))"
}

set_up() {
  build/setup/system.sh test &&
    build/setup/npm.sh &&
    build_nodes &&
    build/out/engine --prepare --version 7.9,7.17,8.16,9.4
}

# Each takes about 0.8 GB, and little of a processor while nothing is asked of it.
start_engines() {
  start_node es8 --version 8.16 --security --anonymous --password-file "$nodes_private/es8.password"
  start_node es7 --version 7.17
  start_node es79 --version 7.9
  start_node es9 --version 9.4
  start_node tls --version 8.16 --tls --password-file "$nodes_private/tls.password"
}

await_engines() {
  local name
  for name in es8 es7 es79 es9 tls; do wait_node "$name" 180 || return; done
}

name_engines() {
  QUARRY_ES8_URL=$(node_line es8 'listening on')
  QUARRY_ES7_URL=$(node_line es7 'listening on')
  QUARRY_ES79_URL=$(node_line es79 'listening on')
  QUARRY_ES9_URL=$(node_line es9 'listening on')
  QUARRY_ES8TLS_URL=$(node_line tls 'listening on')
  QUARRY_ES8TLS_CA=$(node_line tls ca)
  export QUARRY_REQUIRE_ENGINES=1 QUARRY_ES8_URL QUARRY_ES7_URL QUARRY_ES79_URL QUARRY_ES9_URL QUARRY_ES8TLS_URL QUARRY_ES8TLS_CA
  export QUARRY_ES_USER=quarry QUARRY_ES_PASSWORD_FILE=$nodes_private/es8.password QUARRY_ES8TLS_PASSWORD_FILE=$nodes_private/tls.password
}

# What builds the tests has less to do without vet, which lint runs, and without tables for debuggers.
test_json() { go test -json -vet=off -ldflags '-s -w' "$@"; }

# The packages that need nothing special, in one run, those that take longest first: three at a time, since those with
# engines often wait for an answer. One that cannot be loaded (-e) fails alone.
go_tests() {
  local packages code=0
  packages=$(go list -e ./drivers/... ./app/... ./...) || return
  mapfile -t packages < <(grep -vxE 'quarry/(app|backend/profile/secrets)' <<<"$packages")
  test_json -p 3 -timeout 15m "${packages[@]}" || code=1
  CGO_ENABLED=1 test_json -tags "$TAGS" ./app || code=1
  return $code
}

# The backend under the race detector, but for tests on real engines and what -short leaves out: long work of a single
# goroutine. Starting drivers takes seconds under it: of the catalogue's tests, nearly all of which do, it runs those
# with several callers at once.
race_tests() {
  local packages code=0
  mapfile -t packages < <(go list ./backend/... ./drivers/driver/wire | grep -vxE 'quarry/backend/(profile/secrets|driverhost/catalogue)')
  under_race -skip Real "${packages[@]}" || code=1
  under_race -run 'TwoConnections|AnInstallation|ACancelled|AClosed|AtOnce' ./backend/driverhost/catalogue || code=1
  return $code
}

under_race() (
  unset QUARRY_REQUIRE_ENGINES "${!QUARRY_ES@}"
  export CGO_ENABLED=1
  test_json -race -short -timeout 15m "$@"
)

fuzz_tests() { FUZZTIME=2s build/fuzz.sh; }

# With a session bus and a credential store of its own; the toolchain keeps its caches.
keyring_tests() {
  local go_env go_path go_cache
  go_env=$(go env GOENV) go_path=$(go env GOPATH) go_cache=$(go env GOCACHE)
  mkdir -m 700 "$keyring_home/run"
  env -u DISPLAY -u WAYLAND_DISPLAY -u DBUS_SESSION_BUS_ADDRESS GOENV="$go_env" GOPATH="$go_path" GOCACHE="$go_cache" HOME="$keyring_home" \
    XDG_RUNTIME_DIR="$keyring_home/run" QUARRY_KEYRING=1 dbus-run-session -- sh -c '
      printf "pw\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null
      go test -json -timeout 5m ./backend/profile/secrets'
}

frontend_tests() {
  (cd frontend && npm test --silent -- --reporter=json --outputFile="../$out/vitest.json")
}

browser_tests() { (cd frontend && npx playwright test); }

# Its tests have limits of their own, which say more; this one holds where even those do not.
window_tests() { timeout --kill-after=30 20m bash frontend/e2e/window.sh; }

# summary prints what came of the stages and ends the script.
summary() {
  local code=0
  stop_nodes
  go run ./build/tally "${stages[@]}" || code=1
  [ $code -ne 0 ] || rm -rf "$nodes_logs"
  exit $code
}

stage plain set-up "$out/set-up.log" set_up
[[ ${stages[0]} == plain,set-up,0,* ]] || summary
start_engines
stage plain build "$out/build.log" make --no-print-directory build
stage plain lint "$out/lint.log" build/lint.sh windows darwin
stage vitest frontend "$out/vitest.json" frontend_tests
stage plain engines "$out/engines.log" await_engines
name_engines
stage go go "$out/go.json" go_tests
keyring_home=$(mktemp -d)
stage go keyring "$out/keyring.json" keyring_tests
stage go race "$out/race.json" race_tests
stage plain fuzz "$out/fuzz.log" fuzz_tests
stage lines e2e "$out/e2e.log" browser_tests
stage lines window "$out/window.log" window_tests

summary
