// SPDX-License-Identifier: BSL-1.0
// Columns that threads share: if a nest has few tiles of rows, each thread computes different columns.
#pragma once

#include <heed/lower/schedule.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>

namespace heed::detail {

/// Whether the columns of a step are independent: a product without a term that reads its left operand.
template <std::size_t Capacity>
constexpr bool has_columns_of_its_own(const graph<Capacity>& g, const drafts<Capacity>& all, const draft& d) {
    if (d.loop.loop != skeleton::product) return false;
    for (std::size_t i = 0; i < d.loop.term_count; ++i) {
        const term& t = all.terms[d.loop.first_term + i];
        if (t.kind == term::load && t.slot == product_slot::left) return false;
    }
    for (std::size_t k = 0; k < d.ref_count; ++k)
        if (g[all.refs[d.first_ref + k].node].strided) return false;
    return true;
}

/// The number of parts into which the columns of a nest with `tiles` tiles are divided. All parts have the same number
/// of whole panels. 1 if there are enough tiles, if a step reads what another step of the nest writes, or if there is
/// no such division.
///
///   rows[1] columns[3072], 1 tile:     8 parts of 384 columns
///   rows[128] columns[3072], 2 tiles:  16 parts of 192
template <std::size_t Capacity>
class column_sharing {
public:
    constexpr column_sharing(const graph<Capacity>& g, const drafts<Capacity>& d, const schedule<Capacity>& s,
                             std::size_t element_bytes, const length_list& lengths)
        : g_(g), drafts_(d), schedule_(s), element_bytes_(element_bytes), lengths_(lengths) {}

    constexpr std::size_t parts(std::size_t nest, std::size_t tiles) const {
        const std::size_t enough = has_few_rows(nest) ? enough_parts_of_few_rows : enough_tiles;
        if (tiles >= enough || !has_independent_steps(nest)) return 1;
        std::size_t parts = (enough + tiles - 1) / tiles;
        while (parts > 1 && !divides_columns(nest, parts)) --parts;
        return parts;
    }

private:
    constexpr bool has_few_rows(std::size_t nest) const {
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i)
            if (schedule_.nest[i] == nest && drafts_.steps[i].rows().size > few_rows) return false;
        return true;
    }
    constexpr bool has_independent_steps(std::size_t nest) const {
        bool is_written[Capacity]{};
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i) {
            if (schedule_.nest[i] != nest) continue;
            const draft& d = drafts_.steps[i];
            if (schedule_.sums_tiles[i] || !has_columns_of_its_own(g_, drafts_, d) ||
                !is_static_size(d.domain.size(), lengths_))
                return false;
            is_written[d.target] = true;
        }
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i) {
            if (schedule_.nest[i] != nest) continue;
            const draft& d = drafts_.steps[i];
            for (std::size_t k = 0; k < d.ref_count; ++k)
                if (is_one_of(is_written, drafts_.refs[d.first_ref + k].node)) return false;
        }
        return true;
    }
    /// Whether a node, or a part of it, is marked.
    constexpr bool is_one_of(const bool (&marked)[Capacity], node_id id) const {
        id = behind_names(g_, id);
        if (marked[id]) return true;
        if (g_[id].kind != node_kind::concat) return false;
        for (std::size_t k = 0; k < g_[id].operand_count; ++k)
            if (is_one_of(marked, g_.operand(id, k))) return true;
        return false;
    }
    constexpr bool divides_columns(std::size_t nest, std::size_t parts) const {
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i) {
            if (schedule_.nest[i] != nest) continue;
            const std::size_t columns = drafts_.steps[i].loop.cols, part = columns / parts;
            if (columns % parts != 0 || part % lanes_for(element_bytes_) != 0 || part < least_shared_columns)
                return false;
        }
        return true;
    }

    const graph<Capacity>& g_;
    const drafts<Capacity>& drafts_;
    const schedule<Capacity>& schedule_;
    std::size_t element_bytes_;
    const length_list& lengths_;
};

}  // namespace heed::detail
