// SPDX-License-Identifier: BSL-1.0
// The orders of loops of products: whatever the order, each product of an element of a with one of b is added once, to
// sums that begin with the first and are written with the last, and copies and fetches come before what needs them.
#include <heed/kernel/product.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace heed::detail;

struct sizes {
    std::size_t rows, cols, inner, block = 8, panel = 32, slab = 128, depth = 100;
};

/// A machine that notes which products were added, and from where b was read.
class counting {
public:
    struct depth_block {
        std::size_t first, count;
    };
    struct lines {
        bool is_copy;
        std::size_t first, col;
    };

    explicit counting(const sizes& s) : s_(s), added_(s.rows * s.cols * s.inner) {}

    mutable std::string wrong{};  ///< kernels take a machine that is constant
    mutable std::size_t copies = 0, fetches = 0;

    bool has_added_all_once() const {
        return std::all_of(added_.begin(), added_.end(), [](int n) { return n == 1; });
    }

    template <loop_part, class F>
    void part(const F& f) const {
        f();
    }
    template <class F>
    void panels(const F& f) const {
        blocks(s_.cols, s_.panel, f);
    }
    template <class F>
    void slabs(const F& f) const {
        blocks(s_.cols, s_.slab, f);
    }
    template <class F>
    void panels_of(std::size_t slab, const F& f) const {
        blocks(slab, s_.panel, f);
    }
    template <class F>
    void row_blocks(std::size_t, const F& f) const {
        blocks(s_.rows, s_.block, f);
    }
    template <class F>
    void depths(const F& f) const {
        blocks(s_.inner, s_.depth, [&](std::size_t count, std::size_t first) { f(depth_block{first, count}); });
    }
    template <class F>
    void sweeps(const F& f) const {
        depths(f);
    }
    depth_block whole_depth() const { return {0, s_.inner}; }

    lines right_at(const depth_block& d, std::size_t col) const { return {false, d.first, col}; }
    lines packed_panel(std::size_t, const depth_block& d, std::size_t col) const { return {false, d.first, col}; }
    lines copied_panel(std::size_t) const { return {true, copied_.first, copied_.col}; }
    void copy_panel(std::size_t, const depth_block& d, std::size_t col) const { copied_ = {true, d.first, col}; }
    std::size_t slab_after(std::size_t slab, const depth_block&, std::size_t col) const { return col + slab; }

    enum beside { none, copy, fetch };
    static beside nothing() { return none; }
    static beside copying(std::size_t) { return copy; }
    static beside fetching_sweep(const depth_block&, std::size_t) { return fetch; }
    static beside fetching_rows(std::size_t, std::size_t, std::size_t) { return fetch; }
    static beside fetching_panel(std::size_t, const lines&, const depth_block&, std::size_t) { return fetch; }
    static beside fetching_slab(std::size_t, std::size_t, const depth_block&, std::size_t, std::size_t) {
        return fetch;
    }

    void add_block(std::size_t rows, std::size_t width, std::size_t i, std::size_t col, const depth_block& d,
                   const lines& b, beside more) const {
        if (b.first != d.first || b.col != col) wrong = "lines of another panel";
        if (more == copy) copied_ = {true, d.first, col};
        copies += more == copy;
        fetches += more == fetch;
        for (std::size_t m = i; m < i + rows; ++m)
            for (std::size_t j = col; j < col + width; ++j)
                for (std::size_t k = d.first; k < d.first + d.count; ++k) {
                    int& n = added_[(m * s_.cols + j) * s_.inner + k];
                    if (k > 0 && added_[(m * s_.cols + j) * s_.inner + k - 1] == 0) wrong = "k is not ascending";
                    ++n;
                }
    }
    void add_first_or_later(std::size_t rows, std::size_t width, std::size_t i, std::size_t col, const depth_block& d,
                            const lines& first, beside beside_first, const lines& later, beside beside_later) const {
        add_block(rows, width, i, col, d, i == 0 ? first : later, i == 0 ? beside_first : beside_later);
    }

private:
    template <class F>
    static void blocks(std::size_t n, std::size_t width, const F& f) {
        for (std::size_t first = 0; first < n; first += width) f(std::min(width, n - first), first);
    }

    sizes s_;
    mutable std::vector<int> added_;
    mutable lines copied_{true, static_cast<std::size_t>(-1), 0};
};

constexpr sizes shapes[]{{13, 150, 230}, {8, 128, 100}, {1, 1, 1}, {24, 33, 101}, {40, 257, 7}};

template <class Kernel>
void expect_each_product_once(const Kernel& kernel) {
    for (const sizes& s : shapes) {
        counting m(s);
        kernel(m);
        EXPECT_TRUE(m.has_added_all_once()) << s.rows << 'x' << s.inner << 'x' << s.cols;
        EXPECT_EQ(m.wrong, "");
    }
}

TEST(product_kernel, adds_each_product_once_whatever_the_order) {
    expect_each_product_once([](const counting& m) { product_kernel(m); });
    expect_each_product_once([](const counting& m) { swept_product_kernel(m); });
    expect_each_product_once([](const counting& m) { packed_product_kernel(m); });
    expect_each_product_once([](const counting& m) { copied_product_kernel(m); });
    expect_each_product_once([](const counting& m) { far_rows_product_kernel(m); });
}

TEST(product_kernel, fetches_beside_each_block_of_a_sweep) {
    counting m({3, 17, 230});
    swept_product_kernel(m);
    EXPECT_GT(m.fetches, 0U);
}

TEST(product_kernel, copies_a_panel_with_the_first_block_of_rows_and_fetches_with_the_others) {
    counting m({40, 257, 230});
    far_rows_product_kernel(m);
    EXPECT_EQ(m.copies, 9U * 3);  // panels, depths
    EXPECT_EQ(m.fetches, 4U * m.copies);
}

}  // namespace
