// SPDX-License-Identifier: BSL-1.0
// What a plan means: its nests, tiles and steps element by element, in doubles, straight from the words of plan.hpp.
// Memory starts as NaN, the memory of tiles again with each tile, and nothing is read or written beside its place.
#pragma once

#include <heed/lower/lower.hpp>
#include <tests/lower/graph_values.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace heed::test {

/// A leaf as it lies in memory, with the strides of a view where they are known at run time only.
struct leaf_memory {
    numbers elements;
    detail::strides step{};
};

template <std::size_t Capacity>
class plan_meaning {
public:
    using plan = detail::plan<Capacity>;
    using step = detail::step;
    using slot = detail::slot;
    using product_slot = detail::product_slot;
    using stream_slot = detail::stream_slot;

    /// Runs the plan of a graph; in each nest the last tile first where `backwards`: tiles do not depend on each other,
    /// but for those that a product sums.
    template <class Graph>
    plan_meaning(const plan& p, const Graph& of, const std::vector<leaf_memory>& leaves, bool backwards = false)
        : plan_(p), leaves_(leaves), memory_(p.workspace, nothing) {
        for (const detail::node_id id : of.results) results_.emplace_back(of[id].dims.size(), nothing);
        for (std::size_t i = 0; i < p.buffers.size(); ++i) touched_.push_back(0);
        for (const detail::nest& n : p.nests) run_nest(n, backwards);
    }

    const numbers& result(std::size_t which = 0) const { return results_[which]; }
    /// Elements of a buffer up to the last one that some step read or wrote.
    std::size_t touched(std::size_t buffer) const { return touched_[buffer]; }

private:
    static constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

    void run_nest(const detail::nest& n, bool backwards) {
        const std::size_t tiles = (n.rows.size + n.tile_rows - 1) / n.tile_rows, all = tiles * n.batch.size();
        for (std::size_t t = 0; t < all; ++t) {
            const std::size_t tile = backwards && !sums_tiles(n) ? all - 1 - t : t;
            batch_ = index_of(tile / tiles, n.batch);
            row_ = tile % tiles * n.tile_rows;
            rows_ = std::min(n.tile_rows, n.rows.size - row_);
            is_last_ = row_ + rows_ == n.rows.size;
            forget_tiles(n);
            for (std::size_t s = 0; s < n.step_count; ++s) run_step(plan_.steps[n.first_step + s]);
        }
    }

