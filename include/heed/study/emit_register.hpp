// SPDX-License-Identifier: BSL-1.0
// Registers of emitted files: what their types and functions are called. One number is a register of one lane.
#pragma once

#include <heed/study/emit_text.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// Registers of some lanes. In the texts of functions $ is how many, REALS, MASK and COUNTS are their types, REAL is
/// the type of a lane, numbers end in @.
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

/// A function of emitted files that adds products to a block of sums: how many rows of how many registers, of how many
/// lanes; what the left operand has for elements, where that is another type; what it does beside the sums.
struct accumulation {
    enum beside_type : unsigned char { nothing, copying, fetching, fetching_in_order };
    std::size_t rows, registers, lanes;
    std::string element;
    beside_type beside = nothing;

    std::string name() const {
        constexpr const char* words[] = {"", "_copying", "_fetching", "_fetching_in_order"};
        return "add_" + std::to_string(rows) + 'x' + std::to_string(registers) + "_of_" + std::to_string(lanes) +
               (element.empty() ? "" : "_from_" + as_identifier(element)) + words[beside];
    }
    friend bool operator==(const accumulation&, const accumulation&) = default;
};
inline std::string copy_name(std::size_t lanes, const std::string& element) {
    return "copy_rows_to_" + std::to_string(lanes) + "_lanes" +
           (element.empty() ? "" : "_from_" + as_identifier(element));
}

}  // namespace heed::detail::emitted
