// SPDX-License-Identifier: BSL-1.0
// Which tiles of scores a mask leaves, read off the plan: its terms evaluated on intervals of indices. What run decides
// tile by tile from types is decided here from values (tests/study/score_tiles_test.cpp: the same counts).
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/lower/tiles.hpp>

#include <cstddef>

namespace heed::detail {

struct score_tile_counts {
    std::size_t skipped = 0;  ///< every key masked for every query
    std::size_t partial = 0;
    std::size_t full = 0;  ///< no key masked

    constexpr std::size_t all() const { return skipped + partial + full; }
    friend constexpr bool operator==(const score_tile_counts&, const score_tile_counts&) = default;
};

/// Whole numbers from low to high, or nothing known.
struct whole_range {
    long long low = 0;
    long long high = 0;
    bool known = false;

    static constexpr whole_range of(long long a, long long b) { return {a < b ? a : b, a < b ? b : a, true}; }
    static constexpr whole_range truth(bool certainly, bool certainly_not) {
        return {certainly ? 1 : 0, certainly_not ? 0 : 1, true};
    }
    constexpr bool is_zero() const { return known && low == 0 && high == 0; }
    constexpr bool has_zero() const { return !known || (low <= 0 && high >= 0); }
};

constexpr whole_range range_of_product(const whole_range& a, const whole_range& b) {
    constexpr long long half = 1LL << 30;
    if (a.low < -half || a.high > half || b.low < -half || b.high > half) return {};
    whole_range r = whole_range::of(a.low * b.low, a.high * b.high);
    const long long others[] = {a.low * b.high, a.high * b.low};
    for (const long long corner : others) {
        r.low = corner < r.low ? corner : r.low;
        r.high = corner > r.high ? corner : r.high;
    }
    return r;
}

/// By a positive number of which both ends are the same.
constexpr whole_range range_of_division(function f, const whole_range& a, const whole_range& n) {
    if (n.low != n.high || n.low <= 0 || a.low < 0) return {};
    const bool one_quotient = a.low / n.low == a.high / n.low;
    if (f == function::quotient) return whole_range::of(a.low / n.low, a.high / n.low);
    return one_quotient ? whole_range::of(a.low % n.low, a.high % n.low) : whole_range::of(0, n.low - 1);
}

constexpr whole_range range_of_function(function f, const whole_range& a, const whole_range& b) {
    switch (f) {
        case function::is_zero: return whole_range::truth(a.is_zero(), !a.has_zero());
        case function::both: return whole_range::truth(!a.has_zero() && !b.has_zero(), a.is_zero() || b.is_zero());
        case function::either: return whole_range::truth(!a.has_zero() || !b.has_zero(), a.is_zero() && b.is_zero());
        case function::negate: return a.known ? whole_range::of(-a.low, -a.high) : whole_range();
        default: break;
    }
    if (!a.known || !b.known) return {};
    switch (f) {
        case function::add: return whole_range::of(a.low + b.low, a.high + b.high);
        case function::subtract: return whole_range::of(a.low - b.high, a.high - b.low);
        case function::multiply: return range_of_product(a, b);
        case function::quotient:
        case function::remainder: return range_of_division(f, a, b);
        case function::less: return whole_range::truth(a.high < b.low, a.low >= b.high);
        case function::less_equal: return whole_range::truth(a.high <= b.low, a.low > b.high);
        case function::equal:
            return whole_range::truth(a.low == a.high && b.low == b.high && a.low == b.low,
                                      a.high < b.low || b.high < a.low);
        default: return {};
    }
}

/// Whether the scores of a kernel are where(mask, rest).
template <std::size_t Capacity>
constexpr bool is_masked_kernel(const plan<Capacity>& p, const kernel& k) {
    if (k.loop != skeleton::stream || k.prologue == no_term) return false;
    const term& t = p.terms[k.first_term + k.prologue];
    return t.kind == term::apply && t.f == function::where;
}

/// Counts the tiles of one step. Numbers that the program passes are not known here: tiles that depend on them count as
/// partial, as do those of masks in memory.
template <std::size_t Capacity>
class score_tile_counting {
public:
    constexpr score_tile_counting(const plan<Capacity>& p, const nest& n, const step& s)
        : plan_(p), nest_(n), step_(s), kernel_(p.kernels[s.kernel]) {}

