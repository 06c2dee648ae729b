# What to type while working on sprouts. `make` alone lists the verbs.
#
# Needs Go and, for the race detector, a C compiler. Linter and other tools are
# compiled from the versions pinned in internal/tools/go.mod.

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

N            ?= 17
FUZZTIME     ?= 60s
BENCH        ?= .
COUNT        ?= 6
CRASH_ROUNDS ?= 100
FLIPS        ?= 1000
CUTS         ?= 100
SEEDS        ?= 10000

SPROUTS   := bin/sprouts
LINT      := go tool -modfile=internal/tools/go.mod golangci-lint
BUF       := go tool -modfile=internal/tools/buf/go.mod buf
# What the wire was in the last release.
RELEASED  := proto/released.binpb
# Rooms with goroutines, locks or a status line.
RACE      := ./cmd/... ./coordinator/... ./internal/... ./search/... ./store/... ./worker/...
SIGNATURE := cmd/sprouts/testdata/signature

## Use

.PHONY: help
help: ## list the verbs
	@awk -F ':.*## ' '/^## /{print "\n" substr($$0, 4)} /^[a-z-]+:.*## /{printf "  %-11s %s\n", $$1, $$2}' Makefile

.PHONY: build
build: ## compile bin/sprouts
	go build -trimpath -o $(SPROUTS) ./cmd/sprouts

.PHONY: install
install: ## compile sprouts into Go's bin folder
	go install -trimpath ./cmd/sprouts

.PHONY: solve
solve: build ## compile and solve N spots (N=17)
	$(SPROUTS) solve $(N)

## Check

.PHONY: ci
ci: verify test race lint signature ## all that must pass before a commit lands: minutes
	@$(MAKE) --no-print-directory fuzz FUZZTIME=5s

.PHONY: verify
verify: verify-gofmt verify-tidy verify-vet verify-generated verify-proto verify-arch ## format, modules, vet, generated files, wire, rooms and licences: a minute; the first time buf compiles for four

.PHONY: verify-gofmt
verify-gofmt:
	@echo gofmt; bad=$$(gofmt -l -s $$(git ls-files '*.go')); [ -z "$$bad" ] || { echo "not gofmt-ed:" $$bad; exit 1; }

.PHONY: verify-tidy
verify-tidy:
	go mod tidy -diff
	go -C internal/tools mod tidy -diff
	go -C internal/tools/buf mod tidy -diff

.PHONY: verify-vet
verify-vet:
	go vet ./...

# Generating again must change nothing, whatever else is changed in the checkout.
.PHONY: verify-generated
verify-generated:
	@state() { { git status --porcelain; git diff; } | git hash-object --stdin; }; \
	before=$$(state); $(MAKE) --no-print-directory generate; \
	[ "$$before" = "$$(state)" ] || { git status --short; echo "generated files were old: commit what make generate wrote"; exit 1; }

# Programs of two releases must understand each other.
.PHONY: verify-proto
verify-proto:
	$(BUF) lint proto
	$(BUF) format --diff --exit-code proto
	$(BUF) breaking proto --against $(RELEASED)

.PHONY: verify-arch
verify-arch:
	go test ./internal/arch

.PHONY: test
test: ## all unit tests
	go test ./...

.PHONY: long
long: ## outcomes of 21, 25, 28, 29 and 34 spots, besides those that test solves: minutes
	go test ./search -count=1 -v -timeout 1h -run '^TestKnownOutcomes$$' -long

.PHONY: race
race: ## tests of the rooms with goroutines, with race detector: minutes
	go test -race -short -timeout 30m $(RACE)

.PHONY: crash
crash: ## kill -9 writers of the store and solves CRASH_ROUNDS (100) times and miss nothing: minutes
	STORE_TEST_CRASHES=$(CRASH_ROUNDS) go test -count=1 -v -run '^TestKill' ./store
	CRASH_ROUNDS=$(CRASH_ROUNDS) go test -count=1 -v -timeout 1h -run '^TestKill' ./cmd/sprouts

.PHONY: chaos
chaos: ## real clusters, while CHAOS_WORKER_KILLS (200) workers and CHAOS_COORDINATOR_KILLS (50) coordinators are killed: half an hour
	CHAOS_WORKER_KILLS=$${CHAOS_WORKER_KILLS:-200} CHAOS_COORDINATOR_KILLS=$${CHAOS_COORDINATOR_KILLS:-50} CHAOS_PAUSES=$${CHAOS_PAUSES:-20} \
		go test ./internal/chaos -count=1 -v -timeout 3h -run '^TestChaos$$'

