// SPDX-License-Identifier: BSL-1.0
// The elementary functions of emitted files: scalar/ as C, operation by operation, constants taken from there.
#pragma once

#include <heed/scalar/erf_table.hpp>
#include <heed/scalar/function.hpp>
#include <heed/study/emit_exp.hpp>

#include <string>
#include <vector>

namespace heed::detail::emitted {

/// What an elementwise function is called in emitted files, where it is a call.
constexpr const char* called(function f) {
    switch (f) {
        case function::exp: return "exponential";
        case function::log: return "logarithm";
        case function::sqrt: return "square_root";
        case function::rsqrt: return "reciprocal_root";
        case function::tanh: return "hyperbolic_tangent";
        case function::erf: return "error_function";
        case function::sigmoid: return "logistic";
        case function::relu: return "relu";
        case function::gelu: return "gelu";
        case function::gelu_tanh: return "gelu_tanh";
        case function::silu: return "silu";
        case function::abs: return "absolute";
        case function::step: return "step";
        case function::sign: return "sign";
        case function::erf_slope: return "erf_slope";
        case function::gelu_slope: return "gelu_slope";
        case function::gelu_tanh_slope: return "gelu_tanh_slope";
        case function::silu_slope: return "silu_slope";
        case function::pow: return "power";
        case function::quotient: return "whole_quotient";
        case function::remainder: return "whole_remainder";
        case function::min: return "smaller";
        case function::max: return "larger";
        default: return "";
    }
}

inline std::string erf_nodes_text() {
    std::string text;
    for (const erf_node& n : erf_nodes)
        text +=
            "    {" + hex(n.value) + ", " + hex(n.value_low) + ", " + hex(n.slope) + ", " + hex(n.slope_low) + "},\n";
    return text;
}

inline void add_log(std::vector<c_function>& list) {
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
    list.push_back({"log_of_double", R"(static double log_of_double(double x) {
    struct double_word parts;
    if (x != x || x == INFINITY) return x;
    if (x == 0) return -INFINITY;
    if (x < 0) return NAN;
    parts = log_in_parts(x);
    return parts.high + parts.low;
}
)"});
}

inline void add_tanh(std::vector<c_function>& list) {
    list.push_back({"shifted_exponential", R"(/* 2^n (1 + fraction) + c */
static struct double_word shifted_exponential(struct exp_parts e, double c) {
    const double scale = power_of_two(e.exponent);
    const struct double_word whole = two_sum(scale, c);
    const struct double_word sum = two_sum(whole.high, scale * e.fraction.high);
    return fast_two_sum(sum.high, sum.low + (whole.low + scale * e.fraction.low));
}
)"});
    list.push_back(
        {"quotient_of_words", R"(static double quotient_of_words(struct double_word a, struct double_word b) {
    const double q = a.high / b.high;
    const struct double_word back = two_product(q, b.high);
    return q + (((a.high - back.high) - back.low) + (a.low - q * b.low)) / b.high;
}
)"});
    list.push_back({"tanh_of_double", R"(/* (e^y - 1) / (e^y + 1) with y = 2 |x| */
static double tanh_of_double(double x) {
    const double size = x < 0 ? -x : x;
    struct exp_parts e;
    double result;
    if (x != x || size < 0x1p-29) return x;
    if (size > 24) return x < 0 ? -1.0 : 1.0;
    e = exp_in_parts(2 * size, 0.0);
    result = quotient_of_words(shifted_exponential(e, -1.0), shifted_exponential(e, 1.0));
    return x < 0 ? -result : result;
}
)"});
    list.push_back({"logistic_of_double", replaced(R"(/* 1 / (1 + exp(-x)) */
static double logistic_of_double(double x) {
    const struct double_word one = {1.0, 0.0};
    struct exp_parts e;
    if (x != x) return x;
    if (x < UNDERFLOW) return 0.0;
    if (x < -106) return exp_of_double(x);
    if (x > 106) return 1.0;
    e = exp_in_parts(x < 0 ? x : -x, 0.0);
    return quotient_of_words(x < 0 ? shifted_exponential(e, 0.0) : one, shifted_exponential(e, 1.0));
}
)",
                                                   "UNDERFLOW", hex(exp_underflow<double>))});
}

inline void add_erf(std::vector<c_function>& list) {
    list.push_back({"erf_nodes",
                    "/* erf(c) and its slope at c = 0, 1/8, 2/8 ... 54/8, each as the sum of two numbers */\n"
                    "static const double erf_nodes[55][4] = {\n" +
                        erf_nodes_text() + "};\n"});
    list.push_back(
        {"erf_slope_change", R"(/* how far the mean slope of erf between c and c + t is from the slope at c */
static double erf_slope_change(double c, double t) {
    double before = 0, h = 1, power = 1, sum = 0;
    for (int n = 1; n <= 13; ++n) {
        const double next = -2 * (c * h + before) / n;
        before = h;
        h = next;
        power *= t;
        sum += h * power / (n + 1);
    }
    return sum;
}
)"});
    list.push_back({"erf_of_double", R"(/* the error function, by the Taylor series around the nearest node */
static double erf_of_double(double x) {
    const double size = x < 0 ? -x : x;
    struct double_word value, slope, rise, sum;
    double c, t, rest, result;
    const double* node;
    if (x != x || x == 0) return x;
    if (size > 6.75) return x < 0 ? -1.0 : 1.0;
    if (size < 0x1p-970) { /* too small to be split into halves */
        slope = two_sum(erf_nodes[0][2], erf_nodes[0][3]);
        value = two_product(slope.high, x * 0x1p106);
        return (value.high + (value.low + slope.low * (x * 0x1p106))) * 0x1p-106;
    }
    node = erf_nodes[(int)(size / 0.125 + 0.5)];
    c = (int)(size / 0.125 + 0.5) * 0.125;
    t = size - c;
    value = two_sum(node[0], node[1]);
    slope = two_sum(node[2], node[3]);
    rise = two_product(slope.high, t);
    sum = two_sum(value.high, rise.high);
    rest = value.low + (rise.low + slope.low * t) + rise.high * erf_slope_change(c, t);
    result = sum.high + (sum.low + rest);
    return x < 0 ? -result : result;
}
)"});
}

inline void add_pow(std::vector<c_function>& list) {
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
}

/// Functions of `real`; numbers end in @.
inline void add_functions_of_real(std::vector<c_function>& list, const number_type& type) {
    const auto add = [&](const char* name, const std::string& text) {
        list.push_back({name, replaced(replaced(text, "real", type.name), "@", type.suffix)});
    };
    const auto half = type.is_float ? hex(static_cast<double>(root_of_half<float>())) : hex(root_of_half<double>());
    const auto two_over_pi =
        type.is_float ? hex(static_cast<double>(root_of_two_over_pi<float>())) : hex(root_of_two_over_pi<double>());
    const auto add_with_roots = [&](const char* name, const std::string& text) {
        add(name, replaced(replaced(text, "ROOT_OF_HALF", half + '@'), "ROOT_OF_TWO_OVER_PI", two_over_pi + '@'));
    };
    add("logarithm", "static real logarithm(real x) { return (real)log_of_double(x); }\n");
    add("square_root", type.is_float ? "static real square_root(real x) { return sqrtf(x); }\n"
                                     : "static real square_root(real x) { return sqrt(x); }\n");
    add("reciprocal_root", "static real reciprocal_root(real x) { return 1.0@ / square_root(x); }\n");
    add("hyperbolic_tangent", "static real hyperbolic_tangent(real x) { return (real)tanh_of_double(x); }\n");
    add("error_function", "static real error_function(real x) { return (real)erf_of_double(x); }\n");
    add("logistic", "static real logistic(real x) { return (real)logistic_of_double(x); }\n");
    add("power", "static real power(real x, real y) { return (real)power_of_double(x, y); }\n");
    add("relu", "static real relu(real x) { return x < 0 ? 0.0@ : x; }\n");
    add("absolute", "static real absolute(real x) { return x < 0 ? -x : x + 0.0@; }\n");
    add("step", "static real step(real x) { return 0 < x ? 1.0@ : 0.0@; }\n");
    add("sign", "static real sign(real x) { return 0 < x ? 1.0@ : x < 0 ? -1.0@ : 0.0@; }\n");
    add_with_roots("gelu", R"(/* x times the share of a normal distribution below x */
static real gelu(real x) {
    return x / 2.0@ * (1.0@ + error_function(x * ROOT_OF_HALF)); /* x / sqrt(2) */
}
)");
    add_with_roots("gelu_tanh", R"(/* gelu, approximated by tanh(sqrt(2 / pi) (x + 0.044715 x^3)) */
static real gelu_tanh(real x) {
    const real inner = ROOT_OF_TWO_OVER_PI * (x + 44715.0@ / 1000000.0@ * x * x * x);
    return x / 2.0@ * (1.0@ + hyperbolic_tangent(inner));
}
)");
    add("silu", "static real silu(real x) { return x * logistic(x); }\n");
    add_with_roots("erf_slope", R"(/* 2 / sqrt(pi) exp(-x^2) */
static real erf_slope(real x) {
    return 2.0@ * ROOT_OF_HALF * ROOT_OF_TWO_OVER_PI * exponential(-x * x);
}
)");
    add_with_roots("gelu_slope", R"(static real gelu_slope(real x) {
    const real h = ROOT_OF_HALF;
    return (1.0@ + error_function(x * h)) / 2.0@ + x * h / 2.0@ * erf_slope(x * h);
}
)");
    add_with_roots("gelu_tanh_slope", R"(static real gelu_tanh_slope(real x) {
    const real c = 44715.0@ / 1000000.0@;
    const real t = hyperbolic_tangent(ROOT_OF_TWO_OVER_PI * (x + c * x * x * x));
    return (1.0@ + t) / 2.0@ +
        x / 2.0@ * (1.0@ - t * t) * ROOT_OF_TWO_OVER_PI * (1.0@ + 3.0@ * c * x * x);
}
)");
    add("silu_slope", R"(static real silu_slope(real x) {
    const real s = logistic(x);
    return s * (1.0@ + x * (1.0@ - s));
}
)");
    add("whole_part", replaced(R"(/* x without its fraction */
static real whole_part(real x) { return -LIMIT < x && x < LIMIT ? (real)(long long)x : x; }
)",
                               "LIMIT", type.is_float ? "0x1p23f" : "0x1p52"));
    add("whole_quotient", R"(/* of whole numbers, cut off towards 0; by 0 it is 0 */
static real whole_quotient(real a, real b) { return b == 0 ? 0 : whole_part(a / b); }
)");
    add("whole_remainder", R"(/* of whole numbers, with the sign of the first; by 0 it is 0 */
static real whole_remainder(real a, real b) { return b == 0 ? 0 : a - b * whole_quotient(a, b); }
)");
    add("larger", R"(/* NaN if either is */
static real larger(real a, real b) { return a < b || b != b ? b : a; }
)");
    add("smaller", R"(/* NaN if either is */
static real smaller(real a, real b) { return b < a || b != b ? b : a; }
)");
}

