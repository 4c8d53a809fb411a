# Everything is done from here; `make` alone lists it. On a fresh Debian machine with Rust 1.95 and Node 20 each
# target installs what it needs itself: npm packages always, Chromium and PostgreSQL for the tests.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

.PHONY: help run build test test-build test-frontend test-faults test-sqlite test-postgres check advisories faults mail-servers pgbouncer dev gen notices bench extractors journeys formats frontend-check test-tools compiler python libraries

FOR_JOURNEYS := frontend/dist/server/ssr.js frontend/dist-dev/server/ssr.js e2e/node_modules/.package-lock.json frontend/tools/openapi/node_modules/.package-lock.json

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 10

run: build ## build, then serve the demo publication
	@echo "== starting: the first start fills ./data with the demo publication, which takes some seconds"
	target/release/mwanga serve --demo

build: compiler python ## target/release/mwanga, frontend embedded; beside it the names of its functions and its packages
	@scripts/phase --new
	@$(MAKE) --no-print-directory --jobs=2 libraries frontend/dist/server/ssr.js
	@scripts/phase "the server" cargo build --release --locked
	@scripts/keep-symbols target/release/mwanga
	@scripts/phase "the bill of materials" scripts/bill-of-materials
	@scripts/phase --all

# As much of what the server is made of as is built while npm waits for the network. Without make's own limit on jobs,
# of which cargo would have one.
libraries:
	@MAKEFLAGS= scripts/phase "the server's libraries (the first time takes some minutes)" cargo build --release --locked --package sqlx-postgres --package sqlx-sqlite

# What makes a second build faster costs the first, and CI builds once.
ifdef CI
export CARGO_INCREMENTAL := 0
endif

# The lints run in the compiler that builds: `cargo clippy` would check every package once more, and share nothing with the build.
test: export RUSTC_WORKSPACE_WRAPPER := clippy-driver
test: export CLIPPY_ARGS := -D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__
# They wait for disks, clocks and databases in between: more at once than there are cores.
test: export RUST_TEST_THREADS := 5
test: compiler ## everything: formats, lints, types, units, both databases, browser
	@scripts/phase --new
	@$(MAKE) --no-print-directory --jobs=2 test-build test-frontend
	@scripts/phase "the generated API description and client are up to date" env MWANGA_BINARY=target/debug/mwanga scripts/generate --check
	@scripts/phase "the third-party notices are up to date" scripts/third-party-notices --check
	@scripts/phase "the bill of materials holds what the notices name" scripts/bill-of-materials --check
	@$(MAKE) --no-print-directory advisories
	@$(MAKE) --no-print-directory --jobs=3 --output-sync test-faults test-sqlite test-postgres
	@scripts/phase "journeys in the browser" bash -c "cd e2e && npx playwright test"
	@scripts/phase --all

# What needs no test of the browser is built while packages are fetched and one core would wait.
test-build: frontend/dist/server/ssr.js
	@MAKEFLAGS= scripts/phase "the server and its tests, with lints" cargo test --locked --workspace --no-run

# Beside one another: many of their tests wait, for disks that fail, servers that hang and processes that are killed.
# The loops of faults, which wait the longest, begin first.
test-faults:
	@MAKEFLAGS= scripts/phase "faults, on SQLite" cargo test --locked --workspace --test it faults::
test-sqlite:
	@MAKEFLAGS= scripts/phase "server, on SQLite" cargo test --locked --workspace -- --skip faults::
test-postgres:
	@MAKEFLAGS= scripts/phase "server, on PostgreSQL" scripts/with-postgres env MWANGA_TEST_DATABASE=postgres cargo test --locked --workspace --test it --test queue

test-frontend: test-tools formats frontend-check $(FOR_JOURNEYS)

