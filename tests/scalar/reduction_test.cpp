// SPDX-License-Identifier: BSL-1.0
// Every reduction in each of its uses: what its header describes agrees with itself.
#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>
#include <heed/reference/interval.hpp>
#include <heed/reference/row_values.hpp>
#include <heed/reference/sizes_of_row.hpp>
#include <heed/study.hpp>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace {

using namespace heed::detail;
using heed::interval, heed::tensor;
using wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

constexpr std::size_t length = 11;
constexpr tensor<double, 1, length> numbers{{0.75, -1.5, 2.25, 0.5, -0.125, 1.75, 3.5, -2.75, 1.125, 0.625, -0.875}};

/// Calls visit<R>() for each reduction.
template <class Visit>
void for_each(const Visit& visit) {
#define HEED_VISIT(name)                              \
    {                                                 \
        SCOPED_TRACE(#name);                          \
        visit.template operator()<reduction::name>(); \
    }
    HEED_REDUCTIONS(HEED_VISIT)
#undef HEED_VISIT
}

template <class T, class From>
std::array<T, length> row_of(const From& x) {
    std::array<T, length> row;
    for (std::size_t i = 0; i < length; ++i) row[i] = T(x(0, i));
    return row;
}
wide exact(reduction r, const std::array<wide, length>& x) { return reference::reduced_row(r, x.data(), length); }

TEST(reduction, names_differ) {
    std::string names = " ";
    for_each([&]<reduction R>() {
        const std::string name = std::string(name_of(R)) + ' ';
        EXPECT_EQ(names.find(' ' + name), std::string::npos);
        EXPECT_NE(*traits_of(R).plural, '\0');
        names += name;
    });
}

TEST(reduction, kernels_compute_the_definition) {
    for_each([]<reduction R>() {
        const wide y = exact(R, row_of<wide>(numbers));
        const tensor in_registers = make_reduction<R, false>(numbers);
        constexpr tensor while_compiling = make_reduction<R, false>(numbers);
        EXPECT_NEAR(in_registers(0), static_cast<double>(y), 1e-14);
        EXPECT_NEAR(while_compiling(0), static_cast<double>(y), 1e-14);
        const tensor unfused = heed::evaluate_unfused<double>(make_reduction<R, false>(numbers));
        EXPECT_NEAR(unfused(0), static_cast<double>(y), 1e-14);
    });
}

TEST(reduction, nothing_reduces_to_what_changes_nothing) {
    const tensor<double, heed::dyn> none(0);
    for_each([&]<reduction R>() {
        const tensor y = make_reduction<R, true>(none);
        const double of_nothing = described_reduction<R>::template of_nothing<double>();
        EXPECT_TRUE(y(0) == of_nothing || (std::isnan(y(0)) && std::isnan(of_nothing)));
        EXPECT_TRUE(traits_of(R).result != reduced_to::number || of_nothing == std::floor(of_nothing));
    });
}

TEST(reduction, enclosures_hold_the_definition) {
    for_each([]<reduction R>() {
        std::array<interval<double>, length> points, around;
        for (std::size_t i = 0; i < length; ++i) {
            points[i] = interval<double>(numbers(0, i), numbers(0, i));
            around[i] = interval<double>(numbers(0, i) - 0.01, numbers(0, i) + 0.1);
        }
        const wide y = exact(R, row_of<wide>(numbers));
        const interval<double> at = reference::reduced_row(R, points.data(), length),
                               near = reference::reduced_row(R, around.data(), length);
        EXPECT_TRUE(wide(at.lower) <= y && y <= wide(at.upper));
        EXPECT_TRUE(near.lower <= at.lower && at.upper <= near.upper);
        EXPECT_LT(at.upper - at.lower, 1e-13);
    });
}

/// Nodes are numbers: what a reduction passes on to an element is its slope.
struct slope_of_numbers {
    const std::array<wide, length>& row;

    wide apply(function f, const wide& a, const wide& b) const { return reference::evaluate_function(f, a, b); }
    wide times(const wide& a, const wide& b) const { return a * b; }
    wide along_row(const wide& a) const { return a; }
    wide one_of_row() const { return wide(1) / wide(length); }
    wide among_ties(const wide& d, const wide& is_extreme) const { return d * is_extreme; }
    wide softmax(const wide& x) const { return exp(wide(x - exact(reduction::logsumexp, row))); }
};

TEST(reduction, adjoints_are_the_slopes_of_the_definition) {
    for_each([]<reduction R>() {
        const std::array<wide, length> row = row_of<wide>(numbers);
        const wide y = exact(R, row), h(1e-15);
        for (std::size_t i = 0; i < length; ++i) {
            std::array<wide, length> above = row, below = row;
            above[i] += h;
            below[i] -= h;
            slope_of_numbers b{row};
            const wide slope = described_reduction<R>::adjoint(b, wide(3), row[i], y);
            EXPECT_LT(abs(wide(slope - 3 * (exact(R, above) - exact(R, below)) / (2 * h))), wide(1e-25)) << i;
        }
    });
}

TEST(reduction, errors_of_a_format_hold_those_of_its_numbers) {
    const float_format format = format_of(heed::in_float32);
    for_each([&]<reduction R>() {
        tensor<float, 1, length> rounded;
        for (std::size_t i = 0; i < length; ++i) rounded(0, i) = static_cast<float>(numbers(0, i) / 3);
        std::array<reference::element_size, length> sizes;
        for (std::size_t i = 0; i < length; ++i) sizes[i] = {rounded(0, i), rounded(0, i)};
        const wide y = exact(R, row_of<wide>(rounded));
        const reference::element_size size{static_cast<double>(y), static_cast<double>(y)};
        const tensor computed = make_reduction<R, false>(rounded);
        double most = 0;
        if constexpr (!is_choice(R))
            most = described_reduction<R>::error(reference::sizes_of_row(format, true, sizes.data(), length, 1, size));
        EXPECT_LE(static_cast<double>(abs(wide(wide(computed(0)) - y))), most);
        EXPECT_LT(most, 1e-4);
    });
}

TEST(reduction, emitted_files_have_each) {
    for_each([]<reduction R>() {
        const std::string text = heed::study::emit(make_reduction<R, false>(numbers), {.name = "reduced"});
        EXPECT_NE(text.find(std::string("one number a row: ") + name_of(R)), std::string::npos);
        EXPECT_NE(text.find(std::string(name_of(R)) + "_of_rows["), std::string::npos);
        EXPECT_NE(text.find(std::string(name_of(R)) + "(A)"), std::string::npos);
    });
}

}  // namespace
