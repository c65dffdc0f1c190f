// SPDX-License-Identifier: BSL-1.0
// Scores of a block of keys in registers, their mask, and the largest of each query.
#pragma once

#include <heed/study/emit_vector_blocks.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

/// What the parts of a streaming loop have in common: names of variables, and how many queries lie side by side.
struct stream_lanes {
    std::size_t lanes = 0;  ///< queries of a tile
    std::size_t width = 0;  ///< of them in a register
    bool is_blocked = false;
    bool columns_in_lanes = false;
    std::string queries{}, lane{}, query{}, weight{}, output{}, maximum{}, before{}, total{}, factor{}, first{}, keys{};
    std::string sum{}, j{};
    std::string tiles{}, tile_row{}, kind{};  ///< empty without a table of tiles
};

template <class Writer>
class vector_scores : vector_blocks<Writer> {
    using base = vector_blocks<Writer>;
    using base::number;
    using base::w_;

public:
    vector_scores(Writer& w, const step_context& c, const stream_lanes& s) : base(w), c_(c), s_(s) {}

    void run() {
        const std::size_t rows = (s_.lanes * w_.type.bytes() <= vector_bytes ? 2 : 1) * accumulator_rows;
        const std::size_t whole = c_.k.inner / rows * rows;
        w_.out.comment("scores of " + number(s_.lanes) + " queries, and the largest of each");
        if (s_.is_blocked) w_.out.line("memcpy(" + s_.before + ", " + s_.maximum + ", sizeof " + s_.before + ");");
        const bool is_alone = whole == 0;
        if (!is_alone) {
            const std::string step = number(rows);
            w_.out.open("for (int " + s_.j + " = 0; " + s_.j + " + " + step + " <= " + s_.keys + "; " + s_.j +
                        " += " + step + ')');
            block_of_scores(rows);
            w_.out.close();
        }
        const std::size_t tail = c_.k.inner % rows;
        if (tail == 0) return;
        w_.out.open(s_.is_blocked ? "if (" + s_.keys + " % " + number(rows) + " != 0)" : "");
        w_.out.line("const int " + s_.j + " = " + s_.keys + " - " + number(tail) + ';');
        block_of_scores(tail);
        w_.out.close();
    }

private:
    void block_of_scores(std::size_t rows) {
        const std::size_t before = w_.taken.size();
        const piece p{0, s_.lanes / s_.width, s_.width};
        base::declare_sums(s_.sum, rows, p);
        if (c_.k.depth > 0) {
            const place& keys = c_.places[3];
            base::accumulate(s_.sum, rows, p, keys, keys.element(c_.v, s_.first + " + " + s_.j, ""), keys.row, keys.col,
                             s_.query + "[0]", s_.lanes, number(c_.k.depth));
        }
        base::for_registers(p, "", [&](const std::string& r, const std::string& lane) {
            const std::string at = lane.empty() ? "0" : lane, largest = w_.local("largest");
            const std::string name = base::registers_of(s_.width).name();
            w_.out.line(name + ' ' + largest + " = " + base::load(s_.width, s_.maximum + '[' + at + ']') + ';');
            base::for_rows(rows, [&](const std::string& m) {
                const std::string sum = s_.sum + '[' + m + "][" + r + ']';
                finish_score(m, lane, sum);
                base::store(s_.width, s_.weight + '[' + sum_of(scaled_index(s_.j + " + " + m, s_.lanes), lane) + ']',
                            sum);
                if (s_.width == 1)
                    w_.out.line("if (" + largest + " < " + sum + ") " + largest + " = " + sum + ';');
                else
                    w_.out.line(largest + " = choose_" + number(s_.width) + "((" +
                                base::registers_of(s_.width).text("MASK") + ")(" + largest + " < " + sum + "), " + sum +
                                ", " + largest + ");");
            });
            base::store(s_.width, s_.maximum + '[' + at + ']', largest);
        });
        w_.taken.forget_after(before);
    }

    /// The formula of the scores, in units of ln 2, and the mask.
    void finish_score(const std::string& m, const std::string& lane, const std::string& sum) {
        const bool masked = is_masked_kernel(w_.plan, c_.k), folded = c_.k.scales_queries;
        if (folded && !masked) return;
        const std::size_t before = w_.taken.size();
        const std::size_t scores = unmasked_scores_of_kernel(w_.plan, c_.k);
        const std::string key = w_.local("at");
        const std::string words =
            (folded ? "" : w_.terms(c_).at(scores, c_.v, c_.v.row, key, sum).text + ' ') +
            (masked ? w_.terms(c_).condition_at(mask_of_kernel(w_.plan, c_.k), c_.v, c_.v.row, key).text : "");
        if (has_word(words, key)) w_.out.line("const int " + key + " = " + s_.first + " + " + s_.j + " + " + m + ';');
        const bool in_registers =
            (folded || vector_terms<Writer>::can_run(w_, c_, scores, lanes_are::rows)) &&
            (!masked || vector_terms<Writer>::can_run(w_, c_, mask_of_kernel(w_.plan, c_.k), lanes_are::rows));
        if (s_.width > 1 && in_registers) {
            const vector_terms<Writer> terms(w_, c_, base::registers_of(s_.width), lanes_are::rows,
                                             sum_of(c_.v.row, lane), key, sum);
            if (!folded)
                w_.out.line(sum + " = " + expression{terms.at(scores), expression::choice}.inside(expression::product) +
                            " * " + w_.terms(c_).one_over_ln2() + ';');
            if (masked)
                w_.out.line(when_masked() + sum + " = choose_" + number(s_.width) + '(' +
                            terms.condition_at(mask_of_kernel(w_.plan, c_.k)) + ", " + sum + ", all_" +
                            number(s_.width) + "(-INFINITY));");
        } else {
            lane_by_lane(lane, sum, key);
        }
        w_.taken.forget_after(before);
    }
    std::string when_masked() const { return s_.kind.empty() ? "" : "if (" + s_.kind + " == 'x') "; }

    /// A lane without a query repeats the last one: its elements exist.
    void lane_by_lane(const std::string& lane, const std::string& sum, const std::string& key) {
        const bool masked = is_masked_kernel(w_.plan, c_.k), folded = c_.k.scales_queries;
        const std::string l = w_.local("l"), row = w_.local("row_of_lane"), i = sum_of(lane, l);
        const std::string core = s_.width == 1 ? sum : sum + '[' + l + ']';
        w_.out.open(count_loop(l, s_.width));
        if (!c_.v.row.empty())
            w_.out.line("const int " + row + " = " + c_.v.row + " + (" + i + " < " + s_.queries + " ? " + i + " : " +
                        s_.queries + " - 1);");
        const std::string row_text = c_.v.row.empty() ? "" : row;
        if (!folded) {
            const expression e = w_.terms(c_).at(unmasked_scores_of_kernel(w_.plan, c_.k), c_.v, row_text, key, core);
            w_.out.line(core + " = " + infix(e, "*", {w_.terms(c_).one_over_ln2()}, expression::product).text + ';');
        }
        if (masked) {
            const expression e = w_.terms(c_).condition_at(mask_of_kernel(w_.plan, c_.k), c_.v, row_text, key);
            w_.out.line("if (" + (s_.kind.empty() ? "" : s_.kind + " == 'x' && ") + "!(" + e.text + ")) " + core +
                        " = -INFINITY;");
        }
        w_.out.close();
    }

    const step_context& c_;
    const stream_lanes& s_;
};

}  // namespace heed::detail::emitted
