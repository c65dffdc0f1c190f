// SPDX-License-Identifier: BSL-1.0
// Functions of one's own: apply(f, X) calls f once with the elements of X, whose operations are formulas.
#pragma once

#include <heed/expr/condition.hpp>
#include <heed/expr/elementwise.hpp>
#include <heed/expr/let_unless_stored.hpp>
#include <heed/expr/mask.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed {
namespace detail {

/// The elements of a tensor or of a formula, as a function that is given to `apply` gets them. Operators (`*` too), ==
/// among them, where, clamp, min, max, pow, all functions of elements, let and apply compute with each of them.
template <class F>
class elements {
public:
    /// Of a formula, or of an operand of formulas.
    explicit constexpr elements(F operand) : operand_(std::move(operand)) {}
    /// What they are elements of.
    constexpr const F& operand() const { return operand_; }

    ///@cond
    /// No truth value: see law::truth_of_formula.
    template <std::same_as<bool> Truth>
    explicit constexpr operator Truth() const {
        (void)sizeof(law::truth_of_formula<!sizeof(Truth)>);
        return false;
    }
    /// No variable: see law::changed_elements.
    template <class A>
    constexpr elements& operator=(const A&) {
        return report_change<A>();
    }
    template <class A>
    constexpr elements& operator+=(const A&) {
        return report_change<A>();
    }
    template <class A>
    constexpr elements& operator-=(const A&) {
        return report_change<A>();
    }
    template <class A>
    constexpr elements& operator*=(const A&) {
        return report_change<A>();
    }
    template <class A>
    constexpr elements& operator/=(const A&) {
        return report_change<A>();
    }
    ///@endcond

private:
    template <class A>
    constexpr elements& report_change() {
        (void)sizeof(law::changed_elements<!sizeof(A)>);
        return *this;
    }
    F operand_;
};

template <class A>
inline constexpr bool is_elements = false;
template <class F>
inline constexpr bool is_elements<elements<F>> = true;
template <class A>
concept some_elements = is_elements<std::remove_cvref_t<A>>;

/// Elements, and numbers and exact scalars beside them. Operators have overloads of their own for constants.
template <class A>
concept beside_elements = some_elements<A> || plain_number<A> || exact_operand<std::remove_cvref_t<A>>;
template <class... A>
concept with_elements = (some_elements<A> || ...) && (beside_elements<A> && ...);
/// Elements beside a tensor or a formula, which is a mistake.
template <class... A>
concept elements_and_formula = (some_elements<A> || ...) &&
                               ((formula<A> && !exact_operand<std::remove_cvref_t<A>>) || ...);
template <class First, class... A>
constexpr broken report_elements_and_formula() {
    if constexpr (!is_broken<First> && !(is_broken<A> || ...))
        (void)sizeof(law::elements_beside_formula<!sizeof(First)>);
    return {};
}
template <class A, class B>
concept two_with_elements = with_elements<A, B> && is_elementwise<A, B>;

template <class A>
constexpr const auto& operand_of_elements(const A& a) {
    if constexpr (some_elements<A>)
        return a.operand();
    else
        return a;
}
template <class F>
constexpr elements<F> as_elements(F f) {
    return elements<F>(std::move(f));
}

template <function F, class... A>
constexpr auto of_elements(const A&... a) {
    return as_elements(make_elementwise<F>(operand_of_elements(a)...));
}

}  // namespace detail

///@cond
#define HEED_OF_TWO_ELEMENTS(name, make)                                                           \
    template <class A, class B>                                                                    \
    requires ::heed::detail::two_with_elements<A, B>                                               \
    [[nodiscard]] constexpr auto name(const A& a, const B& b) {                                    \
        return ::heed::detail::as_elements(                                                        \
            make(::heed::detail::operand_of_elements(a), ::heed::detail::operand_of_elements(b))); \
    }                                                                                              \
    template <class A, class B>                                                                    \
    requires ::heed::detail::elements_and_formula<A, B>                                            \
    [[nodiscard]] constexpr auto name(const A&, const B&) {                                        \
        return ::heed::detail::report_elements_and_formula<A, B>();                                \
    }                                                                                              \
    template <::heed::detail::some_elements A, std::size_t N>                                      \
    [[nodiscard]] constexpr auto name(A&& a, constant<N> b) {                                      \
        return ::heed::detail::as_elements(make(a.operand(), b));                                  \
    }                                                                                              \
    template <std::size_t N, ::heed::detail::some_elements B>                                      \
    [[nodiscard]] constexpr auto name(constant<N> a, B&& b) {                                      \
        return ::heed::detail::as_elements(make(a, b.operand()));                                  \
    }
