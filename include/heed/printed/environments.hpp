// SPDX-License-Identifier: BSL-1.0
// All matrix environments of a document, each with its end, in one walk.
#pragma once

#include <heed/printed/environment.hpp>

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

namespace heed::detail {

/// Skips [...] or {...} of one line and few characters.
inline void skip_short_group(cursor& c, char open, char close) {
    constexpr std::size_t longest = 200;
    if (c.peek() != open) return;
    for (std::size_t i = 1; i < longest && c.at + i < c.end && c.peek(i) != '\n'; ++i)
        if (c.peek(i) == close) {
            c.at += i + 1;
            return;
        }
}

/// Those of an inner one stand after it. \end{x} closes the last \begin{x} that is open, and all that were opened since
/// stay unclosed; what is closed by nothing has its body on its line.
/// cost    one walk, whatever the text
inline std::vector<environment> environments_in(std::string_view text) {
    struct opened {
        std::string_view name;
        std::size_t index;  ///< in `found`, or no_position
    };
    std::vector<environment> found;
    std::vector<opened> open;
    std::vector<std::size_t> matrices;  ///< those of `found` that are open
    std::map<std::string_view, std::size_t> depth;
    const auto pop = [&](std::size_t at, std::size_t end, bool closed) {
        const opened o = open.back();
        open.pop_back();
        --depth[o.name];
        if (o.index == no_position) return;
        matrices.pop_back();
        environment& e = found[o.index];
        e.closed = closed;
        e.body.end = at;
        e.end = end;
    };
    const auto name_at = [&](cursor& c) {
        const environment_name n = name_in_braces(c);
        cursor after{c.text, n.end, c.end};
        after.accept("*");
        if (n.end == n.begin || after.peek() != '}') return std::string_view();
        c.at = after.at + 1;
        return text.substr(n.begin, after.at - n.begin);
    };
    cursor c{text.data(), 0, text.size()};
    for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', c.at)) {
        c.at = at;
        if (const std::size_t begin = command_length(c, "\\begin"); begin != 0) {
            c.at += begin;
            const std::string_view name = name_at(c);
            if (name.empty()) continue;
            if (!matrices.empty()) found[matrices.back()].nested = true;  // further out they are nested already
            std::size_t index = no_position;
            const environment_name parts{static_cast<std::size_t>(name.data() - text.data()),
                                         static_cast<std::size_t>(name.data() - text.data()) + name.size()};
            if (is_matrix(text.data(), parts)) {
                index = found.size();
                environment e;
                e.begin = at;
                e.array = name == "array" || name == "tabular";
                skip_short_group(c, '[', ']');
                if (e.array) skip_short_group(c, '{', '}');
                e.body = {text.data(), c.at, text.size()};
                found.push_back(e);
                matrices.push_back(index);
            }
            open.push_back({name, index});
            ++depth[name];
        } else if (const std::size_t end = command_length(c, "\\end"); end != 0) {
            c.at += end;
            const std::string_view name = name_at(c);
            const auto known = depth.find(name);
            if (name.empty() || known == depth.end() || known->second == 0) continue;
            while (open.back().name != name) pop(at, at, false);
            pop(at, c.at, true);
        } else {
            c.at += 2;
        }
    }
    while (!open.empty()) pop(text.size(), text.size(), false);
    return found;
}

}  // namespace heed::detail
