# Every target says what it does: make help.
.DEFAULT_GOAL := help
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules

OUT := build/out
APP := build/bin/quarry
SERVE := build/bin/quarry-serve
CLI := build/bin/quarry-cli
REGISTRY := $(OUT)/registry
RELEASE := $(OUT)/release

# Everything is compiled with the same flags, and so once: with paths of files that are the same on every machine, and,
# but for the application itself, which opens the window, without a C compiler.
export CGO_ENABLED := 0
export GOFLAGS := $(GOFLAGS) -trimpath

# WebKitGTK 4.0 loses methods, bodies and status codes of the window's requests.
comma := ,
# wv2runtime.error: a missing WebView2 on Windows is reported, and nothing is downloaded.
export TAGS := desktop,production,wv2runtime.error$(if $(filter Linux,$(shell uname -s)),$(comma)webkit2_41)
# A build with this tag trusts the development key, which signs the registry that make registry writes.
KEY_TAG := devkey

FRONTEND_SOURCES := $(shell find frontend/src frontend/public -type f 2>/dev/null) $(wildcard frontend/*.html frontend/*.ts frontend/*.json)
GO_SOURCES := $(shell find app backend drivers build $(wildcard frontend/*.go) -name '*.go' -not -name '*_test.go' -not -path '$(OUT)/*' 2>/dev/null) go.mod go.sum
PACK_SOURCES := $(filter drivers/% build/pack/% backend/%,$(GO_SOURCES)) $(shell find drivers -type f -not -name '*.go' -not -path '*/testdata/*' 2>/dev/null) go.mod go.sum

.PHONY: help run test test-windows check lint build release dist-linux dist-apt dist-windows dist-macos dist-sums check-dist frontend drivers registry completion seed engines e2e fuzz bench load clean system npm

help: ## show this list
	@sed -nE 's/^([a-z0-9-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 22

run: build ## build what is missing or changed and open Quarry with the local driver registry
	$(APP) --registry $(REGISTRY)/index.json

test: ## everything: static checks, Go tests on real engines, frontend, browser and window tests
	@build/test.sh

test-windows: ## Go tests as Windows programs under Wine, in 20 minutes, as root: make test-windows, or make test-windows ONLY=./backend/profile/...
	@build/setup/system.sh windows
	go run ./build/windows $(ONLY)

check: lint ## before each commit, under two minutes: lint and the tests that need no engine and no browser
	go test $$(go list -e ./... | grep -vx quarry/app)
	cd frontend && npm test --silent

lint: npm ## gofmt, go vet, tsc and biome
	@build/lint.sh

build: $(APP) $(SERVE) $(CLI) ## the application, build/bin/quarry, the same for a browser, build/bin/quarry-serve, and the command line, build/bin/quarry-cli

release: frontend/dist/index.html | system ## the same three as a team releases them, without the development key, build/out/release (build/dist/README.md)
	build/dist/release.sh $(RELEASE)

dist-linux: release ## the release as .deb, .rpm and .tar.gz, build/out/dist
	build/setup/system.sh dist
	build/dist/linux/package.sh $(RELEASE) $(OUT)/dist

dist-apt: dist-linux ## the signed .deb in an apt repository: make dist-apt REPOSITORY=FOLDER
	build/dist/linux/repository.sh $(OUT)/dist $(or $(REPOSITORY),$(error say where: make dist-apt REPOSITORY=FOLDER))

dist-windows: frontend/dist/index.html ## a release for Windows as two setups and an MSI, build/out/dist (made on Debian)
	build/setup/system.sh dist
	GOOS=windows GOARCH=amd64 build/dist/release.sh $(OUT)/release-windows quarry quarry-cli
	build/dist/windows/package.sh $(OUT)/release-windows $(OUT)/dist

dist-macos: frontend/dist/index.html ## on a Mac, Quarry.app as .dmg and .pkg; elsewhere its layout alone, to be checked, build/out/dist (GOARCH=arm64 or amd64)
	[ "$$(uname -s)" = Darwin ] || build/setup/system.sh dist
	build/dist/macos/package.sh $(OUT)/dist

dist-sums: dist-linux ## LICENSES.txt, SBOMs, SHA256SUMS and its signature beside the packages
	rm -f $(OUT)/dist/SHA256SUMS*
	go run ./build/dist/sums write $(OUT)/dist $(RELEASE) $(wildcard $(OUT)/release-windows)
	$(if $(QUARRY_SSH_KEY_FILE),ssh-keygen -q -Y sign -n file -f "$(QUARRY_SSH_KEY_FILE)" $(OUT)/dist/SHA256SUMS)

check-dist: frontend/dist/index.html $(REGISTRY)/index.json ## the packages: built twice, installed, used and removed in fresh roots of Debian 12 and 13 and under Wine, as root
	build/setup/system.sh dist
	build/dist/check.sh
	build/dist/macos/check.sh
	build/dist/windows/check.sh

frontend: frontend/dist/index.html ## the frontend alone, frontend/dist

drivers: registry ## the drivers as WebAssembly packages (the same as registry)

registry: $(REGISTRY)/index.json ## the local driver registry, signed with a development key, build/out/registry

completion: ## write what the console completes anew, from the packages that frontend/completion-facts names
	@build/setup/completion.sh write

seed: ## load the sample data into a running engine: make seed URL=http://localhost:9200
	go run ./backend/sample/seed --url $(or $(URL),$(error say where to: make seed URL=http://localhost:9200))

engines: ## start real engines until Ctrl-C: 8.16 on port 9208, 7.17 on 9207, or make engines VERSIONS="9.4 8.19"
	@build/engines.sh $(VERSIONS)

e2e: build ## the browser tests alone
	cd frontend && npx playwright test

fuzz: ## every fuzz target for FUZZTIME (default 20s)
	@build/fuzz.sh

bench: build ## the budgets, measured in one run as one table: make bench, or make bench ONLY=page,curl
	go run ./build/bench $(if $(ONLY),--only $(ONLY))

load: build ## 10 million documents, 20 tabs open for an hour and the like, as one table: make load, or make load ONLY=hour HOUR=5m
	go run ./build/load $(if $(ONLY),--only $(ONLY)) $(if $(HOUR),--hour $(HOUR))

clean: ## remove what was built (not the fetched engines)
	rm -rf build/bin $(OUT)
	find frontend/dist -mindepth 1 -not -name .gitkeep -delete

# Both are done in a moment where nothing is missing.
system:
	@build/setup/system.sh run

npm:
	@build/setup/npm.sh

frontend/dist/index.html: $(FRONTEND_SOURCES) | npm
	cd frontend && npm run --silent build

# The packing tool leaves alone what would not change; the time says that it looked.
$(REGISTRY)/index.json: $(PACK_SOURCES)
	go run ./build/pack --out $(REGISTRY)
	@touch $@

LEAN = -ldflags "-s -w $(KEY_FLAG)"
KEY_FLAG = -X quarry/backend/driverhost/registry.developmentKey=$$key
READ_KEY = key=$$(go run ./build/pack --out $(REGISTRY) --print-public-key)

$(APP): $(GO_SOURCES) frontend/dist/index.html $(REGISTRY)/index.json | system
	$(READ_KEY); CGO_ENABLED=1 go build -tags $(TAGS),$(KEY_TAG) $(LEAN) -o $@ ./app

$(SERVE): $(GO_SOURCES) frontend/dist/index.html $(REGISTRY)/index.json
	$(READ_KEY); go build -tags $(KEY_TAG) $(LEAN) -o $@ ./app/serve

$(CLI): $(GO_SOURCES) $(REGISTRY)/index.json
	$(READ_KEY); go build -tags $(KEY_TAG) $(LEAN) -o $@ ./app/cli
