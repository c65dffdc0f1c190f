// SPDX-License-Identifier: BSL-1.0
// Builds the question that verdicts answer, from a formula and printed numbers.
#pragma once

#include <heed/expr/formula_of.hpp>
#include <heed/meta/buffer.hpp>
#include <heed/printed/printed.hpp>
#include <heed/trace/leaves.hpp>
#include <heed/trace/trace.hpp>
#include <heed/verify/question.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed {

namespace law {

/// The elements of a formula that is verified.
template <class T, bool Holds>
struct exact_elements {
    static_assert(Holds,
                  "heed: verify needs printed numbers, or tensors of float, double or integers of up to 32 bits");
};

/// The shapes of a formula and of what is printed for it.
template <class Formula, class Printed, bool Holds>
struct printed_shape {
    static_assert(
        Holds,
        "heed: verify(formula, printed) needs as many rows and columns printed as the formula has; dots stand "
        "for those between");
};

}  // namespace law

namespace detail {

template <class T>
inline constexpr bool is_exact_double = std::same_as<T, float> || std::same_as<T, double> ||
                                        (std::integral<T> && sizeof(T) <= 4);

template <class F>
inline constexpr std::size_t leaf_elements = F::shape_value.size();
template <leafless F>
inline constexpr std::size_t leaf_elements<F> = 0;
template <class Operation, class... Operands>
inline constexpr std::size_t leaf_elements<formula_of<Operation, Operands...>> = (leaf_elements<Operands> + ... + 0);

template <class F>
inline constexpr bool is_named_leaf = false;
template <class Tensor>
inline constexpr bool is_named_leaf<named<Tensor>> = true;

template <class F>
inline constexpr bool is_printed = false;
template <bool Complete, extent... E>
inline constexpr bool is_printed<printed_tensor<Complete, E...>> = true;
template <class Tensor>
inline constexpr bool is_printed<named<Tensor>> = is_printed<Tensor>;
template <class Tensor>
inline constexpr bool is_printed<owned<Tensor>> = is_printed<Tensor>;

/// What is known of the numbers of each leaf of F, in the order of the formula.
template <class F>
class known_leaves {
public:
    constexpr explicit known_leaves(const F& f) : elements_(leaf_elements<F>) {
        for_each_leaf(f, [this](const auto& leaf) { this->add(leaf); });
    }

    constexpr const leaf_numbers* leaves() const { return leaves_; }

private:
    static constexpr std::size_t count = leaf_count<F> == 0 ? 1 : leaf_count<F>;

    /// The address of a named object, so that its unknowns are the same in every use. A leaf that the formula holds by
    /// value has none: its address would be that of a copy.
    template <class Leaf>
    constexpr void add(const Leaf& leaf) {
        const auto& elements = elements_of(leaf);
        if constexpr (is_named_leaf<Leaf>)
            begin_leaf(&elements);
        else
            begin_leaf();
        if constexpr (is_printed<Leaf>) {
            for (std::size_t i = 0; i < elements.size(); ++i)
                push({.printed = elements.entries()[i], .is_printed = true, .is_rounded = !elements.is_exact()});
        } else {
            add_numbers(elements);
        }
    }
    template <class T>
    constexpr void add(const literal<T>& leaf) {
        (void)sizeof(law::exact_elements<T, is_exact_double<T>>);
        begin_leaf();
        push({.value = static_cast<double>(leaf.value)});
    }
    template <class Elements>
    constexpr void add_numbers(const Elements& elements) {
        using T = std::remove_const_t<typename Elements::value_type>;
        (void)sizeof(law::exact_elements<T, is_exact_double<T>>);
        for (const auto& x : elements) push({.value = static_cast<double>(x)});
    }

    constexpr void begin_leaf() {
        leaves_[filled_] = {elements_.data() + pushed_, filled_, true};
        ++filled_;
    }
    constexpr void begin_leaf(const void* identity) {
        identities_[filled_] = identity;
        leaves_[filled_] = {elements_.data() + pushed_, filled_};
        for (std::size_t i = filled_; i-- > 0;)
            if (!leaves_[i].is_held && identities_[i] == identity) leaves_[filled_].same_as = i;
        ++filled_;
    }
    constexpr void push(const known_number& x) { elements_[pushed_++] = x; }

    buffer_of<known_number> elements_;
    leaf_numbers leaves_[count]{};
    const void* identities_[count]{};
    std::size_t filled_ = 0;
    std::size_t pushed_ = 0;
};

template <bool Complete, extent... E>
constexpr printed_numbers numbers_of(const printed_tensor<Complete, E...>& p) {
    printed_numbers numbers{.entries = p.entries(), .dims = p.shape_value};
    for (std::size_t a = 0; a < p.rank(); ++a) numbers.elided_at[a] = p.elided_at(a);
    numbers.how = p.is_exact() ? reading::exact : reading::rounded;
    return numbers;
}

/// Which leaves have printed numbers. The result depends on the types only, so the gradient of a formula is found once.
template <class F, std::size_t Capacity>
constexpr leaf_set<Capacity> printed_leaves() {
    leaf_set<Capacity> set{};
    for_each_leaf_type<F>([&]<class Leaf>(const Leaf*) { set.push_back(is_printed<Leaf>); });
    return set;
}

/// The gradient of a formula with respect to its printed leaves.
template <class F>
inline constexpr auto printed_gradient_of = gradient_of<gradient_capacity(defined_graph_of<F>.nodes.size())>(
    defined_graph_of<F>, printed_leaves<F, defined_graph_of<F>.capacity>());

/// The gradient with respect to every node of the graph.
template <class F>
inline constexpr auto node_gradient_of =
    gradient_of_nodes<gradient_capacity(defined_graph_of<F>.nodes.size())>(defined_graph_of<F>);

}  // namespace detail
}  // namespace heed
