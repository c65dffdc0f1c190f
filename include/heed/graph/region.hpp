// SPDX-License-Identifier: BSL-1.0
// Boxes of indices, and how they propagate through the nodes of a graph: down from an element to the elements that it
// depends on, and up from nonzero elements to those that depend on them.
#pragma once

#include <heed/graph/graph.hpp>
#include <heed/shape/reshaping.hpp>

#include <cstddef>

namespace heed::detail {

/// begin[a] <= index[a] < end[a] on each axis.
struct region {
    std::size_t begin[max_rank]{};
    std::size_t end[max_rank]{};
    std::size_t rank = 0;

    constexpr bool empty() const {
        for (std::size_t a = 0; a < rank; ++a)
            if (begin[a] >= end[a]) return true;
        return false;
    }
    constexpr std::size_t size() const {
        std::size_t product = 1;
        for (std::size_t a = 0; a < rank; ++a) product *= begin[a] < end[a] ? end[a] - begin[a] : 0;
        return product;
    }

    friend constexpr bool operator==(const region&, const region&) = default;
};

constexpr region whole_of(const shape& dims) {
    region r;
    r.rank = dims.rank;
    for (std::size_t a = 0; a < dims.rank; ++a) r.end[a] = dims[a].size;
    return r;
}

constexpr region nothing_of(const shape& dims) {
    region r;
    r.rank = dims.rank;
    if (dims.rank == 0) r.rank = 1;  // a number has no axis that could be empty
    return r;
}

constexpr region hull_of(const region& a, const region& b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    region r = a;
    for (std::size_t i = 0; i < r.rank; ++i) {
        r.begin[i] = b.begin[i] < a.begin[i] ? b.begin[i] : a.begin[i];
        r.end[i] = b.end[i] > a.end[i] ? b.end[i] : a.end[i];
    }
    return r;
}

constexpr void narrow(region& r, std::size_t axis, std::size_t begin, std::size_t end) {
    if (begin > r.begin[axis]) r.begin[axis] = begin;
    if (end < r.end[axis]) r.end[axis] = end;
}

/// The elements that a map reads for a box of outer indices.
constexpr region through(const index_map& map, const region& outer) {
    region inner;
    inner.rank = map.rank;
    for (std::size_t a = 0; a < map.rank; ++a) {
        const bool fixed = map.from[a] == index_map::fixed;
        const auto o = static_cast<std::size_t>(fixed ? 0 : map.from[a]);
        inner.begin[a] = map.offset[a] + (fixed ? 0 : outer.begin[o]);
        inner.end[a] = map.offset[a] + (fixed ? 1 : outer.end[o]);
    }
    for (const index_link& link : map.links) {
        const auto a = static_cast<std::size_t>(link.inner), o = static_cast<std::size_t>(link.outer);
        inner.begin[a] += outer.begin[o] / link.divisor * link.factor;
        if (outer.end[o] > 0) inner.end[a] += (outer.end[o] - 1) / link.divisor * link.factor;
    }
    return inner;
}

/// The outer indices for which a map reads elements of a box.
constexpr region back_through(const index_map& map, const region& inner, const shape& outer) {
    region r = whole_of(outer);
    for (std::size_t a = 0; a < map.rank; ++a) {
        const std::size_t begin = inner.begin[a] > map.offset[a] ? inner.begin[a] - map.offset[a] : 0;
        const std::size_t end = inner.end[a] > map.offset[a] ? inner.end[a] - map.offset[a] : 0;
        if (map.has_links_at(a)) continue;  // either part of a sum may have any value
        if (map.from[a] != index_map::fixed)
            narrow(r, static_cast<std::size_t>(map.from[a]), begin, end);
        else if (begin > 0 || end == 0)
            return nothing_of(outer);
    }
    return r;
}

/// The elements of `from` that a box of `to` contains, where both have the same elements with other axes; or a box
/// around them.
constexpr region reshaped_region(const region& wanted, const shape& to, const shape& from) {
    const reshaping r = reshaping_of(from, to);
    region in = whole_of(from);
    std::size_t i = 0, j = 0;
    for (std::size_t g = 0; g < r.merged.rank; ++g) {
        // In row-major order: from the first element to the last one.
        std::size_t first = 0, last = 0;
        for (const std::size_t end = j + r.count_to[g]; j < end; ++j) {
            first = first * to[j].size + wanted.begin[j];
            last = last * to[j].size + (wanted.end[j] - 1);
        }
        std::size_t size = r.merged[g].size;
        for (const std::size_t end = i + r.count_from[g]; i < end; ++i) {
            size /= from[i].size;
            in.begin[i] = first / size;
            in.end[i] = last / size + 1;
            if (in.end[i] != in.begin[i] + 1) {
                i = end;
                break;  // the axes after it are read completely
            }
            first %= size;
            last %= size;
        }
    }
    return in;
}

/// The box of a factor of a product, [... m x k] or [... k x n], for a box of the product; the inner axis is complete.
constexpr region factor_region(const region& product, const shape& operand, bool left) {
    region r = whole_of(operand);
    for (std::size_t a = 0; a + 2 < operand.rank; ++a) {
        const std::size_t o = a + product.rank - operand.rank;
        if (operand[a].size > 1) narrow(r, a, product.begin[o], product.end[o]);
    }
    const std::size_t kept = left ? operand.rank - 2 : operand.rank - 1;
    const std::size_t from = left ? product.rank - 2 : product.rank - 1;
    narrow(r, kept, product.begin[from], product.end[from]);
    return r;
}

/// The box of operand k of a node that a box of its elements reads.
template <std::size_t Capacity>
constexpr region read_by(const graph<Capacity>& g, node_id id, std::size_t k, const region& wanted) {
    const node& n = g[id];
    const shape& operand = g[g.operand(id, k)].dims;
    switch (n.kind) {
        case node_kind::elementwise: return through(broadcast_map(operand, n.dims), wanted);
        case node_kind::product: return factor_region(wanted, operand, k == 0);
        case node_kind::view: return through(n.map, wanted);
        case node_kind::lookup: {
            if (k > 0) return through(broadcast_map(operand, n.dims), wanted);
            region r = through(n.map, wanted);  // any index along the axes that are looked up
            for (std::size_t i = 0; i + 1 < n.operand_count; ++i) r.end[n.found[i]] = operand[n.found[i]].size;
            return r;
        }
        case node_kind::reshape: return reshaped_region(wanted, n.dims, operand);
        case node_kind::scatter: return back_through(n.map, wanted, operand);
        case node_kind::reduce: {
            region r = whole_of(operand);
            for (std::size_t a = 0; a < operand.rank; ++a)
                if (a != n.axis) narrow(r, a, wanted.begin[a < n.axis ? a : a - 1], wanted.end[a < n.axis ? a : a - 1]);
            return r;
        }
        case node_kind::normalise: {
            region r = wanted;
            r.begin[n.axis] = 0;
            r.end[n.axis] = operand[n.axis].size;
            return r;
        }
        case node_kind::concat: {
            std::size_t start = 0;
            for (std::size_t i = 0; i < k; ++i) start += g[g.operand(id, i)].dims[n.axis].size;
            region r = wanted;
            r.begin[n.axis] = wanted.begin[n.axis] > start ? wanted.begin[n.axis] - start : 0;
            r.end[n.axis] = wanted.end[n.axis] > start ? wanted.end[n.axis] - start : 0;
            if (r.end[n.axis] > operand[n.axis].size) r.end[n.axis] = operand[n.axis].size;
            return r;
        }
        case node_kind::inverse: {
            region r = wanted;
            for (std::size_t a = operand.rank - 2; a < operand.rank; ++a) {
                r.begin[a] = 0;
                r.end[a] = operand[a].size;
            }
            return r;
        }
        default: return whole_of(operand);
    }
}

/// For every node, the elements on which a box of one node depends.
template <std::size_t Capacity>
constexpr static_vector<region, Capacity> demanded_by(const graph<Capacity>& g, node_id asked, const region& wanted) {
    static_vector<region, Capacity> demanded;
    demanded.resize(asked + 1);
    for (node_id id = 0; id < asked; ++id) demanded[id] = nothing_of(g[id].dims);
    demanded[asked] = wanted;
    for (node_id id = asked + 1; id-- > 0;) {
        if (demanded[id].empty()) continue;
        for (std::size_t k = 0; k < g[id].operand_count; ++k) {
            const node_id operand = g.operand(id, k);
            demanded[operand] = hull_of(demanded[operand], read_by(g, id, k, demanded[id]));
        }
    }
    return demanded;
}

/// Where a product may be nonzero, given where its factors may be.
constexpr region product_support(const shape& dims, const shape& a, const region& in_a, const shape& b,
                                 const region& in_b) {
    if (in_a.empty() || in_b.empty()) return nothing_of(dims);
    region r = whole_of(dims);
    const auto narrow_batch = [&](const shape& operand, const region& in) {
        for (std::size_t i = 0; i + 2 < operand.rank; ++i)
            if (operand[i].size > 1) narrow(r, i + dims.rank - operand.rank, in.begin[i], in.end[i]);
    };
    narrow_batch(a, in_a);
    narrow_batch(b, in_b);
    narrow(r, dims.rank - 2, in_a.begin[a.rank - 2], in_a.end[a.rank - 2]);
    narrow(r, dims.rank - 1, in_b.begin[b.rank - 1], in_b.end[b.rank - 1]);
    return r;
}

/// Where a node that is linear in some of its operands may be nonzero. `supports` has the answer for every earlier
/// node. A node that does not depend on the linear ones counts as zero everywhere. An elementwise node is treated as a
/// sum unless it is a product or a quotient.
template <std::size_t Capacity>
constexpr region support_of(const graph<Capacity>& g, node_id id, const region* supports) {
    const node& n = g[id];
    const auto operand = [&](std::size_t k) -> const node& { return g[g.operand(id, k)]; };
    const auto support = [&](std::size_t k) -> const region& { return supports[g.operand(id, k)]; };
    switch (n.kind) {
        case node_kind::elementwise: {
            region r = back_through(broadcast_map(operand(0).dims, n.dims), support(0), n.dims);
            if (support(0).empty()) r = nothing_of(n.dims);
            if (n.operand_count == 1) return r;
            const region second = support(1).empty()
                                      ? nothing_of(n.dims)
                                      : back_through(broadcast_map(operand(1).dims, n.dims), support(1), n.dims);
            if (n.apply != function::multiply && n.apply != function::divide) return hull_of(r, second);
            if (r.empty() || second.empty()) return nothing_of(n.dims);
            for (std::size_t a = 0; a < r.rank; ++a) narrow(r, a, second.begin[a], second.end[a]);
            return r;
        }
        case node_kind::product:
            return product_support(n.dims, operand(0).dims, support(0), operand(1).dims, support(1));
        case node_kind::view: return support(0).empty() ? nothing_of(n.dims) : back_through(n.map, support(0), n.dims);
        case node_kind::reshape:
            return support(0).empty() ? nothing_of(n.dims) : reshaped_region(support(0), operand(0).dims, n.dims);
        case node_kind::scatter: return support(0).empty() ? nothing_of(n.dims) : through(n.map, support(0));
        case node_kind::reduce: {
            if (support(0).empty()) return nothing_of(n.dims);
            region r = whole_of(n.dims);
            for (std::size_t a = 0; a < n.dims.rank; ++a)
                narrow(r, a, support(0).begin[a < n.axis ? a : a + 1], support(0).end[a < n.axis ? a : a + 1]);
            return r;
        }
        default: return whole_of(n.dims);
    }
}

}  // namespace heed::detail
