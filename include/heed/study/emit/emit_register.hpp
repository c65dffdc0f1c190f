// SPDX-License-Identifier: BSL-1.0
// The names of register types and their functions in emitted files. A single number is a register of one lane.
#pragma once

#include <heed/study/emit/emit_text.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// A register type. In the texts of functions, $ stands for the number of lanes; REALS, MASK and COUNTS for its types;
/// REAL for the type of a lane; @ for the suffix of its literals.
struct vector_type {
    number_type number;
    std::size_t lanes;

    std::string name() const {
        return lanes == 1 ? number.name : std::string(number.name) + "s_" + std::to_string(lanes);
    }
    std::string text(std::string of) const {
        of = replaced(replaced(of, "REALS", name()), "$", std::to_string(lanes));
        of = replaced(replaced(of, "MASK", "mask_of_" + std::to_string(lanes)), "COUNTS",
                      "counts_" + std::to_string(lanes));
        of = replaced(replaced(of, "REAL", number.name), "@", number.suffix);
        return replaced(of, "WORD", number.is_float ? "unsigned" : "unsigned long long");
    }
};

/// A function of an emitted file that adds products to a block of sums, with its numbers of rows, of registers per row
/// and of lanes, the element type of the left operand if it differs, the extra work in its loop, and the terms of
/// a block, or 0 if all are one block (lower/tiles.hpp).
struct accumulation {
    enum beside_type : unsigned char { nothing, copying, fetching, fetching_in_order, fetching_rows };
    std::size_t rows, registers, lanes;
    std::string element;
    beside_type beside = nothing;
    std::size_t block = 0;

    std::string name() const {
        constexpr const char* words[] = {"", "_copying", "_fetching", "_fetching_in_order", "_fetching_rows"};
        return "add_" + std::to_string(rows) + 'x' + std::to_string(registers) + "_of_" + std::to_string(lanes) +
               (element.empty() ? "" : "_from_" + as_identifier(element)) + words[beside] +
               (block == 0 ? "" : "_in_blocks_of_" + std::to_string(block));
    }
    friend bool operator==(const accumulation&, const accumulation&) = default;
};
inline std::string copy_name(std::size_t lanes, const std::string& element) {
    return "copy_rows_to_" + std::to_string(lanes) + "_lanes" +
           (element.empty() ? "" : "_from_" + as_identifier(element));
}

}  // namespace heed::detail::emitted
