// SPDX-License-Identifier: BSL-1.0
// The index of a function in a formula: softmax_j and softmax_{row} say along which axis it is, softmax_1 and ReLU_6
// are other functions.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed/printed/entities.hpp>
#include <heed/printed/visible_text.hpp>
#include <heed_check/document/latex_styles.hpp>
#include <heed_check/document/name_signs.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace heed::detail {

enum class function_index : unsigned char {
    unknown,  ///< of another function
    rows,     ///< along the rows, as where there is no index
    columns,
};

/// What an index with its _ says, in braces or not, perhaps in a font.
inline function_index function_index_of(std::string_view index) {
    std::string bare;
    for (std::size_t i = 1; i < index.size(); ++i) {
        i += length_of_font(index.substr(i));
        if (i < index.size() && !is_one_of(index[i], "{} ")) bare += index[i];
    }
    if (bare.size() == 1 && bare[0] >= 'i' && bare[0] <= 'n') return function_index::rows;
    for (const std::string_view rows :
         {"row", "rows", "rowwise", "row-wise", "key", "keys", "-1", "dim=-1", "axis=-1", "dim=1", "axis=1"})
        if (bare == rows) return function_index::rows;
    for (const std::string_view columns :
         {"col", "cols", "column", "columns", "columnwise", "column-wise", "dim=0", "axis=0"})
        if (bare == columns) return function_index::columns;
    return function_index::unknown;
}

/// Whether an accent is above what follows a text: \widetilde{\mathrm{
inline bool ends_with_accent(std::string_view before) {
    while (!before.empty()) {
        const std::size_t last = before.find_last_not_of("{ ");
        if (last == std::string_view::npos) return false;
        std::size_t begin = last + 1;
        while (begin > 0 && is_letter(before[begin - 1])) --begin;
        if (begin == 0 || before[begin - 1] != '\\') return false;
        const std::string_view command = before.substr(begin, last + 1 - begin), mark = mark_of_command(command);
        if (!mark.empty() && !is_font(mark)) return true;
        if (mark.empty() && !is_style(command)) return false;
        before = before.substr(0, begin - 1);
    }
    return false;
}

/// Whether a character beyond ASCII is a part of the name before it: a letter, a script, a prime, a star, a mark above.
constexpr bool is_part_of_name(unsigned code) {
    const bool script = code == 0xAA || code == 0xBA || (code >= 0x2070 && code < 0x20A0);
    const bool prime = code == 0x2019 || code == 0x2020 || code == 0x2021 || (code >= 0x2032 && code <= 0x2037);
    const bool star = code == 0x2217 || code == 0x22C6 || code == 0x2605;
    const bool above = (code >= 0x20D0 && code < 0x2100) || (code >= 0xFE20 && code < 0xFE30);
    return is_other_letter(code) || is_other_digit(code) || script || prime || star || above;
}

/// A text without the characters beyond ASCII at its beginning that show nothing: the sign of MathML for a call,
/// blanks that do not break.
inline std::string_view behind_unseen(std::string_view text) {
    while (!text.empty()) {
        const character c = character_at({text.data(), 0, text.size()});
        if (c.code < 0x80 || !(is_invisible(c.code) || is_blank_character(c.code))) break;
        text.remove_prefix(c.length);
    }
    return text;
}

/// Whether what stands behind the name of a function makes another one of it: softmax_1, softmax', softmax1
inline bool changes_function(std::string_view behind) {
    behind = behind.substr(std::min(behind.find_first_not_of('}'), behind.size()));
    for (const std::string_view place : {"\\limits", "\\nolimits"})
        if (behind.substr(0, place.size()) == place) behind.remove_prefix(place.size());
    behind = behind_unseen(behind);
    if (behind.empty()) return false;
    if (behind[0] == '_')
        return function_index_of(behind.substr(0, script_at(behind, 0).length)) != function_index::rows;
    return is_one_of(behind[0], "^'*") || is_digit(behind[0]) ||
           is_part_of_name(character_at({behind.data(), 0, behind.size()}).code);
}

/// Functions of a matrix that pages call by the names that a block has, in any letters.
inline constexpr std::string_view functions_by_name[] = {"softmax", "relu", "gelu", "sigmoid", "tanh", "silu"};

/// Whether a function goes along an axis, which a call may name.
inline bool is_softmax(std::string_view function) { return function == "softmax" || function == "log_softmax"; }

/// ReLU, LayerNorm and the like as a block has them.
inline std::string function_in_words(const std::string& word) {
    std::string small;
    for (std::size_t i = 0; i < word.size(); ++i)
        if (!is_one_of(word[i], " -_") && word.compare(i, 2, "\\_") != 0) small += small_letter(word[i]);
    for (const std::string_view function : functions_by_name)
        if (small == function) return small;
    for (const auto& [said, function] :
         {std::pair("\\sigma", "sigmoid"), std::pair("swish", "silu"), std::pair("logsoftmax", "log_softmax"),
          std::pair("concat", "concat"), std::pair("concatenate", "concat"), std::pair("layernorm", "layer_norm"),
          std::pair("ln", "layer_norm"), std::pair("exp", "exp")})
        if (small == said) return function;
    return word;
}

/// Whether a statement in words calls a function that is named like one of a block with something more: softmax_1(S)
inline bool calls_changed_function(std::string_view statement) {
    const std::string small = in_small_letters(statement);
    const auto is_changed = [&](std::string_view function) {
        for (std::size_t at = small.find(function); at != std::string::npos; at = small.find(function, at + 1)) {
            const std::string_view before = statement.substr(0, at), behind = statement.substr(at + function.size());
            if (behind.find('(') == std::string_view::npos) continue;
            if (changes_function(behind) || ends_with_accent(before)) return true;
        }
        return false;
    };
    return is_changed("\\sigma") || std::any_of(std::begin(functions_by_name), std::end(functions_by_name), is_changed);
}

}  // namespace heed::detail
