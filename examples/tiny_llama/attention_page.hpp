// SPDX-License-Identifier: BSL-1.0
// Who looked at whom, as a page that needs no network: the text, token by token, and a heat map for each head of each
// layer.
#pragma once

#include <examples/tiny_llama/decoder.hpp>
#include <examples/tiny_llama/next_tokens.hpp>
#include <examples/tiny_llama/step_through.hpp>

#include <heed/io.hpp>

#include <cstddef>
#include <limits>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace tiny_llama {

/// Weights of all tokens that were read, gathered step by step: query by query, a key for each column.
class attention_page {
public:
    /// Tokens whose heat maps are drawn, at most: larger ones are too large for a page.
    static constexpr std::size_t most_drawn = 64;

    /// What was read last: the last queries, in all layers.
    void add(const std::vector<attention_weights>& last) {
        maps_.resize(last.size());
        for (std::size_t l = 0; l < last.size(); ++l) {
            const auto& w = last[l];
            maps_[l].resize(w.extent(0));
            for (std::size_t h = 0; h < w.extent(0); ++h)
                for (std::size_t q = 0; q < w.extent(1); ++q) {
                    std::vector<float>& row = maps_[l][h].emplace_back();
                    for (std::size_t k = 0; k < w.extent(2); ++k) row.push_back(w(h, q, k));
                }
        }
    }

    /// What the model expects behind the token that it read last, at this place of the text.
    template <class Logits>
    void add_next(std::size_t place, int token, const Logits& logits) {
        next_.emplace_back(place, token, logits);
    }
    void take(int token) { next_.back().take(token); }

    /// `pieces` are the texts of the tokens, `shown(before, token)` is that of any.
    template <class Shown>
    void write(std::ostream& out, const std::vector<std::string>& pieces, const Shown& shown) const {
        out << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
               "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Attention of each head</title>\n"
               "<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:2em}"
               ".maps{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,36em),1fr));gap:1em}"
               ".map{overflow-x:auto}.map "
               "svg{min-width:36em;max-width:100%;height:auto}</style>\n</head><body>\n<h1>Attention of each "
               "head</h1>\n";
        const std::size_t n = maps_.empty() || maps_[0].empty() ? 0 : maps_[0][0].size();
        write_step_through(out, pieces, n, maps_, [&](std::ostream& to) { write_next_tokens(to, next_, shown); });
        if (n > most_drawn)
            out << "<p>No heat maps: " << n << " tokens are more than " << most_drawn << ".</p>\n";
        else
            write_maps(out, pieces);
        out << "</body></html>\n";
    }

private:
    /// One line a query.
    void write_maps(std::ostream& out, const std::vector<std::string>& pieces) const {
        out << "<p>Each row is a token that looks, each column one that is looked at, from 0 to 1 in all maps. Later "
               "tokens are hatched.</p>\n";
        for (std::size_t l = 0; l < maps_.size(); ++l) {
            out << "<h2>Layer " << l + 1 << "</h2>\n<div class=\"maps\">\n";
            for (std::size_t h = 0; h < maps_[l].size(); ++h) write_map(out, l, h, pieces);
            out << "</div>\n";
        }
    }
    void write_map(std::ostream& out, std::size_t l, std::size_t h, const std::vector<std::string>& pieces) const {
        const auto& rows = maps_[l][h];
        const std::size_t n = rows.size();
        tensor<float, dyn, dyn> weights(n, n);
        weights = weights - std::numeric_limits<float>::infinity();  // hatched: not yet there
        for (std::size_t q = 0; q < n; ++q)
            for (std::size_t k = 0; k <= q && k < rows[q].size(); ++k) weights(q, k) = rows[q][k];
        const std::vector<std::string_view> labels(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(n));
        const std::string title = "Layer " + std::to_string(l + 1) + ", head " + std::to_string(h + 1);
        const std::string id = "map-" + std::to_string(l) + "-" + std::to_string(h);
        out << "<div class=\"map\" tabindex=\"0\" role=\"group\" aria-label=\"" << title << "\">"
            << heat_map_svg(weights, {.rows = labels, .columns = labels, .title = title, .id = id}) << "</div>\n";
    }

    attention_of_heads maps_;
    std::vector<next_tokens> next_;
};

}  // namespace tiny_llama
