# SPDX-License-Identifier: BSL-1.0
# check.sh accepts good.cpp, and reports each of the other files with the line that the file expects.
#
#   bash run.sh COMPILER [FLAG...]
set -u
here=$(dirname "${BASH_SOURCE[0]}")
failed=0

if ! output=$(bash "$here/../check.sh" "$here/good.cpp" "$@" 2>&1); then
    failed=1
    printf 'good.cpp is reported:\n%s\n' "$output"
fi

for file in "$here"/*.cpp; do
    name=${file##*/}
    [[ $name == good.cpp ]] && continue
    expected="$name: $(sed -n 's|^// expects: ||p' "$file")"
    output=$(bash "$here/../check.sh" "$file" "$@" 2>&1)
    status=$?
    if [[ $status != 1 ]] || ! grep -qxF -- "$expected" <<<"$output"; then
        failed=1
        printf '%s: status %s and not "%s":\n%s\n' "$name" "$status" "$expected" "$output"
    fi
done

[[ $failed != 0 ]] || echo "check.sh reports what it must report"
exit $failed
