// SPDX-License-Identifier: BSL-1.0
// The machine that outlines products: loop orders and blocks of sums.
#pragma once

#include <heed/lower/product_order.hpp>
#include <heed/machine/outlined_kernel.hpp>

#include <cstddef>

namespace heed::detail {

template <std::size_t Widest>
class outlined_product : public outlined_kernel<Widest> {
    using base = outlined_kernel<Widest>;
    using base::about, base::in_blocks, base::in_forms, base::k, base::tree;

public:
    constexpr outlined_product(outline& o, const outlined_step& s)
        : base(o, s), order_(order_of_product(s.k, s.is_packed, s.has_registers && s.has_dense_right)) {}

    constexpr product_order order() const { return order_; }

    /// The terms of sums from `first` on, `count` of them.
    struct depth_block {
        std::size_t first, count;
        bool begins, ends;
    };

    template <class F>
    constexpr void panels(const F& f) const {
        const std::size_t one = lanes_for(about().element_bytes);
        if (order_ != product_order::packed || panel() == one)
            return in_blocks(outline_axis::panels, k().cols, panel(), f);
        const std::size_t whole = k().cols / panel(), rest = k().cols % panel();
        in_forms(outline_axis::panels, k().cols, panel(), [&]() {
            this->form(whole, panel(), [&]() { f(panel(), std::size_t{0}); });
            this->form(rest / one, one, [&]() { f(one, whole * panel()); });
            this->form(rest % one == 0 ? 0 : 1, rest % one, [&]() { f(rest % one, k().cols - rest % one); });
        });
    }
    template <class F>
    constexpr void slabs(const F& f) const {
        in_blocks(outline_axis::slabs, k().cols, slab_panels * panel(), f);
    }
    template <class F>
    constexpr void panels_of(std::size_t slab, const F& f) const {
        in_blocks(outline_axis::panels, slab, panel(), f);
    }
    /// The first block of rows is separate if it copies the panel.
    template <class F>
    constexpr void row_blocks(std::size_t, const F& f) const {
        const std::size_t whole = about().rows / accumulator_rows, rest = about().rows % accumulator_rows;
        const std::size_t apart = order_ == product_order::far_rows && whole > 0 ? 1 : 0;
        in_forms(outline_axis::blocks, about().rows, accumulator_rows, [&]() {
            this->form(apart, accumulator_rows, [&]() { f(accumulator_rows, std::size_t{0}); });
            this->form(whole - apart, accumulator_rows, [&]() { f(accumulator_rows, apart * accumulator_rows); });
            this->form(rest == 0 ? 0 : 1, rest, [&]() { f(rest, whole * accumulator_rows); });
        });
    }
    /// The first block of terms begins the sums, the last one completes them.
    template <class F>
    constexpr void depths(const F& f) const {
        const std::size_t n = about().terms, most = depth(), rounds = (n + most - 1) / most, last = (rounds - 1) * most;
        const auto block = [&](std::size_t first, std::size_t count) {
            f(depth_block{first, count, begins() && first == 0, ends() && first == last});
        };
        in_forms(outline_axis::depths, n, most, [&]() {
            this->form(rounds > 1 ? 1 : 0, most, [&]() { block(0, most); });
            this->form(rounds > 2 ? rounds - 2 : 0, most, [&]() { block(most, most); });
            this->form(1, n - last, [&]() { block(last, n - last); });
        });
    }
    template <class F>
    constexpr void sweeps(const F& f) const {
        depths(f);
    }
    constexpr depth_block whole_depth() const { return {0, about().terms, begins(), ends()}; }

    struct lines {};
    static constexpr lines right_at(const depth_block&, std::size_t) { return {}; }
    static constexpr lines packed_panel(std::size_t, const depth_block&, std::size_t) { return {}; }
    static constexpr lines copied_panel(std::size_t) { return {}; }
    static constexpr lines slab_after(std::size_t, const depth_block&, std::size_t) { return {}; }
    constexpr void copy_panel(std::size_t width, const depth_block& depth, std::size_t) const {
        const std::size_t n = width * depth.count;
        tree().add(outline_node{.what = outline_node::copy, .own = {.loads = n, .stores = n}});
    }

