# make run    serve the demo property on http://127.0.0.1:8000 (PORT= and HOUSEWAY_DB= change the defaults)
# make test   every check and every test, browser included
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PYTHON ?= python3
PORT ?= 8000
HOUSEWAY_DB ?= var/houseway.db
# What Python compiled once, the tests' own files among it, is not compiled again by every process of the tests.
PYTHONDONTWRITEBYTECODE :=
export PORT HOUSEWAY_DB PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
ALL_CORES := -n auto --dist worksteal
# One worker more than there are cores: whoever tests a page waits for the browser a good part of the time.
ALL_TESTS = -n $(shell $(PYTHON) -c 'import os; print(1 + (os.cpu_count() or 1))') --dist worksteal
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 18

.PHONY: setup
setup: .venv/.dev ## the development environment, in .venv

# In the foreground of a terminal the server gets a process group of its own: Ctrl-C then reaches the
# server alone, which stops cleanly, and make sees an ordinary exit instead of being interrupted itself.
FOREGROUND := $(BIN)/python -c 'import os, sys; sys.exit(os.tcgetpgrp(0) != os.getpgrp())' 2>/dev/null
.PHONY: run
run: .venv/.run ## serve the demo property: its pages and the API
	@mkdir -p var
	@echo "Serving the demo property, whose password is published (houseway serve --demo); see docs/serving.md for a house of one's own"
	@if $(FOREGROUND); then set -m; $(BIN)/houseway serve --demo; else exec $(BIN)/houseway serve --demo; fi

.PHONY: test
test: .venv/.dev ## every check, then every test
	@tools/ensure_chromium.sh
	@$(MAKE) --no-print-directory -j 2 check compiled
	$(BIN)/pytest $(ALL_TESTS)

# While one core checks types, the other compiles what every worker of the tests is going to load.
.PHONY: compiled
compiled: .venv/.dev
	@$(BIN)/pytest --collect-only -qq -p no:cacheprovider >/dev/null

.PHONY: check
check: .venv/.dev ## format, lint, types, import contract
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

.PHONY: bench
bench: .venv/.dev ## measure speed; fails when a required limit is missed
	$(BIN)/python -m bench

.PHONY: coverage-record
coverage-record: .venv/.dev ## run the tests and record which clause each one proves
	@tools/ensure_chromium.sh
	$(BIN)/pytest $(ALL_TESTS) --record-coverage

.PHONY: mutants
mutants: .venv/.dev ## break every rule and every number on purpose: the tests that name its clause must notice
	$(BIN)/python -m tools.mutants
	$(BIN)/python -m tools.numbers

.PHONY: bounds
bounds: .venv/.dev ## move, drop or turn around every bound of a rule (HOUSEWAY_BOUNDS_MINUTES: for so long)
	$(BIN)/python -m tools.mutants --bounds

# As many as CI has time for; a million events and a hundred thousand sequences take half an hour:
# make proofs COUPON_EVENTS=250000 POLICY_SEQUENCES=100000
COUPON_EVENTS ?= 60000
POLICY_SEQUENCES ?= 25000
SHOE_ROUNDS ?= 20000
# Made-up requests to each of the API's routes; 560 are 20,000 in all.
API_REQUESTS ?= 110
.PHONY: proofs
proofs: .venv/.dev ## the longer proofs: the games' money, the office's duties, the coupons and their books
	HOUSEWAY_CRAPS_ROLLS=1000000 HOUSEWAY_ROUNDS=100000 HOUSEWAY_SHOE_ROUNDS=$(SHOE_ROUNDS) \
	HOUSEWAY_COUPON_WALKS=4 HOUSEWAY_COUPON_EVENTS=$(COUPON_EVENTS) HOUSEWAY_CLEAN_DAYS=1000 HOUSEWAY_CALENDAR_DAYS=1096 \
	HOUSEWAY_POLICY_SEQUENCES=$(POLICY_SEQUENCES) HOUSEWAY_COUPONS=2000 HOUSEWAY_POWER_CUTS=50 HOUSEWAY_SESSIONS=100 HOUSEWAY_REQUESTS=$(API_REQUESTS) HOUSEWAY_POSITIONS=all \
	HOUSEWAY_THROWN_SESSIONS=20 HOUSEWAY_DEMO_CUTS=8 HOUSEWAY_PAGE_STEPS=110 HOUSEWAY_COUPON_MOVES=800 \
		$(BIN)/pytest $(ALL_CORES) tests/backoffice/coupons/test_conservation.py tests/backoffice/test_duties.py \
		tests/backoffice/test_calendar.py tests/backoffice/coupons/test_clean_days.py tests/papers/test_barcodes.py \
		tests/games/craps/test_differential.py tests/games/pai_gow/test_money.py \
		tests/games/double_attack_blackjack/test_literal.py tests/floor/test_floor.py tests/floor/test_kill.py \
		tests/floor/test_one_transaction.py tests/games/test_properties.py tests/games/test_throws_in_words.py \
		tests/games/test_coupon_sessions.py tests/web/test_true_pages.py \
		tests/backoffice/test_policy.py tests/web/test_office_policy.py tests/web/test_schema.py tests/deploy/proof_container.py
	HOUSEWAY_REDEEMERS=64 HOUSEWAY_REDEEMED_COUPONS=1000 HOUSEWAY_KILLS=64 \
		$(BIN)/pytest tests/backoffice/coupons/test_rivals.py

.PHONY: transcripts
transcripts: .venv/.dev ## write the golden transcripts anew, to be reviewed as a diff
	$(BIN)/pytest tests/games/test_transcripts.py --write-transcripts

# dev.txt is resolved first and binds run.txt, so both environments hold the same versions.
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock"
.PHONY: lock
lock: $(BIN)/python ## pin the dependencies with hashes (UPGRADE=1: move to the newest)
	@[ -x $(BIN)/uv ] || $(INSTALL) uv
	$(COMPILE) $(if $(UPGRADE),--upgrade) --extra dev pyproject.toml requirements/build.in -o requirements/dev.txt
	$(COMPILE) $(if $(UPGRADE),--upgrade) --extra web -c requirements/dev.txt pyproject.toml requirements/build.in -o requirements/run.txt

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Houseway needs Python 3.11 or newer; name one with make PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.run: requirements/run.txt pyproject.toml | $(BIN)/python
	$(INSTALL) --require-hashes -r requirements/run.txt
	$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

# The development environment contains all that running needs.
.venv/.dev: requirements/dev.txt requirements/run.txt pyproject.toml | $(BIN)/python
	$(INSTALL) --require-hashes -r requirements/dev.txt
	$(INSTALL) --no-deps --no-build-isolation -e .
	@touch .venv/.run $@
