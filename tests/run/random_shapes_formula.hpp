// SPDX-License-Identifier: BSL-1.0
// Formulas drawn at random of results with 0 to 5 axes: one for each seed, known while compiling.
#pragma once

#include "tests/run/random_formula.hpp"

#include <heed/heed.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace heed::test {

using detail::shape;

/// Seeds of what belongs to one formula, each mixed anew.
constexpr std::uint64_t branch(std::uint64_t seed, std::uint64_t which) { return mixed(mixed(seed) + which); }

/// The size of an axis of the result: 1 one time in four.
constexpr std::size_t outer_size(std::uint64_t seed, std::size_t rank) {
    const std::size_t kind = drawn(branch(seed, 0), 0, 19);
    if (kind < 5) return 1;
    if (rank > 3) return drawn(branch(seed, 1), 2, 4);
    if (kind < 17) return drawn(branch(seed, 1), 2, 6);
    return kind < 19 ? drawn(branch(seed, 1), 7, 12) : 17;
}

/// The size of an axis that is summed over.
constexpr std::size_t inner_size(std::uint64_t seed) {
    const std::size_t kind = drawn(branch(seed, 0), 0, 19);
    if (kind < 3) return 1;
    if (kind < 16) return drawn(branch(seed, 1), 2, 9);
    return kind < 19 ? drawn(branch(seed, 1), 10, 20) : 70;
}

/// The shape of the result of a seed.
constexpr shape random_shape(std::uint64_t seed) {
    constexpr std::size_t ranks[] = {0, 1, 1, 2, 2, 3, 3, 3, 4, 5};
    const std::size_t rank = ranks[drawn(branch(seed, 0), 0, 9)];
    shape s;
    for (std::size_t axis = 0; axis < rank; ++axis) s.push_back(outer_size(branch(seed, 1 + axis), rank));
    return s;
}

constexpr shape with_size(shape s, std::size_t axis, std::size_t size) {
    s[axis] = size;
    return s;
}

/// With one axis more, at that place.
constexpr shape with_axis(const shape& s, std::size_t axis, std::size_t size) {
    shape result;
    for (std::size_t i = 0; i <= s.rank; ++i) {
        if (i == axis) result.push_back(size);
        if (i < s.rank) result.push_back(s[i]);
    }
    return result;
}

/// A shape that broadcasting makes s: some axes are 1, some leading ones are missing. The last `kept` stay.
constexpr shape narrower(shape s, std::uint64_t seed, std::size_t kept) {
    const std::size_t leading = s.rank - kept;
    for (std::size_t i = 0; i < leading; ++i)
        if (drawn(branch(seed, i), 0, 3) == 0) s[i] = 1;
    const bool drops = drawn(branch(seed, 6), 0, 1) == 0;
    shape result;
    for (std::size_t i = drops ? drawn(branch(seed, 7), 0, leading) : 0; i < s.rank; ++i) result.push_back(s[i]);
    return result;
}

using axis_order = std::array<std::size_t, detail::max_rank>;

constexpr axis_order random_order(std::size_t rank, std::uint64_t seed) {
    axis_order order{};
    for (std::size_t i = 0; i < rank; ++i) order[i] = i;
    for (std::size_t i = rank; i > 1; --i) std::swap(order[i - 1], order[drawn(branch(seed, i), 0, i - 1)]);
    return order;
}

/// What permute<order...> makes s: its axis i becomes order[i].
constexpr shape before_permute(const shape& s, const axis_order& order) {
    shape result = s;
    for (std::size_t i = 0; i < s.rank; ++i) result[order[i]] = s[i];
    return result;
}

/// The elements of a formula are float in some places and double in others.
struct float_and_double {};

/// Sizes of leaves of T are known at run time only, half of them.
template <class T>
struct of_any_length {};
template <class T>
inline constexpr bool has_any_length = false;
template <class T>
inline constexpr bool has_any_length<of_any_length<T>> = true;

template <class T, std::uint64_t Seed>
using leaf_element = std::conditional_t<!std::is_same_v<T, float_and_double>, T,
                                        std::conditional_t<drawn(branch(Seed, 0), 0, 1) == 0, float, double>>;

