// SPDX-License-Identifier: BSL-1.0
// The machine that writes streaming attention for emitted files: a tile of queries in lanes of registers, or a single
// query in single numbers.
#pragma once

#include <heed/kernel/stream.hpp>
#include <heed/lower/stream_order.hpp>
#include <heed/machine/writing.hpp>
#include <heed/study/emit/routine_text.hpp>
#include <heed/study/written/written_mask_range.hpp>
#include <heed/study/written/written_scores.hpp>
#include <heed/study/written/written_tiles.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace heed::detail::emitted {

/// One number per lane: an array, or for a single lane a value or a variable.
template <class T>
struct numbers_of_lanes {
    written_memory memory{};
    const char* hint = "";  ///< a name for one of them
    bool is_array = false;
    recorded<T, any_lanes> value{};
    recorded_variable<T, any_lanes> variable{};
    bool is_variable = false;
};

template <class T>
class written_stream : public written_scores<T> {
    using base = written_scores<T>;
    using base::c_;
    using base::lanes_now_;
    using base::r_;
    using base::w_;
    using base::widest_;

public:
    using typename base::number;
    using typename base::V;
    using lane_numbers = numbers_of_lanes<T>;

    written_memory score{}, output{};
    lane_numbers maximum{.hint = "highest"}, before{.hint = "earlier"}, total{.hint = "divisor"}, factor{.hint = "by"};

    written_stream(recording::routine& r, step_emitter& w, const step_context& c, const nest& n, const row_range& rows,
                   bool in_registers)
        : base(r, w, c, in_registers), nest_(n), rows_(rows) {
        order_ = in_registers ? order_of_stream(c.k, c.k.stream.lanes, sizeof(T),
                                                step_emitter::is_dense(base::plan_slot(stream_slot::values),
                                                                       c.places[stream_slot::values]))
                              : order_of_single_numbers(c.k);
        lanes_ = order_.lanes;
        width_ = smaller_of(lanes_, widest_);
    }

    /// Operands that are numbers or indices are left to the loops over single numbers.
    static bool can_run_in_registers(const step_context& c) {
        for (std::size_t i = stream_slot::values; i <= last_operand_of(c.k.stream); ++i)
            if (c.places[i].array.empty()) return false;
        return true;
    }

    /// Writes the kernel for all tiles of queries.
    void run() {
        if (base::in_registers_ && base::is_masked()) find_tiles();
        declare_arrays();
        if (!base::in_registers_) {
            row_ = c_.v.row;
            return stream_kernel(*this);
        }
        const bool loops = rows_.rows > lanes_ || !rows_.is_whole();
        const bool is_even = loops && rows_.rows % lanes_ == 0;
        queries_ = is_even ? lanes_ : rows_.rows;
        if (loops) {
            row_ = c_.v.row;
            r_->open(row_, rows_.first, rows_.last, lanes_);
            if (!is_even) queries_ = base::rest_of(written_index(rows_.last), written_index(row_), lanes_, "queries");
        }
        stream_kernel(*this);
        if (loops) r_->close();
    }

    // Decisions of the plan.

    /// Sums start at zero and maxima at minus infinity, so that rescaling in the first block has no effect.
    bool has_earlier() const { return order_.has_blocks; }
    template <class F>
    void columns_in_lanes(const F& f) const {
        if (order_.columns_in_lanes)
            f(std::true_type());
        else
            f(std::false_type());
    }
    bool writes_at_once() const { return order_.writes_at_once() && !may_skip(); }
    bool is_written() const { return writes_at_once(); }

    // Layout of the memory.

    written_index lane_of(const written_index& row, const written_index& lane) const { return row * lanes_ + lane; }
    written_index row_of(const written_index& query, const written_index& column) const {
        return query * c_.k.cols + column;
    }
    V factor_of(const written_index& lane) const { return loaded(factor, lane, 1); }
    template <class W>
    W load(const lane_numbers& x, const written_index& lane) const {
        return W(loaded(x, lane, lanes_now_));
    }
    template <class W>
    W load(const written_memory& x, const written_index& at) const {
        return W(base::loaded(x.at(at), lanes_now_));
    }
    template <class W>
    void store(lane_numbers& x, const written_index& lane, const W& v) {
        if (x.is_array)
            r_->store(x.memory.at(lane), v.in(*r_), lanes_now_);
        else if (x.is_variable)
            x.variable = V(v);
        else
            x.value = &x == &before ? base::copy_of(V(v), "before") : V(v);  // of a variable, which changes
    }
    template <class W>
    void store(const written_memory& x, const written_index& at, const W& v) const {
        r_->store(x.at(at), v.in(*r_), lanes_now_);
    }

