# make run    serve the demo property on http://127.0.0.1:8000 (PORT= and HOUSEWAY_DB= change the defaults)
# make test   every check and the tests of every day, browser included
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
test: .venv/.dev ## every check, then the tests of every day
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

# What is proved at greater length than every day, each at the size that tests/proofs.sh names; SIZES=full takes hours.
PROOFS := $(addprefix tests/, \
	backoffice/coupons/test_clean_days.py backoffice/coupons/test_conservation.py backoffice/test_calendar.py \
	backoffice/test_duties.py backoffice/test_policy.py \
	deploy/proof_container.py \
	floor/test_failing_calls.py floor/test_kill.py floor/test_killed_days.py \
	floor/test_one_transaction.py floor/test_simulation.py \
	games/baccarat/test_literal.py games/blackjack/test_literal.py games/craps/test_differential.py \
	games/double_attack_blackjack/test_literal.py games/pai_gow/test_money.py games/poker/test_conserved.py \
	games/poker/test_twin.py games/spanish_21/test_literal.py games/test_coupon_sessions.py \
	games/test_properties.py games/test_throws_in_words.py \
	journal/test_operator.py journal/test_power_loss.py journal/test_trust.py \
	lab/proof_best_plays.py lab/test_baccarat.py lab/test_poker_values.py \
	papers/test_barcodes.py \
	web/proof_ten_years.py web/proof_tutorial_by_pages.py web/test_every_round.py web/test_eyes.py \
	web/test_odds_compare.py web/test_office_policy.py web/test_rounds_pages.py web/test_schema.py)
.PHONY: proofs
proofs: .venv/.dev ## the longer proofs: the games' money, the office's duties, the coupons and their books
	. tests/proofs.sh; $(BIN)/pytest $(ALL_CORES) $(PROOFS)
	. tests/proofs.sh; $(BIN)/pytest $(ALL_TESTS) -m long
	. tests/proofs.sh; $(BIN)/pytest tests/backoffice/coupons/test_rivals.py

# What docs/reliability.md tells comes from these; HOUSEWAY_RELIABILITY is where they note it.
TRIED := $(addprefix tests/, \
	floor/test_earlier_houses.py floor/test_failing_calls.py floor/test_killed_days.py floor/test_simulation.py \
	journal/test_operator.py journal/test_power_loss.py journal/test_trust.py)
.PHONY: reliability
reliability: .venv/.dev ## try what docs/reliability.md tells, measure load and floods, and write it (SIZES=full takes hours)
	. tests/proofs.sh; export HOUSEWAY_RELIABILITY=$(CURDIR)/tools/reliability.json; \
		$(BIN)/pytest $(ALL_CORES) $(TRIED) && $(BIN)/python -m tools.reliability --bench

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
	@$(MAKE) --no-print-directory materials

.PHONY: materials
materials: .venv/.dev ## the bill of materials, from the lock and the list of licences
	$(BIN)/python -m tools.materials

# Files in a wheel bear a time: without this variable always the same one, so that whoever builds gets the same bytes.
.PHONY: wheel
wheel: .venv/.dev ## the wheel, in dist/, and its hash: the same wherever it is built
	env -u SOURCE_DATE_EPOCH $(BIN)/python -m hatchling build -t wheel -d dist
	@cd dist && sha256sum houseway-*.whl

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
