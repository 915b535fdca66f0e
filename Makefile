# croupier: `make help` lists what this can do.
SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PIP := $(BIN)/pip --quiet --quiet --disable-pip-version-check
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --upgrade --no-header
PYTHON ?= python3
ROUNDS ?= 0
GAME ?= $(or $(TABLE),three_card_poker)
TABLES ?= 1
ONLY ?=
WORKERS ?= $(shell expr 3 \* $$(nproc))

unexport PYTHONDONTWRITEBYTECODE  # processes start by the hundred, and each would compile everything anew

.PHONY: help demo test lint collected bench train campaign setup lock docs clean
.DEFAULT_GOAL := help

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "  make %-10s %s\n", $$1, $$2}'

demo: setup ## a table at work in this terminal; ROUNDS=3 ends by itself, TABLE=sic_bo rolls dice, TABLES=4 share a pool
	@exec $(BIN)/python -m hil.demo --rounds $(ROUNDS) --game $(GAME) --tables $(TABLES)

test: setup ## lint, types, layers and every test
	@$(MAKE) --silent --no-print-directory --jobs 2 lint collected
	@$(BIN)/pytest -q -n $(WORKERS) --dist loadscope

lint: setup ## formatting, lint, types, layers
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

collected:  # every test is imported once, and compiled, before the workers all do it at the same time
	@out=$$($(BIN)/pytest -qq --collect-only 2>&1) || { echo "$$out"; exit 1; }

bench: setup ## every speed that the README names, as a ratio; ONLY=table. runs those
	@exec $(BIN)/python -m bench $(ONLY)

train: setup ## the networks that read dice, anew from rendered scenes: some three and a half hours on two quiet cores; ONLY=sorter, third
	@python="$$($(BIN)/python -m hil.environment train hil/camera/train/packages.txt)" && case "$(ONLY)" in \
	sorter) nice -n 10 "$$python" -m hil.camera.train.sorter ;; \
	third) nice -n 10 "$$python" -m hil.camera.train.learn_third ;; \
	"") for part in hil.camera.train hil.camera.train.sorter hil.camera.train.learn_third; do nice -n 10 "$$python" -m $$part || exit; done ;; \
	*) nice -n 10 "$$python" -m hil.camera.train $(ONLY) ;; esac

campaign: setup ## the long runs: croupierd killed at random moments, a fuzzer (FUZZ_SECONDS=60 each), attackers (HOSTILE_SECONDS=3600)
	@$(BIN)/pytest -q -m campaign --timeout 3600
	@$(BIN)/pytest -q -m hypothesis --hypothesis-profile campaign

docs: setup ## write again the pages that are made from code
	@$(BIN)/python -m daemon.text.fault_page > docs/faults.md
	@$(BIN)/python -m drivers.board.wire > docs/protocols/board.schema.json
	@$(BIN)/python -m tests.rules.coverage > docs/bylaw-coverage.md
	@$(BIN)/python -m tests.rules.odds_page > docs/odds.md

setup: ## the Debian packages and the environment (.venv), once
	@hil/packages
	@$(MAKE) --silent --no-print-directory $(READY)

$(READY): locks/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "croupier needs Python 3.11 or later; name one: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv module is missing. Run: apt-get install python3-venv" >&2; exit 1; }
	@echo "Setting up .venv (once; about half a minute)..."
	@$(PYTHON) -m venv --clear $(VENV)
	@echo "Installing the locked packages..."
	@$(PIP) install --require-hashes -r locks/dev.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

lock: setup ## resolve the dependencies anew (needs the registry)
	@$(PIP) install uv
	@$(COMPILE) pyproject.toml -o locks/table.txt
	@$(COMPILE) pyproject.toml --group dev -c locks/table.txt -o locks/dev.txt
	@$(COMPILE) bench/peers.in -o locks/bench.txt
	@$(COMPILE) tests/campaign/fuzz/fuzz.in tests/campaign/hostile/hostile.in -o locks/campaign.txt

clean: ## remove the environment and every cache
	@rm -rf $(VENV) .venv-bench .venv-campaign .venv-train dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
