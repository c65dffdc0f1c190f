// SPDX-License-Identifier: BSL-1.0
// A graph in the one form that the later passes read.
//
//   transposes, slices and broadcasts move down to the leaves, where they are strides
//   operands of an elementwise node have its shape, or are single numbers
//   softmax and norms run along the last axis, reductions along the last axis of their operand
//   softmax weights are the left operand of the product that uses them
//   results with fewer than two axes gain leading axes of size 1, so that vectors take the loops of matrices; not the
//   numbers that rows are reduced to
//   division by an exact scalar is multiplication by its inverse; products of exact scalars are exact
//   what has to be written somewhere else is a copy node
#pragma once

#include <heed/graph/build.hpp>
#include <heed/lower/product_axes.hpp>
#include <heed/lower/tiles.hpp>

#include <cstddef>

namespace heed::detail {

template <std::size_t From, std::size_t To>
class canonicaliser {
public:
    explicit constexpr canonicaliser(const graph<From>& in) : in_(in), uses_(count_uses(in)) {
        for (node_id& id : shared_.items) id = no_node;
    }

    constexpr graph<To> run() {
        for (const node_id result : in_.results) {
            // Numbers that rows are reduced to lie as those rows do, whose loop others may share.
            const bool of_rows = in_[result].kind == node_kind::reduce && in_[result].dims.rank == 1;
            const shape dims = of_rows ? in_[result].dims : at_least_a_matrix(in_[result].dims);
            out_.results.push_back(as_result(build(result, broadcast_map(in_[result].dims, dims), dims)));
        }
        return out_;
    }

private:
    static constexpr shape at_least_a_matrix(const shape& dims) {
        if (dims.rank >= 2) return dims;
        return dims.rank == 1 ? shape(extent(1), dims[0]) : shape(extent(1), extent(1));
    }

    /// An inner axis of size 1 follows an outer axis of size 1 where one is free.
    static constexpr index_map with_unit_axes_paired(index_map map, const shape& inner, const shape& outer) {
        for (std::size_t a = 0; a < map.rank; ++a)
            for (std::size_t o = 0; o < outer.rank && map.from[a] == index_map::fixed && inner[a].size == 1; ++o)
                if (outer[o].size == 1 && inner_axis_of(map, o) == map.rank) map.from[a] = static_cast<signed char>(o);
        return map;
    }

    /// The node of the new graph that stands for the old node `id` read through `map` as a tensor of shape `dims`.
    constexpr node_id build(node_id id, index_map map, const shape& dims) {
        const node& n = in_[id];
        map = with_unit_axes_paired(map, n.dims, dims);
        if (n.kind == node_kind::view && !is_shared_view(id))
            return build(in_.operand(id, 0), compose(map, n.map), dims);
        if (uses_[id] == 1 || n.kind == node_kind::leaf || n.kind == node_kind::constant || n.kind == node_kind::index)
            return build_here(id, map, dims);
        if (shared_[id] == no_node)
            shared_[id] = n.kind == node_kind::view ? build(in_.operand(id, 0), n.map, n.dims) : build_whole(id);
        return read(shared_[id], map, dims);
    }

    /// Whether a view that is used several times reads what is computed: a value of its own. A leaf is read each time.
    constexpr bool is_shared_view(node_id id) const {
        if (in_[id].kind != node_kind::view || uses_[id] == 1) return false;
        while (in_[id].kind == node_kind::view) id = in_.operand(id, 0);
        return in_[id].operand_count != 0;
    }

