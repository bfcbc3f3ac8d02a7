# `make run` and `make test` do all their own set-up: a .venv with the pinned requirements, for the tests a Chromium.
PYTHON ?= python3
ADDRESS ?= localhost
PORT ?= 8501
# Of `make serve`: processes, at most one per core.
WORKERS ?= 2
BIN := .venv/bin
# Compiled tests and modules are kept, whatever the machine prefers: every worker of the tests reads them.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run serve test all-tests browser check quick-tests nightly tests-without-browser lint ruff mypy imports package bench load soak mutate simulate docs samples supply clean

run: .venv/run
	$(BIN)/streamlit run app.py --server.address $(ADDRESS) --server.port $(PORT)

# Several processes behind HAProxy, for a class.
serve: .venv/run
	$(BIN)/python -m assets.serve --workers $(WORKERS) --address $(ADDRESS) --port $(PORT)

# One thread for BLAS in each process: there are as many of these as cores, and threads that wait for others count as well.
PYTEST := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 $(BIN)/python -m pytest -q -n auto --dist worksteal

# Everything but the rests of large matrices (all widths on all pages); before a release `DEPTH=full make test`: these, too.
test: lint all-tests

all-tests: .venv/test browser
	$(PYTEST) $(if $(filter full,$(DEPTH)),,-m "not thorough")

browser:
	tests/browser/install_chromium.sh
	tests/browser/install_haproxy.sh
	tests/commands/install_latex.sh

# For the time between two changes: no browser, nothing slow, few random examples.
check: .venv/test
	@$(MAKE) --no-print-directory -j2 lint quick-tests

quick-tests: .venv/test
	ORDQUANT_EXAMPLES=5 $(PYTEST) -m "not browser and not slow and not thorough" --ignore=tests/browser

# What takes hours: everything, with many random examples of every property.
nightly: .venv/test browser
	ORDQUANT_EXAMPLES=2000 $(PYTEST) --timeout=0

tests-without-browser: .venv/test
	$(PYTEST) -m "not browser"

# The library as a package: built, installed beside NumPy and pandas, used; then with every extra, one after another.
package:
	rm -rf .venv-package *.egg-info
	$(PYTHON) -m venv .venv-package
	.venv-package/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir .venv-package/wheel .
	.venv-package/bin/python tests/installed.py "$$(ls .venv-package/wheel/*.whl)"
	rm -rf .venv-package build/lib build/bdist* *.egg-info

lint: ruff mypy imports

ruff: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

mypy: .venv/test
	$(BIN)/mypy

imports: .venv/test
	$(BIN)/lint-imports
	tests/check_javascript.sh

# Ratios are measured three times: assets/docs/benchmarks.md quotes their range.
BENCH := .venv-bench/bin/python -m pytest -q --benchmark-columns=min,median,ops --benchmark-sort=name
bench: .venv-bench/done
	rm -f .venv-bench/ratios.jsonl
	for run in 1 2 3; do ORDQUANT_RATIOS=.venv-bench/ratios.jsonl $(BENCH) tests/benchmarks/bench_measures.py || exit 1; done
	.venv-bench/bin/python -m tests.benchmarks.speed_table .venv-bench/ratios.jsonl
	$(BENCH) $(filter-out tests/benchmarks/bench_measures.py,$(wildcard tests/benchmarks/bench_*.py))

# Visitors at once: `make load LOAD="--scenario thirty --seconds 20"`; `python -m tests.load -h` lists the options.
load: .venv/test
	$(BIN)/python -m tests.load $(LOAD)

# Half an hour of visitors who come, upload, work and leave; strangers who take all they can get; all bombs in full: `make soak SOAK="--seconds 300"`.
soak: .venv/test
	$(BIN)/python -m tests.load --scenario soak $(SOAK)
	$(BIN)/python -m tests.load.strangers
	$(BIN)/python -m tests.load.strangers --several
	ORDQUANT_BOMBS=full $(PYTEST) tests/trust

# Random edits of the code, and the tests that let them live: `make mutate N=200`, `make mutate MUTATE=pages/shared`.
mutate: .venv/test
	$(BIN)/python -m tests.mutate --number $(or $(N),60) $(MUTATE)

# What the documentation claims of intervals and tests, by simulation: `make simulate SIMULATE="NAME --repetitions 200"`.
simulate: .venv/test
	$(BIN)/python -m tests.statistics.simulations $(SIMULATE)

# The documentation as a site of its own, in build/docs/: what people wrote, and what is made from the code. No warning passes.
docs: .venv-docs/done
	.venv-docs/bin/python -m assets.site build/docs

samples: .venv/run
	$(BIN)/python -m assets.samples.generate
	$(BIN)/python -m assets.samples.generate_nuggets
	$(BIN)/python -m assets.samples.generate_ranked_lists

# After a change of a requirements.in: the hashes of all files of the pinned versions, and the licences. Needs uv.
COMPILE := uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --quiet \
	--custom-compile-command "make supply"
supply:
	$(COMPILE) requirements.in -o requirements.txt
	$(COMPILE) tests/requirements.in -o tests/requirements.txt
	$(MAKE) --no-print-directory .venv/run
	$(BIN)/python -m assets.supply.generate THIRD_PARTY.md

clean:
	rm -rf .venv .venv-bench .venv-docs .venv-package build .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks

.venv/run: requirements.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	touch $@

.venv/test: requirements.txt tests/requirements.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r tests/requirements.txt
	touch $@ .venv/run

.venv-docs/done: requirements.in assets/site/requirements.txt
	$(PYTHON) -m venv .venv-docs
	.venv-docs/bin/python -m pip install --quiet --disable-pip-version-check -r assets/site/requirements.txt
	touch $@

.venv-bench/done: requirements.in tests/benchmarks/requirements.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -r tests/benchmarks/requirements.txt
	touch $@
