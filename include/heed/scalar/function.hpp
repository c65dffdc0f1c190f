// SPDX-License-Identifier: BSL-1.0
// The elementwise functions of scalar/function_list.hpp with their descriptions.
#pragma once

#include <heed/meta/raise.hpp>
#include <heed/scalar/abs.hpp>
#include <heed/scalar/ceil.hpp>
#include <heed/scalar/comparisons.hpp>
#include <heed/scalar/copy.hpp>
#include <heed/scalar/erf.hpp>
#include <heed/scalar/exp.hpp>
#include <heed/scalar/extremes.hpp>
#include <heed/scalar/floor.hpp>
#include <heed/scalar/four_operations.hpp>
#include <heed/scalar/function_list.hpp>
#include <heed/scalar/functions_of_text.hpp>
#include <heed/scalar/gelu.hpp>
#include <heed/scalar/gelu_tanh.hpp>
#include <heed/scalar/log.hpp>
#include <heed/scalar/logic.hpp>
#include <heed/scalar/pow.hpp>
#include <heed/scalar/relu.hpp>
#include <heed/scalar/selection.hpp>
#include <heed/scalar/sigmoid.hpp>
#include <heed/scalar/sign.hpp>
#include <heed/scalar/silu.hpp>
#include <heed/scalar/sine.hpp>
#include <heed/scalar/softplus.hpp>
#include <heed/scalar/sqrt.hpp>
#include <heed/scalar/tanh.hpp>
#include <heed/scalar/trunc.hpp>
#include <heed/scalar/whole_division.hpp>

#include <cstddef>

namespace heed::detail {

/// The result type of visit(described<f>()).
template <class Visit>
constexpr auto with_description(function f, const Visit& visit) {
    switch (f) {
#define HEED_DESCRIBED(name) \
    case function::name: return visit(described<function::name>());
        HEED_FUNCTIONS(HEED_DESCRIBED)
#undef HEED_DESCRIBED
        default: break;
    }
    fail("heed: internal: not a function of one operand");
    return visit(described<function::copy>());  // not reached, because fail does not return
}

/// The same for a function of two operands.
template <class Visit>
constexpr auto with_description_of_two(function f, const Visit& visit) {
    switch (f) {
#define HEED_DESCRIBED(name) \
    case function::name: return visit(described<function::name>());
        HEED_FUNCTIONS_OF_TWO(HEED_DESCRIBED)
#undef HEED_DESCRIBED
        default: break;
    }
    fail("heed: internal: not a function of two operands");
    return visit(described<function::add>());  // not reached, because fail does not return
}

/// Calls visit(described<F>()) for each function of one operand, in the order of the list.
template <class Visit>
constexpr void for_each_description(const Visit& visit) {
#define HEED_DESCRIBED(name) visit(described<function::name>());
    HEED_FUNCTIONS(HEED_DESCRIBED)
#undef HEED_DESCRIBED
}

/// The traits of all functions, in the order of their enumerators: clang takes one step to find them.
inline constexpr function_traits traits_of_functions[] = {
#define HEED_TRAITS(name) described<function::name>::traits,
    HEED_FUNCTIONS(HEED_TRAITS) HEED_FUNCTIONS_OF_TWO(HEED_TRAITS)
#undef HEED_TRAITS
};
constexpr const function_traits& traits_of(function f) { return traits_of_functions[static_cast<std::size_t>(f)]; }
constexpr function_kind kind_of(function f) { return traits_of(f).kind; }

/// Whether the value of a function is an operand, or differs from it in its sign only: copy, min, relu, -a.
constexpr bool never_rounds(function f) { return traits_of(f).rounding == rounding_of::never; }
/// Whether a function selects elements by a condition: where, keep.
constexpr bool is_mask(function f) { return kind_of(f) == function_kind::mask; }
/// Whether it compares two numbers: < <= ==
constexpr bool is_comparison(function f) { return kind_of(f) == function_kind::comparison; }
/// Whether its values are 1 and 0, of any operands.
constexpr bool is_truth(function f) { return is_comparison(f) || kind_of(f) == function_kind::truth; }
/// Whether its value is whole for whole operands.
constexpr bool keeps_whole(function f) {
    return kind_of(f) == function_kind::whole || kind_of(f) == function_kind::choice || is_truth(f);
}

/// A function of two operands, each a number or a register of numbers. Conditions are 1 and 0.
template <function F, class V>
HEED_ALWAYS_INLINE constexpr V apply(const V& a, const V& b) {
    return described<F>::value(a, b);
}

}  // namespace heed::detail
