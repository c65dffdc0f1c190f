// SPDX-License-Identifier: BSL-1.0
// printed<"...">: numbers as a document prints them, parsed while compiling.
#pragma once

#include <heed/meta/fixed_text.hpp>
#include <heed/meta/own_address.hpp>
#include <heed/printed/decimal.hpp>
#include <heed/printed/nearest_double.hpp>
#include <heed/printed/parse.hpp>
#include <heed/printed/text_law.hpp>
#include <heed/shape/law.hpp>
#include <heed/tensor/concepts.hpp>
#include <heed/tensor/indexing.hpp>

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace heed {

/// No position: what elided_at returns for an axis along which nothing is elided.
/// example static_assert(printed<"[1, 2]">.elided_at(0) == npos);
inline constexpr std::size_t npos = detail::no_position;

namespace detail {

/// The extent that a tensor has if its text cannot be read; it prevents further error messages.
inline constexpr axis unreadable_text{"unreadable text"};
inline constexpr extent unreadable{1, &unreadable_text};
template <extent... E>
inline constexpr bool is_unreadable = ((E.name == &unreadable_text) || ...);
/// It is trivially copyable; otherwise g++ 12 reports a second error for the copy of a non-constant.
struct no_place {};

/// The memory that the second pass fills.
template <std::size_t Size, std::size_t Rows, std::size_t Columns>
struct printed_contents {
    decimal entries[Size]{};
    label row_labels[Rows]{};
    label column_labels[Columns]{};
    elisions elided{};
};

}  // namespace detail

/// Printed numbers with the shape in their type. An elided row or column counts in the extents. Complete: nothing is
/// elided. Elements are the nearest doubles of the printed numbers.
template <bool Complete, extent... E>
class printed_tensor {
public:
    using heed_formula = detail::elements_tag;
    using value_type = double;    ///< of an element
    using element_type = double;  ///< the same
    static constexpr detail::shape shape_value = detail::shape_from<E...>;
    static constexpr detail::strides strides_value = detail::contiguous_strides(shape_value);
    static constexpr bool complete = Complete;  ///< nothing is elided

    /// How many axes.
    static constexpr std::size_t rank() { return shape_value.rank; }
    /// How many entries, elided ones included.
    static constexpr std::size_t size() { return shape_value.size(); }
    /// The size of an axis, from 0; an elided row or column counts as one.
    static constexpr std::size_t extent(std::size_t axis) { return shape_value[axis].size; }

    ///@{

    /// The last two extents; a vector is one row.
    static constexpr std::size_t cols = shape_value.from_right(0).size;
    static constexpr std::size_t rows = sizeof...(E) < 2 ? 1 : shape_value.from_right(sizeof...(E) < 2 ? 0 : 1).size;
    ///@}

    constexpr printed_tensor() = default;
    constexpr printed_tensor(const detail::printed_contents<shape_value.size(), rows, cols>& contents, const char* text)
        : elided_(contents.elided) {
        for (std::size_t i = 0; i < size(); ++i) {
            entries_[i] = contents.entries[i];
            elements_[i] = detail::nearest_double(entries_[i]);
        }
        for (std::size_t i = 0; i < rows; ++i) row_labels_[i] = view_of(contents.row_labels[i], text);
        for (std::size_t i = 0; i < cols; ++i) column_labels_[i] = view_of(contents.column_labels[i], text);
    }

    /// The nearest doubles, row-major; NaN where an entry is elided.
    constexpr const double* data() const HEED_LIFETIMEBOUND { return elements_; }
    /// As data(), row-major.
    constexpr const double* begin() const HEED_LIFETIMEBOUND { return elements_; }
    /// Past the last element.
    constexpr const double* end() const HEED_LIFETIMEBOUND { return elements_ + size(); }
    /// The last element in row-major order.
    constexpr const double& back() const HEED_LIFETIMEBOUND { return elements_[size() - 1]; }

    /// The double nearest to the printed number, ties to even; NaN where it is elided.
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E)) constexpr double operator()(I... i) const {
        return elements_[detail::offset_of(shape_value, strides_value, i...)];
    }

    /// What is printed there: exact digits and their places.
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E)) constexpr const decimal& entry(I... i) const HEED_LIFETIMEBOUND {
        return entries_[detail::offset_of(shape_value, strides_value, i...)];
    }
    /// How many places after the point were printed: 2 for 0.40, 4 for 1.5e-3, -3 for 2e3.
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E)) constexpr int places(I... i) const { return entry(i...).places; }
    /// All entries in row-major order.
    constexpr const decimal* entries() const HEED_LIFETIMEBOUND { return entries_; }

    /// The position along the axis of the row, column or block that is elided as a whole, or npos. What comes before it
    /// is aligned with the start of the real axis, what comes after it with the end.
    constexpr std::size_t elided_at(std::size_t axis) const {
        detail::check_index(axis, rank());
        return elided_.at[axis];
    }

    /// The label of a row, or an empty one. It points into the text, which is a constant.
    constexpr std::string_view row_label(std::size_t i) const {
        detail::check_index(i, rows);
        return row_labels_[i];
    }
    /// The label of a column, likewise.
    constexpr std::string_view col_label(std::size_t j) const {
        detail::check_index(j, cols);
        return column_labels_[j];
    }

    /// Whether the digits are the number; otherwise it is known to half a unit of its last place.
    constexpr bool is_exact() const { return exact_; }

    template <bool C, heed::extent... X>
    friend constexpr printed_tensor<C, X...> exact(const printed_tensor<C, X...>& p);

