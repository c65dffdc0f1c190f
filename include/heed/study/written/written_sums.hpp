// SPDX-License-Identifier: BSL-1.0
// What the machines that write products and attention share: names, memory, loops, and blocks of sums in registers or
// single sums.
#pragma once

#include <heed/lower/register_pieces.hpp>
#include <heed/machine/writing.hpp>
#include <heed/study/written/emit_step.hpp>
#include <heed/study/written/written_terms.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// The rows of a nest that a step runs over: all of them or those of a tile.
struct row_range {
    std::size_t rows;   ///< of the nest
    std::size_t most;   ///< in a tile
    std::string first;  ///< 0 if there is one tile
    std::string last;
    bool is_kept = false;  ///< those that a mask leaves, in blocks of `most`

    bool is_whole() const { return most >= rows; }
};

/// The registers of a block of sums, as in run/micro_kernel.hpp.
inline std::vector<register_piece> pieces_of(std::size_t rows, std::size_t lanes, std::size_t widest) {
    std::vector<register_piece> list;
    for (std::size_t first = 0; first < lanes; first = list.back().end())
        list.push_back(piece_at(rows, lanes, first, widest));
    return list;
}

/// Extra work in the loop of sums, and its arguments.
struct beside_sums {
    accumulation::beside_type what = accumulation::nothing;
    std::string arguments{};
};

/// A block of sums, rows of registers; or a single sum, which is a value.
template <class T>
struct block_of_sums {
    std::string name;
    std::size_t rows;
    register_piece p;
    bool is_one = false;
    mutable recorded<T, any_lanes> value{};

    recording::element element(const written_index& m, const written_index& r, const std::string& lane = "") const {
        return {.array = name,
                .index = m.text() + "][" + r.text() + (lane.empty() ? "" : "][" + lane),
                .is_register = true};
    }
    /// Element `at` of the partial sums of sum m, counted across its registers.
    recording::element part(const written_index& m, const written_index& at) const {
        if (p.registers == 1) return element(m, 0, at.text());
        return element(m, at / p.lanes, (at % p.lanes).text());
    }
};

/// One sum of a block.
template <class T>
struct sum_of_block {
    const block_of_sums<T>& block;
    written_index row, r;
};

template <class T>
class written_sums : public writing_statements<T> {
    using base = writing_statements<T>;

protected:
    using base::r_;
    using typename base::kind;
    using typename base::operation;
    using sum_block = block_of_sums<T>;

public:
    using base::loop;
    using base::note;
    /// A number or a register; the number of lanes follows from its operands.
    using V = recorded<T, any_lanes>;
    using number = V;

    written_sums(recording::routine& r, step_emitter& w, const step_context& c, bool in_registers)
        : base(r, w.taken),
          w_(w),
          c_(c),
          in_registers_(in_registers),
          widest_(in_registers ? vector_bytes / sizeof(T) : 1) {}

    template <class F>
    void each_sum(const written_index& lane, const sum_block& of, const F& f) {
        lanes_now_ = of.p.lanes;
        over_sums(lane, of, [&](const written_index& m, const written_index& r, const written_index& l) {
            f(m, l, value_of({of, m, r}));
        });
    }

protected:
    // Names.

    std::string wanted(const extent& e, const char* usual) const { return free_name_of(e, usual, w_.taken); }
    std::string key_name() const {
        const node_id scores = w_.node_roles[c_.target].scores;
        return wanted(extent(c_.k.stream.keys, w_.graph[scores].dims.from_right(0).name), "key");
    }
    std::string depth_name() const {
        const node_id core = w_.node_roles[c_.target].score_core;
        return wanted(w_.graph[w_.graph.operand(core, 0)].dims.from_right(0), "d");
    }
    std::string column_name() const { return wanted(c_.cols, "col"); }

    // Memory and variables.

