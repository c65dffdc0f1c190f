# SPDX-License-Identifier: BSL-1.0
# docs/errata.md is what tutorial_verified writes; README.md says of that tutorial what tutorial prints. First: would it
# be seen?
#
#   bash errata.sh PROJECT TUTORIAL_VERIFIED TUTORIAL
set -u
project=$1 failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$2" --markdown >"$scratch/errata.md" || failed=1
"$3" --no-colour >"$scratch/tutorial.txt" || failed=1

# "3 of its 6 matrices" and "78 of the 168 numbers": each wherever README says so, and at least once.
claims() {  # README
    local pattern said missing=0
    for pattern in '[0-9]+ of its [0-9]+ matrices are wrong' '[0-9]+ of the [0-9]+ numbers'; do
        said=$(grep -oE "In all: .*" "$scratch/tutorial.txt" | grep -oE "$pattern")
        if [[ -z $said || $(grep -oE "$pattern" "$1" | sort -u) != "$said" ]]; then
            echo "README.md says '$(grep -oE "$pattern" "$1")', the tutorial '$said'"
            missing=1
        fi
    done
    return $missing
}

sed 's/78 of the 168/90 of the 180/' "$project/README.md" >"$scratch/README.md"
if claims "$scratch/README.md" >/dev/null; then
    echo "self test: a README with other figures was not refused"
    failed=1
fi
claims "$project/README.md" || failed=1

# Both programs count alike.
counted=$(grep -oE -m 1 '^In all: [0-9]+ of [0-9]+' "$scratch/errata.md" | tr -dc '0-9 ' | xargs)
printed=$(grep -oE '[0-9]+ of the [0-9]+ numbers' "$scratch/tutorial.txt" | tr -dc '0-9 ' | xargs)
if [[ -z $counted || $counted != "$printed" ]]; then
    echo "tutorial_verified counts $counted, tutorial $printed"
    failed=1
fi

if ! diff -u "$project/docs/errata.md" "$scratch/errata.md"; then
    echo "docs/errata.md is not what tutorial_verified --markdown writes"
    failed=1
fi
[[ $failed == 0 ]] && echo "docs/errata.md is what tutorial_verified --markdown writes, README.md what tutorial says"
exit $failed
