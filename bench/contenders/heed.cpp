// SPDX-License-Identifier: BSL-1.0
// heed: the formulas, and what their plans say.
#include <bench/contenders/heed.hpp>
#include <bench/plan_facts.hpp>

#include <heed/run/mask_tiles.hpp>

#include <memory>

namespace bench {

static computation prepare_heed(std::size_t task, const inputs& in) {
    return with_shape(task, [&]<bench::shape S>() -> computation {
        if constexpr (has_formula<S>) {
            const auto task_formula = std::make_shared<formula_for<S>>(in);
            return repeated(task_formula->Y.data(),
                            [task_formula] { noalias(task_formula->Y) = task_formula->formula(); });
        } else {
            return {};
        }
    });
}

plan_facts plan_facts_of(std::size_t task, const inputs& in) {
    return with_shape(task, [&]<bench::shape S>() -> plan_facts {
        plan_facts facts;
        if constexpr (has_formula<S>) {
            const auto operands = std::make_unique<formula_for<S>>(in);
            const auto formula = operands->formula();
            facts.workspace_bytes = sizeof(float) * heed::detail::plan_for<decltype(formula), float>::value.workspace;
            if constexpr (S.seen != keys::all) {
                const tile_counts tiles = mask_tiles(formula);
                facts.skipped_tiles = tiles.skipped;
                facts.partial_tiles = tiles.partial;
                facts.full_tiles = tiles.full;
            }
        }
        return facts;
    });
}

static const takes_part heed_formulas({"heed", "", prepare_heed});

}  // namespace bench
