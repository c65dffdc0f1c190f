// SPDX-License-Identifier: BSL-1.0
// A trained encoder of sentences: similarities of texts, and what its heads attend to.
#include "../standard_streams.hpp"
#include "options.hpp"
#include "page.hpp"

#include <heed/io.hpp>
#include <heed/io/output_file.hpp>

#include <sys/resource.h>

#include <chrono>
#include <ctime>
#include <exception>
#include <iostream>
#include <optional>

namespace sentence_encoder {
namespace {

const auto began = std::chrono::steady_clock::now();

/// Since the program began: processor time, so that other programs do not count; of several threads the time that
/// passed.
double milliseconds(int threads) {
    if (threads == 1) return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
}

/// Lines end as on Linux or as on Windows.
bool next_line(std::istream& in, std::string& line) {
    if (!std::getline(in, line)) return false;
    if (line.ends_with('\r')) line.pop_back();
    return true;
}

/// errors  std::runtime_error where the file cannot be read, or there are no texts
std::vector<std::string> texts_of(const options& o) {
    std::vector<std::string> texts = o.texts;
    if (o.file) {
        std::ifstream file(*o.file);
        for (std::string line; next_line(file, line);) texts.push_back(line);
        if (!file.eof()) throw std::runtime_error(*o.file + " cannot be read");
    }
    if (o.asks) {
        std::cout << "texts, a line each; an empty line or Ctrl-D ends them:\n";
        for (std::string line; next_line(std::cin, line) && !line.empty();) texts.push_back(line);
    }
    if (!texts.empty()) return texts;
    if (o.file || o.asks) throw std::runtime_error("there are no texts");
    return {"The cat, which has a long tail, is sleeping on the mat.",
            "My name is Vikas. I love cricket, finance and AI.", "A kitten with a long tail sleeps on a rug.",
            "I am called Vikas, and I like sports, money and machines that think."};
}

/// errors  std::invalid_argument: which text, and what it is
encoded_text encoded_at(std::size_t i, const std::vector<std::string>& texts, const model& m, int threads) {
    try {
        return encoded(texts[i], m, threads);
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument("text " + std::to_string(i + 1) + ' ' + e.what());
    }
}

std::vector<encoded_text> all_encoded(const std::vector<std::string>& texts, const model& m, int threads) {
    std::vector<encoded_text> all;
    for (std::size_t i = 0; i < texts.size(); ++i) all.push_back(encoded_at(i, texts, m, threads));
    return all;
}

heed::tensor<float, heed::dyn, heed::dyn> similarities_of(const std::vector<encoded_text>& texts) {
    heed::tensor<float, heed::dyn, width> embeddings(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) embeddings[i] = texts[i].values.embedding;
    return similarities(embeddings);
}

void print_texts(const std::vector<encoded_text>& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::cout << i + 1 << ". " << heed::detail::visible(texts[i].text) << "\n  ";
        for (const std::string_view label : texts[i].labels) std::cout << ' ' << heed::detail::visible(label);
        std::cout << '\n';
        if (texts[i].pieces_of_all > texts[i].labels.size())
            std::cout << "   (the first " << most_pieces << " pieces of " << texts[i].pieces_of_all
                      << ": the model reads no more)\n";
    }
}

void print_similarities(const heed::tensor<float, heed::dyn, heed::dyn>& similar, const options& o) {
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < similar.extent(0); ++i) numbers.push_back(std::to_string(i + 1));
    const std::vector<std::string_view> labels(numbers.begin(), numbers.end());
    std::cout << "\nsimilarities, 1 of texts that mean the same:\n"
              << heed::heat_map(similar, {.rows = labels, .columns = labels, .colour = o.colour});
}

void print_maps(const encoded_text& text, const encoder_weights& w, const options& o) {
    if (text.labels.size() > most_drawn) {
        std::cout << "\nno maps: " << text.labels.size() << " pieces are more than " << most_drawn << '\n';
        return;
    }
    const std::array<attention_map, 2> maps = attention_maps(text.values, w);
    for (std::size_t layer = 0; layer < maps.size(); ++layer)
        for (std::size_t h = 0; h < heads; ++h) {
            const auto weights = maps[layer][h];
            const std::string title = "text " + std::to_string(o.drawn) + ", layer " + std::to_string(layer + 1) +
                                      ", head " + std::to_string(h + 1) + ": a row attends to columns";
            std::cout << '\n'
                      << heed::heat_map(
                             weights,
                             {.rows = text.labels, .columns = text.labels, .title = title, .colour = o.colour});
        }
}

/// One line: what other programs are compared with.
void print_times(const std::vector<std::string>& texts, const model& m, const options& o) {
    encoded_at(0, texts, m, o.threads);
    const double first = milliseconds(o.threads);
    for (std::size_t round = 0; round < o.rounds; ++round)
        for (std::size_t i = 0; i < texts.size(); ++i) encoded_at(i, texts, m, o.threads);
    const double each = (milliseconds(o.threads) - first) / static_cast<double>(o.rounds * texts.size());
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    std::cout << "heed: first embedding after " << first << " ms, then " << 1000 / each << " sentences per second, "
              << used.ru_maxrss / 1024 << " MiB at most\n";
}

void run(const options& o) {
    const std::vector<std::string> texts = texts_of(o);
    const model m = model_in(o.folder);
    if (o.rounds != 0) return print_times(texts, m, o);
    if (o.drawn > texts.size())
        throw std::invalid_argument("--maps " + std::to_string(o.drawn) + ": there are " +
                                    std::to_string(texts.size()) + " texts");
    std::optional<heed::output_file> page;  // one that cannot be written is said before all else
    if (o.page) page.emplace(*o.page);
    const std::vector<encoded_text> all = all_encoded(texts, m, o.threads);
    const auto similar = similarities_of(all);
    print_texts(all);
    print_similarities(similar, o);
    if (o.drawn != 0) print_maps(all[o.drawn - 1], m.weights, o);
    if (!page) return;
    page->write(page_of(all, similar, m.weights));
    page->finish();
    std::cout << "\nall maps: " << *o.page << '\n';
}

}  // namespace
}  // namespace sentence_encoder

int main(int count, char** arguments) {
    take_closed_streams();
    try {
        const auto o = sentence_encoder::options_from({arguments + 1, arguments + count});
        if (o.helps)
            std::cout << sentence_encoder::usage;
        else
            sentence_encoder::run(o);
        if (!std::cout.flush())
            throw std::runtime_error("what was found cannot be written: " + heed::detail::system_words());
    } catch (const std::exception& e) {
        std::cerr << "sentence_encoder: " << e.what() << '\n';
        return 1;
    }
}