HEED_OF_TWO_ELEMENTS(operator+, detail::make_elementwise<detail::function::add>)
HEED_OF_TWO_ELEMENTS(operator-, detail::make_elementwise<detail::function::subtract>)
HEED_OF_TWO_ELEMENTS(operator*, detail::make_elementwise<detail::function::multiply>)
HEED_OF_TWO_ELEMENTS(operator/, detail::make_quotient)
HEED_OF_TWO_ELEMENTS(operator<, detail::make_compared<detail::function::less>)
HEED_OF_TWO_ELEMENTS(operator<=, detail::make_compared<detail::function::less_equal>)
HEED_OF_TWO_ELEMENTS(operator>, detail::make_swapped<detail::function::less>)
HEED_OF_TWO_ELEMENTS(operator>=, detail::make_swapped<detail::function::less_equal>)
HEED_OF_TWO_ELEMENTS(operator==, detail::make_elementwise<detail::function::equal>)
HEED_OF_TWO_ELEMENTS(operator!=, detail::make_unequal)
HEED_OF_TWO_ELEMENTS(equal, detail::make_elementwise<detail::function::equal>)
HEED_OF_TWO_ELEMENTS(not_equal, detail::make_unequal)
HEED_OF_TWO_ELEMENTS(operator&&, detail::make_elementwise<detail::function::both>)
HEED_OF_TWO_ELEMENTS(operator||, detail::make_elementwise<detail::function::either>)
HEED_OF_TWO_ELEMENTS(hadamard, detail::make_elementwise<detail::function::multiply>)
HEED_OF_TWO_ELEMENTS(pow, detail::make_elementwise<detail::function::pow>)
HEED_OF_TWO_ELEMENTS(min, detail::make_elementwise<detail::function::min>)
HEED_OF_TWO_ELEMENTS(max, detail::make_elementwise<detail::function::max>)
#undef HEED_OF_TWO_ELEMENTS
// The form of std::min and std::max, so that these win where both are visible.
template <detail::some_elements A>
[[nodiscard]] constexpr auto min(const A& a, const A& b) {
    return detail::of_elements<detail::function::min>(a, b);
}
template <detail::some_elements A>
[[nodiscard]] constexpr auto max(const A& a, const A& b) {
    return detail::of_elements<detail::function::max>(a, b);
}

#define HEED_OF_ONE_ELEMENT(name, which)                              \
    template <class A>                                                \
    [[nodiscard]] constexpr auto name(const detail::elements<A>& a) { \
        return detail::of_elements<detail::function::which>(a);       \
    }
#define HEED_OF_ELEMENTS(name) HEED_OF_ONE_ELEMENT(name, name)
HEED_OF_ONE_ELEMENT(operator-, negate)
HEED_OF_ONE_ELEMENT(operator!, is_zero)
HEED_OF_ONE_ELEMENT(sqrt, sqrt)
HEED_BASIC_FUNCTIONS(HEED_OF_ELEMENTS)
HEED_COMPOSED_FUNCTIONS(HEED_OF_ELEMENTS)
#undef HEED_OF_ELEMENTS
#undef HEED_OF_ONE_ELEMENT

// Of rows, whose elements a loop does not have beside a single one.
#define HEED_OF_ROWS(name)                                                                                        \
    template <int... Axes, ::heed::detail::some_elements A, class... Options>                                     \
    requires(!::heed::detail::beside_elements<Options> && ...) constexpr detail::broken name(const A&,            \
                                                                                             const Options&...) { \
        (void)sizeof(law::rows_of_elements<!sizeof(A)>);                                                          \
        return {};                                                                                                \
    }                                                                                                             \
    template <const axis& Name, const axis&... Names, ::heed::detail::some_elements A, class... Options>          \
    constexpr detail::broken name(const A&, const Options&...) {                                                  \
        (void)sizeof(law::rows_of_elements<!sizeof(A)>);                                                          \
        return {};                                                                                                \
    }
HEED_OF_ROWS(sum)
HEED_OF_ROWS(mean)
HEED_OF_ROWS(max)
HEED_OF_ROWS(min)
HEED_OF_ROWS(logsumexp)
HEED_OF_ROWS(softmax)
HEED_OF_ROWS(log_softmax)
HEED_OF_ROWS(var)
HEED_OF_ROWS(stddev)
HEED_OF_ROWS(argmax)
HEED_OF_ROWS(layer_norm)
HEED_OF_ROWS(rms_norm)
HEED_OF_ROWS(transpose)
#undef HEED_OF_ROWS

