#!/usr/bin/env bash
# Installs elasticdump, which `make bench` measures exports against, and prints the path of its program. It comes through
# npm once, at the versions and with the hashes of build/bench/elasticdump/package-lock.json, and stays in the cache
# (QUARRY_CACHE, otherwise quarry in the user's cache folder). None of its packages' install scripts runs.
set -euo pipefail
cd "$(dirname "$0")/../bench/elasticdump"

cache=${QUARRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/quarry}/elasticdump
folder=$cache/$(sha256sum <package-lock.json | cut -c 1-16)

if [ ! -d "$folder" ]; then
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/work.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  cp package.json package-lock.json .npmrc "$work"
  (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --silent) >&2
  mv -T "$work" "$folder" 2>/dev/null || [ -d "$folder" ] # another run may have been faster
fi
echo "$folder/node_modules/elasticdump/bin/elasticdump"
