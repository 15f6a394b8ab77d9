#!/usr/bin/env bash
# Prepares the interpreter of the drivers without the compiler that comes with it: code that is compiled cannot be stopped,
# so none is, and the compiler would be a megabyte of the application. Writes a copy of the module and a go.mod that uses it:
#   build/interpreter.sh build/out/interpreter && go build -modfile build/out/interpreter/go.mod ./app
# It fails if the module no longer looks as expected.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
module=github.com/tetratelabs/wazero

source=$(go mod download -json "$module" | sed -nE 's/^[[:space:]]*"Dir": "(.*)",?$/\1/p')
[ -d "$source" ] || { echo "interpreter.sh: $module is not there" >&2; exit 1; }
rm -rf "$folder"
mkdir -p "$folder"
cp -R "$source" "$folder/wazero"
chmod -R u+w "$folder/wazero"
cd "$folder/wazero"
find . -name '*_test.go' -delete
rm -rf internal/engine/wazevo internal/integration_test examples cmd
mv runtime.go whole.txt
{
  echo '// Modified by build/interpreter.sh of Quarry, which takes the compiler out.'
  sed -e '/"github.com\/tetratelabs\/wazero\/internal\/engine\/wazevo"/d' \
    -e 's/configEngine = wazevo\.NewEngine$/panic("this build has no compiler")/' whole.txt
} >runtime.go
rm whole.txt
if grep -rq --include='*.go' 'wazevo\.\|engine/wazevo"' . || ! grep -q 'this build has no compiler' runtime.go; then
  echo "interpreter.sh: $module looks different from what is known: its compiler is used elsewhere" >&2
  exit 1
fi
cd - >/dev/null
cp go.sum "$folder/go.sum"
cp go.mod "$folder/go.mod"
go mod edit -replace "$module=./$folder/wazero" "$folder/go.mod"
