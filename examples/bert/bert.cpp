// SPDX-License-Identifier: BSL-1.0
// How alike texts are, by a BERT that was saved by Hugging Face's transformers:
//
//   bert FOLDER TEXT...
#include "folder.hpp"

#include <iostream>
#include <span>

using bert::sizes;

template <sizes S>
static void compare(const std::string& folder, const bert::configuration& c, std::span<char* const> texts) {
    const bert::model<S> model(folder, c);
    std::vector<std::int32_t> ids;
    bert::bounds ends{0};
    for (const char* text : texts) {
        for (const std::int32_t id : model.vocabulary.of(text, model.encoder.most_tokens())) {
            std::cout << model.vocabulary.text(id) << ' ';
            ids.push_back(id);
        }
        std::cout << '\n';
        ends.push_back(ids.size());
    }
    const heed::tensor E = model.encoder.embeddings(ids, ends);
    const heed::tensor alike = E * transpose(E);
    std::cout.precision(4);
    for (std::size_t i = 0; i < alike.extent(0); ++i)
        for (std::size_t j = 0; j < i; ++j) std::cout << alike(i, j) << "  " << texts[j] << " | " << texts[i] << '\n';
}

int main(int argc, char** argv) try {
    if (argc < 3) return std::cerr << "usage: bert FOLDER TEXT...\n", 2;
    const std::string folder = argv[1];
    const bert::configuration c(folder);
    // BERT tiny, MiniLM and base; others are a line each.
    bert::with_sizes<sizes{128, 2, 512}, sizes{384, 12, 1536}, sizes{768, 12, 3072}>(
        folder, c, [&]<sizes S>() { compare<S>(folder, c, std::span(argv + 2, argv + argc)); });
} catch (const std::exception& e) {
    return std::cerr << "bert: " << e.what() << '\n', 1;
}
