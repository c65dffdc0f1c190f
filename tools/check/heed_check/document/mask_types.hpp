// SPDX-License-Identifier: BSL-1.0
// Masks of truth values as matrices of 0 and 1, which a block has: np.triu(np.ones((3, 3), dtype=bool), k=1), ~mask.
#pragma once

#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace heed::detail {

class mask_writer {
public:
    explicit mask_writer(std::string text) : text_(std::move(text)) {}

    /// The text without types of truth values, where matrices of ones have them, and with == 0 for ~ of conditions.
    std::string written() {
        if (text_.find("ones(") != std::string::npos) {
            for (const std::string_view type : {"dtype=bool", "dtype=np.bool_", "dtype=torch.bool"}) drop_type(type);
            for (const std::string_view cast :
                 {".astype(bool)", ".astype(np.bool_)", ".bool()", ".to(torch.bool)", ".type(torch.bool)"})
                drop_cast(cast);
        }
        for (std::size_t at = text_.find('~'); at != std::string::npos; at = text_.find('~', at + 1)) negate(at);
        return std::move(text_);
    }

private:
    /// The bracket that is open at a place; npos if none is.
    std::size_t open_before(std::size_t at) const {
        std::size_t closed = 0;
        while (at-- > 0) {
            if (text_[at] == ')') ++closed;
            if (text_[at] == '(' && closed-- == 0) return at;
        }
        return std::string::npos;
    }
    /// np.ones((3, 3), dtype=bool); the type of other matrices makes other numbers of them.
    void drop_type(std::string_view type) {
        for (std::size_t at = text_.find(type); at != std::string::npos; at = text_.find(type, at + 1)) {
            const std::size_t open = open_before(at), end = at + type.size();
            if (open == std::string::npos || word_before(text_, open) != "ones") continue;
            const std::size_t comma = text_.find_last_not_of(' ', at - 1);
            if (text_[comma] != ',' || formula_scanner::is_word(end < text_.size() ? text_[end] : ' ')) continue;
            text_.erase(comma, end - comma);
            at = comma;
        }
    }
    /// Whether a text is a call of ones, and nothing else.
    static bool is_ones(std::string_view text) {
        const std::size_t open = text.find('(');
        return open != std::string_view::npos && begin_of_call(text, open) == 0 && word_before(text, open) == "ones" &&
               closing_bracket(text, open) + 1 == text.size();
    }
    /// np.triu(np.ones((3, 3))).astype(bool)
    void drop_cast(std::string_view cast) {
        for (std::size_t at = text_.find(cast); at != std::string::npos; at = text_.find(cast, at + 1)) {
            const std::string_view before = std::string_view(text_).substr(0, at);
            std::size_t open = before.rfind('(');
            while (open != std::string_view::npos && closing_bracket(before, open) + 1 != before.size())
                open = open == 0 ? std::string_view::npos : before.rfind('(', open - 1);
            if (open == std::string_view::npos) continue;
            const std::string_view name = word_before(before, open);
            const bool triangle = name == "tril" || name == "triu";
            const auto all = arguments_of(before.substr(open + 1, before.size() - open - 2));
            if (name == "ones" || (triangle && !all.empty() && is_ones(all[0]))) text_.erase(at, cast.size());
        }
    }
    /// where(~mask and masked_fill(~np.tril(...): conditions. Elsewhere ~ is of the bits of whole numbers, too.
    void negate(std::size_t at) {
        const std::string_view before = without_end(std::string_view(text_).substr(0, at), " ");
        const std::string_view call = word_before(before, before.size() - (before.empty() ? 0 : 1));
        if (before.empty() || before.back() != '(' || (call != "where" && call != "masked_fill")) return;
        std::size_t end = at + 1;
        while (end < text_.size() && (formula_scanner::is_word(text_[end]) || text_[end] == '.' || text_[end] == '('))
            end = text_[end] == '(' ? std::min(closing_bracket(text_, end) + 1, text_.size()) : end + 1;
        if (end == at + 1) return;
        text_.insert(end, " == 0)");
        text_[at] = '(';
    }

    std::string text_;
};

inline std::string with_plain_masks(std::string text) { return mask_writer(std::move(text)).written(); }

}  // namespace heed::detail
