// SPDX-License-Identifier: BSL-1.0
// Matrices that belong to scores, such as a bias or a mask in memory. Queries are in lanes, but a row of such a matrix
// belongs to one query: therefore each block of keys is transposed once, in registers, to a copy that fits into the L1
// cache.
#pragma once

#include <heed/run/element.hpp>
#include <heed/simd/byte_lanes.hpp>
#include <heed/simd/transpose.hpp>
#include <heed/tensor/storage.hpp>

#include <boost/hana/tuple.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// A transposed copy, with Lanes rows side by side, of the elements from `row` and `col` on.
template <class T, std::size_t Lanes>
struct lanes_cursor {
    using element = const T;
    static constexpr std::size_t row_stride = 1, fixed_row_stride = row_stride;
    static constexpr std::size_t col_stride = Lanes, fixed_col_stride = col_stride;
    const T* data;
    std::size_t row;
    std::size_t col;

    HEED_INLINE constexpr const T& at(std::size_t i, std::size_t j) const { return data[i - row + (j - col) * Lanes]; }
};

/// A register of contiguous elements; bool becomes 1 and 0.
template <class V, class S>
HEED_INLINE V neighbours_as(const S* from) {
    if constexpr (std::is_same_v<S, bool>)
        return truth_as<V>(from);
    else
        return load_as<V>(from);
}

/// Whether a term reads an operand.
template <std::size_t Capacity>
constexpr bool reads_slot(const plan<Capacity>& p, const kernel& k, std::size_t of, std::size_t slot) {
    const term& t = p.terms[k.first_term + of];
    if (t.kind == term::load) return t.slot == slot;
    if (t.kind == term::core) return false;
    for (int i = 0; t.kind == term::apply && i < traits_of(t.f).operands; ++i)
        if (reads_slot(p, k, t.operands[i], slot)) return true;
    return false;
}

/// Whether an operand has a row for each query, with keys contiguous.
template <class T, class Cursor>
constexpr bool is_matrix_of_scores() {
    if constexpr (is_panel_cursor<Cursor> || is_index_cursor<Cursor> || is_lookup_cursor<Cursor>)
        return false;
    else if constexpr (has_strides<Cursor>)
        return Cursor::fixed_col_stride == 1 && Cursor::fixed_row_stride > 1 &&
               (is_readable_as<T, element_of<Cursor>> || std::is_same_v<bool, element_of<Cursor>>);
    else
        return false;
}

/// An operand that is read in place.
template <class T, class Cursor, std::size_t Keys, std::size_t Lanes, bool IsCopied>
struct score_operand {
    HEED_INLINE void read(const Cursor&, std::size_t, std::size_t, std::size_t, std::size_t) {}
    HEED_INLINE const Cursor& cursor(const Cursor& from, std::size_t, std::size_t) const { return from; }
};
template <class T, class Cursor, std::size_t Keys, std::size_t Lanes>
class score_operand<T, Cursor, Keys, Lanes, true> {
    static constexpr std::size_t width = vector_bytes / sizeof(T);

public:
    /// Copies `keys` columns from `key` on, of `queries` rows from `query` on.
    HEED_INLINE void read(const Cursor& from, std::size_t query, std::size_t queries, std::size_t key,
                          std::size_t keys) {
        std::size_t lane = 0;
        for (; lane + width <= queries; lane += width) {
            std::size_t j = 0;
            for (; j + width <= keys; j += width) read_square(from, query, lane, key, j);
            read_rest(from, query, lane, lane + width, key, j, keys);
        }
        read_rest(from, query, lane, queries, key, 0, keys);
    }
    HEED_INLINE lanes_cursor<T, Lanes> cursor(const Cursor&, std::size_t query, std::size_t key) const {
        return {items_, query, key};
    }

private:
    HEED_INLINE void read_square(const Cursor& from, std::size_t query, std::size_t lane, std::size_t key,
                                 std::size_t j) {
        using V = pack<T, width>;
        V square[width];
        HEED_UNROLL for (std::size_t i = 0; i < width; ++i) square[i] =
            neighbours_as<V>(&from.at(query + lane + i, key + j));
        transpose(square);
        HEED_UNROLL for (std::size_t i = 0; i < width; ++i) lanes<V>::store(items_ + (j + i) * Lanes + lane, square[i]);
    }
    HEED_INLINE void read_rest(const Cursor& from, std::size_t query, std::size_t begin, std::size_t end,
                               std::size_t key, std::size_t first, std::size_t keys) {
        for (std::size_t lane = begin; lane < end; ++lane)
            for (std::size_t j = first; j < keys; ++j)
                items_[j * Lanes + lane] = element_as<T>(from.at(query + lane, key + j));
    }

