// SPDX-License-Identifier: BSL-1.0
// Several formulas in one file, in different orders: what a compiler computes for one may depend on what it has
// computed before for others. One alone was always right. The expected values are plain loops, of which no plan is
// made.
#include <heed/heed.hpp>
#include <tests/filled.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace heed::test {

constexpr std::size_t depth = 6;

/// Rows times columns, row-major.
using numbers = std::vector<double>;

/// One order of the formulas below: tensors of N rows, so that each order has formulas, and plans, of its own.
template <std::size_t N>
class order {
    using rows = tensor<double, N, depth>;
    const rows X = filled<rows>(0.37), K = filled<rows>(0.83), V = filled<rows>(0.59);
    const tensor<double, depth, depth> W = filled<tensor<double, depth, depth>>(0.23);

    static numbers product(const numbers& a, const numbers& b, std::size_t r, std::size_t k, std::size_t c) {
        numbers y(r * c);
        for (std::size_t i = 0; i < r; ++i)
            for (std::size_t j = 0; j < c; ++j)
                for (std::size_t l = 0; l < k; ++l) y[i * c + j] += a[i * k + l] * b[l * c + j];
        return y;
    }
    static numbers transposed(const numbers& a) {
        numbers y(a.size());
        for (std::size_t i = 0; i < N; ++i)
            for (std::size_t j = 0; j < depth; ++j) y[j * N + i] = a[i * depth + j];
        return y;
    }
    static numbers of(const auto& t) { return numbers(t.begin(), t.end()); }
    static numbers weights(numbers s, numbers& log_sums) {
        for (std::size_t i = 0; i < N; ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < N; ++j) sum += s[i * N + j] = std::exp(s[i * N + j] / std::sqrt(double(depth)));
            for (std::size_t j = 0; j < N; ++j) s[i * N + j] /= sum;
            log_sums.push_back(std::log(sum));
        }
        return s;
    }
    static void expect_near(const char* what, const auto& found, const numbers& right) {
        ASSERT_EQ(found.size(), right.size()) << what;
        for (std::size_t i = 0; i < right.size(); ++i)
            ASSERT_NEAR(found.data()[i], right[i], 1e-13) << what << ", " << i << " of " << N;
    }

public:
    void product_of_rows() const {
        const tensor Y = X * W;
        expect_near("X * W", Y, product(of(X), of(W), N, depth, depth));
    }
    void product_by_itself() const {
        const tensor Y = X * transpose(X);
        expect_near("X * transpose(X)", Y, product(of(X), transposed(of(X)), N, depth, N));
    }
    void attends() const {
        const tensor Y = softmax(X * transpose(K) / sqrt(dim<1>(K))) * V;
        numbers log_sums;
        const numbers w = weights(product(of(X), transposed(of(K)), N, depth, N), log_sums);
        expect_near("attention", Y, product(w, of(V), N, N, depth));
    }
    void several_results() const {
        const auto [Y, w, L] = evaluate(let(X * transpose(K) / sqrt(dim<1>(K)), [&](auto s) {
            return let(softmax(s), [&](auto p) { return results(p * V, p, logsumexp(s)); });
        }));
        numbers log_sums;
        const numbers right = weights(product(of(X), transposed(of(K)), N, depth, N), log_sums);
        expect_near("weights beside the output", w, right);
        expect_near("output", Y, product(right, of(V), N, N, depth));
        expect_near("logsumexp", L, log_sums);
    }
    void heads_in_columns() const {
        const tensor Y = concat(heads<2>([&](auto i) {
                             return hadamard(cols<3 * decltype(i)::value, 3 * decltype(i)::value + 3>(X), 2);
                         })) *
                         W;
        numbers twice = of(X);
        for (double& x : twice) x *= 2;
        expect_near("heads", Y, product(twice, of(W), N, depth, depth));
    }
    void norm_of_sum() const {
        const tensor Y = layer_norm(X + K);
        numbers right(N * depth);
        for (std::size_t i = 0; i < N; ++i) {
            double mean = 0, squares = 0;
            for (std::size_t j = 0; j < depth; ++j) mean += (X(i, j) + K(i, j)) / depth;
            for (std::size_t j = 0; j < depth; ++j) squares += std::pow(X(i, j) + K(i, j) - mean, 2) / depth;
            for (std::size_t j = 0; j < depth; ++j)
                right[i * depth + j] = (X(i, j) + K(i, j) - mean) / std::sqrt(squares + 1e-5);
        }
        expect_near("layer_norm", Y, right);
    }
};

TEST(formulas_in_order, products_first) {
    const order<8> o;
    o.product_of_rows();
    o.product_by_itself();
    o.attends();
    o.several_results();
    o.heads_in_columns();
    o.norm_of_sum();
}

TEST(formulas_in_order, attention_first) {
    const order<9> o;
    o.attends();
    o.norm_of_sum();
    o.product_by_itself();
    o.heads_in_columns();
    o.product_of_rows();
    o.several_results();
}

TEST(formulas_in_order, several_results_first) {
    const order<11> o;
    o.several_results();
    o.attends();
    o.product_of_rows();
    o.product_by_itself();
    o.norm_of_sum();
    o.heads_in_columns();
}

TEST(formulas_in_order, heads_first) {
    const order<13> o;
    o.heads_in_columns();
    o.norm_of_sum();
    o.several_results();
    o.attends();
    o.product_by_itself();
    o.product_of_rows();
}

}  // namespace heed::test
