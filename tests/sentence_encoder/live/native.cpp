// SPDX-License-Identifier: BSL-1.0
// What the module of the live page computes, by a native program; and a model without training, for both.
//
//   native MODEL                 lines of standard input are texts; of each a line of JSON, numbers as bits
//   native --untrained MODEL     writes a model into a folder
#include "../../../examples/sentence_encoder/text.hpp"
#include "../../../examples/sentence_encoder/untrained.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sentence_encoder {
namespace {

/// In place of a file: each tensor that is asked for, under its name, is to be written.
class asked_tensors {
public:
    template <class T, heed::extent... E>
    heed::view<const T, E...> view(const std::string& name) const {
        const auto one = std::make_shared<heed::view<const T, E...>>(numbers_.data());
        kept_.push_back(one);
        tensors_.emplace_back(name, *one);
        return *one;
    }
    const std::vector<heed::named_tensor>& tensors() const { return tensors_; }

private:
    static std::vector<float> waves() {
        std::vector<float> n(largest_weight);
        for (std::size_t i = 0; i < n.size(); ++i) n[i] = 0.3F * std::sin(static_cast<float>(i));
        return n;
    }

    std::vector<float> numbers_ = waves();
    mutable std::vector<std::shared_ptr<const void>> kept_;
    mutable std::vector<heed::named_tensor> tensors_;
};

/// Letters, words of two letters with and without a space before them, and others that no text has.
void write_pieces(std::ostream& out) {
    std::vector<std::string> pieces(6, "reserved");
    for (char c = '!'; c <= '~'; ++c) pieces.emplace_back(1, c);
    pieces.insert(pieces.end(), {"▁", "é", "½", "한"});
    for (char a = 'a'; a <= 'z'; ++a)
        for (char b = 'a'; b <= 'z'; ++b) {
            pieces.push_back(std::string{a, b});
            pieces.push_back("▁" + std::string{a, b});
        }
    while (pieces.size() < table_pieces) pieces.push_back("none " + std::to_string(pieces.size()));
    for (std::size_t i = 0; i < pieces.size(); ++i)
        out << -3.5 - 0.001 * static_cast<double>(i) << '\t' << pieces[i] << '\n';
}

void write_untrained(const std::string& folder) {
    const asked_tensors file;
    weights_from(file);
    heed::save_safetensors(folder + "/encoder.safetensors", file.tensors());
    std::ofstream pieces(folder + "/pieces.txt");
    write_pieces(pieces);
}

void print_bits(std::string_view name, const auto& numbers) {
    std::cout << ",\"" << name << "\":[";
    std::string_view separator;
    for (const float x : numbers) {
        std::cout << separator << std::bit_cast<std::uint32_t>(x);
        separator = ",";
    }
    std::cout << ']';
}

/// A similarity is that to the text before.
void print_encodings(const model& m, std::istream& texts) {
    heed::tensor<float, heed::dyn, width> embeddings(2);
    for (std::string text; std::getline(texts, text);) {
        const encoded_text e = encoded(text, m);
        const std::array<attention_map, 2> maps = attention_maps(e.values, m.weights);
        embeddings[0] = embeddings[1];
        embeddings[1] = e.values.embedding;
        std::cout << "{\"pieces\":" << e.labels.size() << ",\"all\":" << e.pieces_of_all;
        print_bits("embedding", e.values.embedding);
        print_bits("first", maps[0]);
        print_bits("second", maps[1]);
        print_bits("similarity", std::array<float, 1>{similarities(embeddings)(0, 1)});
        std::cout << "}\n";
    }
}

}  // namespace
}  // namespace sentence_encoder

int main(int count, char** arguments) {
    using namespace sentence_encoder;
    const std::string first = arguments[1];
    if (first == "--untrained" && count == 3)
        write_untrained(arguments[2]);
    else
        print_encodings(model_in(first), std::cin);
}
