// SPDX-License-Identifier: BSL-1.0
// The machine that writes products of emitted files: loops as kernel/product.hpp orders them, blocks of sums in
// registers.
#pragma once

#include <heed/kernel/product.hpp>
#include <heed/lower/product_order.hpp>
#include <heed/machine/written_index.hpp>
#include <heed/study/emit_vector_blocks.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

template <class Writer>
class written_product : vector_blocks<Writer> {
    using base = vector_blocks<Writer>;
    using base::number;
    using base::w_;
    using base::widest_;

public:
    /// Terms of the sums: from `first` on, `count` of them; nothing says that they are all.
    struct depth_block {
        std::string first, count;
    };
    struct right_lines {
        std::string array, index;
        std::size_t stride;
    };
    /// What is done beside the sums, and the arguments that say how.
    struct beside {
        accumulation::beside_type what = accumulation::nothing;
        std::string arguments{};
    };

    written_product(Writer& w, const step_context& c, const row_range& rows) : base(w), c_(c), rows_(rows) {}

    /// Numbers and indices as operands are left to the plain loops.
    static bool can_run(const step_context& c) {
        return !c.places[product_slot::left].array.empty() && !c.places[product_slot::right].array.empty();
    }

    void run() {
        // What was packed ahead is read where it was before; what is converted when it is read is copied.
        const bool is_dense = Writer::is_dense(base::plan_slot(c_, product_slot::right), right());
        product_order order = order_of_product(c_.k, false, is_dense);
        if (order == product_order::as_it_lies && !is_dense) order = product_order::copied;
        panel_ = panel_of_product(order, rows_.rows, w_.type.bytes());
        most_depth_ = depth_of_product(c_.k, order, w_.type.bytes());
        if (order == product_order::as_it_lies) return product_kernel(*this);
        copy_ = w_.local("panel");
        base::declare_lanes(copy_, smaller_of(c_.k.cols, panel_) * smaller_of(c_.k.product.inner, most_depth_),
                            "of columns that are neighbours, line after line");
        if (order == product_order::far_rows)
            far_rows_product_kernel(*this);
        else
            copied_product_kernel(*this);
    }

    template <loop_part Part, class F>
    void part(const F& f) const {
        w_.out.mark(Part);
        f();
    }

    template <class F>
    void panels(const F& f) const {
        blocks("first_col", c_.k.cols, panel_, f);
    }
    template <class F>
    void slabs(const F& f) const {
        blocks("slab", c_.k.cols, slab_panels * panel_, f);
    }
    template <class F>
    void panels_of(std::size_t slab, const F& f) const {
        blocks("first_col", slab, panel_, f);
    }

    /// Blocks of rows, and the rows that are left. Names are free again where the block of the file ends that has them.
    template <class F>
    void row_blocks(const F& f) const {
        const std::size_t last_tile = rows_.rows - (rows_.rows - 1) / rows_.most * rows_.most;
        const std::size_t tail = rows_.most % accumulator_rows, last_tail = last_tile % accumulator_rows;
        const std::string row = c_.v.row.empty() ? "row" : c_.v.row;
        if (rows_.most >= accumulator_rows) {
            const std::string block = number(accumulator_rows);
            in_block("for (int " + row + " = " + rows_.first + "; " + row + " + " + block + " <= " + rows_.last + "; " +
                         row + " += " + block + ')',
                     [&]() { f(accumulator_rows, written_index(row)); });
        }
        if (rows_.is_whole()) {
            if (last_tail > 0) f(last_tail, written_index(rows_.rows - last_tail));
            return;
        }
        const std::string all = number(rows_.rows);
        if (tail > 0 && tail == last_tail && last_tile == rows_.most) return f(tail, written_index(rows_.last) - tail);
        if (tail > 0)
            in_block("if (" + rows_.last + " - " + rows_.first + " == " + number(rows_.most) + ')',
                     [&]() { f(tail, written_index(rows_.last) - tail); });
        if (last_tail > 0 && last_tile < rows_.most)
            in_block("if (" + rows_.last + " - " + rows_.first + " < " + number(rows_.most) + ')',
                     [&]() { f(last_tail, written_index(rows_.rows - last_tail)); });
    }