    const slot& plan_slot(std::size_t i) const { return w_.plan.slot_at(c_.s, i); }
    written_memory lanes_array(const char* name, std::size_t elements, const std::string& remark) const {
        const written_memory memory{w_.taken.claim_unused(name)};
        r_->add_lanes(memory.array, elements, remark);
        return memory;
    }
    written_memory array_of_zeros(const char* name, std::size_t elements) const {
        const written_memory memory{w_.taken.claim_unused(name)};
        r_->add_zeros(memory.array, elements);
        return memory;
    }
    recorded_variable<T, any_lanes> variable_at_zero(const char* name, std::size_t lanes) const {
        return {name, {r_, V(T(0)).in(*r_)}, lanes};
    }
    recorded_variable<T, any_lanes> variable_at(const char* name, T initial, std::size_t lanes) const {
        return {name, {r_, V(initial).in(*r_)}, lanes};
    }
    V loaded(const recording::element& from, std::size_t lanes, const char* hint = "") const {
        return V(
            {r_, r_->add({.what = operation::load, .is = kind::real, .lanes = lanes, .from = from, .hint = hint})});
    }
    /// One number of an operand.
    V operand(std::size_t slot, const written_index& row, const written_index& col) const {
        return terms().template operand<V>(slot, row, col);
    }
    term_facts facts() const { return term_facts::of(w_.plan, c_.k, c_.s, c_.places); }
    written_terms terms() const { return {facts(), c_.v, *r_}; }
    V copy_of(const V& variable, const char* name) const {
        const recording::value_id now = variable.in(*r_);
        return known_as(name, V({r_, r_->add({.what = operation::same, .is = kind::real, .operands = {now}})}));
    }
    /// A call of a function from a register to a number.
    V call_for_number(const char* function, const V& x, const char* hint) const {
        return V({r_, r_->add({.what = operation::call,
                               .is = kind::real,
                               .operands = {x.in(*r_)},
                               .text = std::string(function) + '_' + std::to_string(widest_),
                               .hint = hint})});
    }
    /// A call of a function of an array and further arguments.
    V of_memory(const std::string& function, const std::string& array, std::size_t lanes, const char* hint,
                const std::vector<recording::value_id>& more = {}) const {
        return V({r_, r_->add({.what = recording::operation::call_of_row,
                               .is = recording::kind::real,
                               .lanes = lanes,
                               .operands = more,
                               .text = function,
                               .from = {array, "0"},
                               .hint = hint})});
    }
    recording::element in_row(const std::string& array, const written_index& i) const {
        return {.array = array, .index = i.text(), .is_register = in_registers_};
    }
    recording::element lane_in_row(const std::string& array, const written_index& i, const written_index& lane) const {
        return {.array = array, .index = i.text() + "][" + lane.text(), .is_register = true};
    }
    static std::string variable(const written_index& i) { return i.is_zero() ? "" : i.text(); }

    // Loops.

