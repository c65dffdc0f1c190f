// SPDX-License-Identifier: BSL-1.0
// A folder that Hugging Face's transformers or sentence-transformers saved: config.json, model.safetensors, vocab.txt.
#pragma once

#include "model.hpp"
#include "pieces.hpp"

#include <concepts>
#include <nlohmann/json.hpp>

namespace bert {

/// What config.json says.
/// errors  std::runtime_error with the file and the entry that is missing or that is unknown here
class configuration {
public:
    explicit configuration(const std::string& folder) : file_(folder + "/config.json") {
        std::ifstream in(file_);
        if (!in || in.peek() == EOF) throw std::runtime_error(file_ + ": cannot be read");
        entries_ = nlohmann::json::parse(in, nullptr, false);
        if (!entries_.is_object()) throw std::runtime_error(file_ + ": is no object of JSON");
        needs("model_type", "bert"), needs("hidden_act", "gelu"), needs("position_embedding_type", "absolute");
    }

    std::size_t count(const std::string& name) const {
        const auto found = entries_.find(name);
        if (found == entries_.end() || !found->is_number_unsigned())
            throw std::runtime_error(file_ + ": needs a whole number from 0 for " + name);
        return *found;
    }
    double epsilon() const {
        const nlohmann::json said = entries_.value("layer_norm_eps", nlohmann::json(1e-12));
        if (!said.is_number() || said < 0 || said > 1)
            throw std::runtime_error(file_ + ": layer_norm_eps is from 0 to 1");
        return said;
    }
    sizes of_layer() const { return {count("hidden_size"), count("num_attention_heads"), count("intermediate_size")}; }

private:
    void needs(const std::string& name, const std::string& value) const {
        const nlohmann::json said = entries_.value(name, nlohmann::json(value));  // what is left out is this
        if (said != value)
            throw std::runtime_error(file_ + ": " + name + " is " + said.dump() + ", known is \"" + value + '"');
    }

    std::string file_;
    nlohmann::json entries_;
};

/// The encoder and its pieces.
/// errors  std::runtime_error or heed::io_error with the file and what is wrong there
template <sizes S>
struct model {
    bert::encoder<S> encoder;
    pieces vocabulary;

    model(const std::string& folder, const configuration& c)
        : model(safetensors(folder + "/model.safetensors"), folder, c) {}

private:
    model(const safetensors& file, const std::string& folder, const configuration& c)
        : encoder(file, file.contains("bert.embeddings.word_embeddings.weight") ? "bert." : "",
                  c.count("num_hidden_layers"), c.epsilon()),
          vocabulary(folder) {
        if (vocabulary.size() != encoder.vocabulary())
            throw std::runtime_error(folder + "/vocab.txt: has " + std::to_string(vocabulary.size()) +
                                     " pieces, word_embeddings.weight of model.safetensors has " +
                                     std::to_string(encoder.vocabulary()) + " rows");
    }
};

/// f.operator()<S>() with the sizes S of config.json, one of those that the program is compiled for.
/// errors  std::runtime_error where they are none of them
template <sizes... S>
void with_sizes(const std::string& folder, const configuration& c, const auto& f) {
    const auto [width, heads, hidden] = c.of_layer();
    if (!((c.of_layer() == S ? (f.template operator()<S>(), true) : false) || ...))
        throw std::runtime_error(folder + "/config.json: add sizes{" + std::to_string(width) + ", " +
                                 std::to_string(heads) + ", " + std::to_string(hidden) +
                                 "} to this program: it is compiled for others");
}

}  // namespace bert
