// SPDX-License-Identifier: BSL-1.0
// The passes of lower/, called as functions on a graph that was made at run time.
#pragma once

#include <heed/lower/lower.hpp>
#include <tests/lower/random_graph.hpp>

#include <cstddef>
#include <memory>

namespace heed::test {

inline detail::graph<2 * written_capacity> with_merged_rows(const written_graph& g) {
    return detail::row_merger<written_capacity, 2 * written_capacity>(g, detail::row_batches(g, detail::no_lengths))
        .run();
}

/// Large: keep it in a unique_ptr.
struct passes {
    explicit passes(const written_graph& g, std::size_t element_bytes = 4, bool shares_tiles = false)
        : form(detail::canonical<lowered_capacity>(with_merged_rows(g))),
          roles(detail::assign_roles(form)),
          loops(detail::draft_steps(form, roles)),
          order(detail::schedule_steps(form, roles, loops, shares_tiles)),
          places(detail::lay_out_memory(form, roles, loops, order, element_bytes, shares_tiles)),
          plan(detail::assembly<lowered_capacity>(form, loops, order, places, element_bytes).run()) {}

    detail::graph<lowered_capacity> form;
    detail::roles<lowered_capacity> roles;
    detail::drafts<lowered_capacity> loops;
    detail::schedule<lowered_capacity> order;
    detail::memory<lowered_capacity> places;
    detail::plan<lowered_capacity> plan;
};

inline std::unique_ptr<const passes> passes_of(const written_graph& g, std::size_t element_bytes = 4,
                                               bool shares_tiles = false) {
    return std::make_unique<const passes>(g, element_bytes, shares_tiles);
}

/// concat(attention(X * Wq, X * Wk, X * Wv), ...) * Wo, projections of `tokens` x `width` by heads of `size`.
inline graph_builder multi_head(std::size_t heads, std::size_t tokens, std::size_t width, std::size_t size) {
    using detail::shape;
    graph_builder b;
    std::vector<detail::node_id> parts;
    for (std::size_t h = 0; h < heads; ++h) {
        detail::node_id projected[3];
        for (detail::node_id& p : projected) {
            const detail::node_id x = b.leaf(shape(extent(tokens), extent(width)));
            p = b.product(x, b.leaf(shape(extent(width), extent(size))));
        }
        parts.push_back(b.attention(projected[0], projected[1], projected[2]));
    }
    const detail::node_id joined = b.concat(parts, 1);
    b.finished(b.product(joined, b.leaf(shape(extent(heads * size), extent(width)))));
    return b;
}

/// relu(relu(X * up) * down * up) * down ... : so many products, one after the other, each fed by tiles of the last.
inline graph_builder layers(std::size_t count, std::size_t rows, std::size_t narrow, std::size_t wide) {
    using detail::shape;
    graph_builder b;
    detail::node_id x = b.leaf(shape(extent(rows), extent(narrow)));
    for (std::size_t i = 0; i < count; ++i) {
        const bool up = i % 2 == 0;
        x = b.product(x, b.leaf(shape(extent(up ? narrow : wide), extent(up ? wide : narrow))));
        x = b.apply(detail::function::relu, x);
    }
    b.finished(x);
    return b;
}

}  // namespace heed::test
