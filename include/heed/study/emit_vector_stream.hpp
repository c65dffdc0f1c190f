// SPDX-License-Identifier: BSL-1.0
// The loops of run/stream.hpp: queries side by side in lanes, keys in blocks, columns of values in lanes.
#pragma once

#include <heed/study/emit_mask_tiles.hpp>
#include <heed/study/emit_vector_scores.hpp>
#include <heed/study/emit_vector_values.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

template <class Writer>
class vector_stream : vector_blocks<Writer> {
    using base = vector_blocks<Writer>;
    using base::number;
    using base::w_;
    using base::widest_;

public:
    using context = step_context;

    vector_stream(Writer& w, const context& c, const nest& n, const row_range& rows)
        : base(w), c_(c), nest_(n), rows_(rows) {
        s_.lanes = c.k.lanes;
        s_.width = smaller_of(s_.lanes, widest_);
        s_.is_blocked = c.k.inner > key_block;
        s_.columns_in_lanes =
            keeps_columns_in_lanes(c.k.cols, w.type.bytes()) && Writer::is_dense(base::plan_slot(c, 1), c.places[1]);
    }

    /// Numbers and indices as operands are left to the plain loops.
    static bool can_run(const context& c) {
        if (c.k.depth_lanes > 0) return false;
        for (std::size_t i = 1; i < (c.k.depth > 0 ? 4 : 2); ++i)
            if (c.places[i].array.empty()) return false;
        return true;
    }

    void run() {
        name_all();
        declare_arrays();
        emit_mask_table();
        const bool loops = rows_.rows > s_.lanes || !rows_.is_whole();
        const std::string& row = c_.v.row;
        if (loops)
            w_.out.open("for (int " + row + " = " + rows_.first + "; " + row + " < " + rows_.last + "; " + row +
                        " += " + number(s_.lanes) + ')');
        else
            w_.out.open("");
        if (!loops && !row.empty()) w_.out.line("const int " + row + " = 0;");
        const std::string left = rows_.last + " - " + row, all = number(s_.lanes);
        const bool is_even = loops && rows_.rows % s_.lanes == 0;
        w_.out.line("const int " + s_.queries + " = " +
                    (is_even ? all
                     : loops ? left + " < " + all + " ? " + left + " : " + all
                             : rows_.last) +
                    ';');
        emit_query();
        w_.out.mark(loop_part::blocks);
        emit_blocks();
        w_.out.mark(loop_part::write);
        emit_write();
        w_.out.close();
    }

private:
    void name_all() {
        s_.queries = w_.local("queries");
        s_.lane = w_.local("lane");
        if (c_.k.depth > 0) s_.query = w_.local(c_.k.scales_queries ? "scaled" : "side_by_side");
        s_.weight = w_.local("weight");
        s_.output = w_.local("output");
        s_.maximum = w_.local("maximum");
        s_.total = w_.local("total");
        s_.factor = w_.local("factor");
        s_.first = w_.local("first");
        s_.keys = w_.local("keys");
        s_.sum = w_.local("sum");
        s_.j = w_.local("j");
        if (s_.is_blocked) s_.before = w_.local("before");
    }
    std::string lanes() const { return number(s_.lanes); }

    void declare_arrays() {
        w_.out.mark(loop_part::blocks);
        const std::size_t block = smaller_of(c_.k.inner, key_block);
        if (c_.k.depth > 0) base::declare_lanes(s_.query, c_.k.depth * s_.lanes, "queries side by side");
        base::declare_lanes(s_.weight, block * s_.lanes, "scores of a block of keys, then their weights");
        base::declare_lanes(s_.output, c_.k.cols * s_.lanes,
                            s_.columns_in_lanes ? "a row for each query" : "queries side by side");
        base::declare_lanes(s_.maximum, s_.lanes, "one a query");
        if (s_.is_blocked) base::declare_lanes(s_.before, s_.lanes, "the maximum of earlier blocks");
        base::declare_lanes(s_.total, s_.lanes, "the sum of the weights");
        if (s_.is_blocked) base::declare_lanes(s_.factor, s_.lanes, "by which what was summed shrinks");
    }

