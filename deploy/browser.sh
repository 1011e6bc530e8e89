#!/bin/sh
# Provide Chromium for the browser tests where the system's package manager may be asked.
# Without one those tests skip and say why; in CI (CI=true) they fail.
set -eu

for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done

if ! command -v apt-get >/dev/null 2>&1; then
    echo "No Chromium here, so the browser tests will skip; install one with your package manager."
    exit 0
fi

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    echo "No Chromium here, so the browser tests will skip; install it with: sudo apt install chromium"
    exit 0
fi

echo "Installing Chromium for the browser tests ..."
install_chromium() {
    # shellcheck disable=SC2086  # $as_root is a command with its option, or nothing
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        chromium fonts-dejavu-core >/dev/null
}
# shellcheck disable=SC2086
install_chromium || { $as_root apt-get update -qq && install_chromium; } ||
    echo "Chromium could not be installed, so the browser tests will skip; see above."
