# SPDX-License-Identifier: BSL-1.0
# layering.sh accepts a small good tree, and reports each bad line that is added to it.
#
#   bash layering_self_test.sh
set -u
here=$(dirname "${BASH_SOURCE[0]}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

path_of() { if [[ $1 == heed_* ]]; then echo "tools/tool/$1"; else echo "include/heed/$1"; fi; }

header() {  # path, lines after the first two
    mkdir -p "$(dirname "$scratch/$(path_of "$1")")"
    printf '%s\n' '// SPDX-License-Identifier: BSL-1.0' '#pragma once' "${@:2}" >"$scratch/$(path_of "$1")"
}

make_good_tree() {
    header heed.hpp '#include <heed/run/evaluate.hpp>'
    header verify.hpp '#include <heed/heed.hpp>'
    header meta/a.hpp '#include <cstddef>'
    header tensor/tensor.hpp '#include <heed/meta/a.hpp>'
    header expr/product.hpp '#include <heed/tensor/tensor.hpp>' '#include <boost/hana/tuple.hpp>' '// #include "b.hpp"'
    header io/safetensors_header.hpp '#include <nlohmann/json.hpp>'
    header lower/plan.hpp '#include <heed/meta/a.hpp>'
    header mpi/ranks.hpp '#include <heed/run/evaluate.hpp>' '#include <mpi.h>'
    header run/evaluate.hpp '#include <heed/expr/product.hpp>' '#include <heed/lower/plan.hpp>'
    header reference/values.hpp '#include <boost/multiprecision/cpp_int.hpp>'
    header verify/verdict.hpp '#include <heed/reference/values.hpp>'
    header heed_check/formula/parser.hpp '#include <boost/multiprecision/cpp_int.hpp>'
    header heed_check/slip/slip.hpp '#include <heed/verify/verdict.hpp>'
    header heed_page/maps.hpp '#include <heed/heed.hpp>' '#include <heed/reference/values.hpp>'
    header heed_check/document/quantities.hpp '#include <heed_check/slip/slip.hpp>' '#include <heed_check/formula/parser.hpp>'
}

scratch=$scratch/good make_good_tree
good_tree() {
    rm -rf "$scratch/include" "$scratch/tools"
    cp -r "$scratch"/good/* "$scratch"
}

expect() {  # status, the one line that layering.sh prints
    local output status
    output=$(bash "$here/layering.sh" "$scratch" 2>&1)
    status=$?
    [[ $status != 0 ]] && status=1
    if [[ $status != "$1" || $output != "$2" ]]; then
        failed=1
        printf 'expected status %s and "%s", got status %s and:\n%s\n' "$1" "$2" "$status" "$output"
    fi
}

bad() {  # header, line that is added to it, what is said about it
    good_tree
    printf '%s\n' "$2" >>"$scratch/$(path_of "$1")"
    expect 1 "$3"
}

good_tree
expect 0 ''

bad meta/a.hpp '#include <heed/expr/product.hpp>' 'layering: meta/a.hpp may not include <heed/expr/product.hpp>'
bad meta/a.hpp '#  include <heed/tensor/tensor.hpp>  // why' 'layering: meta/a.hpp may not include <heed/tensor/tensor.hpp>'
bad lower/plan.hpp '#include <heed/run/evaluate.hpp>' 'layering: lower/plan.hpp may not include <heed/run/evaluate.hpp>'
bad lower/plan.hpp '#include <heed/expr/product.hpp>' 'layering: lower/plan.hpp may not include <heed/expr/product.hpp>'
bad reference/values.hpp '#include <heed/lower/plan.hpp>' 'layering: reference/values.hpp may not include <heed/lower/plan.hpp>'
bad verify/verdict.hpp '#include <heed_check/slip/slip.hpp>' 'layering: verify/verdict.hpp may not include <heed_check/slip/slip.hpp>'
bad heed_check/formula/parser.hpp '#include <heed/verify/verdict.hpp>' 'layering: heed_check/formula/parser.hpp may not include <heed/verify/verdict.hpp>'
bad tensor/tensor.hpp '#include <nlohmann/json.hpp>' 'layering: tensor/tensor.hpp may not include <nlohmann/json.hpp>'
bad heed_check/slip/slip.hpp '#include <heed_check/document/quantities.hpp>' 'layering: heed_check/slip/slip.hpp may not include <heed_check/document/quantities.hpp>'
bad meta/a.hpp '#include <heed_page/maps.hpp>' 'layering: meta/a.hpp may not include <heed_page/maps.hpp>'
bad heed_page/maps.hpp '#include <heed/run/evaluate.hpp>' 'layering: heed_page/maps.hpp may not include <heed/run/evaluate.hpp>'
bad meta/a.hpp '#include <heed_check/formula/parser.hpp>' 'layering: meta/a.hpp may not include <heed_check/formula/parser.hpp>'
bad run/evaluate.hpp '#include <heed/heed.hpp>' 'layering: run/evaluate.hpp may not include <heed/heed.hpp>'
bad lower/plan.hpp 'g.add({.kind = node_kind::view, .dims = dims}, a);' 'nodes: lower/plan.hpp makes a node by hand, line 4; node_of has them all'
bad heed.hpp '#include <heed/study.hpp>' 'layering: heed.hpp may not include <heed/study.hpp>'
bad heed.hpp '#include <heed/mpi/ranks.hpp>' 'layering: heed.hpp may not include <heed/mpi/ranks.hpp>'
bad run/evaluate.hpp '#include <heed/mpi/ranks.hpp>' 'layering: run/evaluate.hpp may not include <heed/mpi/ranks.hpp>'
bad run/evaluate.hpp '#include <mpi.h>' 'layering: run/evaluate.hpp may not include <mpi.h>'
bad expr/product.hpp '#include <boost/hana.hpp>' 'layering: expr/product.hpp may not include <boost/hana.hpp>'
bad run/evaluate.hpp '#include <boost/multiprecision/cpp_int.hpp>' 'layering: run/evaluate.hpp may not include <boost/multiprecision/cpp_int.hpp>'
bad run/evaluate.hpp '#include "../lower/plan.hpp"' 'spelling: run/evaluate.hpp includes "../lower/plan.hpp"; write <heed/folder/file.hpp>'

good_tree
header attic/old.hpp
expect 1 'layering: attic/ has no place among the folders'

good_tree
header heed_check/attic/old.hpp
expect 1 'layering: heed_check/attic/ has no place among the folders'

good_tree
header heed_check/slip/plan.hpp
expect 1 'name: lower/plan.hpp and heed_check/slip/plan.hpp have one name'

good_tree
header heed_page/plan.hpp
expect 1 'name: lower/plan.hpp and heed_page/plan.hpp have one name'

good_tree
sed -i 1d "$scratch/include/heed/meta/a.hpp"
expect 1 'header: meta/a.hpp does not begin with // SPDX-License-Identifier: BSL-1.0'

good_tree
sed -i 2d "$scratch/include/heed/meta/a.hpp"
expect 1 'header: meta/a.hpp has no #pragma once'

good_tree
yes '//' | head -n 398 >>"$scratch/include/heed/heed.hpp"  # below its three
expect 1 'length: heed.hpp has more than 400 lines; a header has one idea'
sed -i '$d' "$scratch/include/heed/heed.hpp"
expect 0 ''

[[ $failed != 0 ]] || echo "layering.sh reports what it must report"
exit $failed
