// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <heed/kernel.hpp>

inline constexpr heed::axis tokens{"tokens"};
using rows_of_four = heed::tensor<float, tokens[heed::dyn], 4>;
inline constexpr heed::kernel<struct beginning_formula, rows_of_four(rows_of_four, int)> beginning;
using bounded = heed::tensor<float, tokens[heed::at_most<9>], 4>;
inline constexpr heed::kernel<struct doubled_formula, bounded(bounded)> dense;
using pair = heed::tensor<double, 2, 2>;
inline constexpr heed::kernel<struct squared_formula, pair(pair)> squared;
using heads_with_room = heed::tensor<float, 2, tokens[heed::at_most<9>], 4>;
inline constexpr heed::kernel<struct doubled_heads_formula, heads_with_room(heads_with_room)> with_gaps;
inline constexpr heed::kernel<struct halved_formula, pair(pair, heed::float16)> halved;
inline constexpr heed::kernel<struct names_formula, rows_of_four(rows_of_four, rows_of_four)> plus, minus, times;
inline constexpr heed::kernel<struct names_formula, pair(pair)> copied, beginning_sizes, other;
