// SPDX-License-Identifier: BSL-1.0
// The machine that writes products of few rows whose sums have their terms in lanes.
#pragma once

#include <heed/kernel/product.hpp>
#include <heed/lower/product_order.hpp>
#include <heed/study/written/written_sums.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

template <class T>
class written_row_product : public written_sums<T> {
    using base = written_sums<T>;
    using base::c_, base::r_, base::w_, base::widest_;
    using base::in_row, base::loaded, base::loop, base::variable;
    using typename base::sum_block;
    using typename base::V;

public:
    written_row_product(recording::routine& r, step_emitter& w, const step_context& c, const row_range& rows)
        : base(r, w, c, true), rows_(rows.rows), order_(order_of_depth_lanes(c.k, rows.rows, widest_)) {}

    /// What is converted when it is read is left to the loops over single numbers, and so is what has lengths.
    static bool can_run(const step_emitter& w, const step_context& c, const row_range& rows) {
        const std::size_t right = product_slot::right;
        const bool is_known = is_static_size(c.k.cols, c.lengths) && is_static_size(c.k.product.inner, c.lengths);
        return is_known && rows.is_whole() && step_emitter::is_dense_down(w.plan.slot_at(c.s, right), c.places[right]);
    }

    void run() {
        if (!step_emitter::is_dense(base::plan_slot(product_slot::left), c_.places[product_slot::left]))
            copy_ = base::lanes_array("rows", rows_ * inner(), "of the left operand, one after the other").array;
        depth_in_lanes_product_kernel(*this);
    }

    bool copies_rows() const { return !copy_.empty(); }
    void copy_rows() const {
        for (std::size_t i = 0; i < rows_; ++i)
            loop("k", 0, inner(), 1, [&](const written_index& d) {
                r_->store(left_at(i, d), base::operand(product_slot::left, i, d).in(*r_), 1);
            });
    }
    template <class F>
    void column_groups(const F& f) const {
        base::for_blocks_of(base::column_name(), c_.k.cols, widest_, f);
    }
    void add_columns(std::size_t width, const written_index& col) const {
        std::vector<std::string> products;
        for (std::size_t i = 0; i < rows_; ++i) {
            products.push_back(w_.taken.claim_unused("product"));
            r_->add_registers(products[i], widest_, widest_);
        }
        base::for_blocks_of("j", width, order_.columns, [&](std::size_t some, const written_index& j) {
            const sum_block part = base::begin_sums("part", rows_ * some, {0, order_.registers, widest_});
            add_products(part, some, col + j);
            for (std::size_t i = 0; i < rows_; ++i)
                each("m", some, [&](const written_index& m) {
                    r_->store(in_row(products[i], j + m), base::halved(part, m + i * some), widest_);
                });
        });
        for (std::size_t i = 0; i < rows_; ++i) finish(width, i, col, products[i]);
    }

private:
    std::size_t inner() const { return c_.k.product.inner; }
    template <class F>
    void each(const char* name, std::size_t n, const F& f) const {
        loop(name, 0, n, 1, f, true);
    }
    recording::element left_at(std::size_t i, const written_index& d) const {
        if (!copy_.empty()) return {copy_, (d + i * inner()).text()};
        const place& left = c_.places[product_slot::left];
        return {left.array, left.index(c_.v, variable(i), variable(d))};
    }
    recording::element right_at(const written_index& d, const written_index& col) const {
        const place& right = c_.places[product_slot::right];
        return {right.array, right.index(c_.v, variable(d), variable(col))};
    }