    constexpr node_id build_here(node_id id, const index_map& map, const shape& dims) {
        switch (in_[id].kind) {
            case node_kind::leaf:
            case node_kind::index:
            case node_kind::constant:
            case node_kind::view: return build_leaf(id, map, dims);
            case node_kind::elementwise: return build_elementwise(id, map, dims);
            case node_kind::lookup: return build_lookup(id, map, dims);
            default: break;
        }
        // What is stored is not computed again for the axes along which it repeats.
        const bool has_no_room = in_[id].kind == node_kind::reduce && dims.rank == max_rank;
        const bool is_kept = in_[id].kind == node_kind::inverse && !is_identity(map, in_[id].dims, dims);
        if (has_no_room || is_kept || !reorders(map, dims)) return read(build_whole(id), map, dims);
        switch (in_[id].kind) {
            case node_kind::product: return build_product(id, map, dims);
            case node_kind::normalise: return build_normalise(id, map, dims);
            case node_kind::reduce: return build_reduce(id, map, dims);
            case node_kind::inverse: return out_.add(in_[id], build(in_.operand(id, 0), map, dims));
            case node_kind::concat: return build_concat(id, map, dims);
            default: fail("heed: internal: a node of this kind has no loop yet"); return no_node;
        }
    }

    constexpr node_id build_whole(node_id id) {
        const shape& dims = in_[id].dims;
        return build_here(id, identity_map(dims.rank), dims);
    }

    /// A permutation of the axes with parts of some of them, up to outer axes of size 1: nothing is dropped or
    /// repeated.
    static constexpr bool reorders(const index_map& map, const shape& outer) {
        for (std::size_t a = 0; a < map.rank; ++a)
            if (map.from[a] == index_map::fixed) return false;
        return reads_every_axis(map, outer) && follows_axes_once(map);
    }

    constexpr node_id read(node_id id, const index_map& map, const shape& dims) {
        if (is_scalar(id) || is_identity(map, out_[id].dims, dims)) return id;
        const bool through_view = out_[id].kind == node_kind::view;
        const index_map whole = through_view ? compose(map, out_[id].map) : map;
        return out_.add(node_of::view(whole, dims), through_view ? out_.operand(id, 0) : id);
    }

    constexpr bool is_scalar(node_id id) const {
        return out_[id].kind == node_kind::constant || (out_[id].kind == node_kind::leaf && out_[id].dims.rank == 0);
    }

    constexpr node_id build_leaf(node_id id, const index_map& map, const shape& dims) {
        return read(out_.add(in_[id]), map, dims);
    }

    constexpr node_id build_elementwise(node_id id, const index_map& map, const shape& dims) {
        const node& n = in_[id];
        node_id operands[2]{};
        for (std::size_t k = 0; k < n.operand_count; ++k) {
            const node_id operand = in_.operand(id, k);
            const shape& inner = in_[operand].dims;
            const index_map through = compose(map, broadcast_map(inner, n.dims));
            const bool repeats = inner.rank > 0 && !reads_every_axis(through, dims);
            operands[k] = repeats && is_expensive(operand)
                              ? read(build(operand, identity_map(inner.rank), inner), through, dims)
                              : build(operand, through, dims);
        }
        if (n.operand_count == 1) return out_.add(node_of::elementwise(n.apply, dims), operands[0]);
        return build_binary(n.apply, operands[0], operands[1], dims);
    }

    /// The tensor stays as it is: which of its elements are read is known when a program runs.
    constexpr node_id build_lookup(node_id id, const index_map& map, const shape& dims) {
        const node& n = in_[id];
        const shape& whole = in_[in_.operand(id, 0)].dims;
        node_id operands[most_found + 1]{build(in_.operand(id, 0), identity_map(whole.rank), whole)};
        for (std::size_t k = 1; k < n.operand_count; ++k) {
            const node_id index = in_.operand(id, k);
            operands[k] = build(index, compose(map, broadcast_map(in_[index].dims, n.dims)), dims);
        }
        return out_.add(node_of::lookup(compose(map, n.map), n.found, dims), operands, n.operand_count);
    }

    /// Exact scalars stay exact.
    constexpr node_id build_binary(function f, node_id a, node_id b, const shape& dims) {
        if (f == function::divide && out_[b].kind == node_kind::constant && out_[b].value.numerator != 0) {
            f = function::multiply;
            b = out_.add(node_of::constant(inverse(out_[b].value)));
        }
        if (f == function::multiply && out_[a].kind == node_kind::constant && out_[b].kind == node_kind::constant)
            return out_.add(node_of::constant(out_[a].value * out_[b].value));
        return out_.add(node_of::elementwise(f, dims), a, b);
    }

