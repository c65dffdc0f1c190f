// SPDX-License-Identifier: BSL-1.0
// The machine that writes products for emitted files: loops in the orders of kernel/product.hpp, blocks of sums in
// registers.
#pragma once

#include <heed/kernel/product.hpp>
#include <heed/lower/product_order.hpp>
#include <heed/study/written/written_sums.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

template <class T>
class written_product : public written_sums<T> {
    using base = written_sums<T>;
    using base::c_, base::r_, base::w_, base::widest_;
    using base::loaded, base::loop, base::variable;
    using typename base::sum_block;
    using typename base::V;

public:
    /// The terms of sums from `first` on, `count` of them.
    struct depth_block {
        written_index first{0}, count{0};
        bool is_all;
    };
    struct right_lines {
        std::string array;
        written_index index;
        std::size_t stride;
    };

    written_product(recording::routine& r, step_emitter& w, const step_context& c, const row_range& rows)
        : base(r, w, c, true), rows_(rows) {}

    /// Products with numbers or indices as operands are left to the plain loops.
    static bool can_run(const step_context& c) {
        return !c.places[product_slot::left].array.empty() && !c.places[product_slot::right].array.empty();
    }

    void run() {
        // A packed matrix is read from its original place; an operand that needs conversion is copied.
        const bool is_dense = step_emitter::is_dense(base::plan_slot(product_slot::right), right());
        product_order order = order_of_product(c_.k, false, is_dense);
        if (order == product_order::as_it_lies && !is_dense) order = product_order::copied;
        panel_ = panel_of_product(order, rows_.rows, sizeof(T));
        most_depth_ = depth_of_product(c_.k, order, sizeof(T));
        if (order == product_order::swept && base::block_of(c_.size(c_.k.product.inner), product_depth) > 0)
            earlier_ = base::lanes_array("earlier", rows_.rows * c_.k.cols, "sums of earlier blocks of terms");
        if (order == product_order::as_it_lies) return product_kernel(*this);
        if (order == product_order::swept) return swept_product_kernel(*this);
        copy_ = base::lanes_array("panel", at_most(c_.k.cols, panel_) * at_most(c_.k.product.inner, most_depth_),
                                  "of columns that are neighbours, line after line");
        if (order == product_order::far_rows)
            far_rows_product_kernel(*this);
        else
            copied_product_kernel(*this);
    }

    template <class F>
    void panels(const F& f) const {
        blocks("first_col", 0, c_.columns(), panel_, f);
    }
    template <class F>
    void slabs(const F& f) const {
        const std::size_t width = slab_panels * panel_;
        const written_index columns = c_.columns(), whole = columns / width * width;
        if (columns.is_number()) return blocks("slab", 0, columns, width, f);
        loop("slab", 0, whole, width, [&](const written_index& first) { f(width, first); });
        blocks("slab", whole, columns, panel_, f);
    }
    template <class F>
    void panels_of(std::size_t slab, const F& f) const {
        blocks("first_col", 0, slab, panel_, f);
    }

    /// Blocks of rows, then the remaining rows: as many as in every tile, or fewer in the last one; one by one if their
    /// number is dynamic.
    template <class F>
    void row_blocks(std::size_t, const F& f) const {
        if (rows_.is_kept || !c_.size(rows_.rows).is_number()) return blocks_and_rows(f);
        const std::size_t last_tile = rows_.rows - (rows_.rows - 1) / rows_.most * rows_.most;
        const std::size_t tail = rows_.most % accumulator_rows, last_tail = last_tile % accumulator_rows;
        if (rows_.is_whole()) {
            const std::size_t whole = rows_.rows - last_tail;
            if (whole == accumulator_rows) f(accumulator_rows, written_index(0));
            if (whole > accumulator_rows) whole_blocks("0", std::to_string(whole), f);
            if (last_tail > 0) f(last_tail, written_index(whole));
            return;
        }
        if (rows_.most >= accumulator_rows)
            whole_blocks(rows_.first, (written_index(rows_.last) - (accumulator_rows - 1)).text(), f);
        if (tail > 0 && tail == last_tail && last_tile == rows_.most) return f(tail, written_index(rows_.last) - tail);
        const std::string rows = rows_.last + " - " + rows_.first, most = std::to_string(rows_.most);
        if (tail > 0) where(rows + " == " + most, [&]() { f(tail, written_index(rows_.last) - tail); });
        if (last_tail > 0 && last_tile < rows_.most)
            where(rows + " < " + most, [&]() { f(last_tail, written_index(rows_.rows - last_tail)); });
    }

