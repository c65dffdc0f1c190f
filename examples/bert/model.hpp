// SPDX-License-Identifier: BSL-1.0
// BERT (Devlin et al. 2018), as formulas, with the weights of a folder that Hugging Face's transformers saved.
#pragma once

#include <heed/heed.hpp>
#include <heed/io/safetensors.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace bert {

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_model{"d_model"}, d_ff{"d_ff"}, head{"head"}, d_k{"d_k"};

/// The width of a token, the heads, and the width inside a layer.
struct sizes {
    std::size_t width, heads, hidden;
    friend constexpr bool operator==(const sizes&, const sizes&) = default;
};

/// A tensor of a safetensors file in float, from float32, float16 or bfloat16.
template <extent... E>
tensor<float, E...> read(const auto& file, const std::string& name) {
    const bool half = file[name].dtype == "F16" || file[name].dtype == "BF16";
    return file.template get<tensor<float, E...>>(name, half ? conversion::to_nearest : conversion::none);
}
/// A matrix [out x in], turned and packed for products where it lies.
template <extent In, extent Out>
packed_matrix<float, In, Out> read_packed(const auto& file, const std::string& name) {
    const auto packed_from = [&]<class T>(T) {
        return packed_matrix<float, In, Out>(transpose(file.template view<T, Out, In>(name)));
    };
    if (file[name].dtype == "F16") return packed_from(float16());
    return file[name].dtype == "BF16" ? packed_from(bfloat16()) : packed_from(float());
}

template <sizes S>
struct norm {
    tensor<float, d_model[S.width]> gain, bias;
    double epsilon;

    /// Older files say gamma and beta.
    norm(const auto& file, const std::string& name, double epsilon_)
        : gain(read<d_model[S.width]>(file, name + (file.contains(name + ".gamma") ? ".gamma" : ".weight"))),
          bias(read<d_model[S.width]>(file, name + (file.contains(name + ".beta") ? ".beta" : ".bias"))),
          epsilon(epsilon_) {}
    auto operator()(const auto& x) const { return layer_norm(x, gain, bias, {.epsilon = epsilon}); }
};

/// x W^T + b
template <extent In, extent Out>
struct dense {
    packed_matrix<float, In, Out> weight;
    tensor<float, Out> bias;

    dense(const auto& file, const std::string& name)
        : weight(read_packed<In, Out>(file, name + ".weight")), bias(read<Out>(file, name + ".bias")) {}
    auto operator()(const auto& x) const { return linear(x, weight, bias); }
};

template <sizes S>
struct layer {
    static constexpr extent width = d_model[S.width], hidden = d_ff[S.hidden];
    dense<width, width> query, key, value, output;
    norm<S> attention_norm;
    dense<width, hidden> up;
    dense<hidden, width> down;
    norm<S> output_norm;

    layer(const auto& file, const std::string& name, double epsilon)
        : query(file, name + ".attention.self.query"),
          key(file, name + ".attention.self.key"),
          value(file, name + ".attention.self.value"),
          output(file, name + ".attention.output.dense"),
          attention_norm(file, name + ".attention.output.LayerNorm", epsilon),
          up(file, name + ".intermediate.dense"),
          down(file, name + ".output.dense"),
          output_norm(file, name + ".output.LayerNorm", epsilon) {}

    /// [tokens x heads * d_k] -> [heads x tokens x d_k]: strides, no copy.
    static auto by_head(const auto& x) {
        return permute<head, tokens, d_k>(reshape<tokens[dyn], head[S.heads], d_k[S.width / S.heads]>(x));
    }
    /// Of one text.
    static auto attended(const auto& q, const auto& k, const auto& v) {
        return merge<head, d_k>(permute<tokens, head, d_k>(attention(by_head(q), by_head(k), by_head(v))));
    }
    /// Norms stand after the sums, as in Vaswani et al. 2017.
    auto after_attention(const auto& x, const auto& heads) const {
        return let(attention_norm(x + output(heads)),
                   [this](const auto& y) { return output_norm(y + down(gelu(up(y)))); });
    }
};

