// SPDX-License-Identifier: BSL-1.0
// One workspace for the values that are stored between loops: those that are not alive at the same time share memory.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/tensor/storage.hpp>

#include <cstddef>

namespace heed::detail {

/// Times are positions in the order of execution; a whole value is alive for entire nests.
struct time_range {
    std::size_t begin = static_cast<std::size_t>(-1);
    std::size_t end = 0;

    constexpr bool meets(const time_range& other) const { return begin <= other.end && other.begin <= end; }
};

/// Gives each buffer the first gap that is free during its lifetime, those from `first` on before the others, and
/// returns the elements of the workspace.
template <std::size_t Capacity>
constexpr std::size_t share_workspace(static_vector<buffer, Capacity>& buffers,
                                      const static_vector<time_range, Capacity>& lives, std::size_t first,
                                      std::size_t element_bytes) {
    const std::size_t granule = element_bytes >= heap_alignment ? 1 : heap_alignment / element_bytes;
    static_vector<std::size_t, Capacity> by_offset;
    std::size_t ends[Capacity]{}, elements = 0;
    for (std::size_t k = 0; k < buffers.size(); ++k) {
        const std::size_t id = (first + k) % buffers.size();
        const std::size_t size = (buffers[id].elements + granule - 1) / granule * granule;
        std::size_t offset = 0;
        for (const std::size_t other : by_offset) {
            const bool meet = lives[other].meets(lives[id]);
            if (meet && ends[other] > offset && buffers[other].offset < offset + size) offset = ends[other];
        }
        buffers[id].offset = offset;
        ends[id] = offset + size;
        if (ends[id] > elements) elements = ends[id];
        by_offset.push_back(id);
        for (std::size_t p = by_offset.size() - 1; p > 0; --p) {
            if (buffers[by_offset[p - 1]].offset <= offset) break;
            by_offset[p] = by_offset[p - 1];
            by_offset[p - 1] = id;
        }
    }
    return elements;
}

}  // namespace heed::detail
