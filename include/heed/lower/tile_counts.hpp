// SPDX-License-Identifier: BSL-1.0
// Counts the tiles of scores that a mask leaves in a plan, by evaluating its terms on intervals of indices.
#pragma once

#include <heed/lower/kept_columns.hpp>
#include <heed/lower/score_mask.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/scalar/surd.hpp>

#include <cstddef>

namespace heed {

/// Counts of tiles of queries x keys, by what a mask leaves of them.
struct tile_counts {
    std::size_t skipped = 0;  ///< no key for any query: not computed
    std::size_t partial = 0;  ///< computed with the mask
    std::size_t full = 0;     ///< computed without it

    constexpr std::size_t all() const { return skipped + partial + full; }

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

struct tile_size {
    std::size_t queries, keys;
};
constexpr tile_size tile_size_of(const nest& n, const kernel& k) {
    return {smaller_of(n.tile_rows, k.stream.lanes), keys_of_block(k.stream.keys)};
}

/// The range of a term over a tile; range_of_slot(i) is the range of the operand in slot i.
template <class T, class RangeOfSlot>
constexpr index_range<T> range_of_term(const plan_view& p, const kernel& k, std::size_t id,
                                       const RangeOfSlot& range_of_slot) {
    const term& t = p.terms[k.first_term + id];
    if (t.kind == term::load) return range_of_slot(t.slot);
    if (t.kind == term::core || t.kind == term::look_up) return {};
    const index_range<T> first = range_of_term<T>(p, k, t.operands[0], range_of_slot);
    if (is_of_one_operand(t.f)) return range_of(t.f, first);
    return range_of(t.f, first, range_of_term<T>(p, k, t.operands[1], range_of_slot));
}

/// The range of the operand in a slot over a tile, at an index of the leading axes.
template <class T, class RangeOfLeaf>
constexpr index_range<T> range_of_slot(const plan_view& p, const slot& s, const std::size_t (&batch)[max_rank],
                                       const score_tile& tile, const RangeOfLeaf& range_of_leaf) {
    if (s.place == slot::exact) return range_of_number(to_number<T>(p.constants[s.id]));
    if (s.place == slot::number) return range_of_leaf(s.id);
    if (s.place != slot::index) return {};
    return range_of_index<T>(s.offset + batch_offset(s, batch), s.row_stride, s.col_stride, tile);
}
/// The range of the mask of a step.
template <class T, class RangeOfLeaf>
constexpr index_range<T> range_of_mask(const plan_view& p, const step& s, const std::size_t (&batch)[max_rank],
                                       const score_tile& tile, const RangeOfLeaf& range_of_leaf) {
    const kernel& k = p.kernels[s.kernel];
    return range_of_term<T>(p, k, mask_of_kernel(p, k), [&](std::size_t i) {
        return range_of_slot<T>(p, p.slot_at(s, i), batch, tile, range_of_leaf);
    });
}

/// Whether indices of leading axes are operands of a step.
constexpr bool depends_on_batch(const plan_view& p, const step& s) {
    for (std::size_t i = 0; i < s.slot_count; ++i)
        for (const std::size_t stride : p.slot_at(s, i).batch_stride)
            if (p.slot_at(s, i).place == slot::index && stride != 0) return true;
    return false;
}

/// The columns that the mask of a step leaves to the tile of rows that begins at `row`, at index number `b` of the
/// leading axes.
template <class T, class RangeOfLeaf>
constexpr column_range columns_of_tile(const plan_view& p, const nest& n, const step& masked, std::size_t b,
                                       std::size_t row, const RangeOfLeaf& range_of_leaf) {
    std::size_t batch[max_rank]{};
    for (std::size_t a = n.batch.rank; a-- > 0; b /= n.batch[a].size) batch[a] = b % n.batch[a].size;
    const std::size_t rows = smaller_of(n.tile_rows, n.rows.size - row);
    const auto is_empty = [&](const column_range& c) {
        const score_tile tile{row, rows, c.first, c.count};
        return tile_kind_of(range_of_mask<T>(p, masked, batch, tile, range_of_leaf)) == tile_kind::none;
    };
    return kept_blocks(p.kernels[masked.kernel].cols, is_empty).range();
}

/// Counts the tiles of one streaming step. range_of_leaf(i) is the range of leaf i if it is a single number, such as a
/// run-time scalar. Elements in memory are unknown.
template <class T, class RangeOfLeaf>
class tile_counting {
public:
    constexpr tile_counting(const plan_view& p, const nest& n, const step& s, const tile_size& tile,
                            const RangeOfLeaf& range_of_leaf)
        : plan_(p), nest_(n), step_(s), kernel_(p.kernels[s.kernel]), tile_(tile), range_of_leaf_(range_of_leaf) {}

