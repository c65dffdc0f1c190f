// SPDX-License-Identifier: BSL-1.0
// The cost of a formula as a table, by node of its canonical form and in total.
#pragma once

#include <heed/study/cost.hpp>
#include <heed/study/tree.hpp>

#include <cstddef>

namespace heed {

namespace detail {

/// Right-aligns n at `column`, at least one space after the text of the line.
template <class Text>
constexpr void add_right(Text& out, std::size_t n, std::size_t column) {
    text<40, typename Text::numbers> digits;
    digits.add_grouped(n);
    out.pad_to(column > digits.size() ? column - digits.size() : 0).add(digits);
}

/// Rounds a ratio to one decimal.
template <class Text>
constexpr void add_decimal(Text& out, double x) {
    const auto tenths = static_cast<std::size_t>(10 * x + 0.5);
    out.add_grouped(tenths / 10).add('.').add(tenths % 10);
}

/// Where the values of a node are stored while the formula runs.
template <class Text>
constexpr void add_place(Text& out, const study_view& v, node_id id) {
    const node_role& r = v.node_roles[id];
    switch (r.what) {
        case role::read: out.add("read in place"); return;
        case role::inlined: out.add("where it is used"); return;
        case role::fused: out.add("registers"); return;
        case role::streamed:
            out.add(v.form[id].kind == node_kind::concat        ? "nowhere: its parts are used one by one"
                    : v.form[id].kind == node_kind::elementwise ? "nowhere: it says where rows are added"
                                                                : "a tile at a time");
            return;
        case role::stored: break;
    }
    for (const buffer& b : v.steps.buffers)
        if (b.node == id) {
            out.add(b.tile ? "a tile of rows: " : "memory: ").add(words_of(b.why));
            return;
        }
    out.add(r.why == reason::part ? "its part of the result" : "the result");
}

template <class Text>
class cost_table_writer {
public:
    constexpr cost_table_writer(Text& out, const study_view& v) : out_(out), v_(v) {}

    constexpr void run() {
        const study::costs in_all = costs_of(v_);
        if (in_all.index_operations + in_all.naive.index_operations > 0) columns_ = 4;
        heading();
        for_each_row([this](node_id id, std::size_t count, const cost& c) { write(id, count, c); });
        out_.add('\n');
        total("in all", in_all);
        total("naive: every node stored", in_all.naive);
        if (in_all.skipped_tiles > 0) {
            out_.add("without the tiles that masks skip");
            numbers(in_all.computed_flops, in_all.computed_exp, in_all.computed_transcendentals,
                    in_all.computed_index_operations);
            out_.pad_to(operation + columns_ * number + 2)
                .add_grouped(in_all.skipped_tiles)
                .add(" of ")
                .add_grouped(in_all.score_tiles);
            out_.add(" tiles of scores are skipped\n");
        }
        out_.add('\n');
        memory_heading();
        memory("as it runs", in_all);
        memory("naive", in_all.naive);
    }

    /// row(node, number of similar nodes, their total cost), operands first.
    template <class Count = std::size_t, class Row>
    constexpr void for_each_row(const Row& row) const {
        for (node_id id = 0; id < v_.form.nodes.size(); ++id) {
            if (!is_shown(id) || first_alike(id) != id) continue;
            std::size_t count = 0;
            basic_cost<Count> c;
            for (node_id other = id; other < v_.form.nodes.size(); ++other)
                if (is_shown(other) && alike(id, other)) {
                    c = c + cost_in_plan<Count>(v_.form, v_.node_roles, other);
                    ++count;
                }
            row(id, count, c);
        }
    }

private:
    static constexpr std::size_t operation = 56, number = 15;

    constexpr bool is_shown(node_id id) const { return v_.form[id].operand_count > 0 && !is_view(id); }
    constexpr bool is_view(node_id id) const {
        return v_.form[id].kind == node_kind::view || v_.node_roles[id].what == role::read;
    }

    /// Nodes with the same operation, shape and place share a line.
    constexpr node_id first_alike(node_id id) const {
        for (node_id other = 0; other < id; ++other)
            if (is_shown(other) && alike(other, id)) return other;
        return id;
    }
    constexpr bool alike(node_id a, node_id b) const {
        node x = v_.form[a], y = v_.form[b];
        x.first_operand = y.first_operand = 0;
        const node_role &r = v_.node_roles[a], &s = v_.node_roles[b];
        return x == y && r.what == s.what && r.why == s.why && inner_size(a) == inner_size(b) &&
               tile_of(a) == tile_of(b);
    }
    constexpr std::size_t inner_size(node_id id) const { return v_.form[v_.form.operand(id, 0)].dims.size(); }
    /// 0 without a buffer, 1 for a whole one, 2 for a tile.
    constexpr int tile_of(node_id id) const {
        for (const buffer& b : v_.steps.buffers)
            if (b.node == id) return b.tile ? 2 : 1;
        return 0;
    }

