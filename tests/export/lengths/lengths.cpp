// SPDX-License-Identifier: BSL-1.0
#include "lengths.hpp"

#include <heed/compile_kernel.hpp>
#include <heed/heed.hpp>

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

static const auto tables = heed::rope_tables<float>(64, 4, 10000);
struct turned_formula {
    auto operator()(const auto& A) const { return heed::rope(A, tables, heed::pairs::neighbours); }
};
template struct heed::compiled<turned>;

struct both_formula {
    auto operator()(const auto& A, float scale, int n) const {
        if (n < 0) throw n;
        return heed::results(scale * A, A + A);
    }
};
template struct heed::compiled<both>;
