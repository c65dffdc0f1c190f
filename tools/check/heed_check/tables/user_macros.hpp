// SPDX-License-Identifier: BSL-1.0
// Matrices that a LaTeX document writes with its own commands: \newcommand{\bmat}{\begin{bmatrix}}.
#pragma once

#include <heed/printed/text_cursor.hpp>
#include <heed_check/tables/expanded_text.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

class macro_expander {
public:
    explicit macro_expander(std::string_view document) : document_(document) {}

    expanded_text expand() {
        find_definitions();
        if (macros_.empty()) return {std::string(document_), {}};
        copy(0, document_.size());
        return std::move(result_);
    }

private:
    struct macro {
        std::string_view body{};
        std::size_t arguments = 0;
    };

    static constexpr std::size_t longest = 400;  ///< of a definition, and of an argument times ten

    std::string_view command_at(std::size_t at) const {
        std::size_t end = at + 1;
        while (end < document_.size() && is_letter(document_[end])) ++end;
        return document_.substr(at, end - at);
    }
    std::size_t after_group(std::size_t at, std::size_t most) const {
        cursor c{document_.data(), at, std::min(document_.size(), at + most)};
        skip_group(c, '{', '}');
        return c.at > at && document_[c.at - 1] == '}' ? c.at : at;
    }

    /// Only commands that stand for matrices are replaced.
    void find_definitions() {
        for (std::size_t at = document_.find('\\'); at < document_.size(); at = document_.find('\\', at + 1)) {
            const std::string_view word = command_at(at);
            if (word != "\\newcommand" && word != "\\renewcommand" && word != "\\providecommand" && word != "\\def")
                continue;
            cursor c{document_.data(), at + word.size(), document_.size()};
            c.accept("*");
            c.accept("{");
            const std::string_view name = c.peek() == '\\' ? command_at(c.at) : std::string_view();
            if (name.size() < 2) continue;
            c.at += name.size();
            c.accept("}");
            macro m;
            while (c.peek() == '#' && is_digit(c.peek(1))) ++m.arguments, c.at += 2;
            if (c.peek() == '[' && is_digit(c.peek(1)) && c.peek(2) == ']') {
                m.arguments = static_cast<std::size_t>(c.peek(1) - '0');
                c.at += 3;
            }
            const std::size_t end = after_group(c.at, longest);
            if (end == c.at) continue;
            m.body = document_.substr(c.at + 1, end - c.at - 2);
            if (m.body.find("matrix") == std::string_view::npos && m.body.find("array") == std::string_view::npos)
                continue;
            if (!shows_arguments(m)) continue;
            macros_.emplace(name, m);
            definitions_.emplace(at, end);
        }
    }

    /// Whether each argument is in the body once.
    static bool shows_arguments(const macro& m) {
        std::size_t shown = 0;
        for (std::size_t n = 1; n <= m.arguments; ++n) {
            const std::string argument = '#' + std::to_string(n);
            const std::size_t at = m.body.find(argument);
            shown += at != std::string_view::npos && m.body.find(argument, at + 1) == std::string_view::npos ? 1U : 0U;
        }
        return shown == m.arguments;
    }

    void copy(std::size_t begin, std::size_t end) {
        while (begin < end) {
            std::size_t at = std::min(document_.find('\\', begin), end);
            keep(begin, at);
            if (at == end) return;
            const std::string_view word = command_at(at);
            const auto found = macros_.find(word);
            const auto defined = definitions_.find(at);
            std::vector<std::pair<std::size_t, std::size_t>> arguments;
            std::size_t next = at + word.size();
            for (std::size_t i = 0; found != macros_.end() && i < found->second.arguments; ++i) {
                const std::size_t close = after_group(next, 10 * longest);
                if (close == next) break;
                arguments.push_back({next + 1, close - 1});
                next = close;
            }
            if (defined != definitions_.end()) {  // without the backslashes, it is no matrix
                next = defined->second;
                keep(at, next);
                for (std::size_t i = result_.text.size() - (next - at); i < result_.text.size(); ++i)
                    if (result_.text[i] == '\\') result_.text[i] = ' ';
            } else if (found == macros_.end() || arguments.size() != found->second.arguments) {
                next = at + std::max<std::size_t>(word.size(), 2);
                keep(at, std::min(next, end));
            } else {
                replace(at, found->second, arguments);
            }
            begin = next;
        }
    }

    void replace(std::size_t at, const macro& m, const std::vector<std::pair<std::size_t, std::size_t>>& arguments) {
        result_.parts.push_back({result_.text.size(), at});
        for (std::size_t i = 0; i < m.body.size(); ++i) {
            const std::size_t n =
                m.body[i] == '#' && i + 1 < m.body.size() ? static_cast<std::size_t>(m.body[i + 1] - '1') : 9;
            if (n < arguments.size()) {
                keep(arguments[n].first, arguments[n].second);
                result_.parts.push_back({result_.text.size(), arguments[n].second});
                ++i;
            } else {
                result_.text += m.body[i] == '\n' ? ' ' : m.body[i];
            }
        }
    }

    void keep(std::size_t begin, std::size_t end) { result_.append(document_.substr(begin, end - begin), begin); }

    std::string_view document_;
    std::map<std::string_view, macro> macros_{};
    std::map<std::size_t, std::size_t> definitions_{};  ///< where they begin and end
    expanded_text result_{};
};

}  // namespace heed::detail