    /// All entries of the leading axes have the same counts, unless h or b is in the mask.
    constexpr tile_counts run() {
        if (nest_.batch.size() * nest_.rows.size * kernel_.stream.keys == 0) return {};
        const std::size_t rows = tiles(nest_.rows.size, tile_.queries), cols = tiles(kernel_.stream.keys, tile_.keys);
        const std::size_t batches = nest_.batch.size();
        if (!is_masked_kernel(plan_, kernel_)) return {0, 0, batches * rows * cols};
        mask_ = mask_of_kernel(plan_, kernel_);
        const std::size_t counted = depends_on_batch(plan_, step_) ? batches : 1;
        for (std::size_t b = 0; b < counted; ++b) {
            move_to_batch(b);
            count({0, rows, 0, cols});
        }
        return (batches / counted) * counts_;
    }

private:
    /// A range of rows and columns of tiles.
    struct area {
        std::size_t row, rows, col, cols;
    };

    static constexpr std::size_t tiles(std::size_t n, std::size_t of) { return (n + of - 1) / of; }

    constexpr void move_to_batch(std::size_t b) {
        for (std::size_t a = nest_.batch.rank; a-- > 0; b /= nest_.batch[a].size) batch_[a] = b % nest_.batch[a].size;
    }

    /// If an area is masked completely or not at all, so are its tiles, since smaller intervals are no wider. Else it
    /// is halved.
    constexpr void count(const area& a) {
        const score_tile tile = elements_of(a);
        const tile_kind kind = tile_kind_of(
            range_of_term<T>(plan_, kernel_, mask_, [&](std::size_t i) { return range_of_slot(i, tile); }));
        const std::size_t all = a.rows * a.cols;
        if (kind == tile_kind::none) {
            counts_.skipped += all;
        } else if (kind == tile_kind::all) {
            counts_.full += all;
        } else if (all == 1) {
            ++counts_.partial;
        } else if (a.cols == 1 || (a.rows > 1 && tile.queries > tile.keys)) {
            const std::size_t half = a.rows / 2;
            count({a.row, half, a.col, a.cols});
            count({a.row + half, a.rows - half, a.col, a.cols});
        } else {
            const std::size_t half = a.cols / 2;
            count({a.row, a.rows, a.col, half});
            count({a.row, a.rows, a.col + half, a.cols - half});
        }
    }
    constexpr score_tile elements_of(const area& a) const {
        const std::size_t query = a.row * tile_.queries, key = a.col * tile_.keys;
        return {query, smaller_of(a.rows * tile_.queries, nest_.rows.size - query), key,
                smaller_of(a.cols * tile_.keys, kernel_.stream.keys - key)};
    }

    constexpr index_range<T> range_of_slot(std::size_t i, const score_tile& tile) const {
        return detail::range_of_slot<T>(plan_, plan_.slot_at(step_, i), batch_, tile, range_of_leaf_);
    }

    plan_view plan_;
    const nest& nest_;
    const step& step_;
    const kernel& kernel_;
    tile_size tile_;
    const RangeOfLeaf& range_of_leaf_;
    std::size_t mask_ = 0;
    std::size_t batch_[max_rank]{};
    tile_counts counts_{};
};

template <class T, class RangeOfLeaf>
constexpr tile_counts count_tiles(const plan_view& p, const nest& n, const step& s, const tile_size& tile,
                                  const RangeOfLeaf& range_of_leaf) {
    return tile_counting<T, RangeOfLeaf>(p, n, s, tile, range_of_leaf).run();
}

}  // namespace detail
}  // namespace heed
