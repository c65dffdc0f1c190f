// SPDX-License-Identifier: BSL-1.0
// The formats of numbers that a document names.
#pragma once

#include <heed/verify/question.hpp>
#include <heed_check/formula/scanner.hpp>
#include <heed_check/tables/text_words.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace heed::detail {

inline bool is_of_16_bits(arithmetic a) { return a == in_float16 || a == in_bfloat16; }

/// The formats that a document names. Of 16 bits a dtype tells, no other word: their rounding explains too much.
class format_finder {
public:
    void read(std::string_view line) {
        has_r_ = has_r_ || is_matrix_of_r(line);
        for (const std::string_view library : {"torch", "tensorflow", "keras", "jax"})
            has_library_ = has_library_ || line.find(library) != std::string_view::npos;
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
    /// There is code of R, or its output.
    void note_r() { has_r_ = true; }
    /// The format, if there is one only.
    arithmetic only() const { return several_ ? arithmetic::exact : found_; }
    /// Whether R computed, which has only doubles and prints 7 digits of them, and no library is named that has others.
    bool has_only_doubles() const { return has_r_ && !has_library_ && !several_ && found_ == arithmetic::exact; }

private:
    /// [,1] [,2] above the rows of R, and [1,] at the beginning of one, perhaps behind ## or #>
    static bool is_matrix_of_r(std::string_view line) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t#>"), line.size()));
        const std::string_view first = line.substr(0, line.find_first_of(" \t\r"));
        return column_of_r(first) != 0 || is_index_of_r(first, true);
    }
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
    bool has_r_ = false, has_library_ = false;
};

}  // namespace heed::detail
