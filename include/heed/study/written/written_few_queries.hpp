// SPDX-License-Identifier: BSL-1.0
// The machine that writes attention of a few queries for emitted files: in registers, or for one query in single
// numbers.
#pragma once

#include <heed/kernel/few_queries.hpp>
#include <heed/study/written/written_query_sums.hpp>

#include <cstddef>
#include <limits>
#include <string>

namespace heed::detail::emitted {

template <class T>
class written_few_queries : public written_query_sums<T> {
    using base = written_query_sums<T>;
    using base::c_, base::in_registers_, base::lanes_now_, base::r_, base::w_, base::widest_;
    using base::copy_, base::has_loop_, base::key_, base::order_, base::queries_, base::query_, base::registers_,
        base::row_, base::rows_, base::score_;
    using base::in_row, base::unrolled;
    using typename base::sum_block;

public:
    using typename base::number;
    using typename base::V;

    /// Memory with a separate part for each query.
    struct of_queries {
        written_memory memory{};
        std::size_t stride = 0;
    };
    /// A register of weights: its first key, and the partial sum that it is added to.
    struct weights_place {
        written_index key, part;
    };

    of_queries output{}, total{};

    using base::base;

    /// Keys that registers cannot load are left to the loops over single numbers.
    static bool can_run_in_registers(const step_emitter& w, const step_context& c) {
        return !c.places[stream_slot::values].array.empty() && !c.places[stream_slot::queries].array.empty() &&
               step_emitter::is_dense(w.plan.slot_at(c.s, stream_slot::keys), c.places[stream_slot::keys]);
    }

    /// Writes the kernel for all queries.
    void run() {
        has_loop_ = in_registers_ && (queries_ > 1 || !rows_.is_whole());
        row_ = written_index(has_loop_ || !in_registers_ ? c_.v.row : "");
        declare_arrays();
        base::record_steepness();
        few_queries_kernel(*this);
    }

    template <class F>
    void each_query(const F& f) {
        if (!has_loop_) return f(*this);
        r_->open(c_.v.row, rows_.first, rows_.last, 1);
        query_ = row_ - written_index(rows_.first == "0" ? "" : rows_.first);
        f(*this);
        r_->close();
        query_ = 0;
    }

    // Decisions of the plan.

    bool has_earlier() const { return order_.has_blocks; }
    template <class Mask, class F>
    void with_mask(const Mask& mask, const F& f) const {
        f(mask);
    }

    template <class W>
    W load(const of_queries& x, const written_index& at) const {
        return W(base::loaded(element_of(x, at), lanes_now_));
    }

    template <class W>
    void store(const of_queries& x, const written_index& at, const W& v) const {
        r_->store(element_of(x, at), v.in(*r_), lanes_now_);
    }

    // Before the first block.

    void read_query() {
        if (!in_registers_) {
            copy_ = base::read_query(row_.text());
            return;
        }
        const bool is_scaled = c_.k.stream.scales_queries;
        const V scale = is_scaled ? base::scale_of_query() : V(T(1));
        base::loop(base::depth_name(), 0, base::depth(), 1, [&](const written_index& d) {
            const V x = base::operand(stream_slot::queries, row_, d);
            r_->store({copy_, (query_ * base::depth() + d).text()}, V(scale.in() == nullptr ? x : V(x * scale)).in(*r_),
                      1);
        });
    }
    /// Sums start at zero and the maximum at minus infinity, so that rescaling in the first block has no effect.
    void start() {
        if (!in_registers_) {
            const auto declared = [&](const char* name, std::size_t n) {
                return of_queries{order_.has_blocks ? base::array_of_zeros(name, n) : base::declared(name, n), 0};
            };
            total = declared("total", c_.k.stream.depth_lanes);
            output = declared("output", c_.k.cols);
        }
        if (!order_.has_blocks) return;
        if (queries_ == 1)
            maximum_ = base::variable_at("maximum", -std::numeric_limits<T>::infinity(), 1);
        else
            fill(maxima_.memory, queries_, -std::numeric_limits<T>::infinity());
        if (!in_registers_) return;
        fill(total.memory, queries_ * c_.k.stream.depth_lanes, T(0));
        fill(output.memory, queries_ * c_.k.cols, T(0));
    }
    template <class F>
    void key_blocks(const F& f) {
        is_in_blocks_ = true;
        base::for_key_blocks(order_.block_keys,
                             [&](const written_index& keys, const written_index& first) { f(keys, first, 0); });
        is_in_blocks_ = false;
    }

    // Scores.

