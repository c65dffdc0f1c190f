// SPDX-License-Identifier: BSL-1.0
// What the machines that write attention share: queries, scores, sums of values, results.
#pragma once

#include <heed/lower/score_mask.hpp>
#include <heed/study/written/written_sums.hpp>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>

namespace heed::detail::emitted {

/// The position of a score and its context.
struct score_place {
    std::string first_row;
    written_index lane, key;
    written_index queries;
};

/// The steps from a dot product to a score.
struct score_steps {
    bool formula = true;  ///< the formula of the scores, unless it is in the queries
    bool mask = true;
};

template <class T>
class written_scores : public written_sums<T> {
    using base = written_sums<T>;

protected:
    using base::c_, base::in_registers_, base::lanes_now_, base::r_, base::w_, base::widest_;
    using base::loaded, base::operand, base::variable;
    using typename base::sum_block;

public:
    using base::base;
    using base::note;
    using typename base::V;

    bool keeps_log_sums() const { return c_.k.log_sums != no_slot; }
    V in_units_of_one(const V& score) const { return is_steep() ? V(score * steepness_) : score; }

protected:
    void write_log_sum(const written_index& row, const V& log_sum) const {
        const place& to = c_.places[c_.k.log_sums];
        r_->store({to.array, to.index(c_.v, variable(row), "0")}, known_as("log_sum", log_sum).in(*r_), 1);
    }

    // Queries, scores, values.

    /// If scores are a scale times dot products, it is multiplied into a copy of the query. Returns the name of the
    /// copy, or nothing.
    std::string read_query(const std::string& row) {
        if (!c_.k.stream.scales_queries) return "";
        const V scale = scale_of_query();
        if (scale.in() == nullptr) return "";
        const written_memory scaled = base::declared("scaled", c_.k.stream.depth);
        base::loop(base::depth_name(), 0, c_.k.stream.depth, 1, [&](const written_index& d) {
            r_->store(scaled.at(d), V(operand(stream_slot::queries, written_index(row), d) * scale).in(*r_), 1);
        });
        return scaled.array;
    }
    /// The scale that queries are multiplied by, or what is left of it beside the steepness of the weights; the literal
    /// 1 if that is nothing.
    V scale_of_query() const {
        const V scale = whole_scale();
        return !is_steep() || scale.in() == nullptr ? scale
               : is_known_                          ? V(T(1))
                                                    : known_as("rest", V(scale / steepness_));
    }
    /// Before the loops over queries: what multiplies differences of scores.
    void record_steepness() {
        if (!c_.k.stream.scales_queries) return;
        const V scale = whole_scale();
        const std::optional<T> known =
            base::terms().template known_scale_of_core<T>(unmasked_scores_of_kernel(w_.plan, c_.k));
        if (scale.in() == nullptr) return;
        if (!c_.k.stream.is_steep || (known && *known >= T(-1) && *known <= T(1))) {
            note("with the scale in the query, once, products with keys are scores");
            return;
        }
        note(
            "a scale beyond 1 multiplies differences of scores: in the query it could make products overflow. Its "
            "sign, or a scale up to 1, is multiplied into the query, once");
        is_known_ = known && *known > T(1) && *known <= most_steepness<T>;
        if (is_known_) {
            steepness_ = scale;
            return;
        }
        const V size = known_as("size", scale.call("magnitude")), most(most_steepness<T>);
        steepness_ = known_as("steepness", choose(most < size, most, V(choose(V(T(1)) < size, size, V(T(1))))));
    }
    bool is_steep() const { return steepness_.in() != nullptr; }
    /// exp(x) = 2^(x / ln 2), a polynomial and an exponent.
    template <class W>
    W weight_of(const W& score_below_maximum) const {
        const V unit = base::terms().template number<V>(log2_of_e<T>);
        return W(score_below_maximum * (is_steep() ? V(steepness_ * unit) : unit)).call("exp2_of_non_positive");
    }
    std::size_t block_of_depth() const { return base::block_of(c_.size(c_.k.stream.depth), score_depth); }
    /// Dot products of the queries with the keys from `key` on.
    sum_block score_sums(std::size_t rows, std::size_t lanes, std::size_t width, const written_index& key,
                         const std::string& query, const std::string& row, const beside_sums& beside = {}) const {
        if (!in_registers_) {
            if (c_.k.stream.depth == 0) return {"", 1, {0, 1, 1}, true, V(T(0))};
            const char* const name = !needs_finish() ? "score" : "sum";
            return base::one_sum(
                name, base::depth_name(), c_.k.stream.depth, block_of_depth(),
                [&](const written_index& d) {
                    return query.empty() ? operand(stream_slot::queries, written_index(row), d)
                                         : loaded({query, d.text()}, 1);
                },
                [&](const written_index& d) { return operand(stream_slot::keys, key, d); });
        }
        const sum_block s = base::begin_sums("score", rows, {0, lanes / width, width});
        const place& keys = c_.places[stream_slot::keys];
        if (c_.k.stream.depth > 0)
            base::accumulate(s, keys, keys.element(c_.v, variable(key), ""), keys.row, keys.col, query + "[0]", lanes,
                             std::to_string(c_.k.stream.depth), block_of_depth(), beside);
        return s;
    }
    /// Turns dot products into scores. `tile` is a variable that says whether the mask matters, or empty.
    void finish_sums(const sum_block& of, const written_index& lane, const written_index& key, const score_place& at,
                     const std::string& tile) const {
        const auto finish = [&](const score_steps& steps) {
            base::over_sums(lane, of, [&](const written_index& m, const written_index& r, const written_index& l) {
                finish_score({of, m, r}, {at.first_row, l, key + m, at.queries}, steps);
            });
        };
        if (tile.empty()) return finish({needs_formula(), is_masked()});
        if (needs_formula()) finish({true, false});
        r_->open_if(tile + " == 'x'");
        finish({false, true});
        r_->close();
    }
    void finish_score(const sum_of_block<T>& s, const score_place& at, const score_steps& steps) const {
        const std::size_t lanes = s.block.p.lanes;
        if (lanes == 1 || runs_in_registers(lanes_are::rows))
            base::set_value(
                s, known_as_score(s, score_of(base::value_of(s), lanes, sum_of(at.first_row, variable(at.lane)),
                                              variable(at.key), lanes_are::rows, steps)));
        else
            finish_lane_by_lane(s, at, steps);
    }

