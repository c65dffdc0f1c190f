// SPDX-License-Identifier: BSL-1.0
// Constant matrices in whole numbers of 8 bits with a scale for each group: a quarter of the memory of floats.
#pragma once

#include <heed/run/packed.hpp>
#include <heed/run/quantised_panels.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace heed {

namespace law {

/// quantised<std::int8_t, group>(W)
template <class A>
struct quantised {
    static_assert(A::value.rank == 2, "heed: quantised<std::int8_t, group>(W) needs a matrix: two axes");
};

/// quantised_matrix<std::int8_t, group, T, rows, columns>(values, scales)
template <class Value, class Values, class Scales, class Of>
struct quantised_parts {
    static_assert(
        std::same_as<Value, std::int8_t>,
        "heed: quantised_matrix<std::int8_t, group, T, rows, columns>(values, scales) needs values of std::int8_t");
    static_assert(
        detail::assignable(Values::value, Of::value),
        "heed: quantised_matrix<std::int8_t, group, T, rows, columns>(values, scales) needs one value for each of "
        "its elements");
    static_assert(
        Scales::value.rank == 2,
        "heed: quantised_matrix<std::int8_t, group, T, rows, columns>(values, scales) needs a matrix of scales: a "
        "row for each group of rows");
    static constexpr bool holds =
        std::same_as<Value, std::int8_t> && detail::assignable(Values::value, Of::value) && Scales::value.rank == 2;
};

}  // namespace law

namespace detail {

/// The whole number from -127 to 127 that is next to x, of two the even one; x is finite.
template <class T>
constexpr std::int8_t next_int8(T x) {
    if (x >= 127) return 127;
    if (x <= -127) return -127;
    const int down = static_cast<int>(x + 128) - 128;  // x + 128 is positive: towards zero is down
    const T rest = x - T(down);
    return static_cast<std::int8_t>(rest > T(0.5) || (rest == T(0.5) && down % 2 != 0) ? down + 1 : down);
}

inline constexpr const char* needs_finite_numbers = "heed: quantised<std::int8_t, group>(W) needs finite numbers";
inline void raise_not_finite(std::size_t i, std::size_t j) {
    raise<std::domain_error>(std::string(needs_finite_numbers) + ": W(" + std::to_string(i) + ", " + std::to_string(j) +
                             ") is not");
}
/// The scale of a group with this largest magnitude: that is 127 times the scale, which is finite.
template <class T>
constexpr T scale_of(T largest) {
    const T scale = largest / 127;
    const T down = scale - scale * std::numeric_limits<T>::epsilon();
    return scale * 127 <= std::numeric_limits<T>::max() ? scale : down;
}

template <class Words>
constexpr void fail_not_finite(const Words* words, std::size_t i, std::size_t j) {
    if (HEED_CONSTANT_EVALUATED) return fail(words);
    raise_not_finite(i, j);
}

/// Whether there is a scale for each group and column.
constexpr void check_scales(std::size_t rows, std::size_t columns, std::size_t groups, std::size_t of_columns) {
    if (rows == groups && columns == of_columns) return;
    fail_shape_sentence(
        "heed: quantised_matrix<std::int8_t, group, T, rows, columns>(values, scales) needs a row of scales for "
        "each group of rows",
        [&](shape_writer& out) {
            add_shape(out, shape(extent(rows), extent(columns)));
            out.add(" and ");
            add_shape(out, shape(extent(groups), extent(of_columns)));
        });
}

}  // namespace detail

