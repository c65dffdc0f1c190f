// SPDX-License-Identifier: BSL-1.0
// Attention and products in long double with plain loops, of matrices whose sizes are known at run time. Compared with
// them, a formula is compiled once, and not for the unfused evaluation of its shape, too.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace heed::test {

struct plain_matrix {
    std::size_t rows, cols;
    std::vector<long double> numbers = std::vector<long double>(rows * cols);

    long double& operator()(std::size_t i, std::size_t j) { return numbers[i * cols + j]; }
    long double operator()(std::size_t i, std::size_t j) const { return numbers[i * cols + j]; }
    auto begin() const { return numbers.begin(); }
    auto end() const { return numbers.end(); }
};

inline const plain_matrix& plain(const plain_matrix& m) { return m; }
template <class Tensor>
plain_matrix plain(const Tensor& t) {
    plain_matrix m{t.extent(0), t.extent(1)};
    for (std::size_t i = 0; i < m.rows; ++i)
        for (std::size_t j = 0; j < m.cols; ++j) m(i, j) = static_cast<long double>(t(i, j));
    return m;
}

inline plain_matrix plain_transpose(const plain_matrix& a) {
    plain_matrix b{a.cols, a.rows};
    for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t j = 0; j < a.cols; ++j) b(j, i) = a(i, j);
    return b;
}

inline plain_matrix plain_product(const plain_matrix& a, const plain_matrix& b) {
    plain_matrix y{a.rows, b.cols};
    for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t k = 0; k < a.cols; ++k)
            for (std::size_t j = 0; j < b.cols; ++j) y(i, j) += a(i, k) * b(k, j);
    return y;
}

/// NaN where one of them is.
inline long double plain_maximum(const long double* x, std::size_t n) {
    long double found = -std::numeric_limits<long double>::infinity();
    for (std::size_t j = 0; j < n && !std::isnan(found); ++j)
        if (!(x[j] <= found)) found = x[j];
    return found;
}

/// Of rows; 0 where all scores are minus infinity.
inline plain_matrix plain_softmax(plain_matrix s) {
    for (std::size_t i = 0; i < s.rows; ++i) {
        const long double most = plain_maximum(s.numbers.data() + i * s.cols, s.cols);
        const bool has_key = !(std::isinf(most) && most < 0);
        long double sum = 0;
        for (std::size_t j = 0; j < s.cols; ++j) sum += s(i, j) = has_key ? std::exp(s(i, j) - most) : 0;
        for (std::size_t j = 0; j < s.cols; ++j) s(i, j) = has_key ? s(i, j) / sum : 0;
    }
    return s;
}

/// softmax(Q K' / sqrt(depth) where keeps(query, key)) V
template <class Keeps>
plain_matrix plain_attention(const plain_matrix& q, const plain_matrix& k, const plain_matrix& v, const Keeps& keeps) {
    plain_matrix s = plain_product(q, plain_transpose(k));
    const long double root = std::sqrt(static_cast<long double>(q.cols));
    for (std::size_t i = 0; i < s.rows; ++i)
        for (std::size_t j = 0; j < s.cols; ++j)
            s(i, j) = keeps(i, j) ? s(i, j) / root : -std::numeric_limits<long double>::infinity();
    return plain_product(plain_softmax(s), v);
}
inline bool keeps_all_keys(std::size_t, std::size_t) { return true; }
template <class Q, class K, class V>
plain_matrix plain_attention(const Q& q, const K& k, const V& v) {
    return plain_attention(plain(q), plain(k), plain(v), keeps_all_keys);
}

}  // namespace heed::test