    /// f(lane, sums) for pieces of a panel of columns from e on; rows are queries from i on.
    template <class F>
    void value_sums_of_rows(std::size_t rows, std::size_t width, const written_index& keys, const written_index& first,
                            const written_index& i, const written_index& e, const written_memory& weights,
                            std::size_t lanes, const beside_sums& beside, const F& f) {
        if (!in_registers_) {
            lanes_now_ = 1;
            return f(written_index(0),
                     base::one_sum(
                         "sum", base::key_name(), keys, one_block,
                         [&](const written_index& j) { return loaded(weights.at(j), 1); },
                         [&](const written_index& j) { return operand(stream_slot::values, first + j, e); }));
        }
        const place& v = c_.places[stream_slot::values];
        for (const register_piece& p : pieces_of(rows, width, widest_)) {
            lanes_now_ = p.lanes;
            const sum_block s = base::begin_sums("sum", rows, {0, p.registers, p.lanes});
            base::accumulate(s, place(), weights.array + '[' + i.text() + ']', 1, lanes,
                             v.element(c_.v, variable(first), variable(e + p.first)), v.row, keys.text(), one_block,
                             beside);
            f(written_index(p.first), s);
        }
    }
    /// Rows are columns from e on.
    sum_block value_sums_of_lanes(std::size_t rows, std::size_t lanes, std::size_t width, const written_index& keys,
                                  const written_index& first, const written_index& e,
                                  const written_memory& weights) const {
        const place& v = c_.places[stream_slot::values];
        const sum_block s = base::begin_sums("sum", rows, {0, lanes / width, width});
        base::accumulate(s, v, v.element(c_.v, variable(first), variable(e)), v.col, v.row, weights.array + "[0]",
                         lanes, keys.text(), one_block);
        return s;
    }

    // Results.

