// SPDX-License-Identifier: BSL-1.0
// Packs constant matrices, such as weights, for the product loop: once and in advance.
#pragma once

#include <heed/expr/formula_of.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/simd/pack.hpp>

#include <cstddef>

namespace heed {

/// What packed(W) returns: a matrix and a copy of it in the layout that products read their right operand from. The
/// copy consists of row-major panels with as many columns as the loop has lanes; the last one may be narrower.
/// needs   the elements at the pointer, alive and unchanged while this is used
template <detail::packable T, extent Rows, extent Columns>
class HEED_CODE_ABI packed_matrix {
public:
    using heed_formula = detail::elements_tag;
    using value_type = T;          ///< of an element
    using element_type = const T;  ///< elements are only read
    static constexpr detail::shape shape_value = detail::shape_from<Rows, Columns>;
    static constexpr detail::strides strides_value = detail::contiguous_strides(shape_value);

    /// Copies Rows * Columns row-major elements, starting at `matrix`, into panels.
    explicit constexpr packed_matrix(const T* matrix) : matrix_(matrix), panels_(detail::uninitialised) {
        T* to = panels_.data();
        for (std::size_t first = 0; first < Columns.size; first += panel_columns) {
            const std::size_t width = detail::smaller_of(panel_columns, Columns.size - first);
            for (std::size_t i = 0; i < Rows.size; ++i)
                for (std::size_t j = first; j < first + width; ++j) *to++ = matrix[i * Columns.size + j];
        }
    }

    /// Columns of a panel.
    static constexpr std::size_t panel_columns = detail::lanes_for(sizeof(T));
    /// The copy: panel after panel, each row-major.
    constexpr const T* panels() const { return panels_.data(); }

    /// How many axes: 2.
    static constexpr std::size_t rank() { return 2; }
    /// How many elements the matrix has; the copy does not count.
    static constexpr std::size_t size() { return shape_value.size(); }
    /// Rows at 0, Columns at 1.
    static constexpr std::size_t extent(std::size_t axis) { return shape_value[axis].size; }
    /// The first element of the matrix itself.
    constexpr const T* data() const { return matrix_; }
    /// Elements of the matrix, row after row.
    constexpr const T* begin() const { return matrix_; }
    /// Past the last element.
    constexpr const T* end() const { return matrix_ + size(); }
    /// The last element of the last row.
    constexpr const T& back() const { return matrix_[size() - 1]; }
    /// The element in row i and column j, both from 0.
    constexpr const T& operator()(std::size_t i, std::size_t j) const {
        return view<const T, Rows, Columns>(matrix_)(i, j);
    }
    /// Row i.
    constexpr view<const T, Columns> operator[](std::size_t i) const {
        return view<const T, Rows, Columns>(matrix_)[i];
    }

private:
    const T* matrix_;
    alignas(detail::heap_alignment) detail::storage<T, Rows.size * Columns.size> panels_;
};

template <detail::packable T, extent Rows, extent Columns>
inline constexpr bool detail::owns_elements<packed_matrix<T, Rows, Columns>> = true;
template <detail::packable T, extent Rows, extent Columns>
inline constexpr std::size_t detail::panel_columns<packed_matrix<T, Rows, Columns>> =
    packed_matrix<T, Rows, Columns>::panel_columns;

namespace detail {

/// Contiguous elements with an owner that outlives the formula.
template <class W>
concept kept_elements = tensor_or_view<W> && !(owned_formula<W> && owns_elements<std::remove_cvref_t<W>>)&&requires {
    std::remove_cvref_t<W>::strides_value;
};

template <class W>
constexpr auto make_packed(W&& matrix) {
    constexpr shape s = shape_of<W>;
    if constexpr (is_broken<W>) {
        return broken{};
    } else if constexpr (s.rank != 2 || !kept_elements<W>) {
        (void)sizeof(law::packed<law_shape_t<W>, kept_elements<W>>);
        return broken{};
    } else if constexpr (packable<value_of<W>>) {
        return packed_matrix<value_of<W>, s[0], s[1]>(matrix.data());
    } else {
        return view<const value_of<W>, s[0], s[1]>(matrix.data());
    }
}

}  // namespace detail

/// Packs a constant matrix, such as weights, once for products. X * P has the bits of X * W, but W is not copied into
/// panels each time. P can replace W everywhere. Its panels are read if it is the right operand of a product: whole, as
/// rows<a, b>(P), or as cols<a, b>(P) if a panel begins with column a; everywhere else W is read. P refers to W and
/// does not see changes of it: pack again after one.
/// shapes  W [m x n] -> [m x n]
/// cost    one copy of W; elements other than float and double are not copied: P then is a view of W
/// needs   a named tensor or a view that outlives P
/// errors  law::packed
/// example const auto P = packed(W);  // once
///         const tensor Y = X * P;
template <detail::named_operand W>
[[nodiscard]] constexpr auto packed(const W& matrix HEED_LIFETIMEBOUND) {
    return detail::make_packed(matrix);
}
template <detail::owned_formula W>
[[nodiscard]] constexpr auto packed(W&& matrix) {
    return detail::make_packed(std::forward<W>(matrix));
}

}  // namespace heed