/// A constant matrix of whole numbers of 8 bits, with a scale of type T for the numbers of Group rows one below
/// the other in a column: the terms of a sum of a product. An element is its whole number times its scale, rounded
/// once. It owns its elements: it can be copied, moved and kept in a class. It is an operand as packed_matrix is: read
/// as it lies where it is the right operand of a product (whole, as rows<a, b>(P), or as cols<a, b>(P) if a panel
/// begins with column a), from a copy in rows of T everywhere else in a formula. X * P adds the terms of X * W, for the
/// tensor W = P, in the same order.
/// example const quantised_matrix<std::int8_t, 32, float, 8, d_model[8]> P(transpose(W));
template <class Value, std::size_t Group, detail::packable T, extent Rows, extent Columns>
requires(std::same_as<Value, std::int8_t>&& Group > 0) class HEED_CODE_ABI quantised_matrix
    : public detail::matrix_in_panels<quantised_matrix<Value, Group, T, Rows, Columns>, T, Rows, Columns> {
    using base = detail::matrix_in_panels<quantised_matrix, T, Rows, Columns>;

public:
    /// Zeros; without elements if an extent is dynamic.
    constexpr quantised_matrix() = default;

    /// Quantises a matrix: the scale of a group is its largest magnitude / 127, each whole number that next to
    /// element / scale.
    /// error   |element - W(i, j)| <= scale / 2, which is 1/254 of the largest of the group, and the rounding of T; of
    ///         the scale too, which is up to 64 of the smallest numbers of T: 2^-143 of float
    /// cost    a packed copy in T meanwhile
    /// errors  law::packed_shape if shapes or names differ; shape_error if sizes do at run time; std::domain_error if an
    ///         element is infinite or not a number
    template <formula F>
    requires(!std::same_as<F, quantised_matrix>) explicit constexpr quantised_matrix(const F& f)
        : quantised_matrix(packed_matrix<T, Rows, Columns>(f), as_packed()) {}

    /// From whole numbers and scales that a file has, such as blocks of Q8_0: tensors or views, or either transposed.
    /// shapes  values [rows x columns], scales [groups x columns], groups = rows / Group, rounded up
    /// errors  law::quantised_parts if shapes or names differ; shape_error if sizes do at run time
    template <formula Values, formula Scales>
    constexpr quantised_matrix(const Values& values, const Scales& scales) {
        if constexpr (!detail::is_broken<Values> && !detail::is_broken<Scales>) take_parts(values, scales);
    }

    /// How the elements lie, for products.
    constexpr detail::quantised_panels<T, Group> panels() const { return {values_.data(), scales_.data()}; }
    /// The element in row i and column j, both from 0.
    constexpr T operator()(std::size_t i, std::size_t j) const { return T(value(i, j)) * scale(i, j); }
    /// Its whole number.
    constexpr std::int8_t value(std::size_t i, std::size_t j) const {
        return values_.data()[base::checked_place(i, j)];
    }
    /// The scale of its group.
    constexpr T scale(std::size_t i, std::size_t j) const {
        base::checked_place(i, j);
        return scales_.data()[place_of_scale(i, j)];
    }

    /// Writes the elements, row after row.
    constexpr void copy_rows(T* to) const {
        base::for_each_place([&](std::size_t place, std::size_t i, std::size_t j) {
            to[i * base::extent(1) + j] = T(values_.data()[place]) * scales_.data()[place_of_scale(i, j)];
        });
    }

private:
    struct as_packed {};

    constexpr quantised_matrix(const packed_matrix<T, Rows, Columns>& from, as_packed) {
        base::take_sizes(from.extent(0), from.extent(1));
        std::int8_t* const values = values_.take(base::size());
        T* const scales = scales_.take(groups() * base::extent(1));
        for (std::size_t j = 0; j < base::extent(1); ++j)
            for (std::size_t first = 0; first < base::extent(0); first += Group) {
                const std::size_t end = detail::smaller_of(first + Group, base::extent(0));
                const T scale = detail::scale_of(largest(from, first, end, j));
                scales[place_of_scale(first, j)] = scale;
                for (std::size_t i = first; i < end; ++i)
                    values[base::place_of(i, j, base::extent(0))] =
                        scale == 0 ? std::int8_t{0} : detail::next_int8(from(i, j) / scale);
            }
    }
    /// The largest magnitude of a group.
    static constexpr T largest(const packed_matrix<T, Rows, Columns>& from, std::size_t first, std::size_t end,
                               std::size_t j) {
        T found = 0;
        for (std::size_t i = first; i < end; ++i) {
            const T x = from(i, j), size = x < 0 ? -x : x;
            if (size - size != 0) detail::fail_not_finite(detail::needs_finite_numbers, i, j);
            if (size > found) found = size;
        }
        return found;
    }
    template <class Values, class Scales>
    constexpr void take_parts(const Values& values, const Scales& scales) {
        using law =
            heed::law::quantised_parts<typename detail::operand_t<Values>::value_type, detail::law_shape_t<Values>,
                                       detail::law_shape_t<Scales>, heed::law::shape_of<Rows, Columns>>;
        if constexpr (law::holds) {
            detail::with_matrix_in_place<std::int8_t>(values, [this](const auto& matrix) {
                base::take_sizes(matrix.rows, matrix.columns);
                detail::copy_to_panels<base::panel_columns>(matrix, values_.take(base::size()));
            });
            detail::with_matrix_in_place<T>(scales, [this](const auto& matrix) {
                detail::check_scales(matrix.rows, matrix.columns, groups(), base::extent(1));
                detail::copy_to_panels<base::panel_columns>(matrix, scales_.take(groups() * base::extent(1)));
            });
        }
    }

    static constexpr std::size_t groups_of(std::size_t rows) { return (rows + Group - 1) / Group; }
    constexpr std::size_t groups() const { return groups_of(base::extent(0)); }
    constexpr std::size_t place_of_scale(std::size_t i, std::size_t j) const {
        return base::place_of(i / Group, j, groups());
    }

    typename base::template elements<std::int8_t, Rows.size * Columns.size> values_;
    typename base::template elements<T, (Rows.size + Group - 1) / Group * Columns.size> scales_;
};