    template <class F>
    void for_key_blocks(std::size_t block, const F& f) const {
        const written_index all = c_.size(c_.k.stream.keys);
        loop("first", 0, all, block, [&](const written_index& first) {
            const bool is_even = (all % block).is_zero();
            f(is_even ? written_index(block) : base::rest_of(all, first, block, "keys"), first);
        });
    }
    /// f(rows, j) for blocks of `block` of n rows, then for the remainder: one by one if it is dynamic.
    template <class F>
    void for_blocks_of(const std::string& name, const written_index& n, std::size_t block, const F& f) const {
        const written_index whole = n / block * block;
        loop(name, 0, whole, block, [&](const written_index& j) { f(block, j); });
        if (!n.is_number())
            one_by_one(name, whole, n, f);
        else if (whole.number() < n.number())
            f(n.number() - whole.number(), whole);
    }
    template <class F>
    void one_by_one(const std::string& name, const written_index& begin, const written_index& end, const F& f) const {
        if (begin.text() != end.text())
            loop(name, begin, end, 1, [&](const written_index& j) { f(std::size_t{1}, j); });
    }
    /// The same for a block of keys, whose size is a variable if the last block is shorter.
    template <class F>
    void for_blocks_of_keys(const written_index& keys, std::size_t block, const F& f) const {
        if (keys.is_number()) return for_blocks_of(key_name(), keys, block, f);
        const written_index end = block == 1 ? keys : keys - (block - 1);
        loop(key_name(), 0, end, block, [&](const written_index& j) { f(block, j); });
        const std::size_t of_whole = key_block % block, of_last = c_.k.stream.keys % key_block % block;
        const auto tail = [&](std::size_t rows) { f(rows, keys - rows); };
        if (!c_.size(c_.k.stream.keys).is_number()) return keys_that_are_left(keys, block, of_whole, tail, f);
        if (of_whole == of_last) {
            if (of_whole > 0) tail(of_whole);
            return;
        }
        const std::string n = std::to_string(key_block);
        for (const auto& [rows, relation] : {std::pair{of_whole, " == "}, std::pair{of_last, " < "}})
            if (rows > 0) {
                r_->open_if(keys.text() + relation + n);
                tail(rows);
                r_->close();
            }
    }
    /// For the last keys of a block if the number of keys is dynamic.
    template <class Tail, class F>
    void keys_that_are_left(const written_index& keys, std::size_t block, std::size_t of_whole, const Tail& tail,
                            const F& f) const {
        const std::size_t before = w_.taken.size();
        if (of_whole > 0) {
            r_->open_if(keys.text() + " == " + std::to_string(key_block));
            tail(of_whole);
            r_->close();
            w_.taken.forget_after(before);
            r_->open_else();
        }
        one_by_one(key_name(), keys / block * block, keys, f);
        if (of_whole > 0) r_->close();
    }
    /// f<V>(e) along a row of the result.
    template <class F>
    void along_columns(bool in_registers, const F& f) {
        const written_index all = c_.size(c_.k.cols), whole = in_registers ? all / widest_ * widest_ : 0;
        const std::string name = column_name();
        lanes_now_ = widest_;
        loop(name, 0, whole, widest_, [&](const written_index& e) { f.template operator()<V>(e); });
        lanes_now_ = 1;
        loop(name, whole, all, 1, [&](const written_index& e) { f.template operator()<V>(e); });
    }

    // Sums.

