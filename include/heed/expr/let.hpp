// SPDX-License-Identifier: BSL-1.0
// Values that are used several times but computed once, and several results of one evaluation.
#pragma once

#include <heed/expr/deduce.hpp>
#include <heed/expr/formula_of.hpp>
#include <heed/expr/part_of_formula.hpp>
#include <heed/shape/result_law.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

template <class Named>
constexpr int report_number_of_name() {
    (void)sizeof(law::number_of_name<law_shape_t<Named>, false>);
    return 0;
}

/// The argument that `let` passes to its function: it represents a value with these elements. Scope distinguishes the
/// values that one formula can name: those of nested lets. Weight is the element_weight of the value.
template <std::size_t Scope, int Weight, class T, extent... E>
struct shared_value : operands_of_heed {
    using heed_formula = formula_tag;
    using value_type = T;
    static constexpr shape shape_value{E...};

    /// Parts, as those of formulas.
    template <class... I>
    requires part_indices<I...>
    constexpr auto operator()(const I&... i) const { return part_of(*this, i...); }
    template <std::size_t I>
    constexpr auto operator[](constant<I> i) const {
        return first_part_of(*this, i);
    }

    /// It has no numbers, and nothing is assigned to it.
    template <class... I>
    constexpr T operator()(const I&...) const {
        return report_number_of_name<shared_value>();
    }
    template <class I>
    constexpr auto operator[](const I&) const {
        return reported_elements<T, sizeof...(E)>{}[report_number_of_name<shared_value>()];
    }
    template <class Value>
    constexpr shared_value& operator=(const Value&) {
        (void)sizeof(law::name_assigned<law_shape_t<shared_value>, is_broken<Value>>);
        return *this;
    }
};
template <std::size_t Scope, int Weight, class T, extent... E>
inline constexpr bool is_leafless<shared_value<Scope, Weight, T, E...>> = true;
template <std::size_t Scope, int Weight, class T, extent... E>
inline constexpr int element_weight<shared_value<Scope, Weight, T, E...>> = Weight;

/// A set of scopes.
using scope_set = std::uint64_t;
inline constexpr std::size_t most_scopes = 64;

/// The scopes whose values a formula uses outside of their lets.
template <class F>
inline constexpr scope_set free_scopes = 0;
template <std::size_t Scope, int Weight, class T, extent... E>
inline constexpr scope_set free_scopes<shared_value<Scope, Weight, T, E...>> = scope_set{1} << Scope;
template <class Operation, class... Operands>
inline constexpr scope_set free_scopes<formula_of<Operation, Operands...>> = (free_scopes<Operands> | ... | 0);
template <std::size_t Scope, class Value, class Body>
inline constexpr scope_set free_scopes<formula_of<op::let<Scope>, Value, Body>> = free_scopes<Value> |
                                                                                  (free_scopes<Body> &
                                                                                   ~(scope_set{1} << Scope));

/// The scopes of all lets in a formula.
template <class F>
inline constexpr scope_set scopes_of = 0;
template <class Operation, class... Operands>
inline constexpr scope_set scopes_of<formula_of<Operation, Operands...>> = (scopes_of<Operands> | ... | 0);
template <std::size_t Scope, class Value, class Body>
inline constexpr scope_set scopes_of<formula_of<op::let<Scope>, Value, Body>> =
    scopes_of<Value> | scopes_of<Body> | scope_set{1} << Scope;

/// The formulas that give the results of F: F itself unless it has several.
template <class... F>
struct formula_list {
    static constexpr std::size_t size = sizeof...(F);
};
template <class... Lists>
struct joined_formulas {
    using type = formula_list<>;
};
template <class... F>
struct joined_formulas<formula_list<F...>> {
    using type = formula_list<F...>;
};
template <class... F, class... G, class... Rest>
struct joined_formulas<formula_list<F...>, formula_list<G...>, Rest...>
    : joined_formulas<formula_list<F..., G...>, Rest...> {};

