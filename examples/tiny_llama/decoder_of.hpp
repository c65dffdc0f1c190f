// SPDX-License-Identifier: BSL-1.0
// The decoder for sizes of which some, or none, are known while compiling: the text of model.hpp for all of them.
#pragma once

#include <examples/tiny_llama/decoder.hpp>
#include <examples/tiny_llama/model.hpp>

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tiny_llama {

template <known_sizes K>
class decoder_of : public decoder {
public:
    decoder_of(const checkpoint& weights, std::size_t positions)
        : weights_(weights), angles_(rope_tables<float>(positions, weights.sizes().d_k(), 10000)) {
        const model_sizes& s = weights.sizes();
        const std::size_t numbers = s.kv_heads * positions * s.d_k();
        for (std::size_t l = 0; l < s.layers; ++l)
            past_.push_back({std::vector<float>(numbers), std::vector<float>(numbers)});
    }

    view<const float, words[dyn]> read(std::span<const int> read_tokens) override {
        const std::size_t n = read_tokens.size();
        if (n == 0 || n > angles_.positions() - position_)
            throw std::length_error("a decoder with room for " + std::to_string(angles_.positions()) +
                                    " tokens, which has read " + std::to_string(position_) + ", is given " +
                                    std::to_string(n));
        read_at_once(view<const int, tokens[dyn]>(read_tokens.data(), n));
        position_ += n;
        return {logits_.data(), logits_.size()};
    }
    std::size_t position() const override { return position_; }
    const std::vector<attention_weights>& watch_attention() override {
        watched_.resize(past_.size());
        return watched_;
    }

private:
    struct numbers_of_past {
        std::vector<float> keys, values;
    };

    /// [kv_head x positions x d_k]
    auto all_positions(std::vector<float>& past) const {
        const model_sizes& s = weights_.sizes();
        if constexpr (K.d_k.is_dynamic())
            return view<float, K.kv_head, tokens[dyn], K.d_k>(past.data(), s.kv_heads, angles_.positions(), s.d_k());
        else
            return view<float, K.kv_head, tokens[dyn], K.d_k>(past.data(), angles_.positions());
    }

    /// One token or several: a formula with a dynamic number of rows has a plan of its own for one.
    void read_at_once(const view<const int, tokens[dyn]>& ids) {
        const auto embedding = weights_.embedding<K>();
        const std::size_t begin = position_, end = position_ + ids.size();
        tensor<float, tokens[dyn], K.model> x = rows(embedding, ids);
        tensor<float, K.head, tokens[dyn], K.d_k> q;
        for (std::size_t l = 0; l < past_.size(); ++l) {
            const layer_weights<K> w = weights_.layer<K>(l);
            const auto keys = all_positions(past_[l].keys), values = all_positions(past_[l].values);
            project(x, w, angles_.from(begin), q, slice<tokens>(keys, begin, end), slice<tokens>(values, begin, end));
            const auto k = slice<tokens>(keys, 0, end), v = slice<tokens>(values, 0, end);
            if (!watched_.empty()) watched_[l] = weigh(q, k);
            x = evaluate(policy, attend_and_think(x, w, q, k, v));
        }
        const auto last = x[ids.size() - 1];
        const auto gain = weights_.last_gain<K>();
        const auto classifier = weights_.classifier<K>();
        evaluate_into(policy, logits_, rms_norm(last, gain) * transpose(classifier));
    }

    const checkpoint& weights_;
    rotary_tables<float> angles_;
    std::vector<numbers_of_past> past_;
    std::vector<attention_weights> watched_;
    tensor<float, words[dyn]> logits_;
    std::size_t position_ = 0;
};

}  // namespace tiny_llama
