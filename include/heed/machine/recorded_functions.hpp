// SPDX-License-Identifier: BSL-1.0
// The elementary functions of scalar/ as recordings, for files that have them as functions.
#pragma once

#include <heed/machine/recorded.hpp>
#include <heed/scalar/function.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

// Functions that are called by name in recordings of others.

template <class T, std::size_t L>
recorded<T, L> magnitude(const recorded<T, L>& x) {
    return x.call("magnitude");
}
template <class T, std::size_t L>
recorded<T, L> with_sign_of(const recorded<T, L>& x, const recorded<T, L>& size) {
    return x.call("with_sign_of", size);
}
template <class T, std::size_t L>
recorded<T, L> leading_half(const recorded<T, L>& x) {
    return x.call("leading_half");
}
template <class T, std::size_t L>
recorded<T, L> power_of_whole(const recorded<T, L>& n) {
    return n.call("power_of_whole");
}
template <class T, std::size_t L>
recorded<T, L> exp2_of_non_positive(const recorded<T, L>& x) {
    return x.call("exp2_of_non_positive");
}
template <class T, std::size_t L>
recorded<T, L> exp(const recorded<T, L>& x) {
    return x.call("exponential");
}
template <class T, std::size_t L>
recorded<T, L> log(const recorded<T, L>& x) {
    return x.call("logarithm");
}
template <class T, std::size_t L>
recorded<T, L> sqrt(const recorded<T, L>& x) {
    return x.call("square_root");
}
template <class T, std::size_t L>
recorded<T, L> tanh(const recorded<T, L>& x) {
    return x.call("hyperbolic_tangent");
}
template <class T, std::size_t L>
recorded<T, L> erf(const recorded<T, L>& x) {
    return x.call("error_function");
}
template <class T, std::size_t L>
recorded<T, L> sigmoid(const recorded<T, L>& x) {
    return x.call("logistic");
}
template <class T, std::size_t L>
recorded<T, L> slope_of_erf(const recorded<T, L>& x) {
    return x.call("erf_slope");
}

namespace recording {

/// Records functions of numbers T, Lanes of them side by side; those that others call come first.
template <class T, std::size_t Lanes>
class function_list {
    using V = recorded<T, Lanes>;

public:
    static std::vector<routine> all() {
        function_list list;
        list.add_steps();
        list.add_elementary();
        list.add_activations();
        return list.functions_;
    }

private:
    void add_steps() {
        routine& power = begin("power_of_two", "2^n, made of its bits");
        constexpr int places = std::numeric_limits<T>::digits - 1, bias = std::numeric_limits<T>::max_exponent - 1;
        const count n{{&power, power.add_parameter("n", kind::count)}};
        const count biased = n + bias;
        end(power,
            lanes<V>::of_bits(bits<T>{{&power, power.add(operation::bits_of_count, kind::bits, Lanes, {biased.at.id})}}
                              << places));
        add("magnitude", "", "x", [](const V& x) { return heed::detail::magnitude<V>(x); });
        add("with_sign_of", "size with the sign of x", "x", "size",
            [](const V& x, const V& size) { return heed::detail::with_sign_of<V>(x, size); });
        add("leading_half", "x without the last half of its digits", "x",
            [](const V& x) { return heed::detail::leading_half<V>(x); });
        add("power_of_whole", "2^n for a whole number n", "n",
            [](const V& n_) { return heed::detail::power_of_whole<V>(n_); });
        add("exp2_of_non_positive",
            "2^x for x <= 0, within 1.2 units in the last place: 2^n 2^f for n + f = x, |f| <= 1/2, 2^f by a "
            "polynomial; less than the smallest normal number is 0",
            "x", [](const V& x) { return heed::detail::exp2_of_non_positive<V>(x); });
    }
    void add_elementary() {
        if constexpr (std::same_as<T, float>)
            add("exponential", "exp(x), within 0.77 units in the last place: x = n ln 2 + r, exp(r) by a polynomial",
                "x", [](const V& x) { return exp_of_float(x); });
        else
            add("exponential", "exp(x), within 0.57 units in the last place: x = n ln 2 + r, and the series of exp(r)",
                "x", [](const V& x) { return exp_of_double(x); });
        add("hyperbolic_tangent", "1 - 2 / (exp(2 |x|) + 1), next to 0 a series; the sign of x", "x",
            [](const V& x) { return tanh_in_lanes(x); });
        add("logistic", "with e = exp(-|x|) as a sum of two numbers: 1 / (1 + e), or e / (1 + e) for negative x", "x",
            [](const V& x) { return sigmoid_in_lanes(x); });
        add("error_function", "a series next to 0, else 1 - 2^(another); the sign of x", "x",
            [](const V& x) { return erf_in_lanes(x); });
        add("logarithm", "x = 2^n m with m next to 1: n log 2 + log m, a series in f = m - 1", "x",
            [](const V& x) { return log_in_lanes(x); });
        add("reciprocal_root", "", "x", [](const V& x) { return apply<function::rsqrt>(x); });
    }
    void add_activations() {
        using f = function;
        add("relu", "", "x", [](const V& x) { return apply<f::relu>(x); });
        add("absolute", "", "x", [](const V& x) { return apply<f::abs>(x); });
        add("step", "", "x", [](const V& x) { return apply<f::step>(x); });
        add("sign", "", "x", [](const V& x) { return apply<f::sign>(x); });
        add("gelu", "x times the share of a normal distribution below x", "x",
            [](const V& x) { return apply<f::gelu>(x); });
        add("gelu_tanh", "gelu, approximated by tanh(sqrt(2 / pi) (x + 0.044715 x^3))", "x",
            [](const V& x) { return apply<f::gelu_tanh>(x); });
        add("silu", "", "x", [](const V& x) { return apply<f::silu>(x); });
        add("erf_slope", "2 / sqrt(pi) exp(-x^2)", "x", [](const V& x) { return heed::detail::slope_of_erf<V>(x); });
        add("gelu_slope", "", "x", [](const V& x) { return apply<f::gelu_slope>(x); });
        add("gelu_tanh_slope", "", "x", [](const V& x) { return apply<f::gelu_tanh_slope>(x); });
        add("silu_slope", "", "x", [](const V& x) { return apply<f::silu_slope>(x); });
    }

    routine& begin(const char* name, const char* about) {
        functions_.emplace_back();
        functions_.back().name = name;
        functions_.back().about = about;
        functions_.back().lanes = Lanes;
        return functions_.back();
    }
    static void end(routine& f, const V& result) { f.result = result.in(f); }

    template <class F>
    void add(const char* name, const char* about, const char* x, const F& body) {
        routine& f = begin(name, about);
        end(f, body(V({&f, f.add_parameter(x, kind::real)})));
    }
    template <class F>
    void add(const char* name, const char* about, const char* x, const char* y, const F& body) {
        routine& f = begin(name, about);
        const V first({&f, f.add_parameter(x, kind::real)}), second({&f, f.add_parameter(y, kind::real)});
        end(f, body(first, second));
    }

    std::vector<routine> functions_{};
};

}  // namespace recording
}  // namespace heed::detail
