// SPDX-License-Identifier: BSL-1.0
// The operands of formulas: named tensors, tensors that were moved in, numbers, indices; and the value that an operator
// returns after it reported a violation.
#pragma once

#include <heed/expr/constant.hpp>
#include <heed/shape/score_axes.hpp>
#include <heed/tensor/tensor.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <utility>

namespace heed {

/// Operators look for overloads in the namespaces of bases too: they find those of heed for operands that live in
/// heed::detail, also where a program has no `using namespace heed`.
struct operands_of_heed {};

namespace detail {

/// A named tensor; its owner keeps it alive. It stays that one, so that no formula of it is assigned to.
template <class Tensor>
struct named {
    using heed_formula = formula_tag;
    using value_type = typename Tensor::value_type;
    static constexpr shape shape_value = Tensor::shape_value;
    const Tensor* const tensor;
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
template <class Tensor>
struct panels_of<named<Tensor>> : panels_of<Tensor> {};
template <class Tensor>
struct panels_of<owned<Tensor>> : panels_of<Tensor> {};

/// A run-time scalar. It takes the element type of the formula.
template <class T>
struct literal {
    using heed_formula = formula_tag;
    using value_type = T;
    static constexpr shape shape_value{};
    T value;
};

/// The parts of index formulas: indices of the scores that they are combined with, and predefined masks, which compile
/// faster as one type each.
enum class index_kind : unsigned char {
    key,    ///< along the last axis
    query,  ///< along the axis before it
    head,   ///< along the axes that shape/score_axes.hpp finds
    batch,
    text,
    causal_upper_left,   ///< key <= query
    causal_lower_right,  ///< key <= query + (keys - queries)
    causal,              ///< both, for square scores; others violate law::causal
    position,            ///< query + (keys - queries)
};
/// Whether it is an index along one axis.
constexpr bool is_plain(index_kind i) { return i <= index_kind::text; }
/// The axis of the scores that it goes along; of others, the queries. max_rank if the scores have no such axis.
constexpr std::size_t axis_of_index(index_kind i, const shape& scores) {
    if (i == index_kind::head) return axis_of_heads(scores);
    if (i == index_kind::batch) return axis_of_batch(scores);
    if (i == index_kind::text) return axis_of_texts(scores);
    const std::size_t from_right = i == index_kind::key ? 0 : 1;
    return scores.rank <= from_right ? max_rank : scores.rank - 1 - from_right;
}

template <index_kind I>
struct index_leaf : operands_of_heed {
    using heed_formula = formula_tag;
    using value_type = int;
    static constexpr shape shape_value{};
};

/// Operands without memory.
template <class F>
inline constexpr bool is_leafless = false;
template <surd S>
inline constexpr bool is_leafless<exact_scalar<S>> = true;
template <index_kind I>
inline constexpr bool is_leafless<index_leaf<I>> = true;
template <class F>
concept leafless = is_leafless<F>;

/// The value that an operator returns after it reported a violation. Later laws ignore it, so that there is only one
/// error.
struct broken : operands_of_heed, indexed_after_report {
    using heed_formula = formula_tag;
    using value_type = double;
    static constexpr shape shape_value{};
};

/// The same for what would be one bool.
struct broken_truth : broken {
    constexpr operator bool() const { return false; }
};

/// The same for what has several results, which structured bindings take apart.
template <std::size_t Results>
struct broken_results : broken {};

/// What is evaluated of the value of an operator that reported a violation.
template <class F>
struct value_after_report {
    using type = tensor<reported>;
};
template <std::size_t Results>
struct value_after_report<broken_results<Results>> {
    using type = std::array<tensor<reported>, Results>;
};

/// The shape of an operand as a type, for messages.
template <class F, class Indices = std::make_index_sequence<F::shape_value.rank>>
struct law_shape;
template <class F, std::size_t... I>
struct law_shape<F, std::index_sequence<I...>> {
    using type = law::shape_of<F::shape_value[I]...>;
};

/// Names the law. It is a separate function that is never called, because clang does not evaluate one that names a
/// broken law.
template <class F>
constexpr auto report_incomplete() {
    (void)sizeof(law::complete_operand<typename law_shape<F>::type, false>);
    return 0;
}

/// Reports an operand with unknown elements; any other one here was returned after a report.
template <class F>
constexpr bool find_broken() {
    if constexpr (is_incomplete<F>) (void)sizeof(report_incomplete<F>());
    return is_incomplete<F> || std::derived_from<F, broken> || std::same_as<F, tensor<reported>> ||
           std::same_as<F, std::array<tensor<reported>, 2>>;
}

template <class F>
inline constexpr bool is_broken = find_broken<std::remove_cvref_t<F>>();

}  // namespace detail
}  // namespace heed