    bool sums_tiles(const detail::nest& n) const {
        for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s)
            if (plan_.kernels[plan_.steps[s].kernel].product.sums_tiles) return true;
        return false;
    }

    void forget_tiles(const detail::nest& n) {
        for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s) {
            const slot& written = plan_.slot_at(plan_.steps[s], detail::result_slot);
            if (written.place != slot::buffer || !plan_.buffers[written.id].tile) continue;
            const detail::buffer& b = plan_.buffers[written.id];
            std::fill_n(memory_.begin() + std::ptrdiff_t(b.offset), b.elements, nothing);
        }
    }

    void run_step(const step& s) {
        const detail::kernel& k = plan_.kernels[s.kernel];
        if (k.row.length > 0 && detail::needs_all_rows(k.loop)) return invert(s, k);
        if (k.product.sums_tiles)
            sum_tile(s, k);
        else
            for (std::size_t i = 0; i < rows_; ++i) run_row(s, k, i);
        std::fill(memory_.begin() + std::ptrdiff_t(plan_.scratch), memory_.end(), nothing);  // the loop may write there
    }

    /// Adds the rows of the tile, as terms, to the sums of those before.
    void sum_tile(const step& s, const detail::kernel& k) {
        for (std::size_t i = 0; i < k.product.rows; ++i)
            for (std::size_t j = 0; j < k.cols; ++j) {
                double sum = row_ == 0 ? 0 : at(s, detail::result_slot, i, j);
                for (std::size_t d = 0; d < rows_; ++d)
                    sum += at(s, product_slot::left, i, d) * at(s, product_slot::right, d, j);
                const bool is_finished = !is_last_ || k.epilogue == detail::no_term;
                at(s, detail::result_slot, i, j) = is_finished ? sum : term(s, k.epilogue, i, j, sum);
            }
    }

    void run_row(const step& s, const detail::kernel& k, std::size_t i) {
        using detail::skeleton;
        const auto prologue = [&](std::size_t j) { return term(s, k.prologue, i, j, nothing); };
        const auto finish = [&](std::size_t j, double core) {
            at(s, detail::result_slot, i, j) = k.epilogue == detail::no_term ? core : term(s, k.epilogue, i, j, core);
        };
        numbers line;
        if (k.loop == skeleton::rows || k.loop == skeleton::reduce)
            for (std::size_t j = 0; j < k.row.length; ++j) line.push_back(prologue(j));
        switch (k.loop) {
            case skeleton::map:
                for (std::size_t j = 0; j < k.cols; ++j) at(s, detail::result_slot, i, j) = prologue(j);
                return;
            case skeleton::product:
                for (std::size_t j = 0; j < k.cols; ++j) {
                    double sum = k.product.continues ? at(s, detail::result_slot, i, j) : 0;
                    for (std::size_t d = 0; d < k.product.inner; ++d)
                        sum += at(s, product_slot::left, i, d) * at(s, product_slot::right, d, j);
                    finish(j, sum);
                }
                return;
            case skeleton::rows:
                line = normalised(line, k.row.weights);
                for (std::size_t j = 0; j < k.row.length; ++j) finish(j, line[j]);
                return;
            case skeleton::reduce: finish(0, reduced(line, k.row.reduce)); return;
            case skeleton::stream: {
                for (std::size_t key = 0; key < k.stream.keys; ++key) line.push_back(score(s, k, i, key));
                line = normalised(line, detail::normalisation::softmax);
                for (std::size_t j = 0; j < k.cols; ++j) {
                    double sum = 0;
                    for (std::size_t key = 0; key < k.stream.keys; ++key)
                        sum += line[key] * at(s, stream_slot::values, key, j);
                    finish(j, sum);
                }
                return;
            }
            default: throw std::logic_error("no such loop over rows");
        }
    }

    void invert(const step& s, const detail::kernel& k) {
        if (rows_ != k.row.length) throw std::logic_error("an inverse needs all rows");
        numbers m;
        for (std::size_t i = 0; i < k.row.length; ++i)
            for (std::size_t j = 0; j < k.row.length; ++j) m.push_back(term(s, k.prologue, i, j, nothing));
        m = inverted(m, k.row.length);
        for (std::size_t i = 0; i < k.row.length; ++i)
            for (std::size_t j = 0; j < k.row.length; ++j) at(s, detail::result_slot, i, j) = m[i * k.row.length + j];
    }

    /// A scale is a product of numbers and goes into the queries; a mask stays.
    double score(const step& s, const detail::kernel& k, std::size_t i, std::size_t key) {
        double core = 0;
        for (std::size_t d = 0; d < k.stream.depth; ++d)
            core += at(s, stream_slot::queries, i, d) * at(s, stream_slot::keys, key, d);
        if (!k.stream.scales_queries) return term(s, k.prologue, i, key, core);
        core *= scale(s, k, detail::unmasked_scores_of_kernel(plan_, k), i, key);
        if (!detail::is_masked_kernel(plan_, k)) return core;
        return term(s, detail::mask_of_kernel(plan_, k), i, key, nothing) != 0 ? core : -HUGE_VAL;
    }
    double scale(const step& s, const detail::kernel& k, std::size_t id, std::size_t i, std::size_t j) {
        const detail::term& t = plan_.terms[k.first_term + id];
        if (t.kind == detail::term::core) return 1;
        if (t.kind == detail::term::load) return at(s, t.slot, i, j);
        return scale(s, k, t.operands[0], i, j) * scale(s, k, t.operands[1], i, j);
    }

    double term(const step& s, std::size_t id, std::size_t i, std::size_t j, double core) {
        const detail::term& t = plan_.terms[plan_.kernels[s.kernel].first_term + id];
        if (t.kind == detail::term::core) return core;
        if (t.kind == detail::term::load) return at(s, t.slot, i, j);
        const double first = term(s, t.operands[0], i, j, core);
        return applied(t.f, first, traits_of(t.f).operands == 2 ? term(s, t.operands[1], i, j, core) : 0);
    }

    static double& element(numbers& of, std::size_t position, std::size_t begin, std::size_t end) {
        if (position < begin || position >= end || end > of.size())
            throw std::out_of_range("element " + std::to_string(position) + " is not in [" + std::to_string(begin) +
                                    ", " + std::to_string(end) + ")");
        return of[position];
    }

    /// The element of a slot at row i of the tile, or of the sum, and column j.
    double& at(const step& s, std::size_t which, std::size_t i, std::size_t j) {
        if (which >= s.slot_count) throw std::out_of_range("a step has no such slot");
        const slot& from = plan_.slot_at(s, which);
        if (from.place == slot::exact) return scratch_ = to_double(plan_.constants[from.id]);
        if (from.place == slot::number) return scratch_ = leaves_[from.id].elements[0];
        std::size_t position = from.offset, row_stride = from.row_stride, col_stride = from.col_stride;
        if (from.strided) {
            const detail::strides& strides = leaves_[from.id].step;
            const detail::loop_strides along(from.map, from.loop_rank, strides);
            position = along.offset + detail::batch_offset(from, along.batch, from.divisor, batch_);
            row_stride = along.row;
            col_stride = along.col;
        } else {
            position += detail::batch_offset(from, batch_);
        }
        position += (i + (from.moves_with_tile ? row_ : 0)) * row_stride +
                    (j + (from.columns_move_with_tile ? row_ : 0)) * col_stride;
        if (from.place == slot::index) return scratch_ = static_cast<double>(position);
        if (from.place == slot::leaf) {
            const numbers& leaf = leaves_[from.id].elements;
            if (position >= leaf.size()) throw std::out_of_range("a step reads beside a leaf");
            return scratch_ = leaf[position];
        }
        if (from.place == slot::result) return element(results_[from.id], position, 0, results_[from.id].size());
        const detail::buffer& b = plan_.buffers[from.id];
        touched_[from.id] = std::max(touched_[from.id], position + 1 - b.offset);
        return element(memory_, position, b.offset, b.offset + b.elements);
    }

    static double to_double(const detail::surd& s) {
        return static_cast<double>(s.numerator) / static_cast<double>(s.denominator) *
               std::sqrt(static_cast<double>(s.radicand));
    }

    const plan& plan_;
    const std::vector<leaf_memory>& leaves_;
    std::vector<numbers> results_;
    numbers memory_;
    std::vector<std::size_t> touched_;
    index batch_{};
    std::size_t row_ = 0, rows_ = 0;
    bool is_last_ = false;  ///< tile of rows
    double scratch_ = 0;    ///< what is read and has no place that may be written
};

}  // namespace heed::test
