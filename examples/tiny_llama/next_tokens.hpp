// SPDX-License-Identifier: BSL-1.0
// The part of a page that shows what a model expects next: the likeliest tokens behind each that it read alone.
#pragma once

#include <examples/tiny_llama/sampler.hpp>

#include <heed/io.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tiny_llama {

/// How likely each token was behind the one at a place of the text, and which was taken.
class next_tokens {
public:
    static constexpr std::size_t most_shown = 8;
    static constexpr int none = -1;  ///< is taken where the text ends

    template <class Logits>
    next_tokens(std::size_t place, int before, const Logits& logits)
        : place_(place), before_(before), probabilities_(softmax(logits)) {
        std::vector<int> all(probabilities_.size());
        std::iota(all.begin(), all.end(), 0);
        const auto count = static_cast<std::ptrdiff_t>(std::min(most_shown, all.size()));
        std::partial_sort(all.begin(), all.begin() + count, all.end(), [&](int a, int b) {
            return probability(a) != probability(b) ? probability(a) > probability(b) : a < b;
        });
        for (const int token : std::span(all).first(static_cast<std::size_t>(count))) show(token);
    }

    /// Of the others nothing is kept.
    void take(int token) {
        taken_ = token;
        const auto is_it = [&](const likely& one) { return one.token == token; };
        if (std::none_of(shown_.begin(), shown_.end(), is_it)) show(token);
        probabilities_ = tensor<float, words[dyn]>(0);
    }

    /// A list in the order of probability. The one that was taken is its last where it is not among the likeliest.
    /// `shown(before, token)` is the text of a token.
    template <class Shown>
    void write(std::ostream& out, const Shown& shown) const {
        out << "<ol class=\"next\" data-after=\"" << place_ << "\" hidden>";
        for (const auto& [token, probability] : shown_) {
            const std::string percent = tenths(100 * static_cast<double>(probability));
            const bool is_taken = token == taken_;
            out << "<li" << (is_taken ? " class=\"taken\"" : "") << "><span class=\"word\">"
                << heed::detail::xml_text(shown(before_, token))
                << "</span><span class=\"share\"><span style=\"width:" << percent << "%\"></span></span><span>"
                << percent << '%' << (is_taken ? " <em>taken</em>" : "") << "</span></li>";
        }
        out << "</ol>\n";
    }

private:
    struct likely {
        int token;
        float probability;
    };

    float probability(int token) const { return probabilities_(static_cast<std::size_t>(token)); }
    void show(int token) { shown_.push_back({token, probability(token)}); }
    /// With one decimal place.
    static std::string tenths(double x) {
        const auto n = static_cast<std::size_t>(10 * x + 0.5);
        return std::to_string(n / 10) + '.' + std::to_string(n % 10);
    }

    std::size_t place_;
    int before_;
    int taken_ = none;
    tensor<float, words[dyn]> probabilities_;  ///< until one is taken
    std::vector<likely> shown_;
};

inline constexpr std::string_view next_tokens_style = R"(<style>
.next { list-style: none; margin: 0; padding: 0; max-width: 34em; }
.next li { display: grid; grid-template-columns: 9em minmax(4em, 1fr) 9em; gap: .7em; align-items: center; }
.next .word { white-space: pre; overflow: hidden; text-overflow: ellipsis; text-align: right; }
.next .share { height: .8em; }
.next .share span { display: block; height: 100%; min-width: 1px; background: var(--look); }
.next .taken { font-weight: 600; }
@media (max-width: 34em) { .next li { grid-template-columns: 6em minmax(2em, 1fr) 8em; } }
@media (forced-colors: active) { .next .share span { forced-color-adjust: none; background: Highlight; } }
</style>
)";

/// Lists of which the page shows that of the chosen token; where there is none it says why.
template <class Shown>
void write_next_tokens(std::ostream& out, const std::vector<next_tokens>& all, const Shown& shown) {
    if (all.empty()) return;
    out << next_tokens_style
        << "<h3>What may come next</h3>\n<p>The likeliest tokens, softmax(logits), before temperature and top-p.</p>\n";
    for (const next_tokens& one : all) one.write(out, shown);
    out << "<p id=\"no_next\" hidden>The prompt is read at once: its logits are those behind its last token.</p>\n";
}

}  // namespace tiny_llama
