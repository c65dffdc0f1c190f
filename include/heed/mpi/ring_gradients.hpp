// SPDX-License-Identifier: BSL-1.0
// The gradients of attention over ranks. Keys and values go round again; their gradients follow them a step behind,
// each rank adds its own, and the last one sends them home.
#pragma once

#include <heed/expr/reduce.hpp>
#include <heed/mpi/ring_attention.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace heed::mpi {

namespace detail {

/// exp(scores - log_sums), the weights of all keys of the whole sequence, where the mask holds, else 0.
template <class Q, class K, class Mask, class Sums>
auto weights_of_block(const Q& q, const K& k, const Mask& mask, const block_place& place, const Sums& log_sums) {
    auto weights = exp(q * transpose(k) / sqrt(dim<-1>(k)) - log_sums);
    if constexpr (is_mask<Mask>)
        return heed::detail::make_elementwise<heed::detail::function::keep>(in_whole(mask, place), std::move(weights));
    else
        return weights;
}

/// What one block adds to dQ, and its dK and dV. With P the weights and D the row sums of hadamard(dY, Y):
///     dS = hadamard(P, dY transpose(V) - D),  dQ += dS K / sqrt(d),  dK = transpose(dS) Q / sqrt(d),  dV =
///     transpose(P) dY
/// source  Dao 2024, FlashAttention-2, algorithm 2
template <class DY, class Q, class K, class V, class Mask, class Sums>
auto gradients_of_block(const DY& dy, const Q& q, const K& k, const V& v, const Mask& mask, const block_place& place,
                        const Sums& log_sums, const Sums& row_sums) {
    const auto scale = sqrt(dim<-1>(k));
    const auto beside = [](const Sums& s) { return heed::detail::beside_rows<heed::detail::shape_of<Q>.rank>(s); };
    return let(weights_of_block(q, k, mask, place, beside(log_sums)), [&](const auto& p) {
        return let(hadamard(p, dy * transpose(v) - beside(row_sums)), [&](const auto& ds) {
            return results(ds * k / scale, transpose(ds) * q / scale, transpose(p) * dy);
        });
    });
}

/// Gradients of the keys and values of one rank, on their way: two buffers for what comes and goes, one for what comes
/// home.
template <class T, class K, class V, class Rows>
class circulating_sums {
public:
    circulating_sums(const communicator& c, const ring_path& path, const K& k, const V& v, const Rows& rows)
        : ranks_(c), path_(path), k_(k), v_(v), rows_(rows), coming_{c, c}, going_(c), home_(c) {
        std::size_t most = 0;
        for (std::size_t r = 0; r < path.ranks; ++r)
            if (path.last[r] > 0) most = std::max(most, size_at(r));
        for (std::size_t i = 0; most > 0 && i < 3; ++i)
            buffers_[i] = reinterpret_cast<T*>(c.memory(2 + i).of_size(most * sizeof(T)));
        if (const int steps = path.last[path.rank]; steps > 0) {
            const std::size_t last = (path.rank + static_cast<std::size_t>(steps)) % path.ranks;
            home_.receive(buffers_[2], size_at(path.rank), static_cast<int>(last), tag_of_result);
        }
    }

    /// At each step from 1 on: asks for the sums that the next step adds to.
    void begin(std::size_t step) {
        if (path_.comes(step))
            coming_[(step + 1) % 2].receive(buffers_[(step + 1) % 2], size_at(path_.owner(step + 1)), left_of(ranks_),
                                            tag_of_sums);
    }
    /// The sums of the ranks before, to which add(sums, size of dK, size of dV) adds; then they go on, or home.
    template <class Add>
    void pass_on(std::size_t step, const Add& add, const char* call) {
        if (static_cast<int>(step) > path_.last[path_.owner(step)]) return;
        T* const sums = buffers_[step % 2];
        const std::size_t owner = path_.owner(step), size = size_at(owner);
        if (step == 1)
            std::fill(sums, sums + size, T(0));
        else
            coming_[step % 2].wait(call);
        add(sums, sums + elements_with(k_, rows_(owner)));
        const bool goes_on = path_.goes_on(step);
        going_.send(static_cast<const T*>(sums), size, goes_on ? right_of(ranks_) : static_cast<int>(owner),
                    goes_on ? tag_of_sums : tag_of_result);
    }
    void end(const char* call) { going_.wait(call); }

    /// Adds what other ranks found for the keys of this one.
    template <class Add>
    void come_home(const Add& add, const char* call) {
        if (path_.last[path_.rank] == 0) return;
        home_.wait(call);
        add(buffers_[2], buffers_[2] + elements_with(k_, rows_(path_.rank)));
    }

private:
    std::size_t size_at(std::size_t r) const { return elements_with(k_, rows_(r)) + elements_with(v_, rows_(r)); }

    const communicator& ranks_;
    const ring_path& path_;
    const K& k_;
    const V& v_;
    const Rows& rows_;
    messages coming_[2], going_, home_;
    T* buffers_[3] = {};
};

/// to(i) += from(i), of tensors without gaps.
template <class T>
void add_to(T* to, const T* from, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) to[i] += from[i];
}

/// A query that sees no key has weights of 0, which exp(minus infinity - minus infinity) does not give.
template <class Sums>
Sums finite_sums(const Sums& log_sums) {
    using T = typename Sums::value_type;
    Sums result = log_sums;
    for (T& x : result)
        if (x == -std::numeric_limits<T>::infinity()) x = std::numeric_limits<T>::max();
    return result;
}

