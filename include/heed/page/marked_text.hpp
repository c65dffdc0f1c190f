// SPDX-License-Identifier: BSL-1.0
// The texts of study as lines that know which loop they are about. Only at run time.
#pragma once

#include <heed/meta/text.hpp>
#include <heed/study/loop_id.hpp>
#include <heed/study/step_text.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// Takes what heed::text takes, as much of it as there is.
class marked_text {
public:
    struct line {
        std::string text;    ///< without the spaces before it
        std::string remark;  ///< what stands in the column of remarks
        std::size_t spaces = 0;
        loop_id loop{};
    };

    using numbers = in_digits;

    void mark(const loop_id& id) { now_ = id; }

    marked_text& add(char c) {
        ++size_;
        if (c != '\n') {
            current_ += c;
            return *this;
        }
        finish_line();
        return *this;
    }
    marked_text& add(const char* words) { return add(std::string_view(words)); }
    marked_text& add(std::string_view words) {
        for (const char c : words) add(c);
        return *this;
    }
    template <std::size_t N, class Numbers>
    marked_text& add(const text<N, Numbers>& other) {
        return add(other.view());
    }
    marked_text& add(std::size_t n) { return add(text<32>().add(n)); }
    marked_text& add_grouped(std::size_t n) { return add(text<40>().add_grouped(n)); }
    marked_text& add_signed(long long n) { return add(text<32>().add_signed(n)); }
    marked_text& spaces(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) add(' ');
        return *this;
    }
    marked_text& pad_to(std::size_t wanted) {
        if (wanted == remark_column && remark_ == std::string::npos) {
            remark_ = current_.size();
            return *this;
        }
        const std::size_t column = current_.size();
        return column < wanted ? spaces(wanted - column) : column == 0 ? *this : add(' ');
    }
    std::size_t size() const { return size_; }

    /// Whole lines; a last one without an end is one too.
    std::vector<line> lines() {
        if (!current_.empty()) finish_line();
        return lines_;
    }
    /// All of it as one line.
    std::string words() {
        std::string all;
        for (const line& l : lines()) all += (all.empty() ? "" : " ") + l.text;
        return all;
    }

private:
    void finish_line() {
        line l;
        l.loop = now_;
        while (l.spaces < current_.size() && current_[l.spaces] == ' ') ++l.spaces;
        const std::size_t end = remark_ == std::string::npos ? current_.size() : remark_;
        l.text = current_.substr(l.spaces, end - l.spaces);
        if (end < current_.size()) l.remark = current_.substr(end);
        lines_.push_back(l);
        current_.clear();
        remark_ = std::string::npos;
    }

    std::vector<line> lines_;
    std::string current_;
    std::size_t remark_ = std::string::npos;  ///< where the remark of the current line begins
    std::size_t size_ = 0;
    loop_id now_{};
};

/// What something of study writes, as one line of words.
template <class Write>
std::string words_from(const Write& write) {
    marked_text out;
    write(out);
    return out.words();
}

}  // namespace heed::detail
