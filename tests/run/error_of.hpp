// SPDX-License-Identifier: BSL-1.0
// The error of a formula that is computed as it is planned.
#pragma once

#include "tests/run/compare.hpp"

#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

namespace heed::test {

/// Against the unfused evaluation in long double, in units in the last place of the largest element.
template <class F>
double error_of(const F& f) {
    return distance<detail::value_of<F>>(evaluate(f), evaluate_unfused<long double>(f));
}

}  // namespace heed::test
