// SPDX-License-Identifier: BSL-1.0
// Attention over keys and values that are split over ranks: they go round a ring while each rank computes.
#pragma once

#include <heed/expr/attention.hpp>
#include <heed/expr/merge_attention.hpp>
#include <heed/mpi/polling_policy.hpp>
#include <heed/mpi/ring.hpp>
#include <heed/mpi/ring_shapes.hpp>
#include <heed/run/evaluate_results.hpp>
#include <heed/run/mask_tiles.hpp>
#include <heed/run/policy.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace heed::mpi {

namespace detail {

/// Scores of one block, masked if there is a mask.
template <class Q, class K, class Mask>
auto scores_of_block(const Q& q, const K& k, const Mask& mask, const block_place& place) {
    auto scores = q * transpose(k) / sqrt(dim<-1>(k));
    if constexpr (is_mask<Mask>)
        return where(in_whole(mask, place), std::move(scores));
    else
        return scores;
}

/// Attention to one block, and the log-sum-exp of its scores.
template <class Q, class K, class V, class Mask>
auto attention_to_block(const Q& q, const K& k, const V& v, const Mask& mask, const block_place& place) {
    return let(scores_of_block(q, k, mask, place),
               [&](const auto& s) { return results(softmax(s) * v, logsumexp(s)); });
}

/// Checks a formula as its evaluation would.
template <class F, class Policy>
void check_formula(const F& f, const Policy& policy) {
    const heed::detail::checked_formula<F, heed::detail::computed_t<typename F::value_type>, Policy> checked(f, policy);
    static_cast<void>(checked);
}

/// Whether the mask of a formula leaves something. One tile is the whole block.
template <class F>
bool leaves_something(const F& f) {
    using T = heed::detail::computed_t<typename F::value_type>;
    constexpr std::size_t whole = std::size_t{1} << 40;
    const tile_counts counts = heed::detail::count_tiles_of<T>(f, {whole, whole});
    return counts.all() != counts.skipped || counts.all() == 0;
}

/// f(keys, values), with the sizes of a block that is not here.
template <class K, class V, class F>
auto with_sizes_of_block(const K& k, const V& v, std::size_t rows, const F& f) {
    return f(block_at(static_cast<const typename K::value_type*>(nullptr), k, rows),
             block_at(static_cast<const typename V::value_type*>(nullptr), v, rows));
}
/// Whether a rank needs the keys and values of another one: `f` is its attention to them.
template <class F>
bool needs_block(const ring_shapes& shapes, std::size_t rank, std::size_t owner, const F& f) {
    return shapes.queries_of(rank) > 0 && shapes.keys_of(owner) > 0 && leaves_something(f);
}

template <class Mask>
constexpr bool needs_square() {
    if constexpr (is_mask<Mask>)
        return heed::detail::needs_square_scores<Mask>;
    else
        return false;
}

/// Tells all ranks how far each block goes. of_owner(o) is whether this rank needs the block of rank o; it may throw,
/// which then is an error on all ranks.
template <class OfOwner>
std::vector<int> steps_of_blocks(const communicator& ranks, std::vector<bool>& needed, const OfOwner& of_owner,
                                 const char* call) {
    const std::size_t n = count_of(ranks), own = own_of(ranks);
    needed.assign(n, false);
    std::vector<int> steps(n + 1, 0);  // the last one: which rank has an error
    std::string words;
#if HEED_THROWS
    try {
#endif
        for (std::size_t o = 0; o < n; ++o) {
            needed[o] = of_owner(o);
            if (needed[o]) steps[o] = static_cast<int>((own + n - o) % n);
        }
#if HEED_THROWS
    } catch (const std::exception& e) {
        words = e.what();
        steps[n] = ranks.size() - ranks.rank();
    }
#endif
    steps = largest_of_all(ranks, std::move(steps), call);
    if (steps[n] != 0) raise_words(ranks, words, ranks.size() - steps[n], call);
    steps.pop_back();
    return steps;
}

template <class Policy, class Q, class K, class V, class Mask>
auto attend_over_ranks(const Policy& given, const communicator& ranks, const Q& q, const K& k, const V& v,
                       const Mask& mask, order o) {
    constexpr const char* call = "mpi::ring_attention";
    const auto policy = with_polling(given, ranks);
    check_operands<Q, K, V>();
    const ring_shapes shapes(records_of_all(ranks, record_of_ring<Mask>(call_kind::ring_attention, o, q, k, v)),
                             needs_square<Mask>());
    const auto rows = [&](std::size_t r) { return shapes.keys_of(r); };
    const auto formula_of_block = [&](std::size_t owner, const auto& keys, const auto& values) {
        return attention_to_block(q, keys, values, mask, shapes.place(own_of(ranks), owner));
    };

    ring_path path{own_of(ranks), shapes.ranks(), {}};
    std::vector<bool> needed;
    path.last = steps_of_blocks(
        ranks, needed,
        [&](std::size_t owner) {
            return with_sizes_of_block(k, v, rows(owner), [&](const auto& keys, const auto& values) {
                const auto formula = formula_of_block(owner, keys, values);
                check_formula(formula, policy);
                return needs_block(shapes, own_of(ranks), owner, formula);
            });
        },
        call);

    circulating_blocks blocks(ranks, path, k, v, rows);
    const auto formula_at = [&](std::size_t step) {
        return formula_of_block(path.owner(step), blocks.keys_at(step), blocks.values_at(step));
    };
    blocks.begin(0);
    auto whole = evaluate(policy, formula_at(0));  // 0, and minus infinity, where the mask leaves nothing
    blocks.end(call);
    decltype(whole) part;
    for (std::size_t step = 1; step < path.ranks; ++step) {
        blocks.begin(step);
        if (needed[path.owner(step)]) {
            evaluate_into(policy, std::tie(std::get<0>(part), std::get<1>(part)), formula_at(step));
            evaluate_into(std::tie(std::get<0>(whole), std::get<1>(whole)), merge_attention(whole, part));
        }
        blocks.end(call);
    }
    return whole;
}

/// What a mask of ring attention has to be.
template <class Mask>
concept global_mask = heed::detail::is_index_formula<std::remove_cvref_t<Mask>>;

/// Whether this may stand behind the operands of a call: nothing, an order, or a mask and an order.
template <class... Given>
inline constexpr bool are_mask_and_order = sizeof...(Given) == 0;
template <>
inline constexpr bool are_mask_and_order<order> = true;
template <class Mask>
inline constexpr bool are_mask_and_order<Mask, order> = global_mask<Mask>;

/// The law of it.
template <class First, class... More>
constexpr bool check_mask_and_order() {
    constexpr bool is_mask_of_indices = global_mask<First> || std::is_same_v<First, order>;
    static_assert(
        is_mask_of_indices,
        "heed: mpi::ring_attention(comm, Q, K, V, mask, order) needs a mask of indices: index::k <= index::q; of a "
        "tensor that every rank has whole, at(visible, index::q, index::k)");
    constexpr bool lacks_order = is_mask_of_indices && !are_mask_and_order<First, More...>;
    static_assert(!lacks_order,
                  "heed: mpi::ring_attention(comm, Q, K, V, mask, order) needs the order of the rows behind a mask: "
                  "mpi::striped as rows_of<mpi::striped> deals them, or mpi::contiguous");
    return false;
}

/// f(mask, order) of what stands behind the operands of a call; nothing where the law does not hold.
template <class F, class... Given>
auto with_mask_and_order(const F& f, const Given&... given) {
    if constexpr (!are_mask_and_order<Given...>)
        check_mask_and_order<Given...>();
    else if constexpr (sizeof...(Given) == 0)
        return f(no_mask(), contiguous);
    else if constexpr (sizeof...(Given) == 1)
        return f(no_mask(), given...);
    else
        return f(given...);
}

}  // namespace detail

