// SPDX-License-Identifier: BSL-1.0
// Sums and maxima of a row in a fixed number of lanes: they run in registers without -ffast-math, and give the same
// bits on every target.
#pragma once

#include <heed/kernel/online_softmax.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/scalar/function.hpp>
#include <heed/scalar/row_max.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// The row needs no preparation before it is folded.
struct as_it_is {
    template <class V, class Index>
    HEED_INLINE constexpr void operator()(const Index&) const {}
};

/// Folds value(x[j]) with `combine` over n numbers in lanes: lane l takes j = l, l + row_lanes, ..., and the lanes are
/// combined pairwise. `value` and `combine` take numbers or registers. make<V>(j) writes x[j] before it is read: a
/// piece of the row is folded while the next one is computed.
template <class M, class Memory, class Count, class T, class Combine, class Value, class Make = as_it_is>
HEED_INLINE constexpr T fold_in_lanes(const M& m, const Memory& x, const Count& n, const T& initial,
                                      const Combine& combine, const Value& value, const Make& make = {}) {
    typename M::template array<row_lanes> lane(m, "lane");
    m.loop("l", 0, row_lanes, 1, [&](auto l) HEED_INLINE_LAMBDA { m.store(lane, l, initial); });
    m.template in_registers<row_lanes>([&]<class V>() HEED_INLINE_LAMBDA {
        constexpr std::size_t width = lanes<V>::count, registers = row_lanes / width;
        constexpr std::size_t all = registers * (Combine::traits.is_of_any_order ? M::folds_side_by_side : 1);
        typename lanes<V>::variable part[all];
        HEED_UNROLL for (std::size_t r = 0; r < all; ++r) part[r] = m.template load<V>(lane, r % registers * width);
        const auto add = [&](auto first, auto count) HEED_INLINE_LAMBDA {
            m.template along_groups<row_lanes>(first, count, make);
            m.template groups<all * width>("j", first, count, [&](auto j, auto some) HEED_INLINE_LAMBDA {
                for (std::size_t r = 0; r < some / width; ++r)
                    part[r] = combine(known_as("part", V(part[r])), value(m.template load<V>(x, j + r * width)));
            });
        };
        if constexpr (std::is_same_v<Make, as_it_is>)
            add(std::size_t{0}, n / row_lanes * row_lanes);
        else
            m.template pieces<row_lanes>(n, add);
        HEED_UNROLL for (std::size_t r = registers; r < all; ++r) part[r % registers] =
            combine(V(part[r % registers]), V(part[r]));
        HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) m.store(lane, r * width, V(part[r]));
    });
    m.template along_rest<row_lanes>(n, make);
    m.template loop_rest<row_lanes>("j", n, [&](auto j) HEED_INLINE_LAMBDA {
        const auto l = j % row_lanes;
        m.store(lane, l, T(combine(m.template load<T>(lane, l), value(m.template load<T>(x, j)))));
    });
    for (std::size_t half = row_lanes / 2; half > 0; half /= 2)
        m.loop("l", 0, half, 1, [&](auto l) HEED_INLINE_LAMBDA {
            m.store(lane, l, T(combine(m.template load<T>(lane, l), m.template load<T>(lane, l + half))));
        });
    return m.template load<T>(lane, 0);
}

/// The same. A machine can overload it to record the result as one value (kernel/outlined_step.hpp).
template <class M, class Memory, class Count, class T, class Combine, class Value>
HEED_INLINE constexpr T fold_row(const M& m, const Memory& x, const Count& n, const T& initial, const Combine& combine,
                                 const Value& value) {
    return fold_in_lanes(m, x, n, initial, combine, value);
}

struct sum_of_two {
    static constexpr row_fold traits{"sum"};
    template <class V>
    HEED_INLINE constexpr V operator()(const V& a, const V& b) const {
        return a + b;
    }
};
struct square_of_number {
    template <class V>
    HEED_INLINE constexpr V operator()(const V& x) const {
        return x * x;
    }
};
struct same_number {
    template <class V>
    HEED_INLINE constexpr V operator()(const V& x) const {
        return x;
    }
};

