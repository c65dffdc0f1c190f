// SPDX-License-Identifier: BSL-1.0
// exp and powers of two of every lane of a register of emitted files, and what functions of registers are called.
#pragma once

#include <heed/study/emit_exp.hpp>
#include <heed/study/emit_register.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

inline std::string accumulate_name(std::size_t rows, std::size_t registers, std::size_t lanes,
                                   const std::string& element) {
    return "add_" + std::to_string(rows) + 'x' + std::to_string(registers) + "_of_" + std::to_string(lanes) +
           (element.empty() ? "" : "_from_" + as_identifier(element));
}
inline std::string copy_name(std::size_t lanes, const std::string& element) {
    return "copy_rows_to_" + std::to_string(lanes) + "_lanes" +
           (element.empty() ? "" : "_from_" + as_identifier(element));
}

inline void add_power_of_two(std::vector<c_function>& list, const vector_type& v) {
    v.add(list, "power_of_two_$",
          replaced(R"(/* 2^n, made of its bits */
INLINE REALS power_of_two_$(COUNTS n) {
    return (REALS)(__builtin_convertvector(n + BIAS, MASK) << PLACES);
}
)",
                   "BIAS", v.number.is_float ? "127" : "1023"));
    v.add(list, "nearest_$", R"(/* the integer nearest to x; `lowest` if that is larger or x is NaN */
INLINE COUNTS nearest_$(REALS x, REAL lowest) {
    const REALS at_least = choose_$((MASK)(x > lowest), x, all_$(lowest));
    const REALS half = choose_$((MASK)(at_least < 0.0@), all_$(-0.5@), all_$(0.5@));
    return __builtin_convertvector(at_least + half, COUNTS);
}
)");
}

inline void add_exp_of_floats(std::vector<c_function>& list, const vector_type& v) {
    v.add(list, "exponential_$",
          replaced(R"(/* exp of every lane: the operations of exponential */
INLINE REALS exponential_$(REALS x) {
    const REALS at_least = choose_$((MASK)(x < -104.0f), all_$(-104.0f), x);
    const REALS inside = choose_$((MASK)(at_least > 89.0f), all_$(89.0f), at_least);
    const COUNTS n = nearest_$(inside * ONE_OVER_LN2f, -256.0f), half = n / 2;
    const REALS whole = __builtin_convertvector(n, REALS);
    const REALS first = inside - whole * 0x1.62e4p-1f; /* ln 2 in two parts */
    const REALS second = whole * 0x1.7f7d1cp-20f;
    const REALS r = first - second;
    const REALS r_low = (first - r) - second;
    const REALS sum = r + 1.0f;
    REALS q = all_$(0x1.9f07eep-13f);
    q = q * r + 0x1.6d8ddcp-10f;
    q = q * r + 0x1.111272p-7f;
    q = q * r + 0x1.55548cp-5f;
    q = q * r + 0x1.555554p-3f;
    q = q * r + 0.5f;
    q = sum + ((r - (sum - 1.0f)) + (r_low + r * r * q));
    return q * power_of_two_$(half) * power_of_two_$(n - half);
}
)",
                   "ONE_OVER_LN2", hex(static_cast<double>(one_over_ln2<float>))));
}

inline void add_exp_of_doubles(std::vector<c_function>& list, const vector_type& v) {
    v.add(list, "lost_in_sum_$", R"(/* what rounding took from sum = a + b */
INLINE REALS lost_in_sum_$(REALS a, REALS b, REALS sum) {
    const REALS b_part = sum - a;
    return (a - (sum - b_part)) + (b - b_part);
}
)");
    v.add(list, "lost_in_square_$", R"(/* what rounding took from square = a * a */
INLINE REALS lost_in_square_$(REALS a, REALS square) {
    const REALS scaled = a * 134217729.0; /* 2^27 + 1 */
    const REALS high = scaled - (scaled - a), low = a - high;
    return ((high * high - square) + high * low + low * high) + low * low;
}
)");
    std::string steps;
    for (std::size_t i = exp_series<double>::count - 1; i-- > 0;)
        steps += "    tail = tail * r + " + hex(exp_tail<double>.coefficients[i]) + ";\n";
    std::string text = R"(/* exp of every lane: the operations of exp_of_double */
INLINE REALS exponential_$(REALS x) {
    const double low = LOW - 1, high = HIGH + 0.25;
    const REALS at_least = choose_$((MASK)(x < low), all_$(low), x);
    const REALS inside = choose_$((MASK)(at_least > high), all_$(high), at_least);
    const COUNTS n = nearest_$(inside * ONE_OVER_LN2, LOWEST), half = n / 2;
    const REALS whole = __builtin_convertvector(n, REALS);
    const REALS first = inside - whole * LN2_0; /* ln 2 is in three parts */
    const REALS second = whole * -LN2_1, third = 0.0 - whole * LN2_2;
    const REALS reduced = first + second;
    const REALS rest = lost_in_sum_$(first, second, reduced) + third;
    const REALS r = reduced + rest, r_low = rest - (r - reduced);
    const REALS square = r * r, square_low = lost_in_square_$(r, square);
    const REALS linear = r + square * 0.5, linear_low = square * 0.5 - (linear - r);
    REALS tail = all_$(LAST); /* 1 / 13!, then 1 / 12! ... */
    REALS fraction, fraction_low, value, value_low;
STEPS    value = linear_low + (square_low * 0.5 + (r_low + (r * r_low + tail * (r * square))));
    fraction = linear + value;
    fraction_low = value - (fraction - linear);
    value = 1.0 + fraction;
    value_low = fraction - (value - 1.0);
    return (value + (value_low + fraction_low)) * power_of_two_$(half) * power_of_two_$(n - half);
}
)";
    text = replaced(replaced(text, "STEPS", steps), "LAST",
                    hex(exp_tail<double>.coefficients[exp_series<double>::count - 1]));
    text = replaced(text, "ONE_OVER_LN2", hex(one_over_ln2<double>));
    text = replaced(text, "LOWEST", std::to_string(2 * std::numeric_limits<double>::min_exponent) + ".0");
    for (int i = 0; i < 3; ++i) text = replaced(text, "LN2_" + std::to_string(i), hex(ln2_parts[i]));
    text = replaced(replaced(text, "LOW", hex(exp_underflow<double>)), "HIGH", hex(exp_overflow<double>));
    v.add(list, "exponential_$", text);
}

inline void add_vector_exp(std::vector<c_function>& list, const vector_type& v) {
    if (v.lanes == 1) return;
    add_power_of_two(list, v);
    if (v.number.is_float)
        add_exp_of_floats(list, v);
    else
        add_exp_of_doubles(list, v);
    const std::string text = R"(/* 2^x of every lane, for x <= 0: the operations of exp2_of_non_positive */
INLINE REALS exp2_of_non_positive_$(REALS x) {
    const REAL least = LEAST@, rounder = ROUNDER@;
    const REALS inside = choose_$((MASK)(x < least), all_$(least), x);
    const REALS rounded = inside + rounder;
    const REALS f = inside - (rounded - rounder);
    REALS power = all_$(LAST@);
STEPS    power = power * f + 1.0@;
    return power * (REALS)((MASK)rounded << PLACES);
}
)";
    v.add(list, "exp2_of_non_positive_$", with_series_of_exp2(text, "power", v.number));
}

}  // namespace heed::detail::emitted
