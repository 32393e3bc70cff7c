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
SPREAD  = --workers $(JOBS)
KEPT    = --junitxml=.gate/$@.xml

.PHONY: run test quick nightly test-long night-rooms night-numbers night-jackpots night-simulation night-browser simulation check lint types contracts javascript unit browser docs pictures coverage mutants pythons setup setup-dev system bench lock package audit clean

# The card room with all games at http://localhost:8000, on an embedded store that outlives it.
run: setup
	$(BIN)/pitboss serve --demo

# Format, lint, types, contracts; every test; the browser; the documentation. What must be there first, then three lanes
# side by side; says what each part does, and at the end what it took. PART=jackpots, or a path: the tests of one room.
ifdef PART
test: setup-dev
	@$(BIN)/python tools/part.py "$(PART)"
else
test:
	@$(PYTHON) tools/gate.py "$(MAKE)" setup-dev,system unit browser docs,types,lint,contracts,javascript
endif

# What a change breaks most often, in less than a minute: before every commit.
quick:
	@$(PYTHON) tools/gate.py "$(MAKE)" setup-dev quick-tests lint,quick-types

quick-tests: JOBS = 2
quick-tests: setup-dev
	$(BIN)/pytest -q -m "not long and not postgres" $(SPREAD) tests/*/test_rules.py tests/golden tests/games tests/approvals \
		tests/blackjack/test_hands.py tests/blackjack/test_dealing.py tests/house/test_books.py tests/house/test_trays.py \
		$(filter-out %_destruction.py %_random.py,$(wildcard tests/jackpot/test_*.py)) tests/store/test_ledger.py

quick-types: setup-dev
	$(BIN)/mypy

# Everything exhaustive, part by part, with one report: .gate/nightly.md. It goes on after a failure and can be taken up
# again; PARTS="simulation bench" runs some of it.
nightly:
	@$(PYTHON) tools/nightly.py "$(MAKE)" $(PARTS)

# Its tests: at full length, on both databases.
NUMBERS   := $(addprefix tests/,acey_deucey_21 blackjack design down_under_holdem edge face_up_pai_gow_poker \
	fortune_pai_gow_poker fu_bacc lucky_break paigow poker simulate ultimate_texas_holdem)
ELSEWHERE := $(NUMBERS) tests/jackpot tests/simulation tests/browser
NIGHTLY    = PITBOSS_NIGHT=1 $(BIN)/pytest $(SPREAD) $(KEPT)
test-long: night-rooms night-numbers night-jackpots night-simulation night-browser
night-rooms: setup-dev system
	$(NIGHTLY) tests $(ELSEWHERE:%=--ignore=%)
night-numbers: setup-dev
	$(NIGHTLY) $(NUMBERS)
night-jackpots: setup-dev
	$(NIGHTLY) tests/jackpot
night-simulation: setup-dev
	$(NIGHTLY) tests/simulation
night-browser: setup-dev
	sh tools/system_packages.sh chromium
	PITBOSS_TEST_BROWSER=chromium $(NIGHTLY) tests/browser

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
	$(SCRIPTS)/eslint -c tools/eslint.config.mjs src/pitboss/web/static/js src/pitboss/table_games/*/layout.js && \
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
	$(BIN)/pytest tests --ignore=tests/browser -m "not long" $(SPREAD) $(KEPT)

# In processes of their own: the browser's driver keeps an event loop running in the one it is started from.
browser: setup-dev system
	$(BIN)/pytest tests/browser -m "not long" $(SPREAD) $(KEPT)

docs: setup-dev
	$(BIN)/python tools/build_docs.py

# Branches of the rules, the ledger, the jackpots and the desk that their own tests go through; below 95 % it fails.
# One part alone: make coverage-rules, coverage-ledger, coverage-jackpots, coverage-desk.
COVERED := rules ledger jackpots desk
coverage: $(COVERED:%=coverage-%)
coverage-rules: ROOMS := rounds fairness $(subst /,.,$(patsubst src/pitboss/%.py,%,$(wildcard src/pitboss/table_games/*/rules.py \
	src/pitboss/cardplay/*/procedure.py)))
coverage-rules: HELD_BY := tests/golden tests/games tests/rounds tests/*/test_rules.py tests/blackjack/test_hands.py \
	tests/blackjack/test_dealing.py tests/blackjack/test_shoe.py tests/down_under_holdem/test_persons.py
coverage-ledger: ROOMS := ledger
coverage-ledger: HELD_BY := tests/store tests/house/test_days.py tests/people
coverage-jackpots: ROOMS := jackpots
coverage-jackpots: HELD_BY := tests/jackpot
coverage-desk: ROOMS := house chips
coverage-desk: HELD_BY := tests/house
$(COVERED:%=coverage-%): setup-dev
	COVERAGE_FILE=.cache/$@ $(BIN)/pytest -q -m "not long and not browser" -n $(JOBS) --dist loadfile $(ROOMS:%=--cov=pitboss.%) --cov-branch \
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
	@echo "making $(VENV), and uv in it, which installs the rest"
	@$(PYTHON) -m venv $(VENV)
	@printf '*\n' > $(VENV)/.gitignore
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

$(VENV)/.runtime: $(UV) lock.txt pyproject.toml
	@echo "installing what pitboss needs to run, as locked (about 650 MB; a minute or two where nothing is cached)"
	@$(UV) pip install --python $(BIN)/python --require-hashes -r lock.txt
	@echo "installing pitboss itself"
	@$(UV) pip install --quiet --python $(BIN)/python --no-deps -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime lock-dev.txt
	@echo "installing what the tests and tools need, as locked"
	@$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r lock-dev.txt
	@touch $@

# What the tests need from the system: a browser (the PostgreSQL server comes in a wheel).
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
