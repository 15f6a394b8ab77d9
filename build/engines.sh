#!/usr/bin/env bash
# Starts 8.16 on port 9208 (security on, anonymous requests let in) and 7.17 on port 9207, prints the environment in which
# `go test` finds them, and ends them with Ctrl-C.
set -euo pipefail
cd "$(dirname "$0")/.."
nodes_logs=build/out/engines
. build/nodes.sh

trap stop_nodes EXIT
trap 'exit 130' INT TERM
build_nodes
start_node es8 --version 8.16 --security --anonymous --listen 127.0.0.1:9208 --password-file "$nodes_private/es8.password"
start_node es7 --version 7.17 --listen 127.0.0.1:9207
wait_node es8 600
wait_node es7 600
cat <<EOF
export QUARRY_ES8_URL=$(node_line es8 'listening on') QUARRY_ES7_URL=$(node_line es7 'listening on')
export QUARRY_ES_USER=quarry QUARRY_ES_PASSWORD_FILE=$nodes_private/es8.password
EOF
wait
