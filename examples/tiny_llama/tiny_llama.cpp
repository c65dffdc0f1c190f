// SPDX-License-Identifier: BSL-1.0
// Writes on after a prompt, by a model in a file of llama2.c.
//
//   tiny_llama MODEL TOKENIZER [PROMPT] [OPTION...]
#include <examples/standard_streams.hpp>
#include <examples/tiny_llama/attention_page.hpp>
#include <examples/tiny_llama/generate.hpp>
#include <examples/tiny_llama/number_in.hpp>
#include <examples/tiny_llama/shown_text.hpp>

#include <heed/io/output_file.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace tiny_llama;

constexpr std::string_view usage = R"(usage: tiny_llama MODEL TOKENIZER [PROMPT] [OPTION...]

  --steps N          so many tokens at most
  --temperature T    0, unless told: always the likeliest token; else one at random by softmax(logits / T)
  --top-p P          of these only the likeliest that together reach P (0.9 unless told)
  --seed N           of what is random (1 unless told)
  --maps PAGE.html   what each token looks at, and what may come next
  --help             this
  --                 what follows is no option
)";

struct wishes {
    std::vector<std::string> files_and_prompt;
    bool helps = false;
    std::size_t steps = 0;  ///< 0: as many as the model has positions for, 256 at most
    double temperature = 0, top_p = 0.9;
    std::uint64_t seed = 1;
    std::string maps;
};

wishes read_wishes(const std::vector<std::string>& arguments) {
    wishes w;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& a = arguments[i];
        if (a == "--help" || a == "-h") w.helps = true;
        if (w.helps) return w;
        if (a == "--") {
            w.files_and_prompt.insert(w.files_and_prompt.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                      arguments.end());
            break;
        }
        if (!a.starts_with("--")) {
            w.files_and_prompt.push_back(a);
            continue;
        }
        const bool is_known =
            a == "--steps" || a == "--temperature" || a == "--top-p" || a == "--seed" || a == "--maps";
        if (!is_known) throw usage_error("no option " + a);
        if (++i == arguments.size() || arguments[i].empty()) throw usage_error(a + " needs a value");
        const std::string& value = arguments[i];
        if (a == "--steps") w.steps = number_in<std::size_t>(a, value, 1, 1000000);
        if (a == "--temperature") w.temperature = number_in<double>(a, value, 0, 100);
        if (a == "--top-p") w.top_p = number_in<double>(a, value, 0.001, 1);
        if (a == "--seed") w.seed = number_in<std::uint64_t>(a, value, 0, UINT64_MAX);
        if (a == "--maps") w.maps = value;
    }
    if (w.files_and_prompt.size() < 2 || w.files_and_prompt.size() > 3)
        throw usage_error("needs a model, a tokenizer and at most one prompt");
    w.files_and_prompt.resize(3);
    return w;
}

/// Reads as a decoder does, and puts on a page who looks at whom, and what may come next.
struct watched_decoder {
    view<const float, words[dyn]> read(std::span<const int> tokens) {
        const auto logits = model.read(tokens);
        if (page != nullptr) {
            page->add(model.watch_attention());
            page->add_next(model.position() - 1, tokens.back(), logits);
        }
        return logits;
    }
    decoder& model;
    attention_page* page;
};

/// How many tokens to write behind the prompt.
std::size_t steps_of(const wishes& w, std::size_t prompt, std::size_t positions) {
    const auto said = [&](const std::string& what) {
        return what + ", and the model has " + std::to_string(positions) + " positions";
    };
    if (prompt > positions) throw std::runtime_error(said("the prompt has " + std::to_string(prompt) + " tokens"));
    const std::size_t most = positions - prompt + 1;  // the last one is written and not read
    if (w.steps > most)
        throw std::runtime_error(said("the prompt has " + std::to_string(prompt) + " tokens, " +
                                      std::to_string(w.steps) + " are to follow"));
    return w.steps != 0 ? w.steps : std::min<std::size_t>(256, most);
}

void run(const wishes& w) {
    using clock = std::chrono::steady_clock;
    const checkpoint weights(w.files_and_prompt[0]);
    const tokenizer words_of_model(w.files_and_prompt[1], weights.sizes().words);
    const std::string& prompt = w.files_and_prompt[2];
    const std::vector<int> read = words_of_model.encode(prompt);
    const std::size_t steps = steps_of(w, read.size(), weights.sizes().positions);

    const auto model = make_decoder(weights, read.size() + steps - 1);
    sampler choose(w.temperature, w.top_p, w.seed);
    attention_page page;
    std::vector<std::string> pieces;
    for (std::size_t i = 0; i < read.size(); ++i)
        pieces.push_back(words_of_model.shown(i == 0 ? 0 : read[i - 1], read[i]));
    std::optional<output_file> maps;  // a file that cannot be written is said before the text
    if (!w.maps.empty()) {
        maps.emplace(w.maps);
        model->watch_attention();
    }

    shown_text out(stdout);
    out.show(prompt);
    std::size_t count = 0;
    clock::time_point first{};
    watched_decoder reader{*model, maps ? &page : nullptr};
    generate(reader, choose, read, steps, [&](int before, int token) {
        if (count++ == 0) first = clock::now();  // the prompt has been read
        pieces.push_back(words_of_model.shown(before, token));
        if (maps) page.take(token);
        out.show(words_of_model.decode(before, token));
    });
    const double seconds = std::chrono::duration<double>(clock::now() - first).count();
    out.end();
    if (count > 1) std::fprintf(stderr, "%.0f tokens per second\n", static_cast<double>(count - 1) / seconds);
    if (!maps) return;
    std::ostringstream text;
    page.write(text, pieces, [&](int before, int token) { return words_of_model.shown(before, token); });
    maps->write(text.str());
    maps->finish();
}

}  // namespace

int main(int argc, char** argv) {
    take_closed_streams();
    try {
        const wishes w = read_wishes({argv + 1, argv + argc});
        if (w.helps)
            shown_text(stdout).show(usage);
        else
            run(w);
    } catch (const usage_error& e) {
        std::fprintf(stderr, "tiny_llama: %s\n%s", e.what(), usage.data());
        return 2;
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "tiny_llama: there is no memory for the keys and values of so many positions\n");
        return 1;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "tiny_llama: %s\n", e.what());
        return 1;
    }
}
