# Two commands are enough: `make play` and `make test`. Both install what they need into .venv on first use.
PYTHON ?= python3
BIN := .venv/bin
# Not --quiet: warnings that are not told do not fail it either.
SITE := NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

.PHONY: play test docs test-postgres examples fuzz attack bench bench-web chaos soak clean

play: ## play in the browser; PORT=8080 for another port than 8000
	@$(PYTHON) tools/install.py web
	@$(BIN)/boriken serve

test: ## all checks: lint, format, types, layers, documentation, tests; installs Chromium and Firefox for the browser tests if it can
	@$(PYTHON) tools/install.py dev
	@$(PYTHON) tools/browser.py
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(SITE)
	$(BIN)/pytest -n 2 --dist worksteal

docs: ## the documentation site, in build/site; a broken link fails
	@$(PYTHON) tools/install.py docs
	$(SITE)
	@echo "boriken: open build/site/index.html"

examples: ## the examples in small, PyTorch's among them (on Linux pip may fetch gigabytes of CUDA along with it)
	@$(PYTHON) tools/install.py dev train
	$(BIN)/pytest tests/envs/test_examples.py tests/test_training_gpu.py

test-postgres: ## two workers on PostgreSQL; installs Debian's postgresql if it is missing
	@$(PYTHON) tools/install.py dev
	$(PYTHON) tools/postgres.py $(BIN)/pytest -m postgres tests/web

bench-web: ## speed of the site on this machine
	@$(PYTHON) tools/install.py dev
	$(BIN)/python -m benchmarks.web

chaos: ## the site under faults: 1,000 kills and more, about an hour; Ctrl-C, and the same again goes on
	@$(PYTHON) tools/install.py dev
	$(BIN)/python -m benchmarks.chaos $(CHAOS)

soak: ## the site for an hour: does anything grow?
	@$(PYTHON) tools/install.py dev
	$(BIN)/python -m benchmarks.soak --minutes 60

fuzz: ## the slow proof: tens of thousands of games against the reference implementation
	@$(PYTHON) tools/install.py dev
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m tests.lockstep puerto-rico 2500 1000
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m tests.lockstep expansions 200 1000
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m tests.lockstep san-juan 400 1000
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m tests.interpreted 8 360

attack: ## the slow proof that nobody learns what is hidden: every request at every position of whole games
	@$(PYTHON) tools/install.py dev
	$(BIN)/python -m tests.web.attack

bench: ## speed on this machine
	@$(PYTHON) tools/install.py
	$(BIN)/boriken bench

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
