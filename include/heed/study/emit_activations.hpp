// SPDX-License-Identifier: BSL-1.0
// Functions of emitted files that are made of elementary ones: activations, their slopes, signs and whole numbers. Most
// are of numbers and of registers.
#pragma once

#include <heed/scalar/function.hpp>
#include <heed/study/emit_elementary.hpp>

#include <string>
#include <vector>

namespace heed::detail::emitted {

inline void add_signs(std::vector<c_function>& list, const vector_type& v) {
    const auto add = [&](const char* name, const std::string& value) {
        v.add_either(list, std::string(name) + "_$",
                     std::string("INLINE REALS ") + name + "_$(REALS x) { return " + value + "; }\n");
    };
    const std::string one = v.all("1.0@"), zero = v.all("0.0@"), minus = v.all("-1.0@");
    add("relu", v.pick("x < 0.0@", zero, "x"));
    add("absolute", v.pick("x < 0.0@", "-x", "x + 0.0@"));
    add("step", v.pick("x > 0.0@", one, zero));
    add("sign", v.pick("x > 0.0@", one, v.pick("x < 0.0@", minus, zero)));
}

template <class T>
void add_activations_of(std::vector<c_function>& list, const vector_type& v) {
    const auto add = [&](const char* name, std::string text) {
        text = replaced(text, "ROOT_OF_HALF", number_text(root_of_half<T>()));
        v.add_either(list, name, replaced(text, "ROOT_OF_TWO_OVER_PI", number_text(root_of_two_over_pi<T>())));
    };
    add("gelu_$", R"(/* x times the share of a normal distribution below x */
INLINE REALS gelu_$(REALS x) {
    return x / 2.0@ * (1.0@ + error_function_$(x * ROOT_OF_HALF)); /* x / sqrt(2) */
}
)");
    add("gelu_tanh_$", R"(/* gelu, approximated by tanh(sqrt(2 / pi) (x + 0.044715 x^3)) */
INLINE REALS gelu_tanh_$(REALS x) {
    const REALS inner = ROOT_OF_TWO_OVER_PI * (x + 44715.0@ / 1000000.0@ * x * x * x);
    return x / 2.0@ * (1.0@ + hyperbolic_tangent_$(inner));
}
)");
    add("silu_$", "INLINE REALS silu_$(REALS x) { return x * logistic_$(x); }\n");
    add("erf_slope_$", R"(/* 2 / sqrt(pi) exp(-x^2) */
INLINE REALS erf_slope_$(REALS x) {
    return 2.0@ * ROOT_OF_HALF * ROOT_OF_TWO_OVER_PI * exponential_$(-x * x);
}
)");
    add("gelu_slope_$", R"(INLINE REALS gelu_slope_$(REALS x) {
    const REAL h = ROOT_OF_HALF;
    return (1.0@ + error_function_$(x * h)) / 2.0@ + x * h / 2.0@ * erf_slope_$(x * h);
}
)");
    add("gelu_tanh_slope_$", R"(INLINE REALS gelu_tanh_slope_$(REALS x) {
    const REAL c = 44715.0@ / 1000000.0@;
    const REALS t = hyperbolic_tangent_$(ROOT_OF_TWO_OVER_PI * (x + c * x * x * x));
    return (1.0@ + t) / 2.0@ +
        x / 2.0@ * (1.0@ - t * t) * ROOT_OF_TWO_OVER_PI * (1.0@ + 3.0@ * c * x * x);
}
)");
    add("silu_slope_$", R"(INLINE REALS silu_slope_$(REALS x) {
    const REALS s = logistic_$(x);
    return s * (1.0@ + x * (1.0@ - s));
}
)");
}
inline void add_activations(std::vector<c_function>& list, const vector_type& v) {
    add_signs(list, v);
    return v.number.is_float ? add_activations_of<float>(list, v) : add_activations_of<double>(list, v);
}

/// Of numbers only.
inline void add_whole_numbers(std::vector<c_function>& list, const number_type& type) {
    const auto add = [&](const char* name, const std::string& text) {
        list.push_back({name, replaced(text, "real", type.name)});
    };
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

}  // namespace heed::detail::emitted
