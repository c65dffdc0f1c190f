// SPDX-License-Identifier: BSL-1.0
// A document that is checked, whatever its format: its text, and how places in it are called.
#pragma once

#include "notebook.hpp"

#include <heed/printed/plain_text.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

enum class page_format : unsigned char { markdown, latex, plain, notebook };

/// By the end of its name; where there is none, by how the text begins.
inline page_format format_of(std::string_view file, std::string_view text) {
    const auto ends = [&](std::string_view end) {
        return file.size() >= end.size() && file.substr(file.size() - end.size()) == end;
    };
    if (ends(".ipynb")) return page_format::notebook;
    if (ends(".tex")) return page_format::latex;
    if (ends(".txt")) return page_format::plain;
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    const bool is_json = file.empty() && begin != std::string_view::npos && text[begin] == '{';
    const bool is_notebook = is_json && text.find("\"nbformat\"") != std::string_view::npos;
    return is_notebook ? page_format::notebook : page_format::markdown;
}

/// A document as text. Lines of a notebook are in cells.
struct page_document {
    std::string text{};
    std::vector<notebook_line> lines{};
    std::string error{};  ///< why it cannot be read; empty if it can

    /// "line 12", or "cell 3, line 2".
    std::string place(std::size_t line) const {
        return line == 0 || line > lines.size() ? "line " + std::to_string(line) : lines[line - 1].text();
    }

    /// The same words, where lines of the text are lines of cells.
    std::string words(const std::string& message) const {
        return lines.empty() ? message : with_lines(message, [&](std::size_t line) { return place(line); });
    }

    /// A message with place_of(12) for each "line 12".
    template <class Place>
    static std::string with_lines(const std::string& message, const Place& place_of) {
        constexpr std::string_view before = "line ";
        std::string result;
        for (std::size_t at = 0; at < message.size();) {
            const bool found = message.compare(at, before.size(), before) == 0;
            std::size_t end = at + before.size(), line = 0;
            for (; found && end < message.size() && message[end] >= '0' && message[end] <= '9' && line < 100'000'000;
                 ++end)
                line = 10 * line + static_cast<std::size_t>(message[end] - '0');
            if (line != 0) {
                result += place_of(line);
                at = end;
            } else {
                result += message[at++];
            }
        }
        return result;
    }
};

inline page_document make_page_document(std::string text, page_format format) {
    page_document d{.text = std::move(text)};
    if (format == page_format::notebook) {
        notebook_text notebook = read_notebook(d.text);
        d = {.text = std::move(notebook.text), .lines = std::move(notebook.lines), .error = std::move(notebook.error)};
        if (!d.error.empty()) return d;
    }
    d.error = heed::detail::why_no_text(d.text);
    return d;
}

/// The lines of a block in the form that a document of this format takes.
inline std::string block_text(const std::vector<std::string>& lines, page_format format) {
    const bool fenced = format == page_format::markdown || format == page_format::notebook;
    std::string text = fenced ? "```heed\n" : "";
    for (const std::string& line : lines)
        text += (format == page_format::latex   ? "% heed: "
                 : format == page_format::plain ? "heed: "
                                                : "") +
                line + '\n';
    return text + (fenced ? "```\n" : "");
}