    /// Products of all rows with columns from `col` on: sum i * some + m is that of row i and column m. After a block
    /// of terms its sums are added to those before it.
    void add_products(const sum_block& part, std::size_t some, const written_index& col) const {
        const std::size_t block = block_of_parts(c_.k);
        if (inner() <= block) return add_terms(part, some, col, 0, inner());
        const std::size_t last = (inner() - 1) / block * block;
        add_terms(part, some, col, 0, block);
        loop("first", block, last, block,
             [&](const written_index& first) { add_block(part, some, col, first, first + block); });
        add_block(part, some, col, last, inner());
    }
    void add_block(const sum_block& part, std::size_t some, const written_index& col, const written_index& first,
                   const written_index& end) const {
        const sum_block block = base::begin_sums("block", rows_ * some, {0, order_.registers, widest_});
        add_terms(block, some, col, first, end);
        each("m", rows_ * some, [&](const written_index& m) {
            each("r", order_.registers, [&](const written_index& r) {
                const recording::element to = part.element(m, r);
                r_->store(to, V(loaded(to, widest_) + loaded(block.element(m, r), widest_)).in(*r_), widest_);
            });
        });
    }
    void add_terms(const sum_block& part, std::size_t some, const written_index& col, const written_index& begin,
                   const written_index& end) const {
        const std::size_t parts = c_.k.product.depth_lanes;
        const bool ends_with_parts = !end.is_number() || end.number() % parts == 0;
        const written_index whole = ends_with_parts ? end : written_index(end.number() / parts * parts);
        loop("k", begin, whole, parts, [&](const written_index& d) {
            fetch(some, col, d);
            for (std::size_t i = 0; i < rows_; ++i)
                each("m", some, [&](const written_index& m) {
                    each("r", order_.registers, [&](const written_index& r) {
                        const written_index at = d + r * widest_;
                        base::add_product(part.element(m + i * some, r), left_at(i, at), right_at(at, col + m),
                                          widest_);
                    });
                });
        });
        if (ends_with_parts) return;
        loop("k", whole, end, 1, [&](const written_index& d) {
            for (std::size_t i = 0; i < rows_; ++i)
                each("m", some, [&](const written_index& m) {
                    base::add_product(part.part(m + i * some, d - whole), left_at(i, d), right_at(d, col + m), 1);
                });
        });
    }
    /// Prefetches in memory order, fetched_ahead bytes after these columns. Addresses after the last one are not read.
    void fetch(std::size_t some, const written_index& col, const written_index& d) const {
        if (!order_.fetches) return;
        constexpr std::size_t line = cache_line_bytes / sizeof(T);
        const recording::element columns = right_at(d * some, col);
        loop(
            "next", 0, some * c_.k.product.depth_lanes, line,
            [&](const written_index& at) {
                const std::string after = (at + fetched_ahead / sizeof(T)).text();
                r_->perform("__builtin_prefetch(" + columns.array + " + " + columns.index + " + " + after + ')');
            },
            true);
    }

    /// Lane l is the sum of column col + l.
    void finish(std::size_t width, std::size_t i, const written_index& col, const std::string& product) const {
        const V sums = base::of_memory("sums_of_rows_" + std::to_string(widest_), product, widest_, "sums");
        const bool in_registers = width == widest_ &&
                                  step_emitter::is_dense(base::plan_slot(result_slot), c_.places[result_slot]) &&
                                  base::facts().finish_in_registers(c_.k.epilogue);
        if (in_registers) return write(sums, i, col, widest_);
        r_->store(in_row(product, 0), sums.in(*r_), widest_);
        loop("l", 0, width, 1,
             [&](const written_index& l) { write(loaded(base::lane_in_row(product, 0, l), 1), i, col + l, 1); });
    }
    void write(const V& sums, std::size_t i, const written_index& col, std::size_t lanes) const {
        const recording::element to = c_.places[result_slot].recorded(c_.v, i, col);
        const V sum = known_as("sum", c_.k.product.continues ? V(loaded(to, lanes) + sums) : sums);
        const std::size_t epilogue = c_.k.epilogue;
        const V finished = epilogue == no_term ? sum : base::terms().value(epilogue, {i, col, lanes}, sum);
        r_->store(to, finished.in(*r_), lanes);
    }

    std::size_t rows_;
    depth_lanes_order order_;
    std::string copy_{};  ///< of rows that are not contiguous
};

}  // namespace heed::detail::emitted
