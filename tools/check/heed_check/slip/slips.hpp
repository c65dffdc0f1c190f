// SPDX-License-Identifier: BSL-1.0
// The slips in the order of trial, the most specific ones first; those that weaken the requirement come last.
#pragma once

#include <heed_check/slip/arithmetic.hpp>
#include <heed_check/slip/digits.hpp>
#include <heed_check/slip/matrices.hpp>
#include <heed_check/slip/norms.hpp>
#include <heed_check/slip/operations.hpp>
#include <heed_check/slip/scale.hpp>
#include <heed_check/slip/softmax.hpp>

namespace heed::detail {

inline constexpr slip slips[] = {
    {append_common_floats, false},
    {append_correction},
    {append_other_scales},
    {append_missing_scale},
    {append_other_axis},
    {append_softmax_of_all},
    {append_other_softmax},
    {append_epsilon},
    {append_missing_softmax},
    {append_causal},
    {append_candidates},
    {append_product_order},
    {append_other_matrix},
    {append_printed_parts},
    {append_transposes},
    {append_terms},
    {append_residual},
    {append_fewer_places, false},
    {append_truncation},
    {append_arithmetic, false},
    {append_exact_readings},
    {append_rounded_parts, false},
    {append_small_floats, false, true},
    {append_result_errors, false},
};

}  // namespace heed::detail
