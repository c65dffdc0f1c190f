// SPDX-License-Identifier: BSL-1.0
// A formula of somebody else, for a page.
#pragma once

#include <heed/heed.hpp>

inline heed::tensor<float, 6, 4> Q, K, V;
inline auto attend() { return softmax(Q * transpose(K) / sqrt(heed::dim<1>(K))) * V; }
