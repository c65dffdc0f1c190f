// SPDX-License-Identifier: BSL-1.0
// The operations of formulas: each is a type that gives the shape of the result.
#pragma once

#include <heed/scalar/function.hpp>
#include <heed/scalar/normalisation.hpp>
#include <heed/scalar/reduction.hpp>
#include <heed/shape/reshaping.hpp>
#include <heed/shape/rules.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail::op {

struct product {
    static constexpr shape shape_of_result(const shape& a, const shape& b) { return product_rule(a, b).result; }
};

template <function F>
struct elementwise {
    static constexpr shape shape_of_result(const shape& a) { return a; }
    static constexpr shape shape_of_result(const shape& a, const shape& b) { return broadcast(a, b).result; }
};

template <reduction R, std::size_t Axis>
struct reduce {
    static constexpr shape shape_of_result(const shape& a) { return without_axis(a, Axis); }
};

/// Adds an axis of extent 1 at this position; the name may be null.
template <std::size_t Axis, const axis* Name>
struct unit_axis {
    static constexpr shape shape_of_result(const shape& a) { return with_axis(a, Axis, extent(1, Name)); }
};

/// One index of an axis, which is dropped.
template <std::size_t Axis, std::size_t Index>
struct at_index {
    static constexpr shape shape_of_result(const shape& a) { return without_axis(a, Axis); }
};

template <normalisation N, std::size_t Axis>
struct normalise {
    static constexpr shape shape_of_result(const shape& a) { return a; }
};

/// A norm, times a gain, plus a bias; epsilon is the last operand.
template <normalisation N, std::size_t Axis>
struct norm {
    template <class... Shapes>
    static constexpr shape shape_of_result(const shape& a, const Shapes&...) {
        return a;
    }
};

template <std::size_t... Axes>
struct permute {
    static constexpr shape shape_of_result(const shape& a) { return shape(a[Axes]...); }
};

template <std::size_t Axis, std::size_t Begin, std::size_t Size>
struct slice {
    static constexpr shape shape_of_result(const shape& a) {
        shape result = a;
        result[Axis].size = Size;
        return result;
    }
};

/// A slice with run-time bounds: the axis becomes as long as the second axis of the second operand, whose sizes only
/// are read. The length of its first axis is the index at which the slice begins.
template <std::size_t Axis>
struct part {
    static constexpr bool reads_sizes_of_second = true;
    static constexpr shape shape_of_result(const shape& a, const shape& bounds) {
        shape result = a;
        result[Axis].size = bounds[1].size;
        return result;
    }
};

/// One of this many equal parts of an axis with a dynamic extent.
template <std::size_t Axis, std::size_t Index, std::size_t Parts>
struct equal_part {
    static constexpr shape shape_of_result(const shape& a) {
        shape result = a;
        result[Axis].size = a[Axis].is_dynamic() ? dyn.size : a[Axis].size / Parts;
        return result;
    }
};

/// The unchanged operand, whose columns rope takes as pairs.
struct paired_columns {
    static constexpr bool is_first_operand = true;
    static constexpr shape shape_of_result(const shape& a) { return a; }
};

/// The unchanged operand, whose elements are indices.
struct places {
    static constexpr bool is_first_operand = true;
    static constexpr shape shape_of_result(const shape& a) { return a; }
};

template <extent... E>
struct reshape {
    static constexpr shape shape_of_result(const shape&) { return shape(E...); }
};

/// The same with sizes for the dynamic extents, those of the second operand; the axes of Kept stay.
template <kept_axes Kept, extent... E>
struct sized_reshape {
    static constexpr bool reads_sizes_of_second = true;
    static constexpr shape shape_of_result(const shape&, const shape&) { return shape(E...); }
};

/// `Count` axes from `First` on become one without a name; a single axis keeps its own.
template <std::size_t First, std::size_t Count>
struct merge {
    static constexpr shape shape_of_result(const shape& a) { return shape_of_merged(a, First, Count); }
};

/// The axis becomes `Heads`, a multiple of its size: each index is repeated.
template <std::size_t Axis, extent Heads>
struct group {
    static constexpr shape shape_of_result(const shape& a) {
        shape result = a;
        result[Axis] = Heads;
        return result;
    }
};

/// Takes the axes of the second operand; only its sizes are read, as in the operations below.
struct reshape_as {
    static constexpr bool reads_sizes_of_second = true;
    static constexpr shape shape_of_result(const shape&, const shape& like) { return like; }
};

/// The unchanged first operand, whose axes from `First` on have the sizes of the second one.
template <std::size_t First>
struct axes_of {
    static constexpr bool reads_sizes_of_second = true, is_first_operand = true;
    static constexpr shape shape_of_result(const shape& a, const shape&) { return a; }
};

/// The axis becomes as long as one of the second operand.
template <std::size_t Axis, std::size_t HeadsAxis>
struct group_as {
    static constexpr bool reads_sizes_of_second = true;
    static constexpr shape shape_of_result(const shape& a, const shape& like) {
        shape result = a;
        result[Axis] = like[HeadsAxis];
        return result;
    }
};

/// A table of positions with as many rows as the second operand.
struct table_rows {
    static constexpr bool reads_sizes_of_second = true;
    static constexpr shape shape_of_result(const shape& table, const shape& x) {
        shape result = table;
        result[0].size = x.from_right(1).size;
        return result;
    }
};

struct inverse {
    static constexpr shape shape_of_result(const shape& a) { return inverse_rule(a).result; }
};

template <std::size_t Axis>
struct concat {
    static constexpr shape shape_of_result(const shape& first) { return first; }
    template <class... Shapes>
    static constexpr shape shape_of_result(const shape& first, const shape& second, const Shapes&... rest) {
        return shape_of_result(concat_rule(first, second, Axis).result, rest...);
    }
};

/// The same for two parts whose sizes are numbers that represent lengths; Size represents their total.
template <std::size_t Axis, std::size_t Size>
struct concat_to {
    static constexpr shape shape_of_result(const shape& first, const shape& second) {
        shape whole = concat_rule(first, second, Axis).result;
        whole[Axis].size = Size;
        return whole;
    }
};

/// A value, and a body in which the name of a scope represents it.
template <std::size_t Scope>
struct let {
    static constexpr shape shape_of_result(const shape&, const shape& body) { return body; }
};

/// Formulas that are evaluated together.
struct results {
    static constexpr std::size_t most = 64;
};

}  // namespace heed::detail::op
