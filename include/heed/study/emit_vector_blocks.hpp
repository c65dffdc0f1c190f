// SPDX-License-Identifier: BSL-1.0
// What loops in registers have in common: lanes cut into registers, rows cut into blocks, blocks of sums, rows of
// results.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/study/emit_vector_terms.hpp>

#include <bit>
#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// Neighbouring lanes that a block of sums has in its registers.
struct piece {
    std::size_t first;      ///< lane
    std::size_t registers;  ///< side by side
    std::size_t lanes;      ///< of each of them
};

/// Two registers at a time, then one, then the halves that are left: run/micro_kernel.hpp.
inline std::vector<piece> pieces_of(std::size_t lanes, std::size_t widest) {
    std::vector<piece> list;
    for (std::size_t first = 0; first < lanes;) {
        const std::size_t left = lanes - first;
        const piece p =
            left >= 2 * widest ? piece{first, 2, widest} : piece{first, 1, std::bit_floor(smaller_of(left, widest))};
        list.push_back(p);
        first += p.registers * p.lanes;
    }
    return list;
}

inline std::string plus(const std::string& a, std::size_t n) { return n == 0 ? a : sum_of(a, std::to_string(n)); }

/// The rows of a nest that a step runs over: all of them or those of a tile.
struct row_range {
    std::size_t rows;   ///< of the nest
    std::size_t most;   ///< in a tile
    std::string first;  ///< 0 where there is one tile
    std::string last;

    bool is_whole() const { return most >= rows; }
};

template <class Writer>
class vector_blocks {
public:
    using context = step_context;

    explicit vector_blocks(Writer& w) : w_(w), widest_(vector_bytes / w.type.bytes()) {}

    Writer& w_;
    std::size_t widest_;

    vector_type registers_of(std::size_t lanes) const { return {w_.type, lanes}; }
    static std::string number(std::size_t n) { return std::to_string(n); }

    /// Declares a block of sums that start at zero.
    void declare_sums(const std::string& sum, std::size_t rows, const piece& p) const {
        w_.out.line(registers_of(p.lanes).name() + ' ' + sum + '[' + number(rows) + "][" + number(p.registers) +
                    "] = {};");
    }
    /// An array that registers read and write.
    void declare_lanes(const std::string& name, std::size_t elements, const std::string& words = "") const {
        const bool large = elements * w_.type.bytes() > 65536;
        w_.out.line(std::string(large ? "static " : "") + "ALIGNED " + w_.type.name + ' ' + name + '[' +
                    number(elements) + "];" + (words.empty() ? "" : " /* " + words + " */"));
    }

    void accumulate(const std::string& sum, std::size_t rows, const piece& p, const place& a, const std::string& from,
                    std::size_t a_row, std::size_t a_col, const std::string& b, std::size_t b_row, const std::string& n,
                    accumulation::beside_type beside = accumulation::nothing, const std::string& more = "") const {
        const accumulation f{rows, p.registers, p.lanes, a.cast.empty() ? "" : a.element_type, beside};
        w_.need(f);
        w_.out.line(f.name() + '(' + sum + ", &" + from + ", " + number(a_row) + ", " + number(a_col) + ", &" + b +
                    ", " + number(b_row) + ", " + n + more + ");");
    }

    /// A loop over the registers of a row of a block; body(r, lane) gets the text of both, lane from `first` on.
    template <class Body>
    void for_registers(const piece& p, const std::string& first, const Body& body) const {
        if (p.registers == 1) {
            body("0", plus(first, p.first));
            return;
        }
        const std::string r = w_.local("r");
        w_.out.line("UNROLL");
        w_.out.open(count_loop(r, p.registers));
        body(r, sum_of(plus(first, p.first), scaled_index(r, p.lanes)));
        w_.out.close();
    }
    template <class Body>
    void for_rows(std::size_t rows, const Body& body) const {
        const std::size_t before = w_.taken.size();
        const std::string m = w_.local("m");
        w_.out.line("UNROLL");
        w_.out.open(count_loop(m, rows));
        body(m);
        w_.out.close();
        w_.taken.forget_after(before);
    }
    std::string load(std::size_t lanes, const std::string& from) const {
        return lanes == 1 ? from : "load_" + number(lanes) + "(&" + from + ')';
    }
    void store(std::size_t lanes, const std::string& to, const std::string& x) const {
        w_.out.line(lanes == 1 ? to + " = " + x + ';' : "store_" + number(lanes) + "(&" + to + ", " + x + ");");
    }

    /// Whether rows of results are computed in registers.
    bool writes_registers(const context& c) const {
        return Writer::is_dense(plan_slot(c, 0), c.places[0]) &&
               (c.k.epilogue == no_term || vector_terms<Writer>::can_run(w_, c, c.k.epilogue, lanes_are::columns));
    }

    /// Writes the register `core` to (row, col) and after, or each of its lanes; `finish` applies the epilogue.
    void write(const context& c, std::size_t lanes, const std::string& row, const std::string& col,
               const std::string& core, bool finish = true) const {
        const bool plain = !finish || c.k.epilogue == no_term;
        const bool dense = Writer::is_dense(plan_slot(c, 0), c.places[0]);
        if (lanes == 1) {
            w_.out.line(c.places[0].element(c.v, row, col) + " = " + (plain ? core : scalar(c, row, col, core)) + ';');
        } else if (plain ? dense : writes_registers(c)) {
            const std::string x =
                plain ? core
                      : vector_terms<Writer>(w_, c, registers_of(lanes), lanes_are::columns, row, col, core)
                            .at(c.k.epilogue);
            store(lanes, c.places[0].element(c.v, row, col), x);
        } else {
            const std::string l = w_.taken.unused("l"), at = sum_of(col, l), of_lane = core + '[' + l + ']';
            w_.out.loop(count_loop(l, lanes), c.places[0].element(c.v, row, at) + " = " +
                                                  (plain ? of_lane : scalar(c, row, at, of_lane)) + ';');
        }
    }

    /// Whole registers along a row, and the numbers that are left; body(whether it is a register) writes a statement.
    template <class Body>
    void along_row(const std::string& col, std::size_t size, const Body& body) const {
        const std::string width = number(widest_), n = number(size), whole = number(size / widest_ * widest_);
        if (size >= widest_) {
            w_.out.open("for (int " + col + " = 0; " + col + " < " + whole + "; " + col + " += " + width + ')');
            body(true);
            w_.out.close();
        }
        if (size % widest_ == 0) return;
        w_.out.open("for (int " + col + " = " + whole + "; " + col + " < " + n + "; ++" + col + ')');
        body(false);
        w_.out.close();
    }

    const slot& plan_slot(const context& c, std::size_t i) const { return w_.plan.slots[c.s.first_slot + i]; }
    std::string scalar(const context& c, const std::string& row, const std::string& col,
                       const std::string& core) const {
        return w_.terms(c).at(c.k.epilogue, c.v, row, col, core).text;
    }
};

}  // namespace heed::detail::emitted
