#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Plans are used up while compiling: an optimised program has none of them in it, where each is half a megabyte.
#
#   bash plan_in_program.sh PROJECT COMPILER FOLDER [FLAG...]
set -euo pipefail
project=$1 compiler=$2 folder=$3
shift 3
mkdir -p "$folder"

"$compiler" -std=c++20 -O1 "$@" -I "$project/include" -c "$project/tests/house/plan_in_program/formulas.cpp" -o "$folder/formulas.o"
nm -S "$folder/formulas.o" >"$folder/names"
grep compute "$folder/names" >/dev/null || { echo "no function is compiled, which proves nothing" && exit 1; }
# Of what lies in memory: nothing of the size of a plan.
if found=$(awk 'tolower($3) ~ /[rduvb]/ && length($2) == 16 && $2 > "0000000000004000"' "$folder/names" | grep .); then
    echo "the program has large constants in it:" && c++filt <<<"$found" | cut -c1-300
    exit 1
fi
