#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Two sources of one program that are compiled for different instructions each run their own: the bits are those of
# programs of one source, in either order of linking, and of the functions that both sources have by one name none
# computes with vectors of the one, or is that of loops.
#
#   bash instruction_sets.sh PROJECT COMPILER FOLDER [OPTIONS...]
set -euo pipefail
project=$1 compiler=$2 folder=$3
shift 3
if [[ $(uname -m) != x86_64 ]] || ! grep -qw avx2 /proc/cpuinfo || ! grep -qw fma /proc/cpuinfo; then
    echo "skipped: a program for two instruction sets needs a processor with AVX2"
    exit 0
fi
here=$project/tests/house/instruction_sets
mkdir -p "$folder"
cd "$folder"

compile() { "$compiler" -std=c++20 -O2 -I "$project/include" "$@"; }
compile "$@" -c -DUNIT=first -march=x86-64 "$here/unit.cpp" -o first.o &
compile "$@" -c -DUNIT=second -march=x86-64 -mavx2 -mfma "$here/unit.cpp" -o second.o
wait $!
link() { # PROGRAM DEFINITIONS OBJECTS
    compile $2 "$here/main.cpp" $3 -o "$1"
}
link one "-DFIRST" first.o
link other "-DSECOND" second.o
link both "-DFIRST -DSECOND" "first.o second.o"
link turned "-DFIRST -DSECOND" "second.o first.o"

status=0
alone=$(./one && ./other)
[[ $(./one) != $(./other) ]] || { echo "both sets of instructions give the same bits, which proves nothing" && status=1; }
for program in both turned; do
    [[ $(./$program) == "$alone" ]] || { echo "$program: a source runs the loops of the other:" && ./$program && echo "$alone" && status=1; }
done

# Functions that the linker may take from either source: of memory, sizes and errors, none that computes.
weak() { nm "$1" | awk '$2 ~ /[WV]/ { print $3 }' | sort; }
names=$(comm -12 <(weak first.o) <(weak second.o))
disassembly=$(objdump -d --no-show-raw-insn second.o)
shared=0
for name in $names; do
    shared=$((shared + 1))
    code=$(awk -v label="<$name>:" '$2 == label { on = 1 } /^$/ { on = 0 } on' <<< "$disassembly")
    if grep -Eq '\bv?(add|sub|mul|div|f[n]?m(add|sub)[0-9]*|sqrt|max|min)[ps][sd]\b' <<< "$code"; then
        echo "both sources have, and compute in: $(c++filt "$name" | cut -c1-300)"
        status=1
    fi
done
echo "$shared functions have one name in both sources; none of them computes"
exit $status