    void emit_mask_table() {
        if (!is_masked_kernel(w_.plan, c_.k)) return;
        const mask_table table =
            w_.type.is_float ? table_of_mask<float>(w_, c_, nest_) : table_of_mask<double>(w_, c_, nest_);
        if (table.rows.empty()) return;
        s_.tiles = w_.local("tiles");
        const std::size_t width = table.rows[0].size();
        w_.out.comment("tiles of " + lanes() + " queries and " + number(smaller_of(c_.k.inner, key_block)) +
                       " keys: # without a mask, x with one, - nothing is left");
        w_.out.line("static const char " + s_.tiles + '[' + number(table.rows.size()) + "][" + number(width + 1) +
                    "] = {");
        for (std::size_t i = 0; i < table.rows.size(); ++i)
            w_.out.line("    \"" + table.rows[i] + (i + 1 < table.rows.size() ? "\"," : "\"};"));
        std::string at;
        if (table.by_batch) at = batch_index();
        s_.tile_row =
            sum_of(at.empty() ? "" : scaled_index(at, table.tiles), c_.v.row.empty() ? "" : c_.v.row + " / " + lanes());
        if (s_.tile_row.empty()) s_.tile_row = "0";
    }
    std::string batch_index() const {
        std::string at;
        for (std::size_t a = 0; a < nest_.batch.rank; ++a)
            at = sum_of(scaled_index(at, nest_.batch[a].size), c_.v.batch[a]);
        return at;
    }

    void emit_query() {
        w_.out.mark(loop_part::read);
        std::string scale = w_.type.literal(1);
        if (c_.k.depth == 0) return;
        if (c_.k.scales_queries) {
            w_.out.comment(
                "exp(x) = 2^(x / ln 2): with the scale and 1 / ln 2 in the queries, once, products with keys are "
                "scores "
                "whose weights are powers of two");
            scale = w_.terms(c_).scale_of_core(unmasked_scores_of_kernel(w_.plan, c_.k)).text;
        }
        const place& q = c_.places[2];
        w_.out.line(copy_name(s_.lanes, q.cast.empty() ? "" : q.element_type) + "(&" + q.element(c_.v, c_.v.row, "") +
                    ", " + number(q.row) + ", " + number(q.col) + ", " + s_.queries + ", " + number(c_.k.depth) + ", " +
                    scale + ", " + s_.query + ");");
    }

    void emit_blocks() {
        const std::string inner = number(c_.k.inner), block = number(key_block);
        w_.out.open(count_loop(s_.lane, s_.lanes));
        w_.out.line(s_.maximum + '[' + s_.lane + "] = -INFINITY;");
        w_.out.line(s_.total + '[' + s_.lane + "] = 0;");
        w_.out.close();
        const bool may_skip = !s_.tiles.empty();
        if (s_.is_blocked || may_skip) {
            const std::string i = w_.taken.unused("i");
            w_.out.loop(count_loop(i, c_.k.cols * s_.lanes), s_.output + '[' + i + "] = 0;");
        }
        w_.out.open("for (int " + s_.first + " = 0; " + s_.first + " < " + inner + "; " + s_.first + " += " + block +
                    ')');
        const std::string left = inner + " - " + s_.first;
        w_.out.line("const int " + s_.keys + " = " +
                    (c_.k.inner % key_block == 0 ? block
                     : s_.is_blocked             ? left + " < " + block + " ? " + left + " : " + block
                                                 : inner) +
                    ';');
        if (may_skip) {
            s_.kind = w_.local("kind");
            w_.out.line("const char " + s_.kind + " = " + s_.tiles + '[' + s_.tile_row + "][" + s_.first + " / " +
                        block + "];");
            w_.out.line("if (" + s_.kind + " == '-') continue;");
        }
        w_.out.mark(loop_part::scores);
        vector_scores<Writer>(w_, c_, s_).run();
        w_.out.mark(loop_part::weights);
        emit_weights();
        w_.out.mark(loop_part::values);
        vector_values<Writer>(w_, c_, s_).run();
        w_.out.mark(loop_part::blocks);
        w_.out.close();
    }

