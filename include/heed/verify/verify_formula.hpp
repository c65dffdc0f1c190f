// SPDX-License-Identifier: BSL-1.0
// verify(formula, printed): a verdict on every printed number.
#pragma once

#include <heed/expr/deduce.hpp>
#include <heed/reference/enclosed_rows.hpp>
#include <heed/reference/exact_decimal.hpp>
#include <heed/reference/interval.hpp>
#include <heed/verify/ask.hpp>
#include <heed/verify/readings.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

template <class F, class Indices = std::make_index_sequence<F::shape_value.rank>>
struct verdicts_for;
template <class F, std::size_t... I>
struct verdicts_for<F, std::index_sequence<I...>> {
    using type = verdicts<F::shape_value[I]...>;
};

/// Judges, with one type of enclosure, the elements that have no verdict yet. Bounds are kept for doubles only.
template <enclosure E, bool Rounds = false, std::size_t Capacity, std::size_t GradientCapacity>
constexpr void judge_undecided(const question<Capacity, GradientCapacity>& q, verdict* verdicts,
                               judged_number* numbers) {
    const shape dims = q.g[q.g.results[0]].dims;
    bool any = false;
    for (std::size_t i = 0; i < dims.size(); ++i) any = any || verdicts[i] == verdict::undecided;
    if (!any) return;
    judging_readings<E, Capacity, GradientCapacity, Rounds> judge(q);
    const alignment aligned(q.printed, dims);
    for (std::size_t i = 0; i < dims.size(); ++i)
        if (verdicts[i] == verdict::undecided) {
            const finding<E> found = judge.judge(element_at(dims, i));
            verdicts[i] = found.what;
            if constexpr (std::is_same_v<E, interval<double>>)
                numbers[i] = {aligned.entry(element_at(dims, i)), found.bounds.lower, found.bounds.upper};
        }
}

/// Whether a formula uses only + - * /: then its values are exact decimals, and ties can be detected.
template <std::size_t Capacity>
constexpr bool is_rational(const graph<Capacity>& g) {
    for (const node& n : g.nodes) {
        if (n.kind == node_kind::normalise) return false;
        if (n.kind == node_kind::reduce && !traits_of(n.reduce).cost.is_rational()) return false;
        if (n.kind == node_kind::elementwise && traits_of(n.apply).transcendentals > 0) return false;
    }
    return true;
}

/// Whether the printed shape may be that of the formula. If it has dots, any of its axes may be elided.
constexpr bool may_print(const shape& formula, const shape& printed, bool complete) {
    for (std::size_t elided = 0; elided < (complete ? 1U : 1U << printed.rank); ++elided) {
        printed_numbers numbers{.dims = printed};
        for (std::size_t b = 0; b < printed.rank; ++b)
            if ((elided >> b) % 2 != 0) numbers.elided_at[b] = 0;
        if (alignment(numbers, formula).fits()) return true;
    }
    return false;
}

/// The first element type with numbers that are not doubles; void if there is none.
template <class F>
struct inexact_element {
    using type = std::conditional_t<is_exact_double<typename F::value_type>, void, typename F::value_type>;
};
template <surd S>
struct inexact_element<exact_scalar<S>> {
    using type = void;
};
template <class Operation>
struct inexact_element<formula_of<Operation>> {
    using type = void;
};
template <class Operation, class First, class... Rest>
struct inexact_element<formula_of<Operation, First, Rest...>> {
    using first = typename inexact_element<First>::type;
    using type = typename std::conditional_t<std::is_void_v<first>, inexact_element<formula_of<Operation, Rest...>>,
                                             inexact_element<First>>::type;
};

// These functions name a law. They are never called, because clang does not evaluate a function that names a broken
// law.
template <class T>
constexpr auto report_elements() {
    (void)sizeof(law::exact_elements<T, false>);
    return 0;
}
template <class Formula, class Printed>
constexpr auto report_printed_shape() {
    (void)sizeof(law::printed_shape<Formula, Printed, false>);
    return 0;
}

/// Reports errors in the types of a question; true if there are any.
template <class F, bool Complete, extent... E>
constexpr bool find_unfit() {
    using inexact = typename inexact_element<F>::type;
    constexpr bool fits = is_unreadable<E...> || may_print(F::shape_value, detail::shape_from<E...>, Complete);
    if constexpr (!std::is_void_v<inexact>)
        (void)sizeof(report_elements<inexact>());
    else if constexpr (!fits)
        (void)sizeof(report_printed_shape<typename law_shape<F>::type, law::shape_of<E...>>());
    return !std::is_void_v<inexact> || !fits || is_unreadable<E...>;
}

template <class Verdicts>
constexpr Verdicts all_undecided() {
    Verdicts v;
    for (verdict& item : v.items) item = verdict::undecided;
    return v;
}

