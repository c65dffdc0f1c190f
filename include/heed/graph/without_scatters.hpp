// SPDX-License-Identifier: BSL-1.0
// Scatters, the transposes of views, as sums along the axes that a view repeated, other orders of axes, and zeros
// beside what a slice read. What no result needs is left out.
#pragma once

#include <heed/graph/build.hpp>
#include <heed/shape/reshaping.hpp>

#include <cstddef>

namespace heed::detail {

/// The capacity for a graph without scatters.
template <std::size_t Capacity>
constexpr std::size_t capacity_without_scatters(const graph<Capacity>& g) {
    constexpr std::size_t most_of_axis = 16;
    std::size_t nodes = g.nodes.size();
    for (const node& n : g.nodes)
        if (n.kind == node_kind::scatter) nodes += 4 + 2 * max_rank + most_of_axis * n.dims.rank;
    return round_up_capacity(nodes);
}

template <std::size_t To, std::size_t From>
class scatter_removal {
public:
    /// has_lengths: whether numbers stand for lengths, so that the difference of two sizes is no size
    constexpr scatter_removal(const graph<From>& g, bool has_lengths) : in_(g), has_lengths_(has_lengths) {
        became_.resize(g.nodes.size(), no_node);
    }

    constexpr graph<To> run() {
        const static_vector<bool, From> needed = find_needed();
        for (node_id id = 0; id < in_.nodes.size(); ++id)
            if (needed[id]) became_[id] = new_node(id);
        for (const node_id result : in_.results) out_.results.push_back(became_[result]);
        return out_;
    }

private:
    constexpr static_vector<bool, From> find_needed() const {
        static_vector<bool, From> needed;
        needed.resize(in_.nodes.size(), false);
        for (const node_id result : in_.results) needed[result] = true;
        for (node_id id = in_.nodes.size(); id-- > 0;) {
            if (!needed[id]) continue;
            if (in_[id].kind == node_kind::scatter && adds_rows(in_[id], in_.operand(id, 0))) {
                needed[ids_of(in_.operand(id, 0))] = needed[rows_of(in_.operand(id, 0))] = true;
                continue;
            }
            for (std::size_t k = 0; k < in_[id].operand_count; ++k) needed[in_.operand(id, k)] = true;
        }
        return needed;
    }

    constexpr node_id new_node(node_id id) {
        if (in_[id].kind == node_kind::scatter) return sum_of(id);
        const node_id factor = factor_beside_one(id);
        if (factor != no_node) return became_[factor];
        const node_id parts = sum_of_parts(id);
        return parts != no_node ? parts : same(id);
    }

    /// Of a sum of concatenations whose parts stand beside zeros of each other, as the adjoints of slices are, one
    /// concatenation of the parts; no_node for other nodes.
    constexpr node_id sum_of_parts(node_id id) {
        if (in_[id].kind != node_kind::elementwise || in_[id].apply != function::add) return no_node;
        const node_id a = became_[in_.operand(id, 0)], b = became_[in_.operand(id, 1)];
        const node &first = out_[a], &second = out_[b];
        if (first.kind != node_kind::concat || second.kind != node_kind::concat || first.axis != second.axis ||
            !(first.dims == second.dims))
            return no_node;
        const std::size_t axis = first.axis;
        const shape dims = first.dims;
        placed_parts all;
        if (!all.add_parts_of(out_, a) || !all.add_parts_of(out_, b) || all.count == 0) return no_node;
        const auto end_of = [&](std::size_t i) { return all.begin[i] + out_[all.part[i]].dims[axis].size; };
        for (std::size_t i = 1; i < all.count; ++i)
            if (all.begin[i] < end_of(i - 1)) return no_node;
        node_id parts[2 * most_parts + 1]{};
        std::size_t count = 0, end = 0;
        for (std::size_t i = 0; i < all.count; ++i) {
            if (all.begin[i] > end) parts[count++] = zeros(out_[all.part[i]].dims, axis, all.begin[i] - end);
            parts[count++] = all.part[i];
            end = end_of(i);
        }
        if (end < dims[axis].size) parts[count++] = zeros(out_[parts[0]].dims, axis, dims[axis].size - end);
        return out_.add(node_of::concat(axis, dims), parts, count);
    }
    /// The parts of concatenations that are no zeros, and where they begin, in order.
    static constexpr std::size_t most_parts = 8;
    struct placed_parts {
        node_id part[most_parts]{};
        std::size_t begin[most_parts]{}, count = 0;

