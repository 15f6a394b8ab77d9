#!/usr/bin/env bash
# The tests of the real window: opens build/bin/quarry on a display of its own and walks it as a user would. Pictures of
# the steps are kept in build/out/test/screens. The last line is "window: N passed, M failed, K skipped".
#   bash frontend/e2e/window.sh [word of the tests' names]
# In place of the tests another program of the same folder can be run on the display, as the benchmark does:
#   bash frontend/e2e/window.sh --program deep.mjs [arguments]
# WebKitWebDriver reads and handles the page. The application offers no automation, so window/automation.c, loaded
# by LD_PRELOAD, replaces the one function that makes the web view; the binary stays as it is built. Wheel,
# shortcuts, menus, dialogs and closing are input of the display (xdotool). Each test has a home folder of its own,
# caches included, so that a secret can be searched for in everything that was written; the credential store is a
# real gnome-keyring. Breadth belongs to the browser tests: here is what only the window has.
set -euo pipefail
cd "$(dirname "$0")/../.."

program=run.mjs
if [ "${1:-}" = --program ]; then
  program=$2
  shift 2
fi
private=$(mktemp -d)
chmod 700 "$private"
started=()

# What was started last ends first: the tests tidy up while there still is a display.
cleanup() {
  local i
  for ((i = ${#started[@]} - 1; i >= 0; i--)); do
    kill "${started[i]}" 2>/dev/null || true
    wait "${started[i]}" 2>/dev/null || true
  done
  rm -rf "$private"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# await SECONDS COMMAND...: returns when the command succeeds.
await() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$deadline" ] || { echo "window.sh: in vain: $*" >&2; return 1; }
    sleep 0.1
  done
}

# The X server takes the first free number and writes it when it is ready.
start_display() {
  # It stays as it is when its first client leaves (-noreset): a server that starts anew refuses those that come then.
  Xvfb -displayfd 3 -noreset -screen 0 1400x900x24 -nolisten tcp 3>"$private/display" >"$private/xvfb.log" 2>&1 </dev/null &
  started+=($!)
  await 30 grep -q . "$private/display" || { cat "$private/xvfb.log" >&2; return 1; }
  DISPLAY=:$(cat "$private/display")
  export DISPLAY
  unset WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
  openbox --config-file /etc/xdg/openbox/rc.xml >"$private/openbox.log" 2>&1 </dev/null &
  started+=($!)
  # The window manager is there when it has put its name on the root window.
  await 30 sh -c 'xprop -root _NET_SUPPORTING_WM_CHECK | grep -q "window id"' || { cat "$private/openbox.log" >&2; return 1; }
}

export TAGS=${TAGS:-desktop,production,webkit2_41}
make --no-print-directory build >&2
# shellcheck disable=SC2046 # the flags are words
gcc -Wall -Wno-unused-parameter -O1 -shared -fPIC -o "$private/automation.so" frontend/e2e/window/automation.c \
  $(pkg-config --cflags --libs webkit2gtk-4.1)
# shellcheck disable=SC2046
gcc -Wall -O1 -o "$private/clipboard" frontend/e2e/window/clipboard.c $(pkg-config --cflags --libs gtk+-3.0)
start_display
export QUARRY_WINDOW_PRIVATE=$private
node "frontend/e2e/window/$program" "$@" &
started+=($!)
wait $!
