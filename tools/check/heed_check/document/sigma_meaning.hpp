// SPDX-License-Identifier: BSL-1.0
// What \sigma is a sign of: pages write it for the logistic function and for softmax. Where no sentence says which, the
// numbers tell.
#pragma once

#include <heed_check/document/axis_readings.hpp>
#include <heed_check/document/name_text.hpp>
#include <heed_check/document/softmax_sentences.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// The function that sentences say \sigma is.
enum class sigma_of : unsigned char { unsaid, softmax, logistic };

namespace detail {

/// The sign in a text; npos if it is not there.
inline std::size_t find_sigma(std::string_view text, std::size_t from = 0) {
    return std::min(text.find("\\sigma", from), text.find("\u03C3", from));
}

class sigma_sentences {
public:
    /// Reads a line of words; a sentence may have begun on the line before.
    void read(std::string_view line) {
        constexpr std::size_t longest = 300;
        const std::string small = in_small_letters(before_denied(line.substr(0, longest)));
        take(last_ + ' ' + small);
        last_ = small;
    }
    /// What sentences say; nothing where they disagree.
    sigma_of said() const { return disagree_ ? sigma_of::unsaid : said_; }

private:
    /// "\sigma is the softmax" and "the logistic function (\sigma)": only words that name lie between both. In "before
    /// the softmax, \sigma = 0.1" it is a number.
    void take(const std::string& text) {
        if (find_sigma(text) == std::string::npos) return;
        const std::vector<std::string> all = words_of(text);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const sigma_of here = function_of(all[i]);
            if (here == sigma_of::unsaid && all[i] != sign) continue;
            std::size_t next = i + 1;
            while (next < all.size() && only_names(all[next])) ++next;
            if (next == all.size()) return;
            const sigma_of there = function_of(all[next]);
            const bool number = next + 1 < all.size() && all[next + 1] == "=";
            if (all[i] == sign && there != sigma_of::unsaid) say(there);
            if (all[next] == sign && here != sigma_of::unsaid && !number) say(here);
        }
    }
    void say(sigma_of function) {
        disagree_ = disagree_ || (said_ != sigma_of::unsaid && said_ != function);
        said_ = function;
    }
    static std::vector<std::string> words_of(std::string_view text) {
        std::vector<std::string> all;
        for (std::size_t at = 0; at < text.size();) {
            const bool command = find_sigma(text, at) == at;
            std::size_t end = command ? at + (text[at] == '\\' ? 6 : 2) : at;
            if (command) all.emplace_back(sign);
            while (!command && end < text.size() && (is_letter(text[end]) || text[end] == '-')) ++end;
            if (!command && end > at) all.emplace_back(text.substr(at, end - at));
            if (!command && end == at && is_one_of(text[at], ".;+/=")) all.emplace_back(1, text[at]);
            at = std::max(end, at + 1);
        }
        return all;
    }
    static sigma_of function_of(std::string_view word) {
        if (word == "softmax") return sigma_of::softmax;
        return word == "sigmoid" || word == "logistic" ? sigma_of::logistic : sigma_of::unsaid;
    }
    static bool only_names(std::string_view word) {
        for (const std::string_view one :
             {"is",       "be",      "denotes", "denote",       "denoted", "the",      "a",        "our",
              "for",      "stands",  "means",   "written",      "by",      "as",       "here",     "with",
              "row-wise", "rowwise", "usual",   "standard",     "applied", "function", "operator", "activation",
              "cdot",     "text",    "mathrm",  "operatorname", "using",   "called"})
            if (word == one) return true;
        return false;
    }

    static constexpr std::string_view sign = "sigma";
    std::string last_{};
    sigma_of said_ = sigma_of::unsaid;
    bool disagree_ = false;
};

/// The readings of a statement with \sigma, which was read as the logistic function, with softmax in its place where a
/// sentence says so; where none says anything, beside it.
inline std::vector<stated_reading> with_meanings_of_sigma(sigma_of said, std::string_view statement,
                                                          const std::vector<stated_reading>& all) {
    if (said == sigma_of::logistic || find_sigma(statement) == std::string_view::npos ||
        statement.find("igmoid") != std::string_view::npos)
        return all;
    std::vector<stated_reading> readings;
    for (const stated_reading& one : all) {
        stated_reading other = one;
        constexpr std::string_view logistic = "sigmoid(";
        for (std::size_t at = other.formula.find(logistic); at != std::string::npos;
             at = other.formula.find(logistic, at))
            other.formula.replace(at, logistic.size(), "softmax(");
        const bool differ = other.formula != one.formula, is_said = said == sigma_of::softmax;
        if (!differ || !is_said) readings.push_back(one);
        if (!differ) continue;
        other.note = is_said ? "\\sigma is softmax, as the document says" : "\\sigma is softmax, as the numbers tell";
        if (!is_said) {
            other.of_most = other.certain;
            other.certain = false;
        }
        readings.push_back(other);
    }
    return readings;
}

}  // namespace detail

}  // namespace heed
