#!/usr/bin/env bash
# The static checks: formatting, vet and staticcheck of the Go code, types and style of the frontend, and whether the
# console's completion facts are what their packages say. Vet looks at the code as it is built here and for the systems
# given (lint.sh windows darwin). TAGS are the build tags of the application.
set -euo pipefail
cd "$(dirname "$0")/.."
status=0

unformatted=$(gofmt -l app backend build drivers testdata frontend/*.go)
if [ -n "$unformatted" ]; then
  printf 'not formatted by gofmt:\n%s\n' "$unformatted"
  status=1
fi
mapfile -t portable < <(go list -e ./... | grep -vx quarry/app)
go vet "${portable[@]}" || status=1
go tool staticcheck "${portable[@]}" || status=1
for system in "$@"; do
  GOOS=$system go vet "${portable[@]}" || status=1
  if [ "$system" = windows ]; then # its window needs no C compiler
    GOOS=windows go vet -tags desktop,production,wv2runtime.error ./app || status=1
  fi
done
if compgen -G 'drivers/*/wasm' >/dev/null; then
  GOOS=wasip1 GOARCH=wasm go vet ./drivers/*/wasm || status=1
fi
if compgen -G 'app/*.go' >/dev/null; then
  CGO_ENABLED=1 go vet -tags "${TAGS:?}" ./app || status=1
fi
(cd frontend && npm run --silent check) || status=1
build/setup/completion.sh check || status=1
exit $status
