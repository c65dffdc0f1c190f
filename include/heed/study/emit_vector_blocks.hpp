// SPDX-License-Identifier: BSL-1.0
// What loops in registers have in common: lanes cut into registers, rows cut into blocks, blocks of sums, rows of
// results.
#pragma once

#include <heed/lower/register_pieces.hpp>
#include <heed/study/emit_step.hpp>
#include <heed/study/routine_text.hpp>
#include <heed/study/written_terms.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// The registers of a block of sums: those of run/micro_kernel.hpp.
inline std::vector<register_piece> pieces_of(std::size_t rows, std::size_t lanes, std::size_t widest) {
    std::vector<register_piece> list;
    for (std::size_t first = 0; first < lanes; first = list.back().end())
        list.push_back(piece_at(rows, lanes, first, widest));
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
    using T = typename Writer::number;

public:
    using context = step_context;

    explicit vector_blocks(Writer& w) : w_(w), widest_(vector_bytes / w.type.bytes()) {}

    Writer& w_;
    std::size_t widest_;

    vector_type registers_of(std::size_t lanes) const { return {w_.type, lanes}; }
    static std::string number(std::size_t n) { return std::to_string(n); }

    /// Declares a block of sums that start at zero.
    void declare_sums(const std::string& sum, std::size_t rows, const register_piece& p) const {
        w_.out.spelled(registers_of(p.lanes).name() + ' ' + sum + '[' + number(rows) + "][" + number(p.registers) +
                       "] = {};");
    }
    /// An array that registers read and write.
    void declare_lanes(const std::string& name, std::size_t elements, const std::string& words = "") const {
        const bool large = elements * w_.type.bytes() > 65536;
        w_.out.spelled(std::string(w_.out.language().aligned) + (large ? " static " : " ") + w_.type.name + ' ' + name +
                           '[' + number(elements) + "];",
                       words);
    }

    void accumulate(const std::string& sum, std::size_t rows, const register_piece& p, const place& a,
                    const std::string& from, std::size_t a_row, std::size_t a_col, const std::string& b,
                    std::size_t b_row, const std::string& n, accumulation::beside_type beside = accumulation::nothing,
                    const std::string& more = "") const {
        const accumulation f{rows, p.registers, p.lanes, a.cast.empty() ? "" : a.element_type, beside};
        w_.need(f);
        w_.out.spelled(f.name() + '(' + sum + ", &" + from + ", " + number(a_row) + ", " + number(a_col) + ", &" + b +
                       ", " + number(b_row) + ", " + n + more + ");");
    }

    /// A loop over the registers of a row of a block; body(r, lane) gets the text of both, lane from `first` on.
    template <class Body>
    void for_registers(const register_piece& p, const std::string& first, const Body& body) const {
        if (p.registers == 1) {
            body("0", plus(first, p.first));
            return;
        }
        const std::string r = w_.local("r");
        w_.out.spelled("UNROLL");
        w_.out.open(count_loop(r, p.registers));
        body(r, sum_of(plus(first, p.first), scaled_index(r, p.lanes)));
        w_.out.close();
    }
    template <class Body>
    void for_rows(std::size_t rows, const Body& body) const {
        const std::size_t before = w_.taken.size();
        const std::string m = w_.local("m");
        w_.out.spelled("UNROLL");
        w_.out.open(count_loop(m, rows));
        body(m);
        w_.out.close();
        w_.taken.forget_after(before);
    }
    std::string load(std::size_t lanes, const std::string& from) const {
        return lanes == 1 ? from : "load_" + number(lanes) + "(&" + from + ')';
    }

    /// Writes the register `core` to (row, col) and after, or each of its lanes; `finish` applies the epilogue.
    void write(const context& c, std::size_t lanes, const std::string& row, const std::string& col,
               const std::string& core, bool finish = true) const {
        const std::size_t epilogue = finish ? c.k.epilogue : no_term;
        recording::routine r;
        if (lanes == 1 || fits_registers(c, epilogue)) {
            write_down(r, c, epilogue, lanes, row, col, core);
        } else {
            const std::string l = w_.taken.unused("l");
            r.open(l, "0", number(lanes), 1);
            write_down(r, c, epilogue, 1, row, sum_of(col, l), core + '[' + l + ']');
            r.close();
        }
        routine_text(r, {w_.type, w_.out.language()}, w_.taken).write(w_.out);
    }

    const slot& plan_slot(const context& c, std::size_t i) const { return w_.plan.slot_at(c.s, i); }

private:
    bool fits_registers(const context& c, std::size_t epilogue) const {
        return Writer::is_dense(plan_slot(c, result_slot), c.places[result_slot]) &&
               term_facts::of(w_.plan, c.k, c.s, c.places).finish_in_registers(epilogue);
    }
    void write_down(recording::routine& r, const context& c, std::size_t epilogue, std::size_t lanes,
                    const std::string& row, const std::string& col, const std::string& core) const {
        const written_index i(row, true), j(col, true);
        const recorded<T, any_lanes> x({&r, r.add({.what = recording::operation::read, .lanes = lanes, .text = core})});
        const written_terms terms(term_facts::of(w_.plan, c.k, c.s, c.places), c.v, r);
        const auto result = epilogue == no_term ? x : terms.value(epilogue, {i, j, lanes}, x);
        r.store(c.places[result_slot].recorded(c.v, i, j), result.in(r), lanes);
    }
};

}  // namespace heed::detail::emitted
