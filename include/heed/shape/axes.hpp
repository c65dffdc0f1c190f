// SPDX-License-Identifier: BSL-1.0
// The field's names for axes.
#pragma once

#include <heed/shape/extent.hpp>

namespace heed::axes {

inline constexpr axis batch{"batch"};
inline constexpr axis head{"head"};
inline constexpr axis kv_head{"kv_head"};
inline constexpr axis query{"query"};
inline constexpr axis key{"key"};
inline constexpr axis head_dim{"head_dim"};
inline constexpr axis value_dim{"value_dim"};
inline constexpr axis tokens{"tokens"};
inline constexpr axis d_model{"d_model"};

}  // namespace heed::axes
