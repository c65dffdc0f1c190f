# SPDX-License-Identifier: BSL-1.0
# What gdb shows of tensors and views (tools/gdb), compared line by line.
#
#   bash check.sh PROJECT FOLDER COMPILER
set -eu
project=$1 folder=$2 compiler=$3
if ! command -v gdb >/dev/null || ! gdb -batch -ex 'python print(1)' 2>/dev/null | grep -qx 1; then
    echo "skipped: no gdb with Python"
    exit
fi
mkdir -p "$folder"
"$compiler" -std=c++20 -g -O0 -I"$project/include" "$project/tests/gdb/shown.cpp" -o "$folder/shown"
line=$(grep -n 'gdb stops here' "$project/tests/gdb/shown.cpp" | cut -d: -f1)
sed "s/stop_line/shown.cpp:$line/" "$project/tests/gdb/shown.gdb" >"$folder/shown.gdb"
gdb -nx -batch -ex "source $project/tools/gdb/heed.py" -x "$folder/shown.gdb" "$folder/shown" >"$folder/shown.txt" 2>&1 || true
# Before the first value gdb speaks of the program; how it writes a const before or after a type is its own.
sed -n '/^\$1 = /,$p' "$folder/shown.txt" | sed 's/float const/const float/' | diff "$project/tests/gdb/shown.txt" - ||
    { cat "$folder/shown.txt"; exit 1; }