template <class F>
struct results_of {
    using type = formula_list<F>;
};
template <class... F>
struct results_of<formula_of<op::results, F...>> : joined_formulas<typename results_of<F>::type...> {};
template <std::size_t Scope, class Value, class Body>
struct results_of<formula_of<op::let<Scope>, Value, Body>> {
    using type = std::conditional_t<formula<Body>, formula_list<formula_of<op::let<Scope>, Value, Body>>,
                                    typename results_of<Body>::type>;
};

template <class List>
inline constexpr bool have_one_element_type = false;
template <class First, class... F>
inline constexpr bool have_one_element_type<formula_list<First, F...>> =
    (std::same_as<computed_t<typename First::value_type>, computed_t<typename F::value_type>> && ...);

template <class Operation, class... Operands>
struct evaluated_together {
    using heed_several_formulas = void;
    using heed_results = void;
    static constexpr shape shape_value{};

    boost::hana::tuple<Operands...> operands;
};

/// The element type of the value depends on the body only.
template <std::size_t Scope, class Value, class Body>
struct element_type_of<op::let<Scope>, Value, Body> : value_type_of<Body> {};
template <std::size_t Scope, class Value, class Body>
inline constexpr bool is_decided<op::let<Scope>, Value, Body> = element_weight<Body> > 0;

}  // namespace detail

///@cond
/// Several formulas that are evaluated together: see results.
template <class First, class... F>
struct formula_of<detail::op::results, First, F...> : detail::evaluated_together<detail::op::results, First, F...> {
    using value_type = detail::computed_t<typename First::value_type>;
};
template <std::size_t Scope, class Value, detail::several_formulas Body>
struct formula_of<detail::op::let<Scope>, Value, Body>
    : detail::evaluated_together<detail::op::let<Scope>, Value, Body> {
    using value_type = typename Body::value_type;
};
///@endcond

