// SPDX-License-Identifier: BSL-1.0
// Evaluates formulas: into a new tensor, into an existing one, in another number type.
#pragma once

#include <heed/run/evaluate_places.hpp>
#include <heed/run/in_place.hpp>
#include <heed/tensor/take_shapes.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed {

namespace detail {

/// Whether elements of Out have the type of those of F, or store indices or truth values.
template <class Out, class F>
inline constexpr bool holds_elements_of =
    std::same_as<computed_t<value_of<Out>>, computed_t<value_of<F>>> || std::same_as<value_of<Out>, stored_type<F>>;
/// Whether F is computed in another type than that of Out.
template <class Out, class F>
inline constexpr bool stores_places = !std::same_as<computed_t<value_of<Out>>, computed_t<value_of<F>>>;

/// Whether f may be assigned to an Out. Separate from check_assignment: on clang, a function that reports is not a
/// constant expression.
template <class Out, class F>
inline constexpr bool may_assign =
    !is_broken<F> && has_writable_elements<Out> && assignable(shape_of<F>, shape_of<Out>) && holds_elements_of<Out, F>;

template <class Out, class F>
constexpr void check_assignment() {
    if constexpr (!is_broken<F>) {
        constexpr bool shapes = assignable(shape_of<F>, shape_of<Out>);
        constexpr bool elements = holds_elements_of<Out, F>;
        if constexpr (!has_writable_elements<Out>)
            (void)sizeof(law::written_elements<law_shape_t<Out>, false>);
        else if constexpr (!shapes)
            (void)sizeof(law::assignment<law_shape_t<F>, law_shape_t<Out>>);
        else if constexpr (!elements)
            (void)sizeof(law::element_type<value_of<F>, value_of<Out>, elements>);
        else
            (void)sizeof(condition_law<F, value_of<F>>);
    }
}

/// Writes the results of `f`, computed in T, to dense tensors and views, which take on their shapes. Everything that
/// can fail (checks, allocation of temporaries) comes before the first change.
template <class T, class F, class Policy, class... Result, class... Out>
constexpr void execute_into_all(const F& f, const Policy& policy, formula_list<Result...>, Out&... out) {
    const checked_formula<F, T, Policy> checked(f, policy);
    constexpr bool has_sizes = has_lengths<F> || (Out::shape_value.is_dynamic() || ...);
    if constexpr (has_sizes) (check_shape(out, checked.template shape_of<Result>()), ...);
    checked.with_plan([&]<class Plan, class... P>(const planned_formula<Plan, P...>& planned) {
        typename planned_formula<Plan, P...>::memory memory(planned);
        if constexpr (has_sizes) {
            take_shapes(target_of_result{out, [&] { return checked.template shape_of<Result>(); }}...);
            if (((out.size() == 0) && ...)) return;
        }
        (ensure_elements(out), ...);
        planned.run({out.data()...}, memory);
    });
}

/// The same of a formula with one result.
template <class T, class Out, class F, class Policy>
constexpr void execute_into(Out& out, const F& f, const Policy& policy) {
    if constexpr (has_lengths<F>)
        execute_into_all<T>(f, policy, formula_list<measured<F>>(), out);
    else
        execute_into_all<T>(f, policy, formula_list<F>(), out);
}

/// Copies computed elements. For half precision, this is the only rounding to it.
template <class From, class Out>
constexpr void copy_value(const From& value, Out& out) {
    if constexpr (From::shape_value.is_dynamic() || Out::shape_value.is_dynamic()) take_shape(out, dims_of(value));
    ensure_elements(out);
    if constexpr (is_dense<Out> && is_half<value_of<Out>>) {
        narrow(value.data(), value.size(), out.data());
    } else {
        auto to = out.begin();
        for (const auto& x : value)
            if constexpr (std::integral<value_of<Out>>)
                *to++ = as_place<value_of<Out>>(x);
            else
                *to++ = x;
    }
}

/// The value of a formula, computed in T, in a tensor without gaps.
template <class T, class F, class Policy>
constexpr auto dense_value_in(const F& f, const Policy& policy) {
    dense_tensor_of<T, F> value(uninitialised);
    execute_into<T>(value, operand_of(f), policy);
    return value;
}

/// The value of a formula, computed in T, in a new tensor. Each element is written once, except for half precision,
/// which is computed in float first, and for tensors with gaps.
template <class T, class F, class Policy = sequential_policy>
constexpr tensor_of<T, F> value_in(const F& f, const Policy& policy = {}) {
    tensor_of<T, F> value(uninitialised);
    if constexpr (is_half<T>)
        copy_value(value_in<computed_t<T>>(f, policy), value);
    else if constexpr (!lies_dense(shape_of<F>))
        copy_value(dense_value_in<T>(f, policy), value);
    else
        execute_into<T>(value, operand_of(f), policy);
    return value;
}

template <class Out, class F, class Policy = sequential_policy>
constexpr void evaluate_through_copy(Out& out, const F& f, const Policy& policy = {}) {
    if constexpr (stores_places<Out, F>)
        evaluate_places<computed_t<value_of<F>>>(out, f, policy);
    else if constexpr (!lies_dense(shape_of<F>))
        copy_value(dense_value_in<computed_t<value_of<Out>>>(f, policy), out);
    else
        copy_value(value_in<computed_t<value_of<Out>>>(f, policy), out);
}

/// The value of a formula, computed in T; indices and truth values are stored as such.
template <class T, class F, class Policy = sequential_policy>
constexpr auto value_as_stored(const F& f, const Policy& policy = {}) {
    if constexpr (!std::same_as<stored_type<F>, value_of<F>>) {
        tensor_of<stored_type<F>, F> value(uninitialised);
        evaluate_places<computed_t<T>>(value, f, policy);
        return value;
    } else {
        return value_in<T>(f, policy);
    }
}

template <class Out, class F, class Policy = sequential_policy>
constexpr void evaluate_unaliased(Out& out, const F& f, const Policy& policy = {}) {
    if constexpr (is_dense<Out> && !is_half<value_of<Out>> && !stores_places<Out, F>)
        execute_into<value_of<Out>>(out, operand_of(f), policy);
    else
        evaluate_through_copy(out, f, policy);
}

/// Whether the formula reads what the assignment writes, so that it needs a copy. In a constant expression addresses
/// cannot be compared: yes.
template <class Policy, class Out, class F>
constexpr bool needs_copy(const Out& out, const F& f) {
    if (HEED_CONSTANT_EVALUATED) return true;
    if constexpr (!is_dense<Out>)
        return false;  // evaluated into a tensor of its own anyway
    else if constexpr (is_half<value_of<Out>> || stores_places<Out, F>)
        return reads(f, memory_of(out));
    else if constexpr (!is_element_by_element(plan_for<F, value_of<Out>, Policy>::value))
        return reads(f, memory_of(out));
    else
        return !runs_in_place<value_of<Out>, Policy>(f, out);
}

}  // namespace detail

