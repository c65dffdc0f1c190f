// SPDX-License-Identifier: BSL-1.0
// What machines that write attention have in common: blocks of sums in registers or a sum that is a number, operands,
// scores, results.
#pragma once

#include <heed/lower/score_mask.hpp>
#include <heed/machine/writing.hpp>
#include <heed/study/emit_vector_blocks.hpp>

#include <cstddef>
#include <limits>
#include <string>

namespace heed::detail::emitted {

/// Sums side by side, rows of registers; or one, which has a value.
template <class T>
struct block_of_sums {
    std::string name;
    std::size_t rows;
    piece p;
    bool is_one = false;
    mutable recorded<T, any_lanes> value{};

    recording::element element(const written_index& m, const written_index& r, const std::string& lane = "") const {
        return {.array = name,
                .index = m.text() + "][" + r.text() + (lane.empty() ? "" : "][" + lane),
                .is_register = true};
    }
};

/// One of the sums of a block.
template <class T>
struct sum_of_block {
    const block_of_sums<T>& block;
    written_index row, r;
};

/// Where a score is, and what else it depends on.
struct score_place {
    std::string first_row;
    written_index lane, key;
    written_index queries;
    std::string kind_of_tile;  ///< a variable, or nothing
};

template <class T, class Writer>
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
    /// A number, or a register of as many lanes as are spoken of.
    using V = recorded<T, any_lanes>;
    using number = V;

    written_sums(recording::routine& r, Writer& w, const step_context& c, bool in_registers)
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

    /// The name of an axis, or the usual one where that has none or is taken.
    std::string wanted(const extent& e, const char* usual) const {
        const std::string own = e.name == nullptr ? usual : as_identifier(e.name->name);
        return w_.taken.is_free(own) ? own : usual;
    }
    std::string key_name() const {
        const node_id scores = w_.node_roles[c_.target].scores;
        return wanted(extent(c_.k.inner, w_.graph[scores].dims.from_right(0).name), "key");
    }
    std::string depth_name() const {
        const node_id core = w_.node_roles[c_.target].score_core;
        return wanted(w_.graph[w_.graph.operand(core, 0)].dims.from_right(0), "d");
    }
    std::string column_name() const { return wanted(c_.cols, "col"); }

    // Memory and variables.

    const slot& plan_slot(std::size_t i) const { return w_.plan.slots[c_.s.first_slot + i]; }
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
    V text(const std::string& expression, int binding, std::size_t lanes,
           std::initializer_list<recording::value_id> operands = {}) const {
        return V({r_, r_->add({.what = operation::text,
                               .is = kind::real,
                               .lanes = lanes,
                               .operands = operands,
                               .whole = static_cast<unsigned long long>(binding),
                               .text = expression})});
    }
    /// A number of an operand.
    V operand(std::size_t slot, const written_index& row, const written_index& col) const {
        const expression e = c_.places[slot].at(c_.v, variable(row), variable(col), w_.type);
        return text(e.text, e.level, 1);
    }
    static std::string variable(const written_index& i) { return i.is_zero() ? "" : i.text(); }

    // Loops.

