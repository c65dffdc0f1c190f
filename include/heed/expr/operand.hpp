// SPDX-License-Identifier: BSL-1.0
// What formulas are made of but operations: tensors with a name, tensors that were moved in, numbers, indices; and what
// an operator returns after it reported a violation.
#pragma once

#include <heed/expr/constant.hpp>
#include <heed/tensor/tensor.hpp>

#include <concepts>
#include <cstddef>
#include <utility>

namespace heed {

/// Operators look for overloads in the namespaces of bases too: they find those of heed for operands that live in
/// heed::detail, also where a program has no `using namespace heed`.
struct operands_of_heed {};

namespace detail {

/// A tensor with a name of its own: its owner keeps it alive.
template <class Tensor>
struct named {
    using heed_formula = formula_tag;
    using value_type = typename Tensor::value_type;
    static constexpr shape shape_value = Tensor::shape_value;
    const Tensor* tensor;
#if defined(HEED_CHECK_LIFETIMES)
    lifetime_mark mark;
#endif
};

/// A temporary that was moved into the formula.
template <class Tensor>
struct owned {
    using heed_formula = formula_tag;
    using value_type = typename Tensor::value_type;
    static constexpr shape shape_value = Tensor::shape_value;
    Tensor tensor;
};

template <class Tensor>
inline constexpr std::size_t panel_columns<named<Tensor>> = panel_columns<Tensor>;
template <class Tensor>
inline constexpr std::size_t panel_columns<owned<Tensor>> = panel_columns<Tensor>;

/// A number of the host program. It takes on the element type of the formula.
template <class T>
struct literal {
    using heed_formula = formula_tag;
    using value_type = T;
    static constexpr shape shape_value{};
    T value;
};

/// What the index formulas of masks are made of: indices of the scores beside them, and the masks that every program
/// has at hand, which are cheaper to compile as one word each.
enum class index_kind : unsigned char {
    key,    ///< along the last axis
    query,  ///< along the axis before
    head,   ///< and so on
    batch,
    causal_upper_left,   ///< key <= query
    causal_lower_right,  ///< key <= query + (keys - queries)
    causal,              ///< either, of square scores; others violate law::causal
};
template <index_kind I>
struct index_leaf : operands_of_heed {
    using heed_formula = formula_tag;
    using value_type = int;
    static constexpr shape shape_value{};
};

/// Operands that stand for no memory.
template <class F>
inline constexpr bool is_leafless = false;
template <surd S>
inline constexpr bool is_leafless<exact_scalar<S>> = true;
template <index_kind I>
inline constexpr bool is_leafless<index_leaf<I>> = true;
template <class F>
concept leafless = is_leafless<F>;

/// What an operator returns after it reported a violation: later laws ignore it, so that there is one error.
struct broken : operands_of_heed {
    using heed_formula = formula_tag;
    using value_type = double;
    static constexpr shape shape_value{};
};

/// The shape of an operand as a type, for messages.
template <class F, class Indices = std::make_index_sequence<F::shape_value.rank>>
struct law_shape;
template <class F, std::size_t... I>
struct law_shape<F, std::index_sequence<I...>> {
    using type = law::shape_of<F::shape_value[I]...>;
};

/// Names the law. A function of its own that is never called: clang does not evaluate one that names a broken law.
template <class F>
constexpr auto report_incomplete() {
    (void)sizeof(law::complete_operand<typename law_shape<F>::type, false>);
    return 0;
}

/// Reports an operand of which some elements are not known; else it is one that an operator returned after a report.
template <class F>
constexpr bool find_broken() {
    if constexpr (is_incomplete<F>) (void)sizeof(report_incomplete<F>());
    return is_incomplete<F> || std::same_as<F, broken>;
}

template <class F>
inline constexpr bool is_broken = find_broken<std::remove_cvref_t<F>>();

}  // namespace detail
}  // namespace heed
