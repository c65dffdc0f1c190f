// SPDX-License-Identifier: BSL-1.0
// Products whose terms are the rows of a nest: each tile of rows adds its terms to the result, so that operands exist a
// tile at a time. In a backward pass, transpose(weights) * dY is added up while the weights of the next rows follow.
#pragma once

#include <heed/lower/drafts.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>

namespace heed::detail {

template <std::size_t Capacity>
class tile_sums {
public:
    constexpr tile_sums(const graph<Capacity>& g, const drafts<Capacity>& d, bool shares_tiles,
                        const length_list& lengths)
        : g_(g), drafts_(d), shares_tiles_(shares_tiles), lengths_(lengths) {}

    /// Whether a product could do so.
    constexpr bool fits(const draft& d) const {
        if (d.loop.product.adds_rows) return true;
        if (d.loop.loop != skeleton::product || d.loop.product.continues || d.rows().size <= few_rows) return false;
        if (shares_tiles_ && !has_sums_for_threads(d) && parts(d) == 1) return false;
        return has_plain_terms(left_of(d)) && has_plain_terms(right_of(d)) && !reads_operands_twice(d);
    }

    /// Whether operand `ref` of the product has its terms where the writer has its rows, and its other axis where the
    /// writer has columns.
    constexpr bool has_terms_in_rows(const draft& d, std::size_t ref, const draft& writer) const {
        if (ref > d.first_ref + 1 || needs_all_rows(writer.loop.loop) || writer.loop.loop == skeleton::reduce)
            return false;
        if (!same_batch(d.domain, writer.domain) || writer.rows().size != d.loop.product.inner) return false;
        if (d.loop.product.adds_rows ? shares_tiles_ : !pays(d, writer)) return false;
        const bool is_left = ref == d.first_ref;
        const auto row = static_cast<signed char>(d.domain.rank - 2), column = static_cast<signed char>(row + 1);
        return follows(drafts_.refs[ref].map, writer, is_left ? column : row, is_left ? row : column);
    }

    /// Into how many parts threads divide the tiles of one matrix.
    constexpr std::size_t parts(const draft& d) const {
        if (!shares_tiles_ || d.loop.product.adds_rows || has_sums_for_threads(d)) return 1;
        const bool is_known =
            is_static_size(d.loop.product.inner, lengths_) && is_static_size(d.domain.size(), lengths_);
        return is_known && d.loop.product.inner >= parts_of_sums * summed_tile_rows ? parts_of_sums : 1;
    }

private:
    constexpr const operand_ref& left_of(const draft& d) const { return drafts_.refs[d.first_ref]; }
    constexpr const operand_ref& right_of(const draft& d) const { return drafts_.refs[d.first_ref + 1]; }

    /// Whether the terms of an operand are at equal distances in memory.
    constexpr bool has_plain_terms(const operand_ref& ref) const {
        const node& n = g_[ref.node];
        const bool is_in_memory = n.dims.rank > 0 && n.kind != node_kind::index && n.kind != node_kind::constant;
        return is_in_memory && ref.map.links.empty() && n.kind != node_kind::reshape && n.panel_columns == 0;
    }

    /// Whether there are matrices enough for threads to take one each.
    static constexpr bool has_sums_for_threads(const draft& d) {
        std::size_t matrices = 1;
        for (std::size_t a = 0; a + 2 < d.domain.rank; ++a) {
            if (d.domain[a].size >= least_length) return false;  // may be a length, and 1
            matrices *= d.domain[a].size;
        }
        return matrices >= enough_sums && matrices * d.loop.product.inner > rows_of_few_tiles;
    }

    /// Whether the epilogue reads an operand of the product, by rows and columns of the result.
    constexpr bool reads_operands_twice(const draft& d) const {
        for (std::size_t t = 0; t < d.loop.term_count; ++t) {
            const term& at = drafts_.terms[d.loop.first_term + t];
            const bool reads = at.kind == term::load || at.kind == term::look_up;
            if (reads && (at.slot == product_slot::left || at.slot == product_slot::right)) return true;
        }
        return false;
    }

    static constexpr bool same_batch(const shape& a, const shape& b) {
        return same_sizes(a, b, a.rank < 2 ? 0 : a.rank - 2);
    }

    /// Each tile reads and writes the whole result, which has to be small beside what is not stored.
    static constexpr bool pays(const draft& d, const draft& writer) {
        constexpr std::size_t rows_of_tile = 128;
        return d.rows().size * d.loop.cols <= rows_of_tile * writer.domain.from_right(0).size;
    }

    /// `terms` and `others` are axes of the loop of the product.
    static constexpr bool follows(const index_map& read, const draft& writer, signed char terms, signed char others) {
        const auto row = static_cast<signed char>(writer.domain.rank - 2), column = static_cast<signed char>(row + 1);
        for (std::size_t a = 0; a < writer.written.rank; ++a) {
            const signed char from = writer.written.from[a];
            if (from == column || from == index_map::fixed) {
                if (read.from[a] != index_map::fixed && read.from[a] != others) return false;
            } else if (read.from[a] != (from == row ? terms : from) || read.offset[a] != 0) {
                return false;
            }
        }
        return true;
    }

    const graph<Capacity>& g_;
    const drafts<Capacity>& drafts_;
    bool shares_tiles_;
    const length_list& lengths_;
};

}  // namespace heed::detail
