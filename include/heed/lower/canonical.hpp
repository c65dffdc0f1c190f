// SPDX-License-Identifier: BSL-1.0
// Brings a graph into the form that the later passes read.
//
//   transposes, slices, broadcasts and split axes move down to the leaves, where they are strides
//   merged axes are another view of the same memory: of a leaf, or of a value that is computed in that order
//   operands of an elementwise node have its shape or are single numbers
//   softmax and norms run along the last axis, reductions along the last axis of their operand
//   softmax weights are the left operand of the product that uses them
//   results with fewer than two axes gain leading axes of size 1, so that vectors use the loops of matrices; results of
//   row reductions do not
//   division by an exact scalar becomes multiplication by its inverse; products of exact scalars are exact
//   a value that has to be written to another place becomes a copy node
//   squares of distances from a mean are corrected for the rounding of the mean
#pragma once

#include <heed/graph/build.hpp>
#include <heed/lower/canonical_maps.hpp>
#include <heed/lower/centred_squares.hpp>
#include <heed/lower/loop_end.hpp>
#include <heed/lower/merged_view.hpp>
#include <heed/lower/placement.hpp>
#include <heed/lower/product_axes.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>

namespace heed::detail {

template <std::size_t From, std::size_t To>
class canonicaliser {
public:
    constexpr canonicaliser(const graph<From>& in, const length_list& lengths)
        : in_(in), lengths_(lengths), uses_(count_uses(in)) {
        shared_.resize(in.nodes.size(), no_node);
    }

    constexpr graph<To> run() {
        for (const node_id result : in_.results) {
            // Results of row reductions keep the shape of the rows, so that they can share a loop over rows.
            const bool of_rows = in_[result].kind == node_kind::reduce && in_[result].dims.rank == 1;
            const shape dims = of_rows ? in_[result].dims : at_least_a_matrix(in_[result].dims);
            const node_id built = build(result, broadcast_map(in_[result].dims, dims), dims);
            out_.results.push_back(place_.can_be_result(built) ? built : copied(built));
        }
        return out_;
    }

private:
    /// The new node for the old node `id`, read through `map` as a tensor of shape `dims`.
    constexpr node_id build(node_id id, index_map map, const shape& dims) {
        const node& n = in_[id];
        map = with_unit_axes_paired(map, n.dims, dims);
        if (n.kind == node_kind::view && !is_shared_view(in_, uses_, id)) return build_view(id, map, dims);
        if (n.kind == node_kind::reshape && uses_[id] == 1)
            return build_reshaped(in_.operand(id, 0), n.dims, map, dims);
        if (uses_[id] == 1 || n.kind == node_kind::leaf || is_cheap_again(in_, id)) return build_here(id, map, dims);
        if (shared_[id] == no_node) {
            shared_[id] = n.kind == node_kind::view ? build(in_.operand(id, 0), n.map, n.dims) : build_whole(id);
            place_.share(shared_[id]);
        }
        return read(shared_[id], map, dims);
    }

    constexpr node_id build_here(node_id id, const index_map& map, const shape& dims) {
        switch (in_[id].kind) {
            case node_kind::leaf:
            case node_kind::index:
            case node_kind::constant:
            case node_kind::view: return build_leaf(id, map, dims);
            case node_kind::reshape: return build_reshaped(in_.operand(id, 0), in_[id].dims, map, dims);
            case node_kind::elementwise:
                if (stays_whole(map, in_[id].dims, dims) && ends_a_loop(in_, uses_, id))
                    return read(build_whole(id), map, dims);
                return build_elementwise(id, map, dims);
            case node_kind::lookup: return build_lookup(id, map, dims);
            default: break;
        }
        // A stored value is not computed again for axes along which it repeats.
        const bool has_no_room = in_[id].kind == node_kind::reduce && dims.rank == max_rank;
        const bool is_kept = in_[id].kind == node_kind::inverse && !is_identity(map, in_[id].dims, dims);
        if (has_no_room || is_kept || stays_whole(map, in_[id].dims, dims) || !reorders(map, dims) ||
            !splits_kept_axes(id, map))
            return read(build_whole(id), map, dims);
        switch (in_[id].kind) {
            case node_kind::product: return build_product(id, map, dims);
            case node_kind::normalise: return build_normalise(id, map, dims);
            case node_kind::reduce: return build_reduce(id, map, dims);
            case node_kind::inverse: return out_.add(in_[id], build_elements(in_.operand(id, 0), map, dims));
            case node_kind::concat: return build_concat(id, map, dims);
            default: fail("heed: internal: a node of this kind has no loop yet"); return no_node;
        }
    }

