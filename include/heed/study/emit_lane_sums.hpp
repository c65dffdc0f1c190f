// SPDX-License-Identifier: BSL-1.0
// The sum of the lanes of a register in emitted files: simd/lane_sums.hpp as C.
#pragma once

#include <heed/study/emit_register.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

inline void add_lane_sums(std::vector<c_function>& list, const vector_type& v) {
    if (v.lanes == 1) return;
    std::string text = R"(/* lanes are added to those half a register away, then a quarter ... */
INLINE REAL sum_of_lanes_$(REALS x) {
)";
    for (std::size_t half = v.lanes / 2; half > 0; half /= 2) {
        text += "    x += __builtin_shufflevector(x, x";
        for (std::size_t l = 0; l < v.lanes; ++l) text += ", " + std::to_string(l ^ half);
        text += ");\n";
    }
    v.add(list, "sum_of_lanes_$", text + "    return x[0];\n}\n");
}

}  // namespace heed::detail::emitted