        /// False if there are too many.
        constexpr bool add_parts_of(const graph<To>& g, node_id concat) {
            std::size_t at = 0;
            for (std::size_t k = 0; k < g[concat].operand_count; ++k) {
                const node_id next = g.operand(concat, k);
                const bool zero = is_zero(g, next);
                if (!zero && count == most_parts) return false;
                if (!zero) insert(next, at);
                at += g[next].dims[g[concat].axis].size;
            }
            return true;
        }
        /// What add_filled makes of 0.
        static constexpr bool is_zero(const graph<To>& g, node_id id) {
            if (g[id].kind != node_kind::elementwise || g[id].apply != function::copy) return false;
            const node& filled = g[g.operand(id, 0)];
            return filled.kind == node_kind::constant && filled.value == surd{0, 1, 1};
        }
        constexpr void insert(node_id next, std::size_t at) {
            std::size_t i = count++;
            for (; i > 0 && begin[i - 1] > at; --i) part[i] = part[i - 1], begin[i] = begin[i - 1];
            part[i] = next, begin[i] = at;
        }
    };

    /// Of a product with 1, as the adjoint of a sum is, the other operand.
    constexpr node_id factor_beside_one(node_id id) const {
        if (in_[id].kind != node_kind::elementwise || in_[id].apply != function::multiply) return no_node;
        for (std::size_t k = 0; k < 2; ++k) {
            const node& one = in_[behind_views(in_, in_.operand(id, k))];
            const node_id other = in_.operand(id, 1 - k);
            if (one.kind == node_kind::constant && one.value == surd{1, 1, 1} && in_[other].dims == in_[id].dims)
                return other;
        }
        return no_node;
    }

    constexpr node_id same(node_id id) {
        node_id operands[From]{};
        for (std::size_t k = 0; k < in_[id].operand_count; ++k) operands[k] = became_[in_.operand(id, k)];
        return out_.add(in_[id], operands, in_[id].operand_count);
    }

    constexpr node_id sum_of(node_id id) {
        const node& n = in_[id];
        const node_id d = in_.operand(id, 0);
        if (n.map.divides() || !n.map.links.empty() || !follows_axes_once(n.map))
            fail("heed: the gradient of a diagonal, or of groups of an axis that a view made, is not there");
        if (is_product_of_batches(n, d)) return product_of_all_rows(d);
        if (adds_rows(n, d)) return added_rows(n, d);
        index_map map = n.map;
        node_id a = became_[d];
        shape dims = in_[d].dims;
        // Merged, axes are summed at once; what no loop has stored yet would be stored for it.
        const bool merges = in_[d].kind != node_kind::elementwise;
        for (std::size_t end = dims.rank; end > 0; --end) {
            if (is_read(map, end - 1)) continue;
            std::size_t first = end - 1;
            while (merges && first > 0 && !is_read(map, first - 1)) --first;
            a = summed(a, dims, map, first, end);
            end = first + 1;
        }
        a = in_order_of(a, dims, map);
        for (std::size_t axis = 0; axis < map.rank; ++axis) a = padded(a, n, axis);
        return a;
    }

    static constexpr bool is_read(const index_map& map, std::size_t axis) {
        return inner_axis_of(map, axis) != map.rank;
    }
    /// The sum along axes first to end - 1; `dims` and `map` lose them.
    constexpr node_id summed(node_id a, shape& dims, index_map& map, std::size_t first, std::size_t end) {
        if (end - first > 1) {
            dims = shape_of_merged(dims, first, end - first);
            a = out_.add(node_of::reshape(dims), a);
        }
        dims = without_axis(dims, first);
        for (std::size_t i = 0; i < map.rank; ++i)
            if (map.from[i] >= static_cast<signed char>(end))
                map.from[i] = static_cast<signed char>(map.from[i] - static_cast<signed char>(end - first));
        return out_.add(node_of::reduce(reduction::sum, first, dims), a);
    }

