// SPDX-License-Identifier: BSL-1.0
// What the file of a formula is written from, without the type of the formula.
#pragma once

#include <heed/graph/sized_graph.hpp>
#include <heed/lower/few_rows.hpp>
#include <heed/lower/lower.hpp>
#include <heed/study/subject/length_names.hpp>
#include <heed/study/subject/length_totals.hpp>
#include <heed/study/text/tensor_names.hpp>
#include <heed/trace/for_each_leaf.hpp>
#include <heed/trace/length_values.hpp>
#include <heed/trace/number_as.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heed::detail::emitted {

template <class T>
constexpr const char* c_type() {
    if constexpr (std::same_as<T, float>) return "float";
    if constexpr (std::same_as<T, double>) return "double";
    if constexpr (std::same_as<T, char>) return "char";
    if constexpr (std::same_as<T, signed char>) return "signed char";
    if constexpr (std::same_as<T, unsigned char>) return "unsigned char";
    if constexpr (std::same_as<T, short>) return "short";
    if constexpr (std::same_as<T, unsigned short>) return "unsigned short";
    if constexpr (std::same_as<T, int>) return "int";
    if constexpr (std::same_as<T, unsigned>) return "unsigned";
    if constexpr (std::same_as<T, long>) return "long";
    if constexpr (std::same_as<T, unsigned long>) return "unsigned long";
    if constexpr (std::same_as<T, long long>) return "long long";
    if constexpr (std::same_as<T, unsigned long long>) return "unsigned long long";
    if constexpr (std::same_as<T, bool>) return "unsigned char";
    return nullptr;
}

/// A leaf of a formula.
struct source_leaf {
    enum kind : unsigned char {
        number,
        sizes,  ///< a tensor without elements: only its lengths count
        tensor,
    };
    kind what = tensor;
    double value = 0;                ///< of a number, rounded to the type that is computed in
    const char* type = nullptr;      ///< of elements, in C
    const void* identity = nullptr;  ///< the address of its elements, which identifies it even if it has none
    shape dims{};                    ///< with primes for lengths
    shape actual{};                  ///< with its lengths
    strides step{};
    bool has_lengths = false;
    std::size_t length_of[max_rank]{};  ///< the number of the length of an axis that is dynamic; most_lengths and
                                        ///< beyond for others
};

/// The results of the passes, with the graph that they began with and the primes in it.
struct source_plan {
    graph_view written{};
    graph_view form{};
    roles_view node_roles{};
    plan_view steps{};
    length_list lengths{};
};
template <class Passes>
source_plan source_plan_of() {
    return {Passes::source_graph::value, Passes::form, Passes::node_roles, Passes::value, Passes::lengths};
}

/// Views of static values, and copies of what the formula has.
struct formula_source {
    std::size_t element_bytes = 0;  ///< of the type that is computed in
    std::vector<source_leaf> leaves{};
    graph_view defined{};  ///< the graph in which operations are written out, of a formula without lengths
    source_plan all{};
    std::vector<std::string> length_names{};  ///< of each length
    length_totals totals{};
    std::vector<source_plan> few{};  ///< the plans for one row, two ...
    std::size_t few_length = 0;      ///< the length that is a number of rows there, or the product of those that are
};

/// A leaf with elements, for a formula computed in T. Its type is null if C has none for its elements.
template <class T, class Leaf>
source_leaf source_of_tensor(const Leaf& l) {
    const auto& elements = elements_of(l);
    using element = std::remove_const_t<typename Leaf::value_type>;
    source_leaf s{.type = c_type<element>(), .dims = Leaf::shape_value};
    if constexpr (Leaf::shape_value.rank == 0) {
        s.what = source_leaf::number;
        s.value = static_cast<double>(static_cast<T>(*elements.data()));
    } else {
        s.actual = dims_of(elements);
        s.step = strides_of(elements);
        s.has_lengths = Leaf::shape_value.is_dynamic();
        s.identity = identity_of(elements);
    }
    return s;
}
template <class T, class Leaf>
source_leaf source_of_leaf(const Leaf& l) {
    if constexpr (is_literal<Leaf>)
        return {.what = source_leaf::number, .value = static_cast<double>(number_as<T>(l.value))};
    else if constexpr (has_sizes_only<Leaf>)
        return {.what = source_leaf::sizes};
    else
        return source_of_tensor<T>(l);
}

/// Says what is wrong if C cannot express the elements of a formula.
template <class F>
constexpr void check_element_types() {
    for_each_leaf_type<F>([]<class Leaf>(const Leaf*) {
        using element = std::remove_const_t<typename Leaf::value_type>;
        constexpr bool counts = !is_literal<Leaf> && !has_sizes_only<Leaf>;
        static_assert(!counts || !is_half<element>,
                      "heed: emit does not write half precision yet; emit the formula over float tensors");
        static_assert(!counts || is_half<element> || c_type<element>() != nullptr,
                      "heed: emit writes C: leaves hold float, double or integers");
    });
}

template <class F>
std::vector<std::string> names_of_lengths_as_text() {
    std::vector<std::string> list;
    for (const length_name& name : in_lengths<F>::names) {
        text<256> words;
        add_length_name(words, name);
        list.emplace_back(words.view());
    }
    return list;
}

/// What concerns lengths.
template <class T, class F>
void add_lengths(formula_source& s) {
    using measure = measuring<F>;
    for (std::size_t i = 0; i < s.leaves.size(); ++i) {
        source_leaf& l = s.leaves[i];
        l.dims = measure::shapes.items[i];
        for (std::size_t a = 0; a < max_rank; ++a)
            l.length_of[a] = a < measure::types.items[i].rank && measure::types.items[i][a].is_dynamic()
                                 ? measure::found.length_of[i][a]
                                 : known_size;
    }
    s.length_names = names_of_lengths_as_text<F>();
    s.totals = length_totals_of<F>();
    using few = typename few_rows_of<traced_formula<F>, sizeof(T)>::type;
    if constexpr (few::most > 0) {
        s.few_length = few::length;
        [&]<std::size_t... R>(std::index_sequence<R...>) {
            (s.few.push_back(source_plan_of<typename few::template for_rows<R + 1>>()), ...);
        }
        (std::make_index_sequence<few::most>());
    }
}

template <class T, class F>
formula_source source_of(const F& f) {
    formula_source s{.element_bytes = sizeof(T)};
    for_each_leaf(f, [&](const auto& l) { s.leaves.push_back(source_of_leaf<T>(l)); });
    if constexpr (has_lengths<F>) {
        s.all = source_plan_of<lowered<traced_formula<F>, sizeof(T)>>();
        add_lengths<T, F>(s);
    } else {
        s.all = source_plan_of<lowered<traced<F>, sizeof(T)>>();
        s.defined = defined_graph_of<F>;
    }
    return s;
}

}  // namespace heed::detail::emitted