    // Loops.

    void read_queries() {
        if (c_.k.stream.depth == 0) return;
        base::record_steepness();
        if (base::in_registers_) return copy_queries();
        query_ = base::read_query(row_);
    }
    void start() {
        if (order_.has_blocks || !base::in_registers_) start_sums();
        if (base::in_registers_ && (order_.has_blocks || c_.k.stream.keys > order_.score_rows))
            along_lanes([&]<class W>(const written_index& lane) {
                store(maximum, lane, V(-std::numeric_limits<T>::infinity()));
                if (order_.has_blocks) store(total, lane, V(T(0)));
            });
        if (base::in_registers_ && (order_.has_blocks || may_skip()))
            base::loop("i", 0, c_.k.cols * lanes_, 1,
                       [&](const written_index& i) { r_->store(output.at(i), V(T(0)).in(*r_), 1); });
        if (!order_.has_blocks && may_skip())
            along_lanes([&]<class W>(const written_index& lane) { store(total, lane, V(T(0))); });
    }
    /// Skips fully masked tiles: with `continue` if there is a loop over blocks of keys, else with a condition.
    template <class F>
    void key_blocks(const F& f) {
        base::for_key_blocks(order_.block_keys, [&](const written_index& keys, const written_index& first) {
            if (!may_skip()) return f(keys, first, std::string());
            const std::string tile_kind = w_.taken.claim_unused("kind");
            const written_kind of_tile = kind_of_tile(keys, first);
            r_->perform("const char " + tile_kind + " = " + of_tile.text);
            const bool is_loop = order_.has_blocks, has_skipped = of_tile.has_skipped;
            if (has_skipped && is_loop) r_->perform("if (" + tile_kind + " == '-') continue");
            if (has_skipped && !is_loop) r_->open_if(tile_kind + " != '-'");
            f(keys, first, tile_kind);
            if (has_skipped && !is_loop) r_->close();
        });
    }
    template <class F>
    void along_lanes(const F& f) {
        lanes_now_ = width_;
        base::loop("lane", 0, lanes_, width_, [&](const written_index& lane) { f.template operator()<V>(lane); });
    }
    template <class F>
    void along_result(const F& f) {
        base::along_columns(base::writes_registers(), f);
    }
    template <class F>
    void each_column(const F& f) {
        lanes_now_ = 1;
        base::loop(base::column_name(), 0, c_.k.cols, 1, f);
    }
    template <class F>
    void each_query(const F& f) {
        lanes_now_ = 1;
        base::loop("lane", 0, queries_, 1, f);
    }

    // Scores and weights.

    template <class Mask, class F>
    void score_blocks(const written_index& keys, const written_index& first, const Mask& mask, const F& f) {
        base::note(base::is_masked() ? "scores and the largest of them; a masked one is minus infinity: it weighs 0"
                                     : "scores and the largest of them");
        base::for_blocks_of_keys(keys, order_.score_rows, [&](std::size_t rows, const written_index& j) {
            const auto sums = base::score_sums(rows, lanes_, width_, first + j, query_, row_, fetched_values(first, j));
            lanes_now_ = width_;
            f(j, written_index(0), sums, mask);
        });
    }
    template <class Sums>
    void finish_scores(const std::string& mask, const written_index& lane, const written_index& key, const Sums& sums) {
        if (base::needs_finish()) base::finish_sums(sums, lane, key, {row_, 0, 0, queries_}, mask);
    }
    template <class Sums, class F>
    void each_largest(const written_index& lane, const Sums& sums, const F& f) {
        base::largest_of_rows(lane, sums, f);
    }
    bool is_first_key(const written_index& j) const { return !order_.has_blocks && j.is_zero() && base::in_registers_; }
    template <class W>
    recorded_variable<T, any_lanes> zero(const char* name) const {
        return base::variable_at_zero(name, lanes_now_);
    }
    using base::weight_of;
    template <class W, class F>
    void each_weight(const written_index& keys, const written_index& lane, const W& shift, const F& f) {
        base::loop(base::key_name(), 0, keys, 1, [&](const written_index& j) {
            f(j, known_as("x", weight_of(V(load<V>(score, lane_of(j, lane)) - shift))));
        });
    }