    sum_block begin_sums(const char* name, std::size_t rows, const register_piece& p) const {
        const sum_block s{w_.taken.claim_unused(name), rows, p};
        r_->add_sums(s.name, rows, p.registers, p.lanes);
        return s;
    }
    /// The sum of a(k) * b(k), a single number.
    template <class A, class B>
    sum_block one_sum(const char* name, const std::string& index, const written_index& count, std::size_t block,
                      const A& a, const B& b) const {
        sum_block s{"", 1, {0, 1, 1}, true};
        recorded_variable<T, any_lanes> sum = variable_at_zero(name, 1);
        const auto term = [&](const written_index& k) { return V(a(k) * b(k)); };
        if (block == 0)
            base::add_terms(sum, index, 0, count, term);
        else
            base::add_terms_in_blocks(
                sum, [&]() { return variable_at_zero("block", 1); }, index, {count, block}, term);
        s.value = V(sum);
        return s;
    }
    void accumulate(const sum_block& s, const place& a, const std::string& from, std::size_t a_row, std::size_t a_col,
                    const std::string& b, std::size_t b_row, const std::string& n, std::size_t block,
                    const beside_sums& beside = {}) const {
        const accumulation f{s.rows,      s.p.registers, s.p.lanes, a.cast.empty() ? "" : a.element_type,
                             beside.what, block};
        w_.need(f);
        r_->perform(f.name() + '(' + s.name + ", &" + from + ", " + std::to_string(a_row) + ", " +
                    std::to_string(a_col) + ", &" + b + ", " + std::to_string(b_row) + ", " + n + beside.arguments +
                    ')');
    }
    /// The terms of a block of so many terms, or 0 if they are known to be one block (lower/tiles.hpp).
    static std::size_t block_of(const written_index& terms, std::size_t most) {
        return terms.is_number() ? block_of_terms(terms.number(), most) : most;
    }
    /// Prefetches rows of an operand from `row` on, `columns` wide, evenly over `all` iterations of sums, of which
    /// `begin` are done.
    beside_sums fetched(std::size_t slot, std::size_t columns, std::size_t rows, const written_index& row,
                        const written_index& begin, std::size_t all) const {
        const std::size_t lines = cache_lines(columns * sizeof(T));
        const place& p = c_.places[slot];
        if (!step_emitter::is_dense(plan_slot(slot), p) || all < rows * lines) return {};
        return fetching("&" + p.element(c_.v, variable(row), ""), p.row, lines, begin.text(),
                        fetch_shift(all, rows * lines));
    }
    static beside_sums fetching(const std::string& from, std::size_t row, std::size_t lines, const std::string& begin,
                                std::size_t shift) {
        return {accumulation::fetching, ", " + from + ", " + std::to_string(row) + ", " + std::to_string(lines) + ", " +
                                            begin + ", " + std::to_string(shift)};
    }
    V value_of(const sum_of_block<T>& s) const {
        return s.block.is_one ? s.block.value : loaded(s.block.element(s.row, s.r), s.block.p.lanes);
    }
    void set_value(const sum_of_block<T>& s, const V& x) const {
        if (s.block.is_one)
            s.block.value = x;
        else
            r_->store(s.block.element(s.row, s.r), x.in(*r_), s.block.p.lanes);
    }
    template <class F>
    void over_sums(const written_index& lane, const sum_block& of, const F& f) const {
        loop(
            "m", 0, of.rows, 1,
            [&](const written_index& m) {
                loop(
                    "r", 0, of.p.registers, 1, [&](const written_index& r) { f(m, r, lane + r * of.p.lanes); }, true);
            },
            true);
    }
    /// Pairwise sum: x(r) + x(r + h) for h = half of the registers, ... 1.
    template <class X>
    V tree(std::size_t registers, const X& x) const {
        std::vector<V> sums;
        for (std::size_t r = 0; r < registers; ++r) sums.push_back(x(r));
        for (std::size_t half = registers / 2; half > 0; half /= 2)
            for (std::size_t r = 0; r < half; ++r) sums[r] = sums[r] + sums[r + half];
        return sums[0];
    }
    /// Adds a product to a sum.
    void add_product(const recording::element& sum, const recording::element& a, const recording::element& b,
                     std::size_t lanes) const {
        const V product = loaded(a, lanes) * loaded(b, lanes);
        r_->store(sum, V(loaded(sum, lanes) + product).in(*r_), lanes);
    }
    /// Adds the registers of sum m: its partial sums are then the lanes of one register.
    recording::value_id halved(const sum_block& of, const written_index& m) const {
        return tree(of.p.registers, [&](std::size_t r) { return loaded(of.element(m, r), of.p.lanes); }).in(*r_);
    }
    /// Pairwise, for a short dependency chain.
    V largest_in_pairs(const sum_block& of, const written_index& r, std::size_t first, std::size_t n) const {
        if (n == 1) return value_of({of, first, r});
        return raised(largest_in_pairs(of, r, first, n / 2), largest_in_pairs(of, r, first + n / 2, n - n / 2));
    }
    /// f(lane, the maximum over the rows).
    template <class F>
    void largest_of_rows(const written_index& lane, const sum_block& of, const F& f) {
        loop(
            "r", 0, of.p.registers, 1,
            [&](const written_index& r) {
                if (of.rows == 1) return f(lane + r * of.p.lanes, value_of({of, 0, r}));
                f(lane + r * of.p.lanes, known_as("largest", largest_in_pairs(of, r, 0, of.rows)));
            },
            true);
    }

    step_emitter& w_;
    const step_context& c_;
    bool in_registers_;
    std::size_t widest_;
    std::size_t lanes_now_ = 1;  ///< the lanes of the registers in the current loop
};

}  // namespace heed::detail::emitted
