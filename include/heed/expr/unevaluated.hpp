// SPDX-License-Identifier: BSL-1.0
// Operations that formulas do not support before they are evaluated: printing, comparing, changing; and arithmetic with
// numbers that have no shape. Each has one message that says what to write instead. (Indexing is in formula_of.)
#pragma once

#include <heed/expr/condition.hpp>
#include <heed/expr/overloads.hpp>

#include <iosfwd>
#include <type_traits>

namespace heed {

namespace detail {

template <class F>
inline constexpr bool is_operation = false;
template <class Operation, class... Operands>
inline constexpr bool is_operation<formula_of<Operation, Operands...>> = true;
template <>
inline constexpr bool is_operation<broken> = true;

/// A formula that is an unevaluated operation. Formulas of indices have operators of their own.
template <class F>
concept unevaluated = is_operation<std::remove_cvref_t<F>> && !is_index_formula<F>;

template <class F>
concept formula_or_number = formula<F> || plain_number<F>;

/// One operand is unevaluated; the other may be any operand of formulas except an index. The types have no const or
/// reference. The first check is whether one is an operation, because compilers check each type that is compared.
template <class A, class B>
concept not_both_evaluated = (is_operation<A> && unevaluated<A> && formula_or_number<B> && !is_index_formula<B>) ||
                             (is_operation<B> && unevaluated<B> && formula_or_number<A> && !is_index_formula<A>);

template <class A, class B>
concept tensor_and_formula = tensor_or_view<A> && formula_or_number<B>;
/// Without axes, so that no comparison of elements takes them.
template <class A, class B>
concept ordered_numbers = not_both_evaluated<A, B> && !is_with_axes<A> && !is_with_axes<B>;
template <class A, class B>
concept unevaluated_and_formula = unevaluated<A> && formula_or_number<B>;

template <class A, class B>
concept tensor_and_number = tensor_or_view<A> && is_with_axes<A> && plain_number<B>;

template <class A, class B>
constexpr broken_truth report_comparing() {
    if constexpr (!is_broken<A> && !is_broken<B>) (void)sizeof(law::comparing<law_shape_t<A>, law_shape_t<B>, false>);
    return {};
}
template <class A>
constexpr broken_truth report_tensor_is_number() {
    if constexpr (!is_broken<A>) (void)sizeof(law::tensor_is_number<law_shape_t<A>, false>);
    return {};
}
template <class A, class B>
constexpr bool report_ordering() {
    if constexpr (!is_broken<A> && !is_broken<B>) (void)sizeof(law::ordering<law_shape_t<A>, law_shape_t<B>, false>);
    return false;
}
template <class A, class B>
constexpr A& report_compound(A& a) {
    if constexpr (is_broken<A> || is_broken<B>)
        return a;
    else if constexpr (unevaluated<A>)
        (void)sizeof(law::compound<law_shape_t<A>, law_shape_t<B>, false>);
    else
        (void)sizeof(law::compound_of_tensor<law_shape_t<A>, law_shape_t<B>, false>);
    return a;
}

/// Numbers of a container or of another library: a std::vector, a std::array, a matrix of Eigen.
template <class A>
concept numbers_without_shape = !formula<A> && requires(const A& a) {
    a.data();
    a.size();
};
template <class... A>
concept formula_and_numbers = (formula<A> || ...) && (numbers_without_shape<A> || ...);

/// A number that is not a formula, if no other function takes it unconverted: std::sqrt(double) is preferred if it is
/// visible.
struct bare_number {
    template <class T>
    requires std::is_arithmetic_v<T>
    constexpr bare_number(T) {}
};
template <class Number>
constexpr double report_function_of_number() {
    (void)sizeof(law::function_of_number<!std::is_same_v<Number, Number>>);
    return 0;
}

}  // namespace detail

template <class Traits, detail::unevaluated F>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const F&) {
    if constexpr (!detail::is_broken<F>) (void)sizeof(law::printing<detail::law_shape_t<F>, false>);
    return out;
}

