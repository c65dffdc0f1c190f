// SPDX-License-Identifier: BSL-1.0
// Compiles the formula of a kernel: included by the one source file that has `template struct heed::compiled<attend>;`.
#pragma once

#include <heed/compiled/compiled.hpp>
#include <heed/run/evaluate_results.hpp>

#include <tuple>
#include <type_traits>

namespace heed {

namespace detail {

template <class F>
concept defined_formula = requires {
    sizeof(F);
};

template <class Formula, class Policy, class Out, class Operands>
auto evaluate_kernel(const Policy& policy, Out out, const Operands& given) {
    (void)sizeof(law::kernel_formula<Formula, defined_formula<Formula>>);
    if constexpr (defined_formula<Formula>)
        std::apply(
            [&](auto&... place) {
                std::apply(
                    [&](const auto&... operand) {
                        const auto f = Formula()(operand...);
                        if constexpr (formula_with_results<decltype(f)>)
                            evaluate_into(policy, std::tie(place...), f);
                        else
                            evaluate_into(policy, place..., f);
                    },
                    given);
            },
            out);
}

template <class... R>
void copy_shapes(formula_list<R...>, const auto& lengths, shape* sizes) {
    ((*sizes++ = lengths.template shape_of<R>()), ...);
}
template <class... R>
void copy_shapes(formula_list<R...>, shape* sizes) {
    ((*sizes++ = R::shape_value), ...);
}

template <class Formula, class Operands>
void measure_kernel(shape* sizes, const Operands& given) {
    std::apply(
        [&](const auto&... operand) {
            const auto f = Formula()(operand...);
            using F = std::remove_cvref_t<decltype(operand_of(f))>;
            if constexpr (has_lengths<F>)
                copy_shapes(typename results_of<measured<F>>::type(), length_values<F>(f), sizes);
            else
                copy_shapes(typename results_of<F>::type(), sizes);
        },
        given);
}

}  // namespace detail

template <auto Kernel>
void compiled<Kernel>::measure(detail::shape (&sizes)[types::result_count], const typename types::operands& given) {
    if constexpr (detail::defined_formula<typename types::formula>)
        detail::measure_kernel<typename types::formula>(sizes, given);
}
template <auto Kernel>
void compiled<Kernel>::assign(const typename types::owners& out, const typename types::operands& given) {
    detail::evaluate_kernel<typename types::formula>(seq, out, given);
}
template <auto Kernel>
void compiled<Kernel>::write(const typename types::places& out, const typename types::operands& given) {
    detail::evaluate_kernel<typename types::formula>(seq, out, given);
}
#if HEED_COMPILES_PARALLEL_KERNELS
template <auto Kernel>
void compiled<Kernel>::assign_on_threads(const typename types::owners& out, const typename types::operands& given) {
    detail::evaluate_kernel<typename types::formula>(par, out, given);
}
template <auto Kernel>
void compiled<Kernel>::write_on_threads(const typename types::places& out, const typename types::operands& given) {
    detail::evaluate_kernel<typename types::formula>(par, out, given);
}
#endif

}  // namespace heed
