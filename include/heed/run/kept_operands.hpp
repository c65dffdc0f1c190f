// SPDX-License-Identifier: BSL-1.0
// The operands of a step that takes only the columns of a tile that a mask leaves (lower/kept_columns.hpp).
#pragma once

#include <heed/lower/kept_columns.hpp>
#include <heed/run/bound_kernel.hpp>
#include <heed/run/mask_tile.hpp>
#include <heed/run/sizes.hpp>
#include <heed/run/tiles_of_nest.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

/// The columns that the mask of kernel K leaves to so many rows.
template <class Plan, std::size_t K, class T, class Cursors>
constexpr column_range columns_of_mask(const Cursors& cursors, std::size_t rows) {
    constexpr kernel k = Plan::value.kernels[K];
    constexpr std::size_t mask = mask_of_kernel(Plan::value, k);
    if (rows == 0) return {0, 0};
    const auto is_empty = [&](const column_range& columns) {
        const score_tile tile{0, rows, columns.first, columns.count};
        return tile_kind_of(range_of_term<Plan, K, mask, T>(cursors, tile)) == tile_kind::none;
    };
    return kept_blocks(size_in<Plan, k.cols>(cursors), is_empty).range();
}

/// How many there are along the axis of which a part is taken.
template <std::size_t Axis>
struct kept_count;
template <>
struct kept_count<kept_axis::columns> {
    std::size_t kept_columns;
};
/// Columns where all conditions of a formula hold, which therefore are not asked.
struct columns_without_mask : kept_count<kept_axis::columns> {
    static constexpr bool holds_everywhere = true;
};
template <>
struct kept_count<kept_axis::terms> {
    std::size_t kept_terms;
};
template <>
struct kept_count<kept_axis::rows> {
    std::size_t kept_rows;
};

/// The operands of a step, from the first kept column on.
template <class Count, class... Cursor>
struct kept_operands : Count {
    boost::hana::tuple<Cursor...> cursors;
    const std::size_t* lengths;
};
template <class Cursors>
inline constexpr bool are_kept_operands = false;
template <class Count, class... Cursor>
inline constexpr bool are_kept_operands<kept_operands<Count, Cursor...>> = true;
template <std::size_t Slot, class Count, class... Cursor>
HEED_INLINE constexpr const auto& cursor_at(const kept_operands<Count, Cursor...>& operands) {
    return boost::hana::at_c<Slot>(operands.cursors);
}
template <class Count, class... Cursor>
struct cursor_types<kept_operands<Count, Cursor...>> {
    using type = boost::hana::tuple<Cursor...>;
};

template <class Cursor>
constexpr Cursor moved_cursor(Cursor cursor, std::size_t row, std::size_t col) {
    if constexpr (is_index_cursor<Cursor>)
        cursor.first += row * Cursor::row_stride + col * Cursor::col_stride;
    else if constexpr (requires { cursor.data; })
        cursor.data = cursor.shifted(row, col).data;
    return cursor;
}

/// Moves the operand in slot I by `first` kept columns.
template <std::size_t Axis, bool IsProduct, std::size_t I, class Cursor>
constexpr Cursor kept_cursor(const Cursor& cursor, std::size_t first) {
    constexpr bool is_left = IsProduct && I == product_slot::left, is_right = IsProduct && I == product_slot::right;
    if constexpr (Axis == kept_axis::columns)
        return moved_cursor(cursor, 0, is_left ? 0 : first);
    else if constexpr (Axis == kept_axis::rows)
        return moved_cursor(cursor, is_right ? 0 : first, 0);
    else
        return moved_cursor(cursor, is_right ? first : 0, is_left ? first : 0);
}

template <class Cursors>
constexpr const std::size_t* lengths_of_operands([[maybe_unused]] const Cursors& cursors) {
    if constexpr (requires { cursors.lengths; })
        return cursors.lengths;
    else
        return nullptr;
}

template <std::size_t Axis, bool IsProduct, class Count, class Cursors, std::size_t... I>
constexpr auto kept_operands_of(const Cursors& cursors, const column_range& kept, std::index_sequence<I...>) {
    return kept_operands<Count, cursor_in<Cursors, I>...>{
        {kept.count},
        boost::hana::tuple<cursor_in<Cursors, I>...>(
            kept_cursor<Axis, IsProduct, I>(cursor_at<I>(cursors), kept.first)...),
        lengths_of_operands(cursors)};
}

/// The operands of step S for these columns.
template <class Plan, std::size_t S, class Count = kept_count<kept_part_of(Plan::value, S).axis>, class Cursors>
constexpr auto kept_operands_of(const Cursors& cursors, const column_range& kept) {
    constexpr step s = Plan::value.steps[S];
    constexpr bool is_product = Plan::value.kernels[s.kernel].loop == skeleton::product;
    return kept_operands_of<kept_part_of(Plan::value, S).axis, is_product, Count>(
        cursors, kept, std::make_index_sequence<s.slot_count>());
}

