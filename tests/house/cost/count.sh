# SPDX-License-Identifier: BSL-1.0
# How many templates the compiler instantiates: a count, so the same on every machine with the same standard library.
# Limits are a few per cent above what was measured with clang 19 and libstdc++ 12.
#
#   bash count.sh INCLUDE_FOLDER SCRATCH_FOLDER COMPILER [FLAG...]
set -u
here=$(dirname "${BASH_SOURCE[0]}")
include=$1
scratch=$2
shift 2
mkdir -p "$scratch"
failed=0

instantiations() {  # source, flags
    local trace=$scratch/trace.json
    rm -f "$trace"
    "${compiler[@]}" -std=c++20 -fsyntax-only -I"$include" "${@:2}" "$here/$1" \
        -Xclang -ftime-trace="$trace" -Xclang -ftime-trace-granularity=0 >&2 || return 1
    grep -o '"name":"Instantiate\(Class\|Function\)"' "$trace" | wc -l
    rm -f "$trace"
}

at_most() {  # what, count, limit
    printf '%-42s %6d, limit %6d\n' "$1" "$2" "$3"
    (($2 > 0 && $2 <= $3)) || failed=1
}

compiler=("$@")
header=$(instantiations header.cpp)
attention=$(instantiations attention.cpp)
small=$(instantiations small.cpp)
one=$(instantiations formulas.cpp -DFORMULAS=1)
two=$(instantiations formulas.cpp -DFORMULAS=2)
ten=$(instantiations formulas.cpp -DFORMULAS=10)

# Measured: 579, 2422 (2497 since threads share parts of sums, 2540 since formulas are not assigned to), and 11190 where ten times the first formula would be 17810: later formulas share what is common.
at_most "the header" "$header" 595
at_most "the header and attention" "$attention" 2560
at_most "the same of 3 x 4, and a product" "$small" 3550  # 3836 with blocks that no loop runs
at_most "ten formulas, over the header" $((ten - header)) $((12 * (one - header)))
at_most "the third to the tenth (limit: linear)" $((ten - two)) $((8 * (two - one) * 11 / 10))
[[ $failed == 0 ]] || echo "too many instantiations"
exit $failed