    /// The axes as the map has them, with an axis of size 1 where it is fixed.
    constexpr node_id in_order_of(node_id a, const shape& dims, const index_map& map) {
        shape to;
        index_map back = identity_map(dims.rank);
        for (std::size_t i = 0; i < map.rank; ++i) {
            const bool is_fixed = map.from[i] == index_map::fixed;
            to.push_back(is_fixed ? extent(1) : dims[static_cast<std::size_t>(map.from[i])]);
            if (!is_fixed) back.from[static_cast<std::size_t>(map.from[i])] = static_cast<signed char>(i);
        }
        return is_identity(back, dims, to) ? a : out_.add(node_of::view(back, to), a);
    }

    /// With zeros beside it along one axis, as many as that of the scatter has.
    constexpr node_id padded(node_id a, const node& scatter, std::size_t axis) {
        const shape own = out_[a].dims;
        const std::size_t begin = scatter.map.offset[axis], size = own[axis].size, whole = scatter.dims[axis].size;
        if (size == whole) return a;
        shape to = own;
        to[axis] = scatter.dims[axis];
        if (size == 1) return at_place(a, to, axis, begin);
        if (has_lengths_) return looked_up_at(a, to, axis, begin, size);
        node_id parts[3]{};
        std::size_t count = 0;
        if (begin != 0) parts[count++] = zeros(own, axis, begin);
        parts[count++] = a;
        if (begin + size != whole) parts[count++] = zeros(own, axis, whole - begin - size);
        return out_.add(node_of::concat(axis, to), parts, count);
    }
    constexpr node_id zeros(shape dims, std::size_t axis, std::size_t size) {
        dims[axis] = extent(size);
        return add_filled(out_, number(0), dims);
    }
    constexpr node_id number(std::size_t n) { return out_.add(node_of::constant({static_cast<long long>(n), 1, 1})); }
    constexpr node_id apply(function f, const shape& dims, node_id a, node_id b) {
        return out_.add(node_of::elementwise(f, dims), a, b);
    }
    /// One element along an axis, where the index is `place`.
    constexpr node_id at_place(node_id a, const shape& to, std::size_t axis, std::size_t place) {
        const node_id index = out_.add(node_of::index(axis, to)), at = number(place);
        return apply(function::keep, to, apply(function::equal, to, index, at), a);
    }
    /// The element that is `begin` before the index, if that is one; of a part without elements nothing is read.
    constexpr node_id looked_up_at(node_id a, const shape& to, std::size_t axis, std::size_t begin, std::size_t size) {
        const node_id index = out_.add(node_of::index(axis, to)), first = number(begin), count = number(size),
                      none = number(0);
        const node_id distance = apply(function::subtract, to, index, first);
        const node_id last = apply(function::subtract, to, count, number(1));
        const node_id bounded = apply(function::min, to, apply(function::max, to, distance, none), last);
        index_map map = identity_map(to.rank);
        map.from[axis] = index_map::fixed;
        const std::size_t found[most_found]{axis};
        const node_id operands[] = {a, bounded};
        const node_id read = out_.add(node_of::lookup(map, found, to), operands, 2);
        const node_id is_before_end = apply(function::less, to, distance, count);
        const node_id kept = apply(function::keep, to, is_before_end, read);
        const node_id after_begin = apply(function::keep, to, apply(function::less_equal, to, first, index), kept);
        return apply(function::keep, to, apply(function::less, to, none, count), after_begin);
    }

    /// Whether the sum over leading axes is that of products A' B, as of weights that all of a batch share.
    constexpr bool is_product_of_batches(const node& n, node_id d) const {
        const shape& dims = in_[d].dims;
        if (in_[d].kind != node_kind::product || dims.rank < 3 || n.dims.rank != 2) return false;
        if (!(n.map == broadcast_map(n.dims, dims)) || n.map.from[0] == index_map::fixed ||
            n.map.from[1] == index_map::fixed)
            return false;
        const node_id a = in_.operand(d, 0), b = in_.operand(d, 1);
        if (in_[a].kind != node_kind::view || !(in_[a].map == node_of::transpose(in_[in_.operand(a, 0)].dims).map))
            return false;
        const shape &left = in_[a].dims, &right = in_[b].dims;
        if (left.rank != dims.rank || right.rank != dims.rank) return false;
        for (std::size_t i = 0; i + 2 < dims.rank; ++i)
            if (left[i].size != right[i].size) return false;
        return true;
    }
    constexpr node_id product_of_all_rows(node_id d) {
        const node_id a = with_rows_merged(in_.operand(in_.operand(d, 0), 0)), b = with_rows_merged(in_.operand(d, 1));
        const node_id turned = out_.add(node_of::transpose(out_[a].dims), a);
        return out_.add(node_of::product(product_rule(out_[turned].dims, out_[b].dims).result), turned, b);
    }
    constexpr node_id with_rows_merged(node_id id) {
        const shape dims = shape_of_merged(in_[id].dims, 0, in_[id].dims.rank - 1);
        return out_.add(node_of::reshape(dims), became_[id]);
    }

