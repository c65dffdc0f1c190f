# SPDX-License-Identifier: BSL-1.0
# Documentation holds no code of its own: each ```cpp block is lines of an example, in their order and without gaps.
#
#   bash snippets.sh PROJECT
set -u
cd "$1" || exit 2
failed=0 blocks=0

# Lines without indentation, empty ones left out.
plain() { sed -E 's/^[[:space:]]+//; s/[[:space:]]+$//; /^$/d'; }

occurs() {  # block
    local example
    for example in examples/*.cpp; do
        [[ $'\n'$(plain <"$example")$'\n' == *$'\n'"$1"$'\n'* ]] && return 0
    done
    return 1
}

for page in README.md docs/*.md; do
    block= inside=no
    while IFS= read -r line; do
        if [[ $line == '```cpp' ]]; then
            inside=yes block=
        elif [[ $line == '```' && $inside == yes ]]; then
            inside=no blocks=$((blocks + 1))
            if ! occurs "$(plain <<<"$block")"; then
                failed=1
                printf '%s: in no example:\n%s\n' "$page" "$block"
            fi
        elif [[ $inside == yes ]]; then
            block+=$line$'\n'
        fi
    done <"$page"
done
[[ $blocks != 0 ]] || { echo "snippets: no block found" && failed=1; }
[[ $failed == 0 ]] && echo "$blocks blocks of code are cut from examples"
exit $failed
