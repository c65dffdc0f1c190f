// SPDX-License-Identifier: BSL-1.0
// The elementary functions of scalar/ as recordings, which emitted files contain as functions.
#pragma once

#include <heed/machine/recorded.hpp>
#include <heed/meta/raise.hpp>
#include <heed/scalar/function.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

// Functions that recordings of other functions call by name.

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
recorded<T, L> exp_of_non_positive(const recorded<T, L>& x) {
    return x.call("exp_of_non_positive");
}
// As for numbers: NaN if either operand is NaN.
template <class T, std::size_t L>
recorded<T, L> larger(const recorded<T, L>& a, const recorded<T, L>& b) {
    return a.call("larger", b);
}
template <class T, std::size_t L>
recorded<T, L> smaller(const recorded<T, L>& a, const recorded<T, L>& b) {
    return a.call("smaller", b);
}
/// Registers call a function, numbers are an expression.
template <class T>
recorded<T, any_lanes> raised(const recorded<T, any_lanes>& a, const recorded<T, any_lanes>& b) {
    recording::routine& f = *recording::recorder_of(a.at(), b.at());
    return f[a.in(f)].lanes == 1 ? recorded<T, any_lanes>(choose(a < b, b, a)) : a.call("raised", b);
}
template <class T, std::size_t L>
recorded<T, L> quotient_of_whole(const recorded<T, L>& a, const recorded<T, L>& b) {
    return a.call("whole_quotient", b);
}
template <class T, std::size_t L>
recorded<T, L> remainder_of_whole(const recorded<T, L>& a, const recorded<T, L>& b) {
    return a.call("whole_remainder", b);
}
template <class T, std::size_t L>
recorded<T, L> pow(const recorded<T, L>& a, const recorded<T, L>& b) {
    return a.call("power", b);
}
/// Functions that emitted files have by name are called, others are expanded.
template <function F, class T, std::size_t L>
recorded<T, L> apply(const recorded<T, L>& x) {
    constexpr emitted_function in_files = described<F>::emitted;
    if constexpr (*in_files.name != '\0')
        return x.call(in_files.name);
    else
        return described<F>::value(x);
}

#define HEED_OF_RECORDED(name)                     \
    template <class T, std::size_t L>              \
    recorded<T, L> name(const recorded<T, L>& x) { \
        return apply<function::name>(x);           \
    }
HEED_OF_RECORDED(sqrt)
HEED_BASIC_FUNCTIONS(HEED_OF_RECORDED)
#undef HEED_OF_RECORDED

/// A function of one operand, selected at run time.
template <class V>
V applied(function f, const V& x) {
    return with_description(f, [&]<function F>(described<F>) {
        if constexpr (requires { described<F>::value(x); })
            return apply<F>(x);
        else
            return fail("heed: internal: no loop computes this function"), x;
    });
}
/// The same for two operands.
template <class V>
V applied(function f, const V& a, const V& b) {
    return with_description_of_two(f, [&]<function F>(described<F>) { return apply<F>(a, b); });
}

namespace recording {

/// Records functions of numbers T; callees come first. The code is the same for any number of lanes.
template <class T>
class function_recorder {
    using V = recorded<T, any_lanes>;

public:
    static std::vector<routine> all(std::size_t lanes_of_numbers) {
        function_recorder list(lanes_of_numbers);
        list.add_steps();
        list.add_elementary();
        list.add("exp_of_non_positive", "exp(x) for x <= 0, minus infinity and NaN", "x",
                 [](const V& x) { return heed::detail::exp_of_non_positive<V>(x); });
        return list.functions_;
    }

    /// pow and its callees.
    static std::vector<routine> of_power(std::size_t lanes_of_numbers) {
        function_recorder list(lanes_of_numbers);
        list.add_power_of_two();
        list.add_sign();
        list.add("power", "x^y = exp(y log x), with the special values of IEEE 754", "x", "y",
                 [](const V& x, const V& y) { return pow_of_any(x, y); });
        return list.functions_;
    }

private:
    explicit function_recorder(std::size_t lanes_of_numbers) : lanes_(lanes_of_numbers) {}

    void add_power_of_two() {
        routine& power = begin("power_of_two", "2^n, made of its bits");
        constexpr int places = std::numeric_limits<T>::digits - 1, bias = std::numeric_limits<T>::max_exponent - 1;
        const count n{{&power, power.add_parameter("n", kind::count)}};
        const count biased = n + bias;
        end(power,
            lanes<V>::of_bits(bits<T>{{&power, power.add(operation::bits_of_count, kind::bits, lanes_, {biased.at.id})}}
                              << places));
    }
    void add_sign() {
        add("with_sign_of", "size with the sign of x", "x", "size",
            [](const V& x, const V& size) { return heed::detail::with_sign_of<V>(x, size); });
    }
    void add_steps() {
        add_power_of_two();
        add_sign();
        add("magnitude", "", "x", [](const V& x) { return heed::detail::magnitude<V>(x); });
        add("leading_half", "x without the last half of its digits", "x",
            [](const V& x) { return heed::detail::leading_half<V>(x); });
        add("power_of_whole", "2^n for a whole number n", "n",
            [](const V& x) { return heed::detail::power_of_whole<V>(x); });
        add("exp2_of_non_positive",
            "2^x for x <= 0, within 1.2 units in the last place: 2^n 2^f for n + f = x, |f| <= 1/2, 2^f by a "
            "polynomial; less than the smallest normal number is 0",
            "x", [](const V& x) { return heed::detail::exp2_of_non_positive<V>(x); });
        add_whole_numbers();
    }
    void add_whole_numbers() {
        const char *const a = "a", *const b = "b";
        add("larger", "NaN if either is", a, b, [](const V& x, const V& y) { return heed::detail::larger<V>(x, y); });
        add("raised", "b where it is larger, else a", a, b, [](const V& x, const V& y) { return choose(x < y, y, x); });
        add("smaller", "NaN if either is", a, b, [](const V& x, const V& y) { return heed::detail::smaller<V>(x, y); });
        add("whole_quotient", "of whole numbers, cut off towards 0; by 0 it is 0", a, b,
            [](const V& x, const V& y) { return heed::detail::quotient_of_whole<V>(x, y); });
        add("whole_remainder", "of whole numbers, with the sign of the first; by 0 it is 0", a, b,
            [](const V& x, const V& y) { return heed::detail::remainder_of_whole<V>(x, y); });
    }
    void add_elementary() {
        for_each_description([this](auto described) { this->add_described(described); });
    }
    template <class Described>
    void add_described(const Described&) {
        constexpr emitted_function in_files = Described::emitted;
        if constexpr (*in_files.name != '\0' && in_files.is_recorded)
            add(in_files.name, std::same_as<T, float> ? in_files.about_float : in_files.about, "x",
                [](const V& x) { return Described::value(x); });
    }

    routine& begin(const char* name, const char* about) {
        functions_.emplace_back();
        functions_.back().name = name;
        functions_.back().about = about;
        functions_.back().lanes = lanes_;
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

    std::size_t lanes_;
    std::vector<routine> functions_{};
};

/// Functions of numbers T in Lanes lanes.
template <class T, std::size_t Lanes>
struct function_list {
    static std::vector<routine> all() { return function_recorder<T>::all(Lanes); }
    /// pow and its callees.
    static std::vector<routine> of_power() { return function_recorder<T>::of_power(Lanes); }
};

}  // namespace recording
}  // namespace heed::detail