/// Room for a strided view: the axes in another order, outermost first, each up to two elements wider.
struct strided_room {
    shape stored;
    axis_order step{};

    constexpr strided_room(const shape& s, std::uint64_t seed) {
        const axis_order order = random_order(s.rank, seed);
        for (std::size_t i = 0; i < s.rank; ++i) stored.push_back(s[order[i]].size + drawn(branch(seed, 10 + i), 0, 2));
        std::size_t dense = 1;
        for (std::size_t i = s.rank; i-- > 0;) {
            step[order[i]] = dense;
            dense *= stored[i].size;
        }
    }
};

/// Row-major strides, but all elements along one axis are the same one.
constexpr axis_order repeating_strides(const shape& s, std::size_t repeated) {
    axis_order step{};
    std::size_t dense = 1;
    for (std::size_t i = s.rank; i-- > 0;) {
        if (i == repeated) continue;
        step[i] = dense;
        dense *= s[i].size;
    }
    return step;
}

/// An axis of size 1 stays known: what is repeated is known while compiling.
template <class T, std::uint64_t Seed, shape Shape, std::size_t... Axis>
auto random_leaf_with_lengths(std::index_sequence<Axis...>) {
    constexpr auto axis = [](std::size_t a) {
        return Shape[a].size != 1 && drawn(branch(Seed, 20 + a), 0, 1) == 0 ? dyn : Shape[a];
    };
    tensor<T, axis(Axis)...> leaf;
    leaf = random_tensor<T, Shape[Axis]...>(Seed);
    return detail::as_operand(std::move(leaf));
}

/// Few tensors are kept of each shape, so that formulas read one more than once.
template <class T, std::uint64_t Seed, shape Shape, std::size_t... Axis>
auto random_leaf_of_shape(std::index_sequence<Axis...>) {
    constexpr std::uint64_t kept = Seed % 3;
    constexpr std::size_t kind = drawn(branch(Seed, 1), 0, 6);
    if constexpr (kind == 0) {  // moved into the formula
        return detail::as_operand(random_tensor<T, Shape[Axis]...>(Seed));
    } else if constexpr (kind == 1 || Shape.rank == 0) {
        return detail::as_operand(kept_tensor<T, kept, Shape[Axis]...>());
    } else if constexpr (kind == 2) {  // a view that is not aligned
        constexpr shape stored = with_size(Shape, 0, Shape[0].size + 1);
        return view<const T, Shape[Axis]...>(kept_tensor<T, kept, stored[Axis]...>().data() + 1);
    } else if constexpr (kind == 3) {
        constexpr axis_order step = repeating_strides(Shape, drawn(branch(Seed, 2), 0, Shape.rank - 1));
        return strided_view<const T, Shape[Axis]...>(kept_tensor<T, kept, Shape[Axis]...>().data(), {step[Axis]...});
    } else {
        constexpr strided_room room(Shape, branch(Seed, 3));
        constexpr shape stored = room.stored;
        return strided_view<const T, Shape[Axis]...>(kept_tensor<T, kept, stored[Axis]...>().data(),
                                                     {room.step[Axis]...});
    }
}

template <class T, std::uint64_t Seed, int Depth, shape Shape>
auto random_formula_of_shape();