    bool writes_registers() const {
        return in_registers_ && step_emitter::is_dense(base::plan_slot(result_slot), c_.places[result_slot]) &&
               base::facts().finish_in_registers(c_.k.epilogue);
    }
    void write_result(const written_index& row, const written_index& e, const V& mean, std::size_t lanes) const {
        if (lanes > 1 && !writes_registers()) {
            const V named = known_as("mean", mean);
            base::loop("l", 0, lanes, 1,
                       [&](const written_index& l) { write_result(row, e + l, lane_of(named, l), 1); });
            return;
        }
        const std::string i = variable(row), j = variable(e);
        const recording::element to{c_.places[result_slot].array, c_.places[result_slot].index(c_.v, i, j)};
        if (c_.k.epilogue == no_term) return r_->store(to, mean.in(*r_), lanes);
        const V core = known_as("attended", mean);
        r_->store(to, formula(c_.k.epilogue, core, lanes, i, j, lanes_are::columns).in(*r_), lanes);
    }

    bool is_masked() const { return is_masked_kernel(w_.plan, c_.k); }
    bool needs_formula() const { return !c_.k.stream.scales_queries; }
    bool needs_finish() const { return needs_formula() || is_masked(); }
    bool runs_in_registers(lanes_are along) const {
        const auto can_run = [&](std::size_t id) { return base::facts().run_in_registers(id, along); };
        return (c_.k.stream.scales_queries || can_run(unmasked_scores_of_kernel(w_.plan, c_.k))) &&
               (!is_masked() || can_run(mask_of_kernel(w_.plan, c_.k)));
    }

    V formula(std::size_t id, const V& core, std::size_t lanes, const std::string& row, const std::string& col,
              lanes_are along) const {
        return base::terms().value(id, {written_index(row, true), written_index(col, true), lanes, along}, core);
    }
    V lane_of(const V& x, const written_index& l) const {
        return V({r_, r_->add({.what = recording::operation::lane,
                               .is = recording::kind::real,
                               .operands = {x.in(*r_)},
                               .text = l.text()})});
    }
    static V known_as_score(const sum_of_block<T>& s, const V& x) { return s.block.is_one ? known_as("score", x) : x; }

    V score_of(const V& core, std::size_t lanes, const std::string& row, const std::string& key, lanes_are along,
               const score_steps& steps) const {
        if (!steps.mask) return unmasked_score_of(core, lanes, row, key, along);
        const V score = steps.formula ? unmasked_score_of(core, lanes, row, key, along) : core;
        const element_place at{written_index(row, true), written_index(key, true), lanes, along};
        return choose(base::terms().template holds<T>(mask_of_kernel(w_.plan, c_.k), at), score,
                      V(-std::numeric_limits<T>::infinity()));
    }
    V unmasked_score_of(const V& core, std::size_t lanes, const std::string& row, const std::string& key,
                        lanes_are along) const {
        return formula(unmasked_scores_of_kernel(w_.plan, c_.k), core, lanes, row, key, along);
    }
    /// A lane without a query repeats the last query, whose elements exist.
    void finish_lane_by_lane(const sum_of_block<T>& s, const score_place& at, const score_steps& steps) const {
        base::loop("l", 0, s.block.p.lanes, 1, [&](const written_index& l) {
            std::string lane = (at.lane + l).text();
            if (!at.queries.is_number() || at.queries.number() % s.block.p.lanes != 0) {
                const std::string last = at.queries.text() + " - 1";
                lane = '(' + lane + " < " + last + " ? " + lane + " : " + last + ')';
            }
            const recording::element to = s.block.element(s.row, s.r, l.text());
            const V sum = loaded(to, 1);
            r_->store(
                to, score_of(sum, 1, sum_of(at.first_row, lane), variable(at.key), lanes_are::rows, steps).in(*r_), 1);
        });
    }

private:
    V whole_scale() const { return base::terms().template scale_of_core<V>(unmasked_scores_of_kernel(w_.plan, c_.k)); }

    V steepness_{};          ///< the magnitude of a scale that may be beyond 1
    bool is_known_ = false;  ///< it is the scale itself, a number
};

}  // namespace heed::detail::emitted
