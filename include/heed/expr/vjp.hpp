// SPDX-License-Identifier: BSL-1.0
// Gradients of formulas, as formulas with one result for each operand.
#pragma once

#include <heed/expr/let.hpp>
#include <heed/shape/gradient_law.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

namespace op {
/// The adjoints of the first operands, which the scopes name in the last one, the formula; the operand before it is the
/// adjoint of the formula. With_value: the value of the formula is the first result.
template <bool WithValue, std::size_t... Scopes>
struct vjp {};
}  // namespace op

/// A result that is computed in T.
template <class T, extent... E>
struct adjoint {
    using heed_formula = formula_tag;
    using value_type = T;
    static constexpr shape shape_value{E...};
};
template <class T, class F, class Indices = std::make_index_sequence<shape_of<F>.rank>>
struct adjoint_of;
template <class T, class F, std::size_t... I>
struct adjoint_of<T, F, std::index_sequence<I...>> {
    using type = adjoint<T, shape_of<F>[I]...>;
};

/// The parts of the operands of op::vjp.
template <class... Operands>
struct parts_of_vjp {
    static constexpr std::size_t count = sizeof...(Operands) - 2;
    using list = std::tuple<Operands...>;
    template <std::size_t K>
    using operand = std::tuple_element_t<K, list>;
    using seed = operand<count>;
    using body = operand<count + 1>;
    using value_type = computed_t<typename body::value_type>;
};

template <bool WithValue, std::size_t... Scopes, class... Operands>
struct results_of<formula_of<op::vjp<WithValue, Scopes...>, Operands...>> {
    using parts = parts_of_vjp<Operands...>;
    template <class Indices>
    struct adjoints;
    template <std::size_t... K>
    struct adjoints<std::index_sequence<K...>> {
        using type =
            formula_list<typename adjoint_of<typename parts::value_type, typename parts::template operand<K>>::type...>;
    };
    using of_operands = typename adjoints<std::make_index_sequence<sizeof...(Scopes)>>::type;
    using of_value = typename adjoint_of<typename parts::value_type, typename parts::body>::type;
    using type =
        std::conditional_t<WithValue, typename joined_formulas<formula_list<of_value>, of_operands>::type, of_operands>;
};

template <std::size_t... Scopes>
inline constexpr scope_set set_of_scopes = ((scope_set{1} << Scopes) | ... | 0);

template <bool WithValue, std::size_t... Scopes, class... Operands>
inline constexpr scope_set free_scopes<formula_of<op::vjp<WithValue, Scopes...>, Operands...>> = [] {
    const scope_set own[] = {free_scopes<Operands>...};
    scope_set all = own[sizeof...(Operands) - 1] & ~set_of_scopes<Scopes...>;
    for (std::size_t k = 0; k + 1 < sizeof...(Operands); ++k) all |= own[k];
    return all;
}();
template <bool WithValue, std::size_t... Scopes, class... Operands>
inline constexpr scope_set scopes_of<formula_of<op::vjp<WithValue, Scopes...>, Operands...>> =
    (scopes_of<Operands> | ... | set_of_scopes<Scopes...>);

}  // namespace detail

///@cond
template <bool WithValue, std::size_t... Scopes, class... Operands>
struct formula_of<detail::op::vjp<WithValue, Scopes...>, Operands...>
    : detail::evaluated_together<detail::op::vjp<WithValue, Scopes...>, Operands...> {
    using value_type = typename detail::parts_of_vjp<Operands...>::value_type;
};
///@endcond

