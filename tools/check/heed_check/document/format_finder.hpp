// SPDX-License-Identifier: BSL-1.0
// The formats of numbers that a document names.
#pragma once

#include <heed/verify/question.hpp>
#include <heed_check/formula/scanner.hpp>

#include <cstddef>
#include <string_view>

namespace heed::detail {

inline bool is_of_16_bits(arithmetic a) { return a == in_float16 || a == in_bfloat16; }

/// The formats that a document names. Of 16 bits a dtype tells, no other word: their rounding explains too much.
class format_finder {
public:
    void read(std::string_view line) {
        for (const arithmetic a : {in_float64, in_float32, in_float16, in_bfloat16}) {
            const std::string_view name = name_of(a);
            for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
                const std::size_t end = at + name.size();
                const bool begins = at == 0 || !formula_scanner::is_word(line[at - 1]);
                const bool ends = end == line.size() || !formula_scanner::is_word(line[end]);
                if (begins && ends && (!is_of_16_bits(a) || is_dtype(line.substr(0, at)))) add(a);
            }
        }
    }
    /// The format, if there is one only.
    arithmetic only() const { return several_ ? arithmetic::exact : found_; }

private:
    /// dtype=, dtype=torch., dtype="
    static bool is_dtype(std::string_view before) {
        const std::size_t at = before.rfind("dtype=");
        return at != std::string_view::npos && before.find_first_of(" ,)", at) == std::string_view::npos;
    }
    void add(arithmetic a) {
        several_ = several_ || (found_ != arithmetic::exact && found_ != a);
        found_ = a;
    }
    arithmetic found_ = arithmetic::exact;
    bool several_ = false;
};

}  // namespace heed::detail
