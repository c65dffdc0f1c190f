// SPDX-License-Identifier: BSL-1.0
// One kernel over both machines: what it computes in numbers, in registers and while compiling, and how it reads.
#include <heed/machine/executing.hpp>
#include <heed/machine/writing.hpp>
#include <heed/study/emit/routine_text.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace heed::detail;

/// y[j] = (x[j] - x[0])^2 + 1, and the sum of those: values that are used twice, memory that changes, a note.
template <class M, class From, class To>
constexpr auto squares(const M& m, const From& x, const To& y, std::size_t n) {
    using T = typename M::number;
    const T first = known_as("first", m.template load<T>(x, 0));
    m.note("squares");
    m.template in_registers<4>([&]<class V>() {
        m.loop("j", 0, n / 4 * 4, lanes<V>::count, [&](auto j) {
            const V apart = known_as("apart", V(m.template load<V>(x, j) - first));
            m.store(y, j, V(apart * apart + lane_t<V>(1)));
        });
    });
    m.template loop_rest<4>("j", n, [&](auto j) {
        const T apart = known_as("apart", T(m.template load<T>(x, j) - first));
        m.store(y, j, T(apart * apart + lane_t<T>(1)));
    });
    typename lanes<T>::variable sum = m.template load<T>(y, 0);
    m.loop("j", 1, n, 1, [&](auto j) { sum = known_as("sum", T(sum)) + m.template load<T>(y, j); });
    return T(sum);
}

constexpr float run(float (&y)[6]) {
    float x[]{2, 1, 4, 0, 7, 3};
    float* const from = x;
    float* const to = y;
    return squares(executing<float>(), from, to, 6);
}

constexpr bool runs_while_compiling() {
    float y[6]{};
    return run(y) == 1 + 2 + 5 + 5 + 26 + 2 && y[3] == 5 && y[5] == 2;
}
static_assert(runs_while_compiling());

template <class T, std::size_t Widest>
std::string written(const emitted::dialect& language, const char* type, const char* suffix) {
    recording::routine r;
    r.name = "squares";
    names taken;
    const written_memory x{r.add_array_parameter("x")}, y{"y"};
    for (const char* name : {"x", "y"}) taken.claim(name);
    r.result = squares(writing<T, Widest>(r, taken), x, y, 6).in(r);
    return emitted::routine_text::of(r, {{type, suffix, std::string(suffix) == "f"}, language});
}

TEST(machine, runs_a_kernel_in_registers) {
    float y[6]{};
    EXPECT_EQ(run(y), 41);
    EXPECT_EQ(y[4], 26);
}

TEST(machine, writes_the_same_kernel_as_c) {
    EXPECT_EQ((written<float, 1>(emitted::c_dialect, "float", "f")), R"(static float squares(const float* x) {
    const float first = x[0];
    /* squares */
    for (int j = 0; j < 6; ++j) {
        const float apart = x[j] - first;
        y[j] = apart * apart + 1.0f;
    }
    float sum = y[0];
    for (int j = 1; j < 6; ++j)
        sum += y[j];
    return sum;
}
)");
}

TEST(machine, writes_registers_and_what_they_leave) {
    EXPECT_EQ((written<double, 2>(emitted::cpp_dialect, "double", "")), R"(static double squares(const double* x) {
    const double first = x[0];
    // squares
    for (int j = 0; j < 4; j += 2) {
        const doubles_2 apart = load_2(&x[j]) - first;
        store_2(&y[j], apart * apart + 1.0);
    }
    for (int j = 4; j < 6; ++j) {
        const double apart = x[j] - first;
        y[j] = apart * apart + 1.0;
    }
    double sum = y[0];
    for (int j = 1; j < 6; ++j)
        sum += y[j];
    return sum;
}
)");
}

using number = recorded<float, 1>;

/// What a function of x is written as.
template <class F>
std::string text_of(const F& f) {
    recording::routine r;
    r.name = "f";
    const number x({&r, r.add_parameter("x", recording::kind::real)});
    r.result = f(r, x).in(r);
    return emitted::routine_text::of(r, {{"float", "f", true}, emitted::c_dialect});
}