    constexpr node_id build_whole(node_id id) {
        const shape& dims = in_[id].dims;
        return build_here(id, identity_map(dims.rank), dims);
    }

    /// Whether the split axes are not those that the node computes along.
    constexpr bool splits_kept_axes(node_id id, const index_map& map) const {
        if (map.links.empty()) return true;
        const node& n = in_[id];
        if (n.kind == node_kind::normalise || n.kind == node_kind::concat) return !map.has_links_at(n.axis);
        if (n.kind != node_kind::product) return n.kind == node_kind::reduce;
        // Softmax weights are computed once for all columns.
        const node_id a = in_.operand(id, 0), b = in_.operand(id, 1);
        return !is_weights_along(a, in_[a].dims.rank - 1) && !is_weights_along(b, in_[b].dims.rank - 2);
    }

    constexpr node_id read(node_id id, const index_map& map, const shape& dims) {
        if (is_scalar(id) || is_identity(map, out_[id].dims, dims)) return id;
        if (out_[id].kind != node_kind::view) return out_.add(node_of::view(map, dims), id);
        const composition whole = try_compose(map, out_[id].map, lengths_);
        if (!whole.exists || !divides_leading_axes(whole.map, dims))
            return out_.add(node_of::view(map, dims), copied(id));
        return out_.add(node_of::view(whole.map, dims), out_.operand(id, 0));
    }

    constexpr node_id build_view(node_id id, const index_map& map, const shape& dims) {
        const composition whole = try_compose(map, in_[id].map, lengths_);
        if (whole.exists) return build(in_.operand(id, 0), whole.map, dims);
        return read(copied(build(in_.operand(id, 0), in_[id].map, in_[id].dims)), map, dims);
    }

    /// The old node `id` as a tensor of shape `to` with the same elements in the same order, read through `map`.
    constexpr node_id build_reshaped(node_id id, const shape& to, const index_map& map, const shape& dims) {
        const node& n = in_[id];
        if (n.kind == node_kind::reshape && uses_[id] == 1) return build_reshaped(in_.operand(id, 0), to, map, dims);
        const reshaping r = reshaping_of(n.dims, to);
        const composition split = split_map(r, to);
        const composition through = try_compose(map, split.map, lengths_);
        const bool can_split = split.exists && through.exists;
        if (!r.merges && can_split) return build(id, through.map, dims);
        // If too many axes are split at once, the value is stored with the split axes.
        const shape& merged = can_split ? r.merged : to;
        const index_map& in_merged = can_split ? through.map : map;
        if (n.kind == node_kind::view && can_split)
            if (const node_id found = build_merged_view(id, r, in_merged, dims); found != no_node) return found;
        return read(in_order(id, merged), in_merged, dims);
    }

    /// The elements of the old node in order in memory, with other axes.
    constexpr node_id in_order(node_id id, const shape& dims) {
        node_id whole = build(id, identity_map(in_[id].dims.rank), in_[id].dims);
        const node n = out_[whole];
        if (is_scalar(whole)) return whole;
        if (n.kind == node_kind::leaf && !n.strided) {
            const node_id leaf = place_.is_shared(whole) ? out_.add(n) : whole;
            out_.nodes[leaf].dims = dims;
            out_.nodes[leaf].panel_columns = 0;
            return leaf;
        }
        if (!place_.is_in_order(whole)) whole = copied(whole);
        return out_.add(node_of::reshape(dims), whole);
    }

    /// A view whose axes are merged, if they are merged in its operand as well or if all but the first repeat.
    constexpr node_id build_merged_view(node_id id, const reshaping& r, const index_map& map, const shape& dims) {
        const merged_view v(in_[id].map, in_[in_.operand(id, 0)].dims, in_[id].dims, r);
        if (!v.exists) return no_node;
        const composition whole = try_compose(map, v.map, lengths_);
        if (!whole.exists) return no_node;
        const node_id operand = in_.operand(id, 0);
        if (!v.map.divides()) return build_reshaped(operand, v.inner, whole.map, dims);
        if (!divides_leading_axes(whole.map, dims) || !(v.inner == in_[operand].dims)) return no_node;
        return read(build(operand, identity_map(v.inner.rank), v.inner), whole.map, dims);
    }

