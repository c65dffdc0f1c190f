// SPDX-License-Identifier: BSL-1.0
// The loops of run/single_query.hpp: the depth in lanes for scores, keys for weights, columns for values.
#pragma once

#include <heed/lower/score_mask.hpp>
#include <heed/study/emit_vector_blocks.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

template <class Writer>
class vector_single_query : vector_blocks<Writer> {
    using base = vector_blocks<Writer>;
    using base::number;
    using base::w_;
    using base::widest_;

public:
    using context = step_context;

    vector_single_query(Writer& w, const context& c, const row_range& rows)
        : base(w), c_(c), rows_(rows), registers_(c.k.depth_lanes / widest_) {}

    /// What is no register of keys is left to the plain loops.
    static bool can_run(const Writer& w, const context& c) {
        return c.k.depth_lanes > 0 && !c.places[1].array.empty() && !c.places[2].array.empty() &&
               Writer::is_dense(w.plan.slots[c.s.first_slot + 3], c.places[3]);
    }

    void run() {
        const bool loops = rows_.rows > 1;
        const std::string& row = c_.v.row;
        w_.out.open(loops
                        ? "for (int " + row + " = " + rows_.first + "; " + row + " < " + rows_.last + "; ++" + row + ')'
                        : "");
        if (!loops && !row.empty()) w_.out.line("const int " + row + " = 0;");
        name_all();
        emit_query();
        w_.out.mark(loop_part::blocks);
        base::declare_lanes(weight_, (smaller_of(c_.k.inner, key_block) + parts() - 1) / parts() * parts(),
                            "scores of a block of keys, then their weights");
        w_.out.line(std::string("ALIGNED ") + w_.type.name + ' ' + output_ + '[' + number(c_.k.cols) + "] = {0};");
        declare_parts(total_);
        w_.out.line(w_.declared(maximum_, "-INFINITY", false));
        const std::string inner = number(c_.k.inner), block = number(key_block);
        w_.out.open("for (int " + first_ + " = 0; " + first_ + " < " + inner + "; " + first_ + " += " + block + ')');
        const std::string left = inner + " - " + first_;
        w_.out.line("const int " + keys_ + " = " + left + " < " + block + " ? " + left + " : " + block + ';');
        w_.out.mark(loop_part::scores);
        emit_scores();
        w_.out.mark(loop_part::weights);
        emit_weights();
        w_.out.mark(loop_part::values);
        emit_values();
        w_.out.mark(loop_part::blocks);
        w_.out.close();
        w_.out.mark(loop_part::write);
        emit_write();
        w_.out.close();
    }

private:
    std::size_t parts() const { return c_.k.depth_lanes; }
    std::string real() const { return w_.type.name; }
    std::string reals() const { return base::registers_of(widest_).name(); }

    void name_all() {
        query_ = w_.local(c_.k.scales_queries ? "scaled" : "side_by_side");
        weight_ = w_.local("weight");
        output_ = w_.local("output");
        total_ = w_.local("total");
        maximum_ = w_.local("maximum");
        first_ = w_.local("first");
        keys_ = w_.local("keys");
        j_ = w_.local("j");
        d_ = w_.local("d");
        r_ = w_.local("r");
        shrink_ = w_.local("shrink");
    }

    void open_registers(std::size_t n) {
        w_.out.line("UNROLL");
        w_.out.open(count_loop(r_, n));
    }
    std::string in_register(const std::string& from) const { return from + " + " + scaled_index(r_, widest_); }
    void declare_parts(const std::string& sum) {
        w_.out.line(reals() + ' ' + sum + '[' + number(registers_) + "] = {};");
    }
    /// Registers, then lanes, become one number.
    std::string halved(const std::string& sum) {
        for (std::size_t half = registers_ / 2; half > 0; half /= 2)
            for (std::size_t r = 0; r < half; ++r)
                w_.out.line(sum + '[' + number(r) + "] += " + sum + '[' + number(r + half) + "];");
        return "sum_of_lanes_" + number(widest_) + '(' + sum + "[0])";
    }

