// SPDX-License-Identifier: BSL-1.0
// What a constant holds where nobody wrote: g++ 12 to 15 store zeros in elements of `T items[n]{}` that were not
// assigned, where T has other member initialisers. The vector of heed assigns its elements, and the arrays of classes
// that are left (tests/house/initial_elements.py) hold classes whose default value is zero.
#include <heed/expr/einsum_plan.hpp>
#include <heed/expr/equal_axes.hpp>
#include <heed/graph/region.hpp>
#include <heed/lower/roles.hpp>
#include <heed/meta/static_vector.hpp>
#include <heed/printed/printed.hpp>
#include <heed/trace/measured.hpp>
#include <heed/verify/verdict.hpp>
#include <heed/verify/verify_formula.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <new>
#include <type_traits>

namespace {

using namespace heed::detail;

struct part {
    long core = -1;
    struct {
        long factor = 7;
    } inner[2]{};
};
using parts = static_vector<part, 24>;

/// A pass as those of lower/: a vector that is made at its length, one element of which is changed afterwards.
class pass {
public:
    explicit constexpr pass(std::size_t n) { parts_.resize(n); }
    constexpr parts run(std::size_t changed) {
        parts_[changed].core = 5;
        return parts_;
    }

private:
    parts parts_{};
};
constexpr parts pass_of(std::size_t n, std::size_t changed) { return pass(n).run(changed); }

constexpr long sum(const parts& all) {
    long total = 0;
    for (const part& p : all) total = 3 * total + p.core;
    return total;
}

// Several constants of one function: the first of them was right.
constexpr parts first = pass_of(3, 2), second = pass_of(4, 3), third = pass_of(9, 4);
constexpr long sums_while_compiling[] = {sum(first), sum(second), sum(third)};

TEST(initial_elements, constants_hold_what_the_compiler_computed_with) {
    EXPECT_EQ(first, pass_of(3, 2));
    const parts* const all[] = {&first, &second, &third};
    const std::size_t changed[] = {2, 3, 4};
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(sum(*all[k]), sums_while_compiling[k]);
        for (std::size_t i = 0; i < all[k]->size(); ++i) {
            EXPECT_EQ((*all[k])[i].core, i == changed[k] ? 5 : -1) << k << ", " << i;
            for (const auto& inner : (*all[k])[i].inner) EXPECT_EQ(inner.factor, 7);
        }
    }
}

constexpr bool operator==(const part& a, const part& b) { return a.core == b.core; }

/// Whether every byte of a default value is zero.
template <class T>
bool is_zero_by_default() {
    static_assert(std::is_trivially_destructible_v<T>);
    alignas(T) unsigned char bytes[sizeof(T)]{};
    __asm__ volatile("" : : "r"(bytes) : "memory");  // the zeros are there when the object begins,
    ::new (static_cast<void*>(bytes)) T{};
    __asm__ volatile("" : : "r"(bytes) : "memory");  // and its members when it is read
    for (const unsigned char byte : bytes)
        if (byte != 0) return false;
    return true;
}

TEST(initial_elements, classes_in_arrays_are_zero_by_default) {
    EXPECT_TRUE(is_zero_by_default<axis_numbers>());
    EXPECT_TRUE(is_zero_by_default<axis_arrangement>());
    EXPECT_TRUE(is_zero_by_default<axis_letters>());
    EXPECT_TRUE(is_zero_by_default<heed::decimal>());
    EXPECT_TRUE(is_zero_by_default<label>());
    EXPECT_TRUE(is_zero_by_default<region>());
    EXPECT_TRUE(is_zero_by_default<strides>());
    EXPECT_TRUE(is_zero_by_default<length_total>());
    EXPECT_TRUE(is_zero_by_default<total_of_lengths>());
    EXPECT_TRUE(is_zero_by_default<leaf_numbers>());
    EXPECT_TRUE(is_zero_by_default<axis_pair>());
    EXPECT_TRUE(is_zero_by_default<heed::verdict>());
    EXPECT_FALSE(is_zero_by_default<node_role>());
}

/// What a shape has beyond its axes is not compared.
TEST(initial_elements, shapes_are_compared_up_to_their_rank) {
    shape a(2, 3), b(2, 3, 4);
    b.rank = 2;
    EXPECT_EQ(a, b);
    EXPECT_NE(a, shape(2, 3, 4));
    EXPECT_NE(a, shape(2, 4));
}

/// Verdicts of which none is asked have no numbers.
TEST(initial_elements, verdicts_begin_with_nothing_printed) {
    static constexpr heed::verdicts<3, 2> none;
    for (const heed::judged_number& n : none.numbers) {
        EXPECT_EQ(n.printed.kind, heed::entry_kind::elided);
        EXPECT_LT(n.lower, 0);
        EXPECT_GT(n.upper, 0);
    }
}

}  // namespace
