// SPDX-License-Identifier: BSL-1.0
// What is wrong with a document and where, written as compilers write it.
#pragma once

#include <heed/printed/plain_text.hpp>
#include <heed/printed/visible_text.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace heed {

struct page_message {
    std::size_t position = 0;  ///< the byte of the document, from 0
    std::string words{};
};

namespace detail {

/// The number of UTF-8 characters, whatever their width.
inline std::size_t count_characters(std::string_view text) {
    std::size_t n = 0;
    for (const char c : text) n += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1U : 0U;
    return n;
}

/// The line of a position, or the part of a long line that is around it.
struct quoted_line {
    std::size_t number = 1;  ///< from 1
    std::size_t column = 1;  ///< in characters, from 1
    std::string text{};
    std::size_t indent = 0;  ///< characters of text before the place

    quoted_line(std::string_view text_of_document, std::size_t position) {
        const std::string document_lines = with_line_feeds(text_of_document);
        const std::string_view document = document_lines;
        constexpr std::size_t most_before = 60, most = 100;
        const std::size_t at = position < document.size() ? position : document.size();
        for (const char c : document.substr(0, at)) number += c == '\n' ? 1U : 0U;
        const std::size_t last = at == 0 ? std::string_view::npos : document.rfind('\n', at - 1);
        const std::size_t begin = last == std::string_view::npos ? 0 : last + 1;
        column = 1 + count_characters(document.substr(begin, at - begin));
        std::size_t from = at - begin > most_before ? at - most_before : begin;
        while (from < at && count_characters(document.substr(from, 1)) == 0) ++from;
        std::size_t to = document.substr(0, from + most).find('\n', at);
        if (to == std::string_view::npos) to = from + most < document.size() ? from + most : document.size();
        while (to < document.size() && count_characters(document.substr(to, 1)) == 0) ++to;
        text = (from > begin ? "..." : "") + visible_text(document.substr(from, to - from));
        indent = count_characters(visible_text(document.substr(from, at - from))) + (from > begin ? 3 : 0);
    }
};

}  // namespace detail

/// page.md:12:8: error: unknown name "Wz"
///    12 | Q := X * Wz
///       |          ^
[[nodiscard]] inline std::string text_of(const page_message& m, std::string_view document, std::string_view file) {
    const detail::quoted_line line(document, m.position);
    const std::string number = std::to_string(line.number);
    std::string margin(number.size() < 5 ? 5 - number.size() : 0, ' ');
    return detail::visible_text(file) + ':' + number + ':' + std::to_string(line.column) +
           ": error: " + detail::visible_text(m.words) + '\n' + margin + number + " | " + line.text + '\n' +
           std::string(margin.size() + number.size(), ' ') + " | " + std::string(line.indent, ' ') + "^\n";
}

}  // namespace heed
