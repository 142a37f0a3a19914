# The two commands are `make run` and `make test`; each installs what it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: install run test bench soak lint lock clean
.DEFAULT_GOAL := run

install: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

run: install
	@$(BIN)/puntobanco serve

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint
	$(BIN)/python -X dev -m pytest -n 2

bench: install
	@$(BIN)/python -m benchmarks

# A thousand million coups of every house, a minute or two; then the long battery on the dealer:
# ten minutes, or make soak SOAK="--minutes 60". Then everything that can go wrong.
soak: install
	@$(BIN)/python -m soak.coups
	@$(BIN)/python -m soak.dealer $(SOAK)
	@$(BIN)/python -m soak.faults

# Writes requirements.lock anew, without the address of any registry.
lock:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --all-extras --group dev --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-annotate --no-header -o requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist soak-report
