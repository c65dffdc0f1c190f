// SPDX-License-Identifier: BSL-1.0
// What the conditions of a formula compare, and whether the type in which it is computed has those numbers.
#pragma once

#include <heed/expr/let.hpp>
#include <heed/scalar/has_numbers.hpp>
#include <heed/shape/law.hpp>
#include <heed/trace/leaves.hpp>
#include <heed/trace/measured.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// Whether T loses numbers of any of these types of elements.
template <class T, class List>
inline constexpr bool loses_numbers = false;
template <class T, class... S>
inline constexpr bool loses_numbers<T, type_list<S...>> = ((lost_in<T, S> != numbers_lost::none) || ...);

/// Functions that ask whether their first operand is 0; two of them ask it of the second one too.
constexpr bool asks_for_truth(function f) { return is_mask(f) || kind_of(f) == function_kind::truth; }

/// Whether a node compares numbers, or asks whether they are 0.
constexpr bool compares(const node& n) { return n.kind == node_kind::elementwise && is_comparison(n.apply); }
constexpr bool asks(const node& n) { return n.kind == node_kind::elementwise && asks_for_truth(n.apply); }
/// Whether a formula has conditions.
template <class Graph>
constexpr bool has_conditions(const Graph& g) {
    for (const node& n : g.nodes)
        if (compares(n) || asks(n)) return true;
    return false;
}

/// What the conditions of a formula F, computed in T, read: known from types alone.
template <class F, class T>
struct condition_types {
    static constexpr const auto& g = traced_formula<F>::value;

    template <class List>
    struct lost_of;
    template <class... S>
    struct lost_of<type_list<S...>> {
        // One more than there are, for formulas without tensors.
        static constexpr numbers_lost items[sizeof...(S) + 1] = {lost_in<T, S>..., numbers_lost::none};
        static constexpr bool are_whole[sizeof...(S) + 1] = {std::is_integral_v<S>..., false};
    };
    using lost = lost_of<typename element_types<F>::type>;

    static constexpr numbers_lost lost_of_leaf(const node& n) {
        return n.kind == node_kind::leaf && n.dims.rank > 0 ? lost::items[leaf_types<F>.items[n.leaf]]
                                                            : numbers_lost::none;
    }
    static constexpr bool is_stored(node_id id) {
        const node& n = g[behind_views(g, id)];
        if (n.kind == node_kind::lookup) return is_stored_leaf(g[g.operand(behind_views(g, id), 0)]);
        return is_stored_leaf(n);
    }
    static constexpr bool is_number(node_id id) {
        const node& n = g[behind_views(g, id)];
        return n.kind == node_kind::leaf && n.dims.rank == 0;
    }
    /// Whether a loop reads it as it is: an element in memory, an index, or one whole number.
    static constexpr bool is_read(node_id id) {
        const node& n = g[behind_views(g, id)];
        const bool whole = n.kind == node_kind::constant && n.value.denominator == 1 && n.value.radicand == 1;
        return is_stored(id) || is_number(id) || n.kind == node_kind::index || whole;
    }
    /// The operands whose elements are among those of a node. Indices only say where they are.
    static constexpr std::size_t count_of_sources(const node& n) {
        return n.kind == node_kind::lookup ? 1 : n.operand_count;
    }
    static constexpr bool is_condition(const node& n) { return n.kind == node_kind::elementwise && is_truth(n.apply); }
    /// The most that T loses of what a node is computed from. What conditions give is 1 or 0.
    static constexpr numbers_lost lost_below(node_id id) {
        const node& n = g[id];
        if (is_condition(n)) return numbers_lost::none;
        numbers_lost most = lost_of_leaf(n);
        for (std::size_t i = 0; i < count_of_sources(n); ++i) {
            const numbers_lost of = lost_below(g.operand(id, i));
            if (of > most) most = of;
        }
        return most;
    }
    /// Whether a node is computed from whole numbers only, as whole numbers; numbers of the program count as whole.
    static constexpr bool is_whole(node_id id) {
        const node& n = g[id];
        if (n.kind == node_kind::index || is_condition(n)) return true;
        if (n.kind == node_kind::constant) return n.value.denominator == 1 && n.value.radicand == 1;
        if (n.kind == node_kind::leaf) return n.dims.rank == 0 || lost::are_whole[leaf_types<F>.items[n.leaf]];
        if (n.kind != node_kind::view && n.kind != node_kind::lookup &&
            !(n.kind == node_kind::elementwise && keeps_whole(n.apply)))
            return false;
        for (std::size_t i = 0; i < count_of_sources(n); ++i)
            if (!is_whole(g.operand(id, i))) return false;
        return true;
    }