    template <class F>
    void depths(const F& f) const {
        const std::string inner = number(c_.k.product.inner), most = number(most_depth_);
        if (c_.k.product.inner <= most_depth_) return f(depth_block{"", inner});
        const std::size_t before = w_.taken.size();
        const std::string from = w_.local("from"), count = w_.local("count");
        w_.out.open("for (int " + from + " = 0; " + from + " < " + inner + "; " + from + " += " + most + ')');
        w_.out.spelled("const int " + count + " = " + inner + " - " + from + " < " + most + " ? " + inner + " - " +
                       from + " : " + most + ';');
        f(depth_block{from, count});
        w_.out.close();
        w_.taken.forget_after(before);
    }
    depth_block whole_depth() const { return {"", number(c_.k.product.inner)}; }

    right_lines right_at(const depth_block& depth, const written_index& col) const {
        return {right().array, right().index(c_.v, depth.first, text_of(col)), right().row};
    }
    right_lines copied_panel(std::size_t width) const { return {copy_, "0", width}; }
    void copy_panel(std::size_t width, const depth_block& depth, const written_index& col) const {
        const place& b = right();
        w_.out.spelled(copy_name(width, b.cast.empty() ? "" : b.element_type) + "(&" +
                       b.element(c_.v, depth.first, text_of(col)) + ", " + number(b.col) + ", " + number(b.row) + ", " +
                       number(width) + ", " + depth.count + ", 1, " + copy_ + ");");
    }
    /// Its first element. After the last slab it is no part of the array; nothing is read there.
    std::string slab_after(std::size_t slab, const depth_block& depth, const written_index& col) const {
        const std::string next = w_.local("next"), to_the_right = right().index(c_.v, "", text_of(col + slab));
        std::string below;
        if (!depth.first.empty())
            below = depth.first + " + " + depth.count + " == " + number(c_.k.product.inner) + " ? " + to_the_right +
                    " : " + right().index(c_.v, depth.first + " + " + depth.count, text_of(col));
        w_.out.comment("where what comes next begins; nothing is read after the last");
        w_.out.spelled("const int " + next + " = " + (below.empty() ? to_the_right : below) + ';');
        return next;
    }

    static beside nothing() { return {}; }
    beside copying(std::size_t width) const { return {accumulation::copying, ", " + number(width)}; }
    beside fetching_slab(std::size_t slab, const std::string& next, const depth_block& depth, const written_index& i,
                         const written_index& j) const {
        const std::size_t blocks = smaller_of(rows_.rows, rows_.most) / accumulator_rows;
        const written_index first(rows_.first == "0" ? "" : rows_.first);
        const written_index before = j / panel_ * blocks + (i - first) / accumulator_rows;
        const std::string done = scaled_text(before, depth.count);
        return {accumulation::fetching, ", " + right().array + " + " + next + ", " + number(right().row) + ", " +
                                            number(lines_of(slab)) + ", " + done + ", " +
                                            number(fetch_shift(blocks, lines_of(panel_)))};
    }

    void add_block(std::size_t rows, std::size_t width, const written_index& i, const written_index& col,
                   const depth_block& depth, const right_lines& b, const beside& more) const {
        add_pieces(rows, width, i, col, depth, {{"", b, more}});
    }
    void add_first_or_later(std::size_t rows, std::size_t width, const written_index& i, const written_index& col,
                            const depth_block& depth, const right_lines& first, const beside& beside_first,
                            const right_lines& later, const beside& beside_later) const {
        const bool is_tail = i.is_number(), is_only = rows_.is_whole() && rows_.rows < 2 * accumulator_rows;
        const way way_of_first{"", first, beside_first}, way_of_later{"", later, beside_later};
        if (is_tail ? i.is_zero() : is_only) return add_pieces(rows, width, i, col, depth, {way_of_first});
        if (is_tail && rows_.is_whole()) return add_pieces(rows, width, i, col, depth, {way_of_later});
        const std::string is_first = "if (" + i.text() + " == " + rows_.first + ')';
        add_pieces(rows, width, i, col, depth, {{is_first, first, beside_first}, {"else", later, beside_later}});
    }

private:
    const place& right() const { return c_.places[product_slot::right]; }
    static std::string text_of(const written_index& i) { return i.is_zero() ? "" : i.text(); }
    std::size_t lines_of(std::size_t columns) const { return cache_lines(columns * w_.type.bytes()); }
    static std::string scaled_text(const written_index& i, const std::string& count) {
        return i.is_zero() ? "0" : i.is_number() ? count + " * " + i.text() : '(' + i.text() + ") * " + count;
    }

