// SPDX-License-Identifier: BSL-1.0
// Notebooks (.ipynb) as text: their cells in order, and which line of which cell each line is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Where a line of the text is in the notebook.
struct notebook_line {
    std::size_t cell = 0;  ///< from 1
    std::size_t line = 0;  ///< of its source, or of its output, from 1
    bool output = false;

    /// "cell 3, line 2" or "cell 3, output line 2"
    [[nodiscard]] std::string text() const {
        return "cell " + std::to_string(cell) + (output ? ", output line " : ", line ") + std::to_string(line);
    }
};

struct notebook_text {
    std::string text{};
    std::vector<notebook_line> lines{};  ///< for each line of text
    std::string error{};                 ///< why there is none; empty if there is
};

/// The text of a notebook: Markdown as it is, code in fences, then what the code printed, in fences too. Before a
/// matrix that is shown for a name (Q at the end of a cell, print(Q)) stands a line with the name.
[[nodiscard]] notebook_text read_notebook(std::string_view json);