    /// Extra work in the inner loop.
    struct beside {
        bool copies = false;
    };
    static constexpr beside nothing() { return {}; }
    static constexpr beside copying(std::size_t) { return {true}; }
    static constexpr beside fetching_sweep(const depth_block&, std::size_t) { return {}; }
    static constexpr beside fetching_rows(std::size_t, std::size_t, std::size_t) { return {}; }
    static constexpr beside fetching_panel(std::size_t, lines, const depth_block&, std::size_t) { return {}; }
    static constexpr beside fetching_slab(std::size_t, lines, const depth_block&, std::size_t, std::size_t) {
        return {};
    }

    /// A block of sums reads a line of each operand for each term.
    constexpr void add_block(std::size_t rows, std::size_t width, std::size_t, std::size_t, const depth_block& depth,
                             lines, beside more) const {
        const std::size_t sums = rows * width;
        outline_tally t{.work = {.multiply_adds = sums * depth.count}, .loads = (rows + width) * depth.count};
        if (!depth.begins) t.loads += sums;
        if (more.copies) t.stores += width * depth.count;
        if (depth.ends) t = t + sums * about().epilogue;
        t.stores += sums;
        tree().add(outline_node{.what = outline_node::sums,
                                .extent = depth.count,
                                .step = width,
                                .rows = rows,
                                .begins = depth.begins,
                                .ends = depth.ends,
                                .copies = more.copies,
                                .own = t});
    }
    constexpr void add_first_or_later(std::size_t rows, std::size_t width, std::size_t i, std::size_t col,
                                      const depth_block& depth, lines first, beside beside_first, lines later,
                                      beside beside_later) const {
        add_block(rows, width, i, col, depth, i == 0 ? first : later, i == 0 ? beside_first : beside_later);
    }

    constexpr bool adds_rows() const { return k().product.adds_rows; }
    /// Rows of the right operand, each added to the row of the result that a number of the left one says.
    constexpr void add_rows() const {
        const std::size_t terms = about().terms, n = terms * k().cols;
        outline_tally t{.work = {.other_flops = n}, .loads = 2 * n + terms, .stores = n};
        if (ends()) t = t + about().rows * k().cols * about().epilogue;
        tree().add(outline_node{.what = outline_node::sums, .extent = terms, .step = k().cols, .rows = 1, .own = t});
    }

    // Depth in lanes.

    constexpr bool copies_rows() const { return k().product.copied_rows > 0; }
    constexpr void copy_rows() const {
        const std::size_t n = k().product.copied_rows * k().product.inner;
        tree().add(outline_node{.what = outline_node::copy, .own = {.loads = n, .stores = n}});
    }
    template <class F>
    constexpr void column_groups(const F& f) const {
        const std::size_t width = about().has_registers ? vector_bytes / about().element_bytes : 1;
        in_blocks(outline_axis::panels, k().cols, order_of_depth_lanes(k(), about().rows, width).columns, f);
    }
    /// Partial sums are reduced to sums and, if the product continues an earlier one, added to the target.
    constexpr void add_columns(std::size_t width, std::size_t) const {
        const std::size_t rows = about().rows, sums = rows * width, depth = k().product.inner;
        outline_tally t{.work = {.multiply_adds = sums * depth, .other_flops = sums * (k().product.depth_lanes - 1)},
                        .loads = (rows + width) * depth};
        if (k().product.continues) t.loads += sums, t.work.other_flops += sums;
        t = t + sums * about().epilogue;
        t.stores += sums;
        in_forms(outline_axis::blocks, rows, rows, [&]() {
            this->form(1, rows, [&]() {
                tree().add(outline_node{.what = outline_node::sums,
                                        .extent = depth,
                                        .step = width,
                                        .rows = rows,
                                        .begins = !k().product.continues,
                                        .own = t});
            });
        });
    }

private:
    constexpr std::size_t panel() const { return panel_of_product(order_, about().rows, about().element_bytes); }
    /// Whether a tile begins sums, and completes them: each does, but those of a product that sums several.
    constexpr bool begins() const { return !k().product.continues && ends(); }
    constexpr bool ends() const { return !k().product.sums_tiles || about().terms >= k().product.inner; }
    constexpr std::size_t depth() const { return depth_of_product(k(), order_, about().element_bytes); }

    product_order order_;
};

}  // namespace heed::detail