    /// What is left of `all` from `from` on, at most `most`, in a variable.
    written_index rest_of(const std::string& all, const std::string& from, std::size_t most, const char* name) const {
        const std::string called = w_.taken.claim_unused(name), left = all + " - " + from, n = std::to_string(most);
        r_->perform("const int " + called + " = " + left + " < " + n + " ? " + left + " : " + n);
        return written_index(called);
    }
    template <class F>
    void for_key_blocks(std::size_t block, const F& f) const {
        const std::size_t all = c_.k.inner;
        loop("first", 0, all, block, [&](const written_index& first) {
            const bool is_even = all % block == 0;
            f(is_even ? written_index(block) : rest_of(std::to_string(all), first.text(), block, "keys"), first);
        });
    }
    /// f(rows, j) for blocks of rows of a count, and for what is left. Where the count is a variable, it is that of a
    /// block of keys, of which the last one is shorter than the others.
    template <class F>
    void for_blocks_of(const std::string& name, const written_index& count, std::size_t block, const F& f) const {
        if (count.is_number()) {
            const std::size_t n = count.number(), whole = n / block * block;
            loop(name, 0, whole, block, [&](const written_index& j) { f(block, j); });
            if (whole < n) f(n - whole, written_index(whole));
            return;
        }
        const written_index end = block == 1 ? count : count - (block - 1);
        loop(name, 0, end, block, [&](const written_index& j) { f(block, j); });
        const std::size_t of_whole = key_block % block, of_last = c_.k.inner % key_block % block;
        const auto tail = [&](std::size_t rows) { f(rows, count - rows); };
        if (of_whole == of_last) {
            if (of_whole > 0) tail(of_whole);
            return;
        }
        const std::string whole = count.text() + " == " + std::to_string(key_block);
        for (const auto& [rows, condition] : {std::pair{of_whole, whole}, std::pair{of_last, "!(" + whole + ')'}})
            if (rows > 0) {
                r_->open_if(condition);
                tail(rows);
                r_->close();
            }
    }
    /// f<V>(e) along a row of what is written.
    template <class F>
    void along_columns(bool in_registers, const F& f) {
        const std::size_t all = c_.k.cols, whole = in_registers ? all / widest_ * widest_ : 0;
        const std::string name = column_name();
        lanes_now_ = widest_;
        loop(name, 0, whole, widest_, [&](const written_index& e) { f.template operator()<V>(e); });
        lanes_now_ = 1;
        loop(name, whole, all, 1, [&](const written_index& e) { f.template operator()<V>(e); });
    }

    // Sums.

