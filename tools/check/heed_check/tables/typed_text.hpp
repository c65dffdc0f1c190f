// SPDX-License-Identifier: BSL-1.0
// Text that is shown as it is typed, outside of fences: between <pre> and </pre>, where tags and the names of
// characters stand in it, and in literal blocks.
#pragma once

#include <heed/printed/entities.hpp>
#include <heed/printed/tags.hpp>
#include <heed_check/tables/expanded_text.hpp>
#include <heed_check/tables/html_table.hpp>
#include <heed_check/tables/literal_blocks.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// A document in which lines of <pre> are as a browser shows them, and which lines are typed text.
class typed_text {
public:
    explicit typed_text(std::string_view document) : document_(document) {
        std::size_t copied = 0, number = 1, counted = 0;
        const auto line_of = [&](std::size_t at) {
            for (; counted < at; ++counted) number += document_[counted] == '\n' ? 1U : 0U;
            return number;
        };
        for (std::size_t begin = find_tag(document_, "<pre", 0); begin != std::string::npos;) {
            const std::size_t close = find_tag(document_, "</pre", begin);
            if (close == std::string::npos) break;
            const std::size_t end = std::min(document_.find('>', close), document_.size() - 1) + 1;
            const std::size_t first = line_of(begin), last = line_of(close);
            if (last > first) {
                begin = std::max(document_.rfind('\n', begin) + 1, copied);
                shown_.append(document_.substr(copied, begin - copied), copied);
                append_shown(begin, copied = std::min(document_.find('\n', end), document_.size()));
                lines_.emplace_back(first, last);
            }
            begin = find_tag(document_, "<pre", std::max(copied, end));
        }
        shown_.append(document_.substr(copied), copied);
        add(literal_block_finder(document_).find());
    }

    const expanded_text& shown() const { return shown_; }

    bool has(std::size_t line) const {
        const auto after = std::upper_bound(lines_.begin(), lines_.end(), line,
                                            [](std::size_t n, const line_range& range) { return n < range.first; });
        return after != lines_.begin() && line <= std::prev(after)->second;
    }

private:
    /// Appends lines without their tags; those that have nothing else stay.
    void append_shown(std::size_t begin, std::size_t end) {
        for (std::size_t next = 0; begin < end; begin = next) {
            const std::size_t line_end = std::min(document_.find('\n', begin), end);
            next = std::min(line_end + 1, end);
            const expanded_text line = without_tags(begin, line_end);
            if (line.text.find_first_not_of(" \t\r") == std::string::npos) {
                shown_.append(document_.substr(begin, next - begin), begin);
                continue;
            }
            for (const auto& [at, original] : line.parts) shown_.parts.emplace_back(shown_.text.size() + at, original);
            shown_.text += line.text;
            shown_.append(document_.substr(line_end, next - line_end), line_end);
        }
    }
    /// A line without tags, with the characters that names stand for. Signs that no number has are where a tag raises
    /// or hides text, or parts two numbers.
    expanded_text without_tags(std::size_t begin, std::size_t end) const {
        expanded_text line;
        bool parted = false;
        const auto keep = [&](std::size_t to) {
            if (to <= begin) return;
            const bool joins =
                !line.text.empty() && is_one_of(line.text.back(), "0123456789.") && is_digit(document_[begin]);
            if (parted && joins) line.append("~", begin);
            line.append(document_.substr(begin, to - begin), begin);
            parted = false;
        };
        for (cursor c{document_.data(), begin, end}; !c.done();) {
            const std::size_t tag = tag_at(c).length;
            const character entity = tag == 0 ? entity_at(c) : character{};
            const bool plain = entity.length > 1 && (entity.code < 0x80 || entity.code == 0xA0);
            const std::size_t length = tag != 0 ? tag : plain ? entity.length : 0;
            if (length != 0) {
                keep(c.at);
                const std::string_view word = document_.substr(c.at, length);
                const std::string_view shown = tag != 0 ? shown_tag(word) : std::string_view();
                parted = parted || (tag != 0 && may_part_numbers(word));
                if (line.text.find_first_not_of(" \t") < line.text.size() && !shown.empty()) line.append(shown, c.at);
                if (plain) line.append(std::string(1, entity.code < 0x80 ? static_cast<char>(entity.code) : ' '), c.at);
                begin = c.at + length;
            }
            c.at += length != 0 ? length : 1;
        }
        keep(end);
        return line;
    }

    /// Ranges of lines stay in order and apart.
    void add(const std::vector<line_range>& more) {
        lines_.insert(lines_.end(), more.begin(), more.end());
        std::sort(lines_.begin(), lines_.end());
        std::vector<line_range> merged;
        for (const line_range& range : lines_)
            if (merged.empty() || range.first > merged.back().second)
                merged.push_back(range);
            else
                merged.back().second = std::max(merged.back().second, range.second);
        lines_ = std::move(merged);
    }

    std::string_view document_;
    expanded_text shown_{};
    std::vector<line_range> lines_{};
};

}  // namespace heed::detail
