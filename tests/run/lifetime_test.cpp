// SPDX-License-Identifier: BSL-1.0
// With HEED_CHECK_LIFETIMES a formula over a tensor that no longer lives stops with words. Under a sanitizer it is
// mostly the sanitizer that notices: the number of the tensor is part of it.
#define HEED_CHECK_LIFETIMES

// What compilers notice of it by themselves. Before the headers: g++ goes by the place of what was inlined.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wreturn-stack-address"
#else
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wuse-after-free"
#pragma GCC diagnostic ignored "-Wdangling-pointer"
#endif

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace heed;

namespace {

inline constexpr axis tokens{"tokens"};
using square = tensor<float, tokens[4], 4>;
using large = tensor<float, 128, 64>;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
constexpr bool sanitized = __has_feature(address_sanitizer);
#else
constexpr bool sanitized = false;
#endif

/// A parameter's memory is one that the sanitizer lets be read.
std::string words_for(const std::string& ours) { return sanitized ? "(AddressSanitizer|" + ours + ")" : ours; }

auto over_local() {
    square a;
    return a * transpose(a);
}
auto over_large_local() {
    large a;
    return softmax(a * transpose(a) / sqrt(dim<1>(a)));
}
auto over_argument(square a) { return exp(a + 1); }
auto helper(const auto& x) { return x * transpose(x); }
template <class X>
auto owning_helper(X&& x) {
    return exp(std::forward<X>(x)) + 1;
}

TEST(lifetime_death, local_of_a_function_that_returned) {
    const std::string words = words_for("heed: a formula reads a tensor \\[tokens\\[4\\] x 4\\] that no longer lives");
    EXPECT_DEATH(
        {
            const auto f = over_local();
            tensor y = f;
        },
        words);
    EXPECT_DEATH(
        {
            const auto f = over_argument(square{});
            tensor y = f;
        },
        words);
}

TEST(lifetime_death, large_local) {
    EXPECT_DEATH({ tensor y = over_large_local(); },
                 words_for("heed: a formula reads a tensor \\[128 x 64\\] that no longer lives"));
}

TEST(lifetime_death, temporary_that_a_helper_took_by_reference) {
    EXPECT_DEATH(
        {
            const auto f = helper(square{});
            tensor y = f;
        },
        words_for("temporary that a helper took by const auto&"));
}

TEST(lifetime_death, tensor_that_was_replaced) {
    EXPECT_DEATH(
        {
            std::optional<square> a(std::in_place);
            const auto f = exp(*a);
            a.emplace();
            tensor y = f;
        },
        "no longer lives");
}

TEST(lifetime_death, elements_of_a_vector_that_grew) {
    EXPECT_DEATH(
        {
            std::vector<large> all(1);
            const auto f = all[0] * transpose(all[0]);
            all.resize(100);
            tensor y = f;
        },
        words_for("no longer lives"));
}

// No false alarms.

constexpr square constant{{1, 0, 0, 0}, {0, 2, 0, 0}, {0, 0, 3, 0}, {0, 0, 0, 4}};
static square global;
constexpr auto over_global = global + constant;
const auto also_over_global = global * constant;

TEST(lifetime, what_lives_is_read) {
    constexpr square local_constant = constant;
    constexpr tensor product = constant * constant;
    static_assert(product(1, 1) == 4);
    const auto f = local_constant * constant + over_global + also_over_global;
    for (int round = 0; round < 2; ++round) {
        tensor y = f;
        EXPECT_EQ(y(1, 1), 6);
    }
    tensor owned = owning_helper(square{});
    EXPECT_EQ(owned(0, 0), 2);
    EXPECT_EQ(evaluate(helper(owned))(0, 0), 16);
    EXPECT_EQ(evaluate(helper(square{}))(0, 0), 0);  // within the expression it lives
}

TEST(lifetime, copies_moves_and_assignments_live) {
    large a;
    for (float& x : a) x = 1;
    auto moved = std::move(a);
    const auto f = moved + moved;
    large b = moved;
    moved = f;
    moved = b;
    EXPECT_EQ(evaluate(f)(0, 0), 2);

    std::vector<square> all(3, constant);
    all.push_back(all[0]);
    std::swap(all[1], all[2]);
    EXPECT_EQ(evaluate(all[0] * all[1] + all[3])(1, 1), 6);

    const auto on_heap = std::make_unique<square>(constant);
    EXPECT_EQ(evaluate(*on_heap + *on_heap)(1, 1), 4);
    *on_heap = *on_heap + *on_heap;
    EXPECT_EQ((*on_heap)(1, 1), 4);
}

TEST(lifetime_death, tensor_that_was_moved_from) {
    tensor<float, 100, 100> from;
    const tensor to = std::move(from);
    EXPECT_DEATH({ tensor y = from + 1; }, "heed: a formula reads a tensor that was moved from");  // NOLINT
    from = to + 1;
    EXPECT_EQ(from(3, 4), 1);
}

}  // namespace