template <class F>
constexpr void require_fit(const printed_numbers& printed) {
    require_ieee_arithmetic();
    if (!alignment(printed, F::shape_value).fits())
        fail(
            "heed: verify(formula, printed) needs as many rows and columns printed as the formula has; dots stand "
            "for those between");
}

template <class F>
constexpr void judge_all(const F& f, const printed_numbers& printed, verdict* verdicts, judged_number* numbers) {
    require_fit<F>(printed);
    const known_leaves<F> known(f);
    const question<defined_graph_of<F>.capacity, printed_gradient_of<F>.g.capacity> q{
        defined_graph_of<F>, printed_gradient_of<F>, known.leaves(), printed};
    judge_undecided<interval<double>>(q, verdicts, numbers);
    if constexpr (is_rational(defined_graph_of<F>)) judge_undecided<exact_decimal>(q, verdicts, numbers);
}

template <class F>
constexpr void judge_all(const F& f, const printed_numbers& printed, arithmetic in, verdict* verdicts,
                         judged_number* numbers) {
    if (in == arithmetic::exact) return judge_all(f, printed, verdicts, numbers);
    require_fit<F>(printed);
    const known_leaves<F> known(f);
    const question<defined_graph_of<F>.capacity, node_gradient_of<F>.g.capacity> q{
        defined_graph_of<F>, node_gradient_of<F>, known.leaves(), printed, in};
    judge_undecided<interval<double>, true>(q, verdicts, numbers);
}

/// The verdicts that judge(operand, numbers, verdicts) finds, if the types of the question fit.
template <class F, bool Complete, extent... E, class Judge>
constexpr auto verdicts_by(const F& f, const printed_tensor<Complete, E...>& p, const Judge& judge) {
    if constexpr (is_broken<F>) {
        return verdicts<>();
    } else {
        const auto& operand = operand_of(f);
        using Operand = std::remove_cvref_t<decltype(operand)>;
        auto v = all_undecided<typename verdicts_for<Operand>::type>();
        if constexpr (!find_unfit<Operand, Complete, E...>()) judge(operand, numbers_of(p), v);
        return v;
    }
}

}  // namespace detail

/// Judges the numbers printed for the value of a formula. Each printed input is known to half a unit of its last place,
/// unless it is exact(...). Each named object is one set of unknowns, however often it is used. Temporaries with the
/// same digits may be one set or several: the verdict holds in both cases (verify/readings.hpp).
/// shapes  as the formula; \dots rows and columns of `p` stand for the elements between
/// proves  consistent: inputs within the printed digits exist whose value is within the printed digits; refuted: none
///         do. verify/judging.hpp says how; docs/verify.md explains it.
/// cost    up to 12 x 3 attention within the default limits of constant expressions
/// errors  law::printed_shape, law::exact_elements; at run time throws arithmetic_error if doubles are not IEEE doubles
///         that round to nearest
/// source  Moore, Kearfott, Cloud: Introduction to Interval Analysis, 2009, chapter 6 (mean value form)
/// example constexpr auto P = exact(printed<"[1, 2]">);
///         constexpr auto found = verify(softmax(P), printed<"[0.27, 0.73]">);
///         static_assert(found.consistent());
template <formula F, bool Complete, extent... E>
[[nodiscard]] constexpr auto verify(const F& f, const printed_tensor<Complete, E...>& p) {
    return detail::verdicts_by(f, p, [](const auto& operand, const detail::printed_numbers& printed, auto& v) {
        detail::judge_all(operand, printed, v.items, v.numbers);
    });
}

/// Judges the numbers printed for the value of a formula that was computed in float32 (in_float32), float16, bfloat16
/// or float64. Every operation of the formula as it is written rounds, sums may be in any order, products may be fused
/// into them, functions err by some units of the last place (reference/float_format.hpp). Inputs and results are
/// numbers of that format.
/// proves  refuted: no such computation, with inputs within the printed digits, gives a number that is printed like
///         this; consistent: some errors within the bounds of the operations give one (not that some machine makes
///         exactly these)
/// error   the bounds are those of the least accurate library in use; tests/verify/float_test.cpp measures how far off
///         digits must be to be refuted
/// errors  as above
/// source  Higham: Accuracy and Stability of Numerical Algorithms, 2002, chapters 2 to 4
/// example examples/06_verify.cpp
template <formula F, bool Complete, extent... E>
[[nodiscard]] constexpr auto verify(const F& f, const printed_tensor<Complete, E...>& p, arithmetic in) {
    return detail::verdicts_by(f, p, [in](const auto& operand, const detail::printed_numbers& printed, auto& v) {
        v.in = in;
        detail::judge_all(operand, printed, in, v.items, v.numbers);
    });
}

}  // namespace heed
