// SPDX-License-Identifier: BSL-1.0
// exp of emitted files, and the exact sums and products that all elementary functions are made of.
#pragma once

#include <heed/scalar/exp.hpp>
#include <heed/scalar/exp2.hpp>
#include <heed/study/emit_text.hpp>

#include <limits>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// A function of an emitted file; those that it calls come before it.
struct c_function {
    std::string name;
    std::string text;
};

inline std::string exp_tail_text() {
    std::string text;
    for (std::size_t i = 0; i < exp_series<double>::count; ++i)
        text += std::string(i == 0 ? "" : i % 4 == 0 ? ",\n        " : ", ") + hex(exp_tail<double>.coefficients[i]);
    return text;
}

/// Text for one number type: REAL, numbers that end in @, WORD for as many bits.
inline std::string in_words_of(const number_type& type, std::string text) {
    text = replaced(replaced(text, "REAL", type.name), "@", type.suffix);
    return replaced(replaced(text, "WORD", type.is_float ? "unsigned" : "unsigned long long"), "PLACES",
                    type.is_float ? "23" : "52");
}

/// The numbers of exp2_of_non_positive, and a line for each step of its polynomial in f.
template <class T>
std::string with_series_of_exp2(std::string text, const std::string& power) {
    using series = exp2_series<T>;
    constexpr std::size_t last = sizeof(series::coefficients) / sizeof(series::coefficients[0]) - 1;
    std::string steps;
    for (std::size_t i = last; i-- > 0;)
        steps +=
            "    " + power + " = " + power + " * f + " + hex(static_cast<double>(series::coefficients[i])) + "@;\n";
    text = replaced(replaced(text, "STEPS", steps), "LAST", hex(static_cast<double>(series::coefficients[last])));
    text = replaced(text, "LEAST", std::to_string(static_cast<int>(series::least)) + ".0");
    text = replaced(text, "BIAS", std::to_string(-static_cast<int>(series::least)));
    return replaced(text, "ROUNDER", hex(static_cast<double>(series::rounder)));
}
inline std::string with_series_of_exp2(const std::string& text, const std::string& power, const number_type& type) {
    return type.is_float ? with_series_of_exp2<float>(text, power) : with_series_of_exp2<double>(text, power);
}

