// SPDX-License-Identifier: BSL-1.0
// Every entry of the table of erf, recomputed in 100 digits.
#include <heed/scalar/erf_table.hpp>

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>

namespace {

using digits_100 = boost::multiprecision::cpp_bin_float_100;

/// high and low are x rounded to a double, and what that leaves rounded to a double.
void expect_halves(const digits_100& x, double high, double low) {
    EXPECT_EQ(high, static_cast<double>(x));
    EXPECT_EQ(low, static_cast<double>(digits_100(x - high)));
}

TEST(erf_table, holds_the_values_of_erf) {
    for (std::size_t i = 0; i < std::size(heed::detail::erf_nodes); ++i) {
        SCOPED_TRACE(i);
        const digits_100 c = digits_100(i) * heed::detail::erf_spacing;
        expect_halves(boost::math::erf(c), heed::detail::erf_nodes[i].value, heed::detail::erf_nodes[i].value_low);
    }
}

TEST(erf_table, holds_the_slopes_of_erf) {
    for (std::size_t i = 0; i < std::size(heed::detail::erf_nodes); ++i) {
        SCOPED_TRACE(i);
        const digits_100 c = digits_100(i) * heed::detail::erf_spacing;
        const digits_100 slope = 2 / sqrt(boost::math::constants::pi<digits_100>()) * exp(-c * c);
        expect_halves(slope, heed::detail::erf_nodes[i].slope, heed::detail::erf_nodes[i].slope_low);
    }
}

/// erf is 1 to long double precision beyond the last node and its half interval.
TEST(erf_table, reaches_to_where_erf_is_one) {
    const double end = (static_cast<double>(std::size(heed::detail::erf_nodes)) - 1) * heed::detail::erf_spacing;
    EXPECT_EQ(end, 6.75);
    EXPECT_LT(boost::math::erfc(digits_100(end)), digits_100(0x1p-65));
}

}  // namespace
