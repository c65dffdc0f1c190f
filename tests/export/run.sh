# SPDX-License-Identifier: BSL-1.0
# The project of examples/export, built with an installed heed and installed itself: from C by pkg-config, from Python.
#
#   bash run.sh PROJECT PREFIX_OF_HEED SCRATCH_FOLDER CMAKE COMPILER
set -eu
project=$1 prefix=$2 scratch=$3 cmake=$4 compiler=$5
rm -rf "$scratch"
mkdir -p "$scratch"
log=$scratch/log
built=$scratch/build installed=$scratch/installed

fail() {
    echo "export: $*"
    cat "$log"
    exit 1
}

"$cmake" -S "$project/examples/export" -B "$built" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_INSTALL_LIBDIR=lib >"$log" 2>&1 || fail "does not configure"
"$cmake" --build "$built" >"$log" 2>&1 || fail "does not build"
"$cmake" --install "$built" --prefix "$installed" >"$log" 2>&1 || fail "does not install"
library=$installed/lib/libattention.so

# Nothing is seen of a library but its functions.
seen=$(nm -D --defined-only "$library" | awk '{ print $3 }' | grep -vE '^(attend|weigh)(_sizes)?$|^attention_|^heed_python_|^heed_start_python$' || true)
[[ -z $seen ]] || fail "shows $seen"

# Kernels for a level have no instructions of another one.
levels=0
for level in 2 3 4; do
    object=$built/attention.export/v$level.o
    [[ -e $object ]] || continue
    levels=$((levels + 1))
    objdump -d --no-show-raw-insn "$object" >"$scratch/v$level.s"
    case $level in
        2) wider='%[yz]mm|%xmm(1[6-9]|2[0-9])' ;;
        3) wider='%zmm|%[xy]mm(1[6-9]|2[0-9])' ;;
        4) continue ;;
    esac
    if grep -qE "$wider" "$scratch/v$level.s"; then fail "kernels for x86-64-v$level have wider registers"; fi
done
if [[ $levels != 0 ]]; then
    [[ $levels == 3 ]] || fail "has $levels instruction sets, not 3"
    grep -q '%ymm' "$scratch/v3.s" || fail "kernels for x86-64-v3 have no AVX2"
    grep -q '%zmm' "$scratch/v4.s" || fail "kernels for x86-64-v4 have no AVX-512"
fi

# C.
if command -v pkg-config >/dev/null; then
    flags=$(PKG_CONFIG_PATH=$installed/lib/pkgconfig pkg-config --cflags --libs attention)
else
    echo "export: no pkg-config (Debian package: pkg-config), so that attention.pc is not tested"
    flags="-I$installed/include -L$installed/lib -lattention"
fi
# shellcheck disable=SC2086
cc -std=c99 -Wall -Wextra -Wpedantic -Werror "$project/examples/export/attend.c" -o "$scratch/attend" $flags \
    -Wl,-rpath,"$installed/lib" >"$log" 2>&1 || fail "does not compile from C"
sets=()
if [[ $levels != 0 ]]; then
    for level in 2 3 4; do
        said=$(HEED_INSTRUCTION_SET=x86-64-v$level "$scratch/attend") || fail "fails from C: $said"
        sets+=("$(grep -oE 'x86-64-v[234]' <<<"$said")")
    done
    [[ ${sets[0]} == x86-64-v2 ]] || fail "takes ${sets[0]} where x86-64-v2 is the highest that is allowed"
    if HEED_INSTRUCTION_SET=x86-64-v1 "$scratch/attend" >"$log" 2>&1; then fail "computes with x86-64-v1"; fi
    grep -q "attention has no kernels for this processor" "$log" || fail "does not say that it has no kernels"
    HEED_INSTRUCTION_SET=x86-64 "$scratch/attend" >"$log" 2>&1 && fail "computes with x86-64"
    for other in x86-64-V3 v3 avx2 x86-64-v10 x86-64-v5; do
        if HEED_INSTRUCTION_SET=$other "$scratch/attend" >"$log" 2>&1; then fail "takes $other for an instruction set"; fi
        grep -q "attention does not know this HEED_INSTRUCTION_SET" "$log" || fail "does not say that it does not know $other"
    done
fi
"$scratch/attend" >"$log" 2>&1 || fail "fails from C"

# Python.
python=
for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import numpy' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [[ -z $python ]]; then
    echo "export: no NumPy (Debian package: python3-numpy), so that attention.py is not tested"
else
    for set in "${sets[@]:-x86-64-v4}"; do
        for script in "$project/examples/export/attend.py" "$project/tests/export/check.py"; do
            HEED_INSTRUCTION_SET=$set PYTHONPATH=$installed/lib "$python" -B "$script" >"$log" 2>&1 || fail "$script fails for $set"
        done
    done
fi

# One instruction set, the compiler's own, and threads.
"$cmake" -S "$project/tests/export/threads" -B "$scratch/threads" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix" \
    >"$log" 2>&1 || fail "does not configure with threads"