    template <class F>
    void depths(const F& f) const {
        if (c_.k.product.sums_tiles) return f(whole_depth());
        const written_index inner = c_.terms();
        const bool is_one = inner.is_number() && inner.number() <= most_depth_;
        loop("from", 0, inner.is_number() ? inner : at_least_one(inner), most_depth_, [&](const written_index& from) {
            f(depth_block{from, is_one ? inner : base::rest_of(inner, from, most_depth_), is_one});
        });
    }
    template <class F>
    void sweeps(const F& f) const {
        depths(f);
    }
    depth_block whole_depth() const {
        if (c_.end_of_terms.empty()) return {0, c_.terms(), true};
        const written_index first(c_.first_term);
        return {first, written_index(c_.end_of_terms) - first, false};
    }

    right_lines right_at(const depth_block& depth, const written_index& col) const {
        return {right().array, written_index(right().index(c_.v, depth.first, col), true), right().row};
    }
    right_lines copied_panel(std::size_t width) const { return {copy_.array, 0, width}; }
    void copy_panel(std::size_t width, const depth_block& depth, const written_index& col) const {
        const place& b = right();
        r_->perform(copy_name(width, b.cast.empty() ? "" : b.element_type) + "(&" +
                    b.element(c_.v, variable(depth.first), variable(col)) + ", " + std::to_string(b.col) + ", " +
                    std::to_string(b.row) + ", " + std::to_string(width) + ", " + depth.count.text() + ", 1, " +
                    copy_.array + ')');
    }
    /// The index of its first element. After the last slab it is outside the array, but is never read.
    std::string slab_after(std::size_t slab, const depth_block& depth, const written_index& col) const {
        if (!fetches_slabs()) return {};
        const std::string next = w_.local("next"), to_the_right = right().index(c_.v, 0, col + slab);
        const written_index end = depth.first + depth.count;
        base::note("where what comes next begins; nothing is read after the last");
        r_->perform("const int " + next + " = " +
                    (depth.is_all || c_.k.product.sums_tiles
                         ? to_the_right
                         : end.text() + " == " + c_.terms().text() + " ? " + to_the_right + " : " +
                               right().index(c_.v, end, col)));
        return next;
    }

    static beside_sums nothing() { return {}; }
    /// Prefetches in memory order, fetched_ahead bytes after what a sweep reads of these columns; with dynamic columns
    /// nothing, which only run/ decides. Addresses after the operand's end are not read.
    beside_sums fetching_sweep(const depth_block& depth, const written_index& col) const {
        if (!c_.k.product.fetches || !c_.size(c_.k.cols).is_number()) return {};
        const written_index rows(right().index(c_.v, depth.first, 0), true);
        return {accumulation::fetching_in_order, ", " + right().array + " + " + (rows + col * most_depth_).text()};
    }
    /// Prefetches the rows of a panel that follow those of a block of sums. Addresses after the operand's end are not
    /// read.
    beside_sums fetching_rows(std::size_t rows, std::size_t width, const written_index&) const {
        if (!c_.k.product.fetches || rows != accumulator_rows || width != panel_) return {};
        return {accumulation::fetching_rows, ""};
    }
    static beside_sums copying(std::size_t width) { return {accumulation::copying, ", " + std::to_string(width)}; }
    beside_sums fetching_slab(std::size_t slab, const std::string& next, const depth_block& depth,
                              const written_index& i, const written_index& j) const {
        if (!fetches_slabs()) return {};
        const std::size_t blocks = smaller_of(rows_.rows, rows_.most) / accumulator_rows;
        const written_index before = j / panel_ * blocks + (i - first_row()) / accumulator_rows;
        return base::fetching(right().array + " + " + next, right().row, lines_of(slab),
                              scaled_text(before, depth.count.text()), fetch_shift(blocks, lines_of(panel_)));
    }

