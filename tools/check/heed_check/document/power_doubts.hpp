// SPDX-License-Identifier: BSL-1.0
// P^2 of elements where another power of P is one of matrices: a document means one of them.
#pragma once

#include <heed_check/document/proposal.hpp>
#include <heed_check/document/trials.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

/// A formula that is a power of elements of a matrix: (P ** 2). It is P @ P then if P^2 is one of matrices.
struct power_of_elements {
    std::string of{};  ///< P; empty if it is none
    int exponent = 0;

    static power_of_elements in(const std::string& formula) {
        constexpr std::size_t behind = 6;  // " ** 2)"
        if (formula.size() <= behind + 1 || formula[0] != '(') return {};
        const std::string name = formula.substr(1, formula.size() - behind - 1);
        const bool is_power = formula.compare(name.size() + 1, 4, " ** ") == 0 && formula.back() == ')';
        return is_power && name.find(' ') == std::string::npos
                   ? power_of_elements{name, formula[formula.size() - 2] - '0'}
                   : power_of_elements{};
    }
    std::string of_matrices(int n) const { return n == 1 ? of : of_matrices(n - 1) + " @ " + of; }
};

/// Where words state both powers of a matrix, asks for the one of matrices.
inline void doubt_powers(std::vector<proposed_matrix>& all, formula_trials& trials) {
    constexpr int most = 4;
    for (std::size_t i = 0; i < all.size(); ++i) {
        proposed_matrix& t = all[i];
        const power_of_elements power = power_of_elements::in(t.formula);
        if (power.of.empty() || !t.is_stated() || !t.has_powers) continue;
        const auto is_of_matrices = [&](const proposed_matrix& q) {
            bool is = false;
            for (int n = 2; n <= most; ++n) is = is || q.formula == power.of_matrices(n);
            return is && q.has_powers && q.holds();
        };
        if (std::none_of(all.begin(), all.end(), is_of_matrices)) continue;
        const proposed_matrix found = t;
        t.formula.clear();
        trials.take_if_better(i, power.of_matrices(power.exponent));
        if (t.formula.empty()) t = found;
        if (t.formula == found.formula) continue;
        t.otherwise = found.holds() ? found.formula : "";
        t.if_it_holds = true;
    }
}

}  // namespace heed::detail