template <class T, std::uint64_t Seed, int Depth, shape Shape>
auto random_elementwise() {
    constexpr std::uint64_t a = branch(Seed, 1), b = branch(Seed, 2), c = branch(Seed, 3);
    constexpr std::size_t kind = drawn(branch(Seed, 4), 0, 9);
    constexpr shape narrow = narrower(Shape, c, 0);
    if constexpr (kind <= 1) {
        return random_formula_of_shape<T, a, Depth - 1, Shape>() + random_formula_of_shape<T, b, Depth - 1, narrow>();
    } else if constexpr (kind == 2) {
        return random_formula_of_shape<T, a, Depth - 1, narrow>() - random_formula_of_shape<T, b, Depth - 1, Shape>();
    } else if constexpr (kind == 3 && Shape.rank >= 2) {  // an outer product: each side is broadcast
        constexpr std::size_t axis = drawn(c, 0, Shape.rank - 1);
        constexpr shape left = with_size(Shape, axis, 1), right = with_size(Shape, (axis + 1) % Shape.rank, 1);
        return hadamard(random_formula_of_shape<T, a, Depth - 1, left>(),
                        random_formula_of_shape<T, b, Depth - 1, right>());
    } else if constexpr (kind == 4) {
        return tanh(random_formula_of_shape<T, a, Depth - 1, Shape>());
    } else if constexpr (kind == 5) {
        return exp(-abs(random_formula_of_shape<T, a, Depth - 1, Shape>())) * 0.5;
    } else if constexpr (kind == 6) {
        return random_formula_of_shape<T, a, Depth - 1, Shape>() * random_formula_of_shape<T, b, Depth - 1, shape{}>();
    } else if constexpr (kind == 7) {  // one formula in two places
        const auto f = random_formula_of_shape<T, a, Depth - 1, Shape>();
        return hadamard(f, f) + f / sqrt(constant<inner_size(c)>{});
    } else if constexpr (kind == 8 && Shape.rank > 0) {  // beside its own mean
        const auto f = random_formula_of_shape<T, a, Depth - 1, Shape>();
        return f - mean<0>(f);
    } else {
        return max(random_formula_of_shape<T, a, Depth - 1, Shape>(),
                   random_formula_of_shape<T, b, Depth - 1, narrow>() * 0.75);
    }
}

/// Of two matrices for each index of the leading axes, of which one side may have fewer.
template <class T, std::uint64_t Seed, int Depth, shape Shape>
auto random_matrix_product() {
    constexpr std::uint64_t a = branch(Seed, 1), b = branch(Seed, 2), c = branch(Seed, 3);
    constexpr std::size_t kind = drawn(branch(Seed, 4), 0, 3), k = inner_size(c);
    constexpr shape left = with_size(Shape, Shape.rank - 1, k), right = with_size(Shape, Shape.rank - 2, k);
    constexpr shape first = kind == 1 ? narrower(left, a, 2) : left;
    constexpr shape second = kind >= 2 ? narrower(right, b, 2) : right;
    return random_formula_of_shape<T, a, Depth - 1, first>() * random_formula_of_shape<T, b, Depth - 1, second>() /
           sqrt(constant<k>{});
}

/// A vector on the left, on the right, or on both sides.
template <class T, std::uint64_t Seed, int Depth, shape Shape>
auto random_vector_product() {
    constexpr std::uint64_t a = branch(Seed, 1), b = branch(Seed, 2), c = branch(Seed, 3);
    constexpr std::size_t k = inner_size(c);
    constexpr shape vector(k);
    if constexpr (Shape.rank == 0) {
        const auto left = random_formula_of_shape<T, a, Depth - 1, vector>();
        return left * random_formula_of_shape<T, b, Depth - 1, vector>() / sqrt(dim<0>(left));
    } else if constexpr (drawn(branch(Seed, 4), 0, 1) == 0) {
        return random_formula_of_shape<T, a, Depth - 1, with_axis(Shape, Shape.rank, k)>() *
               random_formula_of_shape<T, b, Depth - 1, vector>() / sqrt(constant<k>{});
    } else {
        return random_formula_of_shape<T, a, Depth - 1, vector>() *
               random_formula_of_shape<T, b, Depth - 1, with_axis(Shape, Shape.rank - 1, k)>() / sqrt(constant<k>{});
    }
}

