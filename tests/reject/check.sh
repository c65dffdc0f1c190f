# SPDX-License-Identifier: BSL-1.0
# Checks the cases of a file that must not compile.
#
#   bash check.sh [--without 5,6] FILE COMPILER [FLAG...]
#
# Each case is a block of FILE and an expectation, words separated by " | ":
#
#   // CASE 1: heed: A * B needs columns(A) == rows(B) | 64 | 128
#   #if CASE == 1
#       tensor bad = a * b;
#   #endif
#
# The case must fail with one error, a sentence of heed at a line of the block, and every word must stand on an error,
# a note or a "required from" line: source that the compiler echoes does not count. A sentence is compared whole.
# `CASE 1 throws:` is for words that are thrown in a constant expression: they stand, in quotes, in the chain of calls.
# A word in brackets, [3 x 4], is a shape in words: asked for where the compiler shows text (HEED_SHOWS_TEXT).
# `CASE 1 warns:` must compile with one warning. `#ifdef CASE_1  // "word"  "word"` is block and expectation in one.
# Without a CASE, or with one that is left out by --without, the file must compile without a word. What no case needs stands
# in #ifndef CASE, to be compiled once: it takes most of the time.
set -u
export LC_ALL=C

without=,
if [[ $1 == --without ]]; then
    without=,$2,
    shift 2
fi
file=$1
shift
compile=("$@")
name=${file##*/}
failed=0
shows_text=$("${compile[@]}" -E -P -x c++ - <<<$'#include <heed/meta/config.hpp>\nHEED_SHOWS_TEXT' 2>/dev/null | tail -n 1)

# One line a case: number, kind, first and last line of its block, words.
list_cases() {
    awk '
        /^\/\/ CASE [0-9]+( [a-z]+)?: / {
            number = $3; sub(":", "", number)
            kind[number] = $4 ~ /^(throws|warns):$/ && $3 !~ /:$/ ? $4 : "fails"; sub(":", "", kind[number])
            words[number] = $0; sub(/^\/\/ CASE [0-9]+( [a-z]+)?: /, "", words[number])
        }
        /^#if CASE == [0-9]+/ { open = $4; first[open] = FNR }
        /^#ifdef CASE_[0-9]+ / {
            open = $2; sub("CASE_", "", open); first[open] = FNR
            kind[open] = "fails"
            quoted = $0; all = ""
            while (match(quoted, /"[^"]*"/)) {
                all = all (all == "" ? "" : " | ") substr(quoted, RSTART + 1, RLENGTH - 2)
                quoted = substr(quoted, RSTART + RLENGTH)
            }
            words[open] = all
        }
        /^#endif/ && open != "" { last[open] = FNR; open = "" }
        END {
            for (n in first) print n "\t" (n in kind ? kind[n] : "missing") "\t" first[n] "\t" last[n] "\t" words[n]
            for (n in kind) if (!(n in first)) print n "\tunused\t0\t0\t" words[n]
        }' "$file" | sort -n
}

complain() {  # case, what is wrong; the output of the compiler follows the first complaint about a case
    failed=1
    echo "$name: $1: $2"
    if [[ $complained != "$1" ]]; then
        echo "--- the compiler said:"
        head -n 80 <<<"$output"
        echo "---"
    fi
    complained=$1
}

# The lines that begin with a place and say something, in one spelling for all compilers: g++ writes (& d_k) for &d_k,
# 1.5e+0 is 1.5 and so is 1.500000e+00.
statements() {
    grep -E '^[^ ]+:[0-9]+:[0-9]+: +(fatal error:|error:|warning:|note:|(recursively )?required (from|by)|in .constexpr. expansion of)|^[^ ]+: In (instantiation|substitution) of' |
        sed -E 's/\(& ?([A-Za-z_:0-9]+)\)/\&\1/g; s/([0-9]\.[0-9]*[1-9])0*e\+0+([^0-9])/\1\2/g'
}

without_place() { sed -E 's/^[^ ]+: +//'; }

count() { grep -cE "$1" <<<"$2"; }

# A sentence of heed is the end of a line, any other word a whole word.
says() {
    if [[ $2 == heed:* ]]; then
        local line
        while IFS= read -r line; do [[ $line == *"$2" || $line == *"$2\"" ]] && return 0; done <<<"$1"
        return 1
    fi
    grep -qwF -- "$2" <<<"$1"
}

check_case() {  # number, kind, first and last line, words
    local label="CASE $1" kind=$2 first=$3 last=$4 status said words word at_user=no place
    output=$("${compile[@]}" -DCASE="$1" -DCASE_"$1" "$file" 2>&1 </dev/null)
    status=$?
    said=$(statements <<<"$output")

    local severity=error
    [[ $kind == warns ]] && severity=warning
    if [[ $kind == warns && $status != 0 ]]; then complain "$label" "does not compile, but must only warn"; fi
    if [[ $kind != warns && $status == 0 ]]; then complain "$label" "compiles, but must not"; fi

    local number
    number=$(count ": (fatal )?$severity:" "$said")
    [[ $number == 1 ]] || complain "$label" "needs one $severity, has $number"
    if [[ $kind == fails ]] && [[ $(count ': error:.*heed:' "$said") != 1 ]]; then
        complain "$label" "needs one error that begins with heed:"
    fi

    while IFS=: read -r place; do
        ((place >= first && place <= last)) && at_user=yes
    done < <(grep -F "$file:" <<<"$said" | sed -nE "s/^[^ ]*${name//./\\.}:([0-9]+):.*/\1/p")
    [[ $at_user == yes ]] || complain "$label" "names no line from $first to $last of the file"

    said=$(without_place <<<"$said")
    IFS= read -r words <<<"$5"
    while [[ -n $words ]]; do
        word=${words%% | *}
        [[ $words == *" | "* ]] && words=${words#* | } || words=
        if [[ $kind == throws && $word == heed:* ]]; then
            grep -qF -- "\"$word\"" <<<"$said" || complain "$label" "throws nowhere \"$word\""
        elif [[ $word == "["* && $shows_text == 0 ]]; then
            :  # clang 14: the extents, which are words of their own
        else
            says "$said" "$word" || complain "$label" "says nowhere \"$word\""
        fi
    done
}

check_control() {
    output=$("${compile[@]}" "$@" "$file" 2>&1 </dev/null)
    local status=$?
    [[ $status == 0 ]] || complain control "does not compile"
    [[ $status != 0 || -z $output ]] || complain control "compiles, but not without a word"
}

complained= output=
check_control
[[ $failed == 0 ]] || exit 1
cases=0
while IFS=$'\t' read -r number kind first last words; do
    [[ $without == *,$number,* ]] && continue
    cases=$((cases + 1))
    complained= output=
    case $kind in
        missing) complain "CASE $number" "has no expectation" ;;
        unused) complain "CASE $number" "has an expectation and no block" ;;
        *) check_case "$number" "$kind" "$first" "$last" "$words" ;;
    esac
done < <(list_cases)
complained= output=
[[ $cases != 0 ]] || complain "the file" "has no case"
[[ $failed != 0 ]] || echo "$name: $cases cases are rejected as they must be"
exit $failed
