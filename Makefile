# Everything below sets itself up: a virtual environment in .venv, made with any Python 3.10 or newer.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
endif
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev

.DEFAULT_GOAL := help
.PHONY: help solve test quick lint clean

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort

solve: $(STAMP) ## solve a deal and print the answer
	@$(BIN)/alphamu solve data/deals/strategy-fusion.pbn

test: $(DEV_STAMP) ## run all tests
	$(BIN)/python -m pytest -n 2

quick: $(DEV_STAMP) ## run the tests that take no more than a few seconds each
	$(BIN)/python -m pytest -n 2 -m "not slow"

lint: $(DEV_STAMP) ## ruff and strict mypy
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build *.egg-info

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("alphamu-dds needs Python 3.10 or newer, not " + sys.version.split()[0] if sys.version_info < (3, 10) else 0)'
	@echo "Setting up $(VENV) (once) ..." >&2
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(DEV_STAMP): $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@