    void remember_maximum() {
        if (!order_.has_blocks) return;
        before_ = queries_ == 1 ? base::copy_of(V(maximum_), "before")
                                : known_as("before", base::loaded(element_of(maxima_, 0), 1));
    }
    V maximum_before() const { return before_; }
    V maximum_now() const {
        return is_in_blocks_ || !has_maxima() ? largest_ : V(base::loaded(element_of(maxima_, 0), 1));
    }
    void set_maximum(const V& x) {
        largest_ = x;
        if (order_.has_blocks && queries_ == 1) {
            maximum_ = x;
            largest_ = V(maximum_);
        }
        if (!has_maxima()) return;
        if (queries_ > 1) known_as("maximum_now", x);
        r_->store(element_of(maxima_, 0), largest_.in(*r_), 1);
    }
    template <class F>
    V largest_of_groups(const written_index& keys, const F& f) {
        base::note(base::is_masked() ? "scores and the largest of them; a masked one is minus infinity: it weighs 0"
                                     : "scores and the largest of them");
        recorded_variable<T, any_lanes> largest("largest", {r_, V(-std::numeric_limits<T>::infinity()).in(*r_)},
                                                widest_);
        for_groups_of_keys(keys, widest_, [&](const written_index& group, const written_index& j) {
            const V scores = f(group, j);
            largest = raised(V(largest), scores);
        });
        return in_registers_ ? base::call_for_number("largest_of_lanes", V(largest), "highest") : V(largest);
    }
    V finished_scores(int, const written_index& group, const written_index& key, const V& products) const {
        if (!is_finished_at_once(group) || !base::needs_finish()) return products;
        const V sum = in_registers_ ? known_as("sums", products) : products;
        return known_as(
            in_registers_ ? "scores" : "score",
            base::score_of(sum, widest_, base::variable(row_), base::variable(key), lanes_are::columns, steps()));
    }
    /// Lanes without a key get minus infinity, so that their weight is 0.
    V store_scores(const written_index& group, const written_index& j, const V& scores) const {
        r_->store(score_.at(j), scores.in(*r_), widest_);
        const bool is_finished = is_finished_at_once(group);
        if (is_finished && is_whole(group)) return scores;
        if (!is_finished)
            base::loop("l", 0, group, 1, [&](const written_index& l) {
                const V sum = base::loaded(score_.at(j + l), 1);
                r_->store(
                    score_.at(j + l),
                    base::score_of(sum, 1, base::variable(row_), base::variable(key_ + l), lanes_are::columns, steps())
                        .in(*r_),
                    1);
            });
        base::loop("l", group, widest_, 1, [&](const written_index& l) {
            r_->store(score_.at(j + l), V(-std::numeric_limits<T>::infinity()).in(*r_), 1);
        });
        return known_as("scores", base::loaded(score_.at(j), widest_));
    }

    // Weights.

    std::string parts_at_zero(const char* name) const {
        if (!in_registers_) return base::array_of_zeros(name, registers_).array;
        const std::string called = w_.taken.claim_unused(name);
        r_->add_registers(called, registers_, widest_);
        return called;
    }
    /// f(place, weights) for each register of a block.
    template <class F>
    void each_weights(const written_index& keys, const V& shift, const F& f) const {
        const std::size_t parts = in_registers_ ? c_.k.stream.depth_lanes : 1;
        for_groups_of_keys(keys, parts, [&](const written_index& n, const written_index& j) {
            base::loop(
                "r", 0, (n + (widest_ - 1)) / widest_, 1,
                [&](const written_index& r) {
                    const weights_place at{j + r * widest_, in_registers_ ? r : j % registers_};
                    const V x = base::weight_of(V(base::loaded(score_.at(at.key), widest_) - shift));
                    f(at, known_as("x", x));
                },
                in_registers_ && n.is_number());
        });
    }
    void store_weights(const weights_place& at, const V& weights) const {
        r_->store(score_.at(at.key), weights.in(*r_), widest_);
    }
    void add_to_part(const std::string& sums, const weights_place& at, const V& weights) const {
        const recording::element part = in_row(sums, at.part);
        r_->store(part, V(base::loaded(part, widest_) + weights).in(*r_), widest_);
    }
    template <class F>
    void each_part(const std::string& sums, const F& f) {
        lanes_now_ = widest_;
        const auto body = [&](const written_index& r) { f(r * widest_, base::loaded(in_row(sums, r), widest_)); };
        base::loop("r", 0, registers_, 1, body, in_registers_);
    }
    using base::weight_of;
    void set_shrink(const V& x) { shrink_ = x; }
    V shrink_now() const { return shrink_; }

    // Values.

