// SPDX-License-Identifier: BSL-1.0
// Packs constant matrices, such as weights, for the product loop: once and in advance.
#pragma once

#include <heed/run/matrix_in_panels.hpp>

#include <cstddef>

namespace heed {

/// A constant matrix in the layout that products read their right operand from: row-major panels with as many columns
/// as the loop has lanes; the last one may be narrower. It owns its elements: it can be copied, moved and kept in a
/// class, and what it was made from may end. Where P is the right operand of a product (whole, as rows<a, b>(P), or as
/// cols<a, b>(P) if a panel begins with column a), its panels are read; everywhere else in a formula a copy in rows is,
/// which each evaluation makes.
/// example const packed_matrix<float, 8, d_model[8]> P(transpose(W));
///         const tensor Y = Z * transpose(P);
template <detail::packable T, extent Rows, extent Columns>
class HEED_CODE_ABI packed_matrix : public detail::matrix_in_panels<packed_matrix<T, Rows, Columns>, T, Rows, Columns> {
    using base = detail::matrix_in_panels<packed_matrix, T, Rows, Columns>;

public:
    /// Zeros; without elements if an extent is dynamic.
    constexpr packed_matrix() = default;

    /// The elements of a tensor, a view, or either transposed, in one copy, converted to T; the value of any other
    /// formula, evaluated in T.
    /// errors  law::packed_shape if shapes or names differ; shape_error if sizes do at run time
    template <formula F>
    requires(!std::same_as<F, packed_matrix>) explicit constexpr packed_matrix(const F& f)
        : panels_(detail::uninitialised) {
        if constexpr (!detail::is_broken<F>) {
            constexpr bool fits = detail::assignable(detail::shape_of<F>, base::shape_value);
            (void)sizeof(law::packed_shape<detail::law_shape_t<F>, law::shape_of<Rows, Columns>>);
            if constexpr (fits)
                detail::with_matrix_in_place<T>(f, [this](const auto& matrix) {
                    base::take_sizes(matrix.rows, matrix.columns);
                    detail::copy_to_panels<base::panel_columns>(matrix, panels_.take(base::size()));
                });
        }
    }

    /// The elements: panel after panel, each row-major.
    constexpr const T* panels() const { return panels_.data(); }
    /// The element in row i and column j, both from 0.
    constexpr const T& operator()(std::size_t i, std::size_t j) const { return panels()[base::checked_place(i, j)]; }

    /// Writes the elements, row after row.
    constexpr void copy_rows(T* to) const {
        base::for_each_place(
            [&](std::size_t place, std::size_t i, std::size_t j) { to[i * base::extent(1) + j] = panels()[place]; });
    }

private:
    typename base::template elements<T, Rows.size * Columns.size> panels_;
};

template <detail::packable T, extent Rows, extent Columns>
inline constexpr bool detail::owns_elements<packed_matrix<T, Rows, Columns>> = true;
template <detail::packable T, extent Rows, extent Columns>
inline constexpr std::size_t detail::panel_columns<packed_matrix<T, Rows, Columns>> =
    packed_matrix<T, Rows, Columns>::panel_columns;

namespace detail {

template <class T, class F>
constexpr auto make_packed(const F& f) {
    constexpr shape s = shape_of<F>;
    if constexpr (is_broken<F>) {
        return broken{};
    } else if constexpr (s.rank != 2) {
        (void)sizeof(law::packed<law_shape_t<F>>);
        return broken{};
    } else if constexpr (packable<T>) {
        return packed_matrix<T, s[0], s[1]>(f);
    } else {
        return evaluate_as<T>(f);
    }
}

}  // namespace detail

/// Packs a constant matrix, such as weights, once for products: packed(W), packed(transpose(W)) of weights that a file
/// has as [out x in], packed<float>(W) in another number type. X * P has the bits of X * W for a tensor W with these
/// elements, but W is not copied into panels each time. P can replace W everywhere, and owns its elements.
/// shapes  W [m x n] -> [m x n]
/// cost    one copy of a tensor, a view, or either transposed, also of float16 and bfloat16; any other formula is
///         evaluated first. As much memory as the elements take in T.
/// number  T; without it that of W, float for half precision. Of a type other than float and double, P is a tensor
/// errors  law::packed
/// example const auto P = packed(W);  // once; of weights [out x in] packed(transpose(W))
///         const tensor Y = X * P;
template <formula F>
[[nodiscard]] constexpr auto packed(const F& f) {
    return detail::make_packed<detail::computed_t<detail::value_of<F>>>(f);
}
template <number T, formula F>
[[nodiscard]] constexpr auto packed(const F& f) {
    return detail::make_packed<T>(f);
}

}  // namespace heed
