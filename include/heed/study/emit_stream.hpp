// SPDX-License-Identifier: BSL-1.0
// The loops of run/stream.hpp for one query at a time.
#pragma once

#include <heed/lower/score_mask.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/study/emit_step.hpp>

#include <string>

namespace heed::detail::emitted {

template <class Writer>
class stream_emitter {
    using context = step_context;

public:
    static void emit(Writer& w, const context& c) { stream_emitter(w).emit_stream(c, w.node_roles[c.target]); }

private:
    explicit stream_emitter(Writer& w) : w_(w) {}

    struct stream_names {
        std::string key, depth, col, query, weight, output, maximum, total, largest, shift, shrink, sum, first, last;
        std::string half, l;  ///< of sums in parts
    };

    void emit_stream(const context& c, const node_role& role) {
        const bool blocked = c.k.inner > key_block;
        stream_names s;
        s.key = w_.variable(extent(c.k.inner, w_.graph[role.scores].dims.from_right(0).name), "key");
        if (c.k.depth > 0)
            s.depth = w_.variable(w_.graph[w_.graph.operand(role.score_core, 0)].dims.from_right(0), "d");
        s.col = s.depth.empty() ? w_.variable(c.cols, "col") : column_beside(s.depth, c.cols);
        if (c.k.scales_queries) s.query = w_.local("scaled");
        s.weight = w_.local("weight");
        s.output = w_.local("output");
        s.maximum = w_.local("maximum");
        s.total = w_.local("total");
        s.shift = w_.local("shift");
        s.sum = w_.local("sum");
        if (c.k.depth_lanes > 0) {
            s.half = w_.local("half");
            s.l = w_.local("l");
        }
        emit_query(c, s);
        if (blocked) {
            s.largest = w_.local("largest");
            s.shrink = w_.local("shrink");
            s.first = w_.local("first");
            s.last = w_.local("last");
            emit_blocks(c, s);
        } else {
            emit_one_block(c, s);
        }
    }
    /// Loops over d_k and over columns follow each other: they may have one name.
    std::string column_beside(const std::string& depth, const extent& cols) {
        if (cols.size > 1 && cols.name != nullptr && as_identifier(cols.name->name) == depth) return depth;
        return w_.variable(cols, "col");
    }

    /// Scores are in units of ln 2. Where they are products times a scale, both factors go into the query.
    void emit_query(const context& c, const stream_names& s) {
        w_.out.mark(loop_part::read);
        if (s.query.empty()) {
            w_.out.comment("exp(x) = 2^(x / ln 2): scores are divided by ln 2, so that weights are powers of two");
            return;
        }
        const std::string unit = w_.local("unit");
        w_.out.comment(
            "exp(x) = 2^(x / ln 2): with the scale and 1 / ln 2 in the query, once, products with keys are scores "
            "whose "
            "weights are powers of two");
        w_.out.line(w_.declared(unit, w_.terms(c).scale_of_core(unmasked_scores_of_kernel(w_.plan, c.k)).text));
        w_.declare(s.query, c.k.depth);
        w_.loop(s.depth, c.k.depth,
                w_.indexed(s.query, s.depth) + " = " + w_.factor(c, 2, c.v.row, s.depth) + " * " + unit + ';');
    }

    std::string loop_over(const stream_names& s, const context& c) const {
        if (!s.first.empty())
            return "for (int " + s.key + " = " + s.first + "; " + s.key + " < " + s.last + "; ++" + s.key + ')';
        return count_loop(s.key, c.k.inner);
    }
    void emit_for_keys(const stream_names& s, const context& c, const std::string& statement) {
        if (s.key.empty())
            w_.out.line(statement);
        else
            w_.out.loop(loop_over(s, c), statement);
    }
    std::string weight_of(const stream_names& s) const {
        return w_.indexed(s.weight, s.first.empty() ? s.key : s.key + " - " + s.first);
    }

