// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <heed/kernel.hpp>

#include <cstdint>
#include <tuple>

inline constexpr heed::axis tokens{"tokens"}, d_k{"d_k"};
using sequence = heed::tensor<float, tokens[heed::dyn], d_k[8]>;
inline constexpr heed::kernel<struct slopes_formula,
                              std::tuple<sequence, sequence, sequence>(sequence, sequence, sequence, sequence)>
    slopes;
/// A loss has no axes.
using layer = heed::tensor<float, d_k[8], 5>;
using number = heed::tensor<float>;
using classes = heed::tensor<std::int32_t, tokens[heed::dyn]>;
inline constexpr heed::kernel<struct learned_formula, std::tuple<number, layer>(sequence, layer, classes)> learned;
