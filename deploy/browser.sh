#!/bin/sh
# Provide what the browser tests and those of MQTT need where the system's package manager
# may be asked. Without it those tests skip and say why; in CI (CI=true) they fail.
set -eu
cd "$(dirname "$0")/.."

has_browser() {
    for name in chromium-headless-shell chromium chromium-browser google-chrome \
        google-chrome-stable; do
        if command -v "$name" >/dev/null 2>&1; then return; fi
    done
    return 1
}

# The driver of the tests is a program of its own, and links to libatomic.
driver_runs() {
    .venv/bin/python -m playwright --version >/dev/null 2>&1
}

has_broker() {
    PATH="$PATH:/usr/sbin" command -v mosquitto >/dev/null 2>&1
}

missing=
# A browser without windows is twice as quick; Debian has it apart, other systems may not.
if ! command -v chromium-headless-shell >/dev/null 2>&1; then
    if [ "${CI:-}" = true ] || ! has_browser; then
        missing="chromium-headless-shell fonts-dejavu-core"
    fi
fi
driver_runs || missing="$missing libatomic1"
has_broker || missing="$missing mosquitto"
[ -n "$missing" ] || exit 0

will_skip() {
    echo "The tests of browser or MQTT will skip: $*"
    exit 0
}

command -v apt-get >/dev/null 2>&1 ||
    will_skip "install these with your package manager (Debian's names): $missing"
as_root=
if [ "$(id -u)" -ne 0 ]; then
    sudo -n true 2>/dev/null || will_skip "install what they need with: sudo apt install $missing"
    as_root="sudo -n"
fi

echo "Installing for the tests: $missing ..."
# shellcheck disable=SC2086  # both are lists of words
install() {
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends $missing >/dev/null
}
with_windows() {
    missing=$(echo "$missing" | sed 's/chromium-headless-shell/chromium/')
    install
}
install || { $as_root apt-get update -qq && install; } || with_windows || will_skip "see above"
