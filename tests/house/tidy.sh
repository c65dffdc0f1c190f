# SPDX-License-Identifier: BSL-1.0
# Headers and examples that changed since a commit, as clang-tidy sees them: .clang-tidy has the checks, and why others are
# left out. First: would it be seen? All changed headers are one source, so that what they include is read once; examples
# follow until 45 s have passed.
#
#   bash tidy.sh REPOSITORY [COMMIT [OPTION...]]     COMMIT is where this branch left origin/main, or else HEAD~1
set -u
export LC_ALL=C
cd "$1" || exit 2
since=${2-}
options=(-std=c++20 -Iinclude -Itools/study -I. "${@:3}")
most_seconds=45

for tidy in clang-tidy-19 clang-tidy-14 clang-tidy none; do
    ! command -v "$tidy" >/dev/null || break
done
[[ $tidy != none ]] || { echo "skipped: no clang-tidy" && exit 77; }
if [[ -z $since ]]; then
    since=$(git merge-base HEAD origin/main 2>/dev/null)
    [[ -n $since && $since != "$(git rev-parse HEAD)" ]] || since=HEAD~1
fi
git rev-parse --quiet --verify "$since^{commit}" >/dev/null 2>&1 || { echo "skipped: no commit $since to compare with" && exit 77; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# look FILTER SOURCE...: what clang-tidy says of headers that match FILTER, and of the source
look() {
    local left=$((most_seconds - SECONDS))
    timeout "$((left > 1 ? left : 1))" "$tidy" --quiet --config-file=.clang-tidy --header-filter="$1" "$2" -- "${options[@]}" 2>/dev/null
}

mkdir -p "$scratch/include/heed"
echo 'inline int HasWrongName = 0;' >"$scratch/include/heed/bad.hpp"
echo "#include \"$scratch/include/heed/bad.hpp\"" >"$scratch/bad.cpp"
if said=$(look 'include/heed/bad\.hpp$' "$scratch/bad.cpp") || [[ $said != *"case style for variable 'HasWrongName'"* ]]; then
    echo "self test: HasWrongName should have been refused, but $tidy said: $said"
    exit 1
fi

changed() { { git diff --name-only --diff-filter=d "$since" -- "$@"; git ls-files --others --exclude-standard -- "$@"; } | sort -u; }
mapfile -t headers < <(changed 'include/heed/*.hpp' 'tools/study/heed_page/*.hpp' | sed -E 's|^(include\|tools/study)/||')
mapfile -t sources < <(changed 'examples/*.cpp' ':!examples/beside' ':!examples/mpi')  # those need what others bring

left_out=()
look_at() {  # NAME FILTER SOURCE
    local status=124
    [[ $SECONDS -ge $most_seconds ]] || { look "$2" "$3" && status=0 || status=$?; }
    case $status in
        0) ;;
        124) left_out+=("$1") ;;
        *) failed=1 ;;
    esac
}

if [[ ${#headers[@]} != 0 ]]; then
    for header in "${headers[@]}"; do
        needs=
        case $header in
            heed/tensor/eigen.hpp) needs='<Eigen/Core>' ;;
            heed/io/*safetensors*) needs='<nlohmann/json.hpp>' ;;
            heed/mpi*) needs='<mpi.h>' ;;
        esac
        [[ -z $needs ]] || echo "#if __has_include($needs)"
        echo "#include <$header>"
        [[ -z $needs ]] || echo "#endif"
    done >"$scratch/headers.cpp"
    filter=$(printf '%s\n' "${headers[@]}" | sed 's/[.]/\\./g' | paste -sd '|')
    look_at headers "/($filter)\$" "$scratch/headers.cpp"
fi
for source in ${sources[@]+"${sources[@]}"}; do look_at "$source" '^$' "$source"; done

echo "$tidy: ${#headers[@]} headers and ${#sources[@]} examples that changed since $(git rev-parse --short "$since")"
[[ ${#left_out[@]} == 0 ]] || echo "after $most_seconds s not looked at: ${left_out[*]}"
exit $failed
