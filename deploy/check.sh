#!/bin/sh
# Look the source over: style, format, types, floors. All four run, then the verdict.
set -u
cd "$(dirname "$0")/.." || exit 1
failed=

run() {
    if ! "$@"; then failed="$failed$(basename "$1") "; fi
}

run .venv/bin/ruff check .
run .venv/bin/ruff format --check .
run .venv/bin/mypy
run .venv/bin/lint-imports --no-cache

if [ -n "$failed" ]; then
    echo "make check: not clean: $failed" >&2
    exit 1
fi
echo "make check: clean"
