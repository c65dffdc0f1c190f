// SPDX-License-Identifier: BSL-1.0
// Sums of a product in a panel of columns, with register blocking and an elementwise epilogue.
#pragma once

#include <heed/lower/terms_in_registers.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/run/converted_rows.hpp>
#include <heed/run/element.hpp>
#include <heed/run/micro_kernel.hpp>

namespace heed::detail {

/// A range of the terms of each sum: first ... first + count - 1. Sums are formed in blocks of product_depth terms,
/// each of which is added to those before it.
template <class Count>
struct counted_depth {
    std::size_t first;
    Count count;       ///< static or dynamic
    bool begins;       ///< at zero, with a block; otherwise with what is in the target
    bool has_earlier;  ///< blocks
    bool ends;         ///< with a block
    bool completes;    ///< the sums
};
using depth_block = counted_depth<std::size_t>;

/// Terms `first` ... `first + count - 1` of `inner`. A product that continues another one begins with its sums.
template <class Count>
HEED_INLINE constexpr counted_depth<Count> depth_at(std::size_t first, Count count, std::size_t inner, bool continues) {
    const std::size_t end = first + count;
    return {.first = first,
            .count = count,
            .begins = first == 0 ? !continues : first % product_depth == 0,
            .has_earlier = first >= product_depth,
            .ends = end % product_depth == 0 || end == inner,
            .completes = end == inner};
}

/// Columns first ... first + Lanes - 1 of a tile of rows; at most MostDepth terms of each sum at a time. Sums that are
/// not complete are in the target; where it holds those of a block that has not ended, those of earlier blocks are in
/// `earlier`, a row of all columns for each row of the tile.
template <class Plan, std::size_t K, std::size_t Lanes, std::size_t MostDepth, class T, class Cursors>
struct product_panel {
    static constexpr kernel k = Plan::value.kernels[K];
    static constexpr bool writes_registers =
        is_dense_in<T, cursor_in<Cursors, result_slot>> && finishes_in_registers<Plan, K, T, Cursors>();
    static constexpr bool has_blocks =
        k.product.sums_tiles || !is_fixed_size<Plan, k.product.inner> || k.product.inner > product_depth;
    static constexpr bool interrupts_blocks = has_blocks && !k.product.sums_tiles && MostDepth < product_depth;

    /// Where an epilogue with many constants stands in one function with the sums, g++ keeps the constants in registers
    /// and the sums on the stack: two thirds of the speed.
#if defined(__clang__)
    static constexpr bool finishes_apart = false;
#else
    static constexpr bool finishes_apart =
        k.epilogue != no_term && contain_transcendental(Plan::value.terms.begin() + k.first_term, k.epilogue);
#endif

    const Cursors& cursors;
    std::size_t first;
    T* earlier = nullptr;

    /// What the sums of rows i, i + 1, ... begin with.
    template <class Depth>
    struct begun_sums {
        const product_panel& panel;
        std::size_t i;
        const Depth& depth;

        template <std::size_t Rows, std::size_t Registers, class V>
        HEED_INLINE constexpr void operator()(std::size_t lane, V (&sums)[Rows][Registers]) const {
            if (depth.begins)
                from_zero()(lane, sums);
            else
                for_sums(lane, sums, [&](std::size_t m, std::size_t l, V& sum) HEED_INLINE_LAMBDA {
                    sum = panel.template stored<V>(i + m, l);
                });
        }
        template <std::size_t Rows, std::size_t Registers, class V>
        HEED_INLINE constexpr void add_earlier(std::size_t lane, V (&sums)[Rows][Registers]) const {
            if constexpr (has_blocks)
                if (depth.has_earlier && depth.ends)
                    for_sums(lane, sums, [&](std::size_t m, std::size_t l, V& sum) HEED_INLINE_LAMBDA {
                        sum = panel.template earlier_sum<V>(i + m, l) + sum;
                    });
        }
    };

