#!/usr/bin/env bash
# engines.sh [VERSION...]: starts real nodes, 8.16 and 7.17 where none is named, prints the environment in which `go test`
# finds them, and ends them with Ctrl-C. 8.16 listens on port 9208 (security on, anonymous requests let in), 7.17 on
# 9207, 9.4 on 9209, 8.19 on 9219, 7.9 on 9279.
set -euo pipefail
cd "$(dirname "$0")/.."
nodes_logs=build/out/engines
. build/nodes.sh

declare -A ports=([7.9]=9279 [7.17]=9207 [8.16]=9208 [8.19]=9219 [9.4]=9209)
declare -A variables=([7.9]=QUARRY_ES79_URL [7.17]=QUARRY_ES7_URL [8.16]=QUARRY_ES8_URL [9.4]=QUARRY_ES9_URL)
[ $# -gt 0 ] || set -- 8.16 7.17
for version; do
  [ -n "${ports[$version]:-}" ] || {
    echo "engines.sh: unknown version $version: one of 7.9, 7.17, 8.16, 8.19, 9.4" >&2
    exit 2
  }
done

trap stop_nodes EXIT
trap 'exit 130' INT TERM
build_nodes
for version; do
  flags=(--version "$version" --listen "127.0.0.1:${ports[$version]}")
  [ "$version" != 8.16 ] || flags+=(--security --anonymous --password-file "$nodes_private/es8.password")
  start_node "$version" "${flags[@]}"
done
for version; do wait_node "$version" 900; done
for version; do
  url=$(node_line "$version" 'listening on')
  if [ -n "${variables[$version]:-}" ]; then echo "export ${variables[$version]}=$url"; else echo "# $version: $url"; fi
  [ "$version" != 8.16 ] || echo "export QUARRY_ES_USER=quarry QUARRY_ES_PASSWORD_FILE=$nodes_private/es8.password"
done
wait
