// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <heed/kernel.hpp>
#include <heed/run/packed.hpp>

#include <tuple>

inline constexpr heed::axis tokens{"tokens"};
using rows_of_four = heed::tensor<float, tokens[heed::dyn], 4>;
inline constexpr heed::kernel<struct beginning_formula, rows_of_four(rows_of_four, int)> beginning;
using bounded = heed::tensor<float, tokens[heed::at_most<9>], 4>;
inline constexpr heed::kernel<struct doubled_formula, bounded(bounded)> dense;
using pair = heed::tensor<double, 2, 2>;
inline constexpr heed::kernel<struct squared_formula, pair(pair)> squared;
/// By tables that are computed when the library is loaded.
inline constexpr heed::kernel<struct turned_formula, rows_of_four(rows_of_four)> turned;
/// Two results, which may have strides; a number of float; n below 0 is thrown, and is no std::exception.
using rows_of_any = heed::strided_view<float, tokens[heed::dyn], 4>;
inline constexpr heed::kernel<struct both_formula, std::tuple<rows_of_any, rows_of_any>(rows_of_four, float, int)> both;
using heads_with_room = heed::tensor<float, 2, tokens[heed::at_most<9>], 4>;
inline constexpr heed::kernel<struct doubled_heads_formula, heads_with_room(heads_with_room)> with_gaps;
inline constexpr heed::kernel<struct halved_formula, pair(pair, heed::float16)> halved;
inline constexpr heed::kernel<struct of_packed_formula, pair(heed::packed_matrix<double, 2, 2>)> of_packed;
inline constexpr heed::kernel<struct names_formula, rows_of_four(rows_of_four, rows_of_four)> plus, minus, times;
inline constexpr heed::kernel<struct names_formula, pair(pair)> copied, beginning_sizes, other, SIZE_MAXIMUM,
    imaginary_unit;
inline constexpr heed::kernel<struct names_formula, pair()> constant;