/// The sum of a row of which sum(x, n, first) sums the part that begins at `first`: in blocks of numbers_of_block
/// numbers, whose sums are added with what rounding took from them, so that the error does not grow with the length.
/// source  Ogita, Rump and Oishi 2005, Accurate sum and dot product (Sum2)
template <class M, class Memory, class Count, class Sum>
HEED_INLINE constexpr auto sum_in_blocks(const M& m, const Memory& x, const Count& n, const Sum& sum) {
    using T = typename M::number;
    typename lanes<T>::variable total = m.variable_at_zero("total"), lost = m.variable_at_zero("lost");
    m.loop("first", 0, n, numbers_of_block, [&](auto first) HEED_INLINE_LAMBDA {
        const T block = known_as("block", T(sum(m.from(x, first), m.rest_of(n, first, numbers_of_block), first)));
        const T next = known_as("next", T(T(total) + block)), added = known_as("added", T(next - T(total)));
        lost = T(T(lost) + T(T(T(total) - T(next - added)) + T(block - added)));
        total = next;
    });
    return T(choose(T(lost) == T(lost), T(T(total) + T(lost)), T(total)));  // infinity has lost nothing
}
/// Whether a length is known to be that of one block at most.
template <class Count>
constexpr bool is_known_block() {
    if constexpr (requires { Count::value; })
        return Count::value <= numbers_of_block;
    else
        return false;
}
/// The same; a row that is known to be one block is summed at once.
template <class M, class Memory, class Count, class Sum>
HEED_INLINE constexpr auto sum_of_blocks(const M& m, const Memory& x, const Count& n, const Sum& sum) {
    if constexpr (!M::sums_in_blocks || is_known_block<Count>())
        return sum(x, n, std::size_t{0});
    else
        return sum_in_blocks(m, x, n, sum);
}

/// The sum of value(x).
template <class M, class Memory, class Count, class Value>
HEED_INLINE constexpr auto sum_of_values(const M& m, const Memory& x, const Count& n, const Value& value) {
    using T = typename M::number;
    return sum_of_blocks(m, x, n, [&](const auto& y, const auto& count, const auto&) HEED_INLINE_LAMBDA {
        return T(fold_row(m, y, count, T(0), sum_of_two(), value));
    });
}
template <class M, class Memory, class Count>
HEED_INLINE constexpr auto sum_of_row(const M& m, const Memory& x, const Count& n) {
    return sum_of_values(m, x, n, same_number());
}
/// The same for a row that make<V>(j) writes. Machines without pieces write all of it first.
template <class M, class Memory, class Count, class Make>
HEED_INLINE constexpr auto sum_of_made_row(const M& m, const Memory& x, const Count& n, const Make& make) {
    using T = typename M::number;
    if constexpr (M::folds_pieces) {
        return sum_of_blocks(m, x, n, [&](const auto& y, const auto& count, const auto& first) HEED_INLINE_LAMBDA {
            const auto make_from_first = [&]<class V>(auto j)
                                             HEED_INLINE_LAMBDA { make.template operator()<V>(first + j); };
            return T(fold_in_lanes(m, y, count, T(0), sum_of_two(), same_number(), make_from_first));
        });
    } else {
        m.along_row(make);
        return sum_of_row(m, x, n);
    }
}
/// The sum of exp(x - shift).
template <class M, class Memory, class Count, class T>
HEED_INLINE constexpr T sum_of_powers(const M& m, const Memory& x, const Count& n, const T& shift) {
    return sum_of_values(m, x, n, [&]<class V>(const V& y) HEED_INLINE_LAMBDA {
        return V(exp_of_non_positive(below_shift<V>(y, shift)));
    });
}
template <class M, class Memory, class Count>
HEED_INLINE constexpr auto sum_of_squares(const M& m, const Memory& x, const Count& n) {
    return sum_of_values(m, x, n, square_of_number());
}
/// A row folded by a function of two operands, which begins with its initial element, or with the first of the row.
template <class Fold, class M, class Memory, class Count>
HEED_INLINE constexpr auto folded_row(const M& m, const Memory& x, const Count& n) {
    using T = typename M::number;
    if constexpr (requires { Fold::initial; })
        return fold_row(m, x, n, T(Fold::initial), Fold(), same_number());
    else
        return fold_row(m, x, n, known_as("first", m.template load<T>(x, 0)), Fold(), same_number());
}

}  // namespace heed::detail
