// SPDX-License-Identifier: BSL-1.0
// What the sentences of a document say of the axis of its softmax: of each row, as everybody takes it, or of each
// column.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed_check/tables/html_table.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

namespace heed {

/// Of what softmax is taken: of rows if nothing is said.
enum class softmax_of : unsigned char { unsaid, rows, columns, unclear };

namespace detail {

class softmax_sentences {
public:
    /// Reads a line of words; a sentence may have begun on the line before.
    void read(std::string_view line) {
        const std::string both = before_ + ' ' + small(line);
        before_ = small(line);
        const std::size_t at = both.find("softmax");
        if (at == std::string::npos) return;
        const bool rows = has_any(both, {"row"});
        const bool columns = has_any(both, {"each column", "every column", "per column", "down the column"});
        const bool unclear = has_any(both, {"column-wise", "columnwise", "along the column", "along column",
                                            "over the column", "over column", "across the column", "across column"});
        if (!rows && !columns && !unclear) return;
        if (!columns && !unclear)
            now_ = has_any(both, {"each row", "every row", "per row"}) ? softmax_of::rows : now_;
        else
            now_ = rows || unclear ? softmax_of::unclear : softmax_of::columns;
        any_columns_ = any_columns_ || columns || unclear;
    }
    /// What was said of the next softmax that is stated.
    softmax_of take() {
        const softmax_of said = now_;
        now_ = softmax_of::unsaid;
        return said;
    }
    /// Whether columns are spoken of anywhere: then nothing is certain of a softmax of which nothing is said.
    bool any_columns() const { return any_columns_; }

private:
    static std::string small(std::string_view text) {
        std::string letters(text);
        for (char& c : letters) c = small_letter(c);
        return letters;
    }
    static bool has_any(const std::string& text, std::initializer_list<std::string_view> all) {
        for (const std::string_view one : all)
            if (text.find(one) != std::string::npos) return true;
        return false;
    }

    std::string before_{};
    softmax_of now_ = softmax_of::unsaid;
    bool any_columns_ = false;
};

}  // namespace detail

}  // namespace heed
