# Table Marshal in a few words:
#   make run            start the table            make run ARGS="--port 8001"
#   make demo           watch a game play itself
#   make test           run every test             make test ARGS="tests/hardware -x"
#   make test-oldest    run vision tests on the oldest OpenCV that is supported
#   make check          style, types and the floors of the house
#   make soak           ten minutes of play without a rest: is memory flat?
#   make clean          remove what these targets made
ARGS ?=
# A file's tests share what is dear to build, so a file stays with one worker; the browser's
# files, the longest, come first by name. `make test WORKERS=` runs all in one process.
WORKERS ?= -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder
# What is run once more on the oldest OpenCV that is supported.
VISION = $(addprefix tests/vision/,cameras test_tags.py test_detection.py test_reader.py enrolled)

.PHONY: run demo test test-oldest check soak clean setup setup-dev

run: setup
	@exec .venv/bin/python -m companion run $(ARGS)

demo: setup
	@exec .venv/bin/python -m companion demo $(ARGS)

test: setup-dev
	@sh deploy/browser.sh
	@.venv/bin/python -m pytest $(WORKERS) $(ARGS)

test-oldest: setup-dev
	@sh deploy/oldest.sh $(VISION)

check: setup-dev
	@sh deploy/check.sh

soak: setup
	@exec nice -n 5 .venv/bin/python -m companion bench soak --minutes 10 $(ARGS)

setup:
	@sh deploy/setup.sh run

setup-dev:
	@sh deploy/setup.sh dev

clean:
	rm -rf .venv build dist *.egg-info tests/artefacts
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
