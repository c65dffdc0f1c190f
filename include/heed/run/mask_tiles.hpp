// SPDX-License-Identifier: BSL-1.0
// How many tiles of scores the masks of a formula leave: what run skips, counted without running.
#pragma once

#include <heed/run/evaluate.hpp>
#include <heed/run/mask_tile.hpp>

#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed {

/// Tiles of queries x keys by what a mask leaves of them.
struct tile_counts {
    std::size_t skipped = 0;  ///< no key for any query: not computed
    std::size_t partial = 0;  ///< computed with the mask
    std::size_t full = 0;     ///< computed without it

    friend constexpr bool operator==(const tile_counts&, const tile_counts&) = default;
    friend constexpr tile_counts operator*(std::size_t n, const tile_counts& t) {
        return {n * t.skipped, n * t.partial, n * t.full};
    }
    constexpr tile_counts& operator+=(const tile_counts& other) {
        skipped += other.skipped;
        partial += other.partial;
        full += other.full;
        return *this;
    }
};

namespace detail {

/// The numbers among the leaves of a formula. Tensors are not read: the formula may be a constant and they none.
template <class T, std::size_t Leaves>
struct numbers_of_leaves {
    T values[Leaves == 0 ? 1 : Leaves]{};
    std::size_t filled = 0;

    template <class F>
    constexpr void add(const F&) {
        ++filled;
    }
    template <leafless F>
    constexpr void add(const F&) {}
    template <class U>
    constexpr void add(const literal<U>& leaf) {
        values[filled++] = static_cast<T>(leaf.value);
    }
    template <class Operation, class... Operands>
    constexpr void add(const formula_of<Operation, Operands...>& f) {
        boost::hana::for_each(f.operands, [this](const auto& operand) { this->add(operand); });
    }
};

/// Which leaves are numbers.
template <std::size_t Leaves>
struct literal_leaves {
    bool items[Leaves == 0 ? 1 : Leaves]{};
    std::size_t filled = 0;

    template <class F>
    constexpr void add(const F*) {
        ++filled;
    }
    template <leafless F>
    constexpr void add(const F*) {}
    template <class U>
    constexpr void add(const literal<U>*) {
        items[filled++] = true;
    }
    template <class Operation, class... Operands>
    constexpr void add(const formula_of<Operation, Operands...>*) {
        (add(static_cast<const Operands*>(nullptr)), ...);
    }
};
template <class F>
inline constexpr auto literal_leaves_of = [] {
    literal_leaves<leaf_count<F>> l;
    l.add(static_cast<const F*>(nullptr));
    return l;
}();

/// What is in memory: nothing is known of it.
struct unknown_cursor {};

/// Counts the tiles of one plan. TileQueries and TileKeys are 0 for those of the plan.
template <class F, class T, std::size_t TileQueries, std::size_t TileKeys>
class tile_counting {
    using Plan = plan_for<F, T>;

public:
    explicit constexpr tile_counting(const F& f) { numbers_.add(f); }

    constexpr tile_counts run() const {
        tile_counts counts;
        [&]<std::size_t... N>(std::index_sequence<N...>) { (this->template count_nest<N>(counts), ...); }
        (std::make_index_sequence<Plan::value.nests.count>{});
        return counts;
    }

private:
    template <std::size_t N>
    constexpr void count_nest(tile_counts& counts) const {
        constexpr nest n = Plan::value.nests[N];
        [&]<std::size_t... S>(std::index_sequence<S...>) {
            ((Plan::value.kernels[Plan::value.steps[n.first_step + S].kernel].loop == skeleton::stream
                  ? this->template count_step<N, n.first_step + S>(counts)
                  : void()),
             ...);
        }
        (std::make_index_sequence<n.step_count>{});
    }

    /// The same for all entries of the leading axes, unless h or b is in the mask.
    template <std::size_t N, std::size_t S>
    constexpr void count_step(tile_counts& counts) const {
        constexpr nest n = Plan::value.nests[N];
        std::size_t batch[max_rank]{};
        if constexpr (!has_indices_of_batch<S>()) {
            counts += n.batch.size() * count_tiles<N, S>(batch);
        } else {
            for (std::size_t b = 0; b < n.batch.size(); ++b) {
                counts += count_tiles<N, S>(batch);
                for (std::size_t a = n.batch.rank; a-- > 0;) {
                    if (++batch[a] < n.batch[a].size) break;
                    batch[a] = 0;
                }
            }
        }
    }

    template <std::size_t S>
    static constexpr bool has_indices_of_batch() {
        constexpr step s = Plan::value.steps[S];
        for (std::size_t i = 0; i < s.slot_count; ++i)
            for (const std::size_t stride : Plan::value.slots[s.first_slot + i].batch_stride)
                if (Plan::value.slots[s.first_slot + i].place == slot::index && stride != 0) return true;
        return false;
    }

