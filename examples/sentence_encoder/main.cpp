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

/// A text, and what errors call it.
struct source_text {
    std::string text, name;
};

class source_texts {
public:
    void add(const std::string& text) { all_.push_back({text, "text " + std::to_string(all_.size() + 1)}); }

    /// The lines of a file that are not blank, without a byte-order mark.
    /// errors  std::runtime_error where the file cannot be read
    void add_lines_of(const std::string& path) {
        std::ifstream file(path);
        std::size_t number = 0;
        for (std::string line; next_line(file, line);) {
            if (++number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
            if (line.find_first_not_of(" \t") != std::string::npos)
                all_.push_back({line, path + ", line " + std::to_string(number) + ","});
        }
        if (!file.eof()) throw std::runtime_error(path + " cannot be read");
    }

    std::vector<source_text> take() { return std::move(all_); }

private:
    std::vector<source_text> all_;
};

/// errors  std::runtime_error where the file cannot be read, or there are no texts
std::vector<source_text> texts_of(const options& o) {
    source_texts texts;
    for (const std::string& text : o.texts) texts.add(text);
    if (o.file) texts.add_lines_of(*o.file);
    if (o.asks) {
        std::cout << "texts, a line each; an empty line or Ctrl-D ends them:\n";
        for (std::string line; next_line(std::cin, line) && !line.empty();) texts.add(line);
    }
    if (o.texts.empty() && !o.file && !o.asks)
        for (const char* const text :
             {"The cat, which has a long tail, is sleeping on the mat.",
              "My name is Vikas. I love cricket, finance and AI.", "A kitten with a long tail sleeps on a rug.",
              "I am called Vikas, and I like sports, money and machines that think."})
            texts.add(text);
    std::vector<source_text> all = texts.take();
    if (all.empty()) throw std::runtime_error("there are no texts");
    return all;
}

/// errors  std::invalid_argument: which text, and what it is
encoded_text encoded_by_name(const source_text& t, const model& m, int threads) {
    try {
        return encoded(t.text, m, threads);
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(t.name + ' ' + e.what());
    }
}

std::vector<encoded_text> all_encoded(const std::vector<source_text>& texts, const model& m, int threads) {
    std::vector<encoded_text> all;
    for (const source_text& t : texts) all.push_back(encoded_by_name(t, m, threads));
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
        for (const std::string& words : remarks_on(texts[i])) std::cout << "   (" << words << ")\n";
    }
}

void print_similarities(const heed::tensor<float, heed::dyn, heed::dyn>& similar, const options& o) {
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < similar.extent(0); ++i) numbers.push_back(std::to_string(i + 1));
    const std::vector<std::string_view> labels(numbers.begin(), numbers.end());
    std::cout << "\nsimilarities, the cosines of the embeddings:\n"
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
void print_times(const std::vector<source_text>& texts, const model& m, const options& o) {
    encoded_by_name(texts[0], m, o.threads);
    const double first = milliseconds(o.threads);
    for (std::size_t round = 0; round < o.rounds; ++round)
        for (const source_text& t : texts) encoded_by_name(t, m, o.threads);
    const double each = (milliseconds(o.threads) - first) / static_cast<double>(o.rounds * texts.size());
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    std::cout << "heed: first embedding after " << first << " ms, then " << 1000 / each << " sentences per second, "
              << used.ru_maxrss / 1024 << " MiB at most\n";
}

void run(const options& o) {
    const std::vector<source_text> texts = texts_of(o);
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
    std::cout.flush();  // before the page, where both go one way
    page->write(page_of(all, similar, m.weights));
    page->finish();
    std::cout << "\nall maps: " << *o.page << '\n';
}

}  // namespace
}  // namespace sentence_encoder

int main(int count, char** arguments) {
    take_closed_streams();
    watched_output output;
    try {
        const auto o = sentence_encoder::options_from({arguments + 1, arguments + count});
        if (o.helps)
            std::cout << sentence_encoder::usage;
        else
            sentence_encoder::run(o);
        if (const std::string reason = output.finish(); !reason.empty())
            throw std::runtime_error("what was found cannot be written: " + reason);
    } catch (const std::exception& e) {
        std::cerr << "sentence_encoder: " << e.what() << '\n';
        return 1;
    }
}
