# SPDX-License-Identifier: BSL-1.0
# Every source is as clang-format 14 writes it. Programs of users (tests/acceptance) are as users wrote them.
#
#   bash format.sh REPOSITORY
set -u
cd "$1" || exit 1

for program in clang-format-14 clang-format; do
    if "$program" --version 2>/dev/null | grep -q 'version 14\.'; then
        mapfile -t sources < <(for folder in include tools tests examples bench; do
            [[ -d $folder ]] && find $folder \( -name '*.hpp' -o -name '*.cpp' \) ! -path 'tests/acceptance/*'
        done)
        echo "${#sources[@]} files"
        exec "$program" --dry-run -Werror --style=file "${sources[@]}"
    fi
done
echo "skipped: no clang-format 14"
exit 77
