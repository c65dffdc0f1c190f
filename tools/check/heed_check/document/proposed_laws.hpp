// SPDX-License-Identifier: BSL-1.0
// The laws that hold for the matrices of a proposal: rows that are distributions, and weighted means that lie within
// their values.
#pragma once

#include <heed_check/document/matrix_laws.hpp>
#include <heed_check/document/proposal.hpp>
#include <heed_check/document/quantities.hpp>
#include <heed_check/document/table_names.hpp>
#include <heed_check/tables/known_places.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

class proposed_laws {
public:
    /// in  the arithmetic in which all matrices were computed
    proposed_laws(std::vector<proposed_matrix>& all, arithmetic in) : all_(all), in_(in) {}

    void find_laws() {
        for (proposed_matrix& q : all_) {
            if (q.in_full && is_wrong_softmax(q))
                q.laws.push_back(text_of(page_law{page_law_kind::distributions, q.name, ""}));
            if (q.rank() != 2 || !q.in_full || !q.laws.empty()) continue;
            const page_law law{detail::page_law_kind::distributions, q.name, ""};
            q.columns_sum_to_one = q.rows() > 1 && holds(law, transposed(q.table), q, nullptr);
            const bool found = says_something(q.table) && holds(law, q.table, q, nullptr) &&
                               holds(law, with_all_places(q.table), q, nullptr);
            if (q.columns() > 1 && (found || is_softmax_of_rows(q.stated))) q.laws.push_back(text_of(law));
        }
        for (proposed_matrix& q : all_) {
            const std::size_t star = std::min(q.formula.find(" * "), q.formula.find(" @ "));
            if (star == std::string::npos || !q.in_full || (q.consistent == 0 && !q.is_stated())) continue;
            const std::string left = q.formula.substr(0, star), right = q.formula.substr(star + 3);
            const proposed_matrix *weights = find(left), *values = find(right);
            const page_law law{page_law_kind::within, q.name, right};
            if (weights != nullptr && values != nullptr && !weights->laws.empty() && holds(law, q.table, q, values))
                q.laws.push_back(text_of(law));
        }
    }

private:
    /// Whether code states the softmax of a library along the last axis: torch.softmax(S / 2, dim=-1)
    static bool is_softmax_of_rows(const std::string& stated) {
        const std::size_t open = stated.find('(');
        if (open == std::string::npos || open < 8 || stated.compare(open - 8, 8, ".softmax") != 0) return false;
        const std::size_t close = closing_bracket(stated, open);
        if (close + 1 != stated.size()) return false;
        const std::vector<std::string_view> all =
            arguments_of(std::string_view(stated).substr(open + 1, close - open - 1));
        return all.size() == 2 && (all[1] == "-1" || all[1] == "dim=-1" || all[1] == "axis=-1");
    }
    /// Whether the document states a softmax of rows, and the numbers follow from it as far as its operand is known,
    /// but rows that nearly sum to one do not.
    bool is_wrong_softmax(const proposed_matrix& q) const {
        const bool along_rows = q.formula.compare(0, 8, "softmax(") == 0 && !is_along_columns(q.formula) &&
                                closing_bracket(q.formula, 7) + 1 == q.formula.size();
        return q.is_stated() && q.holds() && along_rows && !q.exact && nearly_sums_to_one(q.table) &&
               !holds({page_law_kind::distributions, q.name, ""}, q.table, q, nullptr);
    }
    static bool nearly_sums_to_one(const printed_table& t) {
        const std::size_t columns = t.extents.back();
        if (columns < 2) return false;
        for (std::size_t first = 0; first + columns <= t.entries.size(); first += columns) {
            double sum = 0;
            for (std::size_t i = first; i < first + columns; ++i) sum += double_of_digits(t.entries[i]);
            if (sum < 0.9 || sum > 1.1) return false;
        }
        return true;
    }
    /// Whether a row has other numbers than zeros and a one, and not the same number everywhere: such rows may sum to
    /// one by chance.
    static bool says_something(const printed_table& t) {
        const std::size_t columns = t.extents[1];
        for (std::size_t first = 0; first + columns <= t.entries.size(); first += columns) {
            bool other = false, differs = false;
            for (std::size_t i = first; i < first + columns; ++i) {
                const double x = double_of_digits(t.entries[i]);
                other = other || (x != 0 && x != 1);
                differs = differs || x != double_of_digits(t.entries[first]);
            }
            if (other && differs) return true;
        }
        return false;
    }
    /// A bare 1 among decimals is no number that was rounded to whole ones.
    static printed_table with_all_places(printed_table t) {
        const short places = most_places(t);
        for (decimal& d : t.entries)
            for (; d.places < places && d.digits < 1'000'000 && d.digits > -1'000'000; ++d.places) d.digits *= 10;
        return t;
    }
    bool holds(const page_law& law, const printed_table& table, const proposed_matrix& q,
               const proposed_matrix* other) const {
        try {
            const subject_numbers numbers = numbers_of(table, q.exact ? reading::exact : reading::rounded);
            const subject_numbers second =
                other == nullptr ? numbers : numbers_of(other->table, other->exact ? reading::exact : reading::rounded);
            return examine_law(law, numbers, second, in_).found.consistent();
        } catch (const formula_error&) {
            return false;
        }
    }
    static printed_table transposed(const printed_table& t) {
        printed_table turned{};
        turned.extents = {t.extents[1], t.extents[0]};
        for (std::size_t j = 0; j < t.extents[1]; ++j)
            for (std::size_t i = 0; i < t.extents[0]; ++i) turned.entries.push_back(t.entries[i * t.extents[1] + j]);
        return turned;
    }
    const proposed_matrix* find(const std::string& name) const {
        for (const proposed_matrix& q : all_)
            if (q.name == name) return &q;
        return nullptr;
    }

    std::vector<proposed_matrix>& all_;
    arithmetic in_;
};

}  // namespace heed::detail
