// SPDX-License-Identifier: BSL-1.0
// The steps of an einsum: sums of each operand alone, a permutation, one product, sums, a permutation.
#pragma once

#include <heed/meta/static_vector.hpp>
#include <heed/shape/subscripts.hpp>

#include <cstddef>

namespace heed::detail {

/// Axis numbers.
using axis_numbers = static_vector<std::size_t, max_rank + 2>;

/// How to permute axes, some of which the operand does not have: these have extent 1.
struct axis_arrangement {
    axis_numbers order{};  ///< of the existing axes
    axis_numbers units{};  ///< positions at which an axis of extent 1 is inserted, ascending

    friend constexpr bool operator==(const axis_arrangement&, const axis_arrangement&) = default;
};

constexpr bool is_in_order(const axis_numbers& order) {
    for (std::size_t i = 0; i < order.size(); ++i)
        if (order[i] != i) return false;
    return true;
}

/// From letters to the same letters in another order. Missing leading axes are not inserted, because they are
/// broadcast.
constexpr axis_arrangement arrangement(const axis_letters& from, const axis_letters& to, std::size_t matrix_axes) {
    axis_arrangement a;
    std::size_t first = 0;
    while (first + matrix_axes < to.size() && !from.has(to[first])) ++first;
    for (std::size_t i = first; i < to.size(); ++i)
        if (from.has(to[i]))
            a.order.push_back(from.position(to[i]));
        else
            a.units.push_back(i - first);
    return a;
}

/// The numbers of the axes whose letters are in a set, the last one first.
constexpr axis_numbers axes_of(const axis_letters& letters, const axis_letters& some) {
    axis_numbers found;
    for (std::size_t i = letters.size(); i-- > 0;)
        if (some.has(letters[i])) found.push_back(i);
    return found;
}

struct einsum_plan {
    axis_numbers sums[2]{};  ///< the axes of each operand that are summed before the product, the last one first
    axis_arrangement operands[2]{};
    bool is_product = false;    ///< whether it is a matrix product of the last two axes, else elementwise
    axis_numbers later_sums{};  ///< axes of the product that are summed, the last one first
    axis_numbers dropped{};     ///< axes of extent 1 of the remaining ones, the last one first
    axis_numbers order{};       ///< of the remaining axes, for the result
    bool fits = true;           ///< whether no step has more axes than tensors may have
};

/// A letter that occurs in no text: it stands for an axis of extent 1.
inline constexpr char no_letter = ' ';

/// Letters grouped by where they occur.
class einsum_planning {
public:
    constexpr einsum_planning(const subscripts& s, const shape& a) : s_(s), a_(a) {
        for (std::size_t o = 0; o < 2; ++o) {
            const axis_letters &own = s.operands[o], unused = own.not_in(s.result).not_in(s.operands[1 - o]);
            plan_.sums[o] = axes_of(own, unused);
            left_[o] = own.not_in(unused);
        }
    }

    constexpr einsum_plan run() {
        const axis_letters rows = left_[0].not_in(left_[1]), columns = left_[1].not_in(left_[0]);
        const axis_letters summed = left_[0].not_in(s_.result);
        if (summed.empty() || (rows.empty() && columns.empty()))
            plan_elementwise(summed);
        else
            plan_product(last_of(rows), longest(summed), last_of(columns), summed);
        return plan_;
    }

private:
    /// The letter with the largest extent: the product sums over it. An extent without a bound may be any.
    constexpr char longest(const axis_letters& letters) const {
        const auto size = [&](char c) {
            const extent& e = a_[s_.operands[0].position(c)];
            return e.is_dynamic() && e.most() != 0 ? e.most() : e.size;
        };
        char found = letters[0];
        for (const char c : letters)
            if (size(c) >= size(found)) found = c;
        return found;
    }

    static constexpr char last_of(const axis_letters& letters) {
        return letters.empty() ? no_letter : letters[letters.size() - 1];
    }

    /// Letters that are summed later, then those of the result without those of the matrices.
    constexpr axis_letters leading_letters(const axis_letters& summed, const axis_letters& of_matrices) const {
        axis_letters leading = summed.not_in(of_matrices);
        for (const char c : s_.result.not_in(of_matrices)) leading.push_back(c);
        return leading;
    }

    constexpr void plan_elementwise(const axis_letters& summed) {
        const axis_letters all = leading_letters(summed, {});
        finish(all, summed);
        for (std::size_t o = 0; o < 2 && plan_.fits; ++o) plan_.operands[o] = arrangement(left_[o], all, 0);
    }

    constexpr void plan_product(char row, char inner, char column, const axis_letters& summed) {
        const axis_letters leading = leading_letters(summed, axis_letters{{row, inner, column}, 3});
        axis_letters left = leading, right = leading, product = leading;
        left.push_back(row), left.push_back(inner);
        right.push_back(inner), right.push_back(column);
        product.push_back(row), product.push_back(column);
        plan_.is_product = true;
        finish(product, summed.not_in(axis_letters{{inner}, 1}));
        if (!plan_.fits) return;
        plan_.operands[0] = arrangement(left_[0], left, 2);
        plan_.operands[1] = arrangement(left_[1], right, 2);
    }

    /// From the letters of the product to those of the result.
    constexpr void finish(const axis_letters& product, const axis_letters& summed) {
        plan_.fits = product.size() <= max_rank;
        if (!plan_.fits) return;
        constexpr axis_letters none{{no_letter}, 1};
        const axis_letters kept = product.not_in(summed), named = kept.not_in(none);
        plan_.later_sums = axes_of(product, summed);
        plan_.dropped = axes_of(kept, none);
        for (const char c : s_.result) plan_.order.push_back(named.position(c));
    }

    const subscripts& s_;
    const shape& a_;
    axis_letters left_[2]{};  ///< of each operand, after its own letters were summed
    einsum_plan plan_{};
};

/// For operands that fit. One operand needs only sums and a permutation.
constexpr einsum_plan plan_einsum(const subscripts& s, const shape& a) {
    if (s.operand_count == 2) return einsum_planning(s, a).run();
    einsum_plan plan;
    plan.sums[0] = axes_of(s.operands[0], s.operands[0].not_in(s.result));
    const axis_letters kept = s.operands[0].also_in(s.result);
    for (const char c : s.result) plan.order.push_back(kept.position(c));
    return plan;
}

}  // namespace heed::detail
