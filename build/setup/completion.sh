#!/usr/bin/env bash
# The console's completion facts, from the packages that frontend/completion-facts/sources.json names: completion.sh write
# writes them, completion.sh check fails if they are not what the packages say. The packages come through npm once and stay
# in the cache (QUARRY_CACHE, otherwise quarry in the user's cache folder). A check that agreed is not repeated until one of
# its inputs changes.
set -euo pipefail
cd "$(dirname "$0")/../../frontend"

mode=${1:-}
case $mode in write | check) ;; *)
  echo "usage: completion.sh write|check" >&2
  exit 2
  ;;
esac

sources=completion-facts/sources.json
facts=(../drivers/elasticsearch/completion.json ../drivers/typesense/completion.json)
cache=${QUARRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/quarry}/completion
wanted=$(sha256sum <"$sources" | cut -c 1-16)
folder=$cache/$wanted

# take NAME PACKAGE VERSION FILE INTEGRITY: downloads a package, compares its hash, and takes one file or folder out of it.
take() {
  local archive hash
  npm pack --silent --pack-destination "$work" "$2@$3" >/dev/null
  archive=$(find "$work" -name '*.tgz')
  hash=sha512-$(openssl dgst -sha512 -binary "$archive" | openssl base64 -A)
  [ "$hash" = "$5" ] || {
    echo "completion.sh: $2 $3 is not the package that $sources names" >&2
    exit 1
  }
  tar -xzf "$archive" -C "$work" "package/$4"
  mv "$work/package/$4" "$work/found/$1"
  rm -rf "$archive" "$work/package"
}

if [ ! -d "$folder" ]; then
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/work.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/found"
  while read -r name package version file integrity; do
    take "$name" "$package" "$version" "$file" "$integrity" </dev/null
  done < <(node -p 'Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8"))).map(([n, s]) => [n, s.package, s.version, s.file, s.integrity].join(" ")).join("\n")' <"$sources")
  mv -T "$work/found" "$folder" 2>/dev/null || [ -d "$folder" ] # another run may have been faster
fi

if [ "$mode" = write ]; then
  node completion-facts/generate.mjs "$folder"
  exit
fi
state=$(cat completion-facts/*.mjs "$sources" "${facts[@]}" | sha256sum)
agreed=$folder.agreed
[ -f "$agreed" ] && [ "$(cat "$agreed")" = "$state" ] && exit
node completion-facts/generate.mjs "$folder" --check
printf '%s' "$state" >"$agreed"