template <class Value, std::size_t Group, detail::packable T, extent Rows, extent Columns>
inline constexpr bool detail::owns_elements<quantised_matrix<Value, Group, T, Rows, Columns>> = true;
template <class Value, std::size_t Group, detail::packable T, extent Rows, extent Columns>
inline constexpr std::size_t detail::panel_columns<quantised_matrix<Value, Group, T, Rows, Columns>> =
    quantised_matrix<Value, Group, T, Rows, Columns>::panel_columns;

namespace detail {

template <class Value, std::size_t Group, class T, class F>
constexpr auto make_quantised(const F& f) {
    constexpr shape s = shape_of<F>;
    if constexpr (is_broken<F>) {
        return broken{};
    } else if constexpr (s.rank != 2) {
        (void)sizeof(law::quantised<law_shape_t<F>>);
        return broken{};
    } else {
        return quantised_matrix<Value, Group, T, s[0], s[1]>(f);
    }
}

}  // namespace detail

/// Quantises a constant matrix, such as weights, for products: quantised<std::int8_t, 32>(W), of weights that a file
/// has as [out x in] quantised<std::int8_t, 32>(transpose(W)). It takes 1 / 4 of the memory of floats and 1 / Group
/// more, and replaces W everywhere in a formula, with elements as near as the error says.
/// shapes  W [m x n] -> [m x n]; groups of Group rows of a column
/// error   of an element at most 1/254 of the largest magnitude of its group, and the rounding of T; 64 of the smallest
///         numbers of T more, 2^-143 of float, because the scale of a group of subnormal numbers is one itself
/// cost    a packed copy of W meanwhile
/// number  T, float or double: that of W, float for half precision
/// errors  law::quantised; std::domain_error if an element is infinite or not a number
/// example const auto P = quantised<std::int8_t, 32>(transpose(W));  // once
///         const tensor Y = X * P;
template <class Value, std::size_t Group = 32, formula F>
[[nodiscard]] constexpr auto quantised(const F& f) {
    return detail::make_quantised<Value, Group, detail::computed_t<detail::value_of<F>>>(f);
}
template <class Value, std::size_t Group, number T, formula F>
[[nodiscard]] constexpr auto quantised(const F& f) {
    return detail::make_quantised<Value, Group, T>(f);
}

}  // namespace heed