    void emit_one_block(const context& c, const stream_names& s) {
        w_.out.mark(loop_part::blocks);
        w_.declare(s.weight, c.k.inner);
        w_.out.line(w_.declared(s.maximum, "-INFINITY", false));
        declare_sum(c, s.total);
        emit_scores(c, s, s.maximum);
        emit_softmax_shift(s, s.maximum);
        emit_weights(c, s, s.total);
        const std::string scale = emit_scale(c, s);
        w_.out.mark(loop_part::values);
        w_.out.comment("the mean of the values, by weight");
        w_.open_loop(s.col, c.cols.size);
        w_.out.line(w_.declared(s.sum, "0", false));
        emit_for_keys(s, c, s.sum + " += " + value_times_weight(c, s));
        w_.out.mark(loop_part::write);
        w_.write_element(c, s.col, s.sum + " * " + scale);
        w_.close_loop(s.col);
    }
    std::string emit_scale(const context& c, const stream_names& s) {
        w_.out.mark(loop_part::write);
        const std::string scale = w_.local("one_over_total"), total = emit_halving(c, s, s.total);
        w_.out.line(w_.declared(scale, total + " == 0 ? " + w_.zero() + " : " + w_.type.literal(1) + " / " + total));
        return scale;
    }

    /// A sum that starts at zero: a number, or parts of it side by side.
    void declare_sum(const context& c, const std::string& sum) {
        if (c.k.depth_lanes > 0)
            w_.out.line(std::string(w_.type.name) + ' ' + sum + '[' + std::to_string(c.k.depth_lanes) + "] = {0};");
        else
            w_.out.line(w_.declared(sum, "0", false));
    }
    /// The part that takes term i.
    static std::string part_of(const context& c, const std::string& sum, const std::string& i) {
        if (c.k.depth_lanes == 0) return sum;
        const std::string of = i.find(' ') == std::string::npos ? i : '(' + i + ')';
        return sum + '[' + (i.empty() ? "0" : of + " % " + std::to_string(c.k.depth_lanes)) + ']';
    }
    /// Parts become one number, whose name it returns.
    std::string emit_halving(const context& c, const stream_names& s, const std::string& sum) {
        if (c.k.depth_lanes == 0) return sum;
        w_.out.open("for (int " + s.half + " = " + std::to_string(c.k.depth_lanes / 2) + "; " + s.half + " > 0; " +
                    s.half + " /= 2)");
        w_.out.loop("for (int " + s.l + " = 0; " + s.l + " < " + s.half + "; ++" + s.l + ')',
                    sum + '[' + s.l + "] += " + sum + '[' + s.l + " + " + s.half + "];");
        w_.out.close();
        return sum + "[0]";
    }

    void emit_blocks(const context& c, const stream_names& s) {
        const std::string keys = std::to_string(c.k.inner), block = std::to_string(key_block);
        w_.out.mark(loop_part::blocks);
        w_.out.line(w_.declared(s.maximum, "-INFINITY", false));
        declare_sum(c, s.total);
        w_.out.line(std::string(w_.type.name) + ' ' + s.output + '[' + std::to_string(c.cols.size) + "] = {0};");
        w_.out.open("for (int " + s.first + " = 0; " + s.first + " < " + keys + "; " + s.first + " += " + block + ')');
        w_.out.line("const int " + s.last + " = " + s.first + " + " + block + " < " + keys + " ? " + s.first + " + " +
                    block + " : " + keys + ';');
        w_.declare(s.weight, key_block);
        w_.out.line(w_.declared(s.largest, s.maximum, false));
        const bool in_parts = c.k.depth_lanes > 0;
        const std::string weights = in_parts ? w_.local("weights") : s.sum;
        declare_sum(c, weights);
        emit_scores(c, s, s.largest);
        emit_softmax_shift(s, s.largest);
        w_.out.comment("what was summed so far belongs to the old maximum");
        w_.out.line(w_.declared(s.shrink, "exp2_of_non_positive(" + s.maximum + " - " + s.shift + ')'));
        w_.out.line(s.maximum + " = " + s.largest + ';');
        emit_weights(c, s, weights);
        const std::string l = in_parts ? '[' + s.l + ']' : "";
        w_.loop(s.l, c.k.depth_lanes, s.total + l + " = " + s.total + l + " * " + s.shrink + " + " + weights + l + ';');
        w_.out.mark(loop_part::values);
        w_.out.comment("the sum of the values, each times its weight");
        w_.open_loop(s.col, c.cols.size);
        w_.out.line(in_parts ? w_.declared(s.sum, "0", false) : s.sum + " = 0;");
        emit_for_keys(s, c, s.sum + " += " + value_times_weight(c, s));
        w_.out.line(w_.indexed(s.output, s.col) + " = " + w_.indexed(s.output, s.col) + " * " + s.shrink + " + " +
                    s.sum + ';');
        w_.close_loop(s.col);
        w_.out.mark(loop_part::blocks);
        w_.out.close();
        const std::string scale = emit_scale(c, s);
        w_.write_row(c, s.col, w_.indexed(s.output, s.col) + " * " + scale);
    }