    constexpr score_tile_counts run() {
        const std::size_t rows = tiles(nest_.rows.size, nest_.tile_rows), cols = tiles(kernel_.inner, block());
        const std::size_t batches = nest_.batch.size(), counted = depends_on_batch() ? batches : 1;
        for (std::size_t b = 0; b < counted; ++b) {
            split(b, batch_);
            count({0, rows, 0, cols});
        }
        const std::size_t times = batches / counted;
        return {times * counts_.skipped, times * counts_.partial, times * counts_.full};
    }

private:
    struct area {
        std::size_t row, rows, col, cols;  ///< in tiles
    };

    static constexpr std::size_t tiles(std::size_t n, std::size_t of) { return (n + of - 1) / of; }
    constexpr std::size_t block() const { return smaller_of(kernel_.inner, key_block); }

    constexpr void split(std::size_t b, std::size_t (&position)[max_rank]) const {
        for (std::size_t a = nest_.batch.rank; a-- > 0; b /= nest_.batch[a].size) position[a] = b % nest_.batch[a].size;
    }

    constexpr bool depends_on_batch() const {
        for (std::size_t i = 0; i < step_.slot_count; ++i) {
            const slot& s = plan_.slots[step_.first_slot + i];
            for (const std::size_t stride : s.batch_stride)
                if (s.place == slot::index && stride != 0) return true;
        }
        return false;
    }

    /// Where a whole area is masked, so is each of its tiles, since smaller intervals say no less. Else halves.
    constexpr void count(const area& a) {
        const term& where = plan_.terms[kernel_.first_term + kernel_.prologue];
        const whole_range mask = range(where.operands[0], a);
        const std::size_t all = a.rows * a.cols;
        if (mask.is_zero()) {
            counts_.skipped += all;
        } else if (!mask.has_zero()) {
            counts_.full += all;
        } else if (all == 1) {
            ++counts_.partial;
        } else if (a.rows >= a.cols) {
            count({a.row, a.rows / 2, a.col, a.cols});
            count({a.row + a.rows / 2, a.rows - a.rows / 2, a.col, a.cols});
        } else {
            count({a.row, a.rows, a.col, a.cols / 2});
            count({a.row, a.rows, a.col + a.cols / 2, a.cols - a.cols / 2});
        }
    }

    constexpr whole_range range(std::size_t id, const area& a) const {
        const term& t = plan_.terms[kernel_.first_term + id];
        if (t.kind == term::core) return {};
        if (t.kind == term::load) return range_of_slot(plan_.slots[step_.first_slot + t.slot], a);
        const whole_range first = range(t.operands[0], a);
        return range_of_function(t.f, first, traits_of(t.f).operands == 1 ? first : range(t.operands[1], a));
    }

    constexpr whole_range range_of_slot(const slot& s, const area& a) const {
        if (s.place == slot::exact) {
            const surd& value = plan_.constants[s.id];
            const bool whole = value.denominator == 1 && value.radicand == 1;
            return whole ? whole_range::of(value.numerator, value.numerator) : whole_range();
        }
        if (s.place != slot::index) return {};
        const std::size_t row = a.row * nest_.tile_rows, col = a.col * block();
        const std::size_t last_row = smaller_of(row + a.rows * nest_.tile_rows, nest_.rows.size) - 1;
        const std::size_t last_col = smaller_of(col + a.cols * block(), kernel_.inner) - 1;
        std::size_t first = s.offset;
        for (std::size_t b = 0; b < max_rank; ++b) first += batch_[b] * s.batch_stride[b];
        return whole_range::of(static_cast<long long>(first + row * s.row_stride + col * s.col_stride),
                               static_cast<long long>(first + last_row * s.row_stride + last_col * s.col_stride));
    }

    const plan<Capacity>& plan_;
    const nest& nest_;
    const step& step_;
    const kernel& kernel_;
    std::size_t batch_[max_rank]{};
    score_tile_counts counts_{};
};

/// Skipped, partial and full tiles of a step whose scores are masked.
template <std::size_t Capacity>
constexpr score_tile_counts count_score_tiles(const plan<Capacity>& p, const nest& n, const step& s) {
    return score_tile_counting<Capacity>(p, n, s).run();
}

}  // namespace heed::detail
