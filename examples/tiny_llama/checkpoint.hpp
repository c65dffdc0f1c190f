// SPDX-License-Identifier: BSL-1.0
// A file of weights as llama2.c writes it. Versions 0 and 1 are 32-bit floats, matrix after matrix, and nothing is
// copied: weights are views of the mapped file. Of version 2, whose matrices are 8-bit numbers with scales, floats are
// made.
#pragma once

#include <examples/tiny_llama/checkpoint_header.hpp>
#include <examples/tiny_llama/file_error.hpp>

#include <heed/heed.hpp>
#include <heed/io/mapped_file.hpp>

#include <concepts>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace tiny_llama {

using namespace heed;

inline constexpr axis tokens{"tokens"}, model{"model"}, hidden{"hidden"}, head{"head"}, kv_head{"kv_head"}, d_k{"d_k"},
    words{"words"};

/// Which of these sizes a decoder knows while it is compiled: all of them dyn, or none.
struct known_sizes {
    extent model = tiny_llama::model[dyn], hidden = tiny_llama::hidden[dyn], head = tiny_llama::head[dyn],
           kv_head = tiny_llama::kv_head[dyn], d_k = tiny_llama::d_k[dyn], all_heads = dyn;

    static constexpr known_sizes of(std::size_t d, std::size_t f, std::size_t h, std::size_t g) {
        return {tiny_llama::model[d],   tiny_llama::hidden[f],  tiny_llama::head[h],
                tiny_llama::kv_head[g], tiny_llama::d_k[d / h], d};
    }
    constexpr bool are_those_of(const model_sizes& s) const {
        return model.size == s.model && hidden.size == s.hidden && head.size == s.heads && kv_head.size == s.kv_heads;
    }
};

/// A view of extents that are all known, or all given as sizes.
template <extent... E>
view<const float, E...> matrix_at(const float* data, std::integral auto... sizes) {
    if constexpr ((E.is_dynamic() || ...))
        return {data, sizes...};
    else
        return view<const float, E...>(data);
}

/// Weights of one layer: matrices as [out x in], projections by head.
template <known_sizes K>
struct layer_weights {
    view<const float, K.model> attention_gain;
    view<const float, K.head, K.d_k, K.model> query;
    view<const float, K.kv_head, K.d_k, K.model> key, value;
    view<const float, K.model, K.all_heads> output;  ///< of all heads side by side
    view<const float, K.model> hidden_gain;
    view<const float, K.hidden, K.model> gate, up;
    view<const float, K.model, K.hidden> down;
};

class checkpoint {
public:
    /// errors  io_error: which part of the file is wrong, and the numbers that say so
    explicit checkpoint(const std::string& path)
        : file_(path), header_(read_checkpoint_header(file_)), found_(header_.bytes) {
        find_parts();
    }

    const model_sizes& sizes() const { return header_.sizes; }

    template <known_sizes K>
    view<const float, words[dyn], K.model> embedding() const {
        return vectors_of_words<K>(embedding_);
    }
    template <known_sizes K>
    view<const float, words[dyn], K.model> classifier() const {
        return vectors_of_words<K>(classifier_);
    }
    template <known_sizes K>
    view<const float, K.model> last_gain() const {
        return matrix_at<K.model>(last_gain_, sizes().model);
    }

    template <known_sizes K>
    layer_weights<K> layer(std::size_t l) const {
        const model_sizes& s = sizes();
        const std::size_t d = s.model, e = s.d_k(), h = s.heads, g = s.kv_heads, f = s.hidden;
        return {matrix_at<K.model>(attention_gain_ + l * d, d),
                matrix_at<K.head, K.d_k, K.model>(query_ + l * h * e * d, h, e, d),
                matrix_at<K.kv_head, K.d_k, K.model>(key_ + l * g * e * d, g, e, d),
                matrix_at<K.kv_head, K.d_k, K.model>(value_ + l * g * e * d, g, e, d),
                matrix_at<K.model, K.all_heads>(output_ + l * d * h * e, d, h * e),
                matrix_at<K.model>(hidden_gain_ + l * d, d),
                matrix_at<K.hidden, K.model>(gate_ + l * f * d, f, d),
                matrix_at<K.hidden, K.model>(up_ + l * f * d, f, d),
                matrix_at<K.model, K.hidden>(down_ + l * d * f, d, f)};
    }

private:
    template <known_sizes K>
    view<const float, words[dyn], K.model> vectors_of_words(const float* data) const {
        if constexpr (K.model.is_dynamic())
            return {data, sizes().words, sizes().model};
        else
            return {data, sizes().words};
    }

