// SPDX-License-Identifier: BSL-1.0
// Text of HTML as plain text.
#pragma once

#include <heed/meta/utf8.hpp>
#include <heed/printed/entities.hpp>
#include <heed/printed/tags.hpp>
#include <heed_check/tables/html_table.hpp>

#include <string>
#include <string_view>

namespace heed::detail {

/// The text of a tag of HTML where names are compared: <p> parts words, W<sub>Q</sub> is W_Q.
inline std::string_view words_of_tag(std::string_view tag) {
    switch (sort_of_tag({tag.data(), 0, tag.size()})) {
        case tag_sort::raised: return small_letter(tag[3]) == 'b' ? "_" : "^";
        case tag_sort::inside: return "";
        default: return " ";
    }
}

/// A text without tags and names of characters: QK<sup>T</sup>/&radic;d<sub>k</sub> is QK^T/\u221Ad_k.
inline std::string without_html(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const cursor here{text.data(), i, text.size()};
        if (const tag t = tag_at(here); t.length != 0) {
            plain += words_of_tag(text.substr(i, t.length));
            i += t.length - 1;
        } else if (const character c = entity_at(here); c.length != 0 && c.code != unknown_character) {
            is_blank_character(c.code) ? plain.push_back(' ') : append_utf8(plain, static_cast<char32_t>(c.code));
            i += c.length - 1;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

}  // namespace heed::detail
