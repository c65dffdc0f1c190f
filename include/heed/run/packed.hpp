// SPDX-License-Identifier: BSL-1.0
// Packs constant matrices, such as weights, for the product loop: once and in advance.
#pragma once

#include <heed/run/copy_to_panels.hpp>

#include <array>  // for the tags of iterators: of <iterator> every program would compile four times as much
#include <cstddef>
#include <type_traits>

namespace heed {

namespace detail {

/// Row by row through a packed matrix.
template <class Matrix>
class packed_iterator {
public:
    using value_type = typename Matrix::value_type;
    using reference = const value_type&;
    using pointer = const value_type*;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;

    constexpr packed_iterator() = default;
    constexpr packed_iterator(const Matrix& matrix, std::size_t row) : matrix_(&matrix), row_(row) {}

    constexpr reference operator*() const { return (*matrix_)(row_, column_); }
    constexpr packed_iterator& operator++() {
        if (++column_ == matrix_->extent(1)) ++row_, column_ = 0;
        return *this;
    }
    constexpr packed_iterator operator++(int) {
        const packed_iterator before = *this;
        ++*this;
        return before;
    }
    friend constexpr bool operator==(const packed_iterator&, const packed_iterator&) = default;

private:
    const Matrix* matrix_ = nullptr;
    std::size_t row_ = 0, column_ = 0;
};

/// The elements of panels: as many as the matrix has.
template <class T, std::size_t Size>
class elements_of_panels {
public:
    constexpr elements_of_panels() = default;
    explicit constexpr elements_of_panels(uninitialised_t) : items_(uninitialised) {}
    constexpr T* take(std::size_t) { return (items_.ensure(), items_.data()); }
    constexpr const T* data() const { return items_.data(); }

private:
    alignas(heap_alignment) storage<T, Size> items_;
};
/// Of a matrix with a dynamic extent.
template <class T>
class elements_of_dynamic_panels {
public:
    constexpr elements_of_dynamic_panels() = default;
    explicit constexpr elements_of_dynamic_panels(uninitialised_t) {}
    constexpr T* take(std::size_t n) {
        items_.take_shape(shape(extent(n)));
        return items_.data();
    }
    constexpr const T* data() const { return items_.data(); }

private:
    tensor<T, dyn> items_;
};

}  // namespace detail

/// A constant matrix in the layout that products read their right operand from: row-major panels with as many columns
/// as the loop has lanes; the last one may be narrower. It owns its elements: it can be copied, moved and kept in a
/// class, and what it was made from may end. Where P is the right operand of a product (whole, as rows<a, b>(P), or as
/// cols<a, b>(P) if a panel begins with column a), its panels are read; everywhere else in a formula a copy in rows is,
/// which each evaluation makes.
/// example const packed_matrix<float, 8, d_model[8]> P(transpose(W));
///         const tensor Y = Z * transpose(P);
template <detail::packable T, extent Rows, extent Columns>
class HEED_CODE_ABI packed_matrix {
    static constexpr bool is_dynamic = Rows.is_dynamic() || Columns.is_dynamic();

public:
    using heed_formula = detail::elements_tag;
    using value_type = T;          ///< of an element
    using element_type = const T;  ///< elements are only read
    static constexpr detail::shape shape_value = detail::shape_from<Rows, Columns>;
    static constexpr detail::strides fixed_strides{Columns.is_dynamic() ? detail::unknown_stride : Columns.size, 1};

    /// Zeros; without elements if an extent is dynamic.
    constexpr packed_matrix() = default;

    /// The elements of a tensor, a view, or either transposed, in one copy, converted to T; the value of any other
    /// formula, evaluated in T.
    /// errors  law::packed_shape if shapes or names differ; shape_error if sizes do at run time
    template <formula F>
    requires(!std::same_as<F, packed_matrix>) explicit constexpr packed_matrix(const F& f)
        : panels_(detail::uninitialised) {
        if constexpr (!detail::is_broken<F>) {
            constexpr bool fits = detail::assignable(detail::shape_of<F>, shape_value);
            (void)sizeof(law::packed_shape<detail::law_shape_t<F>, law::shape_of<Rows, Columns>>);
            if constexpr (fits)
                detail::with_matrix_in_place<T>(f, [this](const auto& matrix) {
                    if constexpr (is_dynamic) take_sizes(matrix.rows, matrix.columns);
                    detail::copy_to_panels<panel_columns>(matrix, panels_.take(size()));
                });
        }
    }

    /// Columns of a panel.
    static constexpr std::size_t panel_columns = detail::lanes_for(sizeof(T));
    /// The elements: panel after panel, each row-major.
    constexpr const T* panels() const { return panels_.data(); }

    /// How many axes: 2.
    static constexpr std::size_t rank() { return 2; }
    /// How many elements.
    constexpr std::size_t size() const { return lengths_.size(); }
    /// Rows at 0, Columns at 1.
    constexpr std::size_t extent(std::size_t axis) const { return lengths_[axis]; }
    /// Sizes and names of both axes.
    constexpr detail::shape dims() const { return lengths_.dims(); }
    /// Of the elements in rows.
    constexpr detail::strides strides() const { return {lengths_[1], 1}; }
    /// Elements, row after row.
    constexpr auto begin() const { return detail::packed_iterator<packed_matrix>(*this, 0); }
    /// Past the last element.
    constexpr auto end() const { return detail::packed_iterator<packed_matrix>(*this, size() == 0 ? 0 : extent(0)); }
    /// The element in row i and column j, both from 0.
    constexpr const T& operator()(std::size_t i, std::size_t j) const {
        detail::check_index(i, extent(0));
        detail::check_index(j, extent(1));
        const std::size_t first = j / panel_columns * panel_columns;
        const std::size_t width = detail::smaller_of(panel_columns, extent(1) - first);
        return panels()[first * extent(0) + i * width + (j - first)];
    }

    /// Writes the elements, row after row.
    constexpr void copy_rows(T* to) const {
        const T* from = panels();
        for (std::size_t first = 0; first < extent(1); first += panel_columns) {
            const std::size_t width = detail::smaller_of(panel_columns, extent(1) - first);
            for (std::size_t i = 0; i < extent(0); ++i)
                for (std::size_t j = first; j < first + width; ++j) to[i * extent(1) + j] = *from++;
        }
    }

private:
    constexpr void take_sizes(std::size_t rows, std::size_t columns) {
        const detail::shape dims(heed::extent(rows, Rows.name), heed::extent(columns, Columns.name));
        if (!sizes_agree(Rows, dims[0]) || !sizes_agree(Columns, dims[1]))
            detail::fail_shape_sentence(
                "heed: packed_matrix<T, rows, columns>(W) needs the shape and the names of W to be its own",
                [&](detail::shape_writer& out) {
                    add_shape(out, dims);
                    out.add(" and ");
                    add_shape(out, shape_value);
                });
        lengths_ = detail::lengths<Rows, Columns>(dims);
    }

    [[no_unique_address]] detail::lengths<Rows, Columns> lengths_;
    std::conditional_t<is_dynamic, detail::elements_of_dynamic_panels<T>,
                       detail::elements_of_panels<T, is_dynamic ? 0 : Rows.size * Columns.size>>
        panels_;
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
