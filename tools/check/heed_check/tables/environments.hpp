// SPDX-License-Identifier: BSL-1.0
// Finds all matrix environments of a document with their ends, in one pass.
#pragma once

#include <heed/printed/environment.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

namespace heed::detail {

/// What the environments of a document are.
struct environments_of_document {
    std::vector<environment> matrices{};
    std::vector<environment> others{};  ///< environments of other names that contain no environment
};

/// The environments of a text; inner ones come after the outer one. \end{x} closes the innermost open \begin{x}; all
/// environments opened since then stay unclosed. The body of an unclosed environment is the rest of its line.
/// cost    one pass over any text
inline environments_of_document environments_in(std::string_view text) {
    using sort = environment_mark::sort;
    struct opened {
        std::string_view name;
        std::size_t index;  ///< in `matrices`, or no_position
        std::size_t begin;
        std::size_t body;
        bool inner;  ///< nothing was opened inside it
    };
    constexpr std::string_view brace = "{";
    environments_of_document found;
    std::vector<opened> open;
    std::vector<std::size_t> matrices;  ///< the open ones
    std::map<std::string_view, std::size_t> depth;
    std::size_t in_braces = 0;  ///< how many matrices in braces are open
    const auto push = [&](const opened& o) {
        if (o.name != brace && !open.empty()) open.back().inner = false;
        open.push_back(o);
        ++depth[o.name];
    };
    const auto pop = [&](std::size_t at, std::size_t end, bool closed) {
        const opened o = open.back();
        open.pop_back();
        --depth[o.name];
        if (!o.inner && !open.empty()) open.back().inner = false;
        if (o.index == no_position) {
            if (o.inner && closed && o.name != brace)
                found.others.push_back({o.begin, {text.data(), o.body, at}, end, false, false, true});
            return;
        }
        if (o.name == brace) --in_braces;
        matrices.pop_back();
        environment& e = found.matrices[o.index];
        e.closed = closed;
        e.body.end = at;
        e.end = end;
    };
    const auto close = [&](std::string_view name, std::size_t at, std::size_t end) {
        const auto known = depth.find(name);
        if (known == depth.end() || known->second == 0) return;
        while (open.back().name != name) pop(at, at, false);
        pop(at, end, true);
    };
    cursor c{text.data(), 0, text.size()};
    for (environment_mark mark = next_mark(c, false); mark.what != sort::none; mark = next_mark(c, in_braces != 0)) {
        const std::string_view name = text.substr(mark.name.begin, mark.name.end - mark.name.begin);
        if (mark.what == sort::end) {
            close(name, mark.at, c.at);
        } else if (mark.what == sort::close) {
            close(brace, mark.at, c.at);
        } else if (mark.what == sort::open) {
            push({brace, no_position, mark.at, c.at, true});
        } else {
            if (!matrices.empty())
                found.matrices[matrices.back()].nested = true;  // those around it are marked as nested already
            const bool matrix = begins_matrix(mark, text.data());
            const bool braces = mark.what == sort::begin_in_braces;
            if (matrix) {
                matrices.push_back(found.matrices.size());
                found.matrices.push_back(begin_of(mark, c));
                in_braces += braces ? 1U : 0U;
            }
            push({braces ? brace : name, matrix ? matrices.back() : no_position, mark.at, c.at, true});
        }
    }
    while (!open.empty()) pop(text.size(), text.size(), false);
    std::sort(found.others.begin(), found.others.end(),
              [](const environment& a, const environment& b) { return a.begin < b.begin; });
    return found;
}

}  // namespace heed::detail