/// What loops along a row call.
inline void add_functions_of_rows(std::vector<c_function>& list, const number_type& type) {
    const auto add_fold = [&](const char* name, const char* words, const char* start, const char* combine,
                              const char* halves) {
        std::string text = R"(/* WORDS, in eight lanes that are combined in pairs */
static real NAME(const real* x, int n) {
    real lane[8];
    for (int l = 0; l < 8; ++l)
        lane[l] = START;
    for (int j = 0; j < n; ++j)
        lane[j % 8] = COMBINE;
    for (int half = 4; half > 0; half /= 2)
        for (int l = 0; l < half; ++l)
            lane[l] = HALVES;
    return lane[0];
}
)";
        text = replaced(replaced(replaced(text, "WORDS", words), "NAME", name), "START", start);
        text = replaced(replaced(replaced(text, "COMBINE", combine), "HALVES", halves), "real", type.name);
        list.push_back({name, text});
    };
    add_fold("sum_of_row", "the sum of n numbers", "0", "lane[j % 8] + x[j]", "lane[l] + lane[l + half]");
    add_fold("max_of_row", "the largest of n numbers", "x[0]", "larger(lane[j % 8], x[j])",
             "larger(lane[l], lane[l + half])");
    add_fold("min_of_row", "the smallest of n numbers", "x[0]", "smaller(lane[j % 8], x[j])",
             "smaller(lane[l], lane[l + half])");
    list.push_back(
        {"invert",
         replaced(
             R"(/* Gauss-Jordan elimination with partial pivoting: what turns left into 1 turns 1 into its inverse */
static void invert(real* left, real* right, int n) {
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            right[i * n + j] = i == j ? 1 : 0;
    for (int k = 0; k < n; ++k) {
        int best = k;
        real pivot;
        for (int i = k + 1; i < n; ++i) /* the largest pivot in size loses least */
            if (absolute(left[best * n + k]) < absolute(left[i * n + k])) best = i;
        for (int j = 0; j < n && best != k; ++j) {
            const real of_left = left[k * n + j], of_right = right[k * n + j];
            left[k * n + j] = left[best * n + j];
            right[k * n + j] = right[best * n + j];
            left[best * n + j] = of_left;
            right[best * n + j] = of_right;
        }
        pivot = left[k * n + k];
        for (int j = 0; j < n; ++j) {
            left[k * n + j] = left[k * n + j] / pivot;
            right[k * n + j] = right[k * n + j] / pivot;
        }
        for (int i = 0; i < n; ++i) { /* column k becomes 0 in the other rows */
            const real factor = left[i * n + k];
            for (int j = 0; j < n && i != k; ++j) {
                left[i * n + j] = left[i * n + j] - factor * left[k * n + j];
                right[i * n + j] = right[i * n + j] - factor * right[k * n + j];
            }
        }
    }
}
)",
             "real", type.name)});
}

