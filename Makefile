# The two commands are `make run` and `make test`; each installs what it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNS := $(VENV)/.runs
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
PAGE := src/puntobanco/page/.stamp
WEB := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/tests/*' -not -name '*.pyc')
NODE := $(BIN)/python hatch_build.py

.PHONY: install run test bench soak lint style types-of-python types-of-page tests-of-page lock types \
	screenshots browser clean
.DEFAULT_GOAL := run

install: $(STAMP) $(PAGE)

# What the house needs to run and its page to be built: dealing within a minute of a fresh clone.
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

# And what the tests, the compiled odds, frames and pictures need.
$(STAMP): $(RUNS) requirements.lock
	@echo "installing what tests and extras need: a few minutes"
	@$(PIP) --require-hashes -r requirements.lock
	@touch $@

# The page, when its sources have changed.
$(PAGE): $(RUNS) $(WEB)
	@$(NODE)
	@touch $@

run: $(RUNS) $(PAGE)
	@$(BIN)/puntobanco serve

lint: style types-of-python types-of-page

style: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types-of-python: install
	$(BIN)/mypy

types-of-page: install
	$(NODE) node_modules/svelte-check/bin/svelte-check --fail-on-warnings --output human

# One process for all of them: they share nothing that a test changes.
tests-of-page: install
	$(NODE) node_modules/vitest/vitest.mjs run --no-isolate

# The tests start Python some hundred times: what one has compiled the next need not.
test: export PYTHONDONTWRITEBYTECODE =
# Some of their time is waiting, for a browser or a clock: four keep two cores busy.
test: install browser
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint tests-of-page
	$(BIN)/python -m pytest -n 4 --dist worksteal

bench: install
	@$(BIN)/python -m benchmarks

# A thousand million coups of every house, a minute or two; then the long battery on the dealer:
# ten minutes, or make soak SOAK="--minutes 60". Then everything that can go wrong.
soak: install
	@$(BIN)/python -m soak.coups
	@$(BIN)/python -m soak.dealer $(SOAK)
	@$(BIN)/python -m soak.faults

# A real browser for the tests; Debian's, fetched by root where there is none.
browser:
	@command -v chromium >/dev/null || { apt-get update -qq && apt-get install -qq -y \
		--no-install-recommends chromium fonts-dejavu-core fonts-liberation; } >/dev/null

# Writes the wire's types for the page anew.
types: install
	$(BIN)/python web/wire_types.py

# The pictures of the README, taken from a real house with a real browser.
screenshots: install
	$(BIN)/python -m web.screenshots

# Writes both locks anew, without the address of any registry; the small one is a part of the other.
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
