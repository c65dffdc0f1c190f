// SPDX-License-Identifier: BSL-1.0
// Sizes of a plan as kernels see them: a constant if the size is static, otherwise a number computed from the lengths
// of the formula.
#pragma once

#include <heed/run/cursor.hpp>
#include <heed/run/micro_kernel.hpp>
#include <heed/scalar/surd.hpp>
#include <heed/shape/size_from.hpp>

#include <boost/hana/at.hpp>
#include <boost/hana/tuple.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

/// An integer in a constant of a plan, for these values of the lengths.
/// errors  shape_error
template <class Plan, long long Number>
constexpr long long whole_number_from(const std::size_t* values) {
    long long n = Number < 0 ? -1 : 1;
    multiply_factors<Plan, static_cast<std::size_t>(Number < 0 ? -Number : Number)>(
        values, [&](std::size_t x) { multiply_in_constant(n, x); });
    return n;
}

/// The same for a whole constant.
/// errors  shape_error
template <class Plan, std::size_t I>
constexpr surd constant_from([[maybe_unused]] const std::size_t* values) {
    constexpr surd s = Plan::value.constants[I];
    if constexpr (Plan::lengths.empty())
        return s;
    else
        return {whole_number_from<Plan, s.numerator>(values), whole_number_from<Plan, s.denominator>(values),
                whole_number_from<Plan, s.radicand>(values)};
}

/// The operands of a step of a plan with lengths.
template <class... Cursor>
struct operands_with_lengths {
    boost::hana::tuple<Cursor...> cursors;
    const std::size_t* lengths;  ///< their values
};

/// The cursor of a slot: result_slot, a slot of product_slot or stream_slot, or the slot of a term.
template <std::size_t Slot, class... Cursor>
HEED_INLINE constexpr const auto& cursor_at(const boost::hana::tuple<Cursor...>& cursors) {
    return boost::hana::at_c<Slot>(cursors);
}
template <std::size_t Slot, class... Cursor>
HEED_INLINE constexpr const auto& cursor_at(const operands_with_lengths<Cursor...>& operands) {
    return boost::hana::at_c<Slot>(operands.cursors);
}
template <class Cursors, std::size_t Slot>
using cursor_in = std::remove_cvref_t<decltype(cursor_at<Slot>(std::declval<const Cursors&>()))>;

/// The types of the cursors of a step.
template <class Cursors>
struct cursor_types;
template <class... Cursor>
struct cursor_types<boost::hana::tuple<Cursor...>> {
    using type = boost::hana::tuple<Cursor...>;
};
template <class... Cursor>
struct cursor_types<operands_with_lengths<Cursor...>> {
    using type = boost::hana::tuple<Cursor...>;
};

/// A size of a plan, for the operands of one of its steps: static_count<Number> or a size_t.
template <class Plan, std::size_t Number, class Cursors>
HEED_INLINE constexpr auto size_in([[maybe_unused]] const Cursors& cursors) {
    if constexpr (is_fixed_size<Plan, Number>)
        return static_count<Number>();
    else
        return size_from<Plan, Number>(cursors.lengths);
}

}  // namespace heed::detail
