// SPDX-License-Identifier: BSL-1.0
// Writes a model whose weights are made at random, and a tokenizer for it.
//
//   make_model MODEL TOKENIZER [dim hidden_dim n_layers n_heads n_kv_heads vocab_size seq_len] [--version N]
#include <examples/tiny_llama/number_in.hpp>
#include <examples/tiny_llama/random_model.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace {

using namespace tiny_llama;

constexpr const char* usage =
    "usage: make_model MODEL TOKENIZER [dim hidden_dim n_layers n_heads n_kv_heads vocab_size seq_len] [--version N]\n"
    "A negative vocab_size is a classifier of its own; at least 300 words. Version 2 has 8-bit numbers.\n";

/// Of the format, where the last two arguments say it: they are taken away.
int version_in(std::vector<std::string>& arguments) {
    if (arguments.size() < 2 || arguments[arguments.size() - 2] != "--version") return 0;
    const int version = number_in<int>("--version", arguments.back(), 0, 2);
    arguments.resize(arguments.size() - 2);
    return version;
}

model_sizes sizes_in(const std::vector<std::string>& arguments) {
    model_sizes s{64, 172, 2, 8, 4, 512, 128};
    if (arguments.size() == 2) return s;
    if (arguments.size() != 9) throw usage_error("needs two files, and all seven sizes or none");
    const auto size = [&](const char* name, std::size_t i) {
        return static_cast<std::size_t>(number_in<std::int32_t>(name, arguments[i], 1, INT32_MAX));
    };
    s.model = size("dim", 2), s.hidden = size("hidden_dim", 3), s.layers = size("n_layers", 4);
    s.heads = size("n_heads", 5), s.kv_heads = size("n_kv_heads", 6), s.positions = size("seq_len", 8);
    const bool has_sign = arguments[7].starts_with('-');
    s.words = static_cast<std::size_t>(
        number_in<std::int32_t>("vocab_size", arguments[7].substr(has_sign ? 1 : 0), 300, INT32_MAX));
    s.shares_classifier = !has_sign;
    if (const std::string trouble = trouble_of_heads(s); !trouble.empty()) throw usage_error(trouble);
    return s;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        std::vector<std::string> arguments(argv + 1, argv + argc);
        if (!arguments.empty() && (arguments[0] == "--help" || arguments[0] == "-h")) {
            std::fputs(usage, stdout);
            return 0;
        }
        const int version = version_in(arguments);
        const model_sizes s = sizes_in(arguments);
        write_random_model(arguments[0], s);
        if (version != 0) write_as_version(arguments[0], checkpoint(arguments[0]), version);
        write_tokenizer(arguments[1], s.words);
    } catch (const usage_error& e) {
        std::fprintf(stderr, "make_model: %s\n%s", e.what(), usage);
        return 2;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "make_model: %s\n", e.what());
        return 1;
    }
}
