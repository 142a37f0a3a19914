# The main commands are `make run` and `make test`. Each installs what it needs.
#
# Before a commit: make check. Speed: make bench. Long runs: make soak.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNS := $(VENV)/.runs
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
PAGE := src/puntobanco/page/.stamp
WEB := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/tests/*' -not -name '*.pyc')
NODE := $(BIN)/python hatch_build.py
PROCESSES := 4  # of pytest, on two cores: tests wait, too
AT_ONCE := --no-print-directory --jobs=2 --output-sync=target

.PHONY: run install browser test check lint style types-of-python types-of-page tests-of-page \
	all-tests compiled quick-tests bench soak types screenshots lock clean
.DEFAULT_GOAL := run

# --- installing and running ---------------------------------------------------------------------

run: $(RUNS) $(PAGE)
	@$(BIN)/puntobanco serve

install: $(STAMP) $(PAGE)

# What the server needs to run and to build its page: few packages, so that a fresh clone serves
# within a minute.
$(RUNS): requirements-run.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	@echo "1/3 a Python environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@echo "2/3 what the house needs: about half a minute"
	@$(PIP) --require-hashes -r requirements-run.lock
	@echo "3/3 the page to play on"
	@$(NODE)
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# What tests, fast odds, data frames and plots need in addition.
$(STAMP): $(RUNS) requirements.lock
	@echo "installing what tests and extras need: a few minutes"
	@$(PIP) --require-hashes -r requirements.lock
	@touch $@

# Rebuilds the page when its sources have changed.
$(PAGE): $(RUNS) $(WEB)
	@$(NODE)
	@touch $@

# Debian's Chromium without windows, for tests and benchmarks. Installing it needs root. Older
# releases of Debian have only the whole browser, which does as well.
CHROMIUM := apt-get install -qq -y --no-install-recommends fonts-dejavu-core fonts-liberation
browser:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
		{ apt-get update -qq && \
		{ $(CHROMIUM) chromium-headless-shell || $(CHROMIUM) chromium; }; } >/dev/null

# --- testing ------------------------------------------------------------------------------------

# The tests start Python hundreds of times, so compiled files are kept for the next start.
test check: export PYTHONDONTWRITEBYTECODE =

# Everything, at the same time: tests often wait for a browser or a clock. The dots are those of
# pytest (the + lets it print at once); the others print when they end.
test:
	@$(MAKE) --no-print-directory --jobs=2 install browser
	@$(MAKE) $(AT_ONCE) --jobs=3 all-tests lint tests-of-page

all-tests: compiled
	+@$(BIN)/python -m pytest -n $(PROCESSES) --dist worksteal

# Every process of pytest would compile the same files if none had done so before.
compiled: install
	@$(BIN)/python -m pytest --collect-only -qq >$(VENV)/.collected || { cat $(VENV)/.collected; exit 1; }

# Style, types, and the tests that need no browser, server or database server.
check: install
	@$(MAKE) $(AT_ONCE) lint tests-of-page
	@$(MAKE) --no-print-directory quick-tests

lint: style types-of-python types-of-page

style: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types-of-python: install
	$(BIN)/mypy

types-of-page: install
	$(NODE) node_modules/svelte-check/bin/svelte-check --fail-on-warnings --output human

# All in one process, without isolation: the tests share no state that a test changes.
tests-of-page: install
	$(NODE) node_modules/vitest/vitest.mjs run --no-isolate

# tests/folders.py says which tests are quick.
quick-tests: install
	$(BIN)/python -m pytest -n 2 --dist worksteal $$($(BIN)/python -m tests.folders)

# --- measuring ----------------------------------------------------------------------------------

# All benchmarks, or some: make bench BENCH="house live.clocks". Without Chromium only the page's
# benchmarks fail.
bench: install
	-@$(MAKE) --no-print-directory browser
	@$(BIN)/python -m benchmarks $(BENCH)

# First a billion coups of every house, which takes a minute or two. Then statistical tests of the
# dealer for ten minutes, or longer: make soak SOAK="--minutes 60". Then the fault tests, and an
# evening at real consoles in Chromium on each database.
soak: install
	-@$(MAKE) --no-print-directory browser
	@$(BIN)/python -m soak.coups
	@$(BIN)/python -m soak.dealer $(SOAK)
	@$(BIN)/python -m soak.faults
	@$(BIN)/python -m soak.evening

# --- generated files ----------------------------------------------------------------------------

# The TypeScript types of all messages, for the page.
types: install
	$(BIN)/python web/wire_types.py

# The pictures in the README, taken of a running server in a real browser.
screenshots: install browser
	$(BIN)/python -m web.screenshots

# Both lock files, without registry addresses. The packages of the small one are all in the other.
COMPILE := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 \
	--generate-hashes --no-strip-extras --no-emit-index-url --no-annotate --no-header
lock:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet uv
	$(COMPILE) --all-extras --group dev -o requirements.lock
	$(COMPILE) --group build --constraint requirements.lock -o requirements-run.lock

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist soak-report \
		web/node_modules src/puntobanco/page
