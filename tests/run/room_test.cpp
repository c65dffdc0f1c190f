// SPDX-License-Identifier: BSL-1.0
// Formulas over tensors with room for more than they hold, and into them: no element of the room beside what is there
// is read or written.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace {

using namespace heed;

inline constexpr axis head{"head"}, tokens{"tokens"}, d_k{"d_k"};
using heads = tensor<float, head[2], tokens[at_most<6>], d_k[4]>;

/// Different numbers, and NaN in the room beside them.
heads filled(std::size_t n, float start) {
    heads t(6);
    for (float& x : t) x = std::numeric_limits<float>::quiet_NaN();
    t.take_shape(detail::shape(2, n, 4));
    for (float& x : t) x = start++;
    return t;
}

/// The same numbers without gaps.
tensor<float, head[2], tokens[dyn], d_k[4]> dense(const heads& t) {
    tensor<float, head[2], tokens[dyn], d_k[4]> result(t.extent(1));
    auto to = result.begin();
    for (const float x : t) *to++ = x;
    return result;
}

TEST(room, is_neither_read_nor_written) {
    for (std::size_t n = 0; n <= 6; ++n) {
        const heads A = filled(n, 1), B = filled(n, 50);
        const tensor sum = A + 2 * B;
        static_assert(std::is_same_v<decltype(sum), const heads>);
        EXPECT_EQ(sum, evaluate(dense(A) + 2 * dense(B)));

        heads out = filled(6, 0);
        out = A + 2 * B;
        EXPECT_EQ(out, sum);
        noalias(out) = 2 * B;
        EXPECT_EQ(out, evaluate(2 * dense(B)));
        out = out + A;  // reads what it writes
        EXPECT_EQ(out, sum);
        EXPECT_EQ(evaluate(A + 2 * B), sum);

        heads beside = filled(6, 7);
        slice<tokens>(beside, 0, n) = A;
        EXPECT_EQ(slice<tokens>(beside, 0, n), A);
        if (n < 6) {
            EXPECT_EQ(beside(1, n, 0), 7 + 24 + 4 * static_cast<float>(n));
        }
    }
}

TEST(room, products_and_softmax_stay_within_the_length) {
    for (std::size_t n = 0; n <= 6; ++n) {
        heads Q = filled(n, 0), K = filled(n, 1), V = filled(n, 2);
        for (heads* t : {&Q, &K, &V})
            for (float& x : *t) x = std::sin(x);
        const tensor Y = attention(Q, K, V);
        EXPECT_EQ(Y, evaluate(attention(dense(Q), dense(K), dense(V))));
        const tensor P = Q * transpose(K);
        EXPECT_EQ(P, evaluate(dense(Q) * transpose(dense(K))));
        EXPECT_EQ(P.extent(1), n);
        EXPECT_EQ(P.extent(2), n);
    }
}

TEST(room, several_results_have_room) {
    const heads A = filled(3, 1);
    const auto [twice, sums] = evaluate(results(2 * A, sum(A)));
    EXPECT_EQ(twice, evaluate(2 * dense(A)));
    EXPECT_EQ(sums, evaluate(sum(dense(A))));
    heads out;
    tensor<float, head[2], tokens[at_most<6>]> out_sums;
    evaluate_into(std::tie(out, out_sums), results(A + A, sum(A)));
    EXPECT_EQ(out, twice);
    EXPECT_EQ(out_sums, sums);
}

/// Views of any part, as operands and as what is written to, against copies of the same numbers.
TEST(room, parts_are_operands_like_any_other) {
    tensor<float, head[2], tokens[6], d_k[4]> K;
    float n = 0;
    for (float& x : K) x = std::sin(++n);
    const tensor<float, head[2], tokens[dyn], d_k[4]> Q = K;
    for (std::size_t a = 0; a <= 6; ++a)
        for (std::size_t b = a; b <= 6; ++b) {
            const auto part = slice<tokens>(std::as_const(K), a, b);
            tensor<float, head[2], tokens[dyn], d_k[4]> copy(b - a);
            for (std::size_t h = 0; h < 2; ++h)
                for (std::size_t t = a; t < b; ++t)
                    for (std::size_t e = 0; e < 4; ++e) copy(h, t - a, e) = K(h, t, e);
            EXPECT_EQ(part, copy);
            EXPECT_EQ(evaluate(merge<head, tokens>(part)), evaluate(merge<head, tokens>(copy)));
            EXPECT_EQ(evaluate(permute<1, 0, 2>(part) + 1), evaluate(permute<1, 0, 2>(copy) + 1));
            EXPECT_EQ(evaluate(attention(Q, part, part)), evaluate(attention(Q, copy, copy)));
            EXPECT_EQ(evaluate(sum<tokens>(part)), evaluate(sum<tokens>(copy)));

            auto written = K;
            auto to = slice<tokens>(written, a, b);
            noalias(to) = 2 * copy;
            to = to - copy;
            slice<d_k>(to, 1, 3) = slice<d_k>(copy, 0, 2);
            for (std::size_t h = 0; h < 2; ++h)
                for (std::size_t t = 0; t < 6; ++t)
                    for (std::size_t e = 0; e < 4; ++e) {
                        const bool is_shifted = t >= a && t < b && e >= 1 && e < 3;
                        EXPECT_EQ(written(h, t, e), K(h, t, is_shifted ? e - 1 : e));
                    }
        }
}

constexpr bool compilers_agree() {
    tensor<double, 2, at_most<3>> A{{1, 2}, {3, 4}};
    const tensor B = A * A;
    tensor<double, 2, at_most<3>> C;
    C = B - A;
    return B == tensor<double, 2, 2>{{7, 10}, {15, 22}} && C == tensor<double, 2, 2>{{6, 8}, {12, 18}};
}

TEST(room, compilers_leave_it_alone_too) { static_assert(compilers_agree()); }

}  // namespace
