#!/bin/sh
# Make this machine a table that starts by itself, or bring it up to date.
#
#   sudo sh deploy/install.sh              install, or update to what lies in this folder
#   sudo sh deploy/install.sh --back       go back to the release before
#   sudo sh deploy/install.sh --uninstall  remove the program; games and settings stay
#   sudo sh deploy/install.sh --purge      remove games and settings, too
#
# It may be run as often as you like. Each release has a folder of its own, and the link
# `current` moves only once the new one is complete: a pulled plug leaves the old one.
set -eu

ROOT=/opt/table-marshal
DATA=/var/lib/table-marshal
CONFIG=/etc/table-marshal
UNIT=/etc/systemd/system/table-marshal.service
COMMAND=/usr/local/bin/marshal
ACCOUNT=table-marshal
#: Python, OpenCV and the rest take about 600 MB, and the release before stays (kB).
ROOM_KB=1500000

#: What a release must be able to do: start, and have words in each language.
SOUND='
import companion.run
from companion.rulebooks import rulebooks
from web.translation import LANGUAGES, translation
rulebooks()
for language in LANGUAGES:
    translation(language)
'

source_folder=$(cd "$(dirname "$0")/.." && pwd)

say() { printf '%s\n' "$*"; }
give_up() {
    printf 'Not installed: %s\n' "$*" >&2
    exit 1
}

has_systemd() { [ -d /run/systemd/system ]; }
is_pi() { grep -qs 'Raspberry Pi' /proc/device-tree/model; }

require_root() {
    [ "$(id -u)" -eq 0 ] || give_up "it needs to be root; run: sudo sh deploy/install.sh"
}

require_system() {
    command -v apt-get >/dev/null 2>&1 ||
        give_up "this is no Debian or Raspberry Pi OS (there is no apt-get); use 'make run' instead."
    case $(uname -m) in
        x86_64 | aarch64 | arm64) ;;
        *) give_up "this is a $(uname -m) system, and OpenCV is only there for 64 bits; install the 64-bit Raspberry Pi OS." ;;
    esac
    # A 64-bit kernel may run 32-bit programs.
    [ "$(getconf LONG_BIT)" = 64 ] ||
        give_up "this is a 32-bit system; install the 64-bit Raspberry Pi OS."
    mkdir -p "$ROOT" "$CONFIG"
    free=$(df -Pk "$ROOT" | awk 'NR == 2 { print $4 }')
    [ "$free" -ge "$ROOM_KB" ] ||
        give_up "$ROOT has $((free / 1024)) MB free and $((ROOM_KB / 1024)) MB are needed; free some space."
}

# Print the packages of this list that are missing.
missing_packages() {
    for package in "$@"; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || :)
        [ "$state" = installed ] || printf '%s ' "$package"
    done
}

install_packages() {
    wanted="python3 python3-venv ca-certificates"
    # The camera and the pins come from the system; they are not to be had from pip.
    if is_pi; then wanted="$wanted python3-picamera2 python3-lgpio"; fi
    # shellcheck disable=SC2086  # a list of words
    missing=$(missing_packages $wanted)
    if [ -n "$missing" ]; then
        say "Installing from the system: $missing"
        # shellcheck disable=SC2086
        apt_install $missing || { apt-get update -qq && apt_install $missing; } ||
            give_up "the packages ${missing}could not be installed; check the internet connection and 'sudo apt update', then run this again."
    fi
    /usr/bin/python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        give_up "this system's Python is $(/usr/bin/python3 -V | cut -d' ' -f2) and 3.11 is needed; install Raspberry Pi OS Bookworm or newer."
}

apt_install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

create_account() {
    if ! id "$ACCOUNT" >/dev/null 2>&1; then
        useradd --system --user-group --home-dir "$DATA" --no-create-home \
            --shell /usr/sbin/nologin "$ACCOUNT"
    fi
    for group in video gpio; do
        if getent group "$group" >/dev/null; then usermod -aG "$group" "$ACCOUNT"; fi
    done
    install -d -m 0750 -o "$ACCOUNT" -g "$ACCOUNT" "$DATA"
}

# Copy the source into a folder of its own and build its environment there.
build_release() {
    release="$ROOT/releases/$(date +%Y%m%d-%H%M%S)"
    number=1
    while [ -e "$release" ]; do
        number=$((number + 1))
        release="${release%+*}+$number"
    done
    mkdir -p "$release"
    # A release that is not complete must never be taken for one.
    trap 'rm -rf "$release"' EXIT
    trap 'exit 1' HUP INT TERM
    tar -C "$source_folder" -cf - --exclude=__pycache__ --exclude='*.egg-info' \
        companion hardware vision web deploy docs pyproject.toml README.md LICENSE \
        CHANGELOG.md constraints.txt constraints-bookworm.txt | tar -C "$release" -xf -
    PYTHON=/usr/bin/python3 sh "$release/deploy/setup.sh" run ||
        give_up "see above; nothing was changed, and what ran before still runs."
    problem=$(cd "$release" && .venv/bin/python -c "$SOUND" 2>&1) ||
        give_up "the new release does not start ($(printf '%s\n' "$problem" | tail -n 1)); nothing was changed, and what ran before still runs."
    "$release/.venv/bin/python" -m compileall -q "$release/companion" "$release/hardware" \
        "$release/vision" "$release/web"
    chmod -R go+rX "$release"
    trap - EXIT HUP INT TERM
}