    constexpr bool is_scalar(node_id id) const {
        return out_[id].kind == node_kind::constant || (out_[id].kind == node_kind::leaf && out_[id].dims.rank == 0);
    }

    constexpr node_id build_leaf(node_id id, const index_map& map, const shape& dims) {
        return read(out_.add(in_[id]), map, dims);
    }

    /// A long sum is a chain of first operands, built from its end: its length is no depth of evaluation.
    constexpr node_id build_elementwise(node_id id, const index_map& map, const shape& dims) {
        const std::size_t before = chain_.size();
        chain_.push_back(id);
        while (first_operand_is_beside(in_, uses_, chain_.back(), map, dims))
            chain_.push_back(in_.operand(chain_.back(), 0));
        node_id built = no_node;
        for (; chain_.size() > before; chain_.pop_back()) built = build_after(built, chain_.back(), map, dims);
        return built;
    }

    /// An elementwise node whose first operand is `built` already, unless that is no_node.
    constexpr node_id build_after(node_id built, node_id id, const index_map& map, const shape& dims) {
        const node& n = in_[id];
        node_id operands[2]{};
        for (std::size_t k = 0; k < n.operand_count; ++k)
            operands[k] = k == 0 && built != no_node ? built : build_operand(n, in_.operand(id, k), map, dims);
        if (n.operand_count == 2 && !n.finds_rows) return build_binary(n.apply, operands[0], operands[1], dims);
        return out_.add(node_of::elementwise(n, dims), operands, n.operand_count);
    }
    constexpr node_id build_operand(const node& n, node_id operand, const index_map& map, const shape& dims) {
        const shape& inner = in_[operand].dims;
        const index_map through = compose(map, broadcast_map(inner, n.dims));
        const bool repeats = inner.rank > 0 && !reads_every_axis(through, dims);
        if (!repeats || !is_expensive(in_, operand)) return build(operand, through, dims);
        return read(build(operand, identity_map(inner.rank), inner), through, dims);
    }

    /// The tensor is not rearranged: which of its elements are read is known only at run time.
    constexpr node_id build_lookup(node_id id, const index_map& map, const shape& dims) {
        const node& n = in_[id];
        const shape& whole = in_[in_.operand(id, 0)].dims;
        node_id operands[most_found + 1]{build_elements(in_.operand(id, 0), identity_map(whole.rank), whole)};
        for (std::size_t k = 1; k < n.operand_count; ++k) {
            const node_id index = in_.operand(id, k);
            operands[k] = build(index, compose(map, broadcast_map(in_[index].dims, n.dims)), dims);
        }
        const index_map through = compose(map, n.map);
        const node& table = out_[operands[0]];
        if (table.kind == node_kind::view && !try_compose(through, table.map, lengths_).exists)
            operands[0] = copied(operands[0]);
        return out_.add(node_of::lookup(through, n.found, dims), operands, n.operand_count);
    }

    /// Exact scalars are folded exactly.
    constexpr node_id build_binary(function f, node_id a, node_id b, const shape& dims) {
        if (f == function::divide && out_[b].kind == node_kind::constant && out_[b].value.numerator != 0) {
            f = function::multiply;
            b = out_.add(node_of::constant(inverse(out_[b].value)));
        }
        if (f == function::multiply && out_[a].kind == node_kind::constant && out_[b].kind == node_kind::constant)
            return out_.add(node_of::constant(out_[a].value * out_[b].value));
        return out_.add(node_of::elementwise(f, dims), a, b);
    }

    /// Follows views to the node that they read, as long as one map can describe them.
    constexpr void go_behind_views(node_id& id, index_map& map) const {
        while (in_[id].kind == node_kind::view && !is_shared_view(in_, uses_, id)) {
            const composition whole = try_compose(map, in_[id].map, lengths_);
            if (!whole.exists) return;
            map = whole.map;
            id = in_.operand(id, 0);
        }
    }