    /// In the order of the file. Version 0 has two tables of rotary positions that nobody reads.
    void find_parts() {
        const model_sizes& s = sizes();
        const bool has_magic = header_.version != 0;
        if (has_magic) find_attention_gains(), find_hidden_gains(), find_last_gain();
        embedding_ = matrices("the embedding", 1, s.words, s.model);
        if (!has_magic) find_attention_gains();
        find_projections();
        if (!has_magic) find_hidden_gains();
        gate_ = matrices("w1", s.layers, s.hidden, s.model);
        down_ = matrices("w2", s.layers, s.model, s.hidden);
        up_ = matrices("w3", s.layers, s.hidden, s.model);
        if (!has_magic) find_last_gain(), floats("the tables of rotary positions", {s.positions, s.d_k()});
        classifier_ = s.shares_classifier ? embedding_ : matrices("the classifier", 1, s.words, s.model);
        if (found_ != file_.size())
            throw file_error(file_.path(), "has " + std::to_string(file_.size()) + " bytes, " +
                                               std::to_string(file_.size() - found_) +
                                               " more than the sizes in its header ask for");
    }
    void find_attention_gains() {
        attention_gain_ = floats("the gains before attention", {sizes().layers, sizes().model});
    }
    void find_hidden_gains() {
        hidden_gain_ = floats("the gains before the hidden layer", {sizes().layers, sizes().model});
    }
    void find_last_gain() { last_gain_ = floats("the last gain", {sizes().model}); }
    void find_projections() {
        const model_sizes& s = sizes();
        const std::size_t q = s.heads * s.d_k(), kv = s.kv_heads * s.d_k();
        query_ = matrices("wq", s.layers, q, s.model);
        key_ = matrices("wk", s.layers, kv, s.model);
        value_ = matrices("wv", s.layers, kv, s.model);
        output_ = matrices("wo", s.layers, s.model, q);
    }

    const float* matrices(const std::string& name, std::size_t count, std::size_t rows, std::size_t columns) {
        return header_.version == 2 ? dequantised(name, count, rows, columns) : floats(name, {count, rows, columns});
    }
    const float* floats(const std::string& name, std::initializer_list<std::size_t> sizes) {
        std::size_t bytes = sizeof(float);
        for (const std::size_t n : sizes) bytes = product_or_most(bytes, n);
        return reinterpret_cast<const float*>(part(name, bytes));
    }
    /// Of each matrix the 8-bit numbers, then a scale for each group of them.
    const float* dequantised(const std::string& name, std::size_t count, std::size_t rows, std::size_t columns) {
        const std::size_t size = product_or_most(rows, columns), groups = size / header_.group;
        if (size % header_.group != 0)
            throw file_error(file_.path(), "group_size " + std::to_string(header_.group) + " does not divide the " +
                                               std::to_string(size) + " numbers of " + name);
        std::size_t bytes = product_or_most(groups, header_.group + sizeof(float));
        const unsigned char* const from = part(name, product_or_most(count, bytes));
        std::vector<float>& to = dequantised_.emplace_back(count * size);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t g = 0; g < groups; ++g)
                dequantise(from + i * bytes + g * header_.group, from + i * bytes + size + g * sizeof(float),
                           &to[i * size + g * header_.group]);
        return to.data();
    }
    void dequantise(const unsigned char* numbers, const unsigned char* scale, float* to) const {
        float factor = 0;
        std::memcpy(&factor, scale, sizeof(factor));
        for (std::size_t i = 0; i < header_.group; ++i)
            to[i] = factor * static_cast<float>(static_cast<signed char>(numbers[i]));
    }

    static constexpr std::size_t most = static_cast<std::size_t>(-1);
    static std::size_t product_or_most(std::size_t a, std::size_t b) {
        return __builtin_mul_overflow(a, b, &a) ? most : a;
    }
    /// So many bytes, which are the next in the file.
    const unsigned char* part(const std::string& name, std::size_t bytes) {
        if (bytes > file_.size() - found_)
            throw file_error(file_.path(), "ends within " + name + ", of which " +
                                               std::to_string(file_.size() - found_) + " bytes are there" +
                                               (bytes != most ? " and " + std::to_string(bytes) + " should be" : ""));
        return file_.data() + std::exchange(found_, found_ + bytes);
    }

    mapped_file file_;
    checkpoint_header header_;
    std::size_t found_;
    std::vector<std::vector<float>> dequantised_;
    const float *embedding_ = nullptr, *attention_gain_ = nullptr, *query_ = nullptr, *key_ = nullptr,
                *value_ = nullptr, *output_ = nullptr, *hidden_gain_ = nullptr, *gate_ = nullptr, *down_ = nullptr,
                *up_ = nullptr, *last_gain_ = nullptr, *classifier_ = nullptr;
};

}  // namespace tiny_llama
