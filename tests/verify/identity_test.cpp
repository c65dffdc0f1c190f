// SPDX-License-Identifier: BSL-1.0
// What is one unknown and what are two: a named object is one however often it is used, every other printed<...> is an
// object of its own, and of temporaries nobody knows. Built with -fmerge-all-constants, with which compilers keep equal
// constants in one place.
#include <heed/verify.hpp>
#include <heed/verify/examination.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace {

using namespace heed;

using one_number = printed_tensor<true, 1, 1>;

constexpr one_number A = printed<"0.40">, B = printed<"0.40">, A_copy = A;
template <int>
constexpr one_number numbered = printed<"0.40">;
struct holder {
    static constexpr one_number inside = printed<"0.40">;
    one_number member = printed<"0.40">;
};

/// a - b may be 0.01 if they are two; if they are one, it is 0.
template <class F>
constexpr bool is_two(const F& difference) {
    return verify(difference, printed<"0.01">).consistent();
}
template <class F>
constexpr bool is_one(const F& difference) {
    return verify(difference, printed<"0.01">).refuted() && verify(difference, printed<"0.00">).consistent();
}
constexpr bool are_two(const one_number& a, const one_number& b) { return is_two(a - b); }
constexpr bool is_one_by_reference(const one_number& a) { return is_one(a - a); }

template <class T>
constexpr bool two_in_a_template() {
    return is_two(printed<"0.40"> - printed<"0.40">);
}

constexpr bool spellings() {
    return is_two(printed<"0.40"> - printed<"0.40">) && two_in_a_template<int>() && two_in_a_template<long>() &&
           is_one_by_reference(printed<"0.40">) && is_one(A - A) && is_two(A - printed<"0.40">);
}
static_assert(spellings());

constexpr bool names() {
    return are_two(A, B) && are_two(A, A_copy) && are_two(A, holder::inside) && are_two(numbered<1>, numbered<2>) &&
           is_one_by_reference(A_copy) && is_one_by_reference(holder::inside) && is_one_by_reference(numbered<1>);
}
static_assert(names());

constexpr bool local_names() {
    constexpr auto P = printed<"0.40">, Q = printed<"0.40">;
    const auto& named = printed<"0.40">;
    const holder first, second;
    return is_two(P - Q) && is_one(P - P) && is_two(P - A) && is_one(named - named) && is_two(named - P) &&
           is_two(first.member - second.member) && is_one(first.member - first.member);
}

/// Through everything else in between, and with others beside.
constexpr bool through_formulas() {
    constexpr auto W = printed<"0.40 0.20\n0.10 0.30">, hundredth = printed<"0.00 0.01\n-0.01 0.00">;
    constexpr auto twice = transpose(transpose(A)) + A * 2 - concat(A);
    return is_one(twice - A - A) && is_two(twice - A - B) &&
           verify(W - transpose(W), hundredth)(0, 1) != verdict::consistent &&
           verify(W - printed<"0.40 0.20\n0.10 0.30">, hundredth).consistent() && verify(W - W, hundredth).refuted() &&
           is_two(concat(A, B) * tensor<double, 2, 1>{{1}, {-1}}) &&
           is_one(concat(A, A) * tensor<double, 2, 1>{{1}, {-1}});
}
static_assert(through_formulas());

/// A formula that holds a temporary may be used twice: that these are two is not known, nor that they are one.
template <class F>
constexpr bool may_be_one(const F& difference) {
    return verify(difference, printed<"0.01">)(0, 0) == verdict::undecided &&
           verify(difference, printed<"0.00">).consistent() && verify(difference, printed<"0.02">).refuted();
}
constexpr one_number temporary() { return printed<"0.40">; }

constexpr bool temporaries() {
    constexpr auto f = temporary() * 1_c;
    const auto [left, right] = split<2>(concat(temporary(), temporary()));
    const auto twice = f + f;
    return may_be_one(f - f) && may_be_one(temporary() - temporary()) && may_be_one(left - right) &&
           verify(twice - 2 * f, printed<"0.01">)(0, 0) == verdict::undecided && is_two(f - A) &&
           verify(f - one_number(printed<"0.41">), printed<"-0.02">).consistent() &&
           verify(hadamard(f, f), printed<"0.158">).consistent() &&
           verify(exact(printed<"0.40">) - exact(printed<"0.40">), printed<"0.01">).refuted();
}
static_assert(temporaries());

