# SPDX-License-Identifier: BSL-1.0
# Every public name and member has a sentence and every function an example, in a group and on a page of the reference;
# the examples compile; documents name what exists; Doxygen has nothing to warn of.
#
#   bash reference.sh REPOSITORY FOLDER COMPILER [OPTION...]     FOLDER: for what is made
set -u
cd "$1" || exit 1
out=$2
shift 2
for program in doxygen python3; do
    command -v "$program" >/dev/null || { echo "skipped: no $program" && exit 77; }
done
mkdir -p "$out"

python3 -B docs/reference/examples.py include >"$out/examples.cpp" || exit 1
examples=$(grep -c '^void example_' "$out/examples.cpp")
compile_examples() {
    if ! echo '#include <nlohmann/json.hpp>' | "$@" -x c++ -std=c++20 -E - >/dev/null 2>&1; then
        echo "skipped: no nlohmann-json, $examples examples are not compiled"
        return
    fi
    "$@" -std=c++20 -fsyntax-only -O0 -Wall -Wno-unused -Werror -Iinclude -Idocs/reference "$out/examples.cpp"
}
compile_examples "$@" &  # most of the time that this test takes
compiling=$!

status=0
docs/reference/build "$out" >/dev/null || status=1
{ docs/reference/build --xml "$out" && python3 -B docs/reference/check.py "$out/xml" "$out/shown"; } || status=1

wait "$compiling" || { echo "reference: examples do not compile, see above" && status=1; }
echo "reference: $examples examples"
exit $status
