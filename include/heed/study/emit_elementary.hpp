// SPDX-License-Identifier: BSL-1.0
// tanh, the logistic function, erf, log and roots of emitted files, of numbers and of registers: scalar/ as C,
// operation by operation, constants taken from there.
#pragma once

#include <heed/scalar/erf.hpp>
#include <heed/scalar/log.hpp>
#include <heed/scalar/sigmoid.hpp>
#include <heed/scalar/tanh.hpp>
#include <heed/study/emit_register.hpp>

#include <bit>
#include <limits>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// A number of T, in the words of vector_type.
template <class T>
std::string number_text(T x) {
    return hex(static_cast<double>(x)) + '@';
}
/// Bits of a T.
template <class T>
std::string bits_text(unsigned_bits_t<T> b) {
    char text[32];
    std::snprintf(text, sizeof(text), sizeof(T) == 4 ? "0x%08llxU" : "0x%016llxULL",
                  static_cast<unsigned long long>(b));
    return text;
}

/// Steps on the bits of numbers.
template <class T>
void add_bit_steps(std::vector<c_function>& list, const vector_type& v) {
    const auto add = [&](const char* name, const std::string& text) { v.add_either(list, name, text); };
    if (v.lanes == 1) {
        add("bits_of", R"(static WORD bits_of(REAL x) {
    WORD bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
)");
        add("of_bits", R"(static REAL of_bits(WORD bits) {
    REAL x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
)");
    } else {
        add("bits_of_$", "INLINE MASK bits_of_$(REALS x) { return (MASK)x; }\n");
        add("of_bits_$", "INLINE REALS of_bits_$(MASK bits) { return (REALS)bits; }\n");
    }
    using bits = unsigned_bits_t<T>;
    const std::string sign = bits_text<T>(sign_bit<T>), others = bits_text<T>(static_cast<bits>(~sign_bit<T>)),
                      half = bits_text<T>(
                          std::bit_cast<bits>(leading_half(std::bit_cast<T>(static_cast<bits>(~bits{0})))));
    add("magnitude_$", "INLINE REALS magnitude_$(REALS x) { return of_bits_$(bits_of_$(x) & " + others + "); }\n");
    add("with_sign_of_$",
        "/* size with the sign of x */\nINLINE REALS with_sign_of_$(REALS x, REALS size) {\n"
        "    return of_bits_$((bits_of_$(x) & " +
            sign + ") | bits_of_$(size));\n}\n");
    add("leading_half_$",
        "/* x without the last half of its digits */\nINLINE REALS leading_half_$(REALS x) { return "
        "of_bits_$(bits_of_$(x) & " +
            half + "); }\n");
    add("power_of_whole_$",
        "/* 2^n for a whole number n */\nINLINE REALS power_of_whole_$(REALS n) {\n"
        "    return of_bits_$(bits_of_$(n + " +
            number_text(exp2_series<T>::rounder) + ") << PLACES);\n}\n");
}

/// NAME, n, r and r_low of exp_argument, and the series q in r.
template <class T>
std::string exp_argument_text(const vector_type& v, const std::string& x, bool with_low) {
    const std::string rounder = number_text(exp2_series<T>::rounder);
    return "    const REALS n = (" + x + " * " + number_text(log2_of_e<T>) + " + " + rounder + ") - " + rounder +
           ";\n    const REALS first = " + x + " - n * " + number_text(exp_rest<T>::ln2) +
           "; /* ln 2 in two parts */\n    const REALS second = n * " + number_text(exp_rest<T>::ln2_low) +
           ";\n    const REALS r = first - second;\n" +
           (with_low ? "    const REALS r_low = (first - r) - second;\n" : "") +
           polynomial_text(v, "q", "r", exp_rest<T>::coefficients);
}

