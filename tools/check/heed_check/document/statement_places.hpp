// SPDX-License-Identifier: BSL-1.0
// Which statements of a document stand before each of its matrices. What the output of code shows was printed within
// the code, perhaps before its last statements.
#pragma once

#include <heed_check/document/proposal.hpp>
#include <heed_check/document/stated_formulas.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace heed::detail {

class statement_places {
public:
    statement_places(std::vector<proposed_matrix>& all, const document_statements& stated)
        : all_(all), stated_(stated) {}

    void place_all() {
        for (std::size_t i = 0; i < all_.size(); ++i) place(i);
    }

private:
    void place(std::size_t target) {
        proposed_matrix& t = all_[target];
        for (const stated_formula& s : stated_.formulas) t.position += s.line <= t.line ? 1 : 0;
        const stated_code* code = nullptr;
        for (const stated_code& c : stated_.code)
            if (c.begin < t.line) code = &c;
        if (code == nullptr || code->end >= t.line || t.said.empty()) return;  // within code its place tells
        std::vector<std::size_t> shown;
        for (const shown_in_code& s : code->shown)
            if (s.name == t.said) shown.push_back(s.after);
        std::size_t before = 0, all = 0;  // matrices of this name in the output
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (all_[i].said != t.said || !is_output_of(all_[i], *code)) continue;
            ++all;
            before += i < target ? 1 : 0;
        }
        if (shown.empty()) t.placed = t.placed && code->shown.empty();  // the name is that of a text which is printed
        if (shown.empty()) return;
        const std::size_t end = t.position;
        t.position = shown.size() == all && before < all ? shown[before] : shown[0];
        for (std::size_t i = shown[0]; i < end && shown.size() != all; ++i)
            t.placed = t.placed && stated_.formulas[i].name != t.said;
    }
    /// Whether a matrix stands behind this code and no other.
    bool is_output_of(const proposed_matrix& q, const stated_code& code) const {
        return q.line > code.end && std::none_of(stated_.code.begin(), stated_.code.end(), [&](const stated_code& c) {
                   return c.begin > code.begin && c.end < q.line;
               });
    }

    std::vector<proposed_matrix>& all_;
    const document_statements& stated_;
};

}  // namespace heed::detail
