// SPDX-License-Identifier: BSL-1.0
// Operations on two matrices that sentences state: "we add X and Y", "the weights times the values, elementwise".
#pragma once

#include <heed_check/document/name_text.hpp>
#include <heed_check/document/softmax_sentences.hpp>
#include <heed_check/document/table_names.hpp>
#include <heed_check/tables/is_any_of.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

enum class said_operation : unsigned char { product, matrix_product, elementwise_product, sum, difference };

/// A sentence that says how the matrix behind it is computed.
struct stated_operation {
    std::size_t line = 0;                 ///< on which it begins
    std::size_t until = std::size_t(-1);  ///< on which the next sentence begins that says something else
    said_operation what = said_operation::product;
    std::string left{}, right{};  ///< the operands as words: X, positional encodings, perhaps with words behind them
    std::string words{};          ///< the sentence
};

namespace detail {

class operation_sentences {
public:
    /// Reads a line of words.
    void read(std::string_view line, std::size_t number) {
        constexpr const char* blank = " \t\r>*_";
        speaks_of_scale_ =
            speaks_of_scale_ || has_any(in_small_letters(line), {"scal", "divid", "sqrt", "\u221A", "root"});
        line = line.substr(0, line.find("\\begin{"));
        if (line.find_first_not_of(blank) == std::string_view::npos) take();
        for (std::size_t at = 0; at < line.size(); ++at) {
            if (sentence_.empty() && is_one_of(line[at], blank)) continue;
            if (sentence_.empty()) begin_ = number;
            sentence_ += line[at];
            const std::size_t next = line.find_first_not_of("*_$`", at + 1);
            if (is_one_of(line[at], ".:!?") && (next == std::string_view::npos || line[next] == ' ')) take();
        }
        if (!sentence_.empty()) sentence_ += ' ';
        if (sentence_.size() > longest) sentence_.clear();
    }
    std::vector<stated_operation> take_all() {
        take();
        return std::move(found_);
    }
    bool speaks_of_scale() const { return speaks_of_scale_; }

private:
    using texts = std::vector<std::string>;

    static bool has_any(const std::string& text, std::initializer_list<std::string_view> words) {
        return std::any_of(words.begin(), words.end(),
                           [&](std::string_view w) { return text.find(w) != std::string::npos; });
    }
    static texts words_of(std::string_view sentence) {
        constexpr std::string_view between = " \t\r>*#,.!:;()$`";
        texts all;
        for (std::size_t at = sentence.find_first_not_of(between); at < sentence.size();) {
            const std::size_t end = std::min(sentence.find_first_of(between, at), sentence.size());
            all.push_back(std::string(sentence.substr(at, end - at)));
            at = sentence.find_first_not_of(between, end);
        }
        return all;
    }

    /// Understands a sentence that has ended. Behind one that only shows the result, the operation before it counts.
    void take() {
        const std::string said = std::exchange(sentence_, "");
        const texts words = words_of(before_denied(said));
        const std::string lower = ' ' + in_small_letters(said) + ' ';
        const std::size_t before = found_.size();
        const std::size_t understood = is_supposed(lower) ? 0 : words.size();
        const said_operation product = product_in(lower);
        for (std::size_t i = 0; i < understood; ++i) take_at(words, i, product);
        constexpr std::size_t of_a_label = 3;
        const bool shows =
            words.size() <= of_a_label || has_any(lower, {"result", "below", " this ", "shown", "gives"});
        for (std::size_t i = before; i < found_.size(); ++i) found_[i].words = without_end(said, " .:!");
        if (before == found_.size() && shows) return;
        for (std::size_t i = before; i-- > 0 && found_[i].until == open;) found_[i].until = begin_;
    }
    static bool is_supposed(const std::string& lower) {
        return has_any(lower, {" not ", "n't ", "could", "would", "instead", "rather", "never", "wrong", "unlike",
                               " if ", "should", " or "});
    }

    /// Which product a sentence means.
    static said_operation product_in(const std::string& lower) {
        if (has_any(lower, {"elementwise", "element-wise", "element by element", "entrywise", "entry by entry",
                            "entry-wise", "pointwise", "hadamard", "componentwise", "component-wise"}))
            return said_operation::elementwise_product;
        const bool of_matrices = has_any(lower, {"matrix product", "matrix multipl", "matmul"});
        return of_matrices ? said_operation::matrix_product : said_operation::product;
    }
    /// An operation whose word is at i.
    void take_at(const texts& words, std::size_t i, said_operation product) {
        const std::string word = in_small_letters(words[i]);
        if (is_any_of(word, {"times", "plus", "minus"}) && i > 0)
            add(word == "times"  ? product
                : word == "plus" ? said_operation::sum
                                 : said_operation::difference,
                words[i - 1], word_of(words, i + 1).first);
        else if (is_any_of(word, {"multiply", "multiplying"}))
            add_pair(product, words, i + 1, {"and", "by", "with"});
        else if (is_any_of(word, {"add", "adding"}))
            add_pair(said_operation::sum, words, i + 1, {"and", "to"});
        else if (is_any_of(word, {"subtract", "subtracting"}))
            add_pair(said_operation::difference, words, i + 1, {"from"});
        else if (is_any_of(word, {"product", "sum", "difference"}) && i + 1 < words.size() &&
                 is_any_of(words[i + 1], {"of", "between"}))
            add_pair(word == "product" ? product
                     : word == "sum"   ? said_operation::sum
                                       : said_operation::difference,
                     words, i + 2, {"and"});
    }
    /// The next word that is no article, and the position behind it.
    static std::pair<std::string, std::size_t> word_of(const texts& words, std::size_t i) {
        while (i < words.size() &&
               is_any_of(words[i], {"the", "a", "its", "our", "both", "matrix", "matrices", "attention"}))
            ++i;
        return i < words.size() ? std::pair(words[i], i + 1) : std::pair(std::string(), i);
    }
    /// A word that is no article, with those behind it up to a word that parts operands; and the position behind them.
    static std::pair<std::string, std::size_t> phrase_of(const texts& words, std::size_t i,
                                                         std::initializer_list<std::string_view> between) {
        auto [phrase, end] = word_of(words, i);
        for (std::size_t n = 1; n < most_words && end < words.size() && !is_any_of(words[end], between); ++n, ++end)
            phrase += ' ' + words[end];
        return {phrase, end};
    }
    void add_pair(said_operation what, const texts& words, std::size_t i,
                  std::initializer_list<std::string_view> between) {
        const auto [left, behind] = phrase_of(words, i, between);
        if (behind >= words.size() || !is_any_of(words[behind], between)) return;
        const std::string right = phrase_of(words, behind + 1, between).first;
        if (words[behind] == "from")
            add(what, right, left);
        else
            add(what, left, right);
    }
    void add(said_operation what, const std::string& left, const std::string& right) {
        if (left.empty() || right.empty()) return;
        found_.push_back({.line = begin_, .what = what, .left = left, .right = right});
    }

    static constexpr std::size_t longest = 2000, most_words = 4, open = std::size_t(-1);
    std::string sentence_{};  ///< what has not ended yet
    std::size_t begin_ = 0;   ///< its first line
    std::vector<stated_operation> found_{};
    bool speaks_of_scale_ = false;
};

}  // namespace detail

}  // namespace heed