    /// For a loop that reads elements in memory: one number for all of them, as the adjoint of a sum, is copied.
    constexpr node_id build_elements(node_id id, const index_map& map, const shape& dims) {
        const node_id built = build(id, map, dims);
        return is_scalar(built) ? add_filled(out_, built, dims) : built;
    }

    /// Whether the node is a softmax with one use, along the given axis of its reader.
    constexpr bool is_weights_along(node_id id, std::size_t axis) const {
        index_map map = identity_map(in_[id].dims.rank);
        go_behind_views(id, map);
        const node& n = in_[id];
        return n.kind == node_kind::normalise && n.weights == normalisation::softmax && uses_[id] == 1 &&
               map.from[n.axis] == static_cast<signed char>(axis) && map.offset[n.axis] == 0;
    }

    constexpr node_id build_product(node_id id, const index_map& map, const shape& dims) {
        const node& n = in_[id];
        const node_id a = in_.operand(id, 0), b = in_.operand(id, 1);
        // (A B)^T = B^T A^T: computed in the order in which the result is read, unless one operand is softmax weights.
        // A single column is computed as a row, whose sums fit into registers, if the left operand is a leaf.
        bool flipped = map.from[n.dims.rank - 2] > map.from[n.dims.rank - 1];
        const std::size_t columns = n.dims.from_right(0).size, rows = n.dims.from_right(1).size;
        if (columns == 1 && rows > 1 && is_leaf_behind_views(in_, a)) flipped = true;
        if (rows == 1 && columns > 1 && is_leaf_behind_views(in_, b)) flipped = false;
        if (is_weights_along(a, in_[a].dims.rank - 1))
            flipped = false;
        else if (is_weights_along(b, in_[b].dims.rank - 2))
            flipped = true;

        const product_axes axes(n.dims, map, dims, flipped);
        const extent inner = in_[a].dims.from_right(0);
        const node_id left_id = flipped ? b : a, right_id = flipped ? a : b;
        const node_id left = build_left_operand(left_id, axes.left(in_[left_id].dims, inner));
        const node_id right = build_right_operand(right_id, axes.right(in_[right_id].dims, inner));
        const node_id product = out_.add(node_of::product(axes.dims()), left, right);
        return read(product, axes.to_result(), dims);
    }

    /// A product of a concatenation is computed part by part. Narrow parts of a wide one are concatenated first, so
    /// that each product has sums as deep as the loop takes at a time.
    constexpr node_id build_left_operand(node_id id, const operand_axes& axes) {
        const auto& [map, dims] = axes;
        const node& n = in_[id];
        const bool is_wide_concat = n.kind == node_kind::concat && n.axis + 1 == dims.rank && uses_[id] == 1 &&
                                    is_identity(map, n.dims, dims) && n.dims[n.axis].size >= 2 * product_depth;
        return is_wide_concat ? build_concat(id, map, dims, product_depth) : build_elements(id, map, dims);
    }

    /// A right operand is stored completely before it is read. If it is a product itself, it is stored in the order of
    /// its own right operand and transposed on reading; otherwise that operand, which has more elements, would be
    /// transposed.
    constexpr node_id build_right_operand(node_id id, const operand_axes& axes) {
        index_map map = axes.through;
        const shape& dims = axes.dims;
        go_behind_views(id, map);
        const node& n = in_[id];
        if (n.kind == node_kind::product && uses_[id] == 1 && n.dims.rank == dims.rank && reorders(map, dims) &&
            !is_transposed(in_.operand(id, 1)) && reads_whole_axes(map, n.dims, dims))
            return read(build_whole(id), map, dims);
        return build_elements(id, map, dims);
    }
    /// Whether the last axis of the reader is not the last axis in memory.
    constexpr bool is_transposed(node_id id) const {
        index_map map = identity_map(in_[id].dims.rank);
        const std::size_t last = map.rank - 1;
        go_behind_views(id, map);
        const node& n = in_[id];
        return n.dims.rank == 0 || map.from[n.dims.rank - 1] != static_cast<signed char>(last);
    }
    constexpr node_id build_normalise(node_id id, const index_map& map, const shape& dims) {
        const node& n = in_[id];
        const auto along = static_cast<std::size_t>(map.from[n.axis]);
        if (map.offset[n.axis] != 0 || dims[along].size != n.dims[n.axis].size) return read(build_whole(id), map, dims);
        const axis_gone_last last(map, dims, along);
        node_id operands[2]{build_elements(in_.operand(id, 0), last.through, last.dims)};
        if (n.operand_count == 2) operands[1] = build(in_.operand(id, 1), {}, {});
        const node normalise = node_of::normalise(n.weights, last.dims.rank - 1, last.dims);
        return read(out_.add(normalise, operands, n.operand_count), last.to_result, dims);
    }

