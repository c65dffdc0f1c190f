// SPDX-License-Identifier: BSL-1.0
// The product of two matrices, blocked for registers and caches, with an elementwise epilogue: out(i,j) = finished(sum
// over k of a(i,k) b(k,j)), or added to what is in out. There are six loop orders, for different layouts of b.
//
// A block of sums is an operation of the machine: register blocking, remainders of a panel, and extra work in the inner
// loop for each line of b (copying, prefetching).
#pragma once

#include <heed/lower/loop_part.hpp>
#include <heed/meta/config.hpp>

namespace heed::detail {

/// Reads b in place; a large b is prefetched some rows ahead.
template <class M>
HEED_INLINE constexpr void product_kernel(const M& m) {
    m.template part<loop_part::sums>([&]() HEED_INLINE_LAMBDA {
        m.panels([&](auto width, auto col) HEED_INLINE_LAMBDA {
            m.row_blocks(width, [&](auto rows, auto i) HEED_INLINE_LAMBDA {
                m.add_block(rows, width, i, col, m.whole_depth(), m.right_at(m.whole_depth(), col),
                            m.fetching_rows(rows, width, col));
            });
        });
    });
}

/// Few rows of a: reads a few rows of b at a time from end to end and adds their products to the target.
template <class M>
HEED_INLINE constexpr void swept_product_kernel(const M& m) {
    m.template part<loop_part::sums>([&]() HEED_INLINE_LAMBDA {
        m.sweeps([&](const auto& depth) HEED_INLINE_LAMBDA {
            m.panels([&](auto width, auto col) HEED_INLINE_LAMBDA {
                m.row_blocks(width, [&](auto rows, auto i) HEED_INLINE_LAMBDA {
                    m.add_block(rows, width, i, col, depth, m.right_at(depth, col), m.fetching_sweep(depth, col));
                });
            });
        });
    });
}

/// Few rows of a, contiguous columns of b: the terms of a sum are in lanes. Each column is read once, for all rows.
template <class M>
HEED_INLINE constexpr void depth_in_lanes_product_kernel(const M& m) {
    if (m.copies_rows()) m.template part<loop_part::read>([&]() HEED_INLINE_LAMBDA { m.copy_rows(); });
    m.template part<loop_part::sums>([&]() HEED_INLINE_LAMBDA {
        m.column_groups([&](auto width, auto col) HEED_INLINE_LAMBDA { m.add_columns(width, col); });
    });
}

/// b is packed in advance: all sums of a panel are computed before the next panel, which is prefetched meanwhile.
template <class M>
HEED_INLINE constexpr void packed_product_kernel(const M& m) {
    m.template part<loop_part::sums>([&]() HEED_INLINE_LAMBDA {
        m.panels([&](auto width, auto col) HEED_INLINE_LAMBDA {
            m.depths([&](const auto& depth) HEED_INLINE_LAMBDA {
                const auto panel = m.packed_panel(width, depth, col);
                m.row_blocks(width, [&](auto rows, auto i) HEED_INLINE_LAMBDA {
                    m.add_block(rows, width, i, col, depth, panel, m.fetching_panel(rows, panel, depth, i));
                });
            });
        });
    });
}

/// The columns of b are not adjacent in memory: each panel is copied, then used by all rows.
template <class M>
HEED_INLINE constexpr void copied_product_kernel(const M& m) {
    m.panels([&](auto width, auto col) HEED_INLINE_LAMBDA {
        m.depths([&](const auto& depth) HEED_INLINE_LAMBDA {
            m.template part<loop_part::read>([&]() HEED_INLINE_LAMBDA { m.copy_panel(width, depth, col); });
            m.template part<loop_part::sums>([&]() HEED_INLINE_LAMBDA {
                m.row_blocks(width, [&](auto rows, auto i) HEED_INLINE_LAMBDA {
                    m.add_block(rows, width, i, col, depth, m.copied_panel(width), m.nothing());
                });
            });
        });
    });
}

/// The rows of b are far apart in memory: slabs of rows and columns, one panel after another. The first block of rows
/// copies a panel while it computes. The others read the copy and prefetch the next slab, whose rows are contiguous.
template <class M>
HEED_INLINE constexpr void far_rows_product_kernel(const M& m) {
    m.template part<loop_part::sums>([&]() HEED_INLINE_LAMBDA {
        m.slabs([&](auto slab, auto col) HEED_INLINE_LAMBDA {
            m.depths([&](const auto& depth) HEED_INLINE_LAMBDA {
                const auto next = m.slab_after(slab, depth, col);
                m.panels_of(slab, [&](auto width, auto j) HEED_INLINE_LAMBDA {
                    m.row_blocks(width, [&](auto rows, auto i) HEED_INLINE_LAMBDA {
                        m.add_first_or_later(rows, width, i, col + j, depth, m.right_at(depth, col + j),
                                             m.copying(width), m.copied_panel(width),
                                             m.fetching_slab(slab, next, depth, i, j));
                    });
                });
            });
        });
    });
}

}  // namespace heed::detail