template <class T>
void add_tanh(std::vector<c_function>& list, const vector_type& v) {
    const std::string end = number_text(tanh_series<T>::end);
    v.add_either(list, "hyperbolic_tangent_$",
                 "/* 1 - 2 / (exp(2 |x|) + 1), next to 0 a series; the sign of x */\n"
                 "INLINE REALS hyperbolic_tangent_$(REALS x) {\n    const REALS size = magnitude_$(x);\n"
                 "    const REALS inside = " +
                     v.pick("size > " + end, v.all(end), "size") +
                     ";\n"
                     "    const REALS twice = inside + inside;\n" +
                     exp_argument_text<T>(v, "twice", false) +
                     "    const REALS power = power_of_whole_$(n);\n"
                     "    const REALS outer = 1.0@ - 2.0@ / ((power + 1.0@) + power * (r + r * r * q));\n"
                     "    const REALS square = inside * inside;\n" +
                     polynomial_text(v, "series", "square", tanh_series<T>::coefficients) +
                     "    series = inside + inside * (square * series);\n    return with_sign_of_$(x, " +
                     v.pick("size > " + number_text(T(0.9)), "outer", "series") + ");\n}\n");
}

template <class T>
void add_logistic(std::vector<c_function>& list, const vector_type& v) {
    using ends = sigmoid_ends<T>;
    const std::string end = number_text(ends::end), least = number_text(ends::least), zero = v.all("0.0@"),
                      one = v.all("1.0@");
    v.add_either(list, "quotient_by_halves_$",
                 R"(/* a / b of sums of two numbers: half of the digits first, what is left exactly */
INLINE REALS quotient_by_halves_$(REALS a, REALS a_low, REALS b, REALS b_low) {
    const REALS inverse = 1.0@ / b;
    const REALS q = leading_half_$(a * inverse);
    const REALS b_first = leading_half_$(b), b_rest = b - b_first;
    const REALS rest = ((a - q * b_first) - q * b_rest) + (a_low - q * b_low);
    return q + rest * inverse;
}
)");
    v.add_either(list, "logistic_$",
                 "/* with e = exp(-|x|) as a sum of two numbers: 1 / (1 + e), or e / (1 + e) for negative x */\n"
                 "INLINE REALS logistic_$(REALS x) {\n    const REALS size = magnitude_$(x);\n"
                 "    const REALS y = -(" +
                     v.pick("size > " + end, v.all(end), "size") + ");\n" + exp_argument_text<T>(v, "y", true) +
                     R"(    const REALS sum = 1.0@ + r;
    const REALS rest = (r - (sum - 1.0@)) + (r_low + r * r * q);
    const REALS e = sum + rest, e_low = rest - (e - sum);
    const REALS most = )" +
                     v.pick("n > " + least, "n", v.all(least)) + R"(;
    const REALS power = power_of_whole_$(most);
    const REALS divisor = 1.0@ + power * e;
    const REALS divisor_low = (power * e - (divisor - 1.0@)) + power * e_low;
    const REALS above = )" +
                     v.pick("x < 0.0@", "e", one) +
                     ";\n    const REALS above_low = " + v.pick("x < 0.0@", "e_low", zero) +
                     ";\n    const REALS ratio = quotient_by_halves_$(above, above_low, divisor, divisor_low);\n"
                     "    const REALS scaled = ratio * power * power_of_whole_$(n - most);\n"
                     "    return " +
                     v.pick("x < 0.0@", "scaled", "ratio") + ";\n}\n");
}

template <class T>
void add_erf(std::vector<c_function>& list, const vector_type& v) {
    using series = erf_series<T>;
    const std::string end = number_text(series::end), middle = number_text(series::middle);
    v.add_either(list, "error_function_$",
                 "/* a series next to 0, else 1 - 2^(another); the sign of x */\n"
                 "INLINE REALS error_function_$(REALS x) {\n    const REALS size = magnitude_$(x);\n"
                 "    const REALS inside = " +
                     v.pick("size > " + end, v.all(end), "size") +
                     ";\n"
                     "    const REALS square = inside * inside, beyond = inside - " +
                     middle + ";\n" + polynomial_text(v, "inner", "square", series::inner) +
                     polynomial_text(v, "outer", "beyond", series::outer) +
                     "    inner = inside + inside * inner;\n"
                     "    outer = 1.0@ - exp2_of_non_positive_$(beyond * outer) * " +
                     number_text(series::left_at_middle) + ";\n    return with_sign_of_$(x, " +
                     v.pick("size > " + middle, "outer", "inner") + ");\n}\n");
}

