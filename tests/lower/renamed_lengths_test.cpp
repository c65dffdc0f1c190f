// SPDX-License-Identifier: BSL-1.0
// Kernels are shared where they differ only in which lengths they have, and each step gets its own lengths back.
#include <heed/lower/renamed_lengths.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace heed::detail {
namespace {

constexpr std::size_t a = 1009, b = 1013, c = 1019, d = 1021;
constexpr length_list lengths = [] {
    length_list l;
    for (const std::size_t prime : {a, b, c, d}) l.push_back(prime);
    return l;
}();

constexpr kernel of_sizes(std::size_t cols, std::size_t row, std::size_t depth = 16) {
    kernel k{.loop = skeleton::stream, .cols = cols};
    k.row.length = row;
    k.stream.depth = depth;
    return k;
}

/// Whether a step of the second kernel runs the first one with its own lengths.
constexpr bool shares(const kernel& known, const kernel& fresh) {
    length_renaming renaming(lengths);
    return renaming.fits(known, fresh) && with_lengths_of(known, renaming.names, lengths) == fresh;
}
constexpr bool is_another(const kernel& known, const kernel& fresh) {
    return !length_renaming(lengths).fits(known, fresh);
}

constexpr bool lengths_have_other_names() {
    return shares(of_sizes(a, 3 * b), of_sizes(a, 3 * b)) && shares(of_sizes(a, 3 * b), of_sizes(c, 3 * d)) &&
           shares(of_sizes(a, 3 * a), of_sizes(c, 3 * c));
}
constexpr bool lengths_change_places() {
    return shares(of_sizes(a, b), of_sizes(b, a)) && shares(of_sizes(a, b, c), of_sizes(b, c, a));
}
constexpr bool a_length_is_not_two() {
    return is_another(of_sizes(a, a), of_sizes(a, b)) && is_another(of_sizes(a, b), of_sizes(a, a));
}
constexpr bool other_sizes_are_the_same() {
    return is_another(of_sizes(a, 3 * b), of_sizes(a, 2 * b)) && is_another(of_sizes(a, b, 16), of_sizes(a, b, 8)) &&
           is_another(of_sizes(a, 64), of_sizes(a, b)) && shares(of_sizes(a * b, 64), of_sizes(a * b, 64)) &&
           is_another(of_sizes(a * b, 64), of_sizes(c * d, 64));
}
/// A step that has a * b as the kernel has it must not have c in place of a.
constexpr bool lengths_of_products_keep_their_names() {
    return is_another(of_sizes(a * b, a), of_sizes(a * b, c)) && is_another(of_sizes(a, a * b), of_sizes(c, a * b)) &&
           shares(of_sizes(a * b, c), of_sizes(a * b, d)) && shares(of_sizes(a * b, a), of_sizes(a * b, a));
}

TEST(renamed_lengths, compilers_evaluate_all_of_it) {
#define BOTH_TIMES(law)   \
    static_assert(law()); \
    EXPECT_TRUE(law()) << #law
    BOTH_TIMES(lengths_have_other_names);
    BOTH_TIMES(lengths_change_places);
    BOTH_TIMES(a_length_is_not_two);
    BOTH_TIMES(other_sizes_are_the_same);
    BOTH_TIMES(lengths_of_products_keep_their_names);
}

}  // namespace
}  // namespace heed::detail
