// SPDX-License-Identifier: BSL-1.0
// Weights times values in registers: columns in lanes, or queries where columns do not fill a register.
#pragma once

#include <heed/study/emit_vector_scores.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

template <class Writer>
class vector_values : vector_blocks<Writer> {
    using base = vector_blocks<Writer>;
    using base::number;
    using base::w_;
    using base::widest_;

public:
    vector_values(Writer& w, const step_context& c, const stream_lanes& s) : base(w), c_(c), s_(s) {}

    void run() {
        if (s_.columns_in_lanes)
            of_rows();
        else
            of_lanes();
    }

private:
    /// Columns in lanes: rows are queries.
    void of_rows() {
        const place& v = c_.places[1];
        const std::size_t width = 2 * widest_, whole = c_.k.cols / width * width;
        const std::string col = w_.local("col");
        w_.out.comment("the sums of the values, each times its weight: columns in lanes");
        if (whole > 0) {
            w_.out.open("for (int " + col + " = 0; " + col + " + " + number(width) + " <= " + number(c_.k.cols) + "; " +
                        col + " += " + number(width) + ')');
            values_of_rows(v, col, {0, 2, widest_});
            w_.out.close();
        }
        for (const piece& p : pieces_of(c_.k.cols - whole, widest_))
            values_of_rows(v, "", {whole + p.first, p.registers, p.lanes});
    }
    void values_of_rows(const place& v, const std::string& col, const piece& p) {
        const std::size_t before = w_.taken.size(), rows = smaller_of(s_.lanes, accumulator_rows);
        const std::string i = w_.local("i");
        w_.out.open("for (int " + i + " = 0; " + i + " < " + s_.queries + "; " + i + " += " + number(rows) + ')');
        base::declare_sums(s_.sum, rows, p);
        place weights;
        base::accumulate(s_.sum, rows, p, weights, s_.weight + '[' + i + ']', 1, s_.lanes,
                         v.element(c_.v, s_.first, plus(col, p.first)), v.row, s_.keys);
        base::for_rows(rows, [&](const std::string& m) {
            base::for_registers(p, col, [&](const std::string& r, const std::string& lane) {
                const std::string o =
                    s_.output + '[' + sum_of(scaled_index(i + " + " + m, c_.k.cols), lane.empty() ? "0" : lane) + ']';
                add_to(p.lanes, o, s_.factor + '[' + i + " + " + m + ']', s_.sum + '[' + m + "][" + r + ']');
            });
        });
        w_.out.close();
        w_.taken.forget_after(before);
    }
    void add_to(std::size_t lanes, const std::string& o, const std::string& shrink, const std::string& sum) {
        base::store(lanes, o, s_.is_blocked ? base::load(lanes, o) + " * " + shrink + " + " + sum : sum);
    }

    /// Queries in lanes: rows are columns.
    void of_lanes() {
        const std::size_t rows = smaller_of(c_.k.cols, accumulator_rows), tail = c_.k.cols % rows;
        const std::string col = w_.local("col");
        w_.out.comment("the sums of the values, each times its weight: queries in lanes");
        w_.out.open("for (int " + col + " = 0; " + col + " + " + number(rows) + " <= " + number(c_.k.cols) + "; " +
                    col + " += " + number(rows) + ')');
        values_of_lanes(col, rows);
        w_.out.close();
        if (tail == 0) return;
        w_.out.open("");
        w_.out.line("const int " + col + " = " + number(c_.k.cols - tail) + ';');
        values_of_lanes(col, tail);
        w_.out.close();
    }
    void values_of_lanes(const std::string& col, std::size_t rows) {
        const place& v = c_.places[1];
        const piece p{0, s_.lanes / s_.width, s_.width};
        base::declare_sums(s_.sum, rows, p);
        base::accumulate(s_.sum, rows, p, v, v.element(c_.v, s_.first, col), v.col, v.row, s_.weight + "[0]", s_.lanes,
                         s_.keys);
        base::for_rows(rows, [&](const std::string& m) {
            base::for_registers(p, "", [&](const std::string& r, const std::string& lane) {
                const std::string at = lane.empty() ? "0" : lane;
                add_to(s_.width, s_.output + '[' + sum_of(scaled_index(col + " + " + m, s_.lanes), at) + ']',
                       base::load(s_.width, s_.factor + '[' + at + ']'), s_.sum + '[' + m + "][" + r + ']');
            });
        });
    }

    const step_context& c_;
    const stream_lanes& s_;
};

}  // namespace heed::detail::emitted
