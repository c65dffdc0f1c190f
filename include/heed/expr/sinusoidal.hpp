// SPDX-License-Identifier: BSL-1.0
// Sinusoidal positions: the table that is added to embeddings.
#pragma once

#include <heed/scalar/pow.hpp>
#include <heed/scalar/sine.hpp>
#include <heed/tensor/tensor.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed {

namespace detail {

/// Tables are computed in double at least.
template <class T>
using number_of_angles = std::common_type_t<T, double>;

template <class Number>
struct sine_and_cosine {
    Number sine;
    Number cosine;
};

/// Of the angle position / base^(2 pair / depth), in Number.
template <class Number>
constexpr sine_and_cosine<Number> of_position(std::size_t position, std::size_t pair, std::size_t depth, double base) {
    const Number exponent = -static_cast<Number>(2 * pair) / static_cast<Number>(depth);
    const Number angle = static_cast<Number>(position) * pow(Number(base), exponent);
    return {sin(angle), cos(angle)};
}

}  // namespace detail

/// The positions of Vaswani et al.: sin(p / 10000^(2i/d)) in column 2i, cos(p / 10000^(2i/d)) in column 2i + 1, for
/// position p in row p. Up to 16 KiB it can be a constexpr variable, within the compiler's limit on constant
/// expressions.
///     constexpr auto P = sinusoidal<float, tokens[12], d_model[64]>();
/// shapes  [n x d]
/// error   (1 + p / 2) 2^-52, and the rounding to T (tests/expr/positions_test.cpp)
/// needs   at most 2^20 positions
/// source  Vaswani et al. 2017, 3.5
/// example constexpr auto P = sinusoidal<float, tokens[6], d_model[8]>();
///         const tensor Y = X + P;
template <std::floating_point T, extent N, extent D>
[[nodiscard]] constexpr tensor<T, N, D> sinusoidal() {
    static_assert(
        !N.is_dynamic() && !D.is_dynamic(),
        "heed: sinusoidal<T, n, d>() needs sizes that are known while compiling; parts are slice<0>(table, 0, n)");
    static_assert(N.is_dynamic() || N.size <= 1U << 20, "heed: sinusoidal<T, n, d>() needs at most 2^20 positions");
    tensor<T, N, D> table;
    for (std::size_t pair = 0; 2 * pair < D.size; ++pair)
        for (std::size_t position = 0; position < N.size; ++position) {
            const auto s = detail::of_position<detail::number_of_angles<T>>(position, pair, D.size, 10000);
            T* const row = table.data() + position * D.size;
            row[2 * pair] = static_cast<T>(s.sine);
            if (2 * pair + 1 < D.size) row[2 * pair + 1] = static_cast<T>(s.cosine);
        }
    return table;
}

}  // namespace heed
