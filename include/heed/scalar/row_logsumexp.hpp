// SPDX-License-Identifier: BSL-1.0
// The logarithm of the sum of the exponentials of a row.
#pragma once

#include <heed/scalar/row_operation.hpp>

#include <cstddef>
#include <limits>

namespace heed::detail {

/// log(sum of exp(x - m)) + m, m the maximum; minus infinity if every element is.
struct row_logsumexp {
    static constexpr reduction_traits traits{
        "logsumexp",
        "logsumexps",
        reduced_to::real,
        {.flops = 3, .exps = 1, .visits = 2, .flops_of_row = 1, .functions_of_row = 1}};

    template <class T>
    static constexpr T of_nothing() {
        return -std::numeric_limits<T>::infinity();
    }
    template <class Row>
    HEED_ALWAYS_INLINE static constexpr auto value(const Row& x) {
        x.note("the maximum is taken out, so that exp cannot overflow");
        const auto of = x.shift();
        return x.log_sum(x.exponentiated(of.shift), of);
    }
    template <class M, class Row>
    static auto definition(const M& m, const Row& x) {
        using T = typename Row::number;
        const T most = x.largest();
        const T total = x.sum("total", [&](const T& element) {
            return m.either(most == m.minus_infinity(most), T(0), [&]() { return T(m.exp(T(element - most))); });
        });
        return m.either(total == T(0), most, [&]() { return T(m.log(total) + most); });
    }
    template <class E>
    static constexpr E enclosure(const E* x, std::size_t n) {
        return logsumexp_row(x, n, 1);
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node) {
        return b.times(d, b.softmax(x));
    }
    template <class Row>
    static constexpr double error(const Row& x) {
        return x.of_logsumexp();
    }
};

}  // namespace heed::detail
