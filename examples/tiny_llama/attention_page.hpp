// SPDX-License-Identifier: BSL-1.0
// Who looked at whom, as a page that needs no network: a heat map for each head of each layer.
#pragma once

#include <examples/tiny_llama/decoder.hpp>

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

    /// One line a query; `pieces` are the texts of the tokens.
    void write(std::ostream& out, const std::vector<std::string>& pieces) const {
        out << "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Attention of each head</title>\n"
               "<style>body{font:16px sans-serif;margin:2em}section{display:flex;flex-wrap:wrap;gap:1em}"
               "svg{max-width:100%;height:auto}</style>\n<h1>Attention of each head</h1>\n"
               "<p>Each row is a token that looks, each column one that is looked at. Later tokens are hatched.</p>\n";
        for (std::size_t l = 0; l < maps_.size(); ++l) {
            out << "<h2>Layer " << l + 1 << "</h2>\n<section>\n";
            for (std::size_t h = 0; h < maps_[l].size(); ++h) write_map(out, l, h, pieces);
            out << "</section>\n";
        }
    }

private:
    void write_map(std::ostream& out, std::size_t l, std::size_t h, const std::vector<std::string>& pieces) const {
        const auto& rows = maps_[l][h];
        const std::size_t n = rows.size();
        tensor<float, dyn, dyn> weights(n, n);
        weights = weights - std::numeric_limits<float>::infinity();  // hatched: not yet there
        for (std::size_t q = 0; q < n; ++q)
            for (std::size_t k = 0; k < rows[q].size(); ++k) weights(q, k) = rows[q][k];
        const std::vector<std::string_view> labels(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(n));
        const std::string title = "Layer " + std::to_string(l + 1) + ", head " + std::to_string(h + 1);
        const std::string id = "map-" + std::to_string(l) + "-" + std::to_string(h);
        out << heat_map_svg(weights, {.rows = labels, .columns = labels, .title = title, .id = id}) << '\n';
    }

    std::vector<std::vector<std::vector<std::vector<float>>>> maps_;  ///< layer, head, query, key
};

}  // namespace tiny_llama