namespace detail {

template <std::size_t Count>
constexpr std::array<std::size_t, Count> scopes_not_in(scope_set taken) {
    std::array<std::size_t, Count> scopes{};
    for (std::size_t& scope : scopes) {
        scope = first_not_in(taken);
        taken |= scope_set{1} << scope;
    }
    return scopes;
}

template <class F>
inline constexpr bool may_be_derived = std::floating_point<computed_t<value_of<F>>>;

template <class Value>
inline constexpr bool is_one_formula = formula<Value> && !is_index_formula<std::remove_cvref_t<Value>>;

/// Whether a function with this value can be derived: one formula of numbers, without axes or of the shape of the seed.
template <bool WithValue, class Seed, class Value>
inline constexpr bool derives = [] {
    if constexpr (!is_one_formula<Value>)
        return false;
    else if constexpr (is_broken<Value> || !may_be_derived<Value>)
        return false;
    else
        return WithValue ? shape_of<Value>.rank == 0 : assignable(shape_of<Value>, shape_of<Seed>);
}();

/// Names the law that the value of such a function breaks.
template <bool WithValue, class Seed, class Value>
constexpr auto report_derived_value() {
    if constexpr (!is_one_formula<Value>)
        (void)sizeof(law::formula_to_derive<std::remove_cvref_t<Value>, false>);
    else if constexpr (is_broken<Value>)
        return 0;
    else if constexpr (!may_be_derived<Value>)
        (void)sizeof(law::derived_operand<value_of<Value>, false>);
    else if constexpr (WithValue)
        (void)sizeof(law::scalar_value<law_shape_t<Value>>);
    else
        (void)sizeof(law::adjoint_shape<law_shape_t<Seed>, law_shape_t<Value>>);
    return 0;
}

/// Names the operands in the function, each in a scope of its own that neither they nor a let in the function use.
template <bool WithValue, scope_set Taken, class Function, class Seed, class... X>
constexpr auto make_vjp_of(Function& f, Seed&& seed, X&&... x) {
    constexpr auto scopes = scopes_not_in<sizeof...(X)>(Taken);
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
        using value = decltype(f(name_of_value<X, scopes[K]>...));
        if constexpr (!derives<WithValue, Seed, value>) {
            (void)sizeof(report_derived_value<WithValue, Seed, value>());
            return broken_results<sizeof...(X) + (WithValue ? 1 : 0)>{};
        } else {
            using body = operand_t<value>;
            constexpr scope_set own = set_of_scopes<scopes[K]...>, inside = scopes_of<body>;
            if constexpr ((inside & own) != 0)
                return make_vjp_of<WithValue, Taken | inside | free_scopes<body> | own>(f, std::forward<Seed>(seed),
                                                                                        std::forward<X>(x)...);
            else
                return formula_of<op::vjp<WithValue, scopes[K]...>, X..., Seed, body>{
                    boost::hana::tuple<X..., Seed, body>(std::forward<X>(x)..., std::forward<Seed>(seed),
                                                         as_operand(f(name_of_value<X, scopes[K]>...)))};
        }
    }
    (std::index_sequence_for<X...>{});
}

/// Whether Function is one of as many formulas.
template <class Function, class... X>
concept takes_operands =
    !formula<Function> && requires(Function & f, const typename shared_value_for<operand_t<X>, 0>::type&... x) {
    f(x...);
};

template <bool WithValue, class Function, class Seed, class... X>
constexpr auto make_vjp(Function&& f, Seed&& seed, X&&... x) {
    constexpr std::size_t most = op::results::most - (WithValue ? 1 : 0);
    if constexpr (is_broken<Seed> || (is_broken<X> || ...)) {
        return broken_results<sizeof...(X) + (WithValue ? 1 : 0)>{};
    } else if constexpr (sizeof...(X) == 0 || sizeof...(X) > most) {
        (void)sizeof(law::derived_operands<sizeof...(X), most, false>);
        return broken_results<sizeof...(X) + (WithValue ? 1 : 0)>{};
    } else if constexpr (!takes_operands<Function, X...>) {
        (void)sizeof(law::arguments_of_derived<std::remove_cvref_t<Function>, sizeof...(X), false>);
        return broken_results<sizeof...(X) + (WithValue ? 1 : 0)>{};
    } else if constexpr (!(may_be_derived<X> && ...)) {
        (void)(sizeof(law::derived_operand<value_of<X>, may_be_derived<X>>) + ...);
        return broken_results<sizeof...(X) + (WithValue ? 1 : 0)>{};
    } else {
        constexpr scope_set taken = (free_scopes<operand_t<X>> | ... | free_scopes<operand_t<Seed>>);
        return make_vjp_of<WithValue, taken>(f, as_operand(std::forward<Seed>(seed)),
                                             as_operand(std::forward<X>(x))...);
    }
}

