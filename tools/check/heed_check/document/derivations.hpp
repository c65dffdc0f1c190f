// SPDX-License-Identifier: BSL-1.0
// Derivations over several signs of equality: Z = A V = [[...]] [[...]] = [[...]], on one line or on several. The last
// matrix is Z, and the product of the two before it.
#pragma once

#include <heed/printed/find_tables.hpp>
#include <heed_check/document/name_marks.hpp>
#include <heed_check/document/stated_formulas.hpp>
#include <heed_check/document/table_names.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

class derivations {
public:
    /// names  of the tables in the block
    derivations(const std::vector<found_table>& tables, const std::vector<std::string>& names,
                const document_statements& stated)
        : tables_(tables), stated_(stated), said_(tables.size()), product_(tables.size()) {
        std::string name;
        for (std::size_t i = 0; i < tables.size(); ++i) {
            const bool is_factor = i > 0 && tables[i - 1].product;
            if (begins_with_equals(tables[i].before))
                name = name_at(i, name);
            else if (!is_factor)
                name = tables[i].product ? name_in_text(with_marks(tables[i].before)) : "";
            if (!goes_on(tables[i].before) || tables[i].product) continue;
            said_[i] = name;
            if (is_behind_product(i)) product_[i] = product_of(i, names[i - 2], names[i - 1]);
        }
    }
    /// The name with which the derivation begins that a table goes on with; empty if it does not.
    const std::string& said(std::size_t i) const { return said_[i]; }
    /// The product of the tables before it that a table is; empty if it is none.
    const std::string& product(std::size_t i) const { return product_[i]; }

private:
    /// Whether a text is only a sign of equality: a matrix behind it goes on with a formula.
    static bool goes_on(const std::string& before) {
        return before.find('=') != std::string::npos && before.find_first_not_of(" \t&=$") == std::string::npos;
    }
    static bool begins_with_equals(const std::string& before) {
        const std::size_t first = before.find_first_not_of(" \t&$");
        return first != std::string::npos && before[first] == '=';
    }
    /// The name that a line directly above states a formula for, else that of the derivation so far.
    std::string name_at(std::size_t i, const std::string& so_far) const {
        std::string name;
        for (const stated_formula& s : stated_.formulas)
            if (!s.in_code() && s.line < tables_[i].line && s.line + 2 >= tables_[i].line) name = s.name;
        if (!name.empty() || i == 0) return name;
        const printed_table& last = tables_[i - 1].table;
        const std::size_t rows = last.extents.empty() ? 1 : last.extents[0];
        return tables_[i].line <= tables_[i - 1].line + rows + 2 ? so_far : "";
    }
    bool is_behind_product(std::size_t i) const {
        if (i < 2 || !tables_[i - 2].product || tables_[i - 1].product) return false;
        const std::string_view before = without_end(tables_[i - 2].before, " \t");
        return !tables_[i - 2].error && !tables_[i - 1].error && !before.empty() && before.back() == '=';
    }
    std::string product_of(std::size_t i, const std::string& left, const std::string& right) const {
        const std::string& sign = tables_[i - 1].before;
        const auto is = [&](std::string_view one) { return sign.find(one) != std::string::npos; };
        if (is("\\odot") || is("\\circ")) return "hadamard(" + left + ", " + right + ")";
        const bool of_matrices = sign.find_first_not_of(" \t") == std::string::npos || is("\\cdot") || is("\\times");
        return of_matrices ? left + " * " + right : "";
    }

    const std::vector<found_table>& tables_;
    const document_statements& stated_;
    std::vector<std::string> said_, product_;
};

}  // namespace heed::detail
