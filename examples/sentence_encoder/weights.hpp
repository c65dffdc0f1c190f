// SPDX-License-Identifier: BSL-1.0
// The weights of the encoder, where a file of safetensors has them: mapped into memory, nothing is copied.
#pragma once

#include "model.hpp"

#include <heed/io/safetensors.hpp>

#include <cstddef>
#include <string>

namespace sentence_encoder {

namespace detail {

template <std::size_t Width>
norm_weights<Width> norm_from(const heed::safetensors& file, const std::string& name) {
    return {file.view<float, d_model[Width]>(name + ".gain"), file.view<float, d_model[Width]>(name + ".bias")};
}

template <std::size_t In>
layer_weights<In> layer_from(const heed::safetensors& file, const std::string& name) {
    return {norm_from<In>(file, name + ".norm"),
            file.view<float, d_model[In], 3 * In>(name + ".qkv.weight"),
            file.view<float, 3 * In>(name + ".qkv.bias"),
            file.view<float, In, d_model[width]>(name + ".output.weight"),
            file.view<float, d_model[width]>(name + ".output.bias"),
            norm_from<width>(file, name + ".feed_forward.norm"),
            file.view<float, d_model[width], d_ff[hidden]>(name + ".up.weight"),
            file.view<float, d_ff[hidden]>(name + ".up.bias"),
            file.view<float, d_ff[hidden], d_model[width]>(name + ".down.weight"),
            file.view<float, d_model[width]>(name + ".down.bias")};
}

}  // namespace detail

/// All weights of the encoder; the file outlives them.
/// errors  heed::io_error where the file has no such tensor, or one of another shape or type
inline encoder_weights weights_from(const heed::safetensors& file) {
    return {file.view<float, table_rows, d_model[table_width]>("embedding"),
            file.view<float, table_width / 2>("position.rates"),
            detail::layer_from<table_width>(file, "layer_0"),
            file.view<float, d_model[table_width], d_model[width]>("layer_0.residual.weight"),
            file.view<float, d_model[width]>("layer_0.residual.bias"),
            detail::layer_from<width>(file, "layer_1"),
            file.view<float, d_model[width], width>("pooled.weight"),
            file.view<float, width>("pooled.bias")};
}

}  // namespace sentence_encoder
