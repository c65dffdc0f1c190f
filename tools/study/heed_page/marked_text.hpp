// SPDX-License-Identifier: BSL-1.0
// The texts of study as lines with their loops. Only at run time.
#pragma once

#include <heed/meta/text.hpp>
#include <heed/study/subject/length_names.hpp>
#include <heed/study/text/loop_id.hpp>
#include <heed/study/text/step_text.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// A number in a line that depends on lengths: the iteration count of a loop over it in steps of `of`.
struct marked_number {
    std::size_t begin, end;
    std::size_t size;
    std::size_t of = 1;
};

/// Has the part of the interface of heed::text that the writers of study use.
template <class Numbers = in_digits>
class marked_text {
public:
    struct line {
        std::string text;    ///< without leading spaces
        std::string remark;  ///< the text in the column of remarks
        std::size_t spaces = 0;
        loop_id loop{};
        std::vector<marked_number> numbers_of_text{}, numbers_of_remark{};
    };

    using numbers = Numbers;

    marked_text() = default;
    /// Lengths have the name of the representative united[i] (page_lengths).
    explicit marked_text(const std::size_t* united) : united_(united) {}

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
    template <std::size_t N, class Others>
    marked_text& add(const text<N, Others>& other) {
        return add(other.view());
    }
    marked_text& add(std::size_t n) { return add_number(n, text<256, Numbers>().add(by_one_name(n))); }
    marked_text& add_grouped(std::size_t n) { return add_number(n, text<256, Numbers>().add_grouped(by_one_name(n))); }
    marked_text& add_signed(long long n) {
        return (n < 0 ? add('-') : *this)
            .add(n < 0 ? std::size_t{0} - static_cast<std::size_t>(n) : static_cast<std::size_t>(n));
    }
    marked_text& add_digits(std::size_t n, bool grouped = false) { return add(text<40>().add_digits(n, grouped)); }
    /// write() writes one number: the iteration count of a loop over n in steps of `of`.
    template <class Write>
    void mark_rounds(std::size_t n, std::size_t of, const Write& write) {
        const std::size_t begin = current_.size();
        write();
        while (!marked_.empty() && marked_.back().begin >= begin) marked_.pop_back();
        marked_.push_back({begin, current_.size(), n, of});
    }
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

    /// All lines; the last one need not end with a line break.
    std::vector<line> lines() {
        if (!current_.empty()) finish_line();
        return lines_;
    }
    /// The whole text as one line.
    std::string words() {
        std::string all;
        for (const line& l : lines()) all += (all.empty() ? "" : " ") + l.text;
        return all;
    }

private:
    std::size_t by_one_name(std::size_t n) const {
        if constexpr (requires { Numbers::lengths; })
            return united_ == nullptr ? n : size_at(n, Numbers::lengths, united_);
        else
            return n;
    }
    marked_text& add_number(std::size_t n, const text<256, Numbers>& words) {
        const std::size_t begin = current_.size();
        add(words.view());
        if (!is_known_size<Numbers>(n)) marked_.push_back({begin, current_.size(), n});
        return *this;
    }

    void finish_line() {
        line l;
        l.loop = now_;
        while (l.spaces < current_.size() && current_[l.spaces] == ' ') ++l.spaces;
        const std::size_t end = remark_ == std::string::npos ? current_.size() : remark_;
        l.text = current_.substr(l.spaces, end - l.spaces);
        if (end < current_.size()) l.remark = current_.substr(end);
        for (marked_number m : marked_) {
            const bool is_in_text = m.begin < end;
            const std::size_t start = is_in_text ? l.spaces : end;
            m.begin -= start, m.end -= start;
            (is_in_text ? l.numbers_of_text : l.numbers_of_remark).push_back(m);
        }
        marked_.clear();
        lines_.push_back(l);
        current_.clear();
        remark_ = std::string::npos;
    }

    const std::size_t* united_ = nullptr;
    std::vector<line> lines_;
    std::vector<marked_number> marked_;  ///< in the current line
    std::string current_;
    std::size_t remark_ = std::string::npos;  ///< where the remark of the current line begins
    std::size_t size_ = 0;
    loop_id now_{};
};

/// The output of a function of study, as one line of words.
template <class Numbers = in_digits, class Write>
std::string words_from(const Write& write, const std::size_t* united = nullptr) {
    marked_text<Numbers> out(united);
    write(out);
    return out.words();
}

}  // namespace heed::detail