    /// f(e, sum) for panels of registers of columns, then for single remaining columns.
    template <class F>
    void value_sums(const written_index& keys, const written_index& first, const F& f) {
        const written_index all = c_.size(c_.k.cols), whole = order_.columns_in_lanes ? all / widest_ * widest_ : 0;
        const std::string col = base::column_name();
        for_registers_of_columns(col, all, whole, [&](std::size_t n, const written_index& e) {
            const std::string sum = w_.taken.claim_unused("sum");
            r_->add_registers(sum, n / widest_, widest_);
            base::sum_registers(sum, n / widest_, keys, first, e);
            lanes_now_ = widest_;
            unrolled("r", n / widest_,
                     [&](const written_index& r) { f(e + r * widest_, base::loaded(in_row(sum, r), widest_)); });
        });
        lanes_now_ = 1;
        base::loop(col, whole, all, 1, [&](const written_index& e) {
            const sum_block sum = base::one_sum(
                "sum", base::key_name(), keys, one_block,
                [&](const written_index& j) { return base::loaded(score_.at(j), 1); },
                [&](const written_index& j) { return base::operand(stream_slot::values, first + j, e); });
            f(e, sum.value);
        });
    }

    // Results.

    V sum_of_parts() const {
        if (!in_registers_) return base::sum_of_row(total.memory.array, "sum");
        const V parts = base::tree(
            registers_, [&](std::size_t r) { return base::loaded(element_of(total, r * widest_), widest_); });
        return base::call_for_number("sum_of_lanes", parts, "sum");
    }
    template <class F>
    void along_result(const F& f) {
        base::along_columns(base::writes_registers(), f);
    }
    template <class W>
    void write_mean(const written_index& e, const W& mean) const {
        base::write_result(row_, e, mean, lanes_now_);
    }

    template <class F>
    void keep_log_sum(std::size_t, const F& f) const {
        base::write_log_sum(row_, V(f()));
    }

private:
    recording::element element_of(const of_queries& x, const written_index& at) const {
        return x.memory.at(query_ * x.stride + at);
    }
    void fill(const written_memory& x, std::size_t n, T value) const {
        base::loop("i", 0, n, 1, [&](const written_index& i) { r_->store(x.at(i), V(value).in(*r_), 1); });
    }

    void declare_arrays() {
        const std::size_t block = order_.block_keys;
        if (!in_registers_) {
            score_ = base::declared("weight", block);
            return;
        }
        const auto of_each = [&](const char* name, std::size_t n, const char* remark) {
            return of_queries{base::lanes_array(name, queries_ * n, remark), n};
        };
        copy_ = of_each(c_.k.stream.scales_queries ? "scaled" : "query", c_.k.stream.depth, "a query after the other")
                    .memory.array;
        score_ = base::lanes_array("weight", (block + widest_ - 1) / widest_ * widest_,
                                   "scores of a block of keys, then their weights");
        output = of_each("output", c_.k.cols, "sums of values so far");
        total = of_each("total", c_.k.stream.depth_lanes, "parts of the sum of the weights");
        if (has_maxima()) maxima_ = of_each("maximum", 1, "of the scores, one a query");
    }

    /// f(columns, e) for panels and for the remaining registers, one by one if their number is dynamic.
    template <class F>
    void for_registers_of_columns(const std::string& name, const written_index& all, const written_index& whole,
                                  const F& f) const {
        if (all.is_number() || whole.is_zero()) return base::for_blocks_of(name, whole, order_.panel, f);
        const written_index panels = all / order_.panel * order_.panel;
        base::loop(name, 0, panels, order_.panel, [&](const written_index& e) { f(order_.panel, e); });
        base::loop(name, panels, whole, widest_, [&](const written_index& e) { f(widest_, e); });
    }
    /// f(keys, j) for groups of adjacent keys and the remainder.
    template <class F>
    void for_groups_of_keys(const written_index& keys, std::size_t group, const F& f) const {
        const bool is_known = keys.is_number() || c_.size(c_.k.stream.keys).is_number();
        if (is_known || group == 1) return base::for_blocks_of_keys(keys, group, f);
        base::loop(base::key_name(), 0, keys - (group - 1), group, [&](const written_index& j) { f(group, j); });
        r_->open_if((keys % group).text() + " > 0");
        f(keys % group, keys / group * group);
        r_->close();
    }

    score_steps steps() const { return {base::needs_formula(), base::is_masked()}; }
    bool is_whole(const written_index& group) const { return group.is_number() && group.number() == widest_; }
    bool is_finished_at_once(const written_index& group) const {
        return !base::needs_finish() || !in_registers_ ||
               (is_whole(group) && base::runs_in_registers(lanes_are::columns));
    }

    /// Whether the maxima are in memory: for several queries, or if a separate loop over queries reads them.
    bool has_maxima() const { return (order_.has_blocks && queries_ > 1) || (has_loop_ && base::keeps_log_sums()); }

    of_queries maxima_{};
    bool is_in_blocks_ = false;
    recorded_variable<T, any_lanes> maximum_{};
    V before_{}, largest_{}, shrink_{};
};

}  // namespace heed::detail::emitted
