// SPDX-License-Identifier: BSL-1.0
// The product of two matrices, blocked for registers and caches, with an elementwise formula applied to each sum:
// out(i,j) = finished(sum over k of a(i,k) b(k,j)), or added to what is in out. In six orders, by where b is.
//
// The sums of a block of rows and columns are an operation of the machine: registers, the parts of a panel, and what is
// done beside the sums with each line of b.
#pragma once

#include <heed/lower/loop_part.hpp>
#include <heed/meta/config.hpp>

namespace heed::detail {

/// b is read as it lies.
template <class M>
HEED_INLINE constexpr void product_kernel(const M& m) {
    m.template part<loop_part::sums>([&]() HEED_INLINE_LAMBDA {
        m.panels([&](auto width, auto col) HEED_INLINE_LAMBDA {
            m.row_blocks(width, [&](auto rows, auto i) HEED_INLINE_LAMBDA {
                m.add_block(rows, width, i, col, m.whole_depth(), m.right_at(m.whole_depth(), col), m.nothing());
            });
        });
    });
}

/// Few rows of a: a few rows of b at a time are read from end to end, and added to what the rows before left in the
/// target.
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

/// Few rows of a, and columns of b are contiguous: terms of a sum are in lanes. Each column is read once, for all rows.
template <class M>
HEED_INLINE constexpr void depth_in_lanes_product_kernel(const M& m) {
    if (m.copies_rows()) m.template part<loop_part::read>([&]() HEED_INLINE_LAMBDA { m.copy_rows(); });
    m.template part<loop_part::sums>([&]() HEED_INLINE_LAMBDA {
        m.column_groups([&](auto width, auto col) HEED_INLINE_LAMBDA { m.add_columns(width, col); });
    });
}

/// b is packed ahead: all sums of a panel before the next, which is fetched meanwhile.
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

/// Columns of b are no neighbours in memory: a panel is copied, then used by all rows.
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

/// Rows of b are far apart: slabs of rows and columns, panel after panel. The first block of rows copies a panel while
/// it computes, the others read the copy and fetch the slab that comes next: a row of it is a piece of memory.
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