    void add_block(std::size_t rows, std::size_t width, const written_index& i, const written_index& col,
                   const depth_block& depth, const right_lines& b, const beside_sums& more) const {
        add_pieces(rows, width, i, col, depth,
                   [&](const sum_block& sum, std::size_t lane) { accumulate(sum, lane, i, depth, b, more); });
    }
    void add_first_or_later(std::size_t rows, std::size_t width, const written_index& i, const written_index& col,
                            const depth_block& depth, const right_lines& first, const beside_sums& beside_first,
                            const right_lines& later, const beside_sums& beside_later) const {
        const bool is_known = rows_.is_whole() && i.is_number();
        add_pieces(rows, width, i, col, depth, [&](const sum_block& sum, std::size_t lane) {
            const auto as_first = [&]() { accumulate(sum, lane, i, depth, first, beside_first); };
            const auto as_later = [&]() { accumulate(sum, lane, i, depth, later, beside_later); };
            if (!is_known) return where(i.text() + " == " + rows_.first, as_first, as_later);
            if (i.is_zero())
                as_first();
            else
                as_later();
        });
    }

private:
    const place& right() const { return c_.places[product_slot::right]; }
    written_index first_row() const { return written_index(rows_.first == "0" ? "" : rows_.first); }
    static std::size_t lines_of(std::size_t columns) { return cache_lines(columns * sizeof(T)); }
    static std::string scaled_text(const written_index& i, const std::string& count) {
        return i.is_zero() ? "0" : i.is_number() ? count + " * " + i.text() : '(' + i.text() + ") * " + count;
    }

    // Sizes, some of which are dynamic.

    std::size_t at_most(std::size_t n, std::size_t most) const {
        return c_.size(n).is_number() ? smaller_of(n, most) : most;
    }
    /// The distribution of prefetches over the sums needs a static number of rows in a tile.
    bool fetches_slabs() const { return c_.size(smaller_of(rows_.rows, rows_.most)).is_number(); }
    /// Empty sums are written, too.
    static written_index at_least_one(const written_index& n) {
        return written_index('(' + n.text() + " > 0 ? " + n.text() + " : 1)");
    }

    // Loops and conditions.

    template <class F>
    void blocks(const char* name, const written_index& begin, const written_index& columns, std::size_t width,
                const F& f) const {
        const written_index whole = columns / width * width;
        loop(name, begin, whole, width, [&](const written_index& first) { f(width, first); });
        if (!columns.is_number())
            base::one_by_one(name, whole, columns, f);
        else if (whole.number() < columns.number())
            f(columns.number() - whole.number(), whole);
    }
    template <class F>
    void blocks_and_rows(const F& f) const {
        const bool is_tile = !rows_.is_whole();
        const written_index first(is_tile ? rows_.first : ""), n = c_.size(rows_.rows);
        const written_index last = is_tile ? written_index(rows_.last) : n;
        whole_blocks(rows_.first, (last - (accumulator_rows - 1)).text(), f);
        if (rows_.most % accumulator_rows == 0 && rows_.rows % accumulator_rows == 0) return;
        r_->open(c_.v.row, (first + (last - first) / accumulator_rows * accumulator_rows).text(), rows_.last, 1);
        in_block([&]() { f(std::size_t{1}, written_index(c_.v.row)); });
    }
    template <class F>
    void whole_blocks(const std::string& first, const std::string& end, const F& f) const {
        r_->open(c_.v.row, first, end, accumulator_rows);
        in_block([&]() { f(accumulator_rows, written_index(c_.v.row)); });
    }
    template <class F>
    void where(const std::string& condition, const F& f) const {
        r_->open_if(condition);
        in_block(f);
    }
    template <class F, class G>
    void where(const std::string& condition, const F& f, const G& otherwise) const {
        where(condition, f);
        r_->open_else();
        in_block(otherwise);
    }
    /// Names can be reused after the block that declares them.
    template <class F>
    void in_block(const F& f) const {
        const std::size_t before = w_.taken.size();
        f();
        r_->close();
        w_.taken.forget_after(before);
    }

