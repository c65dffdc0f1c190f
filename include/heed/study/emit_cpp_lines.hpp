// SPDX-License-Identifier: BSL-1.0
// Text of emitted C cut into what C++ writes anew: a statement or a comment that goes over several lines is one.
#pragma once

#include <heed/study/emit_cpp.hpp>

#include <string>
#include <vector>

namespace heed::detail::emitted {

inline std::string indent_of(const std::string& line) {
    const std::size_t words = line.find_first_not_of(' ');
    return std::string(words == std::string::npos ? 0 : words, ' ');
}
inline std::string without_indent(const std::string& line) { return line.substr(indent_of(line).size()); }

class cpp_lines {
public:
    static std::vector<std::string> of(const std::string& c) {
        cpp_lines cut;
        for (std::size_t begin = 0, end = 0; begin < c.size(); begin = end + 1) {
            end = c.find('\n', begin);
            cut.read(c.substr(begin, end - begin));
        }
        return cut.lines_;
    }

private:
    void read(const std::string& next) {
        if (begins_with(next, "#ifdef __cplusplus")) {
            is_choice_ = true;
        } else if (is_choice_ && begins_with(next, "#")) {
            is_for_c_ = is_choice_ = begins_with(next, "#else");
        } else if (!is_for_c_ && !begins_with(next, "#define INLINE ") && !begins_with(next, "#define ALIGNED ")) {
            add(next);
            if (is_complete(line_)) finish();
        }
    }
    void add(const std::string& next) {
        if (line_.empty() || without_indent(next).empty())
            line_ += next;
        else
            line_ += (line_.back() == '(' ? "" : " ") + without_indent(next);
    }
    static bool is_complete(const std::string& line) {
        if (begins_with(without_indent(line), "/*")) return line.find("*/") != std::string::npos;
        int depth = 0;
        for (const char c : line) depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        return depth <= 0;
    }
    /// A number that is declared and made of bits in the next line is declared as that.
    void finish() {
        const std::string before = lines_.empty() ? "" : without_indent(lines_.back());
        const std::string both = cpp_speller::joined(before, without_indent(line_));
        if (both.empty())
            lines_.push_back(line_);
        else
            lines_.back() = indent_of(line_) + both;
        line_.clear();
    }

    std::vector<std::string> lines_{};
    std::string line_{};
    bool is_choice_ = false;  // between #ifdef __cplusplus and #endif
    bool is_for_c_ = false;   // after its #else
};

}  // namespace heed::detail::emitted