/// Double words and powers of two: sums of two numbers that lose nothing.
inline void add_exact_steps(std::vector<c_function>& list) {
    list.push_back({"power_of_two", R"(/* 2^n, made of its bits */
static double power_of_two(int n) {
    const unsigned long long bits = (unsigned long long)(n + 1023) << 52;
    double result;
    memcpy(&result, &bits, sizeof result);
    return result;
}
)"});
    list.push_back({"double_word", R"(/* high + low, of which low is less than a unit in the last place of high */
struct double_word {
    double high, low;
};
)"});
    list.push_back({"two_sum", R"(/* a + b exactly (Knuth) */
static struct double_word two_sum(double a, double b) {
    struct double_word r;
    double b_part;
    r.high = a + b;
    b_part = r.high - a;
    r.low = (a - (r.high - b_part)) + (b - b_part);
    return r;
}
)"});
    list.push_back({"fast_two_sum", R"(/* a + b exactly, for |a| >= |b| (Dekker) */
static struct double_word fast_two_sum(double a, double b) {
    struct double_word r;
    r.high = a + b;
    r.low = b - (r.high - a);
    return r;
}
)"});
    list.push_back({"upper_half", R"(/* the upper half of the digits of a */
static double upper_half(double a) {
    const double scaled = a * 134217729.0; /* 2^27 + 1 */
    return scaled - (scaled - a);
}
)"});
    list.push_back({"two_product", R"(/* a * b exactly (Dekker) */
static struct double_word two_product(double a, double b) {
    const double a_high = upper_half(a), a_low = a - a_high;
    const double b_high = upper_half(b), b_low = b - b_high;
    struct double_word r;
    r.high = a * b;
    r.low = ((a_high * b_high - r.high) + a_high * b_low + a_low * b_high) + a_low * b_low;
    return r;
}
)"});
}

inline void add_exp_of_double(std::vector<c_function>& list) {
    list.push_back({"exp_parts", R"(/* exp(x) = 2^exponent * (1 + fraction) */
struct exp_parts {
    int exponent;
    struct double_word fraction;
};
)"});
    std::string parts = R"(/* exp(x + x_low): x = n ln 2 + r, and the series of exp(r) around 0 */
static struct exp_parts exp_in_parts(double x, double x_low) {
    static const double tail_of_series[] = { /* 1 / 3!, 1 / 4!, ... */
        TAIL};
    struct double_word second, reduced, square, linear;
    struct exp_parts result;
    double whole, r, r_low, tail, rest;
    whole = x * ONE_OVER_LN2;
    whole = whole > LOWEST ? whole : LOWEST;
    result.exponent = (int)(whole + (whole < 0 ? -0.5 : 0.5));
    whole = (double)result.exponent;
    /* ln 2 is in three parts */
    second = two_sum(x - whole * LN2_0, whole * -LN2_1);
    reduced = fast_two_sum(second.high, second.low + (x_low - whole * LN2_2));
    r = reduced.high;
    r_low = reduced.low;
    tail = tail_of_series[LAST];
    for (int i = LAST - 1; i >= 0; --i)
        tail = tail * r + tail_of_series[i];
    square = two_product(r, r);
    linear = fast_two_sum(r, square.high * 0.5);
    rest = linear.low + (square.low * 0.5 + (r_low + (r * r_low + tail * (r * square.high))));
    result.fraction = fast_two_sum(linear.high, rest);
    return result;
}
)";
    parts = replaced(parts, "TAIL", exp_tail_text());
    parts = replaced(parts, "ONE_OVER_LN2", hex(one_over_ln2<double>));
    parts = replaced(parts, "LOWEST", std::to_string(2 * std::numeric_limits<double>::min_exponent) + ".0");
    for (int i = 0; i < 3; ++i) parts = replaced(parts, "LN2_" + std::to_string(i), hex(ln2_parts[i]));
    list.push_back({"exp_in_parts", replaced(parts, "LAST", std::to_string(exp_series<double>::count - 1))});

    list.push_back({"times_power_of_two", R"(/* x * 2^n, rounded once, also where 2^n alone is out of range */
static double times_power_of_two(double x, int n) {
    const int half = n / 2;
    return x * power_of_two(half) * power_of_two(n - half);
}
)"});
    list.push_back({"exp_of_double", replaced(replaced(R"(/* exp(x), within 0.57 units in the last place */
static double exp_of_double(double x) {
    const double low = LOW - 1, high = HIGH + 0.25; /* beyond: 0 and infinity */
    struct exp_parts parts;
    struct double_word value;
    x = x < low ? low : x > high ? high : x;
    parts = exp_in_parts(x, 0.0);
    value = fast_two_sum(1.0, parts.fraction.high);
    return times_power_of_two(value.high + (value.low + parts.fraction.low), parts.exponent);
}
)",
                                                       "LOW", hex(exp_underflow<double>)),
                                              "HIGH", hex(exp_overflow<double>))});
}

/// Weights of streaming softmax.
inline void add_exp2(std::vector<c_function>& list, const number_type& type) {
    std::string text =
        R"(/* 2^x for x <= 0, within 1.2 units in the last place: 2^n 2^f for n + f = x, |f| <= 1/2, 2^f by a
   polynomial; less than the smallest normal number is 0 */
static REAL exp2_of_non_positive(REAL x) {
    const REAL least = LEAST@, rounder = ROUNDER@;
    const REAL inside = least > x ? least : x;
    const REAL rounded = inside + rounder; /* n + BIAS is in its last bits */
    const REAL f = inside - (rounded - rounder);
    REAL power = LAST@, scale;
    WORD bits;
STEPS    power = power * f + 1.0@;
    memcpy(&bits, &rounded, sizeof bits);
    bits <<= PLACES; /* 2^n */
    memcpy(&scale, &bits, sizeof scale);
    return power * scale;
}
)";
    list.push_back({"exp2_of_non_positive", in_words_of(type, with_series_of_exp2(text, "power", type))});
}

inline void add_exp(std::vector<c_function>& list, const number_type& type) {
    if (type.is_float) {
        list.push_back({"power_of_two_float", R"(/* 2^n, made of its bits */
static float power_of_two_float(int n) {
    const unsigned bits = (unsigned)(n + 127) << 23;
    float result;
    memcpy(&result, &bits, sizeof result);
    return result;
}
)"});
        list.push_back(
            {"exponential",
             replaced(R"(/* exp(x), within 0.77 units in the last place: x = n ln 2 + r, exp(r) by a polynomial */
static float exponential(float x) {
    const float inside = x < -104.0f ? -104.0f : x > 89.0f ? 89.0f : x; /* beyond: 0 and infinity */
    const float turns = inside * ONE_OVER_LN2f > -256.0f ? inside * ONE_OVER_LN2f : -256.0f;
    const int n = (int)(turns + (turns < 0 ? -0.5f : 0.5f)), half = n / 2;
    const float first = inside - (float)n * 0x1.62e4p-1f; /* ln 2 in two parts */
    const float second = (float)n * 0x1.7f7d1cp-20f;
    const float r = first - second;
    const float r_low = (first - r) - second;
    const float sum = r + 1.0f;
    float q = 0x1.9f07eep-13f;
    q = q * r + 0x1.6d8ddcp-10f;
    q = q * r + 0x1.111272p-7f;
    q = q * r + 0x1.55548cp-5f;
    q = q * r + 0x1.555554p-3f;
    q = q * r + 0.5f;
    q = sum + ((r - (sum - 1.0f)) + (r_low + r * r * q));
    return q * power_of_two_float(half) * power_of_two_float(n - half);
}
)",
                      "ONE_OVER_LN2", hex(static_cast<double>(one_over_ln2<float>)))});
    } else {
        list.push_back({"exponential", "static double exponential(double x) { return exp_of_double(x); }\n"});
    }
}

}  // namespace heed::detail::emitted