/// Every function that an emitted file may call, callees first.
inline std::vector<c_function> all_functions(const number_type& type) {
    std::vector<c_function> list;
    add_exact_steps(list);
    add_exp_of_double(list);
    add_exp(list, type);
    add_exp2(list, type);
    add_log(list);
    add_tanh(list);
    add_erf(list);
    add_pow(list);
    add_functions_of_real(list, type);
    add_functions_of_rows(list, type);
    return list;
}

/// Whether C code calls a function, or uses a struct or table of that name.
inline bool uses(const std::string& code, const std::string& name) {
    if (code.find("struct " + name + ' ') != std::string::npos || code.find(name + "[(") != std::string::npos)
        return true;
    for (std::size_t at = code.find(name + '('); at != std::string::npos; at = code.find(name + '(', at + 1))
        if (at == 0 || !(is_letter(code[at - 1]) || is_digit(code[at - 1]))) return true;
    return false;
}

/// Whether code names a type.
inline bool names_type(const std::string& code, const std::string& name) {
    for (std::size_t at = code.find(name); at != std::string::npos; at = code.find(name, at + 1)) {
        const char before = at == 0 ? ' ' : code[at - 1], after = code[at + name.size()];
        if (!is_letter(before) && !is_digit(before) && !is_letter(after) && !is_digit(after)) return true;
    }
    return false;
}

/// Those of the list, callees first, that `body` calls, and those that they call.
inline std::string functions_for(const std::string& body, const std::vector<c_function>& list) {
    std::string text;
    for (std::size_t i = list.size(); i-- > 0;) {
        const std::string& name = list[i].name;
        const bool is_type = list[i].text.compare(0, 7, "typedef") == 0;
        if (is_type ? names_type(body, name) || names_type(text, name) : uses(body, name) || uses(text, name))
            text = list[i].text + '\n' + text;
    }
    return text;
}

}  // namespace heed::detail::emitted
