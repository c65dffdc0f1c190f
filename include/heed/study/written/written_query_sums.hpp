// SPDX-License-Identifier: BSL-1.0
// The sums of attention of few queries in emitted files: depth in lanes for products with keys, columns in lanes for
// values.
#pragma once

#include <heed/lower/stream_order.hpp>
#include <heed/study/written/written_scores.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

template <class T>
class written_query_sums : public written_scores<T> {
    using base = written_scores<T>;

protected:
    using base::c_, base::in_registers_, base::lanes_now_, base::r_, base::w_, base::widest_;
    using typename base::sum_block;

public:
    using typename base::V;

    written_query_sums(recording::routine& r, step_emitter& w, const step_context& c, const row_range& rows,
                       bool in_registers)
        : base(r, w, c, in_registers),
          rows_(rows),
          order_(order_of_few_queries(c.k, base::widest_,
                                      in_registers && step_emitter::is_dense(base::plan_slot(stream_slot::values),
                                                                             c.places[stream_slot::values]))),
          registers_(order_.registers),
          queries_(in_registers ? smaller_of(rows.rows, rows.most) : 1) {}

    /// Dot products of a query with the keys from `key` on, one per lane.
    V products(const written_index& group, const written_index& key) {
        key_ = key;
        if (!in_registers_) return products_of_numbers(key);
        const std::string product = w_.taken.claim_unused("product");
        r_->add_registers(product, widest_, widest_);
        const std::size_t at_once = group.is_number() ? order_.score_rows : 1;
        base::for_blocks_of("i", group, at_once, [&](std::size_t some, const written_index& i) {
            if (registers_ == 1)
                return add_products(
                    some, key + i,
                    [&](const written_index& m, const written_index&) { return base::in_row(product, i + m); },
                    [&](const written_index& m, const written_index& at) {
                        return base::lane_in_row(product, i + m, at);
                    });
            const sum_block part = base::begin_sums("part", some, {0, registers_, widest_});
            add_products(
                some, key + i, [&](const written_index& m, const written_index& r) { return part.element(m, r); },
                [&](const written_index& m, const written_index& at) { return part.part(m, at); });
            unrolled("m", some, [&](const written_index& m) {
                r_->store(base::in_row(product, i + m), base::halved(part, m), widest_);
            });
        });
        return base::of_memory("sums_of_rows_" + std::to_string(widest_), product, widest_, "scores");
    }

protected:
    template <class F>
    void unrolled(const char* name, std::size_t n, const F& f) const {
        base::loop(name, 0, n, 1, f, in_registers_);
    }
    written_index depth() const { return c_.size(c_.k.stream.depth); }
    /// Partial sums, then their sum.
    V products_of_numbers(const written_index& key) const {
        const std::size_t parts = c_.k.stream.depth_lanes;
        const std::string part = base::array_of_zeros("part", parts).array;
        base::loop(base::depth_name(), 0, depth(), 1, [&](const written_index& d) {
            const recording::element sum{part, (d % parts).text()};
            const V x =
                copy_.empty() ? base::operand(stream_slot::queries, row_, d) : base::loaded({copy_, d.text()}, 1);
            r_->store(sum, V(base::loaded(sum, 1) + V(x * base::operand(stream_slot::keys, key, d))).in(*r_), 1);
        });
        return sum_of_row(part, "score");
    }
    /// Added pairwise until one is left, which is what sum_of_row does with so few numbers.
    V sum_of_row(const std::string& parts, const char* name) const {
        return base::of_memory("sum_of_row", parts, 1, name, {r_->add_index(std::to_string(c_.k.stream.depth_lanes))});
    }
    /// Adds products of a query with the keys from `key` on to sum(m, r); those that do not fill a register to part(m,
    /// at).
    template <class Sum, class Part>
    void add_products(std::size_t keys, const written_index& key, const Sum& sum, const Part& part) const {
        const std::size_t parts = c_.k.stream.depth_lanes;
        const written_index whole = depth() / parts * parts;
        base::loop(base::depth_name(), 0, whole, parts, [&](const written_index& d) {
            unrolled("m", keys, [&](const written_index& m) {
                unrolled("r", registers_, [&](const written_index& r) {
                    const written_index at = d + r * widest_;
                    base::add_product(sum(m, r), query_at(at), key_at(key + m, at), widest_);
                });
            });
        });
        base::loop(base::depth_name(), whole, depth(), 1, [&](const written_index& d) {
            unrolled("m", keys, [&](const written_index& m) {
                base::add_product(part(m, d - whole), query_at(d), key_at(key + m, d), 1);
            });
        });
    }
    recording::element query_at(const written_index& d) const { return {copy_, (query_ * depth() + d).text()}; }
    recording::element key_at(const written_index& key, const written_index& d) const {
        const place& keys = c_.places[stream_slot::keys];
        return {keys.array, keys.index(c_.v, base::variable(key), base::variable(d))};
    }
    /// One key per iteration: its weight times a row of values.
    void sum_registers(const std::string& sum, std::size_t registers, const written_index& keys,
                       const written_index& first, const written_index& e) const {
        base::loop(base::key_name(), 0, keys, 1, [&](const written_index& j) {
            unrolled("r", registers, [&](const written_index& r) {
                const recording::element to = base::in_row(sum, r);
                const V value = base::loaded({c_.places[stream_slot::values].array,
                                              c_.places[stream_slot::values].index(c_.v, base::variable(first + j),
                                                                                   base::variable(e + r * widest_))},
                                             widest_);
                r_->store(to, V(base::loaded(to, widest_) + V(base::loaded(score_.at(j), 1) * value)).in(*r_), widest_);
            });
        });
    }

    const row_range& rows_;
    few_queries_order order_;
    std::size_t registers_, queries_;
    bool has_loop_ = false;
    written_index row_ = 0, query_ = 0, key_ = 0;
    std::string copy_{};  ///< of the scaled query
    written_memory score_{};
};

}  // namespace heed::detail::emitted