/// What gradients are taken of: tensors and formulas.
template <class... F>
concept derivable_in_place = (named_operand<F> && ...);
template <class... F>
concept derivable_from_formulas = (formula<F> && ...) && (owned_formula<F> || ...);
template <class... F>
concept holds_parameters = !(formula<F> && ...);
template <class... F>
constexpr broken report_parameters() {
    (void)(sizeof(law::derived_parameters<F, formula<F>>) + ...);
    return {};
}

}  // namespace detail

/// The gradients of a formula: the vector-Jacobian product. With Y = f(X...), the results are dX = sum_i dY(i) dY(i)/dX
/// for each X, in their order: auto [dQ, dK, dV] = evaluate(vjp(dY, f, Q, K, V)). f is a function of formulas, as that
/// of let: what it gets are the operands; tensors that it takes from outside are constants.
/// shapes  dY that of f(X...); each result that of its operand. At most 64 operands
/// cost    about twice the products of f, and those of f whose values its adjoints read; study::explain shows them
/// needs   where f has no slope (relu, abs, min and max at ties) that of one side is taken; comparisons, argmax and
///         whole numbers have none
/// errors  law::formula_to_derive, law::derived_operand, law::adjoint_shape, law::adjoint_first, law::derived_operands,
///         law::arguments_of_derived; shape_error
/// example auto [dA, dB] = evaluate(vjp(S, [](auto a, auto b) { return softmax(a * b); }, A, B));
template <detail::named_operand DY, class Function, class... X>
requires detail::derivable_in_place<X...>
[[nodiscard]] constexpr auto vjp(const DY& dy HEED_LIFETIMEBOUND, Function&& f, const X&... x HEED_LIFETIMEBOUND) {
    return detail::make_vjp<false>(f, dy, x...);
}
template <formula DY, class Function, class... X>
requires detail::derivable_from_formulas<DY, X...>
[[nodiscard]] constexpr auto vjp(DY&& dy, Function&& f, X&&... x) {
    return detail::make_vjp<false>(f, std::forward<DY>(dy), std::forward<X>(x)...);
}

/// Of what holds tensors.
template <formula DY, class Function, class... X>
requires detail::holds_parameters<X...>
constexpr auto vjp(const DY&, Function&&, const X&...) { return detail::report_parameters<X...>(); }

/// Without dY.
template <class Function, class... X>
requires(!formula<Function>) constexpr auto vjp(Function&&, const X&...) {
    (void)sizeof(law::adjoint_first<std::remove_cvref_t<Function>, false>);
    return detail::broken{};
}

/// A scalar formula and its gradients: auto [loss, dW, db] = evaluate(value_and_gradient(f, W, b)), with f(W, b) a
/// formula without axes. The first result has no axes either: loss() is its value.
/// shapes  the value; then each gradient that of its operand. At most 63 operands
/// cost    that of f and of vjp
/// errors  those of vjp, law::scalar_value
/// example auto [total, dA] = evaluate(value_and_gradient([](auto a) { return sum<0, 1>(hadamard(a, a)); }, A));
template <class Function, class... X>
requires detail::derivable_in_place<X...>
[[nodiscard]] constexpr auto value_and_gradient(Function&& f, const X&... x HEED_LIFETIMEBOUND) {
    return detail::make_vjp<true>(f, exact_scalar<detail::surd{1, 1, 1}>{}, x...);
}
template <class Function, class... X>
requires detail::derivable_from_formulas<X...>
[[nodiscard]] constexpr auto value_and_gradient(Function&& f, X&&... x) {
    return detail::make_vjp<true>(f, exact_scalar<detail::surd{1, 1, 1}>{}, std::forward<X>(x)...);
}
/// Of what holds tensors.
template <class Function, class... X>
requires detail::holds_parameters<X...>
constexpr auto value_and_gradient(Function&&, const X&...) { return detail::report_parameters<X...>(); }

}  // namespace heed