    constexpr node_id build_reduce(node_id id, const index_map& map, const shape& dims) {
        const node& n = in_[id];
        const node_id operand = in_.operand(id, 0);
        shape operand_dims = dims;
        operand_dims.push_back(in_[operand].dims[n.axis]);
        const index_map through = with_axis_gone_last(map, n.axis, dims.rank);
        return out_.add(node_of::reduce(n.reduce, dims.rank, dims), build_elements(operand, through, operand_dims));
    }

    /// Adjacent parts that are computed and narrow are concatenated first, up to a width of `together`.
    constexpr node_id build_concat(node_id id, const index_map& map, const shape& dims, std::size_t together = 0) {
        const node& n = in_[id];
        const auto along = static_cast<std::size_t>(map.from[n.axis]);
        const std::size_t begin = map.offset[n.axis], size = dims[along].size;
        const bool whole = begin == 0 && size == n.dims[n.axis].size;
        node_id parts[From]{};
        std::size_t start = 0;
        for (std::size_t k = 0; k < n.operand_count; ++k) {
            const node_id part = in_.operand(id, k);
            const std::size_t part_size = in_[part].dims[n.axis].size;
            index_map through = map;
            if (!whole && !is_static_size(part_size, lengths_)) break;
            if (!whole && begin >= start && begin + size <= start + part_size) {
                through.offset[n.axis] = begin - start;
                return build(part, through, dims);
            }
            if (whole) {
                shape part_dims = dims;
                part_dims[along].size = part_size;
                const node_id built = build_elements(part, through, part_dims);
                parts[k] = place_.is_placeable(built) ? built : copied(built);
            }
            start += part_size;
        }
        if (!whole) return read(build_whole(id), map, dims);
        const std::size_t count =
            together == 0 ? n.operand_count : group_parts(parts, n.operand_count, along, together);
        return out_.add(node_of::concat(along, dims), parts, count);
    }

    /// Replaces runs of parts by their concatenations and returns the new number of parts.
    constexpr std::size_t group_parts(node_id* parts, std::size_t count, std::size_t axis, std::size_t most) {
        std::size_t groups = 0;
        for (std::size_t k = 0; k < count;) {
            shape dims = out_[parts[k]].dims;
            std::size_t next = k + 1;
            while (next < count && is_computed(parts[k]) && is_computed(parts[next]) &&
                   dims[axis].size + out_[parts[next]].dims[axis].size <= most)
                dims[axis] = extent(dims[axis].size + out_[parts[next++]].dims[axis].size);
            parts[groups++] = next == k + 1 ? parts[k] : out_.add(node_of::concat(axis, dims), parts + k, next - k);
            k = next;
        }
        return groups;
    }
    constexpr bool is_computed(node_id part) const {
        return out_[part].kind != node_kind::elementwise || out_[part].apply != function::copy;
    }

    constexpr node_id copied(node_id id) { return out_.add(node_of::elementwise(function::copy, out_[id].dims), id); }

    const graph<From>& in_;
    const length_list& lengths_;
    static_vector<std::size_t, From> uses_;
    static_vector<node_id, From> shared_{};
    static_vector<node_id, From> chain_{};  ///< of elementwise nodes that wait for their first operands
    graph<To> out_{};
    placement<To, From> place_{out_};
};

/// The canonical form of a graph in which primes stand for lengths.
template <std::size_t To, std::size_t From>
constexpr graph<To> canonical(const graph<From>& g, const length_list& lengths = no_lengths) {
    if (!has_squares(g)) return canonicaliser<From, To>(g, lengths).run();
    const graph<2 * From> corrected = centred_squares<From, 2 * From>(g).run();
    return canonicaliser<2 * From, To>(corrected, lengths).run();
}

}  // namespace heed::detail
