// SPDX-License-Identifier: BSL-1.0
// Every function of one operand in each of its uses: what its header describes agrees with itself.
#include <heed/heed.hpp>
#include <heed/machine/recorded_functions.hpp>
#include <heed/reference/functions.hpp>
#include <heed/reference/interval.hpp>
#include <heed/reference/operation_errors.hpp>
#include <heed/simd/pack.hpp>
#include <heed/study/emit/emit_definition.hpp>
#include <heed/study/emit/emit_functions.hpp>
#include <heed/verify.hpp>
#include <heed_check/formula/read_formula.hpp>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace {

using namespace heed::detail;
using heed::interval;
using wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

/// Where all functions are defined and none jumps.
constexpr double places[] = {0.125, 0.7, 1.25, 2.75, 6.25};

template <class Described>
constexpr bool is_computed = requires {
    Described::value(1.0);
};

template <function F>
constexpr function function_of(const described<F>&) {
    return F;
}

template <class Visit>
void for_each_function(const Visit& visit) {
    for_each_description([&](auto described) {
        SCOPED_TRACE(described.traits.name);
        visit(described);
    });
}

template <class Described>
wide exact(const Described&, const wide& x) {
    return Described::definition(reference::mathematics(), x);
}

double size_of(double x, const wide& y) { return 1 + std::abs(x) + std::abs(static_cast<double>(y)); }

TEST(function_list, traits_are_complete) {
    std::string names = " ";
    for_each_function([&](auto described) {
        EXPECT_EQ(described.traits.operands, 1);
        EXPECT_GE(described.traits.flops, 0);
        const std::string name = std::string(described.traits.name) + ' ';
        EXPECT_EQ(names.find(' ' + name), std::string::npos);
        names += name;
    });
    EXPECT_NE(names.find(" softplus "), std::string::npos);
}

TEST(function_list, values_are_those_of_the_definitions) {
    for_each_function([]<class Described>(Described described) {
        if constexpr (is_computed<Described>) {
            for (const double size : places)
                for (const double x : {size, -size}) {
                    const wide y = exact(described, wide(x));
                    if (y != y) continue;
                    EXPECT_NEAR(described.value(x), static_cast<double>(y), 2e-15 * size_of(x, y)) << x;
                    EXPECT_NEAR(described.value(static_cast<float>(x)),
                                static_cast<double>(exact(described, wide(static_cast<float>(x)))),
                                6e-7 * size_of(x, y))
                        << x;
                    EXPECT_NEAR(described.definition(reference::mathematics(), x), static_cast<double>(y),
                                2e-15 * size_of(x, y))
                        << x;
                    EXPECT_LT(abs(wide(described.value(wide(x)) - y)), wide(1e-45)) << x;
                }
        }
    });
}

TEST(function_list, registers_and_constant_expressions_compute_the_same) {
    for_each_function([]<class Described>(Described described) {
        if constexpr (is_computed<Described>) {
            using V = pack<double, 2>;
            constexpr double while_compiling = Described::value(0.7);
            EXPECT_NEAR(while_compiling, described.value(places[1]), 1e-15);
            const V lanes_of_y = described.value(V{0.7, -1.25});
            EXPECT_NEAR(lanes_of_y[0], while_compiling, 1e-15);
            const double other = described.value(-1.25);
            EXPECT_TRUE((other != other && lanes_of_y[1] != lanes_of_y[1]) || std::abs(other - lanes_of_y[1]) < 1e-15);
        }
    });
}

TEST(function_list, enclosures_hold_the_definitions) {
    for_each_function([]<class Described>(Described described) {
        for (const double size : places)
            for (const double x : {size, -size}) {
                const wide y = exact(described, wide(x));
                const interval<double> at = described.enclosure(enclosing(), interval<double>(x, x)),
                                       around = described.enclosure(enclosing(), interval<double>(x - 0.01, x + 0.1));
                if (y != y) continue;
                EXPECT_TRUE(wide(at.lower) <= y && y <= wide(at.upper)) << x;
                EXPECT_TRUE(around.lower <= at.lower && at.upper <= around.upper) << x;
                EXPECT_LT(at.upper - at.lower, 1e-14 * size_of(x, y)) << x;
            }
    });
}

TEST(function_list, enclosures_are_constant) {
    for_each_function([]<class Described>(Described) {
        constexpr interval<double> y = Described::enclosure(enclosing(), interval<double>(0.625, 0.75));
        static_assert(!(y.upper < y.lower));
        EXPECT_TRUE(encloses(Described::enclosure(enclosing(), interval<double>(0.5, 0.875)), y));
    });
}

TEST(function_list, enclosures_hold_what_is_between_their_ends) {
    for_each_function([]<class Described>(Described described) {
        for (const double low : {-2.0, -0.75, 0.0, 0.5}) {
            const interval<double> y = described.enclosure(enclosing(), interval<double>(low, low + 1.5));
            for (int i = 0; i <= 6; ++i) {
                const wide at = exact(described, wide(low + i * 0.25));
                EXPECT_TRUE(at != at || (wide(y.lower) <= at && at <= wide(y.upper))) << low + i * 0.25;
            }
        }
    });
}