TEST(machine, folds_values_that_are_used_once) {
    EXPECT_EQ(text_of([](auto&, const number& x) { return (x + 1.0F) * (x - 2.0F) / -x; }),
              "static float f(float x) { return (x + 1.0f) * (x - 2.0f) / -x; }\n");
    EXPECT_EQ(text_of([](auto&, const number& x) { return x - (x - 0.1F); }),
              "static float f(float x) { return x - (x - 0.1f); }\n");
    EXPECT_EQ(
        text_of([](auto&, const number& x) {
            const number square = known_as("square", x * x, "never negative");
            return choose(square < 1.0F, square, number(1.0F));
        }),
        "static float f(float x) {\n    const float square = x * x; /* never negative */\n    return square < 1.0f "
        "? square : 1.0f;\n}\n");
}

TEST(machine, computes_the_same_once) {
    EXPECT_EQ(text_of([](auto&, const number& x) { return exp(x * 2.0F) + exp(x * 2.0F) * x; }),
              "static float f(float x) {\n    const float value = exponential(x * 2.0f);\n    return value + value * "
              "x;\n}\n");
}

/// Conditions that a formula has as numbers, 1 and 0, are conditions where they are asked for.
TEST(machine, writes_conditions_as_such) {
    EXPECT_EQ(text_of([](auto&, const number& x) {
                  const number small = apply<function::less>(x, number(2.0F)),
                               other = apply<function::is_zero>(apply<function::equal>(x, number(1.0F)));
                  return apply<function::keep>(apply<function::both>(small, other), exp(x));
              }),
              "static float f(float x) { return x < 2.0f && x != 1.0f ? exponential(x) : 0.0f; }\n");
    EXPECT_EQ(text_of([](auto&, const number& x) { return apply<function::less_equal>(x, number(2.0F)); }),
              "static float f(float x) { return x <= 2.0f ? 1.0f : 0.0f; }\n");
    EXPECT_EQ(text_of([](auto&, const number& x) {
                  const number large = apply<function::is_zero>(apply<function::less>(x, number(2.0F)));
                  return apply<function::where>(apply<function::either>(large, x), x);
              }),
              "static float f(float x) { return !(x < 2.0f) || x != 0.0f ? x : -INFINITY; }\n");
    EXPECT_EQ(text_of([](auto&, const number& x) {
                  const number factor = choose(x < 2.0F, number(1.0F), x);
                  return apply<function::keep>(factor, x);
              }),
              "static float f(float x) { return (x < 2.0f ? 1.0f : x) != 0.0f ? x : 0.0f; }\n");
}

/// Reals hold integers and their sums exactly.
TEST(machine, compares_integers_as_such) {
    const auto compared = [](float offset) {
        return text_of([=](recording::routine& r, const number& x) {
            const recording::count row{{&r, r.add_parameter("row", recording::kind::count)}};
            const recording::count col{{&r, r.add_parameter("col", recording::kind::count)}};
            return choose(lanes<number>::to_real(col) <= lanes<number>::to_real(row) + offset, x, number(0.0F));
        });
    };
    EXPECT_EQ(compared(3), "static float f(float x, int row, int col) { return col <= row + 3 ? x : 0.0f; }\n");
    EXPECT_EQ(compared(0.5F),
              "static float f(float x, int row, int col) { return (float)col <= (float)row + 0.5f ? x : 0.0f; }\n");
}

/// What is the same in all lanes stays one number until a register is needed.
TEST(machine, joins_conditions_of_lanes_and_of_all) {
    recording::routine r;
    r.name = "f";
    r.lanes = 4;
    using registers = recorded<float, 4>;
    const registers x({&r, r.add_parameter("x", recording::kind::real)});
    const number same({&r, r.add({.what = recording::operation::read, .is = recording::kind::real, .text = "same"})});
    r.result = choose((number(1.0F) < same) & (x < registers(2.0F)), x, registers(same)).in(r);
    EXPECT_EQ(
        emitted::routine_text::of(r, {{"float", "f", true}, emitted::c_dialect}),
        "INLINE floats_4 f_4(floats_4 x) {\n    return choose_4((mask_of_4)(mask_4(1.0f < same) & (x < 2.0f)), x, "
        "all_4(same));\n}\n");
}

/// Elements that are written down twice are read twice; anything else that is used twice is computed once.
TEST(machine, names_what_is_used_twice_unless_it_is_an_element) {
    const auto twice = [](const char* type) {
        return text_of([=](recording::routine& r, const number&) {
            const number x(
                {&r,
                 r.add({.what = recording::operation::load, .is = recording::kind::real, .from = {"a", "0", type}})});
            return x * x;
        });
    };
    EXPECT_EQ(twice(""), "static float f(float x) { return a[0] * a[0]; }\n");
    EXPECT_EQ(twice("int"),
              "static float f(float x) {\n    const float value = (float)a[0];\n    return value * value;\n}\n");
}

