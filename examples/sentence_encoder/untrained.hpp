// SPDX-License-Identifier: BSL-1.0
// The encoder without its model, for what hangs on shapes alone: memory and costs.
#pragma once

#include "model.hpp"

#include <cstddef>

namespace sentence_encoder {

/// How many numbers the largest tensor of weights has.
inline constexpr std::size_t largest_weight = table_rows * table_width;

/// A layer all of whose weights are the same numbers.
template <std::size_t In>
layer_weights<In> layer_over(const float* n) {
    return {{weight<d_model[In]>(n), weight<d_model[In]>(n)},
            weight<d_model[In], 3 * In>(n),
            weight<3 * In>(n),
            weight<In, d_model[width]>(n),
            weight<d_model[width]>(n),
            {weight<d_model[width]>(n), weight<d_model[width]>(n)},
            weight<d_model[width], d_ff[hidden]>(n),
            weight<d_ff[hidden]>(n),
            weight<d_ff[hidden], d_model[width]>(n),
            weight<d_model[width]>(n)};
}

/// needs   at least `largest_weight` numbers, which outlive the weights
inline encoder_weights weights_over(const float* n) {
    return {weight<table_rows, d_model[table_width]>(n),
            weight<table_width / 2>(n),
            layer_over<table_width>(n),
            weight<d_model[table_width], d_model[width]>(n),
            weight<d_model[width]>(n),
            layer_over<width>(n),
            weight<d_model[width], width>(n),
            weight<width>(n)};
}

}  // namespace sentence_encoder
