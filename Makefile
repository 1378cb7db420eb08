# `make demo` shows what works, `make test` runs every quick test; both install what is missing first.
.DEFAULT_GOAL := help
SWIFT_FILES := Package.swift Sources Tests Examples $(wildcard Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Tests)

# The compiler keeps caches in a home, which a service or a container may not have.
ifneq ($(shell [ -w "$$HOME" ] && echo yes),yes)
export HOME := $(shell mkdir -p '$(CURDIR)/.build/home' && echo '$(CURDIR)/.build/home')
endif

.PHONY: help bootstrap demo dist test gates nightly fuzz bench bench-full format lint docs

help:
	@echo "make demo       recalibrates a made-up room, there and back; DEMO_SEED chooses it"
	@echo "make test       builds and runs the tests"
	@echo "make gates      runs everything that decides whether a change is taken; make nightly takes hours"
	@echo "make fuzz       tries to break the readers for an hour, or FUZZ_SECONDS"
	@echo "make bench      measures digits and speeds in minutes, beside the last run on such a processor"
	@echo "make bench-full measures everything, beside other tools, and records it in Benchmarks/Results"
	@echo "make dist       packs the tool, the C library and the doors into dist, for machines without Swift"
	@echo "make docs       builds and writes the documentation; it opens from .build/docs/index.html"
	@echo "make format     formats the sources; make lint only checks"
	@echo "make bootstrap  installs the Debian packages that all of this needs"

bootstrap:
	@scripts/setup/bootstrap

demo: bootstrap
	@scripts/build demo
	@scripts/demo

# Tests that depend on real time run alone: beside the others, idle connections would time out before they are used, and lists
# would not stay fresh for as long as a test takes.
IN_REAL_TIME := ARMessagesClientTests|MarkersClientTests|MarkersOfflineTests

# The tests' jobs are none of the user's.
test: export XDG_STATE_HOME := $(CURDIR)/.build/state
test: bootstrap
	@scripts/build tests
	swift test --skip-build --skip '$(IN_REAL_TIME)'
	swift test --skip-build --filter '$(IN_REAL_TIME)'

gates:
	.ci/run

nightly:
	.ci/run nightly

fuzz: bootstrap
	@FUZZ_SECONDS=$${FUZZ_SECONDS:-3600} scripts/oracles/fuzz

# Without the peers where they cannot be installed, which the run then says.
bench: bootstrap
	@scripts/setup/peers || echo "make bench: going on without the peers" >&2
	scripts/build release
	@scripts/bench

bench-full: bootstrap
	@scripts/setup/peers
	scripts/build release
	@scripts/bench --full

docs: bootstrap
	scripts/build debug
	scripts/docs

dist: bootstrap
	scripts/dist

format:
	swift format --in-place --recursive $(SWIFT_FILES)

lint:
	swift format lint --strict --recursive $(SWIFT_FILES)
	scripts/house
