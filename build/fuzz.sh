#!/usr/bin/env bash
# Runs every fuzz target for FUZZTIME (default 20s), one after the other.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t found < <(grep -rE --include='*_test.go' '^func Fuzz[A-Z_]\w*\(' app backend build drivers | sed -E 's/^(.*)\/[^/]*:func (Fuzz\w+).*/\1 \2/' | sort -u)
for target in "${found[@]}"; do
  read -r folder name <<<"$target"
  echo "== $folder $name"
  CGO_ENABLED=0 go test -run '^$' -fuzz "^$name\$" -fuzztime "${FUZZTIME:-20s}" "./$folder"
done