    // Sums.

    template <class Add>
    void add_pieces(std::size_t rows, std::size_t width, const written_index& i, const written_index& col,
                    const depth_block& depth, const Add& add) const {
        for (const register_piece& p : pieces_of(rows, width, widest_)) {
            const sum_block sum = base::begin_sums("sum", rows, p);
            where_known(begins_with_target(depth), [&]() { load_sums(sum, i, col); });
            add(sum, p.first);
            where_known(ends_after_others(depth), [&]() { add_earlier(sum, i, col); });
            write(sum, i, col, depth);
        }
    }
    /// f() where a condition holds; "" is one that never does, "1" one that always does.
    template <class F>
    void where_known(const std::string& condition, const F& f) const {
        if (condition == "1")
            f();
        else if (!condition.empty())
            where(condition, f);
    }

    // The order of sums, as in run/product_panel.hpp: blocks of product_depth terms, each of which begins at zero and
    // is added to those before it.

    static std::string block_text() { return std::to_string(product_depth); }
    bool interrupts_blocks() const { return !earlier_.array.empty(); }
    /// Whether the target holds terms of the block, or what a product continues.
    std::string begins_with_target(const depth_block& depth) const {
        const std::string from = depth.first.text();
        if (depth.is_all) return c_.k.product.continues ? "1" : "";
        const std::string in_block = interrupts_blocks() ? from + " % " + block_text() + " > 0" : from + " > 0";
        if (!is_swept()) return c_.k.product.continues ? from + " == 0" : "";
        if (!c_.k.product.continues) return in_block;
        return interrupts_blocks() ? from + " == 0 || " + in_block : "1";
    }
    /// Whether a block ends that has others before it.
    std::string ends_after_others(const depth_block& depth) const {
        if (depth.is_all || (is_swept() && !interrupts_blocks())) return "";
        if (!interrupts_blocks()) return depth.first.text() + " > 0";
        const std::string end = (depth.first + depth.count).text();
        return depth.first.text() + " >= " + block_text() + " && (" + end_of_block(end) + " || " + end +
               " == " + c_.terms().text() + ')';
    }
    static std::string end_of_block(const std::string& end) { return '(' + end + ") % " + block_text() + " == 0"; }
    bool is_swept() const { return most_depth_ == swept_rows; }

    /// Complete sums are finished; others wait in the target, or where those of earlier blocks are.
    void write(const sum_block& sum, const written_index& i, const written_index& col, const depth_block& depth) const {
        const auto finish = [&]() { write_sums(sum, i, col, c_.k.epilogue); };
        const auto leave = [&]() { write_sums(sum, i, col, no_term); };
        const std::string end = c_.end_of_terms.empty() ? (depth.first + depth.count).text() : c_.end_of_terms;
        const std::string is_incomplete = end + " < " + c_.terms().text();
        if (depth.is_all || (c_.k.epilogue == no_term && !interrupts_blocks())) return finish();
        if (!interrupts_blocks()) return where(is_incomplete, leave, finish);
        where(
            is_incomplete,
            [&]() {
                where(
                    end_of_block(end), [&]() { keep_earlier(sum, i, col); }, leave);
            },
            finish);
    }
    void accumulate(const sum_block& sum, std::size_t lane, const written_index& i, const depth_block& depth,
                    const right_lines& from, beside_sums more) const {
        const place& a = c_.places[product_slot::left];
        if (more.what == accumulation::copying)
            more.arguments = ", &" + copy_.array + '[' + std::to_string(lane) + ']' + more.arguments;
        if (more.what == accumulation::fetching_in_order)
            more.arguments += " + " + std::to_string(fetched_ahead / sizeof(T) + lane * most_depth_);
        base::accumulate(sum, a, a.element(c_.v, variable(i), variable(depth.first)), a.row, a.col,
                         from.array + '[' + (from.index + lane).text() + ']', from.stride, depth.count.text(),
                         depth.is_all ? base::block_of(depth.count, product_depth) : 0, more);
    }