.PHONY: partition
partition: ## networks cut for CHAOS_CUTS ("4s 60s"), machines that vanish, delay and loss; takes root: minutes
	CHAOS_CUTS="$${CHAOS_CUTS:-4s 60s}" CHAOS_TURNS=$${CHAOS_TURNS:-3} CHAOS_TURN_S=$${CHAOS_TURN_S:-15} \
		go test ./internal/chaos -count=1 -v -timeout 3h -run '^(TestPartition|TestVanish|TestSlowNetwork)$$'

.PHONY: simulate
simulate: ## SEEDS (10000) clusters in virtual time, in a storm; SEED=n tells all about one: minutes
	go test ./internal/simulate -count=1 -v -timeout 1h -run '^TestSeeds$$' -seeds $(SEEDS) $(if $(SEED),-seed $(SEED))

.PHONY: damage
damage: ## flip FLIPS (1000) bits of stores, tear CUTS (100) logs four ways, fill small disks: nothing wrong comes out: minutes
	STORE_TEST_FLIPS=$(FLIPS) STORE_TEST_CUTS=$(CUTS) go test -count=1 -v -timeout 1h \
		-run '^(TestBitFlipsOnDisk|TestTornLog|TestFullDisk|TestDiskTakenAway)$$' ./store

.PHONY: walks
walks: ## a million random games with random symmetries: equal keys: half an hour
	go test ./canon -count=1 -v -timeout 2h -run '^TestSymmetries$$' -walks 1000000

.PHONY: games
games: ## a million random games of each kind end as the theory says, and other long tests of games: half an hour
	SPROUTS_LONG=1 go test -count=1 -timeout 3h ./game/...

.PHONY: misere
misere: ## 100,000 random sums against brute force and longer tests of misère play: ten minutes; then what 11..17 spots take: fifteen
	SPROUTS_LONG=1 SPROUTS_SUMS=100000 go test ./search ./game/misere ./game/gametest ./game/sprouts -count=1 -v -timeout 1h -run 'Misere|Tree|Planar|Sum' | grep -v '^=== '
	go test ./search -run '^$$' -bench '^BenchmarkMisere$$' -benchtime 1x -timeout 2h

.PHONY: table
table: verify-generated ## compute the embedded table of small lands again and compare: a minute

.PHONY: lint
lint: ## golangci-lint; the first time it compiles for two minutes
	$(LINT) run

.PHONY: signature
signature: build ## the search visits exactly as many nodes as the committed signature says
	@diff $(SIGNATURE) <($(SPROUTS) bench --signature) && diff $(SIGNATURE)-misere <($(SPROUTS) bench --misere --signature) \
	|| { echo "the search changed; if it was meant to: make signature-update, and say so in the commit"; exit 1; }

.PHONY: signature-update
signature-update: build
	$(SPROUTS) bench --signature > $(SIGNATURE)
	$(SPROUTS) bench --misere --signature > $(SIGNATURE)-misere

.PHONY: fuzz
fuzz: ## every fuzz target for FUZZTIME (60s): minutes
	@grep -rl --include='*_test.go' '^func Fuzz' . | xargs -r -n1 dirname | sort -u | while read -r package; do \
		for target in $$(go test -list '^Fuzz' "$$package" | grep '^Fuzz'); do \
			echo "go test -fuzz $$target -fuzztime $(FUZZTIME) $$package"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) "$$package"; \
		done; \
	done

## Measure

.PHONY: bench
bench: ## Go benchmarks, COUNT (6) times each, for benchstat; BENCH selects: minutes
	go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) ./...

.PHONY: scale
scale: ## virtual clusters of up to 1,024 threads, table and plot in docs: hours, goes on where it was stopped
	go run ./internal/model/scale -runs docs/scaling.jsonl
	go run ./internal/model/scale -runs docs/scaling.jsonl -report

## Change

.PHONY: generate
generate: ## write generated files again: a minute
	go generate ./...

.PHONY: release-proto
release-proto: ## keep the wire of this release, for later ones to be compared with
	$(BUF) build proto --exclude-source-info -o $(RELEASED)

.PHONY: tidy
tidy: ## gofmt and go mod tidy, in place
	gofmt -s -w $$(git ls-files '*.go')
	go mod tidy
	go -C internal/tools mod tidy
	go -C internal/tools/buf mod tidy