/// Nodes are numbers: what a function passes on is its slope.
struct slope_of_numbers {
    bool knows = true;

    wide apply(function f, const wide& a) const { return reference::evaluate_function(f, a); }
    wide apply(function f, const wide& a, const wide& b) const { return reference::evaluate_function(f, a, b); }
    wide times(const wide& a, const wide& b) const { return a * b; }
    wide minus(const wide& a) const { return -a; }
    wide one_minus(const wide& a) const { return 1 - a; }
    wide half(const wide& a) const { return a / 2; }
    wide quotient_or_zero(const wide& a, const wide& b) const { return b == 0 ? wide(0) : wide(a / b); }
    wide no_derivative() {
        knows = false;
        return 0;
    }
    wide jumping(const wide&, const wide&) const { return 0; }
};

TEST(function_list, adjoints_are_the_slopes_of_the_definitions) {
    int unknown = 0;
    for_each_function([&]<class Described>(Described described) {
        for (const double size : places)
            for (const double x : {size, -size}) {
                slope_of_numbers b;
                const wide y = exact(described, wide(x)), h(1e-15);
                const wide slope = described.adjoint(b, wide(3), wide(x), y);
                if (!b.knows) ++unknown;
                if (y != y || !b.knows) continue;
                const wide difference = (exact(described, wide(x) + h) - exact(described, wide(x) - h)) / (2 * h);
                EXPECT_LT(abs(wide(slope - 3 * difference)), wide(1e-25)) << x;
            }
    });
    EXPECT_EQ(unknown, 4 * 10) << "of erf_slope, gelu_slope, gelu_tanh_slope and silu_slope nobody asks for a slope";
}

TEST(function_list, errors_of_a_format_hold_those_of_its_numbers) {
    const heed::detail::float_format format = format_of(heed::in_float32);
    const reference::function_error errors(format);
    for_each_function([&]<class Described>(Described described) {
        for (const double size : places)
            for (const double x : {size, -size}) {
                const float rounded = static_cast<float>(x);
                const wide y = exact(described, wide(rounded));
                if (y != y) continue;
                const double most = errors.of(function_of(described), std::abs(static_cast<double>(rounded)),
                                              std::abs(static_cast<double>(y)));
                EXPECT_GE(most, 0);
                if constexpr (is_computed<Described>) {
                    EXPECT_LE(static_cast<double>(abs(wide(wide(described.value(rounded)) - y))), most) << x;
                }
                EXPECT_EQ(most == reference::no_bound,
                          std::string(described.traits.name).find("_slope") != std::string::npos);
            }
    });
}

TEST(function_list, emitted_files_have_each) {
    const auto recorded = recording::function_list<float, 1>::all();
    for_each_function([&]<class Described>(Described described) {
        const std::string name = decltype(described)::emitted.name;
        int found = 0;
        for (const recording::routine& f : recorded) found += f.name == name ? 1 : 0;
        const bool is_expression = std::is_same_v<Described, heed::detail::described<function::copy>> ||
                                   std::is_same_v<Described, heed::detail::described<function::negate>> ||
                                   std::is_same_v<Described, heed::detail::described<function::is_zero>>;
        EXPECT_EQ(name.empty(), is_expression || !is_computed<Described>);
        EXPECT_EQ(found, !name.empty() && described.emitted.is_recorded ? 1 : 0);
        const std::string text = emitted::definition_of(function_of(described), {"x[row]"}).text;
        EXPECT_EQ(text.find("x[row]") == std::string::npos, function_of(described) == function::jump) << text;
    });
    using emitted::expression;
    const auto written = [](function f, const char* x) { return emitted::definition_of(f, {x}).text; };
    EXPECT_EQ(written(function::softplus, "x"), "fmax(x, 0.0) + log1p(exp(-fabs(x)))");
    EXPECT_EQ(written(function::silu, "x"), "x / (1 + exp(-x))");
    EXPECT_EQ(written(function::gelu, "x"), "x / 2 * (1 + erf(x / sqrt(2.0)))");
    EXPECT_EQ(written(function::gelu_tanh, "x"), "x / 2 * (1 + tanh(0.7978845608028654 * (x + 0.044715 * pow(x, 3))))");
    EXPECT_EQ(written(function::abs_step, "x"), "x > 0 ? 1 : x < 0 ? -1 : 0");
    EXPECT_EQ(written(function::sign, "x"), "x > 0 ? 1 : x < 0 ? -1 : x");
    EXPECT_EQ(written(function::floor, "x"), "floor(x)");
    EXPECT_EQ(written(function::ceil, "x"), "-floor(-x)");
    EXPECT_EQ(emitted::definition_of(function::negate, {"a + b", expression::sum}).text, "-(a + b)");
}

TEST(function_list, what_files_have_by_name_is_called_by_kernels) {
    recording::routine caller;
    const recorded<float, 1> x({&caller, caller.add_parameter("x", recording::kind::real)});
    EXPECT_EQ(caller[exp(x).in(caller)].text, "exponential");
}

