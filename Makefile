# Two commands: `make run` sets everything up and starts attnviz; `make test` sets everything up and runs every check.
# Only relative paths here, so that the project may lie in a folder with spaces.

.DEFAULT_GOAL := help
.PHONY: help run test format bench pictures clean
BIN := .venv/bin
ARGS ?=

help: ## this list
	@grep -E '^[a-z]+:.*##' Makefile | sed -e 's/:.*##/	/'

run: .venv/run.stamp ## set up and start; with no display, draw the six frames into ./pictures (options: ARGS="--frame check")
	@sh scripts/run.sh $(ARGS)

test: .venv/dev.stamp ## set up and run every check: ruff, mypy, import-linter, pytest
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/pytest -n auto --dist loadfile

format: .venv/dev.stamp ## mend what ruff can mend, and format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/dev.stamp ## measure drags, start and engine; figures go to .benchmarks/
	$(BIN)/pytest tests/bench --benchmark-enable --benchmark-autosave

pictures: .venv/run.stamp ## draw the six frames into ./pictures (options: ARGS="--theme dark --size 1920x1080")
	$(BIN)/attnviz snapshot pictures --all $(ARGS)

clean: ## remove the environment, pictures and every cache
	rm -rf .venv pictures build dist .benchmarks .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is younger than what it was made from, so a second call starts at once.
.venv/run.stamp: pyproject.toml scripts/setup.sh resources/system-libraries.txt
	@sh scripts/setup.sh
	@touch $@

.venv/dev.stamp: pyproject.toml scripts/setup.sh scripts/fetch_test_model.sh resources/system-libraries.txt
	@sh scripts/setup.sh dev
	@touch $@ .venv/run.stamp
