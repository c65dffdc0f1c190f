# SPDX-License-Identifier: BSL-1.0
# What docs/verify.md shows of a message is what g++ 12 says of the code above it, and what README.md shows is what it says
# of the line of examples/first.cpp that does not compile. A line that is indented goes on with the one before.
#
#   bash messages.sh PROJECT COMPILER [FLAG...]
set -u
export LC_ALL=C
project=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

block() {  # the first block of a page that opens with a line
    awk -v open="$2" '$0 == open { inside = 1; next } inside && $0 == "```" { exit } inside' "$project/$1"
}
{
    echo '#include <heed/verify.hpp>'
    echo 'using namespace heed;'
    block docs/verify.md '```cpp'
    echo 'static_assert(all_consistent<wrong>);'
} >"$scratch/wrong.cpp"
said=$("$@" -std=c++20 -fsyntax-only "$scratch/wrong.cpp" 2>&1) && echo "messages: all_consistent<wrong> compiles" && exit 1

shown=0 failed=0
while IFS= read -r line; do
    shown=$((shown + 1))
    if [[ $said != *"$line"* ]]; then
        failed=1
        printf 'docs/verify.md shows what is not said: %s\n' "$line"
    fi
done < <(block docs/verify.md '```text' | awk '/^ / { sub(/^ +/, " "); line = line $0; next } line != "" { print line } { line = $0 } END { print line }')
[[ $shown == 2 ]] || { echo "messages: docs/verify.md shows $shown lines of two" && failed=1; }

mistake='tensor z = softmax(q * k) * v;'
sed "s|// \(tensor z = .*;\)  does not compile.*|\1|" "$project/examples/first.cpp" >"$scratch/first.cpp"
of_first=$("$@" -std=c++20 -fsyntax-only "$scratch/first.cpp" 2>&1) && echo "messages: '$mistake' compiles" && failed=1
line=$(block README.md '```text')
if [[ -z $line || $of_first != *"$line"* ]]; then
    failed=1
    printf 'README.md shows what is not said: %s\n%s\n' "$line" "$of_first"
fi
[[ $failed == 0 ]] && echo "docs/verify.md and README.md show lines that g++ says" || echo "$said"
exit $failed
