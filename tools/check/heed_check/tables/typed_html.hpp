// SPDX-License-Identifier: BSL-1.0
// Text between <pre> and </pre>, as programs write it: its first and its last line share a line with these tags, and
// words of code have tags of their own.
#pragma once

#include <heed/printed/tags.hpp>
#include <heed_check/tables/html_table.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// A document in which blanks stand for tags on lines of typed text that have other text too, and which lines these
/// are, from 1.
struct typed_html {
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>> lines{};

    explicit typed_html(std::string document) : text(std::move(document)) {
        std::size_t number = 1, counted = 0;
        for (std::size_t begin = find_tag(text, "<pre", 0); begin != std::string::npos;) {
            const std::size_t close = find_tag(text, "</pre", begin);
            if (close == std::string::npos) return;
            const std::size_t end = std::min(text.find('>', close), text.size() - 1) + 1;
            const auto line_of = [&](std::size_t at) {
                number += static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                                              text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
                counted = at;
                return number;
            };
            const std::size_t first = line_of(begin), last = line_of(close);
            if (last > first) lines.emplace_back(first, last);
            if (last > first) blank_tags(begin, end);
            begin = find_tag(text, "<pre", end);
        }
    }

    bool has(std::size_t line) const {
        const auto after = std::upper_bound(lines.begin(), lines.end(), line,
                                            [](std::size_t n, const auto& range) { return n < range.first; });
        return after != lines.begin() && line <= std::prev(after)->second;
    }

private:
    /// On each line with other text.
    void blank_tags(std::size_t begin, std::size_t end) {
        while (begin < end) {
            const std::size_t line_end = std::min(text.find('\n', begin), end);
            std::string plain = text.substr(begin, line_end - begin);
            for (cursor c{text.data(), begin, line_end}; !c.done();) {
                const std::size_t length = tag_at(c).length;
                if (length != 0) std::fill_n(plain.begin() + static_cast<std::ptrdiff_t>(c.at - begin), length, ' ');
                c.at += length != 0 ? length : 1;
            }
            if (plain.find_first_not_of(" \t\r") != std::string::npos) text.replace(begin, plain.size(), plain);
            begin = line_end + 1;
        }
    }
};

}  // namespace heed::detail
