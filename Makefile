# croupier: `make help` lists what this can do.
SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PYTHON ?= python3
ROUNDS ?= 0
ONLY ?=

.PHONY: help demo test lint bench campaign setup lock docs clean
.DEFAULT_GOAL := help

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "  make %-10s %s\n", $$1, $$2}'

demo: setup ## a table at work in this terminal; ROUNDS=3 ends by itself
	@exec $(BIN)/python -m hil.demo --rounds $(ROUNDS)

test: setup lint ## lint, types, layers and every test
	@$(BIN)/pytest -q

lint: setup ## formatting, lint, types, layers
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

bench: setup ## every speed that the README names, as a ratio; ONLY=table. runs those
	@exec $(BIN)/python -m bench $(ONLY)

campaign: setup ## the long runs: kills at random moments, deep fuzzing
	@$(BIN)/pytest -q -m campaign --timeout 3600

docs: setup ## write again the pages that are made from code
	@$(BIN)/python -m daemon.texts > docs/faults.md

setup: $(READY) ## the environment (.venv) and the Debian packages, once
	@hil/packages

$(READY): locks/uv.txt locks/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "croupier needs Python 3.11 or later; name one: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv module is missing. Run: apt-get install python3-venv" >&2; exit 1; }
	@echo "Setting up .venv (once; about half a minute)..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r locks/uv.txt
	@echo "Installing the locked packages..."
	@VIRTUAL_ENV=$(VENV) $(BIN)/uv pip sync --require-hashes locks/dev.txt locks/uv.txt
	@VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

lock: setup ## resolve the dependencies anew (needs the registry)
	@$(BIN)/uv pip compile --quiet --universal --generate-hashes --upgrade --no-header pyproject.toml -o locks/table.txt
	@$(BIN)/uv pip compile --quiet --universal --generate-hashes --upgrade --no-header pyproject.toml --group dev -c locks/table.txt -o locks/dev.txt
	@echo uv | $(BIN)/uv pip compile --quiet --universal --generate-hashes --upgrade --no-header - -o locks/uv.txt

clean: ## remove the environment and every cache
	@rm -rf $(VENV) dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