/// Writes the value of a formula into a tensor under construction: nothing can refer to it yet.
/// example tensor<float, 6, 6> Y;
///         evaluate_new(Y, A * B);
template <class Out, formula F>
constexpr void evaluate_new(Out& out, const F& f) {
    detail::check_assignment<Out, F>();
    if constexpr (detail::may_assign<Out, F>) detail::evaluate_unaliased(out, f);
}

/// Evaluates `f` into a tensor or view. Safe if `f` reads it: unless each element depends on that element of it alone,
/// and if `out` holds half precision, there is a temporary copy.
/// policy  seq (one thread) or par (several)
/// errors  law::assignment, law::element_type, law::written_elements, law::condition; shape_error, before anything is
///         written
/// example tensor<float, 6, 6> Y;
///         evaluate_into(Y, A * B);
template <detail::evaluation_policy Policy, class Out, formula F>
constexpr void evaluate_into(const Policy& policy, Out&& out, const F& f) {
    if constexpr (!detail::is_broken<F>) {
        using Target = std::remove_reference_t<Out>;
        detail::check_assignment<Target, F>();
        if constexpr (detail::may_assign<Target, F>) {
            if (detail::needs_copy<Policy>(out, detail::operand_of(f))) {
                detail::evaluate_through_copy(out, f, policy);
            } else {
                detail::evaluate_unaliased(out, f, policy);
            }
        }
    }
}
template <class Out, formula F>
constexpr void evaluate_into(Out&& out, const F& f) {
    evaluate_into(seq, out, f);
}

/// The value of a formula as a tensor of its shape; one without axes converts to a number. For results(...) a tuple of
/// tensors: auto [Y, W] = evaluate(results(w * V, w)).
/// policy  seq (one thread) or par (several)
/// example const auto Y = evaluate(A * B), shared = evaluate(seq, A * B);
template <detail::evaluation_policy Policy, formula F>
[[nodiscard]] constexpr auto evaluate(const Policy& policy, const F& f) {
    if constexpr (detail::is_broken<F>) {
        return typename detail::value_after_report<F>::type();
    } else {
        (void)sizeof(detail::condition_law<F, detail::value_of<F>>);
        return detail::value_as_stored<detail::value_of<F>>(f, policy);
    }
}
template <formula F>
[[nodiscard]] constexpr auto evaluate(const F& f) {
    return evaluate(seq, f);
}

/// The value of a formula, computed in T throughout: leaves are converted exactly, exact scalars such as sqrt(d_k) are
/// rounded to T. T is float, double, long double or any type with the operations (Boost.Multiprecision: use et_off).
/// For results(...) a tuple.
/// example const auto Y = evaluate_as<double>(A * B);
template <class T, formula F>
[[nodiscard]] constexpr auto evaluate_as(const F& f) {
    if constexpr (detail::is_broken<F>) {
        return typename detail::value_after_report<F>::type();
    } else {
        (void)sizeof(detail::condition_law<F, T>);
        return detail::value_as_stored<T>(f);
    }
}

namespace detail {

/// The left side of noalias(Y) = f. Holds a tensor by reference, a view by value.
template <class Target>
class unaliased {
    using Out = std::remove_reference_t<Target>;

public:
    explicit constexpr unaliased(Target&& out) : out_(static_cast<Target&&>(out)) {}
    template <formula F>
    constexpr void operator=(const F& f) && {
        check_assignment<Out, F>();
        if constexpr (may_assign<Out, F>) evaluate_unaliased(out_, f);
    }

private:
    Target out_;
};

template <class Out>
inline constexpr bool is_view = false;
template <class T, extent... E>
inline constexpr bool is_view<view<T, E...>> = true;
template <class T, extent... E>
inline constexpr bool is_view<strided_view<T, E...>> = true;
template <class T, strides Steps, extent... E>
inline constexpr bool is_view<part_view<T, Steps, E...>> = true;

}  // namespace detail

/// noalias(Y) = f: you promise that f does not read Y.
/// example tensor<float, 6, 6> Y;
///         noalias(Y) = A * B;
template <detail::tensor_or_view Out>
[[nodiscard]] constexpr auto noalias(Out& out HEED_LIFETIMEBOUND) {
    return detail::unaliased<Out&>(out);
}
template <detail::tensor_or_view Out>
requires detail::is_view<Out>
[[nodiscard]] constexpr auto noalias(Out&& out) { return detail::unaliased<Out>(std::move(out)); }

}  // namespace heed
