// SPDX-License-Identifier: BSL-1.0
// Everything but verification compiles in any arithmetic.
#include <heed/heed.hpp>
#include <heed/io.hpp>
#include <heed/study.hpp>
#include <heed_page/page.hpp>

using namespace heed;

tensor<float, 12, 16> q, k, v;
tensor y = softmax(q * transpose(k) / sqrt(dim<1>(k))) * v;
