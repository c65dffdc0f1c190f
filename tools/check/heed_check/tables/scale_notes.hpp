// SPDX-License-Identifier: BSL-1.0
// Words that give all numbers of a matrix a factor: w (x 10^-2), Weights in %, the header | share [%] |.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// Whether a text goes on with these small letters, in any capitalization.
inline bool begins_with_word(std::string_view text, std::string_view word) {
    if (text.size() < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char small = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
        if (small != word[i]) return false;
    }
    return text.size() == word.size() || !is_letter(word.back()) || !is_letter(text[word.size()]);
}

/// The length of %, \% or a per mille sign at the beginning of a text, else 0.
inline std::size_t percent_length(std::string_view text) {
    for (const std::string_view sign : {"%", "\\%", "\xE2\x80\xB0", "percent", "per cent", "per mille"})
        if (begins_with_word(text, sign)) return sign.size();
    return 0;
}

/// Without blanks, and the spaces and braces of LaTeX, at the beginning.
inline std::string_view without_spaces_before(std::string_view text) {
    for (bool any = true; any && !text.empty();) {
        any = is_one_of(text[0], " \t{$~");
        if (any) text.remove_prefix(1);
        if (text.size() > 1 && text[0] == '\\' && is_one_of(text[1], ",;:! ")) text.remove_prefix(2), any = true;
    }
    return text;
}

/// Whether a text begins with 10^, 10 and a superscript, or 1e-3.
inline bool begins_with_power(std::string_view text) {
    if (text.substr(0, 2) == "1e" && text.size() > 2) return is_digit(text[2]) || text[2] == '-';
    if (text.substr(0, 2) != "10") return false;
    const cursor rest{text.data(), 2, text.size()};
    return rest.peek() == '^' || raised_digit(character_at(rest).code) >= 0;
}

/// Whether the text begins with a multiplication sign and a number: times 10^-2. x1 is a name.
inline bool begins_with_factor(std::string_view text) {
    for (const std::string_view sign :
         {"\xC3\x97", "\xC2\xB7", "\xE2\x8B\x85", "\\times", "\\cdot", "times", "x", "*", "&times;"}) {
        if (!begins_with_word(text, sign)) continue;
        const std::string_view rest = without_spaces_before(text.substr(sign.size()));
        const bool name = sign == "x" && rest.size() + 1 == text.size() && !begins_with_power(rest);
        return !rest.empty() && !name && (is_digit(rest[0]) || rest[0] == '.');
    }
    return false;
}

/// Whether what stands in parentheses or brackets is a factor: (x 10^-2), [%], (in thousands).
inline bool is_scale_in_parentheses(std::string_view text) {
    bool words = true;
    while (words) {
        text = without_spaces_before(text);
        words = false;
        for (const std::string_view word : {"all", "values", "numbers", "entries", "in", "units of", "scaled", "by"})
            if (!words && begins_with_word(text, word)) text.remove_prefix(word.size()), words = true;
    }
    for (const std::string_view unit : {"hundreds", "thousands", "millions", "tenths", "hundredths", "thousandths"})
        if (begins_with_word(text, unit)) return true;
    return percent_length(text) != 0 || begins_with_factor(text);
}

/// Whether a word that gives a factor is at this place of a text: in %, times 10^-2.
inline bool is_scale_in_words(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    if (at == 0 || !is_letter(text[at - 1]))
        for (const std::string_view in : {"in ", "in\\,", "in~"})
            if (begins_with_word(rest, in)) return percent_length(without_spaces_before(rest.substr(in.size()))) != 0;
    for (const std::string_view sign : {"\xC3\x97", "\\times", "\xC2\xB7", "\\cdot"}) {
        if (rest.substr(0, sign.size()) != sign) continue;
        std::size_t last = text.find_last_not_of(" \t", at == 0 ? 0 : at - 1);
        const bool number = at != 0 && last != std::string_view::npos && is_one_of(text[last], "0123456789.})");
        return !number && begins_with_power(without_spaces_before(rest.substr(sign.size())));
    }
    return false;
}

/// The part of a text that gives numbers beside it a factor; empty if there is none.
inline std::string_view scale_note_in(std::string_view text) {
    constexpr std::size_t longest = 60;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (is_scale_in_words(text, at)) return text.substr(at);
        if (text[at] != '(' && text[at] != '[') continue;
        const std::size_t length = text.substr(at, longest).find(text[at] == '(' ? ')' : ']');
        if (length == std::string_view::npos) continue;
        const std::size_t close = at + length;
        const std::string_view inside = text.substr(at + 1, length - 1);
        // (10^-2) directly before a matrix is its factor, and in a sentence a number of something.
        const bool named = text.find_first_not_of(" \t$", close + 1) != std::string_view::npos;
        const bool power = named && begins_with_power(inside) && inside.find(' ') == std::string_view::npos;
        if (power || is_scale_in_parentheses(inside)) return text.substr(at, close + 1 - at);
    }
    return {};
}

/// The first such note in the labels of a table; empty if there is none. A label that is only % is one.
inline std::string_view scale_note_in(const std::vector<std::string>& labels) {
    for (const std::string& label : labels) {
        if (percent_length(label) == label.size() && !label.empty()) return label;
        if (const std::string_view note = scale_note_in(std::string_view(label)); !note.empty()) return note;
    }
    return {};
}

}  // namespace heed::detail
