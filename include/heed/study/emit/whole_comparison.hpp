// SPDX-License-Identifier: BSL-1.0
// Comparisons of whole numbers in memory, which may have two types: written so that no conversion of C changes a
// number.
#pragma once

#include <heed/machine/recorded_truth.hpp>

#include <string>

namespace heed::detail::emitted {

/// A whole number as it is in memory.
struct whole_operand {
    recording::value_id id;
    std::string type;  ///< of its element

    bool is_unsigned() const { return type.starts_with("unsigned"); }
    bool is_wide_unsigned() const { return type.starts_with("unsigned long"); }
    bool is_narrow_unsigned() const { return type == "unsigned char" || type == "unsigned short"; }
};

inline recording::value_id as_type(recording::routine& r, const whole_operand& a, const std::string& type) {
    return r.add(
        {.what = recording::operation::as_type, .is = recording::kind::count, .operands = {a.id}, .text = type});
}
inline recording::truth plainly_compared(recording::routine& r, recording::operation what, recording::value_id a,
                                         recording::value_id b) {
    return {{&r, r.add(what, recording::kind::truth, 1, {a, b})}};
}

/// A signed number compared with an unsigned one that no signed type holds: it may only be converted if it is not
/// negative.
inline recording::truth compared_by_sign(recording::routine& r, recording::operation what, const whole_operand& a,
                                         const whole_operand& b) {
    using recording::operation;
    const whole_operand& with_sign = a.is_unsigned() ? b : a;
    const auto converted = [&](const whole_operand& x) {
        return x.is_unsigned() ? x.id : as_type(r, x, "unsigned long long");
    };
    const recording::value_id zero = r.add_count(0);
    const recording::truth otherwise = plainly_compared(r, what, converted(a), converted(b));
    if (what != operation::equal && !a.is_unsigned())
        return plainly_compared(r, operation::less, with_sign.id, zero) | otherwise;
    return plainly_compared(r, operation::less_equal, zero, with_sign.id) & otherwise;
}

/// The comparison of the numbers themselves, as std::cmp_less and the like have it.
inline recording::truth compared_as_whole(recording::routine& r, recording::operation what, const whole_operand& a,
                                          const whole_operand& b) {
    const whole_operand& without_sign = a.is_unsigned() ? a : b;
    if (a.is_unsigned() == b.is_unsigned() || without_sign.is_narrow_unsigned())
        return plainly_compared(r, what, a.id, b.id);
    if (without_sign.is_wide_unsigned()) return compared_by_sign(r, what, a, b);
    return plainly_compared(r, what, as_type(r, a, "long long"), as_type(r, b, "long long"));
}

}  // namespace heed::detail::emitted
