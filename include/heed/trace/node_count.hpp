// SPDX-License-Identifier: BSL-1.0
// How many nodes the graph of a formula has at most.
#pragma once

#include <heed/expr/let.hpp>
#include <heed/expr/lookup.hpp>
#include <heed/expr/vjp.hpp>
#include <heed/graph/gradient.hpp>

#include <cstddef>

namespace heed::detail {

/// The most nodes that an operation adds to a graph.
template <class Operation>
inline constexpr std::size_t nodes_of_operation = 1;
template <>
inline constexpr std::size_t nodes_of_operation<op::product> = 4;
template <>
inline constexpr std::size_t nodes_of_operation<op::look_up_rows> = 2;
template <normalisation N, std::size_t Axis>
inline constexpr std::size_t nodes_of_operation<op::norm<N, Axis>> = 5;
template <std::size_t Axis, extent Heads>
inline constexpr std::size_t nodes_of_operation<op::group<Axis, Heads>> = 2;
template <std::size_t Axis, std::size_t HeadsAxis>
inline constexpr std::size_t nodes_of_operation<op::group_as<Axis, HeadsAxis>> = 2;

/// The most nodes that a formula adds to a graph.
template <class F>
inline constexpr std::size_t node_count = 1;
template <class Operation, class... Operands>
inline constexpr std::size_t node_count<formula_of<Operation, Operands...>> = nodes_of_operation<Operation> +
                                                                              (node_count<Operands> + ... + 0);
template <std::size_t Scope, int Weight, class T, extent... E>
inline constexpr std::size_t node_count<shared_value<Scope, Weight, T, E...>> = 0;  // counted where it is computed
/// A view of each operand, and the gradient.
template <bool WithValue, std::size_t... Scopes, class... Operands>
inline constexpr std::size_t node_count<formula_of<op::vjp<WithValue, Scopes...>, Operands...>> =
    sizeof...(Scopes) + gradient_capacity((node_count<Operands> + ... + 0));
template <index_kind I>
inline constexpr std::size_t node_count<index_leaf<I>> = is_plain(I)                           ? 1
                                                         : I == index_kind::position           ? 5
                                                         : I == index_kind::causal_lower_right ? 7
                                                                                               : 3;

}  // namespace heed::detail