    // Values.

    template <class F>
    void value_blocks_of_rows(const written_index& keys, const written_index& first, const F& f) {
        base::note("the sums of the values, each times its weight");
        base::for_blocks_of(
            base::column_name(), c_.size(c_.k.cols), order_.panel, [&](std::size_t width, const written_index& e) {
                query_blocks([&](std::size_t rows, const written_index& i) {
                    base::value_sums_of_rows(rows, width, keys, first, i, e, score, lanes_,
                                             fetched_keys(first, keys, i, e),
                                             [&](const written_index& lane, const auto& sums) { f(i, e, lane, sums); });
                });
            });
    }
    template <class F>
    void value_blocks_of_lanes(const written_index& keys, const written_index& first, const F& f) {
        base::note("the sums of the values, each times its weight");
        base::for_blocks_of(
            base::column_name(), c_.size(c_.k.cols), order_.value_rows, [&](std::size_t rows, const written_index& e) {
                const auto sums = base::value_sums_of_lanes(rows, lanes_, width_, keys, first, e, score);
                lanes_now_ = width_;
                f(e, written_index(0), sums);
            });
    }
    template <class F>
    void where_query_is(const written_index& lane, const F& f) const {
        if (queries_.is_number() && (lanes_ == queries_.number() || lane.is_number())) {
            if (!lane.is_number() || lane.number() < queries_.number()) f();
            return;
        }
        r_->open_if(lane.text() + " < " + queries_.text());
        f();
        r_->close();
    }
    static bool write_few_columns() { return false; }
    template <class W>
    void write_mean(const written_index& lane, const written_index& e, const W& mean) {
        base::write_result((written_index(row_) + lane), e, V(mean), lanes_now_);
    }

    template <class F>
    void keep_log_sum(const written_index& lane, const F& f) const {
        base::write_log_sum(written_index(row_) + lane, V(f()));
    }

private:
    bool may_skip() const { return !tiles_.array.empty() || has_computed_kinds_; }
    /// As a table, or as a condition if the number of tiles is dynamic.
    void find_tiles() {
        if (!c_.size(nest_.rows.size * c_.k.stream.keys * nest_.batch.size()).is_number())
            has_computed_kinds_ = !computed_kind(1, 0).text.empty();
        else
            tiles_ = write_tiles<T>(w_, c_, nest_, order_.block_keys, rows_.rows > lanes_ || !rows_.is_whole());
    }
    written_kind kind_of_tile(const written_index& keys, const written_index& first) const {
        if (has_computed_kinds_) return computed_kind(keys, first);
        return {tiles_.array + '[' + tiles_.row + "][" + (first / order_.block_keys).text() + ']', tiles_.has_skipped};
    }
    written_kind computed_kind(const written_index& keys, const written_index& first) const {
        const written_index last = written_index(row_) + queries_ - 1;
        const tile_corners tile{row_, base::variable(last), base::variable(first), base::variable(first + keys - 1)};
        const written_mask_range range(base::facts(), c_.v, tile);
        return kind_of_range(range.of(mask_of_kernel(w_.plan, c_.k)));
    }