    void load_sums(const sum_block& sum, const written_index& i, const written_index& col) const {
        over_target(sum, i, col, [&](const recording::element& to, const recording::element& from, std::size_t lanes) {
            r_->store(to, loaded(from, lanes).in(*r_), lanes);
        });
    }
    void add_earlier(const sum_block& sum, const written_index& i, const written_index& col) const {
        const auto add = [&](const recording::element& to, const recording::element& from, std::size_t lanes) {
            r_->store(to, V(loaded(from, lanes) + loaded(to, lanes)).in(*r_), lanes);
        };
        if (interrupts_blocks())
            over_earlier(sum, i, col, add);
        else
            over_target(sum, i, col, add);
    }
    void keep_earlier(const sum_block& sum, const written_index& i, const written_index& col) const {
        over_earlier(sum, i, col, [&](const recording::element& from, const recording::element& to, std::size_t lanes) {
            r_->store(to, loaded(from, lanes).in(*r_), lanes);
        });
    }
    /// f(register, its place in the target, number of lanes).
    template <class F>
    void over_target(const sum_block& sum, const written_index& i, const written_index& col, const F& f) const {
        const place& out = c_.places[result_slot];
        over_lanes(sum, i, col, step_emitter::is_dense(base::plan_slot(result_slot), out),
                   [&](const recording::element& of, std::size_t lanes, const written_index& row,
                       const written_index& j) { f(of, out.recorded(c_.v, row, j), lanes); });
    }
    template <class F>
    void over_earlier(const sum_block& sum, const written_index& i, const written_index& col, const F& f) const {
        over_lanes(sum, i, col, true,
                   [&](const recording::element& of, std::size_t lanes, const written_index& row,
                       const written_index& j) { f(of, earlier_.at((row - first_row()) * c_.k.cols + j), lanes); });
    }
    /// `epilogue` is the term to apply, or no_term.
    void write_sums(const sum_block& sum, const written_index& i, const written_index& col,
                    std::size_t epilogue) const {
        const place& out = c_.places[result_slot];
        const bool is_dense =
            step_emitter::is_dense(base::plan_slot(result_slot), out) && base::facts().finish_in_registers(epilogue);
        over_lanes(
            sum, i, col, is_dense,
            [&](const recording::element& from, std::size_t lanes, const written_index& row, const written_index& j) {
                const V x = loaded(from, lanes);
                const V finished = epilogue == no_term ? x : base::terms().value(epilogue, {row, j, lanes}, x);
                r_->store(out.recorded(c_.v, row, j), finished.in(*r_), lanes);
            });
    }
    /// f(register, number of lanes, row, column) for each register of a block, or for each of its lanes.
    template <class F>
    void over_lanes(const sum_block& sum, const written_index& i, const written_index& col, bool in_registers,
                    const F& f) const {
        base::over_sums(
            col + sum.p.first, sum, [&](const written_index& m, const written_index& r, const written_index& j) {
                if (in_registers || sum.p.lanes == 1) return f(sum.element(m, r), sum.p.lanes, i + m, j);
                loop("l", 0, sum.p.lanes, 1,
                     [&](const written_index& l) { f(sum.element(m, r, l.text()), std::size_t{1}, i + m, j + l); });
            });
    }

    const row_range& rows_;
    std::size_t panel_ = 0;
    std::size_t most_depth_ = 0;
    written_memory copy_{};
    written_memory earlier_{};  ///< sums of earlier blocks of terms, where the target holds those of one that goes on
};

}  // namespace heed::detail::emitted
