// SPDX-License-Identifier: BSL-1.0
// The blocks of a document that say which of its matrices is which: fenced code with the language heed, and lines that
// begin with "heed:" or "% heed:".
#pragma once

#include <heed_check/document/message.hpp>
#include <heed_check/tables/document_lines.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// One statement. Its comments are replaced by blanks, so that positions in it are positions in the document.
struct statement_text {
    std::size_t position = 0;
    std::string text{};
};

struct page_blocks {
    std::vector<statement_text> statements{};
    std::vector<page_message> errors{};
    bool any = false;
    std::string rest{};  ///< the document with the blocks replaced by blanks
};

class block_finder {
public:
    explicit block_finder(std::string_view document) : document_(document) { found_.rest = document; }

    page_blocks find() {
        if (document_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;  // a mark of the byte order
        while (at_ < document_.size()) {
            const fence f = fence_at(at_);
            if (f.mark == 0)
                take_line();
            else
                take_fence(f);
        }
        return std::move(found_);
    }

private:
    /// ``` or ~~~ with the words after it. Fences longer than `longest` count as `longest`.
    struct fence {
        static constexpr std::size_t longest = 20;
        char mark = 0;
        std::size_t length = 0;
        std::string_view words{};
    };

    std::size_t line_end(std::size_t at) const { return std::min(document_.find('\n', at), document_.size()); }

    fence fence_at(std::size_t at) const {
        const std::string_view line = without_blanks(document_.substr(at, line_end(at) - at));
        if (line.empty() || (line[0] != '`' && line[0] != '~')) return {};
        const std::size_t length = std::min(line.find_first_not_of(line[0]), line.size());
        const std::string_view words = without_blanks(line.substr(length));
        if (length < 3 || (line[0] == '`' && words.find('`') != std::string_view::npos)) return {};
        return {line[0], std::min(length, fence::longest), words};
    }

    /// The line that closes a fence, or the end of the document. A fence that was once found to be unclosed is not
    /// searched for again.
    std::size_t closing(const fence& open, std::size_t at) {
        std::size_t& unclosed = unclosed_[open.mark == '`' ? 0 : 1];
        if (open.length >= unclosed) return document_.size();
        for (; at < document_.size(); at = line_end(at) + 1) {
            const fence f = fence_at(at);
            if (f.mark == open.mark && f.length >= open.length && f.words.empty()) return at;
        }
        unclosed = open.length;
        return document_.size();
    }

    void take_fence(const fence& open) {
        const std::size_t begin = at_, inside = line_end(at_) + 1, close = closing(open, inside);
        const bool ours = open.words.substr(0, open.words.find_first_of(" \t")) == "heed";
        at_ = close < document_.size() ? line_end(close) + 1
                                       : inside;  // a fence that is never closed is an ordinary line
        if (!ours) return;
        found_.any = true;
        if (close == document_.size()) {
            const std::size_t mark = document_.find(open.mark, begin);
            found_.errors.push_back(
                {mark, "this block is not closed: its last line is to be " + std::string(open.length, open.mark)});
            at_ = close;
        } else {
            take_statements(inside, close);
        }
        blank(begin, at_);
    }

    /// "heed: S := Q * transpose(K)", with any % before it.
    void take_line() {
        const std::size_t end = line_end(at_);
        const std::size_t begin = document_.find_first_not_of("% \t", at_);
        constexpr std::string_view mark = "heed:";
        if (begin < end && document_.substr(begin, mark.size()) == mark) {
            found_.any = true;
            add_statement(begin + mark.size(), end);
            blank(at_, end);
        }
        at_ = end + 1;
    }

    void blank(std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && i < document_.size(); ++i)
            if (found_.rest[i] != '\n') found_.rest[i] = ' ';
    }

    void take_statements(std::size_t begin, std::size_t end) {
        while (begin < end) {
            const std::size_t stop = statement_end(begin, end);
            add_statement(begin, stop);
            begin = stop + 1;
        }
    }

    /// The end of the line. A list continues on further lines until its bracket is closed.
    std::size_t statement_end(std::size_t begin, std::size_t end) const {
        constexpr int most_lines = 256;
        const std::size_t first = line_end(begin);
        if (document_.substr(begin, first - begin).find('=') == std::string_view::npos) return first;
        std::size_t stop = first;
        long open = open_brackets(begin, stop);
        for (int lines = 1; open > 0 && lines < most_lines && stop + 1 < end; ++lines) {
            const std::size_t next = stop + 1;
            stop = line_end(next);
            open += open_brackets(next, stop);
        }
        return open > 0 ? first : stop;
    }
    long open_brackets(std::size_t begin, std::size_t end) const {
        const std::string line = without_comment(document_.substr(begin, end - begin));
        return std::count(line.begin(), line.end(), '[') - std::count(line.begin(), line.end(), ']');
    }

    /// The line with blanks from # on; a # inside "..." begins no comment.
    static std::string without_comment(std::string_view line) {
        bool in_quotes = false;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] == '"') in_quotes = !in_quotes;
            if (line[i] == '#' && !in_quotes) return std::string(line.substr(0, i)) + std::string(line.size() - i, ' ');
        }
        return std::string(line);
    }

    void add_statement(std::size_t begin, std::size_t end) {
        std::string text;
        for (std::size_t at = begin; at <= end; at = line_end(at) + 1)
            text += without_comment(document_.substr(at, std::min(line_end(at), end) - at)) + '\n';
        text.pop_back();
        if (text.find_first_not_of(" \t\r\n") != std::string::npos)
            found_.statements.push_back({begin, std::move(text)});
    }

    std::string_view document_;
    page_blocks found_{};
    std::size_t at_ = 0;
    std::size_t unclosed_[2] = {fence::longest + 1,
                                fence::longest + 1};  ///< no fence of that length is closed after this position
};

/// The blocks of a document, in order. A block that is shown inside a longer fence is not a block.
/// cost    a few passes over the document
inline page_blocks find_blocks(std::string_view document) { return block_finder(document).find(); }

}  // namespace heed::detail