/// A concatenation along the axis that is summed over.
template <class T, std::uint64_t Seed, int Depth, shape Shape>
auto random_product_of_concat() {
    constexpr std::uint64_t a = branch(Seed, 1), b = branch(Seed, 2), c = branch(Seed, 3), d = branch(Seed, 4);
    constexpr std::size_t kind = drawn(branch(Seed, 5), 0, 3), k = drawn(a, 1, 5), l = drawn(b, 1, 5);
    constexpr std::size_t column = Shape.rank - 1, row = Shape.rank - 2;
    if constexpr (kind == 0) {
        return concat(random_formula_of_shape<T, a, Depth - 1, with_size(Shape, column, k)>(),
                      random_formula_of_shape<T, b, Depth - 1, with_size(Shape, column, l)>()) *
               random_formula_of_shape<T, c, Depth - 1, with_size(Shape, row, k + l)>();
    } else if constexpr (kind == 1) {
        return concat(random_formula_of_shape<T, a, Depth - 1, with_size(Shape, column, k)>(),
                      random_formula_of_shape<T, b, Depth - 1, with_size(Shape, column, l)>(),
                      random_formula_of_shape<T, d, Depth - 1, with_size(Shape, column, k)>()) *
               random_formula_of_shape<T, c, Depth - 1, shape(2 * k + l, Shape[column])>();
    } else if constexpr (kind == 2) {  // parts of one formula
        const auto parts = split<3>(random_formula_of_shape<T, a, Depth - 1, with_size(Shape, column, 3 * k)>());
        return concat(parts[2_c], parts[1_c]) *
               random_formula_of_shape<T, c, Depth - 1, with_size(Shape, row, 2 * k)>();
    } else {
        return random_formula_of_shape<T, c, Depth - 1, with_size(Shape, column, k + l)>() *
               concat<-2>(random_formula_of_shape<T, a, Depth - 1, with_size(Shape, row, k)>(),
                          random_formula_of_shape<T, b, Depth - 1, with_size(Shape, row, l)>());
    }
}

template <class T, std::uint64_t Seed, int Depth, shape Shape>
auto random_product() {
    constexpr std::size_t kind = drawn(branch(Seed, 0), has_any_length<T> ? 3 : 0, 8);
    if constexpr (Shape.rank < 2 || (kind <= 1 && Shape.rank < detail::max_rank))
        return random_vector_product<T, Seed, Depth, Shape>();
    else if constexpr (kind == 2)
        return random_product_of_concat<T, Seed, Depth, Shape>();
    else
        return random_matrix_product<T, Seed, Depth, Shape>();
}

template <class T, std::uint64_t Seed, int Depth, shape Shape>
auto random_permute() {
    constexpr axis_order order = random_order(Shape.rank, branch(Seed, 0));
    const auto f = random_formula_of_shape<T, branch(Seed, 1), Depth - 1, before_permute(Shape, order)>();
    return [&]<std::size_t... Axis>(std::index_sequence<Axis...>) {
        return permute<static_cast<int>(order[Axis])...>(f);
    }
    (std::make_index_sequence<Shape.rank>{});
}

/// Two or three parts side by side along any axis that has two elements.
template <class T, std::uint64_t Seed, int Depth, shape Shape, std::size_t Axis>
auto random_concat() {
    constexpr std::uint64_t a = branch(Seed, 1), b = branch(Seed, 2), c = branch(Seed, 3);
    constexpr std::size_t size = Shape[Axis].size, first = drawn(a, 1, size - 1), rest = size - first;
    if constexpr (rest > 1 && drawn(b, 0, 1) == 0) {
        constexpr std::size_t second = drawn(c, 1, rest - 1);
        return concat<static_cast<int>(Axis)>(
            random_formula_of_shape<T, a, Depth - 1, with_size(Shape, Axis, first)>(),
            random_formula_of_shape<T, b, Depth - 1, with_size(Shape, Axis, second)>(),
            random_formula_of_shape<T, c, Depth - 1, with_size(Shape, Axis, rest - second)>());
    } else {
        return concat<static_cast<int>(Axis)>(random_formula_of_shape<T, a, Depth - 1, with_size(Shape, Axis, first)>(),
                                              random_formula_of_shape<T, b, Depth - 1, with_size(Shape, Axis, rest)>());
    }
}

