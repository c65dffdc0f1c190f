// SPDX-License-Identifier: BSL-1.0
// The machine of attention of one query, or of a few, on its operands.
#pragma once

#include <heed/run/bound_query.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// Queries that share each block of keys.
template <class Plan, std::size_t K, class V, std::size_t Queries, class Cursors>
class bound_few_queries {
    using query = bound_query<Plan, K, V, Cursors>;
    using T = lane_t<V>;
    static constexpr kernel k = Plan::value.kernels[K];

    const Cursors& cursors_;
    query queries_[Queries];

    template <std::size_t... Row>
    constexpr bound_few_queries(const Cursors& cursors, T* scratch, std::index_sequence<Row...>)
        : cursors_(cursors), queries_{query(cursors, Row, scratch + Row * query::scratch_elements(cursors))...} {}

public:
    /// Whether all of the kernel is one function. Where keys, depth or columns are lengths, strides, maxima and
    /// addresses of operands then stay in registers. Read from memory before each block, they delay its first loads:
    /// g++ 12 loses 3 to 5 %, and 8 % over 64 keys. Where all are known, or a mask asks for each block, the blocks are
    /// a function of their own.
    static constexpr bool runs_in_place =
        lanes<V>::count > 1 && !has_mask<Plan, K>() &&
        !(is_fixed_size<Plan, k.stream.keys> && is_fixed_size<Plan, k.stream.depth> && is_fixed_size<Plan, k.cols>);

    constexpr bound_few_queries(const Cursors& cursors, T* scratch)
        : bound_few_queries(cursors, scratch, std::make_index_sequence<Queries>()) {}

    template <loop_part Part, class F>
    HEED_INLINE constexpr void part(const F& f) const {
        in_loop<Plan::first_kernel + K, Part>(f);
    }
    template <class F>
    HEED_INLINE constexpr void each_query(const F& f) {
        for (query& q : queries_) f(q);
    }
    static constexpr void start() {}
    template <class F>
    HEED_INLINE constexpr void key_blocks(const F& f) {
        const auto add = [&](auto keys, std::size_t first, bool masked) HEED_INLINE_LAMBDA {
            f(keys, first, masked);
            for (query& q : queries_) q.end_block();
        };
        if constexpr (runs_in_place)
            for_key_blocks_in_place<Plan, K>(cursors_, add);
        else
            for_key_blocks<Plan, K, T>(cursors_, 0, static_count<Queries>{}, add);
        constexpr bool may_be_empty = has_mask<Plan, K>() || !is_fixed_size<Plan, k.stream.keys>;
        if (may_be_empty && !queries_[0].has_earlier())
            for (query& q : queries_) q.start_from_nothing();
    }
};

/// Bytes of a register.
template <class Cursors>
inline constexpr std::size_t bytes_of_registers = is_half<element_of<cursor_in<Cursors, stream_slot::keys>>> ||
                                                          is_half<element_of<cursor_in<Cursors, stream_slot::values>>>
                                                      ? half_vector_bytes
                                                      : vector_bytes;

/// The kernel as a function of its own, for clang: g++ inlines it into run_kernel, as all that it flattens.
template <class Queries>
HEED_FLATTEN constexpr void run_few_queries_apart(Queries& queries) {
    few_queries_kernel(queries);
}

/// Attention of one query, or of a few, where a plan has its depth in lanes: a score is the sum of
/// stream_loop::depth_lanes parts.
/// error   float <= 6e-7 and double <= 1.2e-15 of the largest value, for scores of moderate size
///         (tests/run/few_queries_test.cpp)
/// cost    depth + columns multiply-adds a key in registers; each key and each value is read once, as it lies
template <class Plan, std::size_t K, class T, std::size_t Queries, class Cursors>
constexpr void run_few_queries(static_count<Queries>, const Cursors& cursors, T* scratch) {
    if (!packable<T> || HEED_CONSTANT_EVALUATED) {
        bound_few_queries<Plan, K, T, Queries, Cursors> queries(cursors, scratch);
        few_queries_kernel(queries);
    } else if constexpr (packable<T>) {
        using V = pack<T, bytes_of_registers<Cursors> / sizeof(T)>;
        bound_few_queries<Plan, K, V, Queries, Cursors> queries(cursors, scratch);
        if constexpr (queries.runs_in_place)
            few_queries_kernel(queries);
        else
            run_few_queries_apart(queries);
    }
}

}  // namespace heed::detail
