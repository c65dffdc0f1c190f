// SPDX-License-Identifier: BSL-1.0
// The machines that outline streaming attention: queries in lanes, blocks of keys, running sums.
#pragma once

#include <heed/lower/stream_order.hpp>
#include <heed/machine/outlining.hpp>
#include <heed/machine/step_to_outline.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// What the streaming loops for many and for few queries have in common.
class outlined_attention : public outlining<1> {
    /// Memory whose stores are recorded as updates of running sums.
    struct sums_so_far : outlined_memory {};

public:
    static constexpr outlined_memory score{"score"}, maximum{"m"}, before{"m"};
    static constexpr sums_so_far total{{"l"}}, output{{"o"}};

    constexpr outlined_attention(outline& o, const outlined_step& s) : outlining<1>(o), s_(s) {}

    constexpr void start() const { tree().add(outline_node{.what = outline_node::start}); }
    /// f(keys, first, mask) for the first block, the blocks in the middle, and the last one if it is shorter: all
    /// blocks, as if the mask skipped none.
    template <class F>
    constexpr void key_blocks(const F& f) {
        const std::size_t keys = keys_of_block(k().stream.keys), whole = k().stream.keys / keys,
                          rest = k().stream.keys % keys;
        in_forms(outline_axis::keys, k().stream.keys, keys, [&]() {
            is_first_ = true;
            form(1, keys, [&]() { f(keys, std::size_t{0}, true); });
            is_first_ = false;
            form(whole - 1, keys, [&]() { f(keys, keys, true); });
            form(rest == 0 ? 0 : 1, rest, [&]() { f(rest, whole * keys, true); });
        });
    }
    constexpr bool has_earlier() const { return !is_first_; }
    constexpr number weight_of(const number& x) const { return x.made_by("exp", {.exps = 1}); }
    template <class F>
    constexpr void along_result(const F& f) const {
        along(outline_axis::col, k().cols, f);
    }

    using outlining<1>::store;
    constexpr void store(const sums_so_far&, std::size_t, const number&) const {
        tree().add(outline_node{.what = outline_node::grow});
    }

protected:
    constexpr const kernel& k() const { return s_.k; }
    constexpr const outlined_step& about() const { return s_; }
    constexpr bool is_first() const { return is_first_; }
    constexpr number some() const { return {&tree(), no_value_in_outline}; }

    /// rows x step sums of `extent` products each, and f(), which uses them.
    template <class F>
    constexpr void sums(std::size_t rows, std::size_t step, std::size_t extent, const F& f) const {
        tree().add(
            outline_node{.what = outline_node::sums,
                         .extent = extent,
                         .step = step,
                         .rows = rows,
                         .own = {.work = {.multiply_adds = rows * step * extent}, .loads = (rows + step) * extent}});
        f();
    }
    constexpr void read_query_lanes(std::size_t lanes_of_query) const {
        const std::size_t n = k().stream.depth * lanes_of_query;
        tree().add(
            outline_node{.what = outline_node::queries, .own = {.work = {.other_flops = n}, .loads = n, .stores = n}});
    }
    constexpr void finish(std::size_t scores) const {
        tree().add(outline_node{.what = outline_node::formula, .own = scores * s_.prologue});
    }
    constexpr void find_largest(std::size_t scores) const {
        tree().add(outline_node{.what = outline_node::largest, .own = {.work = {.other_flops = scores - 1}}});
    }
    /// f(j, weight) for each key of a block.
    template <class F>
    constexpr void weigh(std::size_t keys, const number& shift, const F& f) const {
        along(outline_axis::none, keys, [&]<class>(std::size_t j) {
            tree().add(outline_node{.what = outline_node::weights});
            f(j, weight_of(some() - shift));
        });
    }

public:
    constexpr bool keeps_log_sums() const { return k().log_sums != no_slot; }
    static constexpr const number& in_units_of_one(const number& x) { return x; }
    template <class F>
    constexpr void keep_log_sum(std::size_t, const F& f) const {
        (void)f();
        outline_node n{.what = outline_node::log_sum};
        n.own.stores = 1;
        tree().add(n);
    }

protected:
    constexpr void put_mean() const {
        outline_node n{.what = outline_node::mean, .own = s_.epilogue};
        ++n.own.stores;
        tree().add(n);
    }

private:
    const outlined_step s_;
    bool is_first_ = true;  ///< no block has been added
};

