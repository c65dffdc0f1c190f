// SPDX-License-Identifier: BSL-1.0
// Evaluates formulas whose elements are indices, as argmax finds them.
#pragma once

#include <heed/run/checked_formula.hpp>
#include <heed/tensor/take_shapes.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// Writes indices that a checked formula counts in T.
template <class Result, class F, class T, class Policy, class Out>
constexpr void write_places(const checked_formula<F, T, Policy>& checked, Out& out) {
    checked.with_plan([&]<class Plan, class... P>(const planned_formula<Plan, P...>& planned) {
        typename planned_formula<Plan, P...>::memory memory(planned);
        const auto write = [&](T* found, const shape& dims) {
            if (dims.size() > 0) planned.run({found}, memory);
            take_shape(out, dims);
            ensure_elements(out);
            auto to = out.begin();
            for (std::size_t i = 0; i < dims.size(); ++i) *to++ = as_place<value_of<Out>>(found[i]);
        };
        const shape dims = checked.template shape_of<Result>();
        constexpr std::size_t few = 32;  // need no memory from the heap
        if constexpr (!shape_of<F>.is_dynamic()) {
            tensor_of<T, F> found(uninitialised);
            write(found.data(), shape_of<F>);
        } else if (dims.size() <= few) {
            T found[few];
            write(found, dims);
        } else {
            tensor<T, dyn> found(dims.size());
            write(found.data(), dims);
        }
    });
}
/// The same along an axis that is too long for the type of the elements.
template <class F, class Policy, class Out>
[[gnu::cold, gnu::noinline]] constexpr void evaluate_far_places(Out& out, const F& f, const Policy& policy) {
    write_places<as_planned<F>>(checked_formula<F, double, Policy>(f, policy), out);
}

/// Indices, counted in T or, along an axis that is too long for it, in double.
template <class T, class Out, class F, class Policy>
constexpr void evaluate_places(Out& out, const F& formula, const Policy& policy) {
    const auto& f = operand_of(formula);
    using Operand = std::remove_cvref_t<decltype(f)>;
    const checked_formula<Operand, counting_type<Operand, T>, Policy> checked(f, policy);
    if constexpr (has_lengths<Operand> && !counts_all<T>)
        if (!can_count<T>(checked.longest_counted_axis())) return evaluate_far_places(out, f, policy);
    write_places<as_planned<Operand>>(checked, out);
}

}  // namespace heed::detail