/// Rows or columns that begin anywhere, or one of equal parts along any axis.
template <class T, std::uint64_t Seed, int Depth, shape Shape, std::size_t Axis>
auto random_slice() {
    constexpr std::uint64_t a = branch(Seed, 1), b = branch(Seed, 2), c = branch(Seed, 3);
    constexpr std::size_t size = Shape[Axis].size, begin = drawn(b, 0, 3), after = drawn(c, 0, 2);
    constexpr shape longer = with_size(Shape, Axis, begin + size + after);
    if constexpr (Axis + 1 == Shape.rank) {
        return cols<begin, begin + size>(random_formula_of_shape<T, a, Depth - 1, longer>());
    } else if constexpr (Axis + 2 == Shape.rank) {
        return rows<begin, begin + size>(random_formula_of_shape<T, a, Depth - 1, longer>());
    } else {
        constexpr shape whole = with_size(Shape, Axis, (1 + after) * size);
        const auto parts = split<1 + after, static_cast<int>(Axis)>(random_formula_of_shape<T, a, Depth - 1, whole>());
        return parts[constant<drawn(b, 0, after)>{}];
    }
}

/// Numbers in other places.
template <class T, std::uint64_t Seed, int Depth, shape Shape>
auto random_structure() {
    constexpr std::uint64_t a = branch(Seed, 1);
    constexpr std::size_t kind = drawn(branch(Seed, 2), 0, 11);
    constexpr std::size_t axis = drawn(branch(Seed, 3), 0, Shape.rank - 1);
    constexpr std::size_t size = Shape[axis].size;
    if constexpr (has_any_length<T>) {  // parts and concatenations are of sizes that are known
        return random_permute<T, Seed, Depth, Shape>();
    } else if constexpr (kind <= 3 && Shape.rank >= 2) {
        return random_permute<T, Seed, Depth, Shape>();
    } else if constexpr (kind == 4 && Shape.rank >= 2) {
        constexpr std::size_t last = Shape.rank - 1;
        constexpr shape transposed =
            with_size(with_size(Shape, last, Shape[last - 1].size), last - 1, Shape[last].size);
        return transpose(random_formula_of_shape<T, a, Depth - 1, transposed>());
    } else if constexpr (kind <= 7 && size > 1) {
        return random_concat<T, Seed, Depth, Shape, axis>();
    } else if constexpr (kind == 8 && size % 2 == 0) {  // halves exchanged
        const auto f = random_formula_of_shape<T, a, Depth - 1, Shape>();
        const auto parts = split<2, static_cast<int>(axis)>(f);
        return concat<static_cast<int>(axis)>(parts[1_c], parts[0_c]) + f;
    } else {
        return random_slice<T, Seed, Depth, Shape, axis>();
    }
}

template <class T, std::uint64_t Seed, int Depth, shape Shape>
auto random_reduction() {
    constexpr std::size_t place = drawn(branch(Seed, 1), 0, Shape.rank), k = inner_size(branch(Seed, 2));
    constexpr std::size_t kind = drawn(branch(Seed, 3), 0, 4);
    constexpr int axis = static_cast<int>(place);
    auto f = random_formula_of_shape<T, branch(Seed, 4), Depth - 1, with_axis(Shape, place, k)>();
    if constexpr (kind == 0)
        return sum<axis>(std::move(f)) / sqrt(constant<k>{});
    else if constexpr (kind == 1)
        return mean<axis>(std::move(f));
    else if constexpr (kind == 2)
        return max<axis>(std::move(f));
    else if constexpr (kind == 3)
        return min<axis>(std::move(f));
    else
        return logsumexp<axis>(std::move(f));
}

/// A reduction along an axis of which one element is left.
template <class T, std::uint64_t Seed, int Depth, shape Shape, int Axis>
auto random_kept_reduction() {
    constexpr std::size_t kind = drawn(branch(Seed, 3), 0, 3), k = drawn(branch(Seed, 2), 1, 9);
    auto f = random_formula_of_shape<T, branch(Seed, 4), Depth - 1, with_size(Shape, Axis, k)>();
    if constexpr (kind == 0)
        return sum<Axis>(std::move(f), keep) / sqrt(constant<k>{});
    else if constexpr (kind == 1)
        return var<Axis>(f, keep);
    else if constexpr (kind == 2)
        return logsumexp<Axis>(std::move(f), keep);
    else
        return min<Axis>(std::move(f), keep);
}

