// SPDX-License-Identifier: BSL-1.0
// What the sentences of a document say of the axis of its softmax: of each row, as everybody takes it, or of each
// column.
#pragma once

#include <heed/printed/text_cursor.hpp>
#include <heed_check/document/name_text.hpp>
#include <heed_check/tables/is_any_of.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// Of what softmax is taken: of rows if nothing is said; where columns are spoken of, beside it or elsewhere, the
/// numbers tell.
enum class softmax_of : unsigned char { unsaid, rows, columns, columns_elsewhere };
inline bool speaks_of_columns(softmax_of s) { return s == softmax_of::columns || s == softmax_of::columns_elsewhere; }

namespace detail {

/// A line as far as ", not": S = Q K^T, not S = Q K.
inline std::string_view before_denied(std::string_view line) {
    for (const std::string_view denies : {", not ", " rather than ", " instead of ", ", unlike "})
        line = line.substr(0, line.find(denies));
    return line;
}

class softmax_sentences {
public:
    /// Reads a line of words; a sentence may have begun on a line before, in the same paragraph. What has not ended is
    /// understood when it ends or somebody asks, not with each of its lines: a long one is read once.
    void read(std::string_view line) {
        if (line.find_first_not_of(" \t\r>") == std::string_view::npos) {
            take_rest();
            sentence_.clear();
            softmax_ = columns_ = false;
            return;
        }
        std::size_t begin = 0, at = sentence_.size();
        sentence_ += ' ' + in_small_letters(line);
        for (; at < sentence_.size(); ++at) {
            if (!ends_at(at)) continue;
            take_sentence(std::string_view(sentence_).substr(begin, at + 1 - begin));
            begin = at + 1;
        }
        sentence_.erase(0, begin);
        rest_taken_ = false;
        if (sentence_.size() <= longest) return;
        take_rest();
        sentence_.replace(0, sentence_.size() - longest / 2, "... ");
    }
    /// What was said of the next softmax that is stated.
    softmax_of take() {
        take_rest();
        const softmax_of said = now_;
        now_ = softmax_of::unsaid;
        return said;
    }
    /// Whether columns are spoken of anywhere: then nothing is certain of a softmax of which nothing is said.
    bool any_columns() {
        take_rest();
        return any_columns_;
    }

    /// Whether sentences speak of the softmax of each row, and none of columns.
    bool only_rows() {
        take_rest();
        return any_rows_ && !any_columns_;
    }

private:
    using words = std::vector<std::string_view>;

    /// Understands what has not ended, once.
    void take_rest() {
        if (!rest_taken_) take_sentence(sentence_);
        rest_taken_ = true;
    }
    /// Whether a sentence ends here: with . ! ? before a blank, or with : at the end of the line.
    bool ends_at(std::size_t at) const {
        if (!is_one_of(sentence_[at], ".!?:")) return false;
        const std::size_t next = sentence_.find_first_not_of("*_\r", at + 1);
        return next == std::string::npos || (sentence_[at] != ':' && sentence_[next] == ' ');
    }
    static words words_of(std::string_view sentence) {
        words all;
        constexpr std::string_view between = " \t\r>*_#,.!:;()-";
        for (std::size_t at = sentence.find_first_not_of(between); at < sentence.size();) {
            const std::size_t end = std::min(sentence.find_first_of(" \t\r*_,.!:;()", at), sentence.size());
            all.push_back(sentence.substr(at, end - at));
            at = sentence.find_first_not_of(between, end);
        }
        return all;
    }

    /// Of "each row, not each column" what is before the comma counts.
    void take_sentence(std::string_view sentence) {
        sentence = before_denied(sentence);
        const words all = words_of(sentence);
        bool softmax = false, rows = false, columns = false;
        for (std::size_t i = 0; i < all.size(); ++i) {
            softmax = softmax || all[i].find("softmax") != std::string_view::npos || normalises(all, i);
            rows = rows || is_any_of(all[i], {"row", "rows", "row-wise", "rowwise"});
            columns = columns || speaks_of_columns(all, i);
        }
        columns = columns || (softmax && says_first_axis(sentence));
        softmax_ = softmax_ || softmax;
        columns_ = columns_ || columns;
        const bool silent = !softmax && !columns && !rows;
        if (silent || !softmax_ || (!columns_ && !rows)) return;
        if (columns_)
            now_ = softmax_of::columns;
        else if (softmax && rows && says_each(all))
            now_ = softmax_of::rows;
        any_rows_ = any_rows_ || now_ == softmax_of::rows;
        any_columns_ = any_columns_ || columns_;
    }
    static bool says_each(const words& all) {
        for (std::size_t i = 1; i < all.size(); ++i)
            if (is_any_of(all[i], {"row", "column"}) && is_any_of(all[i - 1], {"each", "every", "per"})) return true;
        return false;
    }
    /// What a softmax does, in other words: columns are normalised, or sum to one.
    static bool normalises(const words& all, std::size_t i) {
        const std::string_view next = i + 1 < all.size() ? all[i + 1] : std::string_view();
        return all[i].substr(0, 7) == "normali" || (is_any_of(all[i], {"sum", "sums"}) && next == "to") ||
               (is_any_of(all[i], {"add", "adds"}) && next == "up");
    }
    /// Of each column, along the columns, column-wise; but not "the columns of V are values".
    static bool speaks_of_columns(const words& all, std::size_t i) {
        const std::size_t at = all[i].find("column");
        if (at == std::string_view::npos || (at > 0 && all[i][at - 1] != '-')) return false;
        if (!is_any_of(all[i], {"column", "columns"})) return true;
        std::size_t before = i;
        while (before > 0 && is_any_of(all[before - 1], {"the", "its", "their", "all", "individual", "single"}))
            --before;
        if (i + 1 < all.size() && (normalises(all, i + 1) || is_any_of(all[i + 1], {"then", "now", "by"}))) return true;
        return before > 0 &&
               (normalises(all, before - 1) ||
                is_any_of(all[before - 1], {"each", "every", "per", "along", "over", "across", "down", "to", "of", "in",
                                            "by", "on", "for", "within", "any", "one"}));
    }
    static bool says_first_axis(std::string_view sentence) {
        for (const std::string_view one : {"axis 0", "axis=0", "axis = 0", "axis -2", "axis=-2", "dim 0", "dim=0",
                                           "dim = 0", "dim=-2", "first axis", "first dimension", "vertical"})
            if (sentence.find(one) != std::string_view::npos) return true;
        return false;
    }

    static constexpr std::size_t longest = 2000;
    std::string sentence_{};                  ///< what has not ended yet
    bool rest_taken_ = true;                  ///< sentence_ is understood up to its end
    bool softmax_ = false, columns_ = false;  ///< the paragraph speaks of them
    softmax_of now_ = softmax_of::unsaid;
    bool any_rows_ = false, any_columns_ = false;
};

}  // namespace detail

}  // namespace heed
