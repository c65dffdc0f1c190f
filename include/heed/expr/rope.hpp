// SPDX-License-Identifier: BSL-1.0
// Rotary positions: pairs of columns are rotated by an angle that grows with the position.
#pragma once

#include <heed/expr/elementwise.hpp>
#include <heed/expr/equal_axes.hpp>
#include <heed/expr/let_unless_stored.hpp>
#include <heed/expr/reshape.hpp>
#include <heed/expr/sinusoidal.hpp>
#include <heed/expr/structure.hpp>
#include <heed/shape/rope_law.hpp>
#include <heed/shape/shape_error.hpp>
#include <heed/tensor/storage.hpp>

#include <concepts>
#include <cstddef>
#include <utility>

namespace heed {

/// Cosines and sines of consecutive positions in rotary_tables: pointers and sizes.
template <std::floating_point T>
struct rotary_positions {
    const T* cosines = nullptr;  ///< [positions x pairs], row-major
    const T* sines = nullptr;    ///< likewise
    std::size_t positions = 0;   ///< how many, starting with the first one here
    std::size_t pairs = 0;       ///< half the columns of x
};

/// Cosines and sines of the angles position / base^(2i / depth), for i < depth / 2: the rotations of rope(x, tables,
/// pairs). Computed by the constructor, in double; stored on the heap.
/// error   (1 + position / 2) 2^-52, and the rounding to T (tests/expr/positions_test.cpp)
template <std::floating_point T>
class rotary_tables {
public:
    /// For positions 0 to positions - 1 and heads of depth columns: what rope_tables calls.
    /// cost    a cosine and a sine for each position and pair
    /// errors  shape_error for an odd depth; std::bad_alloc
    rotary_tables(std::size_t positions, std::size_t depth, double base)
        : positions_(positions), pairs_(pairs_of(depth)), numbers_(detail::allocate_elements<T>(count())) {
        for (std::size_t pair = 0; pair < pairs_; ++pair)
            for (std::size_t position = 0; position < positions; ++position) {
                const auto s = detail::of_position<detail::number_of_angles<T>>(position, pair, depth, base);
                numbers_[position * pairs_ + pair] = static_cast<T>(s.cosine);
                numbers_[(positions + position) * pairs_ + pair] = static_cast<T>(s.sine);
            }
    }
    ///@{

    /// A copy has its own memory.
    rotary_tables(const rotary_tables& other)
        : positions_(other.positions_), pairs_(other.pairs_), numbers_(detail::allocate_elements<T>(count())) {
        for (std::size_t i = 0; i < count(); ++i) numbers_[i] = other.numbers_[i];
    }
    rotary_tables& operator=(const rotary_tables& other) {
        if (this != &other) {
            rotary_tables copy(other);
            T* const numbers = numbers_;
            positions_ = copy.positions_;
            pairs_ = copy.pairs_;
            numbers_ = copy.numbers_;
            copy.numbers_ = numbers;
        }
        return *this;
    }
    ///@}
    ~rotary_tables() { detail::release_elements(numbers_, count()); }

    /// The positions p, p + 1 ...: rope(x, tables.from(p), pairs) rotates the first row of x as position p.
    /// errors  shape_error if p is more than positions()
    rotary_positions<T> from(std::size_t p) const& HEED_LIFETIMEBOUND {
        if (p > positions_)
            detail::raise_count("heed: tables.from(p) needs a position that the tables have", detail::shape(positions_),
                                p);
        return {cosines() + p * pairs_, sines() + p * pairs_, positions_ - p, pairs_};
    }
    /// Temporary tables are an error, because they would be destroyed: see law::kept_tables.
    rotary_positions<T> from(std::size_t) && {
        (void)sizeof(law::kept_tables<!sizeof(T)>);
        return {};
    }

    /// How many positions there are.
    std::size_t positions() const { return positions_; }
    /// The number of columns of x.
    std::size_t depth() const { return 2 * pairs_; }
    ///@{

    /// [positions x depth / 2], row-major
    const T* cosines() const { return numbers_; }
    const T* sines() const { return numbers_ + positions_ * pairs_; }
    ///@}

private:
    static std::size_t pairs_of(std::size_t depth) {
        if (depth % 2 != 0)
            detail::raise<shape_error>(
                "heed: rope_tables(positions, depth) needs an even depth, whose columns are "
                "pairs; given is ",
                depth);
        return depth / 2;
    }
    /// How many numbers; the largest there is where that does not fit, which no memory has.
    std::size_t count() const {
        std::size_t half, all;
        if (__builtin_mul_overflow(positions_, pairs_, &half) || __builtin_mul_overflow(half, 2, &all))
            return static_cast<std::size_t>(-1);
        return all;
    }

