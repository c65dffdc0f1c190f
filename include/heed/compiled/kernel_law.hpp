// SPDX-License-Identifier: BSL-1.0
// The laws of kernels that are compiled once: their arguments, and where they write.
#pragma once

#include <heed/shape/law.hpp>

#include <cstddef>

namespace heed::law {

/// attend(Q, K) of three parameters
template <std::size_t Parameters, std::size_t Arguments>
struct kernel_arguments {
    static_assert(Parameters == Arguments, "heed: a kernel needs one argument for each of its parameters");
};
/// The argument at a position, from 1, and the parameter that it is for.
template <std::size_t Position, class Argument, class Parameter>
struct kernel_argument {
    static_assert(detail::assignable(Argument::value, Parameter::value),
                  "heed: an argument of a kernel needs the shape and the names of its parameter");
};
template <std::size_t Position, class Argument, class Parameter, bool Holds>
struct kernel_element_type {
    static_assert(Holds, "heed: an argument of a kernel needs the element type of its parameter");
};
template <std::size_t Position, class Argument, bool Holds>
struct kernel_strides {
    static_assert(Holds,
                  "heed: an argument of a kernel with strides of its own needs a parameter that has them: "
                  "strided_view<const T, extents...>; or pass a copy, tensor(argument)");
};
template <std::size_t Position, bool Holds>
struct kernel_of_formula {
    static_assert(Holds,
                  "heed: a kernel takes tensors, views and numbers, and this argument is a formula: pass evaluate(f)");
};
template <std::size_t Position, class Argument, class Parameter, bool Holds>
struct kernel_parameter {
    static_assert(Holds,
                  "heed: an argument of a kernel needs to be what its parameter is: a tensor or view, a number, or "
                  "exactly that type");
};
/// slide(Q, 2.9) of a kernel with an int
template <std::size_t Position, class Argument, class Parameter, bool Holds>
struct kernel_whole_number {
    static_assert(Holds, "heed: an argument of a kernel needs to be a whole number where its parameter is one");
};
/// into(std::tie(A), ...) of a kernel with two results
template <std::size_t Results, std::size_t Tensors>
struct kernel_results {
    static_assert(
        Results == Tensors,
        "heed: into(...) of a kernel needs a tensor or view for each of its results: into(std::tie(A, B), ...)");
};
/// template struct heed::compiled<attend>;
template <class Formula, bool Holds>
struct kernel_formula {
    static_assert(Holds,
                  "heed: the formula of this kernel is not known here: define its struct before template struct "
                  "heed::compiled<attend>; of a kernel that another file compiles say extern template struct "
                  "heed::compiled<attend>;");
};

}  // namespace heed::law
