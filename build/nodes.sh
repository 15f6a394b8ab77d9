# Starting and stopping real engines; sourced by test.sh and engines.sh, which stand in the project's root.
# nodes_logs is the folder of the nodes' logs; nodes_private one for passwords and addresses, removed by stop_nodes.

nodes_private=
declare -A node_pids=()

build_nodes() {
  mkdir -p "$nodes_logs" build/out &&
    go build -o build/out/engine ./build/engine &&
    nodes_private=$(mktemp -d)
}

# start_node NAME FLAG...: starts a node in the background.
start_node() {
  local name=$1
  shift
  : >"$nodes_private/$name.out" # the wait for its line must not meet a missing file
  build/out/engine --log "$nodes_logs/$name.log" "$@" >"$nodes_private/$name.out" 2>"$nodes_logs/$name.err" </dev/null &
  node_pids[$name]=$!
}

# wait_node NAME SECONDS: returns when the node answers; fails with its messages when it does not.
wait_node() {
  local name=$1 deadline=$((SECONDS + $2))
  until grep -q '^listening on ' "$nodes_private/$name.out"; do
    if [ "$SECONDS" -ge "$deadline" ] || ! kill -0 "${node_pids[$name]}" 2>/dev/null; then
      echo "the engine $name did not start:" >&2
      tail -n 40 "$nodes_logs/$name.err" "$nodes_logs/$name.log" >&2 || true
      return 1
    fi
    sleep 0.2
  done
}

# node_line NAME WORD: what stands after WORD in the node's own lines.
node_line() { sed -n "s/^$2 //p" "$nodes_private/$1.out"; }

stop_node() {
  local pid=${node_pids[$1]:-}
  unset "node_pids[$1]"
  [ -n "$pid" ] || return 0
  kill "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
}

stop_nodes() {
  local name
  for name in "${!node_pids[@]}"; do kill "${node_pids[$name]}" 2>/dev/null || true; done
  for name in "${!node_pids[@]}"; do stop_node "$name"; done
  [ -z "$nodes_private" ] || rm -rf "$nodes_private"
}
