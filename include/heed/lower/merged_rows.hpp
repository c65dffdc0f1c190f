// SPDX-License-Identifier: BSL-1.0
// Merges leading axes into the rows: [32 x 4 x d] * W becomes the product of a matrix [128 x d], which reads W once for
// all rows instead of once for each four.
#pragma once

#include <heed/graph/build.hpp>
#include <heed/graph/sized_graph.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// Products with fewer rows gain from merging: the rows do not fill a register block, or few blocks share each read of
/// the right operand.
inline constexpr std::size_t few_product_rows = 4 * accumulator_rows;

/// Finds the nodes that are computed row by row, and those that gain from merged rows. A dynamic number of rows may be
/// small.
template <std::size_t From>
class row_batches {
public:
    constexpr row_batches(const graph<From>& g, const length_list& lengths) : g_(g), lengths_(lengths) {
        for (node_id id = 0; id < g.nodes.size(); ++id) {
            goes_by_rows_[id] = goes_by_rows(id);
            merges_[id] = goes_by_rows_[id] && (is_batched_product(id) || reads_merged(id));
        }
        for (node_id id = g.nodes.size(); id-- > 0;)
            if (merges_[id]) merge_what_it_reads(id);
    }

    /// Whether the node is computed with its leading axes and its rows as one axis.
    constexpr bool merges(node_id id) const { return merges_[id]; }
    /// Whether operand k of a merging node has the same rows.
    constexpr bool has_rows_of(node_id id, std::size_t k) const {
        const node& n = g_[id];
        if (n.kind == node_kind::elementwise) return same_sizes(g_[g_.operand(id, k)].dims, n.dims);
        return k == 0;
    }
    constexpr bool any() const {
        for (const bool m : merges_)
            if (m) return true;
        return false;
    }

private:
    constexpr bool goes_by_rows(node_id id) const {
        const node& n = g_[id];
        if (n.dims.rank < 3) return false;
        switch (n.kind) {
            case node_kind::leaf: return !n.strided;
            case node_kind::normalise: return n.axis + 1 == n.dims.rank && goes_by_rows_[g_.operand(id, 0)];
            case node_kind::elementwise: return has_rows_or_none(id);
            case node_kind::view: return is_same_in_all_rows(id);
            // Stored values have their axes in order, so that renaming them costs nothing.
            case node_kind::product:
            case node_kind::concat:
            case node_kind::reshape: return true;
            default: return false;
        }
    }
    /// Whether each operand has the rows of the node or is the same for all of them.
    constexpr bool has_rows_or_none(node_id id) const {
        for (std::size_t k = 0; k < g_[id].operand_count; ++k) {
            const node_id operand = g_.operand(id, k);
            const shape& dims = g_[operand].dims;
            const bool repeats = dims.rank < 2 || (dims.rank == 2 && dims[0].size == 1);
            if (repeats ? g_[operand].kind == node_kind::index : !has_rows_of(id, k) || !goes_by_rows_[operand])
                return false;
        }
        return true;
    }
    constexpr bool is_same_in_all_rows(node_id view) const {
        const node& n = g_[view];
        for (std::size_t a = 0; a < n.map.rank; ++a)
            if (n.map.from[a] != index_map::fixed && n.map.from[a] + 1 != static_cast<int>(n.dims.rank)) return false;
        return n.map.links.empty();
    }
    constexpr bool is_product_of_rows(node_id id) const {
        return g_[id].kind == node_kind::product && g_[g_.operand(id, 1)].dims.rank == 2 &&
               goes_by_rows_[g_.operand(id, 0)];
    }
    constexpr bool is_batched_product(node_id id) const {
        const shape& dims = g_[id].dims;
        const std::size_t rows = dims.from_right(1).size;
        const bool may_be_few = rows < few_product_rows || !is_static_size(rows, lengths_);
        return is_product_of_rows(id) && may_be_few && dims.size() > rows * dims.from_right(0).size;
    }
    constexpr bool reads_merged(node_id id) const {
        const node_kind kind = g_[id].kind;
        if (kind == node_kind::product ? !is_product_of_rows(id)
                                       : kind != node_kind::elementwise && kind != node_kind::normalise)
            return false;
        for (std::size_t k = 0; k < g_[id].operand_count; ++k)
            if (has_rows_of(id, k) && merges_[g_.operand(id, k)]) return true;
        return false;
    }