template <class C, class A, class B>
requires detail::with_elements<C, A, B>
[[nodiscard]] constexpr auto where(const C& condition, const A& a, const B& b) {
    return detail::as_elements(detail::make_choice(detail::operand_of_elements(condition),
                                                   detail::operand_of_elements(a), detail::operand_of_elements(b)));
}
template <class C, class A>
requires detail::with_elements<C, A>
[[nodiscard]] constexpr auto where(const C& mask, const A& a) {
    return detail::as_elements(detail::make_where(detail::operand_of_elements(mask), detail::operand_of_elements(a)));
}
template <class C, class A, class... B>
requires detail::elements_and_formula<C, A, B...>
constexpr auto where(const C&, const A&, const B&...) { return detail::report_elements_and_formula<C, A, B...>(); }
template <class A, class Low, class High>
requires detail::with_elements<A, Low, High>
[[nodiscard]] constexpr auto clamp(const A& a, const Low& low, const High& high) { return min(max(a, low), high); }

///@endcond

namespace detail {

/// f of the elements of all operands, each of which is computed once.
template <class Function>
constexpr auto apply_to(Function& f) {
    if constexpr (!std::is_invocable_v<Function&>) {
        (void)sizeof(law::called_function<!sizeof(Function)>);
        return broken{};
    } else {
        const auto value = f();
        if constexpr (some_elements<decltype(value)>) {
            return value.operand();
        } else {
            if constexpr (!is_broken<decltype(value)>)
                (void)sizeof(law::applied_function<std::remove_cvref_t<decltype(value)>, false>);
            return broken{};
        }
    }
}
template <class Function, class A, class... Others>
constexpr auto apply_to(Function& f, A&& a, Others&&... others) {
    return let_unless_stored(std::forward<A>(a), [&](const auto& x) {
        using first = elements<operand_t<decltype(x)>>;
        const auto with_first = [&]<class... More>(const More&... more)  //
            requires(std::is_invocable_v<Function&, first, const More&...>) {
            return f(first(as_operand(x)), more...);
        };
        return apply_to(with_first, std::forward<Others>(others)...);
    });
}

/// The same of elements, for functions that are applied inside of such a function.
template <class Function, class... A>
constexpr auto apply_to_elements(Function& f, const A&... a) {
    return as_elements(apply_to(f, a.operand()...));
}

template <class A>
concept named_lvalue = std::is_lvalue_reference_v<A> && named_operand<std::remove_cvref_t<A>>;

}  // namespace detail

/// A function of one's own of every element: f is called once, with elements whose operations are formulas, so that
/// what it returns is a formula like any other: fused, evaluated by the compiler, enclosed, differentiated, emitted.
///     apply([](auto x) { return x * sigmoid(1.702 * x); }, X)
///     apply([](auto x, auto y) { return where(x > y, x - y, 0); }, X, Y)
/// f       takes one argument for each operand and returns elements; branches and loops in it do not see their values.
///         let and apply in it name what it computes and uses twice
/// shapes  of several operands as for A + B
/// error   that of the operations in f
/// cost    an operand is computed once, however often f uses it; what f computes and uses twice is in the formula twice,
///         which compilers may notice, unless let names it
/// errors  law::elementwise, law::applied_function, law::elements_beside_formula, law::called_function,
///         law::changed_elements, law::rows_of_elements, law::truth_of_formula
/// example const tensor Y = apply([](auto x) { return x * x + 1; }, X);
template <class Function, detail::named_lvalue A>
requires(!formula<Function>) [[nodiscard]] constexpr auto apply(Function&& f, A&& a HEED_LIFETIMEBOUND) {
    return detail::apply_to(f, a);
}
template <class Function, detail::owned_formula A>
requires(!formula<Function>) [[nodiscard]] constexpr auto apply(Function&& f, A&& a) {
    return detail::apply_to(f, std::forward<A>(a));
}
template <class Function, formula A, formula B, formula... C>
requires(!formula<Function>) [[nodiscard]] constexpr auto apply(Function&& f, A&& a, B&& b, C&&... c) {
    return detail::apply_to(f, std::forward<A>(a), std::forward<B>(b), std::forward<C>(c)...);
}

///@cond
template <class Function, detail::some_elements A>
[[nodiscard]] constexpr auto apply(Function&& f, A&& a) {
    return detail::apply_to_elements(f, a);
}
template <class Function, detail::some_elements A, detail::some_elements B, detail::some_elements... C>
[[nodiscard]] constexpr auto apply(Function&& f, A&& a, B&& b, C&&... c) {
    return detail::apply_to_elements(f, a, b, c...);
}
template <detail::some_elements A, class Function>
[[nodiscard]] constexpr auto let(A&& a, Function&& f) {
    return detail::apply_to_elements(f, a);
}
///@endcond

}  // namespace heed
