// SPDX-License-Identifier: BSL-1.0
// A file of weights as llama2.c writes it, version 0: seven 32-bit numbers, then 32-bit floats, matrix after matrix.
// Nothing is copied: weights are views of the mapped file.
#pragma once

#include <examples/tiny_llama/file_error.hpp>

#include <heed/heed.hpp>
#include <heed/io/mapped_file.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <utility>

namespace tiny_llama {

using namespace heed;

inline constexpr axis tokens{"tokens"}, model{"model"}, hidden{"hidden"}, head{"head"}, kv_head{"kv_head"}, d_k{"d_k"},
    words{"words"};

/// The header. A head has model / heads numbers; kv_heads divides heads.
struct model_sizes {
    std::size_t model = 0, hidden = 0, layers = 0, heads = 0, kv_heads = 0, words = 0, positions = 0;
    bool shares_classifier = true;

    std::size_t d_k() const { return model / heads; }
};

/// Why heads of these sizes are none, or nothing.
inline std::string trouble_of_heads(const model_sizes& s) {
    const auto divides = [](const std::string& a_name, std::size_t a, const std::string& b_name, std::size_t b) {
        return b % a == 0 ? ""
                          : a_name + ' ' + std::to_string(a) + " does not divide " + b_name + ' ' + std::to_string(b);
    };
    std::string trouble = divides("n_heads", s.heads, "dim", s.model);
    if (trouble.empty()) trouble = divides("n_kv_heads", s.kv_heads, "n_heads", s.heads);
    if (trouble.empty() && s.d_k() % 2 != 0)
        trouble = "a head has " + std::to_string(s.d_k()) + " numbers, of which rotary positions turn pairs";
    return trouble;
}

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
    explicit checkpoint(const std::string& path) : file_(path), sizes_(read_header(file_)) { find_parts(); }

    const model_sizes& sizes() const { return sizes_; }

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
        return matrix_at<K.model>(last_gain_, sizes_.model);
    }

    template <known_sizes K>
    layer_weights<K> layer(std::size_t l) const {
        const model_sizes& s = sizes_;
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
    static_assert(std::endian::native == std::endian::little, "the numbers of the file lie as this machine has them");
    using header = std::array<std::int32_t, 7>;

    static model_sizes read_header(const mapped_file& file) {
        header h;
        if (file.size() < sizeof(h))
            throw file_error(file.path(), "has " + std::to_string(file.size()) + " bytes, its header alone has " +
                                              std::to_string(sizeof(h)));
        std::memcpy(h.data(), file.data(), sizeof(h));
        if (h[0] == 0x616b3432)  // "ak42", what later versions begin with
            throw file_error(file.path(), "is of version " + std::to_string(h[1]) +
                                              " of the format; version 0, of floats without a magic number, is read");
        const char* const names[] = {"dim", "hidden_dim", "n_layers", "n_heads", "n_kv_heads", "vocab_size", "seq_len"};
        for (std::size_t i = 0; i < h.size(); ++i)
            if (h[i] == 0 || h[i] == INT32_MIN || (h[i] < 0 && i != 5))
                throw file_error(file.path(), std::string("its header has ") + names[i] + " " + std::to_string(h[i]));
        model_sizes s;
        std::size_t* const fields[] = {&s.model, &s.hidden, &s.layers, &s.heads, &s.kv_heads, &s.words, &s.positions};
        for (std::size_t i = 0; i < h.size(); ++i) *fields[i] = static_cast<std::size_t>(h[i] < 0 ? -h[i] : h[i]);
        s.shares_classifier = h[5] > 0;
        if (const std::string trouble = trouble_of_heads(s); !trouble.empty()) throw file_error(file.path(), trouble);
        return s;
    }

    template <known_sizes K>
    view<const float, words[dyn], K.model> vectors_of_words(const float* data) const {
        if constexpr (K.model.is_dynamic())
            return {data, sizes_.words, sizes_.model};
        else
            return {data, sizes_.words};
    }

    /// In the order of the file. Behind the gains stand two tables of rotary positions that nobody reads.
    void find_parts() {
        const model_sizes& s = sizes_;
        const std::size_t d = s.model, e = s.d_k(), q = s.heads * e, kv = s.kv_heads * e;
        embedding_ = part("the embedding", {s.words, d});
        attention_gain_ = part("the gains before attention", {s.layers, d});
        query_ = part("wq", {s.layers, q, d});
        key_ = part("wk", {s.layers, kv, d});
        value_ = part("wv", {s.layers, kv, d});
        output_ = part("wo", {s.layers, d, q});
        hidden_gain_ = part("the gains before the hidden layer", {s.layers, d});
        gate_ = part("w1", {s.layers, s.hidden, d});
        down_ = part("w2", {s.layers, d, s.hidden});
        up_ = part("w3", {s.layers, s.hidden, d});
        last_gain_ = part("the last gain", {d});
        part("the tables of rotary positions", {s.positions, e});
        classifier_ = s.shares_classifier ? embedding_ : part("the classifier", {s.words, d});
        if (found_ != file_.size())
            throw file_error(file_.path(), "has " + std::to_string(file_.size()) + " bytes, " +
                                               std::to_string(file_.size() - found_) +
                                               " more than the sizes in its header ask for");
    }
    const float* part(const char* name, std::initializer_list<std::size_t> sizes) {
        std::size_t bytes = sizeof(float);
        bool fits = true;
        for (const std::size_t n : sizes) fits = fits && !__builtin_mul_overflow(bytes, n, &bytes);
        if (!fits || bytes > file_.size() - found_)
            throw file_error(file_.path(), "ends within " + std::string(name) + ", of which " +
                                               std::to_string(file_.size() - found_) + " bytes are there" +
                                               (fits ? " and " + std::to_string(bytes) + " should be" : ""));
        return reinterpret_cast<const float*>(file_.data() + std::exchange(found_, found_ + bytes));
    }

    mapped_file file_;
    model_sizes sizes_;
    std::size_t found_ = sizeof(header);
    const float *embedding_ = nullptr, *attention_gain_ = nullptr, *query_ = nullptr, *key_ = nullptr,
                *value_ = nullptr, *output_ = nullptr, *hidden_gain_ = nullptr, *gate_ = nullptr, *down_ = nullptr,
                *up_ = nullptr, *last_gain_ = nullptr, *classifier_ = nullptr;
};

}  // namespace tiny_llama
