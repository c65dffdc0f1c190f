// SPDX-License-Identifier: BSL-1.0
// Whether the parts of queries, keys and values that ranks have make one sequence, and where in it they are.
#pragma once

#include <heed/mpi/agreement.hpp>
#include <heed/mpi/global_mask.hpp>
#include <heed/mpi/order.hpp>
#include <heed/tensor/concepts.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace heed::mpi::detail {

template <class... Tensor>
constexpr void check_operands() {
    static_assert(
        (heed::detail::tensor_or_view<Tensor> && ...),
        "heed: mpi::ring_attention(comm, Q, K, V) needs tensors or views, which can be sent: evaluate(X * W)");
    static_assert(((heed::detail::shape_of<Tensor>.rank >= 2) && ...),
                  "heed: mpi::ring_attention(comm, Q, K, V) needs rows and columns");
}

/// A number for a type, the same in all processes that run one program: a hash of its name.
template <class T>
std::int64_t word_of_name() {
    running_hash hash;
    for (const char* name = __PRETTY_FUNCTION__; *name != 0; ++name) hash.add(static_cast<unsigned char>(*name));
    return hash.word();
}

/// Words of types in one.
inline constexpr std::int64_t types_apart = 4096;

/// The record of a call with queries, keys, values and, for gradients, dY.
template <class Mask, class... Tensor>
call_record record_of_ring(call_kind kind, order o, const Tensor&... tensor) {
    call_record r(kind);
    r.add(static_cast<std::int64_t>(o));
    std::int64_t types = 0;
    ((types = types * types_apart + word_of_type<typename Tensor::value_type>()), ...);
    r.add(types);
    r.add(word_of_name<Mask>());
    (r.add(heed::detail::dims_of(tensor)), ...);
    return r;
}

/// The parts of all ranks, which fit.
class ring_shapes {
public:
    /// errors  shape_error, the same on all ranks
    ring_shapes(const std::vector<call_record>& records, bool needs_square)
        : records_(records),
          law_(std::string("heed: ") + words_of(records[0].kind()) + "(comm, Q, K, V, ...) needs "),
          order_(static_cast<order>(records[0].word(0))) {
        for (std::size_t r = 0; r < records.size(); ++r) check_rank(r);
        first_query_.resize(records.size()), first_key_.resize(records.size());
        for (std::size_t r = 0; r < records.size(); ++r) {
            first_query_[r] = queries_, first_key_[r] = keys_;
            queries_ += rows_of(r, 0), keys_ += rows_of(r, 1);
        }
        if (order_ == striped) check_stripes();
        if (needs_square && queries_ != keys_)
            fail("as many queries as keys for this mask", 0, queries_, " queries, all ranks together, and ", keys_,
                 " keys");
        if (queries_ > most_rows || keys_ > most_rows) fail("fewer than 2^31 rows in all", 0, queries_, " in all");
    }

    std::size_t ranks() const { return records_.size(); }
    std::size_t queries_of(std::size_t rank) const { return rows_of(rank, 0); }
    std::size_t keys_of(std::size_t rank) const { return rows_of(rank, 1); }
    /// Where the queries of one rank meet the keys of another.
    block_place place(std::size_t of_queries, std::size_t of_keys) const {
        const auto number = [](std::size_t n) { return static_cast<int>(n); };
        const int before = number(keys_) - number(queries_);
        if (order_ == striped) {
            const int step = number(ranks());
            return {number(of_queries), step, number(of_keys), step, before};
        }
        return {number(first_query_[of_queries]), 1, number(first_key_[of_keys]), 1, before};
    }

private:
    static constexpr std::size_t most_rows = std::numeric_limits<std::int32_t>::max();

    heed::detail::shape shape_at(std::size_t rank, std::size_t n) const { return records_[rank].shape_at(3, n); }
    std::size_t rows_of(std::size_t rank, std::size_t n) const { return shape_at(rank, n).from_right(1).size; }
    template <class... Parts>
    [[noreturn]] void fail(const char* words, std::size_t rank, const Parts&... parts) const {
        raise_shapes(law_ + words, rank, parts...);
    }

    static std::string words_of_types(std::int64_t word) {
        return word < types_apart ? words_of_type(word)
                                  : words_of_types(word / types_apart) + ", " + words_of_type(word % types_apart);
    }
    void check_rank(std::size_t r) const {
        const auto q = shape_at(r, 0), k = shape_at(r, 1), v = shape_at(r, 2);
        check_word(records_, r, 0, law_ + "one order on all ranks", words_of_order);
        check_word(records_, r, 1, law_ + "one type of elements on all ranks", words_of_types);
        if (records_[r].word(2) != records_[0].word(2))
            fail("one mask on all ranks, of one type", r, "another one than rank 0");
        if (q.from_right(0).size != k.from_right(0).size) fail("columns(Q) == columns(K)", r, q, " and ", k);
        if (k.from_right(1).size != v.from_right(1).size)
            fail("rows(K) == rows(V), as many keys as values", r, k, " and ", v);
        for (std::size_t n = 0; n < 3; ++n) check_like_first(r, n);
        if (records_[r].kind() == call_kind::ring_attention_vjp) {
            heed::detail::shape y = q;
            y[y.rank - 1] = v.from_right(0);
            auto leading_q = q, leading_k = k, leading_v = v;
            for (auto* s : {&leading_q, &leading_k, &leading_v})
                if (s->rank >= 2) (*s)[s->rank - 1] = (*s)[s->rank - 2] = 1;
            if (!(leading_q == leading_k && leading_q == leading_v))
                fail("Q, K and V with the same leading axes", r, q, ", ", k, " and ", v);
            if (!(shape_at(r, 3) == y)) fail("a dY with rows(Q) and columns(V)", r, shape_at(r, 3), " and ", y);
        }
    }
    /// Only the number of rows may differ from rank to rank.
    void check_like_first(std::size_t r, std::size_t n) const {
        static constexpr const char* words[] = {"a Q with the same axes on all ranks, but for its rows",
                                                "a K with the same axes on all ranks, but for its rows",
                                                "a V with the same axes on all ranks, but for its rows"};
        auto own = shape_at(r, n);
        const auto first = shape_at(0, n);
        if (own.rank == first.rank) own[own.rank - 2] = first[own.rank - 2];
        if (!(own == first)) fail(words[n], r, shape_at(r, n), ", rank 0 ", first);
    }
    void check_stripes() const {
        for (std::size_t r = 0; r < ranks(); ++r) {
            const std::size_t queries = rows_at(striped, queries_, ranks(), r).count,
                              keys = rows_at(striped, keys_, ranks(), r).count;
            if (rows_of(r, 0) != queries || rows_of(r, 1) != keys)
                fail("rows i, i + ranks, i + 2 ranks ... on rank i where they are striped", r, rows_of(r, 0),
                     " queries and ", rows_of(r, 1), " keys in place of ", queries, " and ", keys);
        }
    }

    std::vector<call_record> records_;
    std::string law_;
    order order_;
    std::vector<std::size_t> first_query_, first_key_;
    std::size_t queries_ = 0, keys_ = 0;
};

}  // namespace heed::mpi::detail
