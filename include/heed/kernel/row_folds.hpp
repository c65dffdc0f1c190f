// SPDX-License-Identifier: BSL-1.0
// Sums and maxima of a row in a fixed number of lanes: registers without reordering that the compiler would have to be
// allowed, and the same bits on every target.
#pragma once

#include <heed/kernel/online_softmax.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/scalar/function.hpp>

#include <cstddef>
#include <limits>

namespace heed::detail {

/// combine over j of value(x[j]) for n numbers from x on, in lanes: lane l takes j = l, l + row_lanes, ... and the
/// lanes are combined pairwise. `value` and `combine` take numbers or registers.
template <class M, class Memory, class Count, class T, class Combine, class Value>
HEED_INLINE constexpr T fold_in_lanes(const M& m, const Memory& x, const Count& n, const T& initial,
                                      const Combine& combine, const Value& value) {
    typename M::template array<row_lanes> lane(m, "lane");
    m.loop("l", 0, row_lanes, 1, [&](auto l) HEED_INLINE_LAMBDA { m.store(lane, l, initial); });
    const auto whole = m.template whole_groups<row_lanes>(n);
    m.template in_registers<row_lanes>([&]<class V>() HEED_INLINE_LAMBDA {
        constexpr std::size_t width = lanes<V>::count, registers = row_lanes / width;
        typename lanes<V>::variable part[registers];
        HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) part[r] = m.template load<V>(lane, r * width);
        m.loop("j", 0, whole, row_lanes, [&](auto j) HEED_INLINE_LAMBDA {
            HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) part[r] =
                combine(known_as("part", V(part[r])), value(m.template load<V>(x, j + r * width)));
        });
        HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) m.store(lane, r * width, V(part[r]));
    });
    m.loop("j", whole, n, 1, [&](auto j) HEED_INLINE_LAMBDA {
        const auto l = j % row_lanes;
        m.store(lane, l, T(combine(m.template load<T>(lane, l), value(m.template load<T>(x, j)))));
    });
    for (std::size_t half = row_lanes / 2; half > 0; half /= 2)
        m.loop("l", 0, half, 1, [&](auto l) HEED_INLINE_LAMBDA {
            m.store(lane, l, T(combine(m.template load<T>(lane, l), m.template load<T>(lane, l + half))));
        });
    return m.template load<T>(lane, 0);
}

/// The same, of which a machine may tell what it finds instead of how (kernel/outlined_step.hpp).
template <class M, class Memory, class Count, class T, class Combine, class Value>
HEED_INLINE constexpr T fold_row(const M& m, const Memory& x, const Count& n, const T& initial, const Combine& combine,
                                 const Value& value) {
    return fold_in_lanes(m, x, n, initial, combine, value);
}

struct sum_of_two {
    static constexpr const char* fold = "sum";
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
struct larger_of_two {
    static constexpr const char* fold = "max";
    template <class V>
    HEED_INLINE constexpr V operator()(const V& a, const V& b) const {
        return larger(a, b);
    }
};
struct raised_to {
    static constexpr const char* fold = "max";
    template <class V>
    HEED_INLINE constexpr V operator()(const V& a, const V& b) const {
        return raised(a, b);
    }
};
struct smaller_of_two {
    static constexpr const char* fold = "min";
    template <class V>
    HEED_INLINE constexpr V operator()(const V& a, const V& b) const {
        return smaller(a, b);
    }
};
struct same_number {
    template <class V>
    HEED_INLINE constexpr V operator()(const V& x) const {
        return x;
    }
};

template <class M, class Memory, class Count>
HEED_INLINE constexpr auto sum_of_row(const M& m, const Memory& x, const Count& n) {
    using T = typename M::number;
    return fold_row(m, x, n, T(0), sum_of_two(), same_number());
}
/// The sum of exp(x - shift).
template <class M, class Memory, class Count, class T>
HEED_INLINE constexpr T sum_of_powers(const M& m, const Memory& x, const Count& n, const T& shift) {
    return fold_row(m, x, n, T(0), sum_of_two(),
                    [&]<class V>(const V& y) HEED_INLINE_LAMBDA { return V(exp(V(y - shift))); });
}
template <class M, class Memory, class Count>
HEED_INLINE constexpr auto sum_of_squares(const M& m, const Memory& x, const Count& n) {
    using T = typename M::number;
    return fold_row(m, x, n, T(0), sum_of_two(), square_of_number());
}
template <class M, class Memory, class Count>
HEED_INLINE constexpr auto max_of_row(const M& m, const Memory& x, const Count& n) {
    using T = typename M::number;
    return fold_row(m, x, n, known_as("first", m.template load<T>(x, 0)), larger_of_two(), same_number());
}
/// The same where NaN shows elsewhere: with one in the row it may be any number of it.
/// cost    an instruction for each register, max_of_row five that wait for each other
template <class M, class Memory, class Count>
HEED_INLINE constexpr auto largest_of_row(const M& m, const Memory& x, const Count& n) {
    using T = typename M::number;
    return fold_row(m, x, n, known_as("first", m.template load<T>(x, 0)), raised_to(), same_number());
}
template <class M, class Memory, class Count>
HEED_INLINE constexpr auto min_of_row(const M& m, const Memory& x, const Count& n) {
    using T = typename M::number;
    return fold_row(m, x, n, known_as("first", m.template load<T>(x, 0)), smaller_of_two(), same_number());
}

}  // namespace heed::detail