    /// f in a block of the file, after which names are free again.
    template <class F>
    void in_block(const std::string& head, const F& f) const {
        const std::size_t before = w_.taken.size();
        w_.out.open(head);
        f();
        w_.out.close();
        w_.taken.forget_after(before);
    }
    /// f(width, first) for whole blocks of columns and for what is left.
    template <class F>
    void blocks(const char* name, std::size_t columns, std::size_t width, const F& f) const {
        const std::size_t whole = columns / width * width, before = w_.taken.size();
        if (whole == width) {
            f(width, written_index(0));
        } else if (whole > 0) {
            const std::string first = w_.local(name);
            w_.out.open("for (int " + first + " = 0; " + first + " < " + number(whole) + "; " + first +
                        " += " + number(width) + ')');
            f(width, written_index(first));
            w_.out.close();
            w_.taken.forget_after(before);
        }
        if (whole < columns) f(columns - whole, written_index(whole));
    }

    /// Lines of the right operand, what is done beside the sums with them, and when.
    struct way {
        std::string condition;
        right_lines lines;
        beside more;
    };

    void add_pieces(std::size_t rows, std::size_t width, const written_index& i, const written_index& col,
                    const depth_block& depth, const std::vector<way>& ways) const {
        for (const register_piece& p : pieces_of(rows, width, widest_)) add_piece(rows, p, i, col, depth, ways);
    }
    void add_piece(std::size_t rows, const register_piece& p, const written_index& i, const written_index& col,
                   const depth_block& depth, const std::vector<way>& ways) const {
        const place& a = c_.places[product_slot::left];
        const std::string sum = w_.local("sum"), row = text_of(i), &from = depth.first;
        base::declare_sums(sum, rows, p);
        const auto load = [&](const auto&... at) { load_sum(p, at...); };
        if (c_.k.product.continues)
            for_sums(rows, row, p, col, sum, load);
        else if (!from.empty())
            for_sums(rows, row, p, col, sum, load, "if (" + from + " > 0)");
        for (const way& one : ways) {
            const written_index index(one.lines.index == "0" ? "" : one.lines.index, true);
            const std::string lines = one.lines.array + '[' + (index + p.first).text() + ']';
            const bool copies = one.more.what == accumulation::copying;
            if (!one.condition.empty()) w_.out.open(one.condition);
            base::accumulate(sum, rows, p, a, a.element(c_.v, row, from), a.row, a.col, lines, one.lines.stride,
                             depth.count, one.more.what,
                             (copies ? ", &" + copy_ + '[' + number(p.first) + ']' : "") + one.more.arguments);
            if (!one.condition.empty()) w_.out.close();
        }
        const bool in_parts = !from.empty() && c_.k.epilogue != no_term;
        if (in_parts)
            for_sums(
                rows, row, p, col, sum, [&](const auto&... at) { write_sum(p, false, at...); },
                "if (" + from + " + " + depth.count + " < " + number(c_.k.product.inner) + ')');
        for_sums(
            rows, row, p, col, sum, [&](const auto&... at) { write_sum(p, true, at...); }, in_parts ? "else" : "");
    }
    template <class Body>
    void for_sums(std::size_t rows, const std::string& row, const register_piece& p, const written_index& col,
                  const std::string& sum, const Body& body, const std::string& condition = "") const {
        const std::size_t before = w_.taken.size();
        if (!condition.empty()) w_.out.open(condition);
        base::for_rows(rows, [&](const std::string& m) {
            base::for_registers(p, text_of(col), [&](const std::string& r, const std::string& lane) {
                body(sum_of(row, m), lane, sum + '[' + m + "][" + r + ']');
            });
        });
        if (!condition.empty()) w_.out.close();
        w_.taken.forget_after(before);
    }
    void load_sum(const register_piece& p, const std::string& row, const std::string& col,
                  const std::string& sum) const {
        const place& out = c_.places[result_slot];
        if (p.lanes == 1 || Writer::is_dense(base::plan_slot(c_, result_slot), out)) {
            w_.out.spelled(sum + " = " + base::load(p.lanes, out.element(c_.v, row, col)) + ';');
            return;
        }
        const std::string l = w_.taken.unused("l");
        w_.out.loop(count_loop(l, p.lanes), sum + '[' + l + "] = " + out.element(c_.v, row, sum_of(col, l)) + ';');
    }
    void write_sum(const register_piece& p, bool finish, const std::string& row, const std::string& col,
                   const std::string& sum) const {
        base::write(c_, p.lanes, row, col, sum, finish);
    }

    const step_context& c_;
    const row_range& rows_;
    std::size_t panel_ = 0;
    std::size_t most_depth_ = 0;
    std::string copy_{};
};

}  // namespace heed::detail::emitted
