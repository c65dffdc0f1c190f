// SPDX-License-Identifier: BSL-1.0
// Overload sets of functions on formulas. A named tensor is kept by pointer, and only the overloads that do so carry
// lifetimebound: on a forwarding reference the attribute also warns about operands that are held by value. That takes
// two overloads a unary and four a binary function, which differ in nothing else: hence macros.
#pragma once

#include <heed/expr/formula_of.hpp>

/// HEED_UNARY(name, make): name(A) calls make(A).
#define HEED_UNARY(name, make)                                         \
    template <::heed::detail::named_operand A>                         \
    [[nodiscard]] constexpr auto name(const A& a HEED_LIFETIMEBOUND) { \
        return make(a);                                                \
    }                                                                  \
    template <::heed::detail::owned_formula A>                         \
    [[nodiscard]] constexpr auto name(A&& a) {                         \
        return make(std::forward<A>(a));                               \
    }

/// HEED_BINARY(name, condition, make): name(A, B) calls make(A, B) for the A and B that satisfy the condition. Whether
/// one is a formula is asked first: these operators meet every type that names a heed type in its arguments, such as
/// the iterators of a std::vector of tensors, and asking whether such a type computes would ask for them again.
#define HEED_BINARY(name, condition, make)                                                                       \
    template <::heed::detail::named_operand A, ::heed::detail::named_operand B>                                  \
    requires condition<A, B>                                                                                     \
    [[nodiscard]] constexpr auto name(const A& a HEED_LIFETIMEBOUND, const B& b HEED_LIFETIMEBOUND) {            \
        return make(a, b);                                                                                       \
    }                                                                                                            \
    template <::heed::detail::named_operand A, class B>                                                          \
    requires(::heed::detail::owned_operand<B> && condition<A, B>) [[nodiscard]] constexpr auto name(             \
        const A& a HEED_LIFETIMEBOUND, B&& b) {                                                                  \
        return make(a, std::forward<B>(b));                                                                      \
    }                                                                                                            \
    template <class A, ::heed::detail::named_operand B>                                                          \
    requires(::heed::detail::owned_operand<A> && condition<A, B>) [[nodiscard]] constexpr auto name(             \
        A&& a, const B& b HEED_LIFETIMEBOUND) {                                                                  \
        return make(std::forward<A>(a), b);                                                                      \
    }                                                                                                            \
    template <class A, class B>                                                                                  \
    requires(::heed::detail::owned_operands<A, B> && condition<A, B>) [[nodiscard]] constexpr auto name(A&& a,   \
                                                                                                        B&& b) { \
        return make(std::forward<A>(a), std::forward<B>(b));                                                     \
    }

/// HEED_CONSTANT_BESIDE(operand, name, make): name(A, constant) and name(constant, A) for an A of this concept. By the
/// constant's own type, so that they are more specialised than the operators of Boost.Hana, which take anything beside
/// a constant.
#define HEED_CONSTANT_BESIDE(operand, name, make)             \
    template <operand A, std::size_t N>                       \
    [[nodiscard]] constexpr auto name(A&& a, constant<N> b) { \
        return make(std::forward<A>(a), b);                   \
    }                                                         \
    template <std::size_t N, operand B>                       \
    [[nodiscard]] constexpr auto name(constant<N> a, B&& b) { \
        return make(a, std::forward<B>(b));                   \
    }
#define HEED_WITH_CONSTANT(name, make) HEED_CONSTANT_BESIDE(::heed::detail::inexact_formula, name, make)

/// HEED_ALONG_AXIS(name, make): name(A), name<0>(A), name<-1>(A), name<tokens>(A) call make<selector>(A).
#define HEED_ALONG_AXIS(name, make)                                       \
    template <int Axis = -1, ::heed::detail::named_operand A>             \
    [[nodiscard]] constexpr auto name(const A& a HEED_LIFETIMEBOUND) {    \
        return make<::heed::detail::by_number<Axis>>(a);                  \
    }                                                                     \
    template <int Axis = -1, ::heed::detail::owned_formula A>             \
    [[nodiscard]] constexpr auto name(A&& a) {                            \
        return make<::heed::detail::by_number<Axis>>(std::forward<A>(a)); \
    }                                                                     \
    template <const axis& Name, ::heed::detail::named_operand A>          \
    [[nodiscard]] constexpr auto name(const A& a HEED_LIFETIMEBOUND) {    \
        return make<::heed::detail::by_name<Name>>(a);                    \
    }                                                                     \
    template <const axis& Name, ::heed::detail::owned_formula A>          \
    [[nodiscard]] constexpr auto name(A&& a) {                            \
        return make<::heed::detail::by_name<Name>>(std::forward<A>(a));   \
    }

/// HEED_AXIS_IN_BRACKETS(name, argument): name(A, 1) and name(A, tokens) report law::axis_in_brackets.
#define HEED_AXIS_IN_BRACKETS(name, argument)                    \
    template <::heed::formula A, class I>                        \
    requires ::heed::detail::argument<I>                         \
    constexpr auto name(const A&, const I&) {                    \
        (void)sizeof(::heed::law::axis_in_brackets<!sizeof(A)>); \
        return ::heed::detail::broken{};                         \
    }

namespace heed::detail {

/// The type of the axis argument in functions that also take an element: in max and min a number is an element.
template <class I>
concept axis_by_name = std::same_as<I, axis>;
template <class I>
concept any_axis = std::integral<I> || axis_by_name<I>;

/// The position of an axis that does not exist.
inline constexpr std::size_t no_axis = max_rank;

/// An axis chosen by number, negative from the right.
template <int Axis>
struct by_number {
    static constexpr std::size_t position(const shape& s) {
        const int rank = static_cast<int>(s.rank);
        if (Axis >= rank || Axis < -rank) return no_axis;
        return static_cast<std::size_t>(Axis < 0 ? Axis + rank : Axis);
    }
    template <class Shape>
    using law = heed::law::axis_number<Shape, Axis>;
};

/// An axis chosen by its name.
template <const axis& Name>
struct by_name {
    static constexpr std::size_t position(const shape& s) {
        std::size_t found = no_axis, count = 0;
        for (std::size_t i = 0; i < s.rank; ++i)
            if (is_called(s[i], Name)) {
                found = i;
                ++count;
            }
        return count == 1 ? found : no_axis;
    }
    template <class Shape>
    using law = heed::law::axis_name<Shape, Name>;
};

}  // namespace heed::detail
