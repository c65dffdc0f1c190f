// SPDX-License-Identifier: BSL-1.0
// The cost of a formula with dynamic extents: counts in terms of them.
#pragma once

#include <heed/study/cost_of_view.hpp>
#include <heed/study/subject/length_sum.hpp>

#include <cstddef>

namespace heed {

namespace study {

/// figures whose counts are sums of products of dynamic extents, such as 256 query key + 64 query. The workspace is
/// known only for given sizes, because buffers begin at multiples of 64 bytes.
template <class Count>
struct figures_in_lengths {
    Count flops = 0;              ///< as of figures
    Count multiply_adds = 0;      ///< as of figures
    Count exp = 0;                ///< as of figures
    Count transcendentals = 0;    ///< as of figures
    Count index_operations = 0;   ///< as of figures
    Count rescales = 0;           ///< query floor((key - 1) / 64)
    Count bytes_in = 0;           ///< as of figures
    Count bytes_out = 0;          ///< as of figures
    std::size_t temporaries = 0;  ///< as of figures
    Count temporary_bytes = 0;    ///< as of figures

    /// Whether all counts are the same sums.
    friend constexpr bool operator==(const figures_in_lengths&, const figures_in_lengths&) = default;
};

/// costs with dynamic extents. The number of tiles that a mask skips is known only for given sizes.
template <class Count>
struct costs_in_lengths : figures_in_lengths<Count> {
    figures_in_lengths<Count> naive{};  ///< as if each operation were a loop of its own that stores its result

    /// Whether all counts are the same sums.
    friend constexpr bool operator==(const costs_in_lengths&, const costs_in_lengths&) = default;
};

}  // namespace study

namespace detail {

/// The type of the counts of E.
template <class E>
using count_of = length_sum<typename study_subject<E>::numbers>;

template <class Count>
constexpr study::costs_in_lengths<Count> costs_in_lengths_of(const study_view& v) {
    using figures = study::figures_in_lengths<Count>;
    const std::size_t element_bytes = v.computed_in.bytes;
    study::costs_in_lengths<Count> c{figures_from<figures>(cost_count<Count>(v.steps).run()),
                                     naive_figures<figures, Count>(v.written, v.leaves, element_bytes)};
    c.bytes_in = c.naive.bytes_in;
    c.bytes_out = c.naive.bytes_out;
    c.temporaries = v.steps.temporaries();
    for (const buffer& b : v.steps.buffers)
        if (!b.tile) c.temporary_bytes = c.temporary_bytes + b.elements * element_bytes;
    return c;
}

}  // namespace detail
}  // namespace heed