    template <std::size_t N, std::size_t S>
    constexpr tile_counts count_tiles(const std::size_t (&batch)[max_rank]) const {
        constexpr step s = Plan::value.steps[S];
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            const boost::hana::tuple<decltype(this->template cursor_of<s.first_slot + I>(batch))...> cursors(
                this->template cursor_of<s.first_slot + I>(batch)...);
            constexpr nest n = Plan::value.nests[N];
            constexpr std::size_t keys = Plan::value.kernels[s.kernel].inner;
            constexpr std::size_t tile_queries = TileQueries != 0 ? TileQueries : n.tile_rows;
            constexpr std::size_t tile_keys = TileKeys != 0 ? TileKeys : smaller_of(keys, key_block);
            tile_counts counts;
            const area all{0, (n.rows.size + tile_queries - 1) / tile_queries, 0, (keys + tile_keys - 1) / tile_keys};
            count_area<s.kernel>(cursors, tile_grid{n.rows.size, keys, tile_queries, tile_keys}, all, counts);
            return counts;
        }
        (std::make_index_sequence<s.slot_count>{});
    }

    template <std::size_t S>
    constexpr auto cursor_of(const std::size_t (&batch)[max_rank]) const {
        constexpr slot s = Plan::value.slots[S];
        if constexpr (s.place == slot::index) {
            std::size_t first = s.offset;
            for (std::size_t a = 0; a < max_rank; ++a) first += batch[a] * s.batch_stride[a];
            return index_cursor<T, s.row_stride, s.col_stride>{first};
        } else if constexpr (s.place == slot::exact) {
            return number_cursor<T>{to_number<T>(Plan::value.constants[s.id])};
        } else if constexpr (s.place == slot::number && literal_leaves_of<F>.items[s.id]) {
            return number_cursor<T>{numbers_.values[s.id]};
        } else {
            return unknown_cursor{};
        }
    }

    struct tile_grid {
        std::size_t queries, keys, tile_queries, tile_keys;
    };
    /// Rows and columns of tiles.
    struct area {
        std::size_t row, rows, col, cols;
    };

    /// Where a whole area is masked or whole, so is each tile of it, since smaller intervals say no less. Else halves.
    template <std::size_t K, class Cursors>
    static constexpr void count_area(const Cursors& cursors, const tile_grid& grid, const area& a,
                                     tile_counts& counts) {
        const std::size_t first_query = a.row * grid.tile_queries, first_key = a.col * grid.tile_keys;
        const score_tile tile{first_query, smaller_of(a.rows * grid.tile_queries, grid.queries - first_query),
                              first_key, smaller_of(a.cols * grid.tile_keys, grid.keys - first_key)};
        const tile_kind kind = kind_of_tile<Plan, K, T>(cursors, tile);
        const std::size_t tiles = a.rows * a.cols;
        if (kind == tile_kind::none) {
            counts.skipped += tiles;
        } else if (kind == tile_kind::all) {
            counts.full += tiles;
        } else if (tiles == 1) {
            ++counts.partial;
        } else if (a.cols == 1 || (a.rows > 1 && tile.queries > tile.keys)) {
            const std::size_t half = a.rows / 2;
            count_area<K>(cursors, grid, {a.row, half, a.col, a.cols}, counts);
            count_area<K>(cursors, grid, {a.row + half, a.rows - half, a.col, a.cols}, counts);
        } else {
            const std::size_t half = a.cols / 2;
            count_area<K>(cursors, grid, {a.row, a.rows, a.col, half}, counts);
            count_area<K>(cursors, grid, {a.row, a.rows, a.col + half, a.cols - half}, counts);
        }
    }

    numbers_of_leaves<T, leaf_count<F>> numbers_{};
};

}  // namespace detail

/// How many tiles of scores of softmax(where(mask, S)) * V are skipped, computed with their mask, and computed without:
/// what run finds out tile by tile, for all leading axes and all attentions of the formula. With sizes, of other tiles.
/// Where the mask reads memory (padding(lengths), same_document(ids)) tiles count as partial. Loops that store weights
/// have no tiles.
/// cost    a few evaluations of the mask for each partial tile: 64 of them, 64 x 64 each, take clang 60,000 steps;
///         the narrow tiles of double without AVX exceed its limit at 4096 x 4096: count larger ones. Works in constant
///         expressions: constexpr auto f = attention(Q, K, V, causal); static_assert(mask_tiles(f).skipped > 0);
template <std::size_t TileQueries = 0, std::size_t TileKeys = TileQueries, formula F>
[[nodiscard]] constexpr tile_counts mask_tiles(const F& f) {
    if constexpr (detail::is_broken<F>) {
        return {};
    } else {
        const auto& operand = detail::operand_of(f);
        using Operand = std::remove_cvref_t<decltype(operand)>;
        return detail::tile_counting<Operand, detail::value_of<F>, TileQueries, TileKeys>(operand).run();
    }
}

}  // namespace heed
