#!/usr/bin/env bash
# Looks for known vulnerabilities in the Go modules and npm packages that Quarry uses. A finding fails; a service that cannot
# be reached is reported as not checked.
set -euo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

not_checked() {
  cat "$work/log" >&2
  echo "$1: not checked"
}

check_go() {
  local code=0
  GOBIN=$work go install golang.org/x/vuln/cmd/govulncheck@latest >"$work/log" 2>&1 || { not_checked govulncheck; return; }
  "$work/govulncheck" ./app/cli ./app/serve ./backend/... ./drivers/... >"$work/log" 2>&1 || code=$?
  case $code in
    0) echo "govulncheck: nothing found" ;;
    3) cat "$work/log"; echo "govulncheck: vulnerabilities found"; failed=1 ;;
    *) not_checked govulncheck ;;
  esac
}

# npm audit ends with 1 for a finding and for a failure; only a report has a version.
check_npm() {
  if (cd frontend && npm audit --json) >"$work/log" 2>&1; then
    echo "npm audit: nothing found"
  elif grep -q '"auditReportVersion"' "$work/log"; then
    cat "$work/log"
    echo "npm audit: vulnerabilities found"
    failed=1
  else
    not_checked "npm audit"
  fi
}

[ -f frontend/dist/index.html ] || { mkdir -p frontend/dist && touch frontend/dist/.gitkeep; }
check_go
check_npm
exit $failed