    /// Whether rows are added where ids say: keep(index == ids, rows), summed along all axes of ids.
    constexpr bool adds_rows(const node& n, node_id d) const {
        const std::size_t ids_rank = in_[d].dims.rank - 2;
        if (in_[d].kind != node_kind::elementwise || in_[d].apply != function::keep || n.map.rank != 2) return false;
        if (n.map.from[0] != 0 || n.map.from[1] != static_cast<signed char>(ids_rank + 1)) return false;
        const node_id here = in_.operand(d, 0), row = in_.operand(d, 1);
        if (in_[here].kind != node_kind::elementwise || in_[here].apply != function::equal) return false;
        const node& place = in_[in_.operand(here, 0)];
        const node_id wanted = behind_views(in_, in_.operand(here, 1));
        return place.kind == node_kind::index && place.axis == 0 && in_[wanted].kind == node_kind::leaf &&
               skips_first_axis(in_.operand(here, 1), wanted, ids_rank) &&
               skips_first_axis(row, in_.operand(row, 0), ids_rank + 1);
    }
    /// Whether views lead from all axes but the first to those of `inner`, in their order.
    constexpr bool skips_first_axis(node_id outer, node_id inner, std::size_t rank) const {
        index_map map = identity_map(in_[outer].dims.rank);
        for (; outer != inner; outer = in_.operand(outer, 0)) {
            if (in_[outer].kind != node_kind::view || !in_[outer].map.links.empty()) return false;
            map = compose(map, in_[outer].map);
        }
        if (map.rank != rank || !map.links.empty()) return false;
        for (std::size_t a = 0; a < rank; ++a)
            if (map.from[a] != static_cast<signed char>(a + 1) || map.offset[a] != 0) return false;
        return true;
    }
    constexpr node_id ids_of(node_id d) const { return behind_views(in_, in_.operand(in_.operand(d, 0), 1)); }
    constexpr node_id rows_of(node_id d) const { return in_.operand(in_.operand(d, 1), 0); }
    /// The same as a product: of the transpose of ones where the ids are, and of the rows.
    constexpr node_id added_rows(const node& n, node_id d) {
        const node_id wanted = ids_of(d), rows = rows_of(d);
        const std::size_t axes = in_[wanted].dims.rank;
        node_id ids = became_[wanted], values = became_[rows];
        if (axes > 1) {
            ids = out_.add(node_of::reshape(shape_of_merged(in_[wanted].dims, 0, axes)), ids);
            values = with_rows_merged(rows);
        }
        const shape ones(out_[values].dims[0], n.dims[0]);
        const node_id place = out_.add(node_of::index(1, ones)),
                      id = out_.add(node_of::view(identity_map(1), ones), ids);
        node equal = node_of::elementwise(function::equal, ones);
        equal.finds_rows = true;
        const node_id here = out_.add(equal, place, id);
        const node_id turned = out_.add(node_of::transpose(ones), here);
        return out_.add(node_of::product(product_rule(out_[turned].dims, out_[values].dims).result), turned, values);
    }

    const graph<From>& in_;
    bool has_lengths_;
    static_vector<node_id, From> became_{};
    graph<To> out_{};
};

/// The same results without scatters. Has_lengths: whether numbers in the graph stand for lengths.
template <std::size_t To, std::size_t From>
constexpr graph<To> without_scatters(const graph<From>& g, bool has_lengths) {
    return scatter_removal<To, From>(g, has_lengths).run();
}

}  // namespace heed::detail