    void declare_arrays() {
        if (base::in_registers_ && c_.k.stream.depth > 0)
            query_ = base::lanes_array(c_.k.stream.scales_queries ? "scaled" : "side_by_side",
                                       c_.k.stream.depth * lanes_, "queries side by side")
                         .array;
        if (!base::in_registers_) return;
        score =
            base::lanes_array("weight", order_.block_keys * lanes_, "scores of a block of keys, then their weights");
        if (!writes_at_once())
            output = base::lanes_array("output", c_.k.cols * lanes_,
                                       order_.columns_in_lanes ? "a row for each query" : "queries side by side");
        const auto declare = [&](lane_numbers& x, const char* name, const char* remark) {
            x.memory = base::lanes_array(name, lanes_, remark);
            x.is_array = true;
        };
        declare(maximum, "maximum", "of the scores, one a query");
        if (order_.has_blocks) declare(before, "before", "the maximum of earlier blocks");
        declare(total, "total", "the sum of the weights");
        declare(factor, "factor", order_.has_blocks ? "by which what was summed shrinks, then 1 / total" : "1 / total");
    }
    /// For a single query.
    void start_sums() {
        if (base::in_registers_) return;
        const auto start = [&](lane_numbers& x, const char* name, T value) {
            x.is_variable = true;
            x.variable = base::variable_at(name, value, 1);
        };
        start(maximum, "maximum", -std::numeric_limits<T>::infinity());
        if (order_.has_blocks) {
            start(total, "total", T(0));
            output = base::array_of_zeros("output", c_.k.cols);
        }
        score = base::declared("weight", order_.block_keys);
    }

    recorded<T, any_lanes> loaded(const lane_numbers& x, const written_index& lane, std::size_t lanes) const {
        if (x.is_array) return base::loaded(x.memory.at(lane), lanes, x.hint);
        return x.is_variable ? V(x.variable) : x.value;
    }

    /// The blocks of the tile that contain a query.
    template <class F>
    void query_blocks(const F& f) const {
        const std::size_t rows = order_.value_rows, whole = lanes_ / rows * rows;
        if (queries_.is_number()) {
            const std::size_t needed = (queries_.number() + rows - 1) / rows * rows;
            base::loop("i", 0, smaller_of(needed, whole), rows, [&](const written_index& i) { f(rows, i); });
            if (needed > whole) f(lanes_ - whole, written_index(whole));
            return;
        }
        const written_index end = whole == lanes_ ? queries_ : written_index(whole);
        base::loop("i", 0, end, rows, [&](const written_index& i) {
            if (whole == lanes_) return f(rows, i);
            where_query_is(i, [&]() { f(rows, i); });
        });
        if (whole < lanes_) where_query_is(whole, [&]() { f(lanes_ - whole, written_index(whole)); });
    }

    /// Rows of dynamic length are not prefetched.
    bool fetches() const {
        return order_.fetches && c_.size(c_.k.cols).is_number() && c_.size(c_.k.stream.depth).is_number();
    }
    /// Prefetches the values of a block of keys during its scores.
    beside_sums fetched_values(const written_index& first, const written_index& j) const {
        if (!fetches()) return {};
        const std::size_t keys = order_.block_keys;
        return base::fetched(stream_slot::values, c_.k.cols, keys, first, order_.sums_before_scores(j),
                             order_.sums_of_scores(keys));
    }
    /// Prefetches the keys of the next block during the values of this one.
    beside_sums fetched_keys(const written_index& first, const written_index& keys, const written_index& i,
                             const written_index& e) const {
        if (!fetches()) return {};
        return base::fetched(stream_slot::keys, c_.k.stream.depth, order_.block_keys, (first + keys) % c_.k.stream.keys,
                             order_.sums_before_values(order_.block_keys, i, e),
                             order_.sums_of_values(order_.block_keys, c_.k.cols));
    }

    void copy_queries() {
        const V scale = c_.k.stream.scales_queries ? base::scale_of_query() : V(T(1));
        const place& q = c_.places[stream_slot::queries];
        r_->perform(copy_name(lanes_, q.cast.empty() ? "" : q.element_type) + "(&" + q.element(c_.v, row_, "") + ", " +
                        std::to_string(q.row) + ", " + std::to_string(q.col) + ", " + queries_.text() + ", " +
                        std::to_string(c_.k.stream.depth) + ", $, " + query_ + ')',
                    scale.in(*r_));
    }

    const nest& nest_;
    const row_range& rows_;
    stream_order order_{};
    std::size_t lanes_, width_;
    written_index queries_ = 1;
    std::string row_{}, query_{};
    written_tiles tiles_{};
    bool has_computed_kinds_ = false;
};

}  // namespace heed::detail::emitted
