// SPDX-License-Identifier: BSL-1.0
// The memory of a plan beside operands and results, and the offsets of its buffers, for given lengths: as numbers, or
// as counts in terms of lengths.
#pragma once

#include <heed/lower/renamed_lengths.hpp>
#include <heed/lower/scratch.hpp>
#include <heed/meta/sized_list.hpp>
#include <heed/tensor/storage.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

constexpr std::size_t rounded_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

/// Like run/sized_plan.hpp: buffers in the order of their offsets in the plan, each after those that end before it
/// there. at(size) is the value of a size of the plan.
template <class At>
class workspace_count {
    using count = std::invoke_result_t<At, std::size_t>;

public:
    constexpr workspace_count(const plan_view& p, const length_list& lengths, std::size_t element_bytes, const At& at)
        : plan_(p), offsets_(p.buffers.size()), scratch_(at(0)), most_scratch_(at(0)) {
        sized_list<std::size_t> by_offset(p.buffers.size());
        for (std::size_t id = 0; id < p.buffers.size(); ++id) {
            std::size_t k = id;
            for (; k > 0 && first(by_offset[k - 1]) > first(id); --k) by_offset[k] = by_offset[k - 1];
            by_offset[k] = id;
        }
        const std::size_t granule = element_bytes >= heap_alignment ? 1 : heap_alignment / element_bytes;
        sized_list<count> ends(p.buffers.size());
        for (const std::size_t id : by_offset) {
            offsets_[id] = at(0);
            for (const std::size_t other : by_offset)
                if (other != id && first(other) + p.buffers[other].elements <= first(id))
                    offsets_[id] = larger(offsets_[id], ends[other]);
            ends[id] = offsets_[id] + rounded_up(at(p.buffers[id].elements), granule);
            scratch_ = larger(scratch_, ends[id]);
        }
        for (const step& s : p.steps)
            most_scratch_ =
                larger(most_scratch_,
                       scratch_elements(with_lengths_of(p.kernels[s.kernel], s.lengths, lengths), element_bytes, at));
    }

    constexpr const count& offset_of(std::size_t buffer) const { return offsets_[buffer]; }
    /// Of all buffers.
    constexpr const count& scratch() const { return scratch_; }
    constexpr count elements() const { return scratch_ + most_scratch_; }

private:
    constexpr std::size_t first(std::size_t id) const { return plan_.buffers[id].offset; }

    plan_view plan_;
    sized_list<count> offsets_;
    count scratch_, most_scratch_;
};

}  // namespace heed::detail
