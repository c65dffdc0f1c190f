// SPDX-License-Identifier: BSL-1.0
// Whether the values of a graph are defined. An undefined operation gives the whole line as its enclosure. tanh, max or
// softmax would hide that: 1 >= sigmoid(log(-1)).
#pragma once

#include <heed/reference/gradient_values.hpp>
#include <heed/verify/question.hpp>

#include <cstddef>

namespace heed::detail {

/// Whether nothing is known of a number. An infinity is a point, so it is known.
template <enclosure E>
constexpr bool is_unknown(const E& x) {
    return !is_bounded(lower_of(x)) && !is_bounded(upper_of(x)) && !is_point(x);
}

/// Whether all values that one element of a node is computed from are defined, at one point of the box.
template <std::size_t Capacity, class Values>
constexpr bool is_defined(const graph<Capacity>& g, node_id result, const Values& values, const region& at) {
    const auto demanded = demanded_by(g, result, at);
    bool defined = true;
    for (node_id id = 0; id <= result; ++id) {
        if (g[id].kind == node_kind::view) continue;
        const reference::access places[] = {reference::dense(g[id].dims)};
        reference::for_each_row(demanded[id], places, [&](const std::size_t* place, std::size_t n) {
            for (std::size_t j = 0; j < n; ++j) defined = defined && !is_unknown(values.of(id)[place[0] + j]);
        });
    }
    return defined;
}

/// Whether all values of all elements are defined over the whole box.
template <std::size_t Capacity, class Values>
constexpr bool all_defined(const graph<Capacity>& g, node_id result, const Values& values) {
    for (node_id id = 0; id <= result; ++id) {
        if (g[id].kind == node_kind::view) continue;
        const auto* const x = values.of(id);
        for (std::size_t i = 0, n = g[id].dims.size(); i < n; ++i)
            if (!is_bounded(x[i]) && is_unknown(x[i])) return false;
    }
    return true;
}

}  // namespace heed::detail
