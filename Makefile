# Two commands matter: `make run` (the main job) and `make test` (everything).
# Each sets up all it needs on a machine with Python 3.11+, make and git.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
UV     := $(BIN)/uv
UV_VERSION := 0.13.7
JOBS   ?= 2
# Compiled once and kept, whatever the machine's environment says: the tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=
SPREAD  = -n $(JOBS) --dist loadfile --no-loadscope-reorder

.PHONY: run test test-long simulation check lint types contracts javascript unit browser docs pictures coverage mutants pythons setup setup-dev system bench lock package audit clean

# The card room with all games at http://localhost:8000, on an embedded store that outlives it.
run: setup
	$(BIN)/pitboss serve --demo

# Format, lint, types, contracts; every test; the browser; the documentation. What must be there first, then three lanes
# side by side; says what each part does, and at the end what it took.
test:
	@$(PYTHON) tools/gate.py "$(MAKE)" setup-dev,system unit browser lint,types,contracts,javascript,docs

test-long: setup-dev system
	$(BIN)/pytest -m "long" $(SPREAD)

# The simulated house under faults, as many seeds as one likes: a night for a million. A failing seed is named.
SEEDS ?= 1000000
simulation: setup-dev
	$(BIN)/python -m tests.simulation 0 $(SEEDS)

check: lint types contracts javascript

# The browser's scripts: lint by eslint and types by tsc, which come from the registry into .cache and are not kept, and
# unit tests by Node's own runner. A machine without Node says so and goes on; the browser tests run the same scripts.
SCRIPTS := .cache/javascript/node_modules/.bin
javascript:
	@command -v npm >/dev/null || { echo "no Node here: the scripts are neither linted, typed nor unit-tested"; exit 0; }; \
	test -x $(SCRIPTS)/eslint -a -x $(SCRIPTS)/tsc || npm install --silent --no-save --no-package-lock --no-audit --no-fund \
		--prefix .cache/javascript eslint@9 typescript@5 || exit 1; \
	$(SCRIPTS)/eslint -c tools/eslint.config.mjs src/pitboss/web/static/js && \
	$(SCRIPTS)/tsc -p tools/tsconfig.json && \
	node --experimental-default-type=module --test tests/javascript/

lint: setup-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup-dev
	$(BIN)/mypy
	$(BIN)/mypy --config-file tools/mypy-tests.toml

contracts: setup-dev
	$(BIN)/lint-imports

# Servers and disks are waited for here: twice as many processes as there are cores keep them busy.
unit: JOBS = 4
unit: setup-dev
	$(BIN)/pytest -m "not long and not browser" $(SPREAD) --durations=40

# In processes of their own: the browser's driver keeps an event loop running in the one it is started from.
browser: setup-dev system
	$(BIN)/pytest -m "browser and not long" $(SPREAD) --durations=40

docs: setup-dev
	$(BIN)/python tools/build_docs.py

# Branches of the rules, the ledger, the jackpots and the desk that their own tests go through; below 95 % it fails.
# One part alone: make coverage-rules, coverage-ledger, coverage-jackpots, coverage-desk.
COVERED := rules ledger jackpots desk
coverage: $(COVERED:%=coverage-%)
coverage-rules: ROOMS := games procedures rounds
coverage-rules: HELD_BY := tests/golden tests/games tests/rounds tests/*/test_rules.py tests/blackjack/test_hands.py \
	tests/blackjack/test_dealing.py tests/blackjack/test_shoe.py tests/down_under_holdem/test_persons.py
coverage-ledger: ROOMS := store
coverage-ledger: HELD_BY := tests/store tests/house/test_days.py tests/people
coverage-jackpots: ROOMS := jackpot
coverage-jackpots: HELD_BY := tests/jackpot
coverage-desk: ROOMS := house
coverage-desk: HELD_BY := tests/house
$(COVERED:%=coverage-%): setup-dev
	COVERAGE_FILE=.cache/$@ $(BIN)/pytest -q -m "not long and not browser" $(SPREAD) $(ROOMS:%=--cov=pitboss.%) --cov-branch \
		--cov-report=term-missing:skip-covered --cov-report=json:.cache/$@.json $(HELD_BY)
	$(BIN)/python -m tools.branches .cache/$@.json 95

# The core's tests on Python 3.12 and 3.13, where they are there; the package index must be in reach.
pythons: setup-dev
	@sh tools/pythons.sh $(UV)

# Mutants of the modules that move money, each tried by the module's own tests; a part of them with SAMPLE=20.
mutants: setup-dev
	$(BIN)/python -m tools.mutants $(if $(SAMPLE),--sample $(SAMPLE)) $(MODULES)

# The pictures of the documentation, from a running room.
pictures: setup-dev system
	$(BIN)/python -m tools.pictures

bench: .venv-bench/.ready
	.venv-bench/bin/python -m benchmarks

.venv-bench/.ready: $(UV) lock-dev.txt benchmarks/peers.txt
	$(UV) venv --quiet --clear --python $(BIN)/python .venv-bench
	$(UV) pip install --quiet --python .venv-bench/bin/python --require-hashes -r lock-dev.txt
	$(UV) pip install --quiet --python .venv-bench/bin/python -r benchmarks/peers.txt
	$(UV) pip install --quiet --python .venv-bench/bin/python --no-deps -e .
	@touch $@

setup: $(VENV)/.runtime
setup-dev: $(VENV)/.dev

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "pitboss needs Python 3.11 or newer: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	printf '*\n' > $(VENV)/.gitignore
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

$(VENV)/.runtime: $(UV) lock.txt pyproject.toml
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r lock.txt
	$(UV) pip install --quiet --python $(BIN)/python --no-deps -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime lock-dev.txt
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r lock-dev.txt
	@touch $@

# What the tests need from the system: chromium (the PostgreSQL server comes in a wheel).
system:
	@sh tools/system_packages.sh

lock: $(UV)
	$(UV) pip compile pyproject.toml --extra room --extra postgres --extra paper --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -q -o lock.txt
	$(UV) pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -q -c lock.txt -o lock-dev.txt

# The wheel with its papers: hashes of its files, and the list of materials (CycloneDX).
package: setup-dev
	$(BIN)/python -m tools.package

# The lock against the advisories that a package of the registry can provide; says how old they are.
audit: setup-dev
	$(BIN)/python -m tools.audit

clean:
	rm -rf $(VENV) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