/// A softmax along any axis, or a reduction that drops or keeps one.
template <class T, std::uint64_t Seed, int Depth, shape Shape>
auto random_along_axis() {
    constexpr std::size_t kind = drawn(branch(Seed, 0), 0, 7);
    if constexpr (Shape.rank == 0 || (kind >= 4 && Shape.rank < detail::max_rank)) {
        return random_reduction<T, Seed, Depth, Shape>();
    } else {
        constexpr int axis = static_cast<int>(drawn(branch(Seed, 1), 0, Shape.rank - 1));
        if constexpr (Shape[axis].size == 1) {
            return random_kept_reduction<T, branch(Seed, 5), Depth, Shape, axis>();
        } else {
            auto f = random_formula_of_shape<T, branch(Seed, 2), Depth - 1, Shape>();
            if constexpr (kind == 2 && Shape.rank >= 2)  // beside the mean along two axes
                return f - mean<axis, (axis + 1) % static_cast<int>(Shape.rank)>(f, keep);
            else if constexpr (kind == 3)
                return log_softmax<axis>(std::move(f)) * 0.25;
            else
                return softmax<axis>(std::move(f));
        }
    }
}

/// One query or several, with leading axes that some of the three lack.
template <class T, std::uint64_t Seed, int Depth, shape Shape>
auto random_attention() {
    constexpr std::uint64_t a = branch(Seed, 1), b = branch(Seed, 2), c = branch(Seed, 3);
    constexpr std::size_t kind = drawn(branch(Seed, 4), 0, 3), d = drawn(branch(Seed, 5), 1, 9), keys = inner_size(c);
    constexpr std::size_t last = Shape.rank - 1;
    if constexpr (Shape.rank == 1) {
        return attention(random_formula_of_shape<T, a, Depth - 1, shape(d)>(),
                         random_formula_of_shape<T, b, Depth - 1, shape(keys, d)>(),
                         random_formula_of_shape<T, c, Depth - 1, shape(keys, Shape[0])>());
    } else {
        constexpr shape query = with_size(Shape, last, d), value = with_size(Shape, last - 1, keys);
        constexpr shape key = with_size(value, last, d);
        constexpr shape Q = kind == 1 ? narrower(query, a, 2) : query;
        constexpr shape K = kind >= 2 ? narrower(key, b, 2) : key;
        constexpr shape V = kind == 2 ? narrower(value, c, 2) : value;
        return attention(random_formula_of_shape<T, a, Depth - 1, Q>(), random_formula_of_shape<T, b, Depth - 1, K>(),
                         random_formula_of_shape<T, c, Depth - 1, V>());
    }
}

/// A formula of that shape, of elements of moderate size. T is float, double or float_and_double.
template <class T, std::uint64_t Seed, int Depth, shape Shape>
auto random_formula_of_shape() {
    constexpr std::size_t most_elements = 3000;
    constexpr std::size_t kind = drawn(branch(Seed, 8), 0, 39);
    constexpr std::uint64_t next = branch(Seed, 9);
    if constexpr ((Depth == 0 || Shape.size() > most_elements) && has_any_length<T>)
        return []<class U>(of_any_length<U>) {
            return random_leaf_with_lengths<U, next, Shape>(std::make_index_sequence<Shape.rank>{});
        }(T());
    else if constexpr (Depth == 0 || Shape.size() > most_elements)
        return random_leaf_of_shape<leaf_element<T, next>, next, Shape>(std::make_index_sequence<Shape.rank>{});
    else if constexpr (kind < 9)
        return random_product<T, next, Depth, Shape>();
    else if constexpr (kind < 17)
        return random_along_axis<T, next, Depth, Shape>();
    else if constexpr (kind < (has_any_length<T> ? 20 : 29) && Shape.rank > 0)
        return random_structure<T, next, Depth, Shape>();
    else if constexpr (kind < 32 && Shape.rank > 0)
        return random_attention<T, next, Depth, Shape>();
    else
        return random_elementwise<T, next, Depth, Shape>();
}

}  // namespace heed::test
