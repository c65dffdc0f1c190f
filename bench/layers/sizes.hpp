// SPDX-License-Identifier: BSL-1.0
// Sizes and names of what peers compute too.
#pragma once

#include <cstddef>

namespace bench {

inline constexpr std::size_t ff_rows = 128, ff_width = 768, ff_hidden = 3072;
inline constexpr double ff_product_flops = 2.0 * ff_rows * ff_width * ff_hidden;
inline constexpr const char* feed_forward_relu = "feed-forward 128 x 768 x 3072 x 768, relu";
inline constexpr const char* feed_forward_gated = "feed-forward 128 x 768 x 3072 x 768, gated";
inline constexpr const char* row_by_matrix = "x * W, W 768 x 3072";
inline constexpr const char* matrix_by_column = "W * x, W 3072 x 768";

}  // namespace bench
