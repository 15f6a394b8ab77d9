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
trap 'exit 130' INT TERM

# Inside a stage a failing command does not end the script: its commands are chained.
# stage KIND NAME FILE COMMAND...: runs the command with its output in FILE and keeps how it ended for the summary. For
# vitest, whose report is a file of its own, the output goes beside it.
stage() {
  local kind=$1 name=$2 file=$3 log=$3 began=$SECONDS code=0
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

first_engines() {
  start_node es8 --version 8.16 --security --anonymous --password-file "$nodes_private/es8.password"
  start_node es7 --version 7.17
}

await_first_engines() {
  wait_node es8 120 && wait_node es7 120
}

# Two nodes run at a time: the machine has memory and processors for no more. The node of the next tests starts beside
# those that need only one.
second_engines() {
  stop_node es8
  start_node tls --version 8.16 --tls --password-file "$nodes_private/tls.password"
  wait_node tls 120 && wait_node es79 120
}

third_engines() {
  stop_node tls
  wait_node es9 180
}

# What builds the tests has less to do without vet, which lint runs, and without tables for debuggers.
test_json() { go test -json -vet=off -ldflags '-s -w' "$@"; }

# The packages that need nothing special, in one run, those that take longest first. One that cannot be loaded (-e) fails
# alone.
go_tests() {
  local packages
  packages=$(go list -e -tags "$TAGS" ./drivers/... ./app/... ./...) || return
  mapfile -t packages < <(grep -vx quarry/backend/profile/secrets <<<"$packages")
  test_json -tags "$TAGS" -timeout 10m -skip "$second_round|$third_round" "${packages[@]}"
}

# The backend under the race detector, but for tests on real engines and what -short leaves out: long work of a single
# goroutine. Starting drivers takes seconds under it: of the catalogue's tests, nearly all of which do, it runs those
# with several callers at once.
race_tests() {
  local packages code=0
  mapfile -t packages < <(go list ./backend/... ./drivers/driver/wire | grep -vxE 'quarry/backend/(secrets|catalogue)')
  under_race -skip Real "${packages[@]}" || code=1
  under_race -run 'TwoConnections|AnInstallation|ACancelled|AClosed|AtOnce' ./backend/driverhost/catalogue || code=1
  return $code
}

under_race() (
  unset QUARRY_REQUIRE_ENGINES QUARRY_ES8_URL QUARRY_ES7_URL
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

# go_tests_of ROUND: the tests of a later round, in the packages that have any.
go_tests_of() {
  local folders
  mapfile -t folders < <(grep -rlE --include='*_test.go' "^func Test\w*($1)" app backend drivers | xargs dirname | sort -u)
  test_json -tags "$TAGS" -timeout 10m -run "$1" "${folders[@]/#/./}"
}

frontend_tests() {
  (cd frontend && npm test --silent -- --reporter=json --outputFile="../$out/vitest.json")
}

browser_tests() { (cd frontend && npx playwright test --project="$1"); }

# Tests whose names match need engines that run in the second or the third round only.
second_round='RealTLS|Real79'
third_round='Real9'

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
first_engines
stage plain build "$out/build.log" make --no-print-directory build
stage plain lint "$out/lint.log" build/lint.sh windows darwin
stage vitest frontend "$out/vitest.json" frontend_tests
stage plain engines "$out/engines.log" await_first_engines

QUARRY_ES8_URL=$(node_line es8 'listening on')
QUARRY_ES7_URL=$(node_line es7 'listening on')
export QUARRY_REQUIRE_ENGINES=1 QUARRY_ES8_URL QUARRY_ES7_URL QUARRY_ES_USER=quarry QUARRY_ES_PASSWORD_FILE=$nodes_private/es8.password
stage go go "$out/go.json" go_tests
if [ -d backend/profile/secrets ]; then
  keyring_home=$(mktemp -d)
  stage go keyring "$out/keyring.json" keyring_tests
fi
stage go race "$out/race.json" race_tests
stage plain fuzz "$out/fuzz.log" fuzz_tests
stage lines e2e "$out/e2e.log" browser_tests first
stop_node es7
start_node es79 --version 7.9
if [ -f frontend/e2e/window.sh ]; then stage lines window "$out/window.log" bash frontend/e2e/window.sh; fi

stage plain engines-2 "$out/engines-2.log" second_engines
QUARRY_ES8TLS_URL=$(node_line tls 'listening on')
QUARRY_ES8TLS_CA=$(node_line tls ca)
QUARRY_ES79_URL=$(node_line es79 'listening on')
export QUARRY_ES8TLS_URL QUARRY_ES8TLS_CA QUARRY_ES79_URL QUARRY_ES_PASSWORD_FILE=$nodes_private/tls.password
stage go go-2 "$out/go-2.json" go_tests_of "$second_round"
stop_node es79
start_node es9 --version 9.4
stage lines e2e-2 "$out/e2e-2.log" browser_tests second

stage plain engines-3 "$out/engines-3.log" third_engines
QUARRY_ES9_URL=$(node_line es9 'listening on')
export QUARRY_ES9_URL
stage go go-3 "$out/go-3.json" go_tests_of "$third_round"
stage lines e2e-3 "$out/e2e-3.log" browser_tests third

summary
