#!/usr/bin/env bash
# Installs the frontend's packages when package-lock.json is not the one that they were installed from.
set -euo pipefail
cd "$(dirname "$0")/../../frontend"
stamp=node_modules/.installed-from
cmp -s package-lock.json "$stamp" && exit 0
npm ci --no-audit --no-fund
cp package-lock.json "$stamp"
