#!/usr/bin/env bash
# Installs the frontend's packages when package-lock.json is not the one that they were installed from.
set -euo pipefail
cd "$(dirname "$0")/../../frontend"
stamp=node_modules/.installed-from
cmp -s package-lock.json "$stamp" && exit 0
# Not npm ci: it refuses a lock file without the packages of other systems, which npm leaves out of it here.
npm install --no-save --no-audit --no-fund
cp package-lock.json "$stamp"