/// 2049 is no number of float16, and not known to be the nearest one.
constexpr tensor<double, 1, 1> length{{2049}};
constexpr bool numbers_of_a_format() {
    constexpr auto held = tensor<double, 1, 1>{{2049}} * 1_c;
    return verify(length - length, printed<"0">, in_float16).consistent() &&
           verify(length - length, printed<"1">, in_float16).refuted() &&
           verify(held - held, printed<"0">, in_float16).consistent() &&
           verify(held - held, printed<"1">, in_float16)(0, 0) == verdict::undecided;
}
static_assert(numbers_of_a_format());

/// The addresses of this program, and not those of the compiler.
TEST(identity, of_objects_at_run_time) {
    EXPECT_TRUE(spellings());
    EXPECT_TRUE(names());
    EXPECT_TRUE(local_names());
    EXPECT_TRUE(through_formulas());
    EXPECT_TRUE(temporaries());
    EXPECT_TRUE(numbers_of_a_format());
    const one_number first = printed<"0.40">, second = printed<"0.40">, copy = first;
    static const one_number third = printed<"0.40">;
    EXPECT_TRUE(are_two(first, second) && are_two(first, copy) && are_two(first, third) && are_two(A, first));
    const volatile bool never = false;
    const one_number* objects[] = {
        &A,     &B,     &A_copy,          &holder::inside,  &numbered<1>,           &numbered<2>,
        &first, &third, &printed<"0.40">, &printed<"0.40">, never ? &second : &copy};
    for (std::size_t i = 0; i < std::size(objects); ++i)
        for (std::size_t j = 0; j < std::size(objects); ++j)
            EXPECT_TRUE(i == j ? is_one(*objects[i] - *objects[j]) : is_two(*objects[i] - *objects[j]))
                << i << ' ' << j;
}

/// Where formulas are values of the running program, and 50 places decide.
TEST(identity, of_temporaries_in_subjects) {
    const auto f = temporary() * 1_c;
    const auto verdict_of = [](const auto& difference, const one_number& shown) {
        const subject s = make_subject("difference", "f - f", {}, difference, shown);
        EXPECT_EQ(verdicts_of(s)[0], examine(s).entries[0].what);
        return verdicts_of(s)[0];
    };
    EXPECT_EQ(verdict_of(f - f, printed<"0.01">), verdict::undecided);
    EXPECT_EQ(verdict_of(f - f, printed<"0.00">), verdict::consistent);
    EXPECT_EQ(verdict_of(f - f, printed<"0.02">), verdict::refuted);
    EXPECT_EQ(verdict_of(f - A, printed<"0.01">), verdict::consistent);
    EXPECT_EQ(verdict_of(A - A, printed<"0.01">), verdict::refuted);
}

/// Whole numbers as indices, each of which a judge in 50 places finds as the compiler does.
TEST(identity, of_looked_up_rows) {
    constexpr std::size_t most = 40;
    tensor<double, most, 1> table;
    tensor<int, most> ids;
    for (std::size_t i = 0; i < most; ++i) {
        table(i, 0) = static_cast<double>(i);
        ids(i) = static_cast<int>(most - 1 - i);
    }
    constexpr auto counted_down =
        printed<R"([[39], [38], [37], [36], [35], [34], [33], [32], [31], [30], [29], [28], [27],
        [26], [25], [24], [23], [22], [21], [20], [19], [18], [17], [16], [15], [14], [13], [12], [11], [10], [9], [8], [7],
        [6], [5], [4], [3], [2], [1], [0]])">;
    EXPECT_TRUE(verify(rows(table, ids), counted_down).consistent());
    EXPECT_TRUE(examine(make_subject("X", "rows(E, ids)", {"E", "ids"}, rows(table, ids), counted_down)).consistent());
}

}  // namespace