    /// Rows i ... i + Rows - 1.
    template <std::size_t Rows, class Count, class Right, class Beside>
    HEED_INLINE constexpr void add_block(std::size_t i, const counted_depth<Count>& depth, const Right& right,
                                         const Beside& beside) const {
        row_block<T, cursor_in<Cursors, product_slot::left>, Rows, MostDepth> left;
        left.read(cursor_at<product_slot::left>(cursors), i, depth.first, Rows, depth.count);
        accumulate<Rows, Lanes, T, block_of_terms(smaller_of(MostDepth, fixed_count<Count>), product_depth)>(
            left.rows(cursor_at<product_slot::left>(cursors), i, depth.first), right, depth.count,
            begun_sums<counted_depth<Count>>{*this, i, depth},
            [&](std::size_t lane, auto& sums) HEED_INLINE_LAMBDA {
                if (depth.completes)
                    this->finish(i, lane, sums);
                else
                    for_sums(lane, sums, [&](std::size_t m, std::size_t l, auto& sum) HEED_INLINE_LAMBDA {
                        this->keep(depth.ends, i + m, l, sum);
                    });
            },
            beside);
    }
    template <std::size_t Rows, std::size_t Registers, class V>
    HEED_INLINE constexpr void finish(std::size_t i, std::size_t lane, V (&sums)[Rows][Registers]) const {
        if constexpr (finishes_apart && Rows > 1 && lanes<V>::count > 1) {
            V copies[Rows][Registers];  // the sums themselves stay in registers
            for_sums(0, sums, [&](std::size_t m, std::size_t l, const V& sum) HEED_INLINE_LAMBDA {
                copies[m][l / lanes<V>::count] = sum;
            });
            finish_apart(cursors, first, i, lane, copies);
        } else {
            for_sums(lane, sums, [&](std::size_t m, std::size_t l, const V& sum) HEED_INLINE_LAMBDA {
                this->template write<true>(i + m, l, sum);
            });
        }
    }
    template <std::size_t Rows, std::size_t Registers, class V>
    HEED_FLATTEN HEED_ONE_COPY static void finish_apart(const Cursors& cursors, std::size_t first, std::size_t i,
                                                        std::size_t lane, const V (&sums)[Rows][Registers]) {
        const product_panel panel{cursors, first};
        for (std::size_t m = 0; m < Rows; ++m)
            for (std::size_t r = 0; r < Registers; ++r)
                panel.template write<true>(i + m, lane + r * lanes<V>::count, sums[m][r]);
    }

    template <class V>
    HEED_INLINE constexpr V stored(std::size_t i, std::size_t lane) const {
        const auto& out = cursor_at<result_slot>(cursors);
        if constexpr (lanes<V>::count == 1 || is_dense_in<T, cursor_in<Cursors, result_slot>>) {
            return lanes<V>::load(&out.at(i, first + lane));
        } else {
            V sum{};
            for (std::size_t l = 0; l < lanes<V>::count; ++l) sum[l] = out.at(i, first + lane + l);
            return sum;
        }
    }
    /// Of the blocks before.
    template <class V>
    HEED_INLINE constexpr V earlier_sum(std::size_t i, std::size_t lane) const {
        if constexpr (interrupts_blocks)
            return lanes<V>::load(earlier_at(i, lane));
        else
            return stored<V>(i, lane);
    }
    /// A sum that is not complete; `ends` says that its block is.
    template <class V>
    HEED_INLINE constexpr void keep([[maybe_unused]] bool ends, std::size_t i, std::size_t lane, const V& sum) const {
        if constexpr (interrupts_blocks)
            if (ends) return lanes<V>::store(earlier_at(i, lane), sum);
        write<false>(i, lane, sum);
    }
    HEED_INLINE constexpr T* earlier_at(std::size_t i, std::size_t lane) const {
        return earlier + i * size_in<Plan, k.cols>(cursors) + first + lane;
    }
    template <bool Finished, class V>
    HEED_INLINE constexpr void write(std::size_t i, std::size_t lane, const V& sum) const {
        const auto& out = cursor_at<result_slot>(cursors);
        const std::size_t j = first + lane;
        if constexpr (lanes<V>::count == 1 || writes_registers) {
            if constexpr (Finished)
                lanes<V>::store(&out.at(i, j), finished<Plan, K, V, along_row>(cursors, i, j, sum));
            else
                lanes<V>::store(&out.at(i, j), sum);
        } else {
            for (std::size_t l = 0; l < lanes<V>::count; ++l) write<Finished, T>(i, lane + l, sum[l]);
        }
    }
};

/// Calls f(depth) for blocks of at most Most terms of the sums of kernel K.
template <class Plan, std::size_t K, std::size_t Most, class Count, class F>
HEED_INLINE constexpr void for_depths(Count inner, const F& f) {
    constexpr kernel k = Plan::value.kernels[K];
    static_assert(Most % product_depth == 0 || (is_fixed_size<Plan, k.product.inner> && Most >= k.product.inner),
                  "heed: the terms of a panel are whole blocks");
    for (std::size_t from = 0; from < inner; from += Most)
        f(depth_at(from, smaller_of(Most, inner - from), inner, k.product.continues));
}

/// The same for sweeps over rows of memory, whose number of terms is static.
template <class Plan, std::size_t K, std::size_t Most, class Count, class F>
HEED_INLINE constexpr void for_sweeps(Count inner, const F& f) {
    for_blocks<Most>(inner, [&](auto count, std::size_t from) HEED_INLINE_LAMBDA {
        // g++ 12 cannot read a local constant from here.
        constexpr bool continues = Plan::value.kernels[K].product.continues;
        f(depth_at(from, unrolled_terms<decltype(count)::value>(), inner, continues));
    });
}

}  // namespace heed::detail
