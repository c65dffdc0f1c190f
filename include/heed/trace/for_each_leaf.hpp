// SPDX-License-Identifier: BSL-1.0
// Visits the leaves of a formula: tensors, views and numbers, in the order in which they are written.
#pragma once

#include <heed/expr/formula_of.hpp>
#include <heed/tensor/strides_of.hpp>

#include <boost/hana/at.hpp>
#include <boost/hana/tuple.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

template <class F>
inline constexpr bool is_literal = false;
template <class T>
inline constexpr bool is_literal<literal<T>> = true;

/// A tensor of static extents whose elements are on the heap has none after a move, until it is assigned to.
template <class T, extent... E>
constexpr void check_was_not_moved(const tensor<T, E...>& x) {
    if constexpr (!shape_from<E...>.is_dynamic())
        if (sizeof(x) < sizeof(T) * x.size() && x.data() == nullptr)
            fail("heed: a formula reads a tensor that was moved from");
}
template <class Tensor>
constexpr void check_was_not_moved(const Tensor&) {}

/// The tensor or view of a leaf that is not a number.
template <class Tensor>
constexpr const Tensor& elements_of(const named<Tensor>& leaf) {
#if defined(HEED_CHECK_LIFETIMES)
    leaf.mark.check(*leaf.tensor);
    check_was_not_moved(*leaf.tensor);
#endif
    return *leaf.tensor;
}
template <class Tensor>
constexpr const Tensor& elements_of(const owned<Tensor>& leaf) {
#if defined(HEED_CHECK_LIFETIMES)
    check_was_not_moved(leaf.tensor);
#endif
    return leaf.tensor;
}
template <tensor_or_view View>
constexpr const View& elements_of(const View& leaf) {
    return leaf;
}

/// Calls visit(leaf) with the leaves of a formula as they are stored in it: named, owned, a view, or a literal. Exact
/// scalars and indices are not leaves.
template <class Leaf, class Visit>
constexpr void for_each_leaf(const Leaf& leaf, const Visit& visit) {
    if constexpr (!leafless<Leaf>) visit(leaf);
}
template <class Operation, class... Operands, class Visit>
constexpr void for_each_leaf(const formula_of<Operation, Operands...>& f, const Visit& visit) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (for_each_leaf(boost::hana::at_c<I>(f.operands), visit), ...); }
    (std::index_sequence_for<Operands...>());
}

/// The same without a formula: visit gets null pointers to the types of the leaves.
template <class Leaf, class Visit>
constexpr void for_each_leaf_type(const Leaf* leaf, const Visit& visit) {
    if constexpr (!leafless<Leaf>) visit(leaf);
}
template <class Operation, class... Operands, class Visit>
constexpr void for_each_leaf_type(const formula_of<Operation, Operands...>*, const Visit& visit) {
    (for_each_leaf_type(static_cast<const Operands*>(nullptr), visit), ...);
}
template <class F, class Visit>
constexpr void for_each_leaf_type(const Visit& visit) {
    for_each_leaf_type(static_cast<const F*>(nullptr), visit);
}

}  // namespace heed::detail