template <class Policy, class DY, class Q, class K, class V, class Y, class Sums, class Mask>
auto derive_over_ranks(const Policy& given, const communicator& ranks, const DY& dy, const Q& q, const K& k, const V& v,
                       const Y& y, const Sums& log_sums, const Mask& mask, order o) {
    constexpr const char* call = "mpi::ring_attention_vjp";
    const auto policy = with_polling(given, ranks);
    check_operands<Q, K, V>();
    static_assert(heed::detail::tensor_or_view<DY> && heed::detail::shape_of<DY>.rank == heed::detail::shape_of<Q>.rank,
                  "heed: mpi::ring_attention_vjp(comm, dY, Q, K, V, ...) needs a dY with the axes of Q");
    const ring_shapes shapes(records_of_all(ranks, record_of_ring<Mask>(call_kind::ring_attention_vjp, o, q, k, v, dy)),
                             needs_square<Mask>());
    const auto rows = [&](std::size_t r) { return shapes.keys_of(r); };
    Sums finite, row_sums;
    const auto formula_of_block = [&](std::size_t owner, const auto& keys, const auto& values) {
        return gradients_of_block(dy, q, keys, values, mask, shapes.place(own_of(ranks), owner), finite, row_sums);
    };

    ring_path path{own_of(ranks), shapes.ranks(), {}};
    std::vector<bool> needed;
    path.last = steps_of_blocks(
        ranks, needed,
        [&](std::size_t owner) {
            if (owner == 0) finite = finite_sums(log_sums), row_sums = sum<-1>(hadamard(dy, y));
            return with_sizes_of_block(k, v, rows(owner), [&](const auto& keys, const auto& values) {
                check_formula(formula_of_block(owner, keys, values), policy);
                return needs_block(shapes, own_of(ranks), owner,
                                   attention_to_block(q, keys, values, mask, shapes.place(own_of(ranks), owner)));
            });
        },
        call);

    circulating_blocks blocks(ranks, path, k, v, rows);
    const auto formula_at = [&](std::size_t step) {
        return formula_of_block(path.owner(step), blocks.keys_at(step), blocks.values_at(step));
    };
    blocks.begin(0);
    auto whole = evaluate(policy, formula_at(0));
    using T = typename std::tuple_element_t<0, decltype(whole)>::value_type;
    circulating_sums<T, K, V, decltype(rows)> sums(ranks, path, k, v, rows);
    blocks.end(call);
    decltype(whole) part;
    for (std::size_t step = 1; step < path.ranks; ++step) {
        blocks.begin(step), sums.begin(step);
        const bool is_needed = needed[path.owner(step)];
        auto& dq = std::get<0>(part);
        auto& dk = std::get<1>(part);
        auto& dv = std::get<2>(part);
        if (is_needed) {
            evaluate_into(policy, std::tie(dq, dk, dv), formula_at(step));
            auto more = dq.begin();
            for (T& x : std::get<0>(whole)) x += *more++;
        }
        sums.pass_on(
            step,
            [&](T* keys, T* values) {
                if (is_needed) add_to(keys, dk.data(), dk.size()), add_to(values, dv.data(), dv.size());
            },
            call);
        blocks.end(call), sums.end(call);
    }
    sums.come_home(
        [&](const T* keys, const T* values) {
            auto& [dq, dk, dv] = whole;
            add_to(dk.data(), keys, dk.size()), add_to(dv.data(), values, dv.size());
        },
        call);
    return whole;
}

}  // namespace detail

/// The gradients of ring_attention, from dY, that of this rank's output: auto [dQ, dK, dV], each of this rank's rows.
/// shapes  dY and Y as Q with columns(V), log_sums [... x queries], as ring_attention_with_sums returned them; Q, K and V
///         with the same leading axes
/// error   as that of vjp(dY, attention, Q, K, V); sums over ranks are in one order, the same bits from run to run
///         (tests/mpi/ring_test.cpp)
/// cost    as ring_attention: five products in place of two, messages of dK and dV beside those of K and V, in float for
///         half precision; three buffers more
/// needs   all ranks call it together, with the mask and the order of before
/// errors  shape_error, the same on all ranks, before anything is sent; mpi::error
/// source  Liu, Zaharia, Abbeel 2023, Ring attention with blockwise transformers for near-infinite context
/// example examples/mpi/ring.cpp
template <class DY, class Q, class K, class V, class Y, class Sums, class... MaskAndOrder>
[[nodiscard]] auto ring_attention_vjp(const communicator& ranks, const DY& dy, const Q& q, const K& k, const V& v,
                                      const Y& y, const Sums& log_sums, const MaskAndOrder&... mask_and_order) {
    return ring_attention_vjp(seq, ranks, dy, q, k, v, y, log_sums, mask_and_order...);
}
/// On several threads of each rank.
template <heed::detail::evaluation_policy Policy, class DY, class Q, class K, class V, class Y, class Sums,
          class... MaskAndOrder>
[[nodiscard]] auto ring_attention_vjp(const Policy& policy, const communicator& ranks, const DY& dy, const Q& q,
                                      const K& k, const V& v, const Y& y, const Sums& log_sums,
                                      const MaskAndOrder&... mask_and_order) {
    return detail::with_mask_and_order(
        [&](const auto& mask, order o) {
            return detail::derive_over_ranks(policy, ranks, dy, q, k, v, y, log_sums, mask, o);
        },
        mask_and_order...);
}

}  // namespace heed::mpi
