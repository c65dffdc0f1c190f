// SPDX-License-Identifier: BSL-1.0
// Where the operands of a step are: arrays of the emitted function, loop indices, numbers.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/machine/recording.hpp>
#include <heed/machine/written_index.hpp>
#include <heed/study/emit/emit_text.hpp>

#include <string>
#include <vector>

namespace heed::detail::emitted {

/// The loop variables around a statement; empty for loops with a single iteration.
struct variables {
    std::vector<std::string> batch;
    std::string row;
};

/// The place that a slot reads or writes: an array of the emitted function, or a number.
struct place {
    std::string array;  ///< empty: an index or a number
    std::string value;  ///< the name of a number, if it has one
    std::string cast;   ///< to the type of the function, if elements have another type
    std::string element_type{};
    std::size_t offset = 0;
    std::vector<std::size_t> offsets_of_lengths{};  ///< further addends: products of lengths
    std::size_t batch[max_rank]{};
    std::size_t divided_axis = 0;  ///< as in a slot
    std::size_t divisor = 1;
    std::size_t row = 0;
    std::size_t col = 0;
    std::size_t found[most_found]{};  ///< strides along looked-up axes
    std::string first_row{};          ///< the first row in the buffer, if it is not row 0
    std::string first_col{};          ///< the first column, if it is not column 0
    std::string kept_row{};           ///< row 0 of the loop is this one, if a mask leaves no earlier ones
    std::string kept_col{};           ///< the same of columns
    bool is_index = false;
    bool is_whole = false;  ///< elements are whole numbers in memory
    bool is_named = false;
    double number = 0;

    /// The index of the element at a row and a column.
    std::string index(const variables& v, const std::string& at_row, const std::string& at_col) const {
        // Larger strides first, as is usual.
        std::string text;
        std::vector<bool> done(v.batch.size() + 2);
        for (std::size_t i = 0; i < done.size(); ++i) {
            std::size_t next = done.size();
            for (std::size_t a = 0; a < done.size(); ++a)
                if (!done[a] && (next == done.size() || stride_of(v, a) > stride_of(v, next))) next = a;
            done[next] = true;
            const std::size_t from_batch = next - v.batch.size();
            const std::string variable = next < v.batch.size() ? batch_index(v, next)
                                         : from_batch == 0     ? sum_of(from_first(at_row, first_row), kept_row)
                                                               : sum_of(from_first(at_col, first_col), kept_col);
            text = sum_of(text, scaled_index(variable, stride_of(v, next)));
        }
        for (const std::size_t more : offsets_of_lengths) text = sum_of(text, std::to_string(more));
        if (text.empty() || offset > 0) text = sum_of(text, std::to_string(offset));
        return text;
    }
    std::string batch_index(const variables& v, std::size_t a) const {
        const bool divides = divisor > 1 && a == divided_axis && !v.batch[a].empty();
        return divides ? v.batch[a] + " / " + std::to_string(divisor) : v.batch[a];
    }
    static std::string from_first(const std::string& at, const std::string& first) {
        if (first == at) return "";
        return first.empty() || at.empty() ? at : at + " - " + first;
    }
    std::size_t stride_of(const variables& v, std::size_t a) const {
        return a < v.batch.size() ? batch[a] : a == v.batch.size() ? row : col;
    }
    std::string element(const variables& v, const std::string& at_row, const std::string& at_col) const {
        return array + '[' + index(v, at_row, at_col) + ']';
    }
    /// The element, with its own type.
    recording::element recorded(const variables& v, const written_index& at_row, const written_index& at_col) const {
        return {array, index(v, at_row, at_col), cast.empty() ? "" : element_type};
    }
    std::string index(const variables& v, const written_index& at_row, const written_index& at_col) const {
        const auto text = [](const written_index& i) { return i.is_zero() ? "" : i.text(); };
        return index(v, text(at_row), text(at_col));
    }
};

}  // namespace heed::detail::emitted
