// SPDX-License-Identifier: BSL-1.0
// What is said of lengths that do not fit, without the loops that compute the formula: what evaluate() checks first.
#pragma once

#include "tests/words_of.hpp"

#include <heed/heed.hpp>

#include <string>
#include <type_traits>

namespace heed::test {

/// The words of the error that evaluate(f) throws before it computes anything.
template <class Error = shape_error, class F>
std::string words_of_check(const F& f) {
    const auto& operand = detail::operand_of(f);
    using checked = std::remove_cvref_t<decltype(operand)>;
    return words_of<Error>(
        [&] { (void)detail::checked_formula<checked, detail::value_of<F>, sequential_policy>(operand, seq); });
}

}  // namespace heed::test