# Point a link somewhere else in one step.
point() {
    ln -sfn "$2" "$1.new"
    mv -T "$1.new" "$1"
}

place_command() {
    cat >"$COMMAND.new" <<'WRAPPER'
#!/bin/sh
# The table's own command, with the settings and the games of the table on this machine.
export XDG_CONFIG_HOME=/etc XDG_STATE_HOME=/var/lib
exec /opt/table-marshal/current/.venv/bin/marshal "$@"
WRAPPER
    chmod 0755 "$COMMAND.new"
    mv "$COMMAND.new" "$COMMAND"
}

back_up_data() {
    [ -f "$DATA/table.sqlite" ] && [ -x "$ROOT/current/.venv/bin/marshal" ] || return 0
    install -d -m 0700 -o "$ACCOUNT" -g "$ACCOUNT" "$DATA/backups"
    file="$DATA/backups/before-$(basename "$release").zip"
    if "$COMMAND" backup "$file" >/dev/null; then
        say "Games and settings are backed up in $file"
        # shellcheck disable=SC2012  # these are names of our own
        ls -1t "$DATA"/backups/before-*.zip | tail -n +4 | xargs -r rm -f
    else
        say "The games could not be backed up; they are left as they are."
    fi
}

restart() {
    cp "$ROOT/current/deploy/table-marshal.service" "$UNIT"
    if ! has_systemd; then
        systemctl enable table-marshal >/dev/null 2>&1 || :
        say "systemd is not running here, so the table starts with the next boot."
        return 0
    fi
    systemctl daemon-reload
    systemctl enable -q table-marshal
    systemctl restart table-marshal
}

switch_to() {
    before=$(readlink "$ROOT/current" || :)
    point "$ROOT/current" "$1"
    if restart; then
        if [ -n "$before" ] && [ "$before" != "$1" ]; then point "$ROOT/previous" "$before"; fi
        return 0
    fi
    [ -n "$before" ] || give_up "the table does not start; see: journalctl -u table-marshal"
    point "$ROOT/current" "$before"
    restart || :
    give_up "the new release does not start, so the one before runs again; see: journalctl -u table-marshal"
}

remove_old_releases() {
    for folder in "$ROOT"/releases/*; do
        [ -d "$folder" ] || continue
        case $folder in
            "$(readlink "$ROOT/current" || :)" | "$(readlink "$ROOT/previous" || :)") ;;
            *) rm -rf "$folder" ;;
        esac
    done
}

install_or_update() {
    require_root
    require_system
    install_packages
    create_account
    say "Building the release (a few minutes on a Raspberry Pi) ..."
    build_release
    back_up_data
    place_command
    switch_to "$release"
    remove_old_releases
    say "Table Marshal is installed: $("$COMMAND" --version)."
    say "  the host's link   sudo marshal link"
    say "  is all well?      sudo marshal doctor"
    say "  what happens      journalctl -u table-marshal -f"
    say "  go back           sudo sh deploy/install.sh --back"
}

go_back() {
    require_root
    previous=$(readlink "$ROOT/previous" || :)
    [ -d "${previous:-/nowhere}" ] || give_up "there is no release before this one."
    switch_to "$previous"
    say "Back at $(basename "$previous"): $("$COMMAND" --version). Run --back again to return."
}

uninstall() {
    require_root
    if has_systemd; then systemctl disable --now -q table-marshal 2>/dev/null || :; fi
    rm -f "$UNIT" /etc/systemd/system/multi-user.target.wants/table-marshal.service "$COMMAND"
    if has_systemd; then systemctl daemon-reload; fi
    rm -rf "$ROOT"
    if [ "$1" = purge ]; then
        rm -rf "$DATA" "$CONFIG"
        if id "$ACCOUNT" >/dev/null 2>&1; then userdel "$ACCOUNT"; fi
        say "Table Marshal, its games and its settings are gone."
    else
        say "Table Marshal is gone. Games stay in $DATA, settings in $CONFIG; --purge removes them."
    fi
}

case ${1:-} in
    "") install_or_update ;;
    --back) go_back ;;
    --uninstall) uninstall keep ;;
    --purge) uninstall purge ;;
    *) give_up "'$1' is unknown; there are: --back, --uninstall, --purge" ;;
esac
