# Sourced by the launchers: gives $root and a .venv that holds what $1 needs ("run" or "dev").
# The stamp in .venv says for which pyproject.toml, folder and need it was made, so that a second
# use starts at once. Everything said here goes to stderr. Python runs with -I: nothing is imported from the
# folder in which a launcher is used.

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

root=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
venv=$root/.venv
stamp=$venv/.made-for

# Print the first Python that is new enough: $PYTHON if set, then the usual names.
find_python() {
    for name in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$name" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            printf '%s\n' "$name"
            return 0
        fi
    done
    return 1
}

# Succeed when the stamp says that .venv fits; a .venv for "dev" also serves "run".
is_fit() {
    [ -r "$stamp" ] && [ -x "$venv/bin/python" ] || return 1
    wanted="$(cksum <"$root/pyproject.toml") $root"
    case $(cat "$stamp") in
        "dev $wanted") return 0 ;;
        "$1 $wanted") return 0 ;;
    esac
    return 1
}

# Make .venv if it is missing or broken, and install the project and what it needs with pip.
install() {
    if ! "$venv/bin/python" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        python=$(find_python) || fail "Python 3.11 or newer is needed, and none was found on this machine." \
            "Install one, or name it: PYTHON=/path/to/python3 $0"
        say "First use: making $venv ..."
        "$python" -I -m venv --clear "$venv" >&2 || fail "Could not make $venv." \
            "On Debian and Ubuntu the package python3-venv is needed."
    fi
    say "Installing what the project needs into $venv (once; a minute at most) ..."
    what=$root
    [ "$1" = dev ] && what=$root'[dev]'
    "$venv/bin/python" -I -m pip install --quiet --disable-pip-version-check --editable "$what" >&2 ||
        fail "pip could not install the project; the lines above say why. Nothing was started."
    printf '%s %s %s\n' "$1" "$(cksum <"$root/pyproject.toml")" "$root" >"$stamp"
}

# Say why nothing can be installed where nothing can be written, and end.
unusable() {
    [ -e "$stamp" ] && [ ! -x "$venv/bin/python" ] && fail "$venv was made by another user, and you cannot run" \
        "its Python, $(readlink "$venv/bin/python3" || printf '%s' "$venv/bin/python")." \
        "Its owner can remove it and start this with PYTHON=/usr/bin/python3, say, which all can run."
    fail "Cannot write in $root, where .venv has to be made."
}

# Take a lock around the installation: two launchers may be started at the same moment.
prepare() {
    is_fit "$1" && return 0
    lock=$venv.lock
    waited=0
    until mkdir "$lock" 2>/dev/null; do
        [ -d "$lock" ] || unusable
        owner=$(cat "$lock/pid" 2>/dev/null || true)
        if [ "$waited" -gt 2 ] && ! kill -0 "${owner:-x}" 2>/dev/null; then
            rm -rf "$lock"
            continue
        fi
        [ "$waited" = 0 ] && say "Waiting for another launcher that is installing ..."
        waited=$((waited + 1))
        sleep 1
    done
    trap 'rm -rf "$lock"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' HUP TERM
    printf '%s\n' "$$" >"$lock/pid"
    is_fit "$1" || install "$1"
    rm -rf "$lock"
    trap - EXIT INT HUP TERM
}
