// SPDX-License-Identifier: BSL-1.0
// An examination as its document prints it: the rows and columns that are shown, the elided ones, and their names.
#pragma once

#include <heed_check/subject_question.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

/// A row or a column of a printed table, or dots for a run of elided ones.
struct shown_line {
    std::size_t index = 0;    ///< in the formula, from 0; for dots the first one that they stand for
    std::size_t skipped = 0;  ///< how many the dots stand for; 0 for a line with numbers
    std::string number{};     ///< counted from 1: 2, with more than two axes 1,2; empty for dots
    std::string label{};      ///< as printed, empty where there is none

    bool is_dots() const { return skipped > 0; }
    const std::string& head() const { return label.empty() ? number : label; }
};

/// The lines of an axis. A run of lines in which nothing is printed becomes one line of dots.
inline std::vector<shown_line> lines_of(const std::vector<bool>& is_printed) {
    std::vector<shown_line> lines;
    for (std::size_t i = 0; i < is_printed.size(); ++i) {
        if (is_printed[i])
            lines.push_back({.index = i});
        else if (i > 0 && !is_printed[i - 1])
            ++lines.back().skipped;
        else
            lines.push_back({.index = i, .skipped = 1});
    }
    return lines;
}

inline bool is_label(const std::string& text) {
    return !text.empty() && text != "..." && text.find("dots") == std::string::npos;
}

/// Sets the labels, which are given for the printed lines, dots included. Labels of dots that stand for nothing are
/// left out; then there must be as many labels as lines with numbers.
inline void set_labels(std::vector<shown_line>& lines, const std::vector<std::string>& labels) {
    std::vector<std::string> words;
    std::size_t numbers = 0;
    for (const std::string& text : labels)
        if (is_label(text)) words.push_back(text);
    for (const shown_line& line : lines) numbers += line.is_dots() ? 0 : 1;
    const bool by_position = labels.size() == lines.size();
    if (!by_position && words.size() != numbers) return;
    std::size_t word = 0;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (!lines[i].is_dots()) lines[i].label = by_position ? labels[i] : words[word++];
}

/// The rows and columns of an examination. A vector is a row, or a column if several rows were printed. Leading axes
/// count as rows.
class report_table {
public:
    explicit report_table(const examination& e) : found_(e), rank_(e.dims.rank) {
        if (rank_ > 0) columns_ = e.dims.from_right(0).size;
        if (rank_ == 1 && e.row_labels.size() > 1) columns_ = 1;
        const std::size_t height = columns_ == 0 ? 0 : e.entries.size() / columns_;
        std::vector<bool> row_is_printed(height), column_is_printed(columns_);
        for (std::size_t i = 0; i < height * columns_; ++i) {
            if (e.entries[i].what == verdict::elided) continue;
            row_is_printed[i / columns_] = true;
            column_is_printed[i % columns_] = true;
        }
        rows = lines_of(row_is_printed);
        columns = lines_of(column_is_printed);
        for (shown_line& line : rows)
            if (!line.is_dots()) line.number = row_number(line.index);
        for (shown_line& line : columns)
            if (!line.is_dots()) line.number = std::to_string(line.index + 1);
        if (rank_ <= 2) set_labels(rows, e.row_labels);
        set_labels(columns, e.column_labels);
    }

    std::vector<shown_line> rows{};
    std::vector<shown_line> columns{};

    const examined_entry& at(const shown_line& row, const shown_line& column) const {
        return found_.entries[row.index * columns_ + column.index];
    }

    /// row 2 (t2), column 1
    std::string name_of(const shown_line& row, const shown_line& column) const {
        if (rank_ == 0) return "the number";
        if (rank_ > 1) return line_name("row", row) + ", " + line_name("column", column);
        return line_name("element", columns_ == 1 ? row : column);
    }

private:
    static std::string line_name(const char* kind, const shown_line& line) {
        const std::string label = line.label.empty() || line.label == line.number ? "" : " (" + line.label + ")";
        return kind + (" " + line.number) + label;
    }
    std::string row_number(std::size_t row) const {
        std::string text = std::to_string((rank_ > 2 ? row % found_.dims.from_right(1).size : row) + 1);
        for (std::size_t a = 2; a < rank_; ++a) {
            row /= found_.dims.from_right(a - 1).size;
            text.insert(0, std::to_string(row % found_.dims.from_right(a).size + 1) + ",");
        }
        return text;
    }

    const examination& found_;
    std::size_t rank_;
    std::size_t columns_ = 1;
};

}  // namespace heed::detail