    /// Whether an elementwise operand is worth storing when it repeats.
    constexpr bool is_expensive(node_id id) const {
        const node& n = in_[id];
        if (n.kind == node_kind::view) return is_expensive(in_.operand(id, 0));
        if (n.kind != node_kind::elementwise) return false;  // leaves are read; the rest is stored anyway
        if (traits_of(n.apply).transcendentals > 0) return true;
        for (std::size_t k = 0; k < n.operand_count; ++k)
            if (is_expensive(in_.operand(id, k))) return true;
        return false;
    }

    /// To the node that views read, and how they read it.
    constexpr void go_behind_views(node_id& id, index_map& map) const {
        while (in_[id].kind == node_kind::view && !is_shared_view(id)) {
            map = compose(map, in_[id].map);
            id = in_.operand(id, 0);
        }
    }

    /// Whether the node is a softmax that is used once, along the given axis of what is read.
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
        // (A B)^T = B^T A^T: the order in which the result is read, unless one operand is softmax weights.
        bool flipped = map.from[n.dims.rank - 2] > map.from[n.dims.rank - 1];
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

    /// A product of a concatenation is computed part by part. Narrow parts of a wide one are put together before: each
    /// product then has sums as deep as the loop takes at a time.
    constexpr node_id build_left_operand(node_id id, const operand_axes& axes) {
        const auto& [map, dims] = axes;
        const node& n = in_[id];
        const bool is_wide_concat = n.kind == node_kind::concat && n.axis + 1 == dims.rank && uses_[id] == 1 &&
                                    is_identity(map, n.dims, dims) && n.dims[n.axis].size >= 2 * product_depth;
        return is_wide_concat ? build_concat(id, map, dims, product_depth) : build(id, map, dims);
    }

    /// A right operand is stored whole before it is read. One that is a product is stored in the order in which its own
    /// right operand lies, and transposed when it is read: else that operand is transposed, which has more elements.
    constexpr node_id build_right_operand(node_id id, const operand_axes& axes) {
        index_map map = axes.through;
        const shape& dims = axes.dims;
        go_behind_views(id, map);
        const node& n = in_[id];
        if (n.kind == node_kind::product && uses_[id] == 1 && n.dims.rank == dims.rank && reorders(map, dims) &&
            !is_transposed(in_.operand(id, 1)) && is_whole(map, n.dims, dims))
            return read(build_whole(id), map, dims);
        return build(id, map, dims);
    }
    /// Whether the last axis of what is read is not the last one in memory.
    constexpr bool is_transposed(node_id id) const {
        index_map map = identity_map(in_[id].dims.rank);
        const std::size_t last = map.rank - 1;
        go_behind_views(id, map);
        const node& n = in_[id];
        return n.dims.rank == 0 || map.from[n.dims.rank - 1] != static_cast<signed char>(last);
    }
    static constexpr bool is_whole(const index_map& map, const shape& inner, const shape& outer) {
        for (std::size_t a = 0; a < map.rank; ++a)
            if (outer[static_cast<std::size_t>(map.from[a])].size != inner[a].size) return false;
        return true;
    }

    constexpr node_id build_normalise(node_id id, const index_map& map, const shape& dims) {
        const node& n = in_[id];
        const auto along = static_cast<std::size_t>(map.from[n.axis]);
        if (map.offset[n.axis] != 0 || dims[along].size != n.dims[n.axis].size) return read(build_whole(id), map, dims);
        // The axis goes last: `last` from the index of the result, `through` from there to the old operand.
        shape last_dims;
        index_map last;
        last.rank = dims.rank;
        std::size_t place[max_rank]{};
        for (std::size_t o = 0; o < dims.rank; ++o)
            if (o != along) {
                place[o] = last_dims.rank;
                last.from[last_dims.rank] = static_cast<signed char>(o);
                last_dims.push_back(dims[o]);
            }
        place[along] = last_dims.rank;
        last.from[last_dims.rank] = static_cast<signed char>(along);
        last_dims.push_back(dims[along]);

        index_map through = map;
        for (std::size_t a = 0; a < map.rank; ++a)
            through.from[a] = static_cast<signed char>(place[static_cast<std::size_t>(map.from[a])]);
        node_id operands[2]{build(in_.operand(id, 0), through, last_dims)};
        if (n.operand_count == 2) operands[1] = build(in_.operand(id, 1), {}, {});
        const node normalise = node_of::normalise(n.weights, last_dims.rank - 1, last_dims);
        return read(out_.add(normalise, operands, n.operand_count), last, dims);
    }

