// SPDX-License-Identifier: BSL-1.0
// A text that was made of another one, and where its bytes are there.
#pragma once

#include <heed/printed/text_cursor.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// A text in which parts of an original were replaced.
struct expanded_text {
    std::string text{};
    std::vector<std::pair<std::size_t, std::size_t>> parts{};  ///< positions in the text and in the original, ascending

    /// Appends what is at this position of the original, or what stands for it.
    void append(std::string_view bytes, std::size_t original) {
        parts.push_back({text.size(), original});
        text += bytes;
    }

    /// The position in the original; that of what was replaced for what stands for it.
    std::size_t original(std::size_t at) const {
        std::size_t low = 0, high = parts.size();
        while (low + 1 < high) {
            const std::size_t middle = (low + high) / 2;
            (parts[middle].first <= at ? low : high) = middle;
        }
        if (parts.empty()) return at;
        const std::size_t next = low + 1 < parts.size() ? parts[low + 1].second : no_position;
        const std::size_t there = parts[low].second + (at - parts[low].first);
        return there < next ? there : next;
    }
};

}  // namespace heed::detail
