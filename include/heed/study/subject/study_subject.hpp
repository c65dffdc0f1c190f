// SPDX-License-Identifier: BSL-1.0
// What study works on: the graph of a formula, its passes, and the types of its leaves.
#pragma once

#include <heed/lower/few_rows.hpp>
#include <heed/lower/lower.hpp>
#include <heed/study/subject/length_names.hpp>
#include <heed/trace/leaves.hpp>
#include <heed/trace/measured.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace heed::detail {

/// The name and size of a number type.
struct element_kind {
    const char* name = "";
    std::size_t bytes = 0;
};
template <class T>
constexpr element_kind element_kind_of() {
    if (std::is_same_v<T, float>) return {"float", sizeof(T)};
    if (std::is_same_v<T, double>) return {"double", sizeof(T)};
    if (std::is_same_v<T, long double>) return {"long double", sizeof(T)};
    if (std::is_same_v<T, float16>) return {"float16", sizeof(T)};
    if (std::is_same_v<T, bfloat16>) return {"bfloat16", sizeof(T)};
    if (std::is_same_v<T, bool>) return {"bool", sizeof(T)};
    if (std::is_integral_v<T>) return {std::is_signed_v<T> ? "integer" : "unsigned", sizeof(T)};
    return {"number", sizeof(T)};
}

/// Whether registers can hold such numbers.
constexpr bool is_packed(const element_kind& t) {
    return std::string_view(t.name) == "float" || std::string_view(t.name) == "double";
}

/// The name of a leaf in study texts: tensors are A, B, C ..., run-time scalars a, b, c ..., in the order of the
/// formula.
struct leaf_name {
    element_kind type{};
    bool is_number = false;
    std::size_t ordinal = 0;
    std::string_view given{};  ///< the user's name for it, if known
};
template <std::size_t Leaves>
struct leaf_names {
    leaf_name items[Leaves == 0 ? 1 : Leaves]{};
    std::size_t filled = 0;
    std::size_t numbers = 0, tensors = 0;

    template <class Leaf>
    constexpr void add() {
        const bool is_number = Leaf::shape_value.rank == 0;
        items[filled] = {element_kind_of<std::remove_const_t<typename Leaf::value_type>>(),
                         is_number,
                         is_number ? numbers : tensors,
                         {}};
        numbers += is_number ? 1 : 0;
        tensors += is_number || has_sizes_only<Leaf> ? 0 : 1;
        ++filled;
    }
};

/// The formula type of E, computed in its own element type or in T.
template <class E, class T = computed_t<value_of<E>>>
struct study_subject {
    using formula_type = std::remove_cvref_t<decltype(operand_of(std::declval<const std::remove_cvref_t<E>&>()))>;
    using traced_type = traced_formula<formula_type>;
    using passes = lowered<traced_type, sizeof(T)>;
    using for_few_rows = typename few_rows_of<traced_type, sizeof(T)>::type;
    using numbers = length_numbers_of<formula_type>;
    static constexpr bool has_lengths = detail::has_lengths<formula_type>;

    static constexpr const auto& graph = traced_type::value;
    static constexpr element_kind computed_in = element_kind_of<T>();
    static constexpr auto leaves = [] {
        leaf_names<leaf_count<formula_type>> names;
        for_each_leaf_type<formula_type>([&]<class Leaf>(const Leaf*) { names.template add<Leaf>(); });
        return names;
    }();
};

/// The results of all passes for one formula, of any size.
struct study_view {
    graph_view written;
    graph_view form;
    roles_view node_roles;
    plan_view steps;
    const leaf_name* leaves;
    std::size_t leaf_count;
    element_kind computed_in;
    const length_list& lengths = no_lengths;

    /// The kernel of a step, with the lengths of the step.
    constexpr kernel kernel_of(const step& s) const {
        return with_lengths_of(steps.kernels[s.kernel], s.lengths, lengths);
    }
};

/// Text about E.
template <class E, std::size_t Capacity>
using study_text = text<Capacity, typename study_subject<E>::numbers>;

/// For the passes for all lengths, or those for a few rows.
template <class E, class Passes = typename study_subject<E>::passes>
constexpr study_view study_view_of() {
    using S = study_subject<E>;
    return study_view{Passes::source_graph::value,
                      Passes::form,
                      Passes::node_roles,
                      Passes::value,
                      S::leaves.items,
                      S::leaves.filled,
                      S::computed_in,
                      Passes::lengths};
}

}  // namespace heed::detail
