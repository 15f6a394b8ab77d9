#!/usr/bin/env bash
# Runs every fuzz target for FUZZTIME (default 20s), two at a time. Prints the output of those that fail, and ends with 1 then.
set -euo pipefail
cd "$(dirname "$0")/.."
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
export FUZZTIME=${FUZZTIME:-20s} logs

fuzz() {
  local log=$logs/${1//\//-}-$2
  if go test -run '^$' -fuzz "^$2\$" -fuzztime "$FUZZTIME" -parallel 1 "./$1" >"$log" 2>&1 || out_of_time "$log"; then
    echo "ok   $1 $2"
    return
  fi
  echo "FAIL $1 $2"
  cat "$log"
  return 1
}
# Where the time is over while a worker starts, the toolchain calls that a failure, without an input that fails.
out_of_time() { grep -qx ' *context deadline exceeded' "$1" && ! grep -q 'Failing input' "$1"; }
export -f fuzz out_of_time

grep -rE --include='*_test.go' '^func Fuzz[A-Z_]\w*\(' app backend build drivers |
  sed -E 's/^(.*)\/[^/]*:func (Fuzz\w+).*/\1 \2/' | sort -u |
  xargs -P 2 -L 1 bash -c 'fuzz "$1" "$2"' fuzz