"$cmake" --build "$scratch/threads" >"$log" 2>&1 || fail "does not build with threads"
if [[ -n $python ]]; then
    PYTHONPATH=$scratch/threads "$python" -B "$project/tests/export/threads/check.py" >"$log" 2>&1 || fail "fails with threads"
fi

# Gradients: several results, a number among them.
gradients=$project/tests/export/gradients
"$cmake" -S "$gradients" -B "$scratch/gradients" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix" >"$log" 2>&1 ||
    fail "does not configure with gradients"
"$cmake" --build "$scratch/gradients" >"$log" 2>&1 || fail "does not build with gradients"
cc -std=c99 -Wall -Wextra -Wpedantic -Werror "$gradients/gradients.c" -o "$scratch/gradients/learn" -I "$scratch/gradients" \
    -L "$scratch/gradients" -lgradients -Wl,-rpath,"$scratch/gradients" >"$log" 2>&1 || fail "does not compile gradients from C"
"$scratch/gradients/learn" >"$log" 2>&1 || fail "does not learn from C: $?"
if [[ -n $python ]]; then
    PYTHONPATH=$scratch/gradients "$python" -B "$gradients/check.py" >"$log" 2>&1 || fail "fails with gradients"
fi

# Lengths that hang on numbers, and arrays that have no gaps.
lengths=$project/tests/export/lengths
"$cmake" -S "$lengths" -B "$scratch/lengths" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix" >"$log" 2>&1 ||
    fail "does not configure with lengths"
"$cmake" --build "$scratch/lengths" >"$log" 2>&1 || fail "does not build with lengths"
cc -std=c99 -Wall -Wextra -Wpedantic -Werror "$lengths/lengths.c" -o "$scratch/lengths/lengths" -I "$scratch/lengths" \
    -L "$scratch/lengths" -llengths -Wl,-rpath,"$scratch/lengths" >"$log" 2>&1 || fail "does not compile lengths from C"
"$scratch/lengths/lengths" >"$log" 2>&1 || fail "measures wrong lengths from C: $?"
if [[ -n $python ]]; then
    for set in ${sets[0]:+x86-64-v2} x86-64-v3; do
        HEED_INSTRUCTION_SET=$set PYTHONPATH=$scratch/lengths "$python" -B "$lengths/check.py" >"$log" 2>&1 || fail "fails with lengths for $set"
    done
fi
# The loader calls nothing that an instruction set compiled: a processor may not run it.
for object in "$scratch"/lengths/lengths.export/v*.o; do
    [[ -e $object ]] || continue
    sections=$(objdump -h "$object")
    if grep -qE '\.(init_array|fini_array|ctors|dtors|preinit_array)' <<<"$sections"; then fail "leaves the loader what $object initialises"; fi
    grep -q heed_start_lengths_v <<<"$sections" || fail "initialises nothing in $object"
done
[[ $(readelf -SW "$scratch/lengths/liblengths.so" | grep -c INIT_ARRAY) == 1 ]] || fail "has more for the loader to initialise than its interface"
"$cmake" -DREFUSED=ON "$scratch/lengths" >"$log" 2>&1 || fail "does not configure what is refused"
if "$cmake" --build "$scratch/lengths" --target lengths_describe >"$log" 2>&1; then fail "exports arrays with gaps"; fi
grep -q "heed: an exported kernel has at_most<n> at the first axis only" "$log" || fail "does not say that arrays have no gaps"
grep -q "heed: an exported kernel has numbers of float, double or whole" "$log" || fail "passes half precision as a number"
grep -q "heed: an exported kernel takes tensors, views and numbers" "$log" || fail "does not say that a packed matrix has no shape in C"

# Names that C and Python cannot have, and files that cannot be written.
describe() {  # writes the texts of lengths into a folder
    "$cmake" -DREFUSED=OFF "-DNAMES=$1" "$scratch/lengths" >"$log" 2>&1 || fail "does not configure names"
    "$cmake" --build "$scratch/lengths" --target lengths_describe >"$log" 2>&1 || fail "does not build what describes"
    mkdir -p "$2"
    "$scratch/lengths/lengths.export/lengths_describe" "$2" "$project/tools/export/module_head.py" >"$log" 2>&1
}
if describe ON "$scratch/names"; then fail "takes any name"; fi
for words in "plus: a parameter cannot be called lambda" "minus: two parameters are called A_tokens" \
    "times: two parameters are called A" "copied: two parameters are called out" 'cannot be called "1A"' \
    "two functions or other names are called beginning_sizes" "other has 1 parameters, but 2 names of them are given" \
    "SIZE_MAXIMUM: a parameter cannot be called SIZE_MAX" "imaginary_unit: a parameter cannot be called I" \
    "constant has no parameters"; do
    grep -qF "$words" "$log" || fail "does not say: $words"
done
mkdir "$scratch/full"
ln -s /dev/full "$scratch/full/lengths.h"
if describe OFF "$scratch/full"; then fail "does not notice a full disk"; fi
grep -q "heed_export: cannot write $scratch/full/lengths.h" "$log" || fail "does not say that it cannot write"
echo "exported for ${sets[*]:-one instruction set}"
