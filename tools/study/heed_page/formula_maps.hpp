// SPDX-License-Identifier: BSL-1.0
// The maps of a formula, from the graph as written; from its canonical form if tokens are columns.
#pragma once

#include <heed/study/subject/study_subject.hpp>
#include <heed_page/maps.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

constexpr bool softmax_along_rows(const graph_view& g) {
    for (const node& n : g.nodes)
        if (n.kind == node_kind::normalise && n.axis + 1 != n.dims.rank) return false;
    return true;
}

/// Calls use(maps) if F has maps, which need static sizes. Names are those of the leaves; they occur in the texts.
template <class F, class Use>
void with_maps(const leaf_name* names, const leaf_values& leaves, const std::vector<std::string>& rows,
               const std::vector<std::string>& columns, const Use& use) {
    using subject = study_subject<F>;
    const auto use_maps_of = [&]<std::size_t Capacity>(const graph<Capacity>& g) {
        const attention_maps<Capacity> maps(g, names, leaves, rows, columns);
        if (!maps.empty()) use(maps);
    };
    constexpr const auto& written = defined_graph_of<typename subject::formula_type>;
    if constexpr (attention_maps<written.capacity>::exist(written) && softmax_along_rows(written)) {
        use_maps_of(written);
    } else {
        constexpr const auto& canonical = subject::passes::form;
        if constexpr (attention_maps<canonical.capacity>::exist(canonical) && !has_defined_operations(canonical))
            use_maps_of(canonical);
    }
}

}  // namespace heed::detail
