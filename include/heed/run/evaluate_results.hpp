// SPDX-License-Identifier: BSL-1.0
// Evaluates several results together.
#pragma once

#include <heed/expr/let.hpp>
#include <heed/run/evaluate_formula.hpp>
#include <heed/shape/result_law.hpp>

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

/// The element type of a tensor that holds one of several results: T, but of truth values bool.
template <class T, class F>
using result_type = std::conditional_t<elements_of_formula<F> == elements_are::truth, bool, T>;

template <class T, class List>
struct tensors_for;
template <class T, class... F>
struct tensors_for<T, formula_list<F...>> {
    using type = std::tuple<tensor_of<result_type<T, F>, F>...>;
    using computed = std::tuple<dense_tensor_of<T, F>...>;
    static constexpr bool are_as_computed = std::same_as<type, computed>;
};
/// Tensors that hold the results of F, computed in T.
template <class T, class F>
using tensors_of = typename tensors_for<T, typename results_of<F>::type>::type;

/// Writes the results of `f`, computed in T, to dense tensors and views, which take on their shapes.
template <class T, class F, class Policy, class... Out>
constexpr void execute_results(const F& f, const Policy& policy, Out&... out) {
    if constexpr (has_lengths<F>)
        execute_into_all<T>(f, policy, typename results_of<measured<F>>::type(), out...);
    else
        execute_into_all<T>(f, policy, typename results_of<F>::type(), out...);
}

template <class T, class Tensors, class F, class Policy>
constexpr Tensors dense_values_in(const F& f, const Policy& policy) {
    return [&]<class... R>(formula_list<R...>) {
        // Constructed in place, so that no tensor is moved before it has values.
        Tensors values((static_cast<void>(sizeof(R)), uninitialised)...);
        std::apply([&](auto&... value) { execute_results<T>(f, policy, value...); }, values);
        return values;
    }(typename results_of<F>::type());
}

template <class To, class From>
constexpr To copy_of(const From& value) {
    To copy(uninitialised);
    copy_value(value, copy);
    return copy;
}
template <class T, class F, class Policy = sequential_policy>
constexpr tensors_of<T, F> values_in(const F& f, const Policy& policy = {}) {
    using results = tensors_for<T, typename results_of<F>::type>;
    const auto copied = []<class... To>(std::type_identity<std::tuple<To...>>, const auto& values) {
        return std::apply([](const auto&... value) { return std::tuple<To...>(copy_of<To>(value)...); }, values);
    };
    constexpr std::type_identity<tensors_of<T, F>> type;
    if constexpr (is_half<T>)
        return copied(type, values_in<computed_t<T>>(f, policy));
    else if constexpr (!results::are_as_computed)
        return copied(type, dense_values_in<T, typename results::computed>(f, policy));
    else
        return dense_values_in<T, tensors_of<T, F>>(f, policy);
}

template <class Outs, class List>
inline constexpr bool may_assign_all = false;
template <class... Out, class... F>
requires(sizeof...(Out) == sizeof...(F)) inline constexpr bool may_assign_all<std::tuple<Out&...>, formula_list<F...>> =
    (may_assign<Out, F> && ...);

template <class... Out, class... F>
constexpr void check_assignments(formula_list<F...>) {
    if constexpr (sizeof...(Out) != sizeof...(F))
        (void)sizeof(law::results_assigned<sizeof...(F), sizeof...(Out), false>);
    else
        (check_assignment<Out, F>(), ...);
}

/// Strided views of one matrix may alternate in memory, so that only contiguous targets are compared.
template <class A, class B>
bool share_memory(const A& a, const B& b) {
    if (static_cast<const void*>(&a) == static_cast<const void*>(&b)) return true;
    if constexpr (is_dense<A> && is_dense<B>) return memory_of(a).meets(memory_of(b));
    return false;
}
template <class First, class... Rest>
constexpr void check_separate(const First& first, const Rest&... rest) {
    if (std::is_constant_evaluated()) return;  // addresses cannot be compared
    if ((share_memory(first, rest) || ...))
        raise<shape_error>("heed: evaluate_into(std::tie(A, B), results(...)) needs targets that share no memory");
    if constexpr (sizeof...(Rest) > 1) check_separate(rest...);
}

}  // namespace detail

// Of results(...): evaluate_formula.hpp says what these do.

template <detail::evaluation_policy Policy, detail::formula_with_results F>
[[nodiscard]] constexpr auto evaluate(const Policy& policy, const F& f) {
    (void)sizeof(detail::condition_law<F, typename F::value_type>);
    return detail::values_in<typename F::value_type>(f, policy);
}
template <detail::formula_with_results F>
[[nodiscard]] constexpr auto evaluate(const F& f) {
    return evaluate(seq, f);
}
template <class T, detail::formula_with_results F>
[[nodiscard]] constexpr auto evaluate_as(const F& f) {
    (void)sizeof(detail::condition_law<F, T>);
    return detail::values_in<T>(f);
}

/// Evaluates results(...) into existing tensors or views: evaluate_into(std::tie(Y, W), results(w * V, w)). Safe if a
/// formula reads one of them: only then there are copies, and none where each element depends on the same elements of
/// what is read alone, and no result is read by a later formula.
/// policy  seq (one thread) or par (several)
/// errors  law::results_assigned, law::assignment, law::element_type; shape_error, before anything is written, if two
///         contiguous targets share memory. Strided views must not share elements
/// example tensor<float, 6, 6> Y, P;
///         evaluate_into(std::tie(Y, P), results(A * B, A + B));
template <detail::evaluation_policy Policy, class... Out, detail::formula_with_results F>
constexpr void evaluate_into(const Policy& policy, const std::tuple<Out&...>& outs, const F& f) {
    using results = typename detail::results_of<F>::type;
    (void)sizeof(detail::condition_law<F, typename F::value_type>);
    detail::check_assignments<Out...>(results());
    if constexpr (detail::may_assign_all<std::tuple<Out&...>, results>) {
        const auto write = [&](auto&... out) {
            detail::check_separate(out...);
            if constexpr (((detail::is_dense<Out> && std::same_as<detail::value_of<Out>, typename F::value_type>)&&...))
                if (!HEED_CONSTANT_EVALUATED && (!(detail::reads(f, detail::memory_of(out)) || ...) ||
                                                 detail::runs_in_place<typename F::value_type, Policy>(f, out...)))
                    return detail::execute_results<typename F::value_type>(f, policy, out...);
            const auto copy = [&](const auto&... value) {
                (detail::check_shape(out, detail::dims_of(value)), ...);
                detail::take_shapes(detail::target_of_result{out, [&] { return detail::dims_of(value); }}...);
                (detail::copy_value(value, out), ...);
            };
            std::apply(copy, detail::values_in<typename F::value_type>(f, policy));
        };
        std::apply(write, outs);
    }
}
template <class... Out, detail::formula_with_results F>
constexpr void evaluate_into(const std::tuple<Out&...>& outs, const F& f) {
    evaluate_into(seq, outs, f);
}

}  // namespace heed