    std::size_t positions_, pairs_;
    T* numbers_;
};

/// Tables for rope: rope_tables<float>(2048, 64) for heads of 64 columns; 10000 is the base of the papers.
/// example const auto tables = rope_tables<float>(2048, 8);
///         const tensor Y = rope(X, tables, pairs::halves);
template <std::floating_point T>
[[nodiscard]] rotary_tables<T> rope_tables(std::size_t positions, std::size_t depth, double base = 10000) {
    return {positions, depth, base};
}

/// Which columns form a pair: i and i + d / 2, or 2i and 2i + 1.
struct pairs {
    struct halves_of_columns {};                         ///< the type of pairs::halves
    struct neighbouring_columns {};                      ///< the type of pairs::neighbours
    static constexpr halves_of_columns halves{};         ///< columns i and i + d / 2
    static constexpr neighbouring_columns neighbours{};  ///< columns 2i and 2i + 1, as in the paper
};

namespace detail {

template <class T>
concept pairs_of_columns = std::same_as<T, pairs::halves_of_columns> || std::same_as<T, pairs::neighbouring_columns>;

/// put_together(a cos - b sin, b cos + a sin), where a and b are the first and the second columns of the pairs.
template <class A, class B, class C, class S, class Put>
constexpr auto turned(const A& a, const B& b, const C& cosines, const S& sines, const Put& put_together) {
    constexpr auto times = [](const auto& x, const auto& y) { return make_elementwise<function::multiply>(x, y); };
    return put_together(make_elementwise<function::subtract>(times(a, cosines), times(b, sines)),
                        make_elementwise<function::add>(times(b, cosines), times(a, sines)));
}

constexpr extent half_of(const extent& columns) { return columns.is_dynamic() ? dyn : extent(columns.size / 2); }

/// Tables of which x uses as many rows as it has, if these are dynamic.
template <class Table>
struct first_rows {
    using heed_formula = formula_tag;
    using value_type = typename Table::value_type;
    static constexpr shape shape_value = Table::shape_value;
    Table table;
};
/// The axes of a table that x needs as long as its own, if one of them would repeat.
constexpr axis_pairs table_axes_that_repeat(const shape& table, const shape& x) {
    axis_pairs pairs;
    if (is_one_beside_length(table.from_right(0), half_of(x.from_right(0))))
        pairs.push_back({table.rank - 1, x.rank - 1, 2});
    for (std::size_t i = 2; i <= table.rank; ++i)
        if (i == 2 || table.from_right(i - 1).size != 1)
            add_one_beside_length(pairs, table, table.rank - i, x, x.rank - i);
    return pairs;
}
template <class Table, class X>
constexpr auto table_beside(const Table& table, const X& x) {
    return with_equal_axes<law::sizes_of_rope_tables, table_axes_that_repeat(shape_of<Table>, shape_of<X>)>(table, x);
}
template <class Table, class X>
constexpr auto table_beside(const first_rows<Table>& all, const X& x) {
    return make_formula<op::table_rows>(all.table, x);
}

/// Reshaped to the leading axes of X, then those in Last.
template <class X, extent... Last, class F>
constexpr auto with_last_axes(F&& f) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return make_reshape<shape_of<X>[I]..., Last...>(std::forward<F>(f));
    }
    (std::make_index_sequence<shape_of<X>.rank - 1>{});
}

/// Whether the number of columns is even; a dynamic number is checked when the formula is evaluated.
template <class F>
constexpr auto with_pairs(const F& f) {
    if constexpr (shape_of<F>.from_right(0).is_dynamic())
        return make_formula<op::paired_columns>(f);
    else
        return as_operand(f);
}

/// The columns become two axes, of which axis `Pair` has the two elements of a pair.
template <std::size_t Pair, extent First, extent Second, class X, class C, class S>
constexpr auto turned_apart(X&& x, const C& cosines, const S& sines) {
    using original = operand_t<X>;
    constexpr bool is_last = Pair == shape_of<original>.rank;
    return let_unless_stored(std::forward<X>(x), [&](const auto& whole) {
        constexpr auto alone = [](const auto& f) {
            return with_last_axes < original, is_last ? First : extent(1), is_last ? extent(1) : Second > (f);
        };
        const auto split = with_last_axes<original, First, Second>(with_pairs(whole));
        return turned(make_formula<op::at_index<Pair, 0>>(split), make_formula<op::at_index<Pair, 1>>(split),
                      table_beside(cosines, whole), table_beside(sines, whole),
                      [&](const auto& first, const auto& second) {
                          return with_last_axes<original, shape_of<original>.from_right(0)>(
                              make_concat<by_number<static_cast<int>(Pair)>>(alone(first), alone(second)));
                      });
    });
}

