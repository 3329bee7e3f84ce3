# Each target sets up what it lacks and calls one tool. `make run` and `make test` are all one needs.
SETUP := @sh packaging/linux/setup-machine
PYTHON := .venv/bin/python
BIN := .venv/bin
SOURCES := $(shell find desktop_app tests resources -name '*.py' -o -name '*.qss' -o -name '*.md' 2>/dev/null)
WORKERS ?= 2

.PHONY: run demo test check bench fuzz packages test-packages test-windows translations lock clean

run:
	@if [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	    echo "No display here. 'make demo' plays the whole journey without one and writes screenshots."; exit 1; fi
	$(SETUP) run
	@$(PYTHON) -m desktop_app $(ARGS)

demo:
	$(SETUP) run
	@QT_QPA_PLATFORM=offscreen $(PYTHON) -m desktop_app --demo build/demo $(ARGS)

test:
	$(SETUP) test
	@rm -f build/coverage-of-tests
	@$(PYTHON) -m pytest -n $(WORKERS) --dist loadfile --cov --cov-report= --cov-fail-under=0 $(ARGS)
	@[ -n "$(ARGS)" ] || { mkdir -p build && touch build/coverage-of-tests; }

build/coverage-of-tests: $(SOURCES)
	@$(MAKE) --no-print-directory test

check: build/coverage-of-tests
	$(SETUP) test
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/coverage report
	@$(BIN)/bandit --quiet --recursive --severity-level medium -c pyproject.toml desktop_app packaging
	@$(PYTHON) packaging/audit_dependencies.py

bench:
	$(SETUP) test
	@$(PYTHON) -m pytest tests/bench --benchmark-enable -p no:xdist -s $(ARGS)

fuzz:
	$(SETUP) test
	@HYPOTHESIS_PROFILE=fuzz $(PYTHON) -m pytest -n $(WORKERS) --timeout 3600 -m "not local_model" $(ARGS)

packages:
	$(SETUP) packages
	$(SETUP) windows
	@$(PYTHON) packaging/build.py deb deb-small appimage rpm windows

test-packages:
	$(SETUP) packages
	$(SETUP) windows
	@$(PYTHON) -m pytest packaging/tests -m "not windows" --timeout 1800 $(ARGS)

test-windows:
	$(SETUP) windows
	@$(PYTHON) -m pytest packaging/tests -m windows --timeout 3600 $(ARGS)

translations:
	$(SETUP) run
	@mkdir -p resources/translations
	@$(BIN)/pyside6-lupdate -silent -locations none -no-obsolete $$(find desktop_app/ui desktop_app/bootstrap.py desktop_app/__main__.py -name '*.py') -ts resources/translations/throughline_zh_CN.ts
	@$(BIN)/pyside6-lrelease -silent resources/translations/throughline_zh_CN.ts

lock:
	uv pip compile pyproject.toml --group dev --group packaging --universal --generate-hashes --quiet -o requirements.lock

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .coverage*
