// SPDX-License-Identifier: BSL-1.0
// Kernels that differ only in which lengths their sizes are become one kernel. An example is twelve heads over one
// sentence: the plan does not know that their numbers of keys are equal.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>

namespace heed::detail {

/// The kernel of a step, with the lengths of that step.
constexpr kernel with_lengths_of(kernel k, const renamed_lengths& names, const length_list& lengths) {
    const kernel_sizes sizes(k);
    for (std::size_t* const size : sizes.items)
        for (std::size_t i = 0; i < names.count; ++i)
            if (*size % lengths[names.known[i]] == 0) {
                *size = *size / lengths[names.known[i]] * lengths[names.fresh[i]];
                break;
            }
    return k;
}

/// Matches the lengths of one kernel with those of another.
class length_renaming {
public:
    renamed_lengths names{};

    explicit constexpr length_renaming(const length_list& lengths) : lengths_(lengths) {}

    /// Whether each length has its own name.
    constexpr bool is_identity() const {
        for (std::size_t i = 0; i < names.count; ++i)
            if (names.known[i] != names.fresh[i]) return false;
        return true;
    }

    /// Whether the kernels are equal up to the names of lengths. Then `names` has all lengths of the known kernel.
    constexpr bool fits(const kernel& known, const kernel& fresh) {
        if (lengths_.empty()) return known == fresh;
        kernel same = fresh;
        const kernel_sizes sizes(same);
        for (std::size_t i = 0; i < kernel_sizes::count; ++i)
            if (!renames(size_of_kernel(known, i), sizes[i])) return false;
        return known == same;
    }

private:
    /// Replaces `fresh` by the size of the known kernel if they differ only in a length.
    constexpr bool renames(std::size_t known, std::size_t& fresh) {
        const length_product of_known(known, lengths_);
        const std::size_t from = of_known.only_length(), to = length_product(fresh, lengths_).only_length();
        if (from == length_product::no_length || to == length_product::no_length)
            return known == fresh && keeps_all(of_known);
        if (known / lengths_[from] != fresh / lengths_[to]) return false;
        fresh = known;
        return gives(from, to);
    }
    /// A size of several lengths has the same in both kernels.
    constexpr bool keeps_all(const length_product& size) {
        for (std::size_t i = 0; i < lengths_.size(); ++i)
            if (size.power[i] != 0 && !gives(i, i)) return false;
        return true;
    }
    /// Notes that a length of the known kernel is another one in the fresh kernel; false if one of them is already
    /// something else.
    constexpr bool gives(std::size_t from, std::size_t to) {
        for (std::size_t i = 0; i < names.count; ++i)
            if (names.known[i] == from || names.fresh[i] == to) return names.known[i] == from && names.fresh[i] == to;
        if (names.count == renamed_lengths::most) return false;
        names.known[names.count] = from;
        names.fresh[names.count++] = to;
        return true;
    }

    const length_list& lengths_;
};

}  // namespace heed::detail
