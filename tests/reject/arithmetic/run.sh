#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Arithmetic in which bounds do not hold: where a macro tells, verification does not compile, in one sentence; where
# none does, the program refuses.
#
#   [NIGHT=1] bash run.sh COMPILER [FLAG...]        with -fsyntax-only among the flags; clang takes them all at night only
set -u
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
check=("$@")
build=()
for word in "$@"; do [[ $word == -fsyntax-only ]] || build+=("$word"); done
first=1
[[ -z ${NIGHT-} ]] || first=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

complain() {
    failed=1
    echo "arithmetic: $1"
    head -n 20 <<<"$output"
}

compiles_in_silence() {  # file, flags
    output=$("${check[@]}" "${@:2}" "$1" 2>&1) || complain "$1 does not compile with ${*:2}"
    [[ -z $output ]] || complain "$1 does not compile without a word with ${*:2}"
}

is_refused() {  # words, flags
    if output=$("${check[@]}" "${@:2}" verified.cpp 2>&1); then complain "compiles with ${*:2}"; fi
    local errors
    errors=$(grep -cE ': (fatal )?error:' <<<"$output")
    [[ $errors == 1 ]] || complain "needs one error with ${*:2}, has $errors"
    grep -E ': error:' <<<"$output" | grep -qF "heed: verification needs $1" || complain "says nowhere \"$1\" with ${*:2}"
}

refuses_to_run() {  # words, what was done
    output=$("$work/verified" 2>&1)
    local status=$?
    [[ $status == 2 && $output == "heed: verification needs $1"* ]] || complain "$2: exits with $status"
}

compiles_in_silence verified.cpp
compiles_in_silence formulas.cpp -ffast-math -fno-finite-math-only
# clang 19 and newer compile no header of heed with -ffinite-math-only alone (tests/acceptance/flags).
known=(-DHEED_ALLOW_FINITE_MATH_ONLY -Wno-nan-infinity-disabled -Wno-unknown-warning-option)
is_refused "a file compiled without -ffast-math" "${known[@]}" -ffast-math
is_refused "a file compiled without -ffast-math" "${known[@]}" -ffinite-math-only
is_refused "a file compiled without -ffast-math" "${known[@]}" -O2 -ffast-math
output=$("${build[@]}" -O1 -c verified.cpp -o "$work/verified.o" 2>&1) || complain "does not compile with -O1"
# What clang has no macro for does not reach heed's headers, or verification refuses.
runs_right_or_refuses() {  # words, what was done
    output=$("$work/verified" 2>&1)
    local status=$?
    [[ $status == 0 || ($status == 2 && $output == "heed: verification needs $1"*) ]] || complain "$2: exits with $status"
}
if "$1" --version | grep -q clang; then
    all_flags=("-fassociative-math -fno-signed-zeros -fno-trapping-math" -freciprocal-math)
    for flags in "${all_flags[@]:first}"; do
        # shellcheck disable=SC2086
        output=$("${build[@]}" -O2 $flags verified.cpp -o "$work/verified" 2>&1) || complain "does not compile with $flags"
        runs_right_or_refuses "each file that includes it compiled without -ffast-math" "with $flags"
        # The linker keeps the functions of the file that comes first, wherever it stands.
        # shellcheck disable=SC2086
        output=$("${build[@]}" -O2 $flags -c included.cpp -o "$work/included.o" 2>&1) || complain "does not compile with $flags"
        for files in "verified included" "included verified"; do
            read -r first second <<<"$files"
            output=$("$1" "$work/$first.o" "$work/$second.o" -o "$work/verified" 2>&1) || complain "does not link: $files"
            runs_right_or_refuses "each file that includes it compiled without -ffast-math" "$files, one with $flags"
        done
    done
else
    is_refused "a file compiled without -ffast-math" -funsafe-math-optimizations
    is_refused "a file compiled without -ffast-math" -freciprocal-math
fi

# What others link with -ffast-math flushes denormal numbers in all of the program.
output=$("$1" "$work/verified.o" -o "$work/verified" 2>&1) ||
    complain "does not build"
output=$("$work/verified" 2>&1) || complain "does not run"
if [[ $("$1" -dumpmachine) == x86_64-* ]]; then
    output=$("$1" -ffast-math "$work/verified.o" -o "$work/verified" 2>&1) || complain "does not link with -ffast-math"
    refuses_to_run "denormal numbers" "linked with -ffast-math"
fi

[[ $failed != 0 ]] || echo "arithmetic: refused as it must be"
exit $failed
