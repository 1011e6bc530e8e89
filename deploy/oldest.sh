#!/bin/sh
# Run vision tests on the oldest OpenCV that is supported, with the numpy of its time.
# Both lie in a folder of their own that only this run looks into: .venv stays as it is.
set -eu
cd "$(dirname "$0")/.."
folder=.venv/oldest
wanted=$(grep -E '^(numpy|opencv-python-headless)==' constraints-bookworm.txt)

if [ "$(cat "$folder/installed" 2>/dev/null)" != "$wanted" ]; then
    rm -rf "$folder"
    # One package a line: word splitting is meant.
    # shellcheck disable=SC2086
    .venv/bin/python -m pip install --quiet --no-deps --target "$folder" $wanted
    printf '%s\n' "$wanted" >"$folder/installed"
fi

PYTHONPATH=$folder .venv/bin/python - $wanted <<'CHECK'
import sys
import cv2, numpy
wanted = dict(line.split("==") for line in sys.argv[1:])
opencv = wanted["opencv-python-headless"]
if not opencv.startswith(cv2.__version__) or numpy.__version__ != wanted["numpy"]:
    sys.exit(f"wanted {wanted}, but got OpenCV {cv2.__version__} and numpy {numpy.__version__}")
print(f"OpenCV {cv2.__version__}, numpy {numpy.__version__}")
CHECK

PYTHONPATH=$folder exec .venv/bin/python -m pytest -q "$@"
