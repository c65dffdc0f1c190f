// SPDX-License-Identifier: BSL-1.0
// The field's names for axes.
#pragma once

#include <heed/shape/extent.hpp>

namespace heed::axes {

/// Entries of a batch: texts, or whatever is computed side by side.
inline constexpr axis batch{"batch"};
/// Heads of attention; those of the queries if keys have fewer.
inline constexpr axis head{"head"};
/// Heads of keys and values, each shared by several query heads.
inline constexpr axis kv_head{"kv_head"};
/// Positions that attend.
inline constexpr axis query{"query"};
/// Positions that are attended to.
inline constexpr axis key{"key"};
/// Columns of a query or a key.
inline constexpr axis head_dim{"head_dim"};
/// Columns of a value.
inline constexpr axis value_dim{"value_dim"};
/// Positions in a text.
inline constexpr axis tokens{"tokens"};
/// Columns of a token between layers.
inline constexpr axis d_model{"d_model"};

}  // namespace heed::axes
