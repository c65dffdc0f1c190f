// SPDX-License-Identifier: BSL-1.0
// What matrices have in common whose elements lie in panels, and not in rows.
#pragma once

#include <heed/run/copy_to_panels.hpp>

#include <array>  // for the tags of iterators: of <iterator> every program would compile four times as much
#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// Row by row through a matrix in panels.
template <class Matrix>
class row_iterator {
public:
    using value_type = typename Matrix::value_type;
    using reference = decltype(std::declval<const Matrix&>()(0, 0));
    using pointer = const value_type*;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;

    constexpr row_iterator() = default;
    constexpr row_iterator(const Matrix& matrix, std::size_t row) : matrix_(&matrix), row_(row) {}

    constexpr reference operator*() const { return (*matrix_)(row_, column_); }
    constexpr row_iterator& operator++() {
        if (++column_ == matrix_->extent(1)) ++row_, column_ = 0;
        return *this;
    }
    constexpr row_iterator operator++(int) {
        const row_iterator before = *this;
        ++*this;
        return before;
    }
    friend constexpr bool operator==(const row_iterator&, const row_iterator&) = default;

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

/// The sizes of a matrix of T in panels of as many columns as a loop has lanes, and where its elements are. Self has
/// operator()(i, j).
template <class Self, class T, extent Rows, extent Columns>
class matrix_in_panels {
protected:
    static constexpr bool is_dynamic = Rows.is_dynamic() || Columns.is_dynamic();
    template <class Element, std::size_t Size>
    using elements = std::conditional_t<is_dynamic, elements_of_dynamic_panels<Element>,
                                        elements_of_panels<Element, is_dynamic ? 0 : Size>>;

public:
    using heed_formula = elements_tag;
    using value_type = T;          ///< of an element
    using element_type = const T;  ///< elements are only read
    static constexpr shape shape_value = shape_from<Rows, Columns>;
    static constexpr heed::detail::strides fixed_strides{Columns.is_dynamic() ? unknown_stride : Columns.size, 1};

    /// Columns of a panel.
    static constexpr std::size_t panel_columns = lanes_for(sizeof(T));

    /// How many axes: 2.
    static constexpr std::size_t rank() { return 2; }
    /// How many elements.
    constexpr std::size_t size() const { return lengths_.size(); }
    /// Rows at 0, Columns at 1.
    constexpr std::size_t extent(std::size_t axis) const { return lengths_[axis]; }
    /// Sizes and names of both axes.
    constexpr shape dims() const { return lengths_.dims(); }
    /// Of the elements in rows.
    constexpr heed::detail::strides strides() const { return {lengths_[1], 1}; }
    /// Elements, row after row.
    constexpr auto begin() const { return row_iterator<Self>(self(), 0); }
    /// Past the last element.
    constexpr auto end() const { return row_iterator<Self>(self(), size() == 0 ? 0 : extent(0)); }

protected:
    constexpr matrix_in_panels() = default;

    /// Where row i and column j are among the elements of panels of so many rows.
    constexpr std::size_t place_of(std::size_t i, std::size_t j, std::size_t rows) const {
        const std::size_t first = j / panel_columns * panel_columns;
        const std::size_t width = smaller_of(panel_columns, extent(1) - first);
        return first * rows + i * width + (j - first);
    }
    constexpr std::size_t checked_place(std::size_t i, std::size_t j) const {
        check_index(i, extent(0));
        check_index(j, extent(1));
        return place_of(i, j, extent(0));
    }

    /// visit(place, i, j) of all elements as they lie.
    template <class Visit>
    constexpr void for_each_place(const Visit& visit) const {
        std::size_t place = 0;
        for (std::size_t first = 0; first < extent(1); first += panel_columns) {
            const std::size_t end = smaller_of(first + panel_columns, extent(1));
            for (std::size_t i = 0; i < extent(0); ++i)
                for (std::size_t j = first; j < end; ++j) visit(place++, i, j);
        }
    }

    constexpr void take_sizes(std::size_t rows, std::size_t columns) {
        const shape dims(heed::extent(rows, Rows.name), heed::extent(columns, Columns.name));
        if (!sizes_agree(Rows, dims[0]) || !sizes_agree(Columns, dims[1]))
            fail_shape_sentence(
                "heed: packed_matrix<T, rows, columns>(W) needs the shape and the names of W to be its own",
                [&](shape_writer& out) {
                    add_shape(out, dims);
                    out.add(" and ");
                    add_shape(out, shape_value);
                });
        lengths_ = lengths<Rows, Columns>(dims);
    }

private:
    constexpr const Self& self() const { return static_cast<const Self&>(*this); }

    [[no_unique_address]] lengths<Rows, Columns> lengths_;
};

}  // namespace heed::detail