    /// Whether a node is a whole number that is computed from indices and numbers of the program alone, or is such a
    /// number.
    static constexpr bool counts(node_id id) {
        const node& n = g[behind_views(g, id)];
        const bool is_counted = n.kind == node_kind::elementwise && !is_condition(n);
        return (is_counted || is_number(id)) && is_whole(id) && !has_stored(id);
    }
    static constexpr bool has_stored(node_id id) {
        if (is_stored_leaf(g[id])) return true;
        for (std::size_t i = 0; i < g[id].operand_count; ++i)
            if (has_stored(g.operand(id, i))) return true;
        return false;
    }
    /// Whether a condition reads a number that counts.
    static constexpr bool reads_counts(const node& n) {
        if (!compares(n) && !asks(n)) return false;
        const std::size_t operands = compares(n) ? 2 : asked_operands(n);
        for (std::size_t i = 0; i < operands; ++i)
            if (counts(g.operands[n.first_operand + i])) return true;
        return false;
    }
    static constexpr bool some_read_counts() {
        for (const node& n : g.nodes)
            if (reads_counts(n)) return true;
        return false;
    }

    static constexpr std::size_t asked_operands(const node& n) { return is_mask(n.apply) ? 1 : n.operand_count; }
    /// Whether the digits that T loses matter to no condition.
    static constexpr bool hold(bool as_read) {
        for (node_id id = 0; id < g.nodes.size(); ++id) {
            const node& n = g[id];
            if (compares(n)) {
                const node_id a = g.operand(id, 0), b = g.operand(id, 1);
                const bool loses = lost_below(a) >= numbers_lost::signs || lost_below(b) >= numbers_lost::signs;
                if (loses && !(as_read && is_read(a) && is_read(b))) return false;
            } else if (asks(n)) {
                for (std::size_t i = 0; i < asked_operands(n); ++i)
                    if (changes_truth<T>(lost_below(g.operand(id, i))) &&
                        !(as_read && n.apply == function::is_zero && is_stored(g.operand(id, i))))
                        return false;
            }
        }
        return true;
    }

private:
    static constexpr bool is_stored_leaf(const node& n) { return n.kind == node_kind::leaf && n.dims.rank > 0; }
};

/// Whether T has the digits that conditions of F need; AsRead: but where they compare what is in memory as it is. Of a
/// formula that uses names of lets around it that is not known.
template <class F, class T, bool AsRead>
inline constexpr bool conditions_hold = true;
template <class F, class T, bool AsRead>
requires(loses_numbers<T, typename element_types<F>::type>&& free_scopes<F> ==
         0) inline constexpr bool conditions_hold<F, T, AsRead> = condition_types<F, T>::hold(AsRead);

/// Whether conditions of F read what is computed from indices and numbers, which T may not have.
template <class F, class T>
inline constexpr bool conditions_count = false;
template <class F, std::floating_point T>
requires(free_scopes<F> == 0 && has_conditions(traced_formula<F>::value)) inline constexpr bool conditions_count<F, T> =
    condition_types<F, T>::some_read_counts();

/// The law for a formula that is computed in T. Functions that users call name it, so that compilers show their line.
template <class F, class T, bool AsRead = true>
using condition_law =
    law::condition<computed_t<T>, conditions_hold<std::remove_cvref_t<decltype(operand_of(std::declval<const F&>()))>,
                                                  computed_t<T>, AsRead>>;

}  // namespace heed::detail