template <class T>
void add_logarithm(std::vector<c_function>& list, const vector_type& v) {
    using series = log_series<T>;
    using limits = std::numeric_limits<T>;
    using bits = unsigned_bits_t<T>;
    constexpr int places = limits::digits - 1;
    constexpr bits one = std::bit_cast<bits>(T(1)), centre = std::bit_cast<bits>(series::root_of_half);
    constexpr T whole_numbers = power_of_two<T>(places);
    const std::string least = number_text(limits::min());
    v.add_either(
        list, "logarithm_$",
        "/* x = 2^n m with m next to 1: n log 2 + log m, a series in f = m - 1 */\n"
        "INLINE REALS logarithm_$(REALS x) {\n    const REALS normal = " +
            v.pick("x < " + least, "x * " + number_text(series::denormal_scale), "x") + ";\n    const REALS moved = " +
            v.pick("x < " + least, v.all(number_text(series::denormal_exponent)), v.all("0.0@")) +
            ";\n    const MASK shifted = bits_of_$(normal) + " + bits_text<T>(static_cast<bits>(one - centre)) +
            ";\n    const REALS m = of_bits_$((shifted & " + bits_text<T>((bits{1} << places) - 1) + ") + " +
            bits_text<T>(centre) + ");\n    const REALS biased = of_bits_$((shifted >> PLACES) | " +
            bits_text<T>(std::bit_cast<bits>(whole_numbers)) + ");\n    const REALS n = (biased - " +
            number_text(whole_numbers + T(limits::max_exponent - 1)) + R"() - moved;
    const REALS f = m - 1.0@;
    const REALS half = f * f * 0.5@; /* log m = f - f^2 / 2 + f^3 p */
    const REALS start = f - half, start_low = -half - (start - f);
    const REALS of_power = n * )" +
            number_text(exp_rest<T>::ln2) + R"(; /* ln 2 in two parts */
    const REALS sum = of_power + start, sum_low = start - (sum - of_power);
)" + polynomial_text(v, "p", "f", series::coefficients) +
            R"(    const REALS cube = f * (f * f) * p;
    const REALS low = sum_low + (start_low + (cube + n * )" +
            number_text(exp_rest<T>::ln2_low) +
            "));\n    const REALS finite = " + v.pick("x > " + number_text(limits::max()), "x", "sum + low") +
            ";\n    const REALS others = " + v.pick("x == 0.0@", v.all("-INFINITY"), v.all("NAN")) + ";\n    return " +
            v.pick("x > 0.0@", "finite", "others") + ";\n}\n");
}

inline void add_roots(std::vector<c_function>& list, const vector_type& v) {
    if (v.lanes == 1)
        v.add_either(list, "square_root",
                     v.number.is_float ? "static float square_root(float x) { return sqrtf(x); }\n"
                                       : "static double square_root(double x) { return sqrt(x); }\n");
    else
        v.add_either(list, "square_root_$", R"(INLINE REALS square_root_$(REALS x) {
    for (int l = 0; l < $; ++l)
        x[l] = square_root(x[l]);
    return x;
}
)");
    v.add_either(list, "reciprocal_root_$",
                 "INLINE REALS reciprocal_root_$(REALS x) { return 1.0@ / square_root_$(x); }\n");
}

template <class T>
void add_elementary_of(std::vector<c_function>& list, const vector_type& v) {
    add_bit_steps<T>(list, v);
    add_tanh<T>(list, v);
    add_logistic<T>(list, v);
    add_erf<T>(list, v);
    add_logarithm<T>(list, v);
    add_roots(list, v);
}
inline void add_elementary(std::vector<c_function>& list, const vector_type& v) {
    return v.number.is_float ? add_elementary_of<float>(list, v) : add_elementary_of<double>(list, v);
}

}  // namespace heed::detail::emitted