    constexpr void heading() {
        out_.add("operation").pad_to(operation + number - 5).add("flops").pad_to(operation + 2 * number - 3).add("exp");
        out_.pad_to(operation + 3 * number - 5).add("other");
        if (columns_ > 3) out_.pad_to(operation + 4 * number - 10).add("of indices");
        out_.pad_to(operation + columns_ * number + 2).add("where\n");
    }
    constexpr void write(node_id id, std::size_t count, const cost& c) {
        if (count > 1) out_.add(count).add(" x ");
        add_label(out_, v_.form, v_.leaves, id);
        numbers(c.flops(), c.exps, c.transcendentals, c.index_operations);
        out_.pad_to(operation + columns_ * number + 2);
        add_place(out_, v_, id);
        out_.add('\n');
    }
    constexpr void numbers(std::size_t flops, std::size_t exps, std::size_t others, std::size_t of_indices) {
        add_right(out_, flops, operation + number);
        add_right(out_, exps, operation + 2 * number);
        add_right(out_, others, operation + 3 * number);
        if (columns_ > 3) add_right(out_, of_indices, operation + 4 * number);
    }
    constexpr void total(const char* name, const study::figures& f) {
        out_.add(name);
        numbers(f.flops, f.exp, f.transcendentals, f.index_operations);
        out_.pad_to(operation + columns_ * number + 2);
        add_decimal(out_, f.arithmetic_intensity);
        out_.add(" flops a byte\n");
    }
    constexpr void memory_heading() {
        out_.add("bytes").pad_to(28).add("read").pad_to(40).add("written").pad_to(52).add("temporaries");
        out_.pad_to(67).add("workspace\n");
    }
    constexpr void memory(const char* name, const study::figures& f) {
        out_.add(name);
        add_right(out_, f.bytes_in, 32);
        add_right(out_, f.bytes_out, 47);
        add_right(out_, f.temporary_bytes, 63);
        add_right(out_, f.workspace_bytes, 76);
        out_.add("   ").add(f.temporaries).add(f.temporaries == 1 ? " temporary\n" : " temporaries\n");
    }

    Text& out_;
    const study_view& v_;
    std::size_t columns_ = 3;  ///< of numbers; operations on indices have their own column if there are any
};

/// Counts in terms of lengths, one line for each count that is not 0.
template <class Text>
class cost_in_lengths_writer {
    using count = length_sum<typename Text::numbers>;

public:
    constexpr cost_in_lengths_writer(Text& out, const study_view& v) : out_(out), v_(v) {}

    constexpr void run() {
        cost_table_writer<Text>(out_, v_).template for_each_row<count>(
            [this](node_id id, std::size_t times, const basic_cost<count>& c) { write(id, times, c); });
        const auto in_all = costs_in_lengths_of<count>(v_);
        out_.add("\nin all\n");
        total(in_all);
        out_.add("naive: every node stored\n");
        total(in_all.naive);
    }

private:
    static constexpr std::size_t place = 72;

    constexpr void write(node_id id, std::size_t times, const basic_cost<count>& c) {
        if (times > 1) out_.add_digits(times).add(" x ");
        add_label(out_, v_.form, v_.leaves, id);
        out_.pad_to(place);
        add_place(out_, v_, id);
        out_.add('\n');
        operations(c.flops(), c.exps, c.transcendentals, c.index_operations);
    }
    constexpr void operations(const count& flops, const count& exps, const count& others, const count& of_indices) {
        line("flops", flops);
        line("exp", exps);
        line("other functions", others);
        line("operations of indices", of_indices);
    }
    constexpr void total(const study::figures_in_lengths<count>& f) {
        operations(f.flops, f.exp, f.transcendentals, f.index_operations);
        line("rescales, at most", f.rescales);
        line("bytes read", f.bytes_in);
        line("bytes written", f.bytes_out);
        line(f.temporaries == 1 ? "bytes of 1 temporary" : "bytes of temporaries", f.temporary_bytes);
    }
    constexpr void line(const char* name, const count& n) {
        if (n.is_zero()) return;
        out_.spaces(4).add(name).pad_to(28);
        n.write(out_);
        out_.add('\n');
    }

    Text& out_;
    const study_view& v_;
};

template <class Text>
constexpr void add_costs(Text& out, const study_view& v) {
    if constexpr (requires { Text::numbers::lengths; })
        cost_in_lengths_writer(out, v).run();
    else
        cost_table_writer(out, v).run();
}

template <class E>
inline constexpr std::size_t cost_table_capacity = (study_subject<E>::has_lengths ? 3 : 1) *
                                                   (1152 + 240 * study_subject<E>::passes::form.nodes.size());

}  // namespace detail

namespace study {

/// study::cost as a table: one line for each operation of the canonical form and where its values are, then totals.
/// With dynamic extents, cost_table<E>() has counts in terms of the extents, cost_table(f) those for the tensors of f.
/// errors  shape_error if the sizes in the formula do not fit
/// example std::cout << study::cost_table(softmax(S) * A);
template <detail::evaluable E>
constexpr auto cost_table() {
    detail::study_text<E, detail::cost_table_capacity<E>> out;
    const auto view = detail::study_view_of<E>();
    detail::add_costs(out, view);
    return out;
}
template <detail::evaluable E>
constexpr auto cost_table(const E& e) {
    if constexpr (detail::study_subject<E>::has_lengths) {
        text<detail::cost_table_capacity<E>> out;
        detail::with_plan_at<E>(detail::lengths_of(e).values,
                                [&out](const auto& view) { detail::add_costs(out, view); });
        return out;
    } else {
        return cost_table<E>();
    }
}

}  // namespace study
}  // namespace heed