/// A value that was read before memory changed is kept, not read again; one that was read after is another one.
TEST(machine, reads_memory_when_the_kernel_does) {
    EXPECT_EQ(text_of([](recording::routine& r, const number& x) {
                  names taken;
                  const writing<float, 1> m(r, taken);
                  const written_memory a{"a"};
                  const number before = m.load<number>(a, 0);
                  m.store(a, 0, x);
                  return before + m.load<number>(a, 0);
              }),
              "static float f(float x) {\n    const float value = a[0];\n    a[0] = x;\n    return value + a[0];\n}\n");
}

/// What a loop computes from a variable is not what was computed from it before the loop.
TEST(machine, computes_again_in_a_loop) {
    EXPECT_EQ(
        text_of([](recording::routine& r, const number& x) {
            names taken;
            const writing<float, 1> m(r, taken);
            lanes<number>::variable v = x * x;
            const number before = known_as("before", number(v) + 1.0F);
            m.loop("i", 0, 3, 1, [&](const written_index&) { v = number(v) + 1.0F; });
            return number(v) * before;
        }),
        "static float f(float x) {\n    float value = x * x;\n    const float before = value + 1.0f;\n    for (int "
        "i = 0; i < 3; ++i)\n        value += 1.0f;\n    return value * before;\n}\n");
}

TEST(machine, computes_again_after_a_loop) {
    EXPECT_EQ(
        text_of([](auto& f, const number& x) {
            f.open("j", "0", "2", 1);
            f.store({"y", "j"}, (x * x + x * x).in(f), 1);
            f.close();
            return x * x + x * x;
        }),
        "static float f(float x) {\n    for (int j = 0; j < 2; ++j) {\n        const float value = x * x;\n        "
        "y[j] = value + value;\n    }\n    const float value = x * x;\n    return value + value;\n}\n");
}

TEST(machine, declares_a_variable_that_is_only_assigned) {
    EXPECT_EQ(
        text_of([](auto& f, const number& x) {
            lanes<number>::variable v = x * x;
            f.open("j", "0", "2", 1);
            v = x + x;
            f.close();
            return x;
        }),
        "static float f(float x) {\n    float value = x * x;\n    for (int j = 0; j < 2; ++j)\n        value = x + "
        "x;\n    return x;\n}\n");
}

TEST(machine, a_loop_about_nothing_is_none) {
    EXPECT_EQ(text_of([](auto& f, const number& x) {
                  f.open("j", "0", "2", 1);
                  f.open_if("j == 0");
                  f.close();
                  f.close();
                  return x;
              }),
              "static float f(float x) { return x; }\n");
}

TEST(machine, leaves_out_what_nothing_needs) {
    EXPECT_EQ(text_of([](auto&, const number& x) {
                  known_as("idle", x * x + exp(x));
                  return -x;
              }),
              "static float f(float x) { return -x; }\n");
}

TEST(machine, simplifies_indices) {
    const written_index i("i"), sum = i + 2;
    EXPECT_EQ((i * 1 + 0).text(), "i");
    EXPECT_EQ((sum * 8 + 3).text(), "(i + 2) * 8 + 3");
    EXPECT_EQ((written_index(0) * 5).text(), "0");
    EXPECT_EQ((written_index(6) / 4 * 4).text(), "4");
    EXPECT_EQ((i * 0).text(), "0");
    EXPECT_EQ((sum % 8).text(), "(i + 2) % 8");
    EXPECT_EQ((i - written_index("j")).text(), "i - j");
    EXPECT_EQ((i - (written_index("j") + 1)).text(), "i - (j + 1)");
}

/// 1009 stands for a length.
TEST(machine, computes_with_no_length) {
    const written_index i("i"), n = written_index::of_length(1009);
    EXPECT_FALSE(n.is_number());
    EXPECT_EQ((n / 8 * 8).text(), "1009 / 8 * 8");
    EXPECT_EQ((n * 8 % 4).text(), "0");
    EXPECT_EQ((n % 4).text(), "1009 % 4");
    EXPECT_EQ((n * 8 / 4).text(), "2018");
    EXPECT_FALSE((written_index(2) * n).is_number());
    EXPECT_EQ((i * n + 1).text(), "i * 1009 + 1");
    EXPECT_EQ((n - 7).text(), "1009 - 7");
}

}  // namespace
