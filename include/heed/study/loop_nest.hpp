// SPDX-License-Identifier: BSL-1.0
// The loop nest of a formula as it runs: one line per loop, indented, with loops named after axes.
#pragma once

#include <heed/study/text/likeness.hpp>
#include <heed/study/text/step_text.hpp>

#include <cstddef>

namespace heed {

namespace detail {

/// Steps from `first` on that repeat a sequence of kernels, such as heads, which differ only in their operands.
struct repetition {
    std::size_t steps = 1;
    std::size_t times = 1;
};
constexpr repetition repetition_at(const plan_view& p, std::size_t first, std::size_t end) {
    for (std::size_t period = 1; first + 2 * period <= end; ++period) {
        std::size_t matched = first + period;
        while (matched < end && p.steps[matched].kernel == p.steps[matched - period].kernel) ++matched;
        const std::size_t times = (matched - first) / period;
        if (times > 1) return {period, times};
    }
    return {};
}

template <class Text>
class loop_nest_writer {
public:
    constexpr loop_nest_writer(Text& out, const study_view& v) : out_(out), v_(v), likeness_(v.form) {}

    constexpr void run() {
        for (std::size_t b = 0; b < v_.steps.buffers.size(); ++b) stored(b);
        if (!v_.steps.buffers.empty()) out_.add('\n');
        for (const nest& n : v_.steps.nests) write(n);
    }

private:
    /// "t1 = A * B  [64 x 8], like it t3, t5": the values stored between loops; similar ones share a line.
    constexpr void stored(std::size_t id) {
        const buffer& b = v_.steps.buffers[id];
        for (std::size_t other = 0; other < id; ++other)
            if (alike(b, v_.steps.buffers[other])) return;
        out_.add('t').add(id + 1).add(" = ");
        add_formula(out_, v_.form, v_.leaves, b.node, 3);
        out_.add("  ");
        add_shape(out_, v_.form[b.node].dims);
        bool is_first = true;
        for (std::size_t other = id + 1; other < v_.steps.buffers.size(); ++other) {
            if (!alike(b, v_.steps.buffers[other])) continue;
            out_.add(is_first ? ", like it t" : ", t").add(other + 1);
            is_first = false;
        }
        out_.pad_to(remark_column);
        out_.add_grouped(b.elements).add(" numbers").add(is_first ? "" : " each");
        out_.add(b.tile ? ", a tile of rows: " : ": ").add(words_of(b.why));
        out_.add('\n');
    }
    constexpr bool alike(const buffer& a, const buffer& b) const {
        return a.tile == b.tile && a.why == b.why && a.elements == b.elements && likeness_.alike(a.node, b.node);
    }

    constexpr void write(const nest& n) {
        const loop_names names = names_of_batch(n.batch);
        std::size_t level = 0;
        for (std::size_t a = 0; a < n.batch.rank; ++a) {
            if (n.batch[a].size == 1) continue;
            out_.spaces(4 * level++).add("for ");
            add_name(out_, names.batch[a]);
            out_.add('[').add(n.batch[a].size).add("]\n");
        }
        const bool streams = has_stream(n);
        if (n.tile_rows < n.rows.size || streams) {
            out_.spaces(4 * level++).add("for ");
            add_name(out_, name_of(n.rows, streams ? "q" : "i"));
            out_.add('[').add(n.rows.size).add("] by ").add(n.tile_rows).pad_to(remark_column);
            add_rounds(out_, n.rows.size, n.tile_rows, "tile", "tiles");
            out_.add('\n');
        }
        write_kept_columns(n, level);
        const std::size_t end = n.first_step + n.step_count;
        for (std::size_t s = n.first_step; s < end;) {
            const repetition r = repetition_at(v_.steps, s, end);
            const std::size_t inside = r.times > 1 ? level + 1 : level;
            if (r.times > 1)
                out_.spaces(4 * level)
                    .add(r.times)
                    .add(" times, each with operands ")
                    .add(have_lengths(s, s + r.steps * r.times) ? "and lengths " : "")
                    .add("of its own; the first:\n");
            for (std::size_t i = 0; i < r.steps; ++i)
                step_text<Text>(out_, v_, n, v_.steps.steps[s + i], inside, streams).run();
            s += r.steps * r.times;
        }
    }
    /// One line for all masks of a nest.
    constexpr void write_kept_columns(const nest& n, std::size_t level) {
        kept_column_counts all;
        bool has_part = false;
        for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s) {
            const kept_part part = kept_part_of(v_.steps, s);
            has_part = has_part || part.axis != kept_axis::none;
            if (part.axis == kept_axis::none || part.masked != s || !knows_columns(n, s)) continue;
            const kept_column_counts counts = count_kept_columns(v_.steps, n, v_.steps.steps[s]);
            all.blocks += counts.blocks, all.skipped_blocks += counts.skipped_blocks;
        }
        if (!has_part) return;
        out_.spaces(4 * level).add("columns from the first to the last that the mask leaves");
        if (all.blocks > 0) {
            out_.pad_to(remark_column).add_grouped(all.skipped_blocks).add(" of ").add_grouped(all.blocks);
            out_.add(" blocks of ").add(key_block).add(all.skipped_blocks == 1 ? " is skipped" : " are skipped");
        }
        out_.add('\n');
    }
    constexpr bool knows_columns(const nest& n, std::size_t s) const {
        const std::size_t columns = v_.steps.kernels[v_.steps.steps[s].kernel].cols;
        return is_known_size<typename Text::numbers>(n.batch.size() * n.rows.size * columns);
    }
    /// Whether some of these steps use other lengths than the first step with the same kernel.
    constexpr bool have_lengths(std::size_t first, std::size_t end) const {
        bool found = false;
        for (std::size_t s = first; s < end; ++s) found = found || v_.steps.steps[s].lengths.count > 0;
        return found;
    }
    constexpr bool has_stream(const nest& n) const {
        for (std::size_t i = 0; i < n.step_count; ++i)
            if (v_.steps.kernels[v_.steps.steps[n.first_step + i].kernel].loop == skeleton::stream) return true;
        return false;
    }

    Text& out_;
    const study_view& v_;
    likeness likeness_;
};

template <class E>
inline constexpr std::size_t loop_nest_capacity = 2048 + 1280 * study_subject<E>::passes::value.steps.size() +
                                                  160 * study_subject<E>::passes::value.buffers.size();

}  // namespace detail

namespace study {

/// The loops that run, from the plan that is executed: tiles, registers, blocks of keys, what is stored where, tiles
/// that masks skip. Steps that share a kernel (the heads of an attention) are written once.
/// example std::cout << study::loop_nest(softmax(S) * A);
template <detail::evaluable E>
constexpr auto loop_nest() {
    detail::study_text<E, detail::loop_nest_capacity<E>> out;
    const auto view = detail::study_view_of<E>();
    detail::loop_nest_writer(out, view).run();
    return out;
}
template <detail::evaluable E>
constexpr auto loop_nest(const E&) {
    return loop_nest<E>();
}

}  // namespace study
}  // namespace heed
