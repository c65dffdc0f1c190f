# SPDX-License-Identifier: BSL-1.0
# What tests of built programs share: sourced, with $program, the program, and $name, what to call it. Makes $folder, which
# goes when the test ends, and counts $failures.
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "$name: $*"
    failures=$((failures + 1))
}

# expect STATUS ARGUMENTS...: runs the program; what it writes is in $folder/out and $folder/err
expect() {
    local status=$1
    shift
    "$program" "$@" >"$folder/out" 2>"$folder/err" </dev/null
    local found=$?
    [ $found -eq "$status" ] || fail "status $found, not $status: $*: $(head -1 "$folder/err")"
}
# says out|err WORDS: the last call did
says() { grep -qF -- "$2" "$folder/$1" || fail "no \"$2\" in $1 of the last call, but: $(head -1 "$folder/$1")"; }