    constexpr node_id build_reduce(node_id id, const index_map& map, const shape& dims) {
        const node& n = in_[id];
        const node_id operand = in_.operand(id, 0);
        shape operand_dims = dims;
        operand_dims.push_back(in_[operand].dims[n.axis]);
        index_map through;
        through.rank = operand_dims.rank;
        for (std::size_t a = 0; a < through.rank; ++a) {
            if (a == n.axis) {
                through.from[a] = static_cast<signed char>(dims.rank);
            } else {
                const std::size_t kept = a < n.axis ? a : a - 1;
                through.from[a] = map.from[kept];
                through.offset[a] = map.offset[kept];
            }
        }
        return out_.add(node_of::reduce(n.reduce, dims.rank, dims), build(operand, through, operand_dims));
    }

    /// Parts side by side that are computed and narrow are concatenated first, up to a width of `together`.
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
            if (!whole && begin >= start && begin + size <= start + part_size) {
                through.offset[n.axis] = begin - start;
                return build(part, through, dims);
            }
            if (whole) {
                shape part_dims = dims;
                part_dims[along].size = part_size;
                parts[k] = as_part(build(part, through, part_dims));
            }
            start += part_size;
        }
        if (!whole) return read(build_whole(id), map, dims);
        const std::size_t count =
            together == 0 ? n.operand_count : group_parts(parts, n.operand_count, along, together);
        return out_.add(node_of::concat(along, dims), parts, count);
    }

    /// Replaces runs of parts by their concatenations; returns how many there are then.
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

    /// Whether the node has several uses, be it through a view.
    constexpr bool is_shared(node_id id) const {
        for (std::size_t old = 0; old < in_.nodes.size(); ++old)
            if (shared_[old] != no_node && behind_view(shared_[old]) == id) return true;
        return false;
    }
    constexpr node_id behind_view(node_id id) const {
        return out_[id].kind == node_kind::view ? out_.operand(id, 0) : id;
    }

    constexpr node_id copied(node_id id) { return out_.add(node_of::elementwise(function::copy, out_[id].dims), id); }

    constexpr bool is_read_in_place(node_id id) const {
        const node_kind kind = out_[id].kind;
        return kind == node_kind::leaf || kind == node_kind::index || kind == node_kind::constant ||
               kind == node_kind::view;
    }
    /// Whether the node is computed for one use, and can be computed into any place.
    constexpr bool is_placeable(node_id id) const { return !is_read_in_place(id) && !is_shared(id); }
    constexpr bool is_result(node_id id) const {
        for (const node_id result : out_.results)
            if (behind_view(result) == id) return true;
        return false;
    }

    /// A part of a concatenation is computed into its place; what cannot be is copied there.
    constexpr node_id as_part(node_id id) { return is_placeable(id) ? id : copied(id); }

    /// A result is computed into its place, if need be with its axes exchanged; what cannot be is copied there. What
    /// else uses it reads it there.
    constexpr node_id as_result(node_id id) {
        const node& n = out_[id];
        if (n.kind != node_kind::view) return is_read_in_place(id) || is_result(id) ? copied(id) : id;
        const node_id inner = out_.operand(id, 0);
        return is_placeable(inner) && is_bijection(n.map, out_[inner].dims, n.dims) ? id : copied(id);
    }

    const graph<From>& in_;
    static_vector<std::size_t, From> uses_;
    static_vector<node_id, From> shared_{};
    graph<To> out_{};
};

/// The canonical form of a graph.
template <std::size_t To, std::size_t From>
constexpr graph<To> canonical(const graph<From>& g) {
    return canonicaliser<From, To>(g).run();
}

}  // namespace heed::detail
