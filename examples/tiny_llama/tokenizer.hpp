// SPDX-License-Identifier: BSL-1.0
// Text to tokens and back: byte pair encoding by scores, of the file tokenizer.bin of llama2.c. That has the longest
// length, then for each token its score, its length and its bytes.
#pragma once

#include <examples/tiny_llama/file_error.hpp>

#include <heed/io/mapped_file.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tiny_llama {

class tokenizer {
public:
    static constexpr int unknown = 0, begin_of_text = 1, end_of_text = 2;

    /// A file of so many tokens. It does not say how many it has: the model does.
    /// errors  io_error
    tokenizer(const std::string& path, std::size_t count) : file_(path) {
        if (count <= end_of_text) throw file_error(path, "needs tokens 0 to 2: unknown, begin and end of a text");
        const auto longest = read<std::int32_t>("the longest length");
        for (std::size_t token = 0; token < count; ++token) {
            const std::string name = "token " + std::to_string(token) + " of " + std::to_string(count);
            scores_.push_back(read<float>(name));
            if (std::isnan(scores_.back())) throw file_error(path, name + " has a score that is no number");
            const auto length = read<std::int32_t>(name);
            if (length < 0 || length > longest)
                throw file_error(path, name + " has length " + std::to_string(length) + ", the longest one should be " +
                                           std::to_string(longest));
            pieces_.push_back({take(static_cast<std::size_t>(length), name), static_cast<std::size_t>(length)});
            numbers_.emplace(pieces_.back(), static_cast<int>(token));
        }
        if (found_ != file_.size())
            throw file_error(path, "has more than the " + std::to_string(count) + " tokens of the model");
    }

    std::size_t size() const { return pieces_.size(); }

    /// The begin of a text, then its tokens. A space goes before the first word. Characters that are no token become
    /// their bytes, any bytes at all; then pairs of neighbours that together are a token are merged, the one of the
    /// highest score first, of equal ones the leftmost.
    std::vector<int> encode(std::string_view text) const {
        std::vector<int> result{begin_of_text};
        if (text.empty()) return result;
        const std::vector<int> merged = merge(characters(" " + std::string(text)));
        result.insert(result.end(), merged.begin(), merged.end());
        return result;
    }

    /// The text of a token that follows another. The space before the first word is left out, <0x0A> is a byte.
    std::string decode(int previous, int token) const {
        std::string_view piece = pieces_[static_cast<std::size_t>(token)];
        if (previous == begin_of_text && piece.starts_with(' ')) piece.remove_prefix(1);
        if (const auto byte = byte_of(piece)) return std::string(1, *byte);
        return std::string(piece);
    }
    /// The same where each token is to be seen: a byte that is no character by its name, no text as an open box.
    std::string shown(int previous, int token) const {
        const std::string_view piece = pieces_[static_cast<std::size_t>(token)];
        const auto byte = byte_of(piece);
        if (byte && *byte != '\n' && (*byte < ' ' || *byte > '~')) return std::string(piece);
        const std::string text = decode(previous, token);
        return text.empty() ? "\u2423" : text;
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    /// A token between two others.
    struct symbol {
        int token;
        std::size_t before, after;
    };
    /// Two neighbours that may become one token.
    struct candidate {
        float score;
        std::size_t left;
        int first, second, merged;
        friend bool operator<(const candidate& a, const candidate& b) {
            return a.score != b.score ? a.score < b.score : a.left > b.left;
        }
    };

    const char* take(std::size_t bytes, const std::string& name) {
        if (bytes > file_.size() - found_) throw file_error(file_.path(), "ends within " + name);
        found_ += bytes;
        return reinterpret_cast<const char*>(file_.data() + found_ - bytes);
    }
    template <class T>
    T read(const std::string& name) {
        T result;
        std::memcpy(&result, take(sizeof(T), name), sizeof(T));
        return result;
    }

    static std::optional<char> byte_of(std::string_view piece) {
        constexpr std::string_view digits = "0123456789ABCDEF";
        if (piece.size() != 6 || !piece.starts_with("<0x") || piece[5] != '>') return {};
        const std::size_t high = digits.find(piece[3]), low = digits.find(piece[4]);
        if (high == digits.npos || low == digits.npos) return {};
        return static_cast<char>(16 * high + low);
    }
    int number_of(std::string_view piece, int otherwise) const {
        const auto found = numbers_.find(piece);
        return found != numbers_.end() ? found->second : otherwise;
    }

    /// Characters of UTF-8, or bytes.
    std::vector<symbol> characters(std::string_view text) const {
        std::vector<symbol> all;
        const auto put = [&](int token) { all.push_back({token, all.size() - 1, all.size() + 1}); };
        for (std::size_t i = 0; i < text.size();) {
            std::size_t end = i + 1;
            if ((text[i] & 0xC0) == 0xC0)
                while (end < text.size() && end - i < 4 && (text[end] & 0xC0) == 0x80) ++end;
            if (const int token = number_of(text.substr(i, end - i), -1); token >= 0) {
                put(token);
            } else {
                for (const char c : text.substr(i, end - i)) {
                    char name[] = "<0x00>";
                    std::snprintf(name, sizeof(name), "<0x%02X>", static_cast<unsigned>(static_cast<unsigned char>(c)));
                    put(number_of(name, unknown));
                }
            }
            i = end;
        }
        all.back().after = none;
        return all;
    }

    std::vector<int> merge(std::vector<symbol> all) const {
        std::priority_queue<candidate> candidates;
        const auto consider = [&](std::size_t left) {
            if (left == none || all[left].after == none) return;
            const int a = all[left].token, b = all[all[left].after].token;
            const std::string both =
                std::string(pieces_[static_cast<std::size_t>(a)]) + std::string(pieces_[static_cast<std::size_t>(b)]);
            if (const int token = number_of(both, -1); token >= 0)
                candidates.push({scores_[static_cast<std::size_t>(token)], left, a, b, token});
        };
        for (std::size_t i = 0; i < all.size(); ++i) consider(i);
        while (!candidates.empty()) {
            const candidate best = candidates.top();
            candidates.pop();
            symbol& left = all[best.left];
            if (left.token != best.first || left.after == none || all[left.after].token != best.second) continue;
            all[left.after].token = -1;  // no longer there: what was to merge with it is void
            left.token = best.merged;
            left.after = all[left.after].after;
            if (left.after != none) all[left.after].before = best.left;
            consider(left.before);
            consider(best.left);
        }
        std::vector<int> result;
        for (std::size_t i = 0; i != none; i = all[i].after) result.push_back(all[i].token);
        return result;
    }

    heed::mapped_file file_;
    std::size_t found_ = 0;
    std::vector<float> scores_;
    std::vector<std::string_view> pieces_;  ///< in the file
    std::unordered_map<std::string_view, int> numbers_;
};

}  // namespace tiny_llama
