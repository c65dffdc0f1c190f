// SPDX-License-Identifier: BSL-1.0
// What Python code says of the types of its arrays, where that changes what a formula means: np.matrix and SymPy, whose
// * is the product of matrices, and whole numbers of few bits.
#pragma once

#include <heed_check/document/code_lines.hpp>
#include <heed_check/document/table_names.hpp>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace heed::detail {

/// Whether the values of a name in code are of np.matrix or SymPy, whose * is the product of matrices.
enum class matrix_class : unsigned char { none, some, all };

/// Notes the types of the names that statements bind.
class array_types {
public:
    array_types(std::map<std::string, matrix_class>& classes, std::set<std::string>& narrow)
        : classes_(classes), narrow_(narrow) {}

    void read(const std::string& statement) {
        const std::size_t equals = find_outside(statement, '=');
        const std::string name(first_word(statement));
        if (equals == std::string::npos || name.empty()) return;
        const std::string value = trimmed_code(std::string_view(statement).substr(equals + 1));
        note_class(name, value);
        note_narrow(name, value);
    }

private:
    /// A = np.matrix(...) or Matrix(...), and what is computed from A.
    void note_class(const std::string& name, const std::string& value) {
        const bool is_of = is_of_matrix_class(value);
        const auto [at, is_new] = classes_.try_emplace(name, is_of ? matrix_class::all : matrix_class::none);
        const bool was_of = at->second != matrix_class::none;
        if (!is_new && was_of != is_of) at->second = matrix_class::some;
    }
    bool is_of_matrix_class(const std::string& value) const {
        for (const std::string_view makes : {".matrix(", ".mat(", ".asmatrix(", ".bmat(", ".Matrix("})
            if (value.find(makes) != std::string::npos) return true;
        if (value.compare(0, 7, "Matrix(") == 0) return true;
        for (const std::string_view other : {"np.array(", "np.asarray(", "numpy.array(", "numpy.asarray("})
            if (value.compare(0, other.size(), other) == 0) return false;
        return has_word(value, [&](const std::string& word) {
            const auto known = classes_.find(word);
            return known != classes_.end() && known->second != matrix_class::none;
        });
    }
    /// A = np.array(..., dtype=np.int8), and what is computed from A.
    void note_narrow(const std::string& name, const std::string& value) {
        const bool narrow = has_word(value, [&](const std::string& word) {
            for (const std::string_view type :
                 {"int8", "uint8", "int16", "uint16", "int32", "uint32", "short", "ubyte", "intc"})
                if (word == type) return true;
            return narrow_.count(word) != 0;
        });
        if (narrow)
            narrow_.insert(name);
        else
            narrow_.erase(name);
    }
    template <typename Is>
    static bool has_word(const std::string& text, const Is& is) {
        formula_scanner scan(text);
        while (scan.peek() != '\0') {
            if (!formula_scanner::is_word(scan.peek()))
                scan.skip();
            else if (is(std::string(scan.word())))
                return true;
        }
        return false;
    }

    std::map<std::string, matrix_class>& classes_;
    std::set<std::string>& narrow_;
};

}  // namespace heed::detail