namespace detail {

template <class F>
inline constexpr bool may_be_result =
    (formula<F> && !is_index_formula<F>) || formula_with_results<F> || plain_number<F>;

/// Elements of a let are those of its body, and if that is the value, those of the value.
template <std::size_t Scope, class Value, class Body>
inline constexpr elements_are elements_of_formula<formula_of<op::let<Scope>, Value, Body>> = elements_of_formula<Body>;
template <std::size_t Scope, class Value, int Weight, class T, extent... E>
inline constexpr elements_are
    elements_of_formula<formula_of<op::let<Scope>, Value, shared_value<Scope, Weight, T, E...>>> =
        elements_of_formula<Value>;

template <class F, std::size_t Scope, class Indices = std::make_index_sequence<shape_of<F>.rank>>
struct shared_value_for;
template <class F, std::size_t Scope, std::size_t... I>
struct shared_value_for<F, Scope, std::index_sequence<I...>> {
    using type = shared_value<Scope, element_weight<F>, computed_t<value_of<F>>, shape_of<F>[I]...>;
};

constexpr std::size_t first_not_in(scope_set taken) {
    std::size_t scope = 0;
    while (scope < most_scopes && (taken >> scope & 1) != 0) ++scope;
    if (scope == most_scopes) fail("heed: more than 64 lets name values of each other");
    return scope;
}

/// A formula as an operand of a let: what it holds is moved, and several results stay together.
template <class F>
constexpr auto as_body(F&& f) {
    if constexpr (several_formulas<F>)
        return std::remove_cvref_t<F>(std::forward<F>(f));
    else
        return as_operand(std::forward<F>(f));
}

/// The name that a function gets for a value: a constant, so that [](auto& x) takes it too.
template <class Value, std::size_t Scope>
inline constexpr typename shared_value_for<Value, Scope>::type name_of_value{};

template <class F>
using body_t = decltype(as_body(std::declval<F>()));

/// Chooses a scope for the value that the value itself does not use. If a let in the body has the same scope, its value
/// would be ambiguous, so another scope is chosen.
template <scope_set Taken, class Value, class Function>
constexpr auto make_let_of(Value&& value, Function& f) {
    constexpr std::size_t scope = first_not_in(Taken);
    using body_type = decltype(f(name_of_value<Value, scope>));
    if constexpr (!may_be_result<body_type>) {
        (void)sizeof(law::let_result<std::remove_cvref_t<body_type>, false>);
        return broken{};
    } else if constexpr (formula<body_type> && is_broken<body_type>) {
        return broken{};
    } else {
        using body = body_t<body_type>;
        constexpr scope_set inside = scopes_of<body>;
        if constexpr ((inside >> scope & 1) != 0) {
            return make_let_of<Taken | inside | free_scopes<body> | scope_set{1} << scope>(std::forward<Value>(value),
                                                                                           f);
        } else {
            return formula_of<op::let<scope>, Value, body>{
                boost::hana::tuple<Value, body>(std::forward<Value>(value), as_body(f(name_of_value<Value, scope>)))};
        }
    }
}

template <class A, class Function>
constexpr auto make_let(A&& a, Function&& f) {
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (is_index_formula<A>) {
        (void)sizeof(law::let_of_indices<!sizeof(A)>);
        return broken{};
    } else if constexpr (exact_operand<std::remove_cvref_t<A>>) {
        return f(as_exact(a));  // an exact scalar stays exact, and costs nothing
    } else if constexpr (is_whole_length<std::remove_cvref_t<A>>) {
        return f(as_operand(std::forward<A>(a)));  // so does a length
    } else {
        using value = operand_t<A>;
        return make_let_of<free_scopes<value>, value>(as_operand(std::forward<A>(a)), f);
    }
}

template <class... F>
constexpr auto make_results(F&&... f) {
    using parts = typename joined_formulas<typename results_of<body_t<F>>::type...>::type;
    if constexpr ((is_broken<F> || ...)) {
        return broken_results<sizeof...(F)>{};
    } else if constexpr (parts::size > op::results::most) {
        (void)sizeof(law::number_of_results<parts::size, false>);
        return broken_results<sizeof...(F)>{};
    } else if constexpr (!have_one_element_type<parts>) {
        (void)sizeof(law::element_type_of_results<false, typename body_t<F>::value_type...>);
        return broken_results<sizeof...(F)>{};
    } else {
        return formula_of<op::results, body_t<F>...>{boost::hana::tuple<body_t<F>...>(as_body(std::forward<F>(f))...)};
    }
}

}  // namespace detail

/// Names a value: let(e, [&](auto s) { return f(s); }) is f(e), with e computed once however often f uses s. The name
/// is valid only inside the function. f may return results(...), and e may be anything but an index formula.
/// shapes  that of f(e)
/// cost    e once; it is stored, or kept a tile of rows at a time: study::explain says which and why
/// errors  law::let_result, law::let_of_indices, law::let_outside
/// example const tensor Y = let(A * B, [](auto s) { return s - max<1>(s, keep); });  // A * B once
template <detail::named_operand A, class Function>
[[nodiscard]] constexpr auto let(const A& a HEED_LIFETIMEBOUND, Function&& f) {
    return detail::make_let(a, f);
}
template <detail::owned_formula A, class Function>
[[nodiscard]] constexpr auto let(A&& a, Function&& f) {
    return detail::make_let(std::forward<A>(a), f);
}

/// Formulas that are evaluated together, in one plan: auto [Y, W] = evaluate(results(w * V, w)); at most 64, of one
/// element type. Common subformulas are computed once only if a let names them.
/// errors  law::number_of_results, law::element_type_of_results
/// example auto [Y, P] = evaluate(results(A * B, A + B));
template <detail::named_operand... F>
requires(sizeof...(F) > 0) [[nodiscard]] constexpr auto results(const F&... f HEED_LIFETIMEBOUND) {
    return detail::make_results(f...);
}
template <detail::evaluable... F>
requires((detail::owned_formula<F> || detail::formula_with_results<F>) || ...)
    [[nodiscard]] constexpr auto results(F&&... f) {
    return detail::make_results(std::forward<F>(f)...);
}

}  // namespace heed
