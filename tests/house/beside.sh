# SPDX-License-Identifier: BSL-1.0
# The programs of docs/beside.md, in which other libraries compute the same attention, are compiled where these are, and
# give the same numbers.
#
#   bash beside.sh PROJECT COMPILER [OPTION...]     OPTION: for heed
set -u
cd "$1/examples/beside" || exit 2
compiler=$2
options=("${@:3}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0 same=()

has() { echo "#include <$1>" | "${@:2}" -x c++ -E - >/dev/null 2>&1; }

# run NAME HEADER COMPILER OPTION... [-- LIBRARY...]
run() {
    local name=$1 header=$2 compile=() libraries=()
    shift 2
    while [[ $# != 0 && $1 != -- ]]; do compile+=("$1") && shift; done
    libraries=("${@:2}")
    if ! has "$header" "${compile[@]}"; then
        echo "skipped: no <$header>, examples/beside/$name.cpp is not compiled"
    elif "${compile[@]}" -O0 "$name.cpp" -o "$scratch/$name" "${libraries[@]}" && "$scratch/$name" >"$scratch/said"; then
        same+=("$name")
    else
        failed=1
        echo "beside: $name: $(cat "$scratch/said" 2>/dev/null)"
    fi
}

run heed heed/heed.hpp "$compiler" -std=c++20 -I../../include "${options[@]}"
run eigen Eigen/Core "$compiler" -std=c++20 -isystem /usr/include/eigen3
run xtensor xtensor-blas/xlinalg.hpp "$compiler" -std=c++20 -- -lopenblas
run mdspan mdspan clang++-19 -std=c++23 -stdlib=libc++
run fastor Fastor/Fastor.h "$compiler" -std=c++20  # no package: where CPLUS_INCLUDE_PATH finds it
run halide Halide.h "$compiler" -std=c++20 -isystem /usr/include/halide14 -- -lHalide14
echo "the same attention: ${same[*]}"
exit $failed
