// SPDX-License-Identifier: BSL-1.0
// What the program is asked to do.
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace sentence_encoder {

struct options {
    std::string folder = "build/sentence_encoder/model";
    std::optional<std::string> file, page;
    std::optional<bool> colour;
    std::size_t drawn = 1;  ///< whose maps the terminal shows, counted from 1; 0: of none
    std::size_t rounds = 0;
    int threads = 1;
    bool asks = false, helps = false;
    std::vector<std::string> texts;
};

inline constexpr std::string_view usage = R"(usage: sentence_encoder [OPTION...] [--] [TEXT...]

Embeddings of texts: how similar they are, and what each head attends to. Four texts where none are given.

  --file FILE      the lines of a file are texts
  --prompt         asks for texts, a line each
  --page FILE      writes all maps as one HTML page
  --live-page FILE writes a page that runs the encoder on what is typed there (of examples/sentence_encoder/run)
  --maps N         shows the maps of text N (1 unless told; 0: none)
  --model FOLDER   where encoder.safetensors and pieces.txt are (build/sentence_encoder/model unless told)
  --threads N      computes with N threads, 1 to 256 (1 unless told)
  --time N         how long N rounds of embeddings take, in place of all else
  --colour         heat maps in colour
  --no-colour      heat maps without
  --help           this; -h too
  --               what follows is texts
)";

inline int threads_in(std::size_t n) {
    if (n < 1 || n > 256) throw std::invalid_argument("--threads " + std::to_string(n) + " is not from 1 to 256");
    return static_cast<int>(n);
}

/// errors  std::invalid_argument: what is no option, or lacks its value
inline options options_from(const std::vector<std::string>& arguments) {
    options o;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& a = arguments[i];
        const auto value = [&]() -> const std::string& {
            if (i + 1 == arguments.size()) throw std::invalid_argument(a + " needs a value");
            return arguments[++i];
        };
        const auto number = [&] {
            const std::string& digits = value();
            std::size_t n = 0;
            const char* const end = digits.data() + digits.size();
            const auto [rest, error] = std::from_chars(digits.data(), end, n);
            if (error == std::errc::result_out_of_range)
                throw std::invalid_argument(a + ": " + digits + " is too large");
            if (error != std::errc() || rest != end)
                throw std::invalid_argument(a + " needs a whole number, not " + digits);
            return n;
        };
        if (a == "--") {
            o.texts.insert(o.texts.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, arguments.end());
            break;
        }
        if (a == "--file")
            o.file = value();
        else if (a == "--page")
            o.page = value();
        else if (a == "--live-page")
            throw std::invalid_argument(a + " " + value() + ": examples/sentence_encoder/run writes this page");
        else if (a == "--model")
            o.folder = value();
        else if (a == "--maps")
            o.drawn = number();
        else if (a == "--time") {
            o.rounds = number();
            if (o.rounds == 0) throw std::invalid_argument("--time needs 1 or more rounds");
        } else if (a == "--threads")
            o.threads = threads_in(number());
        else if (a == "--prompt")
            o.asks = true;
        else if (a == "--help" || a == "-h")
            o.helps = true;
        else if (a == "--colour" || a == "--no-colour")
            o.colour = a == "--colour";
        else if (a.starts_with("--"))
            throw std::invalid_argument(a + " is no option; --help lists them");
        else
            o.texts.push_back(a);
    }
    return o;
}

}  // namespace sentence_encoder
