// SPDX-License-Identifier: BSL-1.0
// SentencePiece's unigram model: text is cut into the pieces whose scores, logarithms of probabilities, add up to the
// most.
#pragma once

#include <heed/io/label_text.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <istream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sentence_encoder {

/// Code points of UTF-8.
/// errors  std::invalid_argument where the text is not UTF-8: which byte is wrong
inline std::u32string code_points_of(std::string_view bytes) {
    std::u32string text;
    for (std::string_view rest = bytes; !rest.empty();) {
        const heed::detail::utf8_character next = heed::detail::first_character(rest);
        if (next.is_wrong_byte())
            throw std::invalid_argument("is not UTF-8: byte " + std::to_string(bytes.size() - rest.size() + 1) +
                                        " of " + std::to_string(bytes.size()) + " begins no character");
        text += next.code;
        rest.remove_prefix(next.bytes);
    }
    return text;
}

/// The first of some characters; a line end and others that cannot be seen as their pictures.
inline std::string listed(std::u32string_view characters) {
    constexpr std::size_t most = 12;
    std::string words;
    for (const char32_t c : characters.substr(0, most)) {
        if (!words.empty()) words += ' ';
        heed::detail::append_utf8(words, heed::detail::visible(c));
    }
    return words + (characters.size() > most ? " ..." : "");
}

/// A table of pieces, and the cutting of text into them: the one of the package @energetic-ai/embeddings, ties, scores
/// of 0 and unknown characters included.
class piece_table {
public:
    static constexpr std::int32_t unknown = 0;  ///< the piece of characters that the table does not have

    /// Lines of a score, a tab and a piece in UTF-8; `name` says in errors where they are from.
    /// errors  std::runtime_error where there are no pieces, or a line is something else: which one
    piece_table(std::istream& lines, const std::string& name) {
        for (std::string line; std::getline(lines, line);) {
            try {
                add(line);
            } catch (const std::invalid_argument& e) {
                throw std::runtime_error(name + ": line " + std::to_string(texts_.size() + 1) + ' ' + e.what());
            }
        }
        if (texts_.size() <= reserved) throw std::runtime_error(name + ": the table of pieces is empty");
    }

    std::size_t size() const { return texts_.size(); }

    /// Of an index: its text, a space as U+2581.
    const std::string& text(std::int32_t index) const { return texts_[static_cast<std::size_t>(index)]; }

    /// The pieces of a text whose characters are normalised already (NFKC), by index; neighbours that the table does
    /// not have are one piece 0. No text has no pieces.
    /// cost    characters of the text times those of the longest piece
    std::vector<std::int32_t> cut(std::u32string_view normalised) const {
        if (normalised.empty()) return {};
        const std::u32string text = with_marks(normalised);
        return merged(backwards(text, last_pieces(text)));
    }

    /// The characters of a text that are in piece 0, each once, in their order.
    std::u32string unknown_in(std::u32string_view normalised) const {
        const std::u32string text = with_marks(normalised);
        std::size_t end = text.size();
        std::u32string characters;
        for (const std::int32_t index : backwards(text, last_pieces(text))) {
            if (index == unknown) characters.insert(0, 1, text[end - 1]);
            end -= characters_of(index);
        }
        std::u32string once;
        for (const char32_t c : characters)
            if (once.find(c) == once.npos) once += c;
        return once;
    }

private:
    struct piece {
        double score = 0;
        std::int32_t index = 0;
    };

    /// A space as U+2581, and one before the text.
    static std::u32string with_marks(std::u32string_view normalised) {
        std::u32string text(1, space);
        for (const char32_t c : normalised) text += c == U' ' ? space : c;
        return text;
    }

    std::size_t characters_of(std::int32_t index) const {
        return index == unknown ? 1 : code_points_of(text(index)).size();
    }

    /// errors  std::invalid_argument: what is wrong with the line
    void add(const std::string& line) {
        const std::size_t tab = std::min(line.find('\t'), line.size());
        const std::string digits = line.substr(0, tab);
        char* end = nullptr;
        const double score = std::strtod(digits.c_str(), &end);  // libc++ 19 has no from_chars of double
        if (tab + 1 >= line.size() || digits.empty() || end != digits.c_str() + tab || !std::isfinite(score) ||
            digits.find_first_not_of("+-.0123456789eE") != std::string::npos)
            throw std::invalid_argument("is no score, tab and piece");
        const std::u32string characters = code_points_of(line);  // a score has as many as bytes
        if (texts_.size() >= reserved) insert(characters.substr(tab + 1), score);
        texts_.push_back(line.substr(tab + 1));
    }

    void insert(const std::u32string& text, double score) {
        pieces_[text] = {score, static_cast<std::int32_t>(texts_.size())};  // of two that are equal the later
        longest_ = std::max(longest_, text.size());
    }

    /// For each end, the piece that the best cut of the text before it ends with (Viterbi). A sum of 0 counts as none
    /// so far; of equal sums the later beginning is taken.
    std::vector<std::int32_t> last_pieces(std::u32string_view text) const {
        std::vector<double> best(text.size() + 1);
        std::vector<std::int32_t> last(text.size() + 1);
        for (std::size_t begin = 0; begin < text.size(); ++begin) {
            const auto offer = [&](std::size_t length, const piece& p) {
                const double score = best[begin] + p.score;
                double& now = best[begin + length];
                if (now != 0 && score < now) return;
                now = score;
                last[begin + length] = p.index;
            };
            bool any = false;
            for (std::size_t length = 1; length <= std::min(longest_, text.size() - begin); ++length)
                if (const auto p = pieces_.find(text.substr(begin, length)); p != pieces_.end()) {
                    offer(length, p->second);
                    any = true;
                }
            if (!any) offer(1, {});
        }
        return last;
    }

    /// Pieces from the last to the first.
    std::vector<std::int32_t> backwards(std::u32string_view text, const std::vector<std::int32_t>& last) const {
        std::vector<std::int32_t> indices;
        for (std::size_t end = text.size(); end > 0;) {
            indices.push_back(last[end]);
            end -= characters_of(last[end]);
        }
        return indices;
    }

    static std::vector<std::int32_t> merged(std::vector<std::int32_t> indices) {
        std::reverse(indices.begin(), indices.end());
        const auto both_unknown = [](std::int32_t a, std::int32_t b) { return a == unknown && b == unknown; };
        indices.erase(std::unique(indices.begin(), indices.end(), both_unknown), indices.end());
        return indices;
    }

    static constexpr std::size_t reserved = 6;  ///< that no text is cut into: unknown, begin, end, three to spare
    static constexpr char32_t space = U'\u2581';

    std::vector<std::string> texts_;
    std::map<std::u32string, piece, std::less<>> pieces_;
    std::size_t longest_ = 0;
};

}  // namespace sentence_encoder
