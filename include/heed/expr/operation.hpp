// SPDX-License-Identifier: BSL-1.0
// The operations of formulas: each is a type that says which shape comes out.
#pragma once

#include <heed/scalar/function.hpp>
#include <heed/scalar/reduction.hpp>
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

/// An axis of extent 1 more, at that place; the name may be null.
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

template <extent... E>
struct reshape {
    static constexpr shape shape_of_result(const shape&) { return shape(E...); }
};

/// The axis becomes `Heads`, a multiple of its size: each index of it stands for so many neighbours.
template <std::size_t Axis, extent Heads>
struct group {
    static constexpr shape shape_of_result(const shape& a) {
        shape result = a;
        result[Axis] = Heads;
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

/// A value, and what is made of it where it stands for itself under the name of a scope.
template <std::size_t Scope>
struct let {
    static constexpr shape shape_of_result(const shape&, const shape& body) { return body; }
};

/// Formulas that are evaluated together.
struct results {
    static constexpr std::size_t most = 8;
};

}  // namespace heed::detail::op
