// SPDX-License-Identifier: BSL-1.0
// The kernel that inverts small matrices.
#pragma once

#include <heed/kernel/machine_of_rows.hpp>
#include <heed/lower/loop_part.hpp>
#include <heed/meta/config.hpp>

namespace heed::detail {

/// Inverts one matrix. All of it is read before anything is written.
template <machine_of_inverses M>
HEED_INLINE constexpr void inverse_kernel(const M& m) {
    const auto n = m.row_length();
    const auto left = m.square("left", 0), right = m.square("right", 1);
    m.template part<loop_part::read>([&]() HEED_INLINE_LAMBDA {
        m.lines([&](auto i) HEED_INLINE_LAMBDA {
            m.along_prologue([&]<class V>(auto j)
                                 HEED_INLINE_LAMBDA { m.store(left, i * n + j, m.template prologue<V>(i, j)); });
        });
    });
    m.template part<loop_part::columns>([&]() HEED_INLINE_LAMBDA { m.invert(left, right); });
    m.template part<loop_part::write>([&]() HEED_INLINE_LAMBDA {
        m.lines([&](auto i) HEED_INLINE_LAMBDA {
            m.along_numbers([&]<class T>(auto j)
                                HEED_INLINE_LAMBDA { m.set_result(i, j, m.template load<T>(right, i * n + j)); });
        });
    });
}

}  // namespace heed::detail
