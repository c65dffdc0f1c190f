# SPDX-License-Identifier: BSL-1.0
# A header that declares kernels includes tensors and no formulas; who calls them compiles no loops.
#
#   bash light.sh PROJECT SCRATCH_FOLDER COMPILER
set -u
project=$1 scratch=$2 compiler=$3
mkdir -p "$scratch"
failed=0

cat >"$scratch/caller.cpp" <<'EOF'
#include <tests/compiled/kernels.hpp>
heed::test::sequence caller(const heed::test::sequence& Q) { return heed::test::attend(Q, Q, Q); }
EOF
flags=(-std=c++20 -O1 -I"$project/include" -I"$project")

included=$("$compiler" "${flags[@]}" -H -fsyntax-only "$scratch/caller.cpp" 2>&1 | grep -oE '/include/heed/[a-z_/]+\.hpp' | sort -u)
[[ $included == *heed/compiled/compiled.hpp* ]] || { echo "light: what is included is not known" && exit 1; }
heavy=$(grep -vE 'heed/(kernel|(compiled|meta|shape|scalar|tensor)/[a-z_0-9]+|run/(policy|workspace|(tile|system)_threads))\.hpp$' <<<"$included")
[[ -z $heavy ]] || { failed=1 && printf 'light: a header of kernels includes\n%s\n' "$heavy"; }

"$compiler" "${flags[@]}" -c "$scratch/caller.cpp" -o "$scratch/caller.o" || exit 1
called=$(nm -C --undefined-only "$scratch/caller.o" | grep -cE 'heed::compiled<.*>::assign\(')
[[ $called == 1 ]] || { failed=1 && echo "light: the caller names $called functions of a kernel, not one"; }
loops=$(nm -C --defined-only "$scratch/caller.o" | grep -E 'heed::detail::(execut|run_|lowered|traced)')
[[ -z $loops ]] || { failed=1 && printf 'light: the caller has\n%s\n' "$loops"; }

[[ $failed == 0 ]] && echo "a caller of kernels includes $(wc -l <<<"$included") headers of heed and compiles no loops"
exit $failed
