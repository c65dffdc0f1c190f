# SPDX-License-Identifier: BSL-1.0
# Documentation holds no code of its own: each block of ```cpp, ```c or ```python is lines of an example, in their order
# and without gaps.
# README.md, which is read first, has no other code either: what stands between backquotes in a sentence and calls something
# is part of a line of examples/first.cpp, so that all of it compiles together, or a command of CMake.
#
#   bash snippets.sh PROJECT
set -u
cd "$1" || exit 2
failed=0 blocks=0

# Lines without indentation, empty ones left out.
plain() { sed -E 's/^[[:space:]]+//; s/[[:space:]]+$//; /^$/d'; }

# All examples of a language, one after the other.
declare -A code
read_examples() {  # language, files
    local example
    for example in "${@:2}"; do code[$1]+=$'\n'$(plain <"$example")$'\n'; done
}
read_examples cpp examples/*.cpp examples/{beside,course}/*.cpp examples/export/*.[ch]pp \
    examples/{mpi,sentence_encoder,tiny_llama,train}/*.[ch]pp
read_examples c examples/export/*.c
read_examples python examples/export/*.py

occurs() { [[ ${code[$2]} == *$'\n'"$1"$'\n'* ]]; }  # block, language

for page in README.md docs/*.md docs/course/*.md; do
    block= inside=no
    while IFS= read -r line; do
        if [[ $line =~ ^\`\`\`(cpp|c|python)$ ]]; then
            inside=yes block= language=${BASH_REMATCH[1]}
        elif [[ $line == '```' && $inside == yes ]]; then
            inside=no blocks=$((blocks + 1))
            if ! occurs "$(plain <<<"$block")" "$language"; then
                failed=1
                printf '%s: in no example:\n%s\n' "$page" "$block"
            fi
        elif [[ $inside == yes ]]; then
            block+=$line$'\n'
        fi
    done <"$page"
done
inline=0
while IFS= read -r code; do
    case $code in
        find_package\(* | target_link_libraries\(* | heed_study\(* | heed_export\(*) continue ;;
    esac
    inline=$((inline + 1))
    if ! grep -qF -- "$code" examples/first.cpp; then
        failed=1
        printf 'README.md: not in examples/first.cpp: %s\n' "$code"
    fi
done < <(awk '/^```/ { inside = !inside; next } !inside && !/^    /' README.md | grep -oE '`[^`]+`' | tr -d '`' | grep -E '\(|;|::|<=')
[[ $inline != 0 ]] || { echo "snippets: no code found in the sentences of README.md" && failed=1; }

[[ $blocks != 0 ]] || { echo "snippets: no block found" && failed=1; }
[[ $failed == 0 ]] && echo "$blocks blocks of code are cut from examples"
exit $failed