    void emit_query() {
        w_.out.mark(loop_part::read);
        base::declare_lanes(query_, c_.k.depth);
        std::string scale;
        if (c_.k.scales_queries) {
            w_.out.comment(
                "exp(x) = 2^(x / ln 2): with the scale and 1 / ln 2 in the query, once, products with keys "
                "are scores whose weights are powers of two");
            const std::string unit = w_.local("unit");
            w_.out.line(w_.declared(unit, w_.terms(c_).scale_of_core(unmasked_scores_of_kernel(w_.plan, c_.k)).text));
            scale = " * " + unit;
        }
        w_.out.loop(count_loop(d_, c_.k.depth),
                    query_ + '[' + d_ + "] = " + w_.factor(c_, 2, c_.v.row, d_) + scale + ';');
    }

    void emit_scores() {
        const std::string part = w_.taken.unused("part"), score = w_.taken.unused("score"),
                          key = w_.taken.unused("key");
        const bool masked = is_masked_kernel(w_.plan, c_.k);
        w_.out.comment("scores: parts of a sum side by side");
        w_.out.open("for (int " + j_ + " = 0; " + j_ + " < " + keys_ + "; ++" + j_ + ')');
        w_.out.line("const int " + key + " = " + first_ + " + " + j_ + ';');
        declare_parts(part);
        w_.out.open("for (int " + d_ + " = 0; " + d_ + " < " + number(c_.k.depth) + "; " + d_ +
                    " += " + number(parts()) + ')');
        open_registers(registers_);
        w_.out.line(part + '[' + r_ + "] += " + base::load(widest_, query_ + '[' + in_register(d_) + ']') + " * " +
                    base::load(widest_, c_.places[3].element(c_.v, key, in_register(d_))) + ';');
        w_.out.close();
        w_.out.close();
        w_.out.line(w_.declared(score, halved(part)));
        const std::string value = unmasked(key, score), to = weight_ + '[' + j_ + ']';
        if (masked) {
            const std::string seen = w_.taken.unused("is_seen");
            w_.out.line("const int " + seen + " = " +
                        w_.terms(c_).condition_at(mask_of_kernel(w_.plan, c_.k), c_.v, c_.v.row, key).text + ';');
            w_.out.line(to + " = " + seen + " ? " + value + " : -INFINITY;");
        } else {
            w_.out.line(to + " = " + value + ';');
        }
        w_.out.close();
        if (smaller_of(c_.k.inner, key_block) % parts() == 0 && c_.k.inner % key_block % parts() == 0) return;
        w_.out.comment("lanes without a key weigh nothing");
        w_.out.loop("for (int " + j_ + " = " + keys_ + "; " + j_ + " % " + number(parts()) + " != 0; ++" + j_ + ')',
                    weight_ + '[' + j_ + "] = -INFINITY;");
    }
    /// In units of ln 2.
    std::string unmasked(const std::string& key, const std::string& core) const {
        if (c_.k.scales_queries) return core;
        const expression e = w_.terms(c_).at(unmasked_scores_of_kernel(w_.plan, c_.k), c_.v, c_.v.row, key, core);
        return infix(e, "*", {w_.terms(c_).one_over_ln2()}, expression::product).text;
    }

    void emit_weights() {
        const std::string largest = w_.taken.unused("largest"), shift = w_.taken.unused("shift"),
                          weights = w_.taken.unused("weights"), x = w_.taken.unused("x");
        w_.out.line(w_.declared(largest, maximum_, false));
        w_.out.loop("for (int " + j_ + " = 0; " + j_ + " < " + keys_ + "; ++" + j_ + ')',
                    largest + " = " + largest + " < " + weight_ + '[' + j_ + "] ? " + weight_ + '[' + j_ +
                        "] : " + largest + ';');
        w_.out.comment("scores become weights; where all are minus infinity, all weigh 0");
        w_.out.line(w_.declared(shift, largest + " == -INFINITY ? " + w_.zero() + " : " + largest));
        w_.out.comment("what was summed so far belongs to the old maximum");
        w_.out.line(w_.declared(shrink_, "exp2_of_non_positive(" + maximum_ + " - " + shift + ')'));
        w_.out.line(maximum_ + " = " + largest + ';');
        declare_parts(weights);
        w_.out.open("for (int " + j_ + " = 0; " + j_ + " < " + keys_ + "; " + j_ + " += " + number(parts()) + ')');
        open_registers(registers_);
        const std::string at = weight_ + '[' + in_register(j_) + ']';
        w_.out.line("const " + reals() + ' ' + x + " = exp2_of_non_positive_" + number(widest_) + '(' +
                    base::load(widest_, at) + " - " + shift + ");");
        base::store(widest_, at, x);
        w_.out.line(weights + '[' + r_ + "] += " + x + ';');
        w_.out.close();
        w_.out.close();
        open_registers(registers_);
        const std::string of = '[' + r_ + ']';
        w_.out.line(total_ + of + " = " + total_ + of + " * " + shrink_ + " + " + weights + of + ';');
        w_.out.close();
    }