#define HEED_EQUALITY(name)                                                                          \
    template <class A, class B>                                                                      \
    requires ::heed::detail::not_both_evaluated<A, B>                                                \
    constexpr auto name(const A&, const B&) { return ::heed::detail::report_comparing<A, B>(); }     \
    template <class A, class B>                                                                      \
    requires ::heed::detail::tensor_and_number<A, B>                                                 \
    constexpr auto name(const A&, const B&) { return ::heed::detail::report_tensor_is_number<A>(); } \
    template <class A, class B>                                                                      \
    requires ::heed::detail::tensor_and_number<B, A>                                                 \
    constexpr auto name(const A&, const B&) { return ::heed::detail::report_tensor_is_number<B>(); }
HEED_EQUALITY(operator==)
HEED_EQUALITY(operator!=)
#undef HEED_EQUALITY

#define HEED_ORDERING(name)                        \
    template <class A, class B>                    \
    requires ::heed::detail::ordered_numbers<A, B> \
    constexpr bool name(const A&, const B&) { return ::heed::detail::report_ordering<A, B>(); }
HEED_ORDERING(operator<)
HEED_ORDERING(operator<=)
HEED_ORDERING(operator>)
HEED_ORDERING(operator>=)
#undef HEED_ORDERING

#define HEED_COMPOUND(name)                                                                  \
    template <class A, class B>                                                              \
    requires(::heed::detail::unevaluated_and_formula<A, B> ||                                \
             ::heed::detail::tensor_and_formula<A, B>) constexpr std::remove_reference_t<A>& \
    name(A&& a, const B&) {                                                                  \
        return ::heed::detail::report_compound<std::remove_reference_t<A>, B>(a);            \
    }
HEED_COMPOUND(operator+=)
HEED_COMPOUND(operator-=)
HEED_COMPOUND(operator*=)
HEED_COMPOUND(operator/=)
#undef HEED_COMPOUND

#define HEED_BESIDE_NUMBERS(name)                      \
    template <class A, class B>                        \
    requires ::heed::detail::formula_and_numbers<A, B> \
    constexpr auto name(const A&, const B&) {          \
        (void)sizeof(law::shaped_operand<!sizeof(A)>); \
        return ::heed::detail::broken{};               \
    }
HEED_BESIDE_NUMBERS(operator+)
HEED_BESIDE_NUMBERS(operator-)
HEED_BESIDE_NUMBERS(operator*)
HEED_BESIDE_NUMBERS(operator/)
HEED_BESIDE_NUMBERS(hadamard)
#undef HEED_BESIDE_NUMBERS

// Functions of several operands. Of numbers alone they would stand before those that a program has for them.
#define HEED_WITH_NUMBERS(name)                             \
    template <int... Axes, class... A>                      \
    requires ::heed::detail::formula_and_numbers<A...>      \
    constexpr auto name(const A&...) {                      \
        (void)sizeof(law::shaped_arguments<!sizeof...(A)>); \
        return ::heed::detail::broken{};                    \
    }
HEED_WITH_NUMBERS(attention)
HEED_WITH_NUMBERS(concat)
HEED_WITH_NUMBERS(layer_norm)
HEED_WITH_NUMBERS(linear)
HEED_WITH_NUMBERS(rms_norm)
HEED_WITH_NUMBERS(rows)
#undef HEED_WITH_NUMBERS

#define HEED_FUNCTION_OF_NUMBER(name)                                \
    template <class Number = ::heed::detail::bare_number>            \
    [[nodiscard]] constexpr auto name(::heed::detail::bare_number) { \
        return ::heed::detail::report_function_of_number<Number>();  \
    }
HEED_FUNCTION_OF_NUMBER(sqrt)
HEED_BASIC_FUNCTIONS(HEED_FUNCTION_OF_NUMBER)
#undef HEED_FUNCTION_OF_NUMBER
template <class Number = detail::bare_number>
[[nodiscard]] constexpr auto pow(detail::bare_number, detail::bare_number) {
    return detail::report_function_of_number<Number>();
}

}  // namespace heed
