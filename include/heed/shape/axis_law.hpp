// SPDX-License-Identifier: BSL-1.0
// The laws of axes that are given by number or by name, and of indices along them.
#pragma once

#include <heed/shape/shape_words.hpp>

#include <cstddef>

namespace heed::law {

/// An axis by number, from the left or, negative, from the right.
template <class A, int Axis>
struct axis_number {
    static constexpr bool holds = Axis < int(A::value.rank) && Axis >= -int(A::value.rank);
    static_assert(holds, "heed: f<axis>(A) needs an axis that A has");
};

/// An axis by name.
template <class A, const axis& Name>
struct axis_name {
    static constexpr int count = [] {
        int n = 0;
        for (std::size_t i = 0; i < A::value.rank; ++i) n += detail::is_called(A::value[i], Name);
        return n;
    }();
    static_assert(count != 0, "heed: f<name>(A) needs an axis of that name");
    static_assert(count < 2, "heed: f<name>(A) needs one axis of that name; A has several, say which by number");
};

/// Several axes, as numbers from the left.
template <class A, std::size_t... Axes>
struct axes_once {
    static constexpr bool holds = [] {
        std::size_t seen[detail::max_rank + 1]{};
        return ((++seen[Axes] == 1) && ...);
    }();
    static_assert(holds, "heed: f<axes...>(A) needs each axis once");
};

/// Axes of A, as numbers from the left.
template <class A, bool Holds, std::size_t... Axes>
struct permute {
    static_assert(Holds, "heed: permute<axes...>(A) needs every axis of A once");
};

template <class A, std::size_t Axis, std::size_t Begin, std::size_t End>
struct slice {
    static_assert(Begin < End && End <= A::value[Axis].size,
                  "heed: slice<axis, begin, end>(A) needs begin < end <= the extent of that axis");
};

/// var(A, unbiased), of so many elements each.
template <class A, std::size_t Elements>
struct unbiased {
    static_assert(Elements > 1, "heed: var(A, unbiased) needs at least two elements: it divides by n - 1");
};

/// A(all, 2_c)
template <class A, bool Holds>
struct part_of_tensor {
    static_assert(Holds, "heed: A(all, i) needs an index smaller than the extent of its axis");
};

/// f(all, 2)
template <class Formula, bool Holds>
struct part_of_formula {
    static_assert(
        Holds,
        "heed: f(all, i) of a formula needs an index for each axis, a constant that the axis has: f(all, 2_c); "
        "tensors take numbers of the program");
};

}  // namespace heed::law