    /// Scores of a query, and the largest of them.
    void emit_scores(const context& c, const stream_names& s, const std::string& largest) {
        const std::string weight = weight_of(s);
        w_.out.mark(loop_part::scores);
        w_.out.comment(is_masked_kernel(w_.plan, c.k)
                           ? "scores; a masked one is minus infinity and weighs 2^(-infinity) = 0"
                           : "scores");
        if (!s.key.empty()) w_.out.open(loop_over(s, c));
        std::string score = w_.taken.unused("score");
        if (c.k.depth > 0) {
            declare_sum(c, score);
            const std::string query =
                s.query.empty() ? w_.factor(c, 2, c.v.row, s.depth) : w_.indexed(s.query, s.depth);
            w_.loop(s.depth, c.k.depth,
                    part_of(c, score, s.depth) + " += " + query + " * " + w_.factor(c, 3, s.key, s.depth) + ';');
            score = emit_halving(c, s, score);
        }
        const std::string value = unmasked_score(c, s, score);
        if (is_masked_kernel(w_.plan, c.k)) {
            const std::string seen = w_.taken.unused("is_seen");
            w_.out.line("const int " + seen + " = " +
                        w_.terms(c).condition_at(mask_of_kernel(w_.plan, c.k), c.v, c.v.row, s.key).text + ';');
            w_.out.line(weight + " = " + seen + " ? " + value + " : -INFINITY;");
        } else {
            w_.out.line(weight + " = " + value + ';');
        }
        w_.out.line("if (" + largest + " < " + weight + ") " + largest + " = " + weight + ';');
        if (!s.key.empty()) w_.out.close();
    }
    /// In units of ln 2.
    std::string unmasked_score(const context& c, const stream_names& s, const std::string& core) const {
        if (!s.query.empty()) return core;
        const expression score = w_.terms(c).at(unmasked_scores_of_kernel(w_.plan, c.k), c.v, c.v.row, s.key, core);
        return infix(score, "*", {w_.terms(c).one_over_ln2()}, expression::product).text;
    }
    void emit_softmax_shift(const stream_names& s, const std::string& largest) {
        w_.out.comment("scores become weights; where all are minus infinity, all weigh 0");
        w_.out.line(w_.declared(s.shift, largest + " == -INFINITY ? " + w_.zero() + " : " + largest));
    }
    void emit_weights(const context& c, const stream_names& s, const std::string& sum) {
        const std::string weight = weight_of(s);
        w_.out.mark(loop_part::weights);
        if (!s.key.empty()) w_.out.open(loop_over(s, c));
        w_.out.line(weight + " = exp2_of_non_positive(" + weight + " - " + s.shift + ");");
        w_.out.line(part_of(c, sum, s.first.empty() ? s.key : s.key + " - " + s.first) + " += " + weight + ';');
        if (!s.key.empty()) w_.out.close();
    }
    std::string value_times_weight(const context& c, const stream_names& s) const {
        return w_.factor(c, 1, s.key, s.col) + " * " + weight_of(s) + ';';
    }
    Writer& w_;
};

}  // namespace heed::detail::emitted