    std::string function_of(const std::string& name) const {
        return s_.width == 1 ? name : name + '_' + number(s_.width);
    }
    void emit_weights() {
        const std::size_t before = w_.taken.size();
        const std::string name = base::registers_of(s_.width).name();
        const std::string largest = w_.local("largest"), shift = w_.local("shift"), x = w_.local("x");
        const std::string k = w_.local("k"), sum = w_.local("weights");
        w_.out.comment("scores become weights; where all are minus infinity, all weigh 0");
        if (s_.lanes > s_.width)
            w_.out.open("for (int " + s_.lane + " = 0; " + s_.lane + " < " + lanes() + "; " + s_.lane +
                        " += " + number(s_.width) + ')');
        else
            w_.out.open(count_loop(s_.lane, 1));
        const auto at_lane = [&](const std::string& array) {
            return base::load(s_.width, array + '[' + s_.lane + ']');
        };
        w_.out.line("const " + name + ' ' + largest + " = " + at_lane(s_.maximum) + ';');
        if (s_.width == 1)
            w_.out.line(w_.declared(shift, largest + " == -INFINITY ? 0 : " + largest));
        else
            w_.out.line("const " + name + ' ' + shift + " = choose_" + number(s_.width) + "((" +
                        base::registers_of(s_.width).text("MASK") + ")(" + largest + " == -INFINITY), all_" +
                        number(s_.width) + "(0), " + largest + ");");
        w_.out.line(name + ' ' + sum + " = " + (s_.width == 1 ? "0" : "all_" + number(s_.width) + "(0)") + ';');
        w_.out.open("for (int " + k + " = 0; " + k + " < " + s_.keys + "; ++" + k + ')');
        const std::string at = s_.weight + '[' + scaled_index(k, s_.lanes) + " + " + s_.lane + ']';
        w_.out.line("const " + name + ' ' + x + " = " + function_of("exp2_of_non_positive") + '(' +
                    base::load(s_.width, at) + " - " + shift + ");");
        base::store(s_.width, at, x);
        w_.out.line(sum + " += " + x + ';');
        w_.out.close();
        if (s_.is_blocked) {
            const std::string shrink = w_.local("shrink");
            w_.out.comment("what was summed so far belongs to the old maximum");
            w_.out.line("const " + name + ' ' + shrink + " = " + function_of("exp2_of_non_positive") + '(' +
                        at_lane(s_.before) + " - " + shift + ");");
            base::store(s_.width, s_.factor + '[' + s_.lane + ']', shrink);
            base::store(s_.width, s_.total + '[' + s_.lane + ']', at_lane(s_.total) + " * " + shrink + " + " + sum);
        } else {
            base::store(s_.width, s_.total + '[' + s_.lane + ']', sum);
        }
        w_.out.close();
        w_.taken.forget_after(before);
    }

    void emit_write() {
        const std::string col = w_.variable(c_.cols, "col"), row = w_.local("row_of_lane");
        w_.out.comment("means: sums of values by sums of weights");
        w_.out.open("for (int " + s_.lane + " = 0; " + s_.lane + " < " + s_.queries + "; ++" + s_.lane + ')');
        const std::string scale = w_.local("one_over_total"), sum = s_.total + '[' + s_.lane + ']';
        w_.out.line(w_.declared(scale, sum + " == 0 ? " + w_.zero() + " : " + w_.type.literal(1) + " / " + sum));
        const std::string at_row = sum_of(c_.v.row, s_.lane);
        const std::string at_col = col.empty() ? "0" : col;
        const std::string o = s_.output + '[' +
                              (s_.columns_in_lanes ? sum_of(scaled_index(s_.lane, c_.k.cols), at_col)
                                                   : sum_of(scaled_index(at_col, s_.lanes), s_.lane)) +
                              ']';
        if (s_.columns_in_lanes && base::writes_registers(c_) && !col.empty()) {
            base::along_row(col, c_.k.cols, [&](bool is_register) {
                const std::size_t n = is_register ? widest_ : 1;
                write_mean(n, at_row, col, base::load(n, o) + " * " + scale);
            });
        } else {
            if (!col.empty()) w_.out.open(count_loop(col, c_.k.cols));
            write_mean(1, at_row, col, o + " * " + scale);
            if (!col.empty()) w_.out.close();
        }
        w_.out.close();
    }
    void write_mean(std::size_t lanes, const std::string& row, const std::string& col, const std::string& mean) {
        if (c_.k.epilogue == no_term) return base::write(c_, lanes, row, col, mean);
        const std::string name = w_.taken.unused("attended");
        w_.out.line("const " + base::registers_of(lanes).name() + ' ' + name + " = " + mean + ';');
        base::write(c_, lanes, row, col, name);
    }

    const context& c_;
    const nest& nest_;
    const row_range& rows_;
    stream_lanes s_;
};

}  // namespace heed::detail::emitted
