// SPDX-License-Identifier: BSL-1.0
#include "lengths.hpp"

#include <heed/compile_kernel.hpp>

struct beginning_formula {
    auto operator()(const auto& K, int n) const { return heed::slice<tokens>(K, 0, n); }
};
template struct heed::compiled<beginning>;

struct doubled_formula {
    auto operator()(const auto& A) const { return A + A; }
};
template struct heed::compiled<dense>;

struct squared_formula {
    auto operator()(const auto& A) const { return A * A; }
};
template struct heed::compiled<squared>;
