// SPDX-License-Identifier: BSL-1.0
// pow of emitted files, in double: scalar/pow.hpp as C, operation by operation, constants taken from there.
#pragma once

#include <heed/scalar/pow.hpp>
#include <heed/study/c_function.hpp>

#include <limits>
#include <string>
#include <vector>

namespace heed::detail::emitted {

inline std::string exp_tail_text() {
    std::string text;
    for (std::size_t i = 0; i < exp_series<double>::count; ++i)
        text += std::string(i == 0 ? "" : i % 4 == 0 ? ",\n        " : ", ") + hex(exp_tail<double>.coefficients[i]);
    return text;
}

/// Double words and powers of two: sums of two numbers that lose nothing.
inline void add_exact_steps(std::vector<c_function>& list) {
    list.push_back({"power_of_two_double", R"(/* 2^n, made of its bits */
static double power_of_two_double(int n) {
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

inline void add_exp_in_parts(std::vector<c_function>& list) {
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
    return x * power_of_two_double(half) * power_of_two_double(n - half);
}
)"});
}

inline void add_log_in_parts(std::vector<c_function>& list) {
    std::string text = R"(/* log(x) for finite x > 0: x = 2^k m, log m = 2 artanh((m - 1) / (m + 1)) */
static struct double_word log_in_parts(double x) {
    struct double_word divisor, back, square, cube, third, leading, sum;
    double m, f, s, s_low, third_low, tail = 0, rest;
    unsigned long long bits;
    int k = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        k = -54;
    }
    memcpy(&bits, &x, sizeof bits);
    k += (int)(bits >> 52) - 1023;
    bits = (bits & 0x000FFFFFFFFFFFFFULL) | 0x3FF0000000000000ULL;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135623730950488) {
        m /= 2;
        k += 1;
    }
    f = m - 1;
    divisor = two_sum(m, 1.0);
    s = f / divisor.high;
    back = two_product(s, divisor.high);
    s_low = (((f - back.high) - back.low) - s * divisor.low) / divisor.high;
    square = two_product(s, s);
    cube = two_product(square.high, s);
    third = two_product(cube.high, TWO_THIRDS);
    third_low = third.low + (cube.low + square.low * s) * TWO_THIRDS +
        (cube.high * THIRDS_LOW + 2 * square.high * s_low);
    for (int n = 12; n >= 2; --n)
        tail = tail * square.high + 2.0 / (2 * n + 1);
    tail *= cube.high * square.high;
    leading = two_sum(k * LN2_0, 2 * s);
    sum = two_sum(leading.high, third.high);
    rest = sum.low + (leading.low + (k * LN2_1 + (2 * s_low + (third_low + tail))));
    return fast_two_sum(sum.high, rest);
}
)";
    text = replaced(text, "TWO_THIRDS", hex(two_thirds<double>));
    text = replaced(text, "THIRDS_LOW", hex(two_thirds_low<double>));
    text = replaced(replaced(text, "LN2_0", hex(ln2_parts[0])), "LN2_1", hex(ln2_parts[1]));
    list.push_back({"log_in_parts", text});
}

inline void add_pow(std::vector<c_function>& list, const number_type& type) {
    add_exact_steps(list);
    add_exp_in_parts(list);
    add_log_in_parts(list);
    list.push_back({"is_whole", R"(static int is_whole(double y) {
    return y >= 0x1p52 || y <= -0x1p52 || (double)(long long)y == y;
}
)"});
    list.push_back({"pow_of_positive", replaced(replaced(R"(/* x^y = exp(y log x) for finite x > 0 and y */
static double pow_of_positive(double x, double y) {
    const struct double_word l = log_in_parts(x);
    struct double_word product, exponent, value;
    struct exp_parts parts;
    if (l.high * y > HIGH) return INFINITY;
    if (l.high * y < LOW) return 0.0;
    product = two_product(l.high, y);
    exponent = fast_two_sum(product.high, product.low + l.low * y);
    parts = exp_in_parts(exponent.high, exponent.low);
    value = fast_two_sum(1.0, parts.fraction.high);
    return times_power_of_two(value.high + (value.low + parts.fraction.low), parts.exponent);
}
)",
                                                         "LOW", hex(exp_underflow<double>)),
                                                "HIGH", hex(exp_overflow<double>))});
    list.push_back({"power_of_double", R"(/* x^y with the special values of IEEE 754 */
static double power_of_double(double x, double y) {
    const int negative = copysign(1.0, x) < 0;
    const int odd = is_whole(y) && y < 0x1p53 && y > -0x1p53 && (long long)y % 2 != 0;
    const double size = negative ? -x : x, sign_of_result = negative && odd ? -1.0 : 1.0;
    if (y == 0 || x == 1) return 1.0;
    if (x != x) return x;
    if (y != y) return y;
    if (y == INFINITY || y == -INFINITY)
        return size == 1 ? 1.0 : (size > 1) == (y > 0) ? INFINITY : 0.0;
    if (size == 0 || size == INFINITY)
        return (size == 0) == (y > 0) ? 0.0 * sign_of_result : INFINITY * sign_of_result;
    if (negative && !is_whole(y)) return NAN;
    if (size == 1) return sign_of_result;
    return sign_of_result * pow_of_positive(size, y);
}
)"});
    list.push_back({"power", replaced("static real power(real x, real y) { return (real)power_of_double(x, y); }\n",
                                      "real", type.name)});
}

}  // namespace heed::detail::emitted
