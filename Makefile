# Everything below sets itself up: a virtual environment in .venv, made with the newest Python that can be used,
# or with the one given as PYTHON=...
VENV := .venv
BIN := $(VENV)/bin
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
endif
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev

# Each is tried: a name may stand for another version, or (pyenv) for none at all. py is Windows' launcher.
PYTHONS := python3.13 'py -3.13' python3.12 'py -3.12' python3.11 'py -3.11' python3.10 'py -3.10' python3 python
USABLE := import sys, venv, ensurepip; v = sys.version_info[:2]; print(v[1]); sys.exit(not (3, 10) <= v <= (3, 13))
NONE := $(if $(PYTHON),$(PYTHON) is no such Python,none was found)
FIND_PYTHON = newest=0; \
	for python in $(or $(PYTHON),$(PYTHONS)); do \
	minor=$$($$python -c '$(USABLE)' 2>/dev/null) && test $$minor -gt $$newest && newest=$$minor chosen=$$python; \
	done; \
	test $$newest -gt 0 && echo "$$chosen" && exit; \
	echo "alphamu-dds needs Python 3.10 to 3.13 with venv, since endplay, which brings the double dummy solver, has" \
	"no wheels for others, and $(NONE): install one (https://www.python.org/downloads/) or name one with" \
	"make PYTHON=/path/to/python" >&2; exit 1

.DEFAULT_GOAL := help
.PHONY: help solve test quick lint python clean

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

python: ## say which Python is used to set this up
	@$(FIND_PYTHON)

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build *.egg-info

$(STAMP): pyproject.toml
	@$(BIN)/python -c '$(USABLE)' >/dev/null 2>&1 || { python=$$($(FIND_PYTHON)) && \
	echo "Setting up $(VENV) with $$python (once) ..." >&2 && $$python -m venv --clear $(VENV); }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(DEV_STAMP): $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@