    /// Operands that are computed row by row are merged with their user.
    constexpr void merge_what_it_reads(node_id id) {
        for (std::size_t k = 0; k < g_[id].operand_count; ++k) {
            const node_id operand = g_.operand(id, k);
            const node_kind kind = g_[operand].kind;
            if (has_rows_of(id, k) && goes_by_rows_[operand] &&
                (kind == node_kind::elementwise || kind == node_kind::normalise || is_product_of_rows(operand)))
                merges_[operand] = true;
        }
    }

    const graph<From>& g_;
    const length_list& lengths_;
    bool goes_by_rows_[From]{}, merges_[From]{};
};

/// A graph with these axes merged; other nodes read the values in their original shape.
template <std::size_t From, std::size_t To>
class row_merger {
public:
    constexpr row_merger(const graph<From>& in, const row_batches<From>& rows) : in_(in), rows_(rows) {
        for (node_id id = 0; id < From; ++id) as_written_[id] = merged_[id] = no_node;
    }

    constexpr graph<To> run() {
        for (const node_id result : in_.results) out_.results.push_back(as_written(result));
        return out_;
    }

private:
    constexpr node_id as_written(node_id id) {
        if (as_written_[id] != no_node) return as_written_[id];
        if (rows_.merges(id)) return as_written_[id] = out_.add(node_of::reshape(in_[id].dims), merged(id));
        node_id operands[From]{};
        for (std::size_t k = 0; k < in_[id].operand_count; ++k) operands[k] = as_written(in_.operand(id, k));
        return as_written_[id] = out_.add(in_[id], operands, in_[id].operand_count);
    }

    constexpr node_id merged(node_id id) {
        if (merged_[id] != no_node) return merged_[id];
        node n = in_[id];
        const shape dims = merged_shape(n.dims);
        const bool repeats = n.kind == node_kind::view;
        if (!rows_.merges(id) && !repeats) return merged_[id] = out_.add(node_of::reshape(dims), as_written(id));
        node_id operands[From]{};
        for (std::size_t k = 0; k < n.operand_count; ++k) {
            const node_id operand = in_.operand(id, k);
            operands[k] = !repeats && rows_.has_rows_of(id, k) ? merged(operand) : as_written(operand);
        }
        for (std::size_t a = 0; repeats && a < n.map.rank; ++a)
            if (n.map.from[a] != index_map::fixed) n.map.from[a] = 1;
        if (n.kind == node_kind::normalise) n.axis = 1;
        n.dims = dims;
        return merged_[id] = out_.add(n, operands, n.operand_count);
    }

    /// [a x b x r x c] -> [a*b*r x c]
    static constexpr shape merged_shape(const shape& dims) {
        return shape(extent(dims.size() / dims.from_right(0).size), dims.from_right(0));
    }

    const graph<From>& in_;
    const row_batches<From>& rows_;
    node_id as_written_[From]{}, merged_[From]{};
    graph<To> out_{};
};

/// The graph that loops are made for, with axes merged if any node gains from it.
/// cost    at most one more node for each node
template <std::size_t Capacity>
constexpr graph<2 * Capacity> merge_rows(const graph<Capacity>& g, const length_list& lengths) {
    return row_merger<Capacity, 2 * Capacity>(g, row_batches<Capacity>(g, lengths)).run();
}
template <class Graph, bool Merges>
struct rows_merged : Graph {};
template <class Graph>
struct rows_merged<Graph, true> {
    static constexpr auto value = merge_rows(Graph::value, lengths_of_graph<Graph>());
};
template <class Merged>
inline constexpr bool merges_rows = false;
template <class Graph>
inline constexpr bool merges_rows<rows_merged<Graph, true>> = true;
template <class Graph>
using with_merged_rows = rows_merged<Graph, row_batches(Graph::value, lengths_of_graph<Graph>()).any()>;

}  // namespace heed::detail