    /// Many registers of a row of values at once, then the columns that do not fill one.
    void emit_values() {
        const bool dense = Writer::is_dense(base::plan_slot(c_, 1), c_.places[1]);
        const std::size_t most = registers_of_one_row * widest_, all = dense ? c_.k.cols / widest_ * widest_ : 0;
        const std::string col = w_.taken.unused("col");
        w_.out.comment("the sums of the values, each times its weight: columns in lanes");
        if (all >= most) {
            w_.out.open("for (int " + col + " = 0; " + col + " + " + number(most) + " <= " + number(all) + "; " + col +
                        " += " + number(most) + ')');
            values_in_registers(col, registers_of_one_row);
            w_.out.close();
        }
        if (all % most != 0) {
            w_.out.open("");
            w_.out.line("const int " + col + " = " + number(all / most * most) + ';');
            values_in_registers(col, all % most / widest_);
            w_.out.close();
        }
        if (all == c_.k.cols) return;
        w_.out.open("for (int " + col + " = " + number(all) + "; " + col + " < " + number(c_.k.cols) + "; ++" + col +
                    ')');
        const std::string sum = w_.taken.unused("sum"), o = output_ + '[' + col + ']';
        w_.out.line(w_.declared(sum, "0", false));
        w_.out.loop("for (int " + j_ + " = 0; " + j_ + " < " + keys_ + "; ++" + j_ + ')',
                    sum + " += " + weight_ + '[' + j_ + "] * " + w_.factor(c_, 1, first_ + " + " + j_, col) + ';');
        w_.out.line(o + " = " + o + " * " + shrink_ + " + " + sum + ';');
        w_.out.close();
    }
    void values_in_registers(const std::string& col, std::size_t registers) {
        const std::string sum = w_.taken.unused("sum");
        w_.out.line(reals() + ' ' + sum + '[' + number(registers) + "] = {};");
        w_.out.open("for (int " + j_ + " = 0; " + j_ + " < " + keys_ + "; ++" + j_ + ')');
        open_registers(registers);
        w_.out.line(sum + '[' + r_ + "] += " + weight_ + '[' + j_ + "] * " +
                    base::load(widest_, c_.places[1].element(c_.v, first_ + " + " + j_, in_register(col))) + ';');
        w_.out.close();
        w_.out.close();
        open_registers(registers);
        const std::string o = output_ + '[' + in_register(col) + ']';
        base::store(widest_, o, base::load(widest_, o) + " * " + shrink_ + " + " + sum + '[' + r_ + ']');
        w_.out.close();
    }

    void emit_write() {
        const std::string col = w_.taken.unused("col"), sum = w_.taken.unused("sum"),
                          scale = w_.local("one_over_total"), o = output_ + '[' + col + ']';
        w_.out.line(w_.declared(sum, halved(total_)));
        w_.out.line(w_.declared(scale, sum + " == 0 ? " + w_.zero() + " : " + w_.type.literal(1) + " / " + sum));
        if (base::writes_registers(c_)) {
            base::along_row(col, c_.k.cols, [&](bool is_register) {
                const std::size_t n = is_register ? widest_ : 1;
                write_mean(n, col, base::load(n, o) + " * " + scale);
            });
        } else {
            w_.out.open(count_loop(col, c_.k.cols));
            write_mean(1, col, o + " * " + scale);
            w_.out.close();
        }
    }
    void write_mean(std::size_t lanes, const std::string& col, const std::string& mean) {
        if (c_.k.epilogue == no_term) return base::write(c_, lanes, c_.v.row, col, mean);
        const std::string name = w_.taken.unused("attended");
        w_.out.line("const " + base::registers_of(lanes).name() + ' ' + name + " = " + mean + ';');
        base::write(c_, lanes, c_.v.row, col, name);
    }

    const context& c_;
    const row_range& rows_;
    std::size_t registers_;
    std::string query_{}, weight_{}, output_{}, total_{}, maximum_{}, first_{}, keys_{}, j_{}, d_{}, r_{}, shrink_{};
};

}  // namespace heed::detail::emitted