/// Queries in lanes.
class outlined_stream : public outlined_attention {
public:
    static constexpr outlined_memory factor{"factor"};

    constexpr outlined_stream(outline& o, const outlined_step& s)
        : outlined_attention(o, s),
          lanes_(s.has_registers ? s.k.stream.lanes : smaller_of(s.rows, s.k.stream.lanes)),
          order_(order_of(lanes_)) {}

    /// Lanes of the last tile without a query compute, too.
    template <class F>
    constexpr void in_tiles(const F& f) {
        const std::size_t all = lanes_,
                          last = about().has_registers ? lanes_of_rest(about().rows, about().all_rows, all) : all;
        const std::size_t tiles = (about().rows + all - 1) / all, apart = last < all ? 1 : 0;
        in_forms(outline_axis::tiles, about().rows, all, [&]() {
            form(tiles - apart, all, f);
            take_lanes(last);
            form(apart, last, f);
            take_lanes(all);
        });
    }

    template <class F>
    constexpr void columns_in_lanes(const F& f) const {
        if (order_.columns_in_lanes)
            f(std::true_type());
        else
            f(std::false_type());
    }
    constexpr bool writes_at_once() const { return order_.writes_at_once(); }
    constexpr bool is_written() const { return writes_at_once(); }

    static constexpr std::size_t lane_of(std::size_t, std::size_t) { return 0; }
    static constexpr std::size_t row_of(std::size_t, std::size_t) { return 0; }
    constexpr number factor_of(std::size_t) const { return some(); }

    constexpr void read_queries() const {
        if (k().stream.depth > 0) read_query_lanes(lanes_);
    }
    template <class F>
    constexpr void along_lanes(const F& f) const {
        along(outline_axis::none, lanes_, f);
    }
    template <class F>
    constexpr void each_column(const F& f) const {
        along(outline_axis::col, k().cols, [&]<class>(std::size_t e) { f(e); });
    }
    template <class F>
    constexpr void each_query(const F& f) const {
        along(outline_axis::none, lanes_, [&]<class>(std::size_t lane) { f(lane); });
    }

    struct block {
        std::size_t rows, lanes;
    };
    template <class F>
    constexpr void score_blocks(std::size_t keys, std::size_t, bool mask, const F& f) const {
        const std::size_t step = order_.score_rows, whole = keys / step, rest = keys % step, apart = whole > 0 ? 1 : 0;
        const auto scores = [&](std::size_t rows, std::size_t j) {
            block b{rows, lanes_};
            sums(rows, lanes_, k().stream.depth, [&]() { f(j, std::size_t{0}, b, mask); });
        };
        in_forms(outline_axis::scores, keys, step, [&]() {
            form(apart, step, [&]() { scores(step, 0); });
            form(whole - apart, step, [&]() { scores(step, step); });
            form(rest == 0 ? 0 : 1, rest, [&]() { scores(rest, whole * step); });
        });
    }
    constexpr void finish_scores(bool, std::size_t, std::size_t, const block& b) const { finish(b.rows * b.lanes); }
    template <class F>
    constexpr void each_sum(std::size_t lane, const block& b, const F& f) const {
        along(outline_axis::none, b.rows * b.lanes, [&]<class V>(std::size_t i) { f(i, lane, V(some())); });
    }
    template <class F>
    constexpr void each_largest(std::size_t lane, const block& b, const F& f) {
        along(outline_axis::none, b.lanes, [&]<class V>(std::size_t) {
            find_largest(b.rows);
            f(lane, V(some()));
        });
    }
    constexpr bool is_first_key(std::size_t j) const { return is_first() && j == 0; }
    template <class V>
    static constexpr V zero(const char*) {
        return V(0.0);
    }
    template <class F>
    constexpr void each_weight(std::size_t keys, std::size_t, const number& shift, const F& f) const {
        weigh(keys, shift, f);
    }
    template <class F>
    constexpr void value_blocks_of_rows(std::size_t keys, std::size_t, const F& f) const {
        in_blocks(outline_axis::panels_of_values, k().cols, order_.panel, [&](std::size_t width, std::size_t e) {
            in_blocks(outline_axis::rows_of_values, lanes_, order_.value_rows, [&](std::size_t rows, std::size_t i) {
                block b{rows, width};
                sums(rows, width, keys, [&]() { f(i, e, std::size_t{0}, b); });
            });
        });
    }
    template <class F>
    constexpr void value_blocks_of_lanes(std::size_t keys, std::size_t, const F& f) const {
        in_blocks(outline_axis::panels_of_values, k().cols, order_.value_rows, [&](std::size_t rows, std::size_t e) {
            block b{rows, lanes_};
            sums(rows, lanes_, keys, [&]() { f(e, std::size_t{0}, b); });
        });
    }
    constexpr void write_mean(std::size_t, std::size_t, const number&) const { put_mean(); }
    template <class F>
    constexpr void where_query_is(std::size_t, const F& f) const {
        f();
    }
    static constexpr bool write_few_columns() { return false; }

private:
    constexpr stream_order order_of(std::size_t lanes) const {
        return order_of_stream(k(), lanes, about().element_bytes, about().has_dense_right);
    }
    constexpr void take_lanes(std::size_t lanes) {
        lanes_ = lanes;
        order_ = order_of(lanes);
    }

