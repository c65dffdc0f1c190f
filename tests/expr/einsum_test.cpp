// SPDX-License-Identifier: BSL-1.0
// einsum against loops over all letters, and against the reference.
#include "tests/run/compare.hpp"

#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::test {

using detail::shape;

/// The size of the axis of a letter: b 2, c 3, d 5, e 4, f 2, and so on.
constexpr std::size_t size_of(char letter) {
    constexpr std::array<std::size_t, 7> sizes{3, 2, 3, 5, 4, 2, 3};
    return sizes[static_cast<std::size_t>(letter - 'a') % sizes.size()];
}

template <fixed_text Text, std::size_t Operand>
inline constexpr auto letters = detail::subscripts_of<Text>.operands[Operand];

/// A tensor for the letters of an operand.
template <fixed_text Text, std::size_t Operand>
auto operand() {
    auto t = []<std::size_t... I>(std::index_sequence<I...>) {
        return tensor<double, size_of(letters<Text, Operand>[I])...>();
    }
    (std::make_index_sequence<letters<Text, Operand>.size()>{});
    int i = 7 * static_cast<int>(Operand);
    for (double& x : t) x = std::sin(0.7 * ++i);
    return t;
}

/// An index for each letter of the text, counted through.
class counter {
public:
    explicit counter(std::string_view text) {
        for (const char c : text)
            if (c >= 'a' && c <= 'z' && all_.find(c) == std::string::npos) all_ += c;
        index_.resize(all_.size());
    }
    bool advance() {
        for (std::size_t i = all_.size(); i-- > 0;) {
            if (++index_[i] < size_of(all_[i])) return true;
            index_[i] = 0;
        }
        return false;
    }
    template <class Letters>
    std::size_t offset(const Letters& own) const {
        std::size_t offset = 0;
        for (const char c : own) offset = offset * size_of(c) + index_[all_.find(c)];
        return offset;
    }

private:
    std::string all_;
    std::vector<std::size_t> index_;
};

template <fixed_text Text>
void check() {
    constexpr auto s = detail::subscripts_of<Text>;
    const auto A = operand<Text, 0>();
    const auto B = operand<Text, 1>();  // a number where there is one operand
    const auto f = [&] {
        if constexpr (s.operand_count == 2)
            return einsum<Text>(A, B);
        else
            return einsum<Text>(A);
    }();
    const tensor value = f;
    ASSERT_EQ(decltype(value)::shape_value.rank, s.result.size()) << Text.data;
    auto wanted = value;
    for (double& x : wanted) x = 0;
    counter at(Text.data);
    do {
        const double b = s.operand_count == 2 ? B.data()[at.offset(s.operands[1])] : 1;
        wanted.data()[at.offset(s.result)] += A.data()[at.offset(s.operands[0])] * b;
    } while (at.advance());
    for (std::size_t i = 0; i < value.size(); ++i) EXPECT_NEAR(value.data()[i], wanted.data()[i], 1e-13) << Text.data;
    EXPECT_LE(distance<double>(value, evaluate_unfused<long double>(f), 1), 8) << Text.data;
}

TEST(einsum, of_one_operand_is_that_of_loops) {
    check<"ab->ab">();
    check<"ab->ba">();
    check<"ab->b">();
    check<"abd->">();
    check<"abcd->db">();
    check<"a -> a">();
}

TEST(einsum, of_two_operands_is_that_of_loops) {
    check<"ad,db->ab">();
    check<"ad,db->ba">();
    check<"ad,bd->ab">();
    check<"a,a->">();
    check<"a,b->ab">();
    check<"a,b->">();
    check<"ab,ab->ab">();
    check<"ab,ab->a">();
    check<"ab,b->a">();
    check<"b,ab->a">();
    check<"b,ba->a">();
    check<"ab,->ba">();
    check<"abc,bd->ad">();  // c is summed first
    check<"ad,dbe->b">();   // a and e
    check<"cab,cbd->cad">();
    check<"abd,d->ab">();  // a is no axis of the second operand
}

TEST(einsum, of_heads_and_batches_is_that_of_loops) {
    check<"bthd,bshd->bhts">();
    check<"bhts,bshd->bthd">();
    check<"td,dhe->the">();  // to heads
    check<"thd,hde->te">();  // from heads: h is summed after the product
    check<"bhtd,bhsd->ts">();
    check<"abcd,abcd->abc">();
    check<"abcde,abcde->abcde">();
    check<"abcdef,abcdef->">();
    check<"abc,def->fedcba">();
    check<"bgqd,bkd->bgqk">();
}

TEST(einsum, of_formulas_is_planned_like_what_it_stands_for) {
    const auto A = operand<"ad,db->ab", 0>();
    const auto B = operand<"ad,db->ab", 1>();
    EXPECT_EQ(evaluate(einsum<"ad,db->ab">(A, B)), evaluate(A * B));
    EXPECT_EQ(evaluate(einsum<"ad,bd->ab">(A + A, transpose(B))), evaluate((A + A) * B));
    static_assert(std::same_as<decltype(einsum<"ad,db->ab">(A, B)), decltype(A * B)>);
}

inline constexpr axis tokens{"tokens"}, head{"head"}, d_k{"d_k"};

constexpr bool holds_while_compiling() {
    constexpr tensor<double, tokens[2], head[2], d_k[2]> Q{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    constexpr auto scores = evaluate(einsum<"qhd,khd->hqk">(Q, Q));
    static_assert(decltype(scores)::shape_value == shape(head[2], tokens[2], tokens[2]));
    return scores(0, 0, 1) == 17 && scores(1, 1, 0) == 53 && evaluate(einsum<"thd->h">(Q))(1) == 22;
}
static_assert(holds_while_compiling());
TEST(einsum, means_the_same_while_compiling) { EXPECT_TRUE(holds_while_compiling()); }

}  // namespace heed::test
