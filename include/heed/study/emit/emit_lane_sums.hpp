// SPDX-License-Identifier: BSL-1.0
// Sums and maxima across lanes in emitted files: simd/lane_sums.hpp as text.
#pragma once

#include <heed/scalar/halved_lanes.hpp>
#include <heed/study/emit/helper_function.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

/// Exchanges lanes l and l ^ half of a register.
inline std::string exchanged_by(std::size_t half, std::size_t lanes) {
    std::string text = "__builtin_shufflevector(x, x";
    for (std::size_t l = 0; l < lanes; ++l) text += ", " + std::to_string(l ^ half);
    return text + ')';
}

inline void add_folds_of_lanes(helper_list& list, const vector_type& v) {
    std::string sum, largest = "    REALS other;\n";
    for (std::size_t half = v.lanes / 2; half > 0; half /= 2) {
        sum += "    x += " + exchanged_by(half, v.lanes) + ";\n";
        largest += "    other = " + exchanged_by(half, v.lanes) + ";\n    x = raised_$(x, other);\n";
    }
    list.add(v, "sum_of_lanes_$", "lanes are added to those half a register away, then a quarter ...",
             "INLINE REAL sum_of_lanes_$(REALS x)", sum + "    return x[0];\n");
    list.add(v, "largest_of_lanes_$", "", "INLINE REAL largest_of_lanes_$(REALS x)", largest + "    return x[0];\n");
}

/// Lane l is the sum of the lanes of row[l].
inline void add_sums_of_rows(helper_list& list, const vector_type& v) {
    const std::size_t unit = 16 / v.number.bytes();
    std::string text;
    std::size_t used = 0, bit = first_halved_bit(v.lanes, unit);
    for (std::size_t half = v.lanes / 2; half > 0; half /= 2, bit = next_halved_bit(bit, v.lanes)) {
        const std::string n = std::to_string(half), b = std::to_string(bit);
        for (const bool last : {false, true}) {
            const std::string name = std::string(last ? "last_" : "first_") + n + "_of_$";
            std::string body = "    return __builtin_shufflevector(a, b";
            for (std::size_t l = 0; l < v.lanes; ++l)
                body += ", " + std::to_string(lane_of_halves(l, half, last, v.lanes, unit));
            list.add(v, name, "", "INLINE REALS " + name + "(REALS a, REALS b)", body + ");\n");
        }
        text += "    UNROLL\n    for (int i = 0; i < $; ++i)\n        if ((i & " + std::to_string(used | bit) +
                ") == 0)\n            row[i] = first_" + n + "_of_$(row[i], row[i + " + b + "]) + last_" + n +
                "_of_$(row[i], row[i + " + b + "]);\n";
        used |= bit;
    }
    list.add(
        v, "sums_of_rows_$",
        "lane l is the sum of the lanes of row[l]: rows that differ in a bit become one, of half the lanes of each",
        "INLINE REALS sums_of_rows_$(" + list.words().language.array("REALS", "row", "[$]") + ')',
        text + "    return row[0];\n");
}

inline void add_lane_sums(helper_list& list, const vector_type& v) {
    if (v.lanes == 1) return;
    add_folds_of_lanes(list, v);
    add_sums_of_rows(list, v);
}

}  // namespace heed::detail::emitted