/// Where each text begins among the tokens of all, and where the last one ends.
using bounds = std::vector<std::size_t>;

template <sizes S>
class encoder {
    using rows_of_tokens = tensor<float, tokens[dyn], d_model[S.width]>;

public:
    /// errors  heed::io_error where a tensor is missing, has another shape or another type; std::runtime_error where a table
    ///         has too few rows
    encoder(const auto& file, const std::string& prefix, std::size_t layers, double epsilon)
        : words_(read<dyn, d_model[S.width]>(file, prefix + "embeddings.word_embeddings.weight")),
          positions_(read<tokens[dyn], d_model[S.width]>(file, prefix + "embeddings.position_embeddings.weight")),
          types_(read<dyn, d_model[S.width]>(file, prefix + "embeddings.token_type_embeddings.weight")),
          norm_(file, prefix + "embeddings.LayerNorm", epsilon) {
        if (types_.extent(0) < 1 || positions_.extent(0) < 3)
            throw std::runtime_error(prefix + "embeddings: token_type_embeddings needs a row, position_embeddings 3");
        for (std::size_t i = 0; i < layers; ++i)
            layers_.emplace_back(file, prefix + "encoder.layer." + std::to_string(i), epsilon);
    }

    std::size_t vocabulary() const { return words_.extent(0); }
    std::size_t most_tokens() const { return positions_.extent(0); }

    /// Tokens after the embeddings, each with its place in its text: [all tokens] -> [all tokens x d_model].
    /// errors  heed::index_error where an id is no row of the table; heed::shape_error where a text is too long
    rows_of_tokens embedded(const std::vector<std::int32_t>& ids, const bounds& ends) const {
        const view<const std::int32_t, tokens[dyn]> all(ids);
        rows_of_tokens x(ids.size());
        for_each_text(ends, [&](std::size_t begin, std::size_t end) {
            evaluate_into(slice<tokens>(x, begin, end), norm_(rows(words_, slice<tokens>(all, begin, end)) +
                                                              slice<tokens>(positions_, 0, end - begin) + types_[0]));
        });
        return x;
    }

    /// All tokens after the last layer. Texts stand one after the other, so that none is padded: products have the rows
    /// of all, attention those of one text.
    rows_of_tokens through_layers(rows_of_tokens x, const bounds& ends) const {
        rows_of_tokens q, k, v, heads(x.extent(0));
        for (const layer<S>& l : layers_) {
            q = l.query(x), k = l.key(x), v = l.value(x);
            for_each_text(ends, [&](std::size_t begin, std::size_t end) {
                const auto own = [&](auto& all) { return slice<tokens>(all, begin, end); };
                evaluate_into(own(heads), l.attended(own(q), own(k), own(v)));
            });
            x = l.after_attention(x, heads);
        }
        return x;
    }

    /// For each text the mean of its tokens, at length 1: how alike two texts are is the product of theirs.
    tensor<float, dyn, d_model[S.width]> embeddings(const std::vector<std::int32_t>& ids, const bounds& ends) const {
        const rows_of_tokens x = through_layers(embedded(ids, ends), ends);
        tensor<float, dyn, d_model[S.width]> all(ends.size() - 1);
        std::size_t text = 0;
        for_each_text(ends, [&](std::size_t begin, std::size_t end) {
            evaluate_into(all[text++], let(mean<tokens>(slice<tokens>(x, begin, end)),
                                           [](const auto& y) { return y / sqrt(sum(hadamard(y, y))); }));
        });
        return all;
    }

private:
    static void for_each_text(const bounds& ends, const auto& f) {
        for (std::size_t i = 0; i + 1 < ends.size(); ++i) f(ends[i], ends[i + 1]);
    }

    tensor<float, dyn, d_model[S.width]> words_;
    rows_of_tokens positions_;
    tensor<float, dyn, d_model[S.width]> types_;
    norm<S> norm_;
    std::vector<layer<S>> layers_;
};

}  // namespace bert
