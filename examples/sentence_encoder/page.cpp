// SPDX-License-Identifier: BSL-1.0
#include "page.hpp"

#include <heed/io.hpp>

#include <ostream>
#include <sstream>

namespace sentence_encoder {
namespace {

using heed::detail::xml_text;

constexpr std::string_view head_of_page = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>What the heads of a sentence encoder attend to</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 100rem; margin: 2rem auto; padding: 0 1rem; }
.maps { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 38rem), 1fr)); gap: 1rem; }
.map { overflow-x: auto; }
.map svg { max-width: 100%; height: auto; }
@media (max-width: 40rem) { .map svg { max-width: none; } }
summary { font-weight: 600; cursor: pointer; padding: .5rem 0; }
</style></head><body>
<h1>What the heads of a sentence encoder attend to</h1>
<p>The Universal Sentence Encoder (lite), trained on English: two layers of four heads. A row is a piece that attends, a
column a piece that it attends to; a row adds up to 1. Maps of at most 16 pieces have numbers, larger ones colours alone.
Similarities are cosines of embeddings.</p>
)";

void write_similarities(std::ostream& out, const std::vector<encoded_text>& texts,
                        const heed::tensor<float, heed::dyn, heed::dyn>& similar) {
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < texts.size(); ++i) numbers.push_back(std::to_string(i + 1));
    const std::vector<std::string_view> labels(numbers.begin(), numbers.end());
    out << "<h2>Similarities</h2>\n<ol>\n";
    for (const encoded_text& t : texts) {
        out << "<li>" << xml_text(t.text);
        for (const std::string& words : remarks_on(t)) out << " <em>(" << xml_text(words) << ")</em>";
        out << "</li>\n";
    }
    out << "</ol>\n" << heed::heat_map_svg(similar, {.rows = labels, .columns = labels, .id = "similar"});
}

void write_maps(std::ostream& out, std::size_t number, const encoded_text& text, const encoder_weights& w) {
    out << "<details" << (number == 1 ? " open" : "") << "><summary>" << number << ". " << xml_text(text.text)
        << "</summary>\n";
    if (text.labels.size() > most_drawn) {
        out << "<p>No maps: " << text.labels.size() << " pieces are more than " << most_drawn << ".</p></details>\n";
        return;
    }
    const std::array<attention_map, 2> maps = attention_maps(text.values, w);
    out << "<div class=\"maps\">\n";
    for (std::size_t layer = 0; layer < maps.size(); ++layer)
        for (std::size_t h = 0; h < heads; ++h) {
            const auto weights = maps[layer][h];
            const std::string title = "layer " + std::to_string(layer + 1) + ", head " + std::to_string(h + 1);
            const std::string id =
                "text" + std::to_string(number) + '-' + std::to_string(layer) + '-' + std::to_string(h);
            out << "<div class=\"map\" tabindex=\"0\" role=\"group\" aria-label=\"" << title << "\">"
                << heed::heat_map_svg(weights, {.rows = text.labels, .columns = text.labels, .title = title, .id = id})
                << "</div>\n";
        }
    out << "</div></details>\n";
}

}  // namespace

std::string page_of(const std::vector<encoded_text>& texts, const heed::tensor<float, heed::dyn, heed::dyn>& similar,
                    const encoder_weights& w) {
    std::ostringstream out;
    out << head_of_page;
    write_similarities(out, texts, similar);
    out << "<h2>Attention</h2>\n";
    for (std::size_t i = 0; i < texts.size(); ++i) write_maps(out, i + 1, texts[i], w);
    out << "</body></html>\n";
    return out.str();
}

}  // namespace sentence_encoder