/// Attention of this rank's queries to the keys of all ranks. Keys and values go round a ring of ranks, from rank r to
/// r + 1, while each rank computes with those that it has; what no later rank needs goes no further, and what the mask
/// empties is not computed. Behind V stands nothing; the order of the rows; or a mask and the order. The mask is a
/// formula of the indices q and k of the whole sequence, with tensors that every rank has whole, as same_document(ids).
/// shapes  Q [... x queries x d] K [... x keys x d] V [... x keys x values] of this rank -> [... x queries x values]. Only
///         queries and keys may differ in number from rank to rank; with `striped` as rows_of deals them
/// error   that of attention, and of merge_attention for each further rank whose keys are seen (tests/mpi/ring_test.cpp)
/// cost    that of attention to the keys that this rank's queries see; a merge for each further rank, 2 queries values
///         flops and as much memory traffic; at most (ranks - 1) messages of K and V. Memory: two buffers for the
///         largest K and V of a rank, which the communicator keeps, and a second output
/// needs   all ranks call it together, with a mask of one type and the same numbers in it. Masks compute in the element
///         type: whole numbers to 2^24 in float
/// errors  shape_error, the same on all ranks, before anything is sent; mpi::error
/// source  Liu, Zaharia, Abbeel 2023, Ring attention with blockwise transformers for near-infinite context
/// example examples/mpi/ring.cpp
template <class Q, class K, class V, class... MaskAndOrder>
[[nodiscard]] auto ring_attention(const communicator& ranks, const Q& q, const K& k, const V& v,
                                  const MaskAndOrder&... mask_and_order) {
    return ring_attention(seq, ranks, q, k, v, mask_and_order...);
}
/// On several threads of each rank.
template <heed::detail::evaluation_policy Policy, class Q, class K, class V, class... MaskAndOrder>
[[nodiscard]] auto ring_attention(const Policy& policy, const communicator& ranks, const Q& q, const K& k, const V& v,
                                  const MaskAndOrder&... mask_and_order) {
    return detail::with_mask_and_order(
        [&](const auto& mask, order o) {
            return std::get<0>(detail::attend_over_ranks(policy, ranks, q, k, v, mask, o));
        },
        mask_and_order...);
}

/// ring_attention, and the log-sum-exp of each query's scores beside it, which gradients need: auto [Y, log_sums].
/// shapes  log-sum-exp [... x queries]
/// example examples/mpi/ring.cpp
template <class Q, class K, class V, class... MaskAndOrder>
[[nodiscard]] auto ring_attention_with_sums(const communicator& ranks, const Q& q, const K& k, const V& v,
                                            const MaskAndOrder&... mask_and_order) {
    return ring_attention_with_sums(seq, ranks, q, k, v, mask_and_order...);
}
/// On several threads of each rank.
template <heed::detail::evaluation_policy Policy, class Q, class K, class V, class... MaskAndOrder>
[[nodiscard]] auto ring_attention_with_sums(const Policy& policy, const communicator& ranks, const Q& q, const K& k,
                                            const V& v, const MaskAndOrder&... mask_and_order) {
    return detail::with_mask_and_order(
        [&](const auto& mask, order o) { return detail::attend_over_ranks(policy, ranks, q, k, v, mask, o); },
        mask_and_order...);
}

}  // namespace heed::mpi