template <class X, class C, class S>
constexpr auto turned_columns(X&& x, const C& cosines, const S& sines, pairs::halves_of_columns) {
    constexpr shape dims = shape_of<operand_t<X>>;
    if constexpr (dims.from_right(0).is_dynamic()) {
        return turned_apart<dims.rank - 1, 2, dyn>(std::forward<X>(x), cosines, sines);
    } else {
        constexpr std::size_t columns = dims.from_right(0).size, half = columns / 2;
        return let_unless_stored(std::forward<X>(x), [&](const auto& whole) {
            return turned(make_cols<0, half>(whole), make_cols<half, columns>(whole), table_beside(cosines, whole),
                          table_beside(sines, whole), [](const auto& first, const auto& second) {
                              return make_concat<by_number<-1>>(first, second);
                          });
        });
    }
}
template <class X, class C, class S>
constexpr auto turned_columns(X&& x, const C& cosines, const S& sines, pairs::neighbouring_columns) {
    constexpr shape dims = shape_of<operand_t<X>>;
    constexpr extent half = half_of(dims.from_right(0));
    return turned_apart<dims.rank, half, 2>(std::forward<X>(x), cosines, sines);
}

/// Whether a table has a number for each pair of columns of each row.
constexpr bool is_table_for(const shape& x, const shape& table) {
    if (table.rank < 1 || table.rank > x.rank) return false;
    if (!sizes_agree(table.from_right(0), half_of(x.from_right(0)))) return false;
    for (std::size_t i = 1; i < table.rank; ++i)
        if ((i == 1 || table.from_right(i).size != 1) && !extents_agree(table.from_right(i), x.from_right(i)))
            return false;
    return true;
}

template <class X, class C, class S, pairs_of_columns Pairs>
constexpr auto make_rope(X&& x, const C& cosines, const S& sines, Pairs which) {
    constexpr shape dims = shape_of<operand_t<X>>;
    if constexpr (is_broken<X> || is_broken<C> || is_broken<S>) {
        return broken{};
    } else if constexpr (!has_paired_columns(dims)) {
        (void)sizeof(law::rope_columns<law_shape_t<X>>);
        return broken{};
    } else if constexpr (!is_table_for(dims, shape_of<operand_t<const C&>>) ||
                         !is_table_for(dims, shape_of<operand_t<const S&>>)) {
        (void)sizeof(law::rope_tables<law_shape_t<X>, law_shape_t<const C&>, law_shape_t<const S&>, false>);
        return broken{};
    } else if constexpr (std::same_as<Pairs, pairs::neighbouring_columns> && dims.rank == max_rank) {
        (void)sizeof(law::rope_neighbours<law_shape_t<X>, max_rank>);
        return broken{};
    } else if constexpr (dims.from_right(0).is_dynamic() && dims.rank == max_rank) {
        (void)sizeof(law::rope_halves<law_shape_t<X>, max_rank>);
        return broken{};
    } else {
        return turned_columns(std::forward<X>(x), cosines, sines, which);
    }
}

template <class Table, class X, class Tables, pairs_of_columns Pairs, class... Size>
constexpr auto rope_by_rows(X&& x, const Tables& t, Pairs which, Size... sizes) {
    return make_rope(std::forward<X>(x), first_rows<Table>{Table(t.cosines, sizes...)},
                     first_rows<Table>{Table(t.sines, sizes...)}, which);
}

/// The same for tables with dynamic sizes: formulas read the rows that x has. Requirements on dynamic sizes of x are
/// checked when the formula is evaluated.
template <class T, class X, pairs_of_columns Pairs>
constexpr auto rope_by_tables(X&& x, const rotary_positions<T>& t, Pairs which) {
    if constexpr (is_broken<X>) {
        return broken{};
    } else if constexpr (!has_paired_columns(shape_of<operand_t<X>>)) {
        (void)sizeof(law::rope_columns<law_shape_t<X>>);
        return broken{};
    } else {
        constexpr extent rows = shape_of<operand_t<X>>.from_right(1), columns = shape_of<operand_t<X>>.from_right(0);
        constexpr extent pairs = half_of(columns);
        if (!rows.is_dynamic() && t.positions < rows.size)
            raise_count("heed: rope(x, tables, pairs) needs tables of as many positions as x has rows",
                        shape(rows.size), t.positions);
        if (!columns.is_dynamic() && t.pairs != pairs.size)
            raise_count("heed: rope(x, tables, pairs) needs tables as deep as x has columns", shape(columns.size),
                        2 * t.pairs);
        if constexpr (rows.is_dynamic() && columns.is_dynamic())
            return rope_by_rows<view<const T, dyn, dyn>>(std::forward<X>(x), t, which, t.positions, t.pairs);
        else if constexpr (rows.is_dynamic())
            return rope_by_rows<view<const T, dyn, pairs.size>>(std::forward<X>(x), t, which, t.positions);
        else if constexpr (columns.is_dynamic())
            return rope_by_rows<view<const T, rows.size, dyn>>(std::forward<X>(x), t, which, t.pairs);
        else
            return make_rope(std::forward<X>(x), view<const T, rows.size, pairs.size>(t.cosines),
                             view<const T, rows.size, pairs.size>(t.sines), which);
    }
}

}  // namespace detail