    std::size_t lanes_;
    stream_order order_;
};

/// A few queries that share blocks of keys, with partial sums of scores.
class outlined_few_queries : public outlined_attention {
public:
    using V = number;

    constexpr outlined_few_queries(outline& o, const outlined_step& s)
        : outlined_attention(o, s),
          order_(order_of_few_queries(s.k, s.has_registers ? vector_bytes / s.element_bytes : 1, s.has_dense_right)) {}

    template <class F>
    constexpr void each_query(const F& f) {
        along(outline_axis::queries, about().rows, [&]<class>(std::size_t) { f(*this); });
    }
    template <class F>
    constexpr void with_mask(bool mask, const F& f) const {
        f(mask);
    }
    constexpr void read_query() const { read_query_lanes(1); }

    constexpr void remember_maximum() const {}
    constexpr number maximum_before() const { return some(); }
    constexpr number maximum_now() const { return some(); }
    template <class F>
    constexpr number largest_of_groups(std::size_t keys, const F& f) {
        in_blocks(outline_axis::scores, keys, order_.width,
                  [&](std::size_t group, std::size_t j) { (void)f(group, j); });
        find_largest(keys);
        return some();
    }
    constexpr number products(std::size_t group, std::size_t) const {
        sums(group, 1, k().stream.depth,
             [&]() { tree().count({.work = {.other_flops = group * (k().stream.depth_lanes - 1)}}); });
        return some();
    }
    constexpr number finished_scores(bool, std::size_t group, std::size_t, const number&) const {
        finish(group);
        return some();
    }
    static constexpr number store_scores(std::size_t, std::size_t, const number& scores) { return scores; }
    constexpr void set_maximum(const number&) const {}

    static constexpr number parts_at_zero(const char*) { return 0.0; }
    template <class F>
    constexpr void each_weights(std::size_t keys, const number& shift, const F& f) const {
        weigh(keys, shift, f);
    }
    static constexpr void store_weights(std::size_t, const number&) {}
    static constexpr void add_to_part(const number& sum, std::size_t, const number& weights) { (void)(sum + weights); }
    constexpr void set_shrink(const number&) const {}
    template <class F>
    constexpr void each_part(const number&, const F& f) const {
        along(outline_axis::none, k().stream.depth_lanes, [&]<class>(std::size_t at) { f(at, some()); });
    }
    constexpr number shrink_now() const { return some(); }
    template <class F>
    constexpr void value_sums(std::size_t keys, std::size_t, const F& f) const {
        in_blocks(outline_axis::panels_of_values, k().cols, order_.panel, [&](std::size_t columns, std::size_t e) {
            // If columns are not adjacent, each has its own sum.
            sums(order_.columns_in_lanes ? 1 : columns, order_.columns_in_lanes ? columns : 1, keys,
                 [&]() { along(outline_axis::none, columns, [&]<class>(std::size_t) { f(e, some()); }); });
        });
    }
    constexpr number sum_of_parts() const {
        tree().count({.work = {.other_flops = k().stream.depth_lanes - 1}});
        return some();
    }
    constexpr void write_mean(std::size_t, const number&) const { put_mean(); }

private:
    few_queries_order order_;
};

}  // namespace heed::detail
