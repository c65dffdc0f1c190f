# SPDX-License-Identifier: BSL-1.0
# docs/performance.md holds the tables, and docs/images the plots, of docs/performance.json. First: would it be seen?
#
#   bash performance.sh PROJECT
set -u
cd "$1" || exit 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# What must be refused, said with these words.
refused() {  # words, command...
    local words=$1 said
    shift
    if said=$("$@" 2>&1) || [[ $said != *"$words"* ]]; then
        failed=1
        printf 'self test: %s: should have been refused with "%s", but said: %s\n' "$*" "$words" "$said"
    fi
}

page=$scratch/page.md
sed '/^| /s/[0-9]/0/' docs/performance.md >"$page"
refused "does not hold the tables" bench/report --check "$page" docs/performance.json
sed '/^- Products alone/s/[0-9]/7/g' docs/performance.md >"$page"
refused "does not hold the tables" bench/report --check "$page" docs/performance.json
sed 's/^## What is measured/heed reaches 0.99 of the peak.\n&/' docs/performance.md >"$page"
refused "figures in prose that no run writes: 0.99" bench/report --check "$page" docs/performance.json
grep -v '<!-- end goals -->' docs/performance.md >"$page"
refused "goals" bench/report --check "$page" docs/performance.json
sed 's/<!-- begin masks -->/<!-- begin maks -->/; s/<!-- end masks -->/<!-- end maks -->/' docs/performance.md >"$page"
refused "no section 'maks'" bench/report --check "$page" docs/performance.json
mkdir "$scratch/images"
refused "is not the plot of" bench/plot.py --check docs/performance.json "$scratch/images"

bench/report --check docs/performance.md docs/performance.json || failed=1
bench/plot.py --check docs/performance.json docs/images || failed=1
[[ $failed == 0 ]] && echo "docs/performance.md and docs/images are what bench/report and bench/plot.py write"
exit $failed
