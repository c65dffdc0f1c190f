# SPDX-License-Identifier: BSL-1.0
# docs/performance.md holds the tables, and docs/images the plots, of docs/performance.json; docs/beside.md and README.md some
# of them. First: would it be seen?
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
sed '/^| attention/s/[0-9]/0/' README.md >"$scratch/README.md"
refused "does not hold the tables" bench/report --check "$scratch/README.md" docs/performance.json
mkdir "$scratch/images"
refused "is not the plot of" bench/plot.py --check docs/performance.json "$scratch/images"

# Times that grow in the middle are not linear; panels side by side have one scale, and each point a name of its own.
python3 -B - docs/performance.json <<'EOF' || failed=1
import json
import sys
sys.path.insert(0, "bench")
from reporting import charts, goals
document = json.load(open(sys.argv[1]))
for seconds, met in (((1, 10, 25, 50), True), ((1, 10, 29.5, 54.5), False), ((1, 10, 25, 57), False)):
    goals.compiled = lambda run, times, name: {"seconds": dict(zip((1, 10, 25, 50), seconds))[int(name.split()[0])]}
    if goals.many_formulas(None, None)[1] != met:
        sys.exit(f"self test: whether {seconds} s are linear in the number of formulas should be {met}")
runs = document["runs"]
heights = {tuple(p.y(v) for v in (1, 10, 100)) for p in (charts.roofline_panel(i, run, runs) for i, run in enumerate(runs))}
names = [charts.short_name(work) for work in runs[0]["work"]]
if len(heights) != 1 or names.count("multi-head") != 1:
    sys.exit(f"self test: scales of the roofline's panels {heights}, names {names}")
EOF

for page in docs/performance.md docs/beside.md README.md; do
    bench/report --check $page docs/performance.json || failed=1
done
bench/plot.py --check docs/performance.json docs/images || failed=1
[[ $failed == 0 ]] && echo "docs/performance.md and docs/images are what bench/report and bench/plot.py write"
exit $failed