/// Whether term Term of kernel K has conditions, and whether all of them hold over a tile.
template <class Plan, std::size_t K, std::size_t Term>
constexpr bool has_conditions() {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (t.kind != term::apply)
        return false;
    else if constexpr (operand_count_of(t) == 1)
        return has_conditions<Plan, K, t.operands[0]>();
    else
        return selects_operand(t) || has_conditions<Plan, K, t.operands[0]>() ||
               has_conditions<Plan, K, t.operands[1]>();
}
template <class Plan, std::size_t K, std::size_t Term, class T, class Cursors>
constexpr bool conditions_hold_in(const Cursors& cursors, const score_tile& tile) {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (!has_conditions<Plan, K, Term>()) {
        return true;
    } else if constexpr (selects_operand(t)) {
        return !range_of_term<Plan, K, t.operands[0], T>(cursors, tile).has_zero() &&
               conditions_hold_in<Plan, K, t.operands[1], T>(cursors, tile);
    } else {
        const bool holds = conditions_hold_in<Plan, K, t.operands[0], T>(cursors, tile);
        if constexpr (operand_count_of(t) == 1)
            return holds;
        else
            return holds && conditions_hold_in<Plan, K, t.operands[1], T>(cursors, tile);
    }
}

/// Divides kept columns by whether all conditions of a formula hold.
template <class Plan, std::size_t K, class T, class Cursors>
class columns_by_conditions {
public:
    constexpr columns_by_conditions(const Cursors& cursors, std::size_t rows, const column_range& kept)
        : cursors_(cursors), rows_(rows), kept_(kept) {}

    /// f(columns, whether the conditions hold), for neighbours together.
    template <class F>
    constexpr void each(const F& f) {
        if (kept_.count == 0) return;
        divide(0, (kept_.count + key_block - 1) / key_block, f);
        f(range(begin_, end_), holds_);
    }

private:
    constexpr column_range range(std::size_t begin, std::size_t end) const {
        const std::size_t first = begin * key_block;
        return {kept_.first + first, smaller_of(end * key_block, kept_.count) - first};
    }
    template <class F>
    constexpr void divide(std::size_t begin, std::size_t end, const F& f) {
        constexpr std::size_t formula = scores_of_kernel(Plan::value.kernels[K]);
        const column_range all = range(begin, end);
        const bool holds = conditions_hold_in<Plan, K, formula, T>(cursors_, {0, rows_, all.first, all.count});
        if (holds || end - begin == 1) return take(begin, end, holds, f);
        const std::size_t middle = begin + (end - begin) / 2;
        divide(begin, middle, f);
        divide(middle, end, f);
    }
    template <class F>
    constexpr void take(std::size_t begin, std::size_t end, bool holds, const F& f) {
        if (begin > 0 && holds != holds_) {
            f(range(begin_, end_), holds_);
            begin_ = begin;
        }
        end_ = end;
        holds_ = holds;
    }

    const Cursors& cursors_;
    std::size_t rows_;
    column_range kept_;
    std::size_t begin_ = 0, end_ = 0;  ///< blocks of the neighbours found last
    bool holds_ = false;
};

/// Whether step S runs without conditions where they hold.
template <class Plan, std::size_t S>
constexpr bool divides_columns() {
    constexpr step s = Plan::value.steps[S];
    constexpr kernel k = Plan::value.kernels[s.kernel];
    if constexpr (kept_part_of(Plan::value, S).axis != kept_axis::columns ||
                  (k.loop != skeleton::map && k.loop != skeleton::product) || scores_of_kernel(k) == no_term)
        return false;
    else
        return has_conditions<Plan, s.kernel, scores_of_kernel(k)>();
}

/// A product that sums tiles adds nothing to the other rows of its result: they begin with 0, and are finished after
/// the last tile.
template <class Plan, std::size_t K, class T, class Cursors>
constexpr void run_other_rows(const Cursors& cursors, const column_range& kept, tile_place place) {
    constexpr kernel k = Plan::value.kernels[K];
    const bool finishes = place.is_last && k.epilogue != no_term;
    if (!place.is_first && !finishes) return;
    const auto& out = cursor_at<result_slot>(cursors);
    const bound_kernel<Plan, K, T, std::size_t, Cursors> bound(0, cursors, nullptr);
    const auto take = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            for (std::size_t j = 0; j < bound.columns(); ++j) {
                const T sum = place.is_first ? T(0) : T(out.at(i, j));
                if (finishes)
                    bound.finish_result(i, j, sum);
                else
                    bound.set_result(i, j, sum);
            }
    };
    take(0, kept.first);
    take(kept.first + kept.count, size_in<Plan, k.product.rows>(cursors));
}

}  // namespace heed::detail
