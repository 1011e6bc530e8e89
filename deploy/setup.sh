#!/bin/sh
# Set up .venv with what is needed: `deploy/setup.sh run` or `deploy/setup.sh dev`.
# Does nothing when that was done before and nothing has changed since.
set -eu
cd "$(dirname "$0")/.."
wanted=${1:-run}

give_up() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Print the installation command of this system for Debian's packages $*.
how_to_install() {
    if command -v apt-get >/dev/null 2>&1; then
        if [ "$(id -u)" -eq 0 ]; then echo "apt-get install -y $*"; else echo "sudo apt install $*"; fi
    else
        echo "your system's package manager (Debian calls it: $*)"
    fi
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

has_picamera2() {
    "$1" -c 'import importlib.util as u, sys; sys.exit(u.find_spec("picamera2") is None)' \
        >/dev/null 2>&1
}

can_make_venvs() {
    "$1" -c 'import ensurepip, venv' >/dev/null 2>&1
}

# Print the Python to build on. The system's own comes first where it has the Pi's camera.
find_python() {
    if [ -n "${PYTHON:-}" ]; then
        echo "$PYTHON"
        return
    fi
    if is_new_enough /usr/bin/python3 && has_picamera2 /usr/bin/python3; then
        echo /usr/bin/python3
        return
    fi
    usable=
    for name in python3 /usr/bin/python3 python3.13 python3.12 python3.11; do
        is_new_enough "$name" || continue
        if can_make_venvs "$name"; then
            echo "$name"
            return
        fi
        usable=${usable:-$name}
    done
    echo "$usable"
}

python=$(find_python)
[ -n "$python" ] ||
    give_up "Table Marshal needs Python 3.11 or newer; install it with: $(how_to_install python3 python3-venv)"
is_new_enough "$python" ||
    give_up "$python is not Python 3.11 or newer; name another one: make run PYTHON=/path/to/python3"
can_make_venvs "$python" ||
    give_up "Python's venv module is missing; install it with: $(how_to_install python3-venv)"

constraints=./constraints.txt
site=
if has_picamera2 "$python"; then
    site=--system-site-packages
    numpy=$("$python" -c 'import numpy; print(numpy.__version__)' 2>/dev/null || echo none)
    if [ "${numpy%%.*}" = 1 ]; then constraints='./constraints-bookworm.txt'; fi
fi

if [ "$wanted" = dev ]; then what='.[dev]'; else what=.; fi
fingerprint() {
    "$python" -c 'import sys; print(sys.version, sys.executable)'
    pwd
    echo "$site $constraints"
    cat pyproject.toml "$constraints"
}
stamp=$(fingerprint | cksum)

is_done() {
    [ -f ".venv/.ready-$1" ] && [ "$(cat ".venv/.ready-$1")" = "$stamp" ] &&
        .venv/bin/python -c '' 2>/dev/null
}
if is_done "$wanted" || { [ "$wanted" = run ] && is_done dev; }; then exit 0; fi

# A venv of ours for another Python or folder is made anew, and so is one that is broken.
made_by="$("$python" -c 'import sys; print(sys.version, sys.executable)') $(pwd) $site"
if [ -e .venv ] && { ! is_new_enough .venv/bin/python ||
    [ "$(cat .venv/.made-by 2>/dev/null || echo "$made_by")" != "$made_by" ]; }; then
    echo "Setting up .venv anew: it was made by another Python or for another folder."
    rm -rf .venv
fi
if [ ! -e .venv ]; then
    echo "Setting up .venv with $("$python" --version) ..."
    # shellcheck disable=SC2086  # $site is one option or nothing
    "$python" -m venv $site .venv || {
        rm -rf .venv
        give_up "The virtual environment could not be made; see above. If ensurepip is named there: $(how_to_install python3-venv)"
    }
    echo "$made_by" >.venv/.made-by
fi

echo "Installing what Table Marshal needs (a few minutes on a Raspberry Pi) ..."
rm -f .venv/.ready-*
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input \
    -c "$constraints" -e "$what" ||
    give_up "The packages could not be installed; see above. The first start needs the internet: check the connection and run make again."
echo "$stamp" >".venv/.ready-$wanted"