private:
    static constexpr std::string_view view_of(const detail::label& l, const char* text) {
        return l.length == 0 ? std::string_view() : std::string_view(text + l.begin, l.length);
    }

    double elements_[shape_value.size()]{};
    decimal entries_[shape_value.size()]{};
    detail::elisions elided_{};
    std::string_view row_labels_[rows]{};
    std::string_view column_labels_[cols]{};
    bool exact_ = false;
    std::conditional_t<detail::is_unreadable<E...>, detail::no_place, detail::own_address>
        place_{};  ///< verify distinguishes unknowns by the objects that hold them
};

template <bool Complete, extent... E>
inline constexpr bool detail::owns_elements<printed_tensor<Complete, E...>> = true;
template <extent... E>
inline constexpr bool detail::is_incomplete<printed_tensor<false, E...>> = true;

/// The same numbers, with exact digits: 0.5 is one half, not any number that rounds to 0.5.
/// example constexpr auto half = exact(printed<"[0.5, 0.5]">);
template <bool Complete, extent... E>
constexpr printed_tensor<Complete, E...> exact(const printed_tensor<Complete, E...>& p) {
    printed_tensor<Complete, E...> result = p;
    result.exact_ = true;
    return result;
}

/// Whether both have the same shape and, entry by entry, the same digits and places. Labels do not count.
/// example static_assert(same_digits(printed<"[0.5, 0.5]">, printed<"[0.5 0.5]">));
template <bool C, extent... E, bool D, extent... F>
constexpr bool same_digits(const printed_tensor<C, E...>& a, const printed_tensor<D, F...>& b) {
    if (!(a.shape_value == b.shape_value)) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!(a.entries()[i] == b.entries()[i])) return false;
    return true;
}

namespace detail {

// Each step is a separate constant expression, so that compilers' limits apply to each of them separately.
template <fixed_text Text>
inline constexpr parsed parsed_text = parse_layout(Text.data, Text.size());

template <fixed_text Text>
constexpr auto store_text() {
    constexpr layout l = parsed_text<Text>.found;
    printed_contents<l.entries, l.rows(), l.columns()> contents;
    store_entries(parsed_text<Text>, {contents.entries, nullptr, contents.row_labels, contents.column_labels});
    contents.elided = find_elisions(contents.entries, l);
    return contents;
}

template <fixed_text Text>
inline constexpr auto stored_text = store_text<Text>();

template <fixed_text Text>
constexpr flaw flaw_of_text() {
    if constexpr (parsed_text<Text>.found.error.what != printed_mistake::none)
        return parsed_text<Text>.found.error;
    else
        return elision_flaw(stored_text<Text>.elided, parsed_text<Text>.found);
}

template <fixed_text Text, std::size_t... Axis>
constexpr auto make_printed(std::index_sequence<Axis...>) {
    constexpr layout l = parsed_text<Text>.found;
    return printed_tensor<l.complete(), l.extents[Axis]...>(stored_text<Text>, Text.data);
}

/// Names the law. It is a separate function that is never called, because clang does not evaluate a body that names a
/// broken law.
template <std::size_t Row, std::size_t Column, printed_mistake What, std::size_t Found, std::size_t Needed>
constexpr auto report() {
    (void)sizeof(law::printed_text<Row, Column, What, Found, Needed>);
    return 0;
}

template <fixed_text Text>
constexpr auto make_printed() {
    constexpr flaw f = flaw_of_text<Text>();
    if constexpr (f.what == printed_mistake::none) {
        return make_printed<Text>(std::make_index_sequence<parsed_text<Text>.found.rank>());
    } else {
        (void)sizeof(report<f.row, f.column, f.what, f.found, f.needed>());
        return printed_tensor<true, unreadable>();
    }
}

}  // namespace detail

/// The numbers of a text, with its shape, their exact decimal values and how they were printed.
///
/// Reads LaTeX matrices, nested brackets or braces (NumPy, PyTorch, JSON, C++), rows of numbers, CSV, Markdown and
/// ASCII tables with labels. \dots, \vdots and ... are elided entries. A sign and powers of ten beside the matrix are
/// part of its numbers. Any other text beside it, and ambiguous numbers, are refused (docs/verify.md).
///
/// Each use in the source is an object of its own, even with the same text: verify treats the numbers of each as other
/// unknowns. A named object is one.
///
/// errors  law::printed_text with row and column, counted from 1 as printed
/// example constexpr auto P = printed<"[[0.269, 0.731], [0.5, 0.5]]">;  // [2 x 2]
///         constexpr auto W = printed<R"(\begin{bmatrix} 0.40 & 0.20 \\ 0.10 & 0.30 \end{bmatrix})">;
template <fixed_text Text, class Here = decltype([] {})>  // each lambda expression has a type of its own
inline constexpr auto printed = detail::make_printed<Text>();

}  // namespace heed