# Each loop prints its table; MWANGA_FAULTS_KINDS=save,edit leaves the other operations out.
faults: export MWANGA_FAULTS := whole
faults: compiler test-tools frontend/dist/server/ssr.js ## every n-th call of disk, memory, database and process fails, over every operation: an hour or more
	@echo "== faults of disk, memory and process, on SQLite; restarts under load"
	cargo test --locked -p mwanga --test it -- --test-threads 2 --skip api:: --nocapture faults:: restarts:: backup::a_killed
	@echo "== merges of the search index under 10,000 saves"
	cargo test --locked -p mwanga -p mwanga-core --lib search::index::merges
	@echo "== faults of connection and process, on PostgreSQL"
	scripts/with-postgres env MWANGA_TEST_DATABASE=postgres cargo test --locked -p mwanga --test it -- --test-threads 2 --skip api:: --nocapture faults:: backup::a_killed

mail-servers: compiler frontend/dist/server/ssr.js ## a newsletter through Postfix, Exim and OpenSMTPD, unpacked and not installed; needs root
	scripts/mail-servers

pgbouncer: compiler test-tools frontend/dist/server/ssr.js ## the site behind PgBouncer, unpacked and not installed
	scripts/pgbouncer

check: python formats frontend-check ## the fast half of test: formats, lints, types, unit tests of the frontend
	@echo "== lints of the server"
	cargo clippy --locked --workspace --all-targets -- -D warnings
	@echo "== the third-party notices are up to date"
	scripts/third-party-notices --check
	@echo "== the bill of materials holds what the notices name"
	scripts/bill-of-materials --check
	@$(MAKE) --no-print-directory advisories
	@if command -v cargo-deny >/dev/null; then cargo deny --locked check licenses bans sources; \
	else echo "== cargo-deny is not installed: licences and sources of crates are not looked at"; fi

formats:
	@scripts/phase "formats" cargo fmt --check
	@scripts/phase "rooms that need each other in circles" scripts/circles
	@scripts/phase "the map, and names in prose" sh -c "scripts/drawings --check && scripts/named"

frontend-check: frontend/node_modules/.package-lock.json frontend/dist/server/ssr.js
	@scripts/phase "formats, lints and types of the frontend" npm --prefix frontend run --silent check
	@scripts/phase "components of the frontend" npm --prefix frontend run --silent test
	@scripts/phase "what the build weighs, and that it draws every page" npm --prefix frontend run --silent test:build

journeys: compiler test-tools $(FOR_JOURNEYS)
	cargo build --locked -p mwanga
	cd e2e && npx playwright test

dev: frontend/node_modules/.package-lock.json ## serve the demo with React's development build; restarts on every change
	node scripts/dev.mjs

gen: frontend/tools/openapi/node_modules/.package-lock.json ## openapi.json from the server, schema.ts from it, the map from the code
	scripts/generate
	scripts/drawings

notices: python frontend/node_modules/.package-lock.json ## THIRD-PARTY-NOTICES.md from the lock files
	scripts/third-party-notices

advisories: frontend/node_modules/.package-lock.json
	@scripts/phase "no version with a known weakness is locked" scripts/advisories.mjs
	@scripts/phase "what that look sees" node --test --test-reporter=dot scripts/advisories.test.mjs

extractors: build python ## the table of docs/extractors.md: what programs that read pages make of sample posts
	bench/extractors/run

bench: build ## the numbers of docs/benchmarks.md, as ratios in one run
	bench/run

test-tools:
	@scripts/phase "tools of the tests" scripts/install-test-tools

# For the libraries written in C, and to link.
compiler:
	@command -v cc >/dev/null || scripts/install-packages gcc libc6-dev

python:
	@command -v python3 >/dev/null || scripts/install-packages python3

# npm's own marker says which lock file is installed.
%/node_modules/.package-lock.json: %/package-lock.json
	@scripts/phase "npm packages of $*" npm --prefix $* ci
	@touch $@

FRONTEND := frontend/package-lock.json frontend/vite.config.ts $(shell find frontend/src frontend/scripts -type f -not -name '*.test.*')

frontend/dist/server/ssr.js: frontend/node_modules/.package-lock.json $(FRONTEND)
	@scripts/phase "the frontend" npm --prefix frontend run --silent build

frontend/dist-dev/server/ssr.js: frontend/node_modules/.package-lock.json $(FRONTEND)
	@scripts/phase "the frontend with React's development build" npm --prefix frontend run --silent build -- --dev