    sum_block begin_sums(const char* name, std::size_t rows, const piece& p) const {
        const sum_block s{w_.taken.claim_unused(name), rows, p};
        r_->add_sums(s.name, rows, p.registers, p.lanes);
        return s;
    }
    /// sum of a(k) * b(k), a number.
    template <class A, class B>
    sum_block one_sum(const char* name, const std::string& index, const written_index& count, const A& a,
                      const B& b) const {
        sum_block s{"", 1, {0, 1, 1}, true};
        recorded_variable<T, any_lanes> sum = variable_at_zero(name, 1);
        loop(index, 0, count, 1, [&](const written_index& k) { sum = V(V(sum) + V(a(k) * b(k))); });
        s.value = V(sum);
        return s;
    }
    void accumulate(const sum_block& s, const place& a, const std::string& from, std::size_t a_row, std::size_t a_col,
                    const std::string& b, std::size_t b_row, const std::string& n) const {
        const accumulation f{s.rows, s.p.registers, s.p.lanes, a.cast.empty() ? "" : a.element_type};
        w_.need(f);
        r_->perform(f.name() + '(' + s.name + ", &" + from + ", " + std::to_string(a_row) + ", " +
                    std::to_string(a_col) + ", &" + b + ", " + std::to_string(b_row) + ", " + n + ')');
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
    /// f(lane, the largest of the rows).
    template <class F>
    void largest_of_rows(const written_index& lane, const sum_block& of, const F& f) {
        loop(
            "r", 0, of.p.registers, 1,
            [&](const written_index& r) {
                const V first = value_of({of, 0, r});
                if (of.rows == 1) return f(lane + r * of.p.lanes, first);
                recorded_variable<T, any_lanes> largest("largest", {r_, first.in(*r_)}, of.p.lanes);
                loop(
                    "m", 1, of.rows, 1,
                    [&](const written_index& m) {
                        const V other = value_of({of, m, r});
                        largest = V(choose(V(largest) < other, other, V(largest)));
                    },
                    true);
                f(lane + r * of.p.lanes, V(largest));
            },
            true);
    }

    // Queries, scores, values.

    /// Scores are in units of ln 2. Where they are products times a scale, both factors go into the query, which is
    /// copied. The name of the copy, or nothing.
    std::string read_query(const std::string& row) const {
        if (!c_.k.scales_queries) {
            note("exp(x) = 2^(x / ln 2): scores are divided by ln 2, so that weights are powers of two");
            return "";
        }
        note(
            "exp(x) = 2^(x / ln 2): with the scale and 1 / ln 2 in the query, once, products with keys are scores "
            "whose weights are powers of two");
        const expression factors = w_.terms(c_).scale_of_core(unmasked_scores_of_kernel(w_.plan, c_.k));
        const V unit = known_as("unit", text(factors.text, factors.level, 1));
        const written_memory scaled = base::declared("scaled", c_.k.depth);
        loop(depth_name(), 0, c_.k.depth, 1, [&](const written_index& d) {
            r_->store(scaled.at(d), V(operand(2, written_index(row), d) * unit).in(*r_), 1);
        });
        return scaled.array;
    }
    /// Products of queries with keys from `key` on.
    sum_block score_sums(std::size_t rows, std::size_t lanes, std::size_t width, const written_index& key,
                         const std::string& query, const std::string& row) const {
        if (!in_registers_) {
            if (c_.k.depth == 0) return {"", 1, {0, 1, 1}, true, V(T(0))};
            const char* const name = c_.k.scales_queries && !is_masked_kernel(w_.plan, c_.k) ? "score" : "sum";
            return one_sum(
                name, depth_name(), c_.k.depth,
                [&](const written_index& d) {
                    return query.empty() ? operand(2, written_index(row), d) : loaded({query, d.text()}, 1);
                },
                [&](const written_index& d) { return operand(3, key, d); });
        }
        const sum_block s = begin_sums("score", rows, {0, lanes / width, width});
        const place& keys = c_.places[3];
        if (c_.k.depth > 0)
            accumulate(s, keys, keys.element(c_.v, variable(key), ""), keys.row, keys.col, query + "[0]", lanes,
                       std::to_string(c_.k.depth));
        return s;
    }
    template <class F>
    void change_sums(const written_index& lane, const sum_block& of, const F& f) const {
        over_sums(lane, of, [&](const written_index& m, const written_index& r, const written_index& l) {
            f(m, l, sum_of_block<T>{of, m, r});
        });
    }
    /// A sum of products becomes a score, in units of ln 2: the formula of the scores, and the mask.
    void finish_score(const sum_of_block<T>& s, const score_place& at) const {
        const std::size_t lanes = s.block.p.lanes;
        if (lanes == 1 || runs_in_registers())
            set_value(s, known_as_score(s, score_of(value_of(s), lanes, sum_of(at.first_row, variable(at.lane)), at)));
        else
            finish_lane_by_lane(s, at);
    }

    /// f(lane, sums) for pieces of a panel of columns from e on; rows are queries from i on.
    template <class F>
    void value_sums_of_rows(std::size_t rows, std::size_t width, const written_index& keys, const written_index& first,
                            const written_index& i, const written_index& e, const written_memory& weights,
                            std::size_t lanes, const F& f) {
        if (!in_registers_) {
            lanes_now_ = 1;
            return f(written_index(0),
                     one_sum(
                         "sum", key_name(), keys, [&](const written_index& j) { return loaded(weights.at(j), 1); },
                         [&](const written_index& j) { return operand(1, first + j, e); }));
        }
        const place& v = c_.places[1];
        for (const piece& p : pieces_of(width, widest_)) {
            lanes_now_ = p.lanes;
            const sum_block s = begin_sums("sum", rows, {0, p.registers, p.lanes});
            accumulate(s, place(), weights.array + '[' + i.text() + ']', 1, lanes,
                       v.element(c_.v, variable(first), variable(e + p.first)), v.row, keys.text());
            f(written_index(p.first), s);
        }
    }
    /// Rows are columns from e on.
    sum_block value_sums_of_lanes(std::size_t rows, std::size_t lanes, std::size_t width, const written_index& keys,
                                  const written_index& first, const written_index& e,
                                  const written_memory& weights) const {
        const place& v = c_.places[1];
        const sum_block s = begin_sums("sum", rows, {0, lanes / width, width});
        accumulate(s, v, v.element(c_.v, variable(first), variable(e)), v.col, v.row, weights.array + "[0]", lanes,
                   keys.text());
        return s;
    }

    // Results.

    bool writes_registers() const {
        return in_registers_ && Writer::is_dense(plan_slot(0), c_.places[0]) &&
               (c_.k.epilogue == no_term || vector_terms<Writer>::can_run(w_, c_, c_.k.epilogue, lanes_are::columns));
    }
    void write_result(const written_index& row, const written_index& e, const V& mean, std::size_t lanes) const {
        if (lanes > 1 && !writes_registers()) {
            const V named = known_as("mean", mean);
            loop("l", 0, lanes, 1, [&](const written_index& l) {
                write_result(row, e + l, text("$0[" + l.text() + ']', expression::word, 1, {named.in(*r_)}), 1);
            });
            return;
        }
        const std::string i = variable(row), j = variable(e);
        const recording::element to{c_.places[0].array, c_.places[0].index(c_.v, i, j)};
        if (c_.k.epilogue == no_term) return r_->store(to, mean.in(*r_), lanes);
        const V core = known_as("attended", mean);
        r_->store(to, formula(c_.k.epilogue, core, lanes, i, j, lanes_are::columns).in(*r_), lanes);
    }

    Writer& w_;
    const step_context& c_;
    bool in_registers_;
    std::size_t widest_;
    std::size_t lanes_now_ = 1;  ///< of the registers that a kernel speaks of

private:
    V formula(std::size_t id, const V& core, std::size_t lanes, const std::string& row, const std::string& col,
              lanes_are along) const {
        if (lanes == 1) {
            const expression e = w_.terms(c_).at(id, c_.v, row, col, "$0");
            return text(e.text, e.level, 1, {core.in(*r_)});
        }
        return text(vector_terms<Writer>(w_, c_, {w_.type, lanes}, along, row, col, "$0").at(id), expression::choice,
                    lanes, {core.in(*r_)});
    }
    bool runs_in_registers() const {
        const auto can_run = [&](std::size_t id) { return vector_terms<Writer>::can_run(w_, c_, id, lanes_are::rows); };
        return (c_.k.scales_queries || can_run(unmasked_scores_of_kernel(w_.plan, c_.k))) &&
               (!is_masked_kernel(w_.plan, c_.k) || can_run(mask_of_kernel(w_.plan, c_.k)));
    }
    static V known_as_score(const sum_of_block<T>& s, const V& x) { return s.block.is_one ? known_as("score", x) : x; }

    V score_of(const V& core, std::size_t lanes, const std::string& row, const score_place& at) const {
        const std::string key = variable(at.key);
        const std::size_t id = unmasked_scores_of_kernel(w_.plan, c_.k);
        const V one_over_ln2 = text(w_.terms(c_).one_over_ln2(), expression::word, 1);
        const V score =
            c_.k.scales_queries ? core : V(formula(id, core, lanes, row, key, lanes_are::rows) * one_over_ln2);
        if (!is_masked_kernel(w_.plan, c_.k)) return score;
        const std::size_t mask = mask_of_kernel(w_.plan, c_.k);
        const std::string &tile = at.kind_of_tile, n = std::to_string(lanes);
        if (lanes == 1) {
            const expression seen = w_.terms(c_).condition_at(mask, c_.v, row, key);
            const std::string holds = seen.inside(expression::both);
            return text((tile.empty() ? holds : tile + " != 'x' || " + holds) + " ? $0 : -INFINITY", expression::choice,
                        1, {score.in(*r_)});
        }
        const std::string seen =
            vector_terms<Writer>(w_, c_, {w_.type, lanes}, lanes_are::rows, row, key, "").condition_at(mask);
        const std::string masked = "choose_" + n + '(' + seen + ", $0, all_" + n + "(-INFINITY))";
        return text(tile.empty() ? masked : tile + " == 'x' ? " + masked + " : $0", expression::choice, lanes,
                    {score.in(*r_)});
    }
    /// A lane without a query repeats the last one: its elements exist.
    void finish_lane_by_lane(const sum_of_block<T>& s, const score_place& at) const {
        loop("l", 0, s.block.p.lanes, 1, [&](const written_index& l) {
            std::string lane = (at.lane + l).text();
            if (!at.queries.is_number() || at.queries.number() % s.block.p.lanes != 0) {
                const std::string last = at.queries.text() + " - 1", called = w_.taken.claim_unused("lane");
                r_->perform("const int " + called + " = " + lane + " < " + last + " ? " + lane + " : " + last);
                lane = called;
            }
            const recording::element to = s.block.element(s.row, s.r, l.text());
            r_->store(to, score_of(loaded(to, 1), 1, sum_of(at.first_row, lane), at).in(*r_), 1);
        });
    }
};

}  // namespace heed::detail::emitted
