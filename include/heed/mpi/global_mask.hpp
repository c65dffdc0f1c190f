// SPDX-License-Identifier: BSL-1.0
// A mask over the indices of a whole sequence, as a mask over those of a block of its queries and keys.
#pragma once

#include <heed/expr/lookup.hpp>
#include <heed/expr/mask.hpp>

#include <boost/hana/unpack.hpp>

#include <type_traits>

namespace heed::mpi::detail {

namespace op = heed::detail::op;
using heed::detail::index_kind;
using heed::detail::index_leaf;

/// Where the queries and keys of a block are in the whole: index i of the block is first + step * i.
struct block_place {
    int first_query = 0, query_step = 1, first_key = 0, key_step = 1;
    int keys_before = 0;  ///< keys minus queries, of the whole

    constexpr auto query() const { return query_step * index::q + first_query; }
    constexpr auto key() const { return key_step * index::k + first_key; }
};

/// Numbers, tensors, lengths: the same everywhere.
template <class F>
constexpr F in_whole(const F& f, const block_place&) {
    return f;
}
template <index_kind I>
constexpr auto in_whole(const index_leaf<I>& i, const block_place& p) {
    if constexpr (I == index_kind::key)
        return p.key();
    else if constexpr (I == index_kind::query)
        return p.query();
    else if constexpr (I == index_kind::position)
        return p.query() + p.keys_before;
    else if constexpr (I == index_kind::causal || I == index_kind::causal_upper_left)
        return p.key() <= p.query();
    else if constexpr (I == index_kind::causal_lower_right)
        return p.key() <= p.query() + p.keys_before;
    else
        return i;
}

template <index_kind... I>
inline constexpr bool name_tokens = ((I == index_kind::key || I == index_kind::query) || ...);

template <class Operation, class... Operands>
constexpr auto in_whole(const formula_of<Operation, Operands...>& f, const block_place& p);

/// An element at an index of the tokens is looked up at that of the whole.
template <index_kind... I, class A>
constexpr auto element_in_whole(const formula_of<op::at<I...>, A>& f, const block_place& p) {
    if constexpr (name_tokens<I...>)
        return heed::detail::make_look_up(boost::hana::at_c<0>(f.operands), in_whole(index_leaf<I>(), p)...);
    else
        return f;
}

template <class Operation>
inline constexpr bool is_element_at = false;
template <index_kind... I>
inline constexpr bool is_element_at<op::at<I...>> = true;

template <class Operation, class... Operands>
constexpr auto in_whole(const formula_of<Operation, Operands...>& f, const block_place& p) {
    if constexpr (is_element_at<Operation>)
        return element_in_whole(f, p);
    else if constexpr (heed::detail::is_index_formula<formula_of<Operation, Operands...>>)
        return boost::hana::unpack(f.operands, [&](const auto&... operand) {
            return heed::detail::make_formula<Operation>(in_whole(operand, p)...);
        });
    else
        return f;
}

/// Attention to all keys.
struct no_mask {
    static constexpr bool is_mask = false;
};
template <class Mask>
inline constexpr bool is_mask = !std::is_same_v<std::remove_cvref_t<Mask>, no_mask>;

}  // namespace heed::mpi::detail