/// Rotary positions: row p of x, at position p, is rotated in the plane of each pair of columns (a, b) by the angle t =
/// p / base^(2i/d): a cos t - b sin t, b cos t + a sin t. A pair is columns i and i + d / 2 (pairs::halves), or 2i and
/// 2i + 1 (pairs::neighbours, as in the paper). Products of rotated queries and keys then depend only on the distance
/// of their positions.
/// shapes  x [... x n x d] -> the same; tables of at least n positions and of depth d, which must outlive the formula
/// cost    four products per pair; a formula is computed once
/// errors  law::rope_columns, law::rope_halves, law::rope_neighbours; shape_error if the tables do not fit: here, or
///         when the formula is evaluated if sizes of x are known only then
/// source  Su et al. 2021, 3.2.2
/// example const auto tables = rope_tables<float>(2048, 8);
///         const tensor Y = rope(X, tables, pairs::halves);
template <detail::named_operand X, std::floating_point T, detail::pairs_of_columns Pairs>
[[nodiscard]] auto rope(const X& x HEED_LIFETIMEBOUND, const rotary_tables<T>& tables HEED_LIFETIMEBOUND, Pairs which) {
    return detail::rope_by_tables<T>(x, tables.from(0), which);
}
template <detail::owned_formula X, std::floating_point T, detail::pairs_of_columns Pairs>
[[nodiscard]] auto rope(X&& x, const rotary_tables<T>& tables HEED_LIFETIMEBOUND, Pairs which) {
    return detail::rope_by_tables<T>(std::forward<X>(x), tables.from(0), which);
}
/// From a position on, with a key-value cache: rope(q, tables.from(p), pairs::halves) of the token at position p.
template <detail::named_operand X, std::floating_point T, detail::pairs_of_columns Pairs>
[[nodiscard]] auto rope(const X& x HEED_LIFETIMEBOUND, rotary_positions<T> tables, Pairs which) {
    return detail::rope_by_tables<T>(x, tables, which);
}
template <detail::owned_formula X, std::floating_point T, detail::pairs_of_columns Pairs>
[[nodiscard]] auto rope(X&& x, rotary_positions<T> tables, Pairs which) {
    return detail::rope_by_tables<T>(std::forward<X>(x), tables, which);
}
/// Temporary tables are an error: see law::kept_tables.
template <formula X, std::floating_point T, detail::pairs_of_columns Pairs>
auto rope(const X&, rotary_tables<T>&&, Pairs) {
    (void)sizeof(law::kept_tables<!sizeof(X)>);
    return detail::broken{};
}

/// The same with your own cosines and sines, [n x d / 2]: rope(x, C, S, pairs::halves). Also in constant expressions.
/// errors  law::rope_columns, law::rope_neighbours, law::rope_tables
template <detail::named_operand X, detail::named_operand C, detail::named_operand S, detail::pairs_of_columns Pairs>
[[nodiscard]] constexpr auto rope(const X& x HEED_LIFETIMEBOUND, const C& cosines HEED_LIFETIMEBOUND,
                                  const S& sines HEED_LIFETIMEBOUND, Pairs which) {
    return detail::make_rope(x, cosines, sines, which);
}
template <detail::owned_formula X, detail::named_operand C, detail::named_operand S, detail::pairs_of_columns Pairs>
[[nodiscard]] constexpr auto rope(X&& x, const C& cosines HEED_LIFETIMEBOUND, const S& sines HEED_LIFETIMEBOUND,
                                  Pairs which) {
    return detail::make_rope(std::forward<X>(x), cosines, sines, which);
}
/// Tables that are formulas, for instance to look positions up: rope(x, rows(C, ids), rows(S, ids), pairs::halves)
/// rotates row i by the angles of position ids(i). Each number of a table is computed where it is used, which is twice.
/// shapes  tables [... x n x d / 2], whose axes before these two are those of x or of size 1
/// errors  law::rope_columns, law::rope_neighbours, law::rope_tables
template <formula X, formula C, formula S, detail::pairs_of_columns Pairs>
requires(detail::owned_formula<C> || detail::owned_formula<S>)
    [[nodiscard]] constexpr auto rope(X&& x, C&& cosines, S&& sines, Pairs which) {
    return detail::let_if_temporary(std::forward<C>(cosines), [&](const auto& c) {
        return detail::let_if_temporary(
            std::forward<S>(sines), [&](const auto& s) { return detail::make_rope(std::forward<X>(x), c, s, which); });
    });
}

}  // namespace heed
