// SPDX-License-Identifier: BSL-1.0
// Which shapes fit together, and the shape of the result: pure functions on shapes.
#pragma once

#include <heed/shape/shape.hpp>

#include <cstddef>

namespace heed::detail {

/// The result of a rule: whether the operands fit, and the resulting shape.
struct fit {
    bool sizes = true;  ///< whether the sizes fit
    bool names = true;  ///< whether the names agree, if both have one
    shape result{};
};

constexpr bool fits(const fit& f) { return f.sizes && f.names; }

/// The size of two axes that agree: the static one, else the bounded one, else the smaller bound.
constexpr std::size_t merged_size(const extent& a, const extent& b) {
    if (!b.is_dynamic()) return b.size;
    if (!a.is_dynamic() || b.most() == 0) return a.size;
    return a.most() == 0 || b.most() < a.most() ? b.size : a.size;
}

/// The extent of two axes that agree; it has a name if one of them has.
constexpr extent merged(const extent& a, const extent& b) {
    return {merged_size(a, b), a.name != nullptr ? a.name : b.name};
}

/// Extends f by one axis of a and b. A static extent of 1 is broadcast.
constexpr void broadcast_axis(fit& f, const extent& a, const extent& b) {
    f.names = f.names && names_agree(a, b);
    if (a.size != 1 && b.size != 1) {
        f.sizes = f.sizes && sizes_agree(a, b);
        f.result.push_back(merged(a, b));
    } else {
        const extent& longer = a.size == 1 ? b : a;
        f.result.push_back({longer.size, merged(longer, a.size == 1 ? a : b).name});
    }
}

/// The leading axes of a and b, before the last `matrix_axes`, aligned from the right; a missing axis or an extent of 1
/// is broadcast.
constexpr fit broadcast_leading(const shape& a, const shape& b, std::size_t matrix_axes) {
    fit f;
    const std::size_t rank = a.rank > b.rank ? a.rank : b.rank;
    for (std::size_t from_right = rank; from_right > matrix_axes; --from_right) {
        if (from_right > a.rank)
            f.result.push_back(b.from_right(from_right - 1));
        else if (from_right > b.rank)
            f.result.push_back(a.from_right(from_right - 1));
        else
            broadcast_axis(f, a.from_right(from_right - 1), b.from_right(from_right - 1));
    }
    return f;
}

/// Elementwise operations: axes are aligned from the right, and a missing axis or an extent of 1 is broadcast.
constexpr fit broadcast(const shape& a, const shape& b) { return broadcast_leading(a, b, 0); }

/// Whether the last two axes of a are those of b, exchanged.
constexpr bool fits_transposed(shape a, const shape& b) {
    if (a.rank < 2) return false;
    const extent last = a[a.rank - 1];
    a[a.rank - 1] = a[a.rank - 2];
    a[a.rank - 2] = last;
    return fits(broadcast(a, b));
}

/// A vector is a row on the left of a product, and a column on the right.
constexpr shape as_left_matrix(const shape& a) { return a.rank == 1 ? shape(extent(1), a[0]) : a; }
constexpr shape as_right_matrix(const shape& b) { return b.rank == 1 ? shape(b[0], extent(1)) : b; }

/// The inner extents of a product: columns of A and rows of B.
constexpr extent columns_of(const shape& a) { return a.from_right(0); }
constexpr extent rows_of(const shape& b) { return as_right_matrix(b).from_right(1); }

/// A * B: [... x m x k] [... x k x n] -> [... x m x n], leading axes broadcast; vectors lose the axis that was added.
constexpr fit product_rule(const shape& a, const shape& b) {
    const shape left = as_left_matrix(a), right = as_right_matrix(b);
    fit f = broadcast_leading(left, right, 2);
    f.sizes = f.sizes && sizes_agree(columns_of(a), rows_of(b));
    f.names = f.names && names_agree(columns_of(a), rows_of(b));
    if (a.rank > 1) f.result.push_back(left.from_right(1));
    if (b.rank > 1) f.result.push_back(right.from_right(0));
    return f;
}

constexpr shape without_axis(const shape& s, std::size_t axis) {
    shape result;
    for (std::size_t i = 0; i < s.rank; ++i)
        if (i != axis) result.push_back(s[i]);
    return result;
}

/// The shape with one more axis at position `axis`.
constexpr shape with_axis(const shape& s, std::size_t axis, const extent& added) {
    shape result;
    for (std::size_t i = 0; i <= s.rank; ++i) {
        if (i == axis) result.push_back(added);
        if (i < s.rank) result.push_back(s[i]);
    }
    return result;
}

/// inverse(A): [... x n x n] -> [... x n x n]; the names of the two axes are exchanged, because the inverse maps in the
/// other direction.
constexpr fit inverse_rule(const shape& a) {
    fit f{.result = a};
    f.sizes = a.rank >= 2 && sizes_agree(a.from_right(0), a.from_right(1));
    if (!f.sizes) return f;
    f.result[a.rank - 2] = a.from_right(0);
    f.result[a.rank - 1] = a.from_right(1);
    return f;
}

/// Whether a vector fits along one axis of a tensor, as a gain along the axis of a norm.
constexpr bool goes_along(const shape& vector, const shape& a, std::size_t axis) {
    return vector.rank == 1 && extents_agree(vector[0], a[axis]);
}

/// Whether an axis exists and is dynamic.
constexpr bool is_dynamic_along(const shape& s, std::size_t axis) { return axis < s.rank && s[axis].is_dynamic(); }

/// How many axes are dynamic.
constexpr std::size_t dynamic_axes(const shape& s) {
    std::size_t count = 0;
    for (std::size_t a = 0; a < s.rank; ++a) count += s[a].is_dynamic() ? 1 : 0;
    return count;
}

/// The size of two concatenated parts; it is bounded if both are.
constexpr std::size_t size_side_by_side(const extent& a, const extent& b) {
    if (!a.is_dynamic() && !b.is_dynamic()) return a.size + b.size;
    const bool is_bounded = a.most() != 0 && b.most() != 0;
    return extent::dynamic_bit | (is_bounded ? a.most() + b.most() : 0);
}

/// Concatenation along one axis: the other axes agree, and the sizes of that axis are added.
constexpr fit concat_rule(const shape& a, const shape& b, std::size_t axis) {
    if (a.rank != b.rank) return {false, true, a};
    fit f;
    for (std::size_t i = 0; i < a.rank; ++i) {
        if (i == axis) {
            f.result.push_back(
                {size_side_by_side(a[i], b[i]), names_agree(a[i], b[i]) ? merged(a[i], b[i]).name : nullptr});
        } else {
            f.sizes = f.sizes && sizes_agree(a[i], b[i]);
            f.names = f.names && names_agree(a[i], b[i]);
            f.result.push_back(merged(a[i], b[i]));
        }
    }
    return f;
}

/// The requirements of attention(Q, K, V), in the order in which they are checked; those after a violated one count as
/// met.
struct attention_fit {
    bool matrices = true;   ///< K and V are matrices
    bool one_query = true;  ///< a vector Q is not combined with a batch of keys
    bool dims = true;       ///< queries and keys have the same length
    bool keys = true;       ///< there are as many keys as values
};

constexpr attention_fit attention_rule(const shape& q, const shape& k, const shape& v) {
    attention_fit f;
    f.matrices = q.rank >= 1 && k.rank >= 2 && v.rank >= 2;
    if (!f.matrices) return f;
    f.one_query = q.rank != 1 || (k.rank == 2 && v.rank == 2);
    if (!f.one_query) return f;
    f.dims = extents_agree(q.from_right(0), k.from_right(0));
    f.keys = sizes_agree(k.from_right(1), v.from_right(1));
    return f;
}

constexpr bool fits(const attention_fit& f) { return f.matrices && f.one_query && f.dims && f.keys; }

/// The requirements of rotary positions: rows, and an even number of columns.
constexpr bool has_paired_columns(const shape& x) {
    return x.rank >= 2 && (x.from_right(0).is_dynamic() || x.from_right(0).size % 2 == 0);
}

/// Whether a product would fit if the heads of b, the axis before rows and columns, were repeated: those of a are a
/// multiple of them.
constexpr bool fits_if_grouped(const shape& a, const shape& b) {
    if (a.rank < 3 || b.rank < 3) return false;
    const extent &heads = a[a.rank - 3], &shared = b[b.rank - 3];
    if (heads.is_dynamic() || shared.is_dynamic() || shared.size < 2 || heads.size % shared.size != 0) return false;
    shape grouped = b;
    grouped[b.rank - 3] = heads;
    return broadcast_leading(a, grouped, 2).sizes;
}

/// Whether an axis is at_most<n>.
constexpr bool has_bound(const shape& s) {
    for (std::size_t i = 0; i < s.rank; ++i)
        if (s[i].is_dynamic() && s[i].most() != 0) return true;
    return false;
}

/// Whether a value of shape `from` may be stored as shape `to`.
constexpr bool assignable(const shape& from, const shape& to) {
    if (from.rank != to.rank) return false;
    for (std::size_t i = 0; i < from.rank; ++i)
        if (!extents_agree(from[i], to[i])) return false;
    return true;
}

}  // namespace heed::detail
