# SPDX-License-Identifier: BSL-1.0
# The version of CMakeLists.txt is the newest of CHANGELOG.md, the one that study pages name, and the one that projects ask for.
#
#   bash version.sh PROJECT
set -u
cd "$1" || exit 2
version=$(sed -n 's/^project(heed VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
failed=0
says() { [[ $2 == "$3" ]] || { echo "version: CMakeLists.txt has $version, $1 has '$2'" && failed=1; }; }

says CHANGELOG.md "$(sed -n '/^## /{s/^## //; s/[][]//g; p; q}' CHANGELOG.md | grep -oE '[0-9]+\.[0-9]+\.[0-9]+')" "$version"
says page_data.hpp "$(sed -n 's/.*"heed \([0-9.]*\)".*/\1/p' tools/study/heed_page/page_data.hpp)" "$version"
while IFS=: read -r file asked; do
    says "$file" "$asked" "${version%.*}"
done < <(grep -rIoE 'find_package\(heed [0-9.]+' README.md CHANGELOG.md docs/*.md examples tests | grep -vF 'find_package(heed 1.0' |
    sed 's/find_package(heed //')
[[ $failed == 0 ]] && echo "everything says $version"
exit $failed