TEST(function_list, formulas_have_those_with_names_in_text_and_in_programs) {
    const heed::tensor<double, 2, 3> A{{0.125, 0.25, 0.5}, {1, 2, 4}};
    const std::vector<formula_name> names{{"A", shape_of<heed::tensor<double, 2, 3>>}};
    const auto expect = [&](function f, const auto& formula) {
        SCOPED_TRACE(traits_of(f).name);
        const auto read = read_formula(std::string(traits_of(f).name) + "(A)", names);
        EXPECT_EQ((*read.g)[read.g->results[0]].apply, f);
        const heed::tensor y = formula;
        with_description(f, [&]<class Described>(Described described) {
            if constexpr (is_computed<Described>) {
                EXPECT_NEAR(y(1, 2), described.value(4.0), 1e-15);
            }
        });
    };
#define HEED_EXPECT(name) expect(function::name, name(A));
    HEED_BASIC_FUNCTIONS(HEED_EXPECT)
    HEED_COMPOSED_FUNCTIONS(HEED_EXPECT)
#undef HEED_EXPECT
}

/// Against the library, next to whole numbers too, and where no number has a fraction.
template <class T>
void expect_steps() {
    using limits = std::numeric_limits<T>;
    for (const T whole : {T(0), T(1), T(2), T(3), T(100), T(65536), T(8388607), T(4194304.5), T(1 / limits::epsilon()),
                          limits::max(), limits::infinity(), limits::min(), T(0.5), T(2.5)})
        for (const T near : {whole, std::nextafter(whole, T(0)), std::nextafter(whole, limits::max())})
            for (const T x : {near, -near}) {
                EXPECT_EQ(apply<function::floor>(x), std::floor(x)) << x;
                EXPECT_EQ(apply<function::ceil>(x), std::ceil(x)) << x;
                EXPECT_EQ(apply<function::trunc>(x), std::trunc(x)) << x;
                EXPECT_EQ(apply<function::sign>(x), x > 0 ? 1 : x < 0 ? -1 : 0) << x;
                EXPECT_FALSE(std::signbit(apply<function::ceil>(x)) && apply<function::ceil>(x) == 0) << x;
            }
    const T nan = limits::quiet_NaN();
    EXPECT_TRUE(std::isnan(apply<function::floor>(nan)) && std::isnan(apply<function::ceil>(nan)) &&
                std::isnan(apply<function::trunc>(nan)) && std::isnan(apply<function::sign>(nan)));
}
TEST(function_list, steps_are_those_of_the_library) {
    expect_steps<float>();
    expect_steps<double>();
    expect_steps<long double>();
    static_assert(apply<function::floor>(-1.5) == -2 && apply<function::ceil>(-1.5F) == -1 &&
                  apply<function::trunc>(-1.5) == -1 && apply<function::sign>(-1.5) == -1);
}

TEST(function_list, steps_of_what_printed_numbers_may_be) {
    using heed::ceil, heed::floor, heed::sign, heed::trunc;
    const auto is = [](const interval<double>& y, double low, double high) {
        return y.lower == low && y.upper == high;
    };
    EXPECT_TRUE(is(floor(interval<double>(1, 1)), 1, 1));
    EXPECT_TRUE(is(floor(interval<double>(-0.5, 2)), -1, 2));
    EXPECT_TRUE(is(ceil(interval<double>(-0.5, 2.25)), 0, 3));
    EXPECT_TRUE(is(trunc(interval<double>(-2.5, 0.5)), -2, 0));
    EXPECT_TRUE(is(trunc(interval<double>(-0.5, 0.5)), 0, 0));
    EXPECT_TRUE(is(sign(interval<double>(0, 0)), 0, 0));
    EXPECT_TRUE(is(sign(interval<double>(0, 2)), 0, 1));
    EXPECT_TRUE(is(sign(interval<double>(-1, 2)), -1, 1));
    EXPECT_TRUE(floor(interval<double>(0x1p60, 0x1p60)).upper >= 0x1p60);
}

constexpr heed::tensor<double, 1, 3> printed_arguments{{-1, 0, 2}};
static_assert(verify(softplus(printed_arguments), heed::printed<"0.3133 0.6931 2.1269">).consistent());
static_assert(!verify(softplus(printed_arguments), heed::printed<"0.3133 0.6931 2.1268">).consistent());
static_assert(
    verify(softplus(printed_arguments), heed::printed<"0.3133 0.6931 2.1269">, heed::in_float32).consistent());
static_assert(heed::tensor(softplus(printed_arguments))(0, 1) == 0x1.62e42fefa39efp-1);

TEST(function_list, what_is_no_function_of_one_operand_is_an_error) {
    EXPECT_DEATH((void)with_description(function::add, [](auto) { return 0; }), "not a function of one operand");
    EXPECT_DEATH((void)reference::evaluate_function(function::exp, 1.0, 2.0), "not a function of two operands");
    EXPECT_DEATH((void)reference::evaluate_function(function::add, 1.0), "not a function of one operand");
}

}  // namespace
