// SPDX-License-Identifier: BSL-1.0
// The loop over elements that do not depend on each other.
#pragma once

#include <heed/kernel/machine_of_rows.hpp>
#include <heed/lower/loop_part.hpp>
#include <heed/meta/config.hpp>

namespace heed::detail {

template <machine_of_maps M>
HEED_INLINE constexpr void map_kernel(const M& m) {
    m.template part<loop_part::elements>([&]() HEED_INLINE_LAMBDA {
        m.rows([&](auto i) HEED_INLINE_LAMBDA {
            m.along_result([&]<class V>(auto j)
                               HEED_INLINE_LAMBDA { m.template set_result<V>(i, j, m.template prologue<V>(i, j)); });
        });
    });
}

}  // namespace heed::detail
