// SPDX-License-Identifier: BSL-1.0
// Lines of a document that show text as it is typed without a fence: literal blocks and code of reStructuredText, which
// are indented, and Python sessions.
#pragma once

#include <heed_check/tables/document_lines.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// Lines from the first to the last, counted from 1.
using line_range = std::pair<std::size_t, std::size_t>;

/// Goes through the lines of a document.
class literal_block_finder {
public:
    explicit literal_block_finder(std::string_view document) : lines_(lines_in(document)) {}

    std::vector<line_range> find() {
        for (std::size_t at = 0; at < lines_.size();) {
            const std::size_t next = begins_session(at) ? end_of_paragraph(at) : end_of_block(at);
            if (next > at + 1) found_.emplace_back(at + 1, next);
            at = std::max(next, at + 1);
        }
        return std::move(found_);
    }

private:
    static bool is_blank(std::string_view line) { return without_blanks(line).empty(); }
    static std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

    bool begins_session(std::size_t at) const { return without_blanks(lines_[at]).substr(0, 4) == ">>> "; }
    std::size_t end_of_paragraph(std::size_t at) const {
        while (at < lines_.size() && !is_blank(lines_[at])) ++at;
        return at;
    }

    /// The line behind the indented ones below `.. code-block::` and the like, or below a paragraph that ends with ::
    /// and a blank line; `at` if there are none.
    std::size_t end_of_block(std::size_t at) const {
        const std::string_view line = without_blanks(lines_[at]);
        const bool directive = is_code_directive(line);
        const bool literal = line.size() > 1 && line.substr(line.size() - 2) == "::" && line.substr(0, 3) != ".. " &&
                             at + 1 < lines_.size() && is_blank(lines_[at + 1]);
        if (!directive && !literal) return at;
        const std::size_t indent = indent_of(lines_[at]);
        std::size_t end = at;
        for (std::size_t i = at + 1; i < lines_.size(); ++i) {
            if (is_blank(lines_[i])) continue;
            if (indent_of(lines_[i]) <= indent) break;
            end = i + 1;
        }
        return end;
    }
    static bool is_code_directive(std::string_view line) {
        for (const std::string_view name : {"code-block", "code", "sourcecode", "ipython", "prompt", "parsed-literal",
                                            "doctest", "testcode", "testoutput", "jupyter-execute", "jupyter-output"})
            if (line.substr(0, 3) == ".. " && line.substr(3, name.size()) == name &&
                line.substr(3 + name.size(), 2) == "::")
                return true;
        return false;
    }

    std::vector<std::string_view> lines_{};
    std::vector<line_range> found_{};
};

}  // namespace heed::detail
