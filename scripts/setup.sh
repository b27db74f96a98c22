#!/bin/sh
# Sets attnviz up in ./.venv: scripts/setup.sh [EXTRA]. Run from the project's folder; `make` does.
#
#   EXTRA   nothing, or `dev` for the tools of `make test`
#
# On Debian and Ubuntu the system libraries of Qt are installed through apt-get where that is allowed (root, or sudo
# without a password). Where it is not, they are named and the set-up goes on: pictures and numbers may work all the same.
set -eu
extra=${1-}

say() { printf '%s\n' "setup: $*"; }

# --- system packages ---

# Debian packages of the libraries in resources/system-libraries.txt that the loader cannot find.
missing_packages() {
    libraries=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p)
    grep -v '^#' resources/system-libraries.txt | while read -r library package _; do
        case $libraries in *"$library "*) ;; *) echo "$package" ;; esac
    done | sort -u
    python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    if [ "$extra" = dev ] && ! command -v Xvfb >/dev/null; then echo xvfb; fi
}

apt_get() {
    as_root=
    [ "$(id -u)" = 0 ] || as_root='sudo -n'
    $as_root env PATH="$PATH:/usr/sbin:/sbin" DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@" </dev/null
}

install_packages() {
    packages=$(missing_packages | tr '\n' ' ')
    [ -n "$packages" ] || return 0
    if [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null; then
        say "not allowed to install system packages; please run: sudo apt-get install $packages"
        return 0
    fi
    say "installing $packages"
    # The package lists of a fresh machine are empty or old: then the first try fails and an update mends it.
    # shellcheck disable=SC2086 # one word a package
    apt_get install -y --no-install-recommends $packages >/dev/null 2>&1 ||
        { apt_get update && apt_get install -y --no-install-recommends $packages; } ||
        say "apt-get failed; please install by hand: $packages"
}

if [ -f /etc/debian_version ] && command -v apt-get >/dev/null; then
    install_packages
fi

# --- Python ---

usable() { "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
    for python in ${PYTHON:+"$PYTHON"} python3 python3.13 python3.12 python3.11 python3.14 python; do
        if usable "$python"; then
            printf '%s\n' "$python"
            return 0
        fi
    done
    say "no Python 3.11 or newer with the venv module was found" >&2
    say "install one (Debian, Ubuntu: python3 and python3-venv) or name it: make PYTHON=/path/to/python3" >&2
    return 1
}

if ! usable .venv/bin/python; then
    python=$(find_python)
    say "making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
fi

say "installing attnviz and what it needs into .venv (the first time this takes a few minutes)"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --editable ".${extra:+[$extra]}"

if [ "$extra" = dev ]; then
    PYTHON=.venv/bin/python sh scripts/fetch_test_model.sh ||
        say "the small test model could not be fetched; the tests that need it say so"
fi
