// SPDX-License-Identifier: BSL-1.0
// Copies a matrix, or the value of a formula, into the panels of a packed matrix.
#pragma once

#include <heed/run/evaluate_formula.hpp>
#include <heed/run/panel.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// Tensors and views whose elements have strides.
template <class Elements>
concept elements_in_memory = tensor_or_view<Elements> && requires(const Elements& m) {
    m.data();
};

/// Leaves of formulas that are such tensors and views.
template <class Leaf>
concept leaf_in_memory = requires(const Leaf& leaf) {
    elements_of(leaf).data();
};

/// A matrix that is read where it lies.
template <class Cursor>
struct matrix_in_place {
    Cursor elements;
    std::size_t rows, columns;

    constexpr auto transposed() const {
        return matrix_in_place<decltype(elements.transposed())>{elements.transposed(), columns, rows};
    }
};

/// Strides are static where the type says so.
template <elements_in_memory Elements>
constexpr auto in_place(const Elements& m) {
    constexpr auto fixed = [](std::size_t axis) {
        const std::size_t step = fixed_strides_of<Elements>[axis];
        return step == unknown_stride ? any_stride : step;
    };
    using cursor = strided_cursor<const std::remove_const_t<typename Elements::value_type>, fixed(0), fixed(1)>;
    return matrix_in_place<cursor>{cursor{m.data(), strides_of(m)[0], strides_of(m)[1]}, m.extent(0), m.extent(1)};
}

/// Calls pack(matrix_in_place) for the elements of a formula: a tensor or view, or one transposed, as it lies; for any
/// other formula, for its value in T.
template <class T, class F, class Pack>
constexpr void with_matrix_in_place(const F& f, const Pack& pack) {
    if constexpr (elements_in_memory<F>)
        pack(in_place(f));
    else
        pack(in_place(evaluate_as<T>(f)));
}
template <class T, leaf_in_memory Leaf, class Pack>
constexpr void with_matrix_in_place(const formula_of<op::permute<1, 0>, Leaf>& f, const Pack& pack) {
    pack(in_place(elements_of(f.operands[boost::hana::size_c<0>])).transposed());
}

/// Row-major panels of Lanes columns, one after the other; the last may be narrower.
template <std::size_t Lanes, class T, class Cursor>
HEED_FLATTEN constexpr void copy_to_panels(const matrix_in_place<Cursor>& from, T* to) {
    const std::size_t whole = from.columns / Lanes * Lanes, rest = from.columns - whole;
    for (std::size_t first = 0; first < whole; first += Lanes, to += from.rows * Lanes)
        copy_columns_to_lanes<Lanes>(from.elements.shifted(0, first), from.rows, to);
    for (std::size_t i = 0; i < from.rows; ++i)
        for (std::size_t j = 0; j < rest; ++j) *to++ = element_as<T>(from.elements.at(i, whole + j));
}

}  // namespace heed::detail
