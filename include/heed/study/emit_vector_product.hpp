// SPDX-License-Identifier: BSL-1.0
// The loops of run/product.hpp: panels of two registers, blocks of rows, copies of panels.
#pragma once

#include <heed/study/emit_vector_blocks.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

template <class Writer>
class vector_product : vector_blocks<Writer> {
    using base = vector_blocks<Writer>;
    using base::number;
    using base::w_;
    using base::widest_;

public:
    using context = step_context;

    vector_product(Writer& w, const context& c, const row_range& rows)
        : base(w), c_(c), rows_(rows), panel_(2 * base::widest_) {}

    /// Numbers and indices as operands are left to the plain loops.
    static bool can_run(const context& c) { return !c.places[1].array.empty() && !c.places[2].array.empty(); }

    void run() {
        const place& b = c_.places[2];
        const bool dense = Writer::is_dense(base::plan_slot(c_, 2), b);
        col_ = w_.local("first_col");
        sum_ = w_.local("sum");
        if (dense && !c_.k.copies_panels) {
            w_.out.mark(loop_part::sums);
            from_ = "";
            panel_ = product_columns(rows_.rows, w_.type.bytes());
            for_panels([&](const std::string& col, std::size_t, const piece& p) {
                row_blocks(p, col, b.element(c_.v, "", plus(col, p.first)), b.row, number(c_.k.inner));
            });
        } else {
            copied(dense);
        }
    }

private:
    /// body(col, width, piece) for the pieces of panels, the last of which may be narrower.
    template <class Body>
    void for_panels(const Body& body) {
        const std::size_t width = panel_, whole = c_.k.cols / width * width;
        if (whole == width) {
            for (const piece& p : pieces_of_panel()) body("", width, p);
        } else if (whole > 0) {
            w_.out.open("for (int " + col_ + " = 0; " + col_ + " < " + number(whole) + "; " + col_ +
                        " += " + number(width) + ')');
            for (const piece& p : pieces_of_panel()) body(col_, width, p);
            w_.out.close();
        }
        if (whole == c_.k.cols) return;
        for (const piece& p : pieces_of(c_.k.cols - whole, widest_))
            body(whole == 0 ? "" : number(whole), c_.k.cols - whole, p);
    }

    std::vector<piece> pieces_of_panel() const {
        const std::size_t registers = panel_ / widest_;
        if (registers == registers_of_one_row) return {{0, registers, widest_}};
        return pieces_of(panel_, widest_);
    }

    /// Blocks of rows times one piece of a panel.
    void row_blocks(const piece& p, const std::string& col, const std::string& b, std::size_t b_row,
                    const std::string& n) {
        const std::size_t whole = rows_.most / accumulator_rows, tail = rows_.rows % accumulator_rows;
        const std::string& row = c_.v.row;
        if (whole > 0) {
            const std::string block = number(accumulator_rows);
            w_.out.open("for (int " + row + " = " + rows_.first + "; " + row + " + " + block + " <= " + rows_.last +
                        "; " + row + " += " + block + ')');
            block_of_sums(accumulator_rows, row, p, col, b, b_row, n);
            w_.out.close();
        }
        if (tail == 0) return;
        w_.out.open(rows_.is_whole() ? "" : "if (" + rows_.last + " == " + number(rows_.rows) + ')');
        if (!row.empty()) w_.out.line("const int " + row + " = " + number(rows_.rows - tail) + ';');
        block_of_sums(tail, row, p, col, b, b_row, n);
        w_.out.close();
    }

