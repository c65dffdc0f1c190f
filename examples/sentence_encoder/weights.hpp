// SPDX-License-Identifier: BSL-1.0
// The weights of the encoder, where a file of safetensors has them: mapped into memory, nothing is copied.
#pragma once

#include "model.hpp"

#include <heed/io/safetensors.hpp>

#include <cstddef>
#include <string>

namespace sentence_encoder {

namespace detail {

template <std::size_t Width, class File>
norm_weights<Width> norm_from(const File& file, const std::string& name) {
    return {file.template view<float, d_model[Width]>(name + ".gain"),
            file.template view<float, d_model[Width]>(name + ".bias")};
}

template <std::size_t In, class File>
layer_weights<In> layer_from(const File& file, const std::string& name) {
    return {norm_from<In>(file, name + ".norm"),
            file.template view<float, d_model[In], 3 * In>(name + ".qkv.weight"),
            file.template view<float, 3 * In>(name + ".qkv.bias"),
            file.template view<float, In, d_model[width]>(name + ".output.weight"),
            file.template view<float, d_model[width]>(name + ".output.bias"),
            norm_from<width>(file, name + ".feed_forward.norm"),
            file.template view<float, d_model[width], d_ff[hidden]>(name + ".up.weight"),
            file.template view<float, d_ff[hidden]>(name + ".up.bias"),
            file.template view<float, d_ff[hidden], d_model[width]>(name + ".down.weight"),
            file.template view<float, d_model[width]>(name + ".down.bias")};
}

}  // namespace detail

/// All weights of the encoder, by the names that they have in a heed::safetensors, or what has views like one; the file
/// outlives them.
/// errors  heed::io_error where the file has no such tensor, or one of another shape or type
template <class File>
encoder_weights weights_from(const File& file) {
    return {file.template view<float, table_rows, d_model[table_width]>("embedding"),
            file.template view<float, table_width / 2>("position.rates"),
            detail::layer_from<table_width>(file, "layer_0"),
            file.template view<float, d_model[table_width], d_model[width]>("layer_0.residual.weight"),
            file.template view<float, d_model[width]>("layer_0.residual.bias"),
            detail::layer_from<width>(file, "layer_1"),
            file.template view<float, d_model[width], width>("pooled.weight"),
            file.template view<float, width>("pooled.bias")};
}

}  // namespace sentence_encoder
