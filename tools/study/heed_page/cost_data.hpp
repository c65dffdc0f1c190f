// SPDX-License-Identifier: BSL-1.0
// The cost of a formula as JSON: in total and for each operation. With dynamic extents it is given for the tensors at
// hand, and as expressions in the lengths.
#pragma once

#include <heed/study/cost_table.hpp>
#include <heed_page/json.hpp>
#include <heed_page/page_lengths.hpp>
#include <heed_page/tree_data.hpp>

#include <cstddef>
#include <string>

namespace heed::detail {

/// ["64 tokens", 7]: the words of a count, and its index in the counts of the page.
inline void write_count(json_writer& out, const std::string& in_words, const page_count& n) {
    out.begin_list();
    out.string(in_words);
    out.count(n.position);
    out.end_list();
}

template <class F>
class page_costs {
    using subject = study_subject<F>;
    using numbers = typename subject::numbers;
    using text_of_lines = marked_text<numbers>;
    using count = typename page_lengths_of<F>::sum;
    static constexpr bool has_lengths = subject::has_lengths;

public:
    page_costs(json_writer& out, const study_view& v, page_lengths_of<F>& lengths)
        : out_(out), v_(v), lengths_(lengths) {}

    template <class Tree, class Loops>
    void write(const Tree& tree, const Loops& loops) {
        const study::costs c = costs_here();
        out_.key("cost").begin_object();
        write_figures(c);
        out_.member("score_tiles", c.score_tiles);
        out_.member("skipped_tiles", c.skipped_tiles);
        out_.member("computed_flops", c.computed_flops);
        out_.member("computed_multiply_adds", c.computed_multiply_adds);
        out_.member("computed_exp", c.computed_exp);
        out_.member("computed_transcendentals", c.computed_transcendentals);
        out_.member("computed_index_operations", c.computed_index_operations);
        out_.key("naive").begin_object();
        write_figures(c.naive);
        out_.end_object();
        write_figures_in_lengths();
        out_.end_object();
        out_.key("cost_rows").begin_list();
        text_of_lines unused;
        cost_table_writer(unused, v_)
            .template for_each_row<count>([&](node_id id, std::size_t times, const basic_cost<count>& of_row) {
                out_.begin_object();
                out_.member("operation", (times > 1 ? std::to_string(times) + " x " : "") +
                                             words([&](auto& o) { add_operation(o, v_.form, v_.leaves, id); }));
                out_.member("shape", words([&](auto& o) { add_shape(o, v_.form[id].dims); }));
                write_row_figure("flops", of_row.flops());
                write_row_figure("exp", of_row.exps);
                write_row_figure("other", of_row.transcendentals);
                write_row_figure("indices", of_row.index_operations);
                out_.member("where", words([&](auto& o) { add_place(o, v_, id); }));
                out_.key("node");
                const std::size_t shown = tree.shown_for(id);
                shown == no_node ? out_.null() : out_.count(shown);
                out_.key("loops");
                write_loops(out_, loops[id]);
                out_.end_object();
            });
        out_.end_list();
    }

private:
    template <class Write>
    std::string words(const Write& write) const {
        return words_from<numbers>(write, lengths_.united());
    }
    void write_figures(const study::figures& f) {
        out_.member("flops", f.flops);
        out_.member("multiply_adds", f.multiply_adds);
        out_.member("exp", f.exp);
        out_.member("transcendentals", f.transcendentals);
        out_.member("index_operations", f.index_operations);
        out_.member("rescales", f.rescales);
        out_.member("bytes_in", f.bytes_in);
        out_.member("bytes_out", f.bytes_out);
        out_.member("temporaries", f.temporaries);
        out_.member("temporary_bytes", f.temporary_bytes);
        out_.member("workspace_bytes", f.workspace_bytes);
        out_.key("arithmetic_intensity").number(f.arithmetic_intensity, 4);
    }

    /// The costs for the sizes of the tensors at hand.
    study::costs costs_here() const {
        if constexpr (has_lengths)
            return costs_of(lengths_.sized_view());
        else
            return costs_of(v_);
    }
    void write_row_figure(const char* key, std::size_t n) { out_.member(key, n); }
    template <class Sum>
    requires(has_lengths) void write_row_figure(const char* key, const Sum& n) {
        out_.member(key, n.at(lengths_.values()));
        write_sum(std::string(key) + "_in_lengths", n);
    }
    template <class Sum>
    void write_sum(const std::string& key, const Sum& n) {
        out_.key(key);
        write_count(out_, words([&](auto& o) { n.united(lengths_.united()).write(o); }), lengths_.at(n));
    }
    void write_figures_in_lengths() {
        if constexpr (has_lengths) {
            const auto c = costs_in_lengths_of<typename page_lengths<F>::sum>(v_);
            out_.key("in_lengths").begin_object();
            write_sums(c);
            out_.key("workspace_bytes");
            write_count(out_, "", lengths_.workspace_bytes());
            out_.key("naive").begin_object();
            write_sums(c.naive);
            write_sum("workspace_bytes", c.naive.temporary_bytes);
            out_.end_object();
            out_.end_object();
        }
    }
    template <class Sums>
    void write_sums(const Sums& c) {
        write_sum("flops", c.flops);
        write_sum("multiply_adds", c.multiply_adds);
        write_sum("exp", c.exp);
        write_sum("transcendentals", c.transcendentals);
        write_sum("index_operations", c.index_operations);
        write_sum("rescales", c.rescales);
        write_sum("bytes_in", c.bytes_in);
        write_sum("bytes_out", c.bytes_out);
        write_sum("temporary_bytes", c.temporary_bytes);
        out_.key("arithmetic_intensity").begin_list();
        out_.string("");
        out_.count(lengths_.at(c.flops).position);
        out_.count(lengths_.at(bytes_moved(c.bytes_in, c.bytes_out, c.temporary_bytes)).position);
        out_.end_list();
    }

    json_writer& out_;
    const study_view& v_;
    page_lengths_of<F>& lengths_;
};

}  // namespace heed::detail