    void block_of_sums(std::size_t rows, const std::string& row, const piece& p, const std::string& col,
                       const std::string& b, std::size_t b_row, const std::string& n) {
        const std::size_t before = w_.taken.size();
        const place& a = c_.places[1];
        base::declare_sums(sum_, rows, p);
        if (c_.k.continues)
            for_sums(rows, row, p, col, [&](const auto&... at) { load_sum(p, at...); });
        else if (!from_.empty())
            for_sums(
                rows, row, p, col, [&](const auto&... at) { load_sum(p, at...); }, "if (" + from_ + " > 0)");
        base::accumulate(sum_, rows, p, a, a.element(c_.v, row, from_), a.row, a.col, b, b_row, n);
        const bool in_parts = !from_.empty() && c_.k.epilogue != no_term;
        if (in_parts)
            for_sums(
                rows, row, p, col, [&](const auto&... at) { write_sum(p, false, at...); },
                "if (" + from_ + " + " + n + " < " + number(c_.k.inner) + ')');
        for_sums(
            rows, row, p, col, [&](const auto&... at) { write_sum(p, true, at...); }, in_parts ? "else" : "");
        w_.taken.forget_after(before);
    }
    template <class Body>
    void for_sums(std::size_t rows, const std::string& row, const piece& p, const std::string& col, const Body& body,
                  const std::string& condition = "") {
        const std::size_t before = w_.taken.size();
        if (!condition.empty()) w_.out.open(condition);
        base::for_rows(rows, [&](const std::string& m) {
            base::for_registers(p, col, [&](const std::string& r, const std::string& lane) {
                body(sum_of(row, m), lane, sum_ + '[' + m + "][" + r + ']');
            });
        });
        if (!condition.empty()) w_.out.close();
        w_.taken.forget_after(before);
    }
    void load_sum(const piece& p, const std::string& row, const std::string& col, const std::string& sum) {
        const place& out = c_.places[0];
        if (p.lanes == 1 || Writer::is_dense(base::plan_slot(c_, 0), out)) {
            w_.out.line(sum + " = " + base::load(p.lanes, out.element(c_.v, row, col)) + ';');
            return;
        }
        const std::string l = w_.taken.unused("l");
        w_.out.loop(count_loop(l, p.lanes), sum + '[' + l + "] = " + out.element(c_.v, row, sum_of(col, l)) + ';');
    }
    void write_sum(const piece& p, bool finish, const std::string& row, const std::string& col,
                   const std::string& sum) {
        base::write(c_, p.lanes, row, col, sum, finish);
    }

    /// Panels of the right operand are copied before their sums; the library copies dense ones beside the first sums.
    void copied(bool dense) {
        const std::size_t most_rows = smaller_of(c_.k.inner, product_depth);
        const bool by_rows = most_rows < c_.k.inner;
        const std::string panel = w_.local("panel"), cols = number(c_.k.cols), inner = number(c_.k.inner);
        std::string n = inner;
        base::declare_lanes(panel, smaller_of(c_.k.cols, 2 * widest_) * most_rows,
                            "of columns that are neighbours, line after line");
        from_ = "";
        if (by_rows) {
            from_ = w_.local("from");
            n = w_.local("count");
            w_.out.open("for (int " + from_ + " = 0; " + from_ + " < " + inner + "; " + from_ +
                        " += " + number(most_rows) + ')');
            w_.out.line("const int " + n + " = " + inner + " - " + from_ + " < " + number(most_rows) + " ? " + inner +
                        " - " + from_ + " : " + number(most_rows) + ';');
        }
        for_panels([&](const std::string& col, std::size_t width, const piece& p) {
            if (p.first == 0) {
                w_.out.mark(loop_part::read);
                copy_panel(dense, panel, col, width, n);
                w_.out.mark(loop_part::sums);
            }
            row_blocks(p, col, panel + '[' + number(p.first) + ']', width, n);
        });
        if (by_rows) w_.out.close();
    }
    void copy_panel(bool dense, const std::string& panel, const std::string& col, std::size_t width,
                    const std::string& n) {
        const place& b = c_.places[2];
        if (dense) {
            const std::string k = w_.taken.unused("k");
            w_.out.loop("for (int " + k + " = 0; " + k + " < " + n + "; ++" + k + ')',
                        "memcpy(&" + panel + '[' + scaled_index(k, width) + "], &" +
                            b.element(c_.v, sum_of(from_, k), col) + ", " + number(width) + " * sizeof *" + panel +
                            ");");
            return;
        }
        const std::string element = b.cast.empty() ? "" : b.element_type;
        w_.out.line(copy_name(width, element) + "(&" + b.element(c_.v, from_, col) + ", " + number(b.col) + ", " +
                    number(b.row) + ", " + number(width) + ", " + n + ", 1, " + panel + ");");
    }

    const context& c_;
    const row_range& rows_;
    std::size_t panel_;  ///< columns of a whole panel
    std::string col_, sum_, from_;
};

}  // namespace heed::detail::emitted
