// SPDX-License-Identifier: BSL-1.0
#include <bench/exact.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace bench {

using numbers = std::vector<double>;

inputs random_inputs(const shape& s) {
    std::mt19937 generator(1);
    std::normal_distribution<float> normal;
    const auto matrix = [&](std::size_t rows, double scale) {
        floats x(rows * s.width);
        for (float& e : x) e = static_cast<float>(scale) * normal(generator);
        return x;
    };
    inputs in{matrix(s.queries, 1)};
    if (s.kind == work::multi_head)
        for (int i = 0; i < 4; ++i) in.push_back(matrix(s.width, 1 / std::sqrt(static_cast<double>(s.width))));
    else
        for (int i = 0; i < 2; ++i) in.push_back(matrix(s.tokens, 1));
    return in;
}

static std::vector<std::size_t> checked_rows(const shape& s) {
    constexpr std::size_t all_up_to = 1024, some = 256;
    std::vector<std::size_t> rows;
    const std::size_t step = s.queries <= all_up_to ? 1 : s.queries / some;
    for (std::size_t i = 0; i < s.queries; i += step) rows.push_back(i);
    if (rows.back() + 1 != s.queries) rows.push_back(s.queries - 1);
    return rows;
}

/// The row of a [.. x inner] at `first`, times b [inner x columns].
static void multiply_row(const double* a, const numbers& b, std::size_t columns, double* c) {
    std::fill_n(c, columns, 0.0);
    for (std::size_t k = 0; k < b.size() / columns; ++k)
        for (std::size_t j = 0; j < columns; ++j) c[j] += a[k] * b[k * columns + j];
}

static numbers product(const numbers& a, const numbers& b, std::size_t columns) {
    const std::size_t inner = b.size() / columns, rows = a.size() / inner;
    numbers c(rows * columns);
    for (std::size_t i = 0; i < rows; ++i) multiply_row(&a[i * inner], b, columns, &c[i * columns]);
    return c;
}

/// One head of one query: columns [first, first + head_width()) of all.
static void attend_row(const shape& s, std::size_t query, std::size_t first, const double* q, const numbers& k,
                       const numbers& v, double* y) {
    const auto [begin, end] = keys_of(s, query);
    const std::size_t width = s.head_width();
    numbers weights(s.tokens);
    double largest = -std::numeric_limits<double>::infinity(), total = 0;
    for (std::size_t j = begin; j < end; ++j) {
        for (std::size_t c = first; c < first + width; ++c) weights[j] += q[c] * k[j * s.width + c];
        weights[j] /= std::sqrt(static_cast<double>(width));
        largest = std::max(largest, weights[j]);
    }
    std::fill_n(y + first, width, 0.0);
    for (std::size_t j = begin; j < end; ++j) {
        const double w = std::exp(weights[j] - largest);
        total += w;
        for (std::size_t c = first; c < first + width; ++c) y[c] += w * v[j * s.width + c];
    }
    for (std::size_t c = first; c < first + width; ++c) y[c] /= total;
}

exact_rows exact_result(const shape& s, const inputs& from) {
    std::vector<numbers> in;
    for (const auto& x : from) in.emplace_back(x.begin(), x.end());
    const bool projects = s.kind == work::multi_head;
    const numbers q = projects ? product(in[0], in[1], s.width) : in[0];
    const numbers k = projects ? product(in[0], in[2], s.width) : in[1];
    const numbers v = projects ? product(in[0], in[3], s.width) : in[2];

    exact_rows exact{checked_rows(s), {}};
    exact.values.resize(exact.rows.size() * s.width);
    for (std::size_t i = 0; i < exact.rows.size(); ++i) {
        const std::size_t row = exact.rows[i];
        double* y = &exact.values[i * s.width];
        if (s.kind == work::product) {
            multiply_row(&q[row * s.width], k, s.width, y);
            continue;
        }
        for (std::size_t first = 0; first < s.width; first += s.head_width())
            attend_row(s, row, first, &q[row * s.width], k, v, y);
        if (projects) {
            const numbers stacked(y, y + s.width);
            multiply_row(stacked.data(), in[4], s.width, y);
        }
    }
    return exact;
}

double error_of(const float* result, const shape& s, const exact_rows& exact) {
    double error = 0, largest = 0;
    for (std::size_t i = 0; i < exact.rows.size(); ++i)
        for (std::size_t c = 0; c < s.width; ++c) {
            const double should_be = exact.values[i * s.width + c];
            error = std::max(error, std::abs(result[exact.rows[i] * s.width + c] - should_be));
            largest = std::max(largest, std::abs(should_be));
        }
    return error / largest;
}

}  // namespace bench