    alignas(alignof(T) > heap_alignment ? alignof(T) : heap_alignment) T items_[Keys * Lanes];
};

/// The operands of the scores of a tile of Lanes queries and at most Keys keys.
template <class Plan, std::size_t K, std::size_t Keys, std::size_t Lanes, class T, class Cursors>
class score_operands;
template <class Plan, std::size_t K, std::size_t Keys, std::size_t Lanes, class T, class... Cursor>
class score_operands<Plan, K, Keys, Lanes, T, boost::hana::tuple<Cursor...>> {
    using all_cursors = boost::hana::tuple<Cursor...>;
    static constexpr std::size_t width = packable<T> ? vector_bytes / sizeof(T) : 1;

    template <std::size_t Slot, class One>
    static constexpr bool is_copied() {
        constexpr kernel k = Plan::value.kernels[K];
        constexpr bool in_squares = packable<T> && width > 1 && Lanes % width == 0 && Keys >= width;
        if constexpr (!in_squares || Slot <= last_operand_of(k.stream))
            return false;
        else
            return is_matrix_of_scores<T, One>() && reads_slot(Plan::value, k, k.prologue, Slot);
    }
    template <std::size_t... Slot>
    static auto operands_of(std::index_sequence<Slot...>)
        -> boost::hana::tuple<score_operand<T, Cursor, Keys, Lanes, is_copied<Slot, Cursor>()>...>;
    template <std::size_t... Slot>
    static constexpr bool copies_any(std::index_sequence<Slot...>) {
        return (is_copied<Slot, Cursor>() || ...);
    }
    static constexpr auto slots = std::make_index_sequence<sizeof...(Cursor)>();

public:
    static constexpr bool copies = copies_any(slots);

    constexpr score_operands() {}
    HEED_INLINE constexpr void read(const all_cursors& from, std::size_t query, std::size_t queries, std::size_t key,
                                    std::size_t keys) {
        if constexpr (copies) {
            if (HEED_CONSTANT_EVALUATED) return;
            first_key_ = key;
            [&]<std::size_t... Slot>(std::index_sequence<Slot...>) HEED_INLINE_LAMBDA {
                (boost::hana::at_c<Slot>(operands_).read(cursor_at<Slot>(from), query, queries, key, keys), ...);
            }
            (slots);
        }
    }
    /// The operands, with copies in place of the originals.
    HEED_INLINE auto cursors(const all_cursors& from, std::size_t query) const {
        return [&]<std::size_t... Slot>(std::index_sequence<Slot...>) HEED_INLINE_LAMBDA {
            return boost::hana::make_tuple(
                boost::hana::at_c<Slot>(operands_).cursor(cursor_at<Slot>(from), query, first_key_)...);
        }
        (slots);
    }

private:
    using operands = decltype(operands_of(slots));
    struct nothing {};
    std::conditional_t<copies, operands, nothing> operands_;
    std::size_t first_key_ = 0;
};
/// Lengths are not needed here: the cursors have the strides.
template <class Plan, std::size_t K, std::size_t Keys, std::size_t Lanes, class T, class... Cursor>
class score_operands<Plan, K, Keys, Lanes, T, operands_with_lengths<Cursor...>>
    : public score_operands<Plan, K, Keys, Lanes, T, boost::hana::tuple<Cursor...>> {
    using base = score_operands<Plan, K, Keys, Lanes, T, boost::hana::tuple<Cursor...>>;
    using all_operands = operands_with_lengths<Cursor...>;

public:
    HEED_INLINE constexpr void read(const all_operands& from, std::size_t query, std::size_t queries, std::size_t key,
                                    std::size_t keys) {
        base::read(from.cursors, query, queries, key, keys);
    }
    HEED_INLINE auto cursors(const all_operands& from, std::size_t query) const {
        return base::cursors(from.cursors, query);
    }
};

}  // namespace heed::detail
