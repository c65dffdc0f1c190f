// SPDX-License-Identifier: BSL-1.0
// Emits the nests of a plan: in registers over tiles of rows, as the plan says, or over single numbers row by row. Rows
// are independent, so that every sum has the same order and the same bits in both.
#pragma once

#include <heed/study/written/emit_rows.hpp>
#include <heed/study/written/written_added_rows.hpp>
#include <heed/study/written/written_few_queries.hpp>
#include <heed/study/written/written_kept_columns.hpp>
#include <heed/study/written/written_product.hpp>
#include <heed/study/written/written_row_product.hpp>
#include <heed/study/written/written_stream.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

template <class T>
class loop_emitter {
    using context = step_context;
    using kept_columns = written_kept_columns<T>;

public:
    loop_emitter(const lowered_form& passes, const leaf_list& leaves, const number_type& type, names& taken,
                 c_writer& out, bool in_registers)
        : w_(passes, leaves, type, taken, out), in_registers_(in_registers) {}

    /// Emits the body of the function.
    void run() {
        reason why = reason::none;
        for (std::size_t b = w_.plan.buffers.size(); b-- > 0;)
            if (!w_.plan.buffers[b].tile) w_.declare_buffer(b, w_.plan.buffers[b].elements, why);
        for (const nest& n : w_.plan.nests) emit_nest(n);
    }

    const std::vector<accumulation>& accumulations() const { return w_.accumulations; }

private:
    void emit_nest(const nest& n) {
        const std::size_t outside = w_.taken.size();
        const bool whole_matrices = w_.plan.kernels[w_.plan.steps[n.first_step].kernel].loop == skeleton::inverse;
        w_.out.blank();
        if (n.step_count > 1)
            w_.out.comment(in_registers_ || sums_tiles(w_.plan, n)
                               ? "a tile of rows at a time: what one loop passes on to the next stays in the cache"
                               : "a row at a time: what one loop passes on to the next is small");
        variables v;
        for (std::size_t a = 0; a < n.batch.rank; ++a) {
            v.batch.push_back(w_.variable(n.batch[a], a + 1 == n.batch.rank   ? "head"
                                                      : a + 2 == n.batch.rank ? "batch"
                                                                              : "outer"));
            w_.open_loop(v.batch.back(), n.batch[a].size);
        }
        if (!whole_matrices) v.row = w_.variable(n.rows, "row");
        w_.has_tiles = in_registers_ || sums_tiles(w_.plan, n);
        if (w_.has_tiles)
            emit_tiles(n, v);
        else
            emit_rows_of_nest(n, v, whole_matrices);
        for (std::size_t a = n.batch.rank; a-- > 0;) w_.close_loop(v.batch[a]);
        w_.taken.forget_after(outside);
    }

    void emit_rows_of_nest(const nest& n, const variables& v, bool whole_matrices) {
        if (!whole_matrices) w_.open_loop(v.row, n.rows.size);
        declare_tiles(n);
        const kept_columns kept = kept_columns_of(n, v, {1, 1, v.row, v.row});
        const bool has_loop = !v.row.empty() || n.batch.size() > 1;
        for (std::size_t i = 0; i < n.step_count; ++i) {
            if (i > 0) w_.out.blank();
            const std::size_t before = w_.taken.size();
            emit_step(n, context_of(w_.plan.steps[n.first_step + i], v, kept), n.step_count > 1 || !has_loop);
            w_.taken.forget_after(before);
        }
        if (!whole_matrices) w_.close_loop(v.row);
    }

    /// Emits tiles of rows as the plan divides them. A single step has no tiles here, unless it is a product: its own
    /// loop has them.
    void emit_tiles(const nest& n, const variables& v) {
        const std::string rows = std::to_string(n.rows.size);
        row_range range{n.rows.size, n.rows.size, "0", rows};
        const skeleton only = w_.plan.kernels[w_.plan.steps[n.first_step].kernel].loop;
        const bool has_tiles = n.tile_rows < n.rows.size && (n.step_count > 1 || only == skeleton::product);
        if (has_tiles) {
            range = {n.rows.size, n.tile_rows, w_.local("tile"), w_.local("tile_end")};
            const std::string end = range.first + " + " + std::to_string(n.tile_rows);
            // Sums of no rows are 0: one tile without rows writes that.
            const bool may_be_empty = sums_tiles(w_.plan, n) && !is_static_size(n.rows.size, w_.lengths);
            w_.out.open("for (int " + range.first + " = 0; " + range.first + " < " + rows +
                        (may_be_empty ? " || " + range.first + " == 0; " : "; ") + range.first +
                        " += " + std::to_string(n.tile_rows) + ')');
            w_.out.spelled("const int " + range.last + " = " + end + " < " + rows + " ? " + end + " : " + rows + ';');
        }
        w_.first_row = has_tiles ? range.first : "";
        declare_tiles(n);
        const kept_columns kept = kept_columns_of(n, v, range);
        for (std::size_t i = 0; i < n.step_count; ++i) {
            if (i > 0) w_.out.blank();
            const std::size_t before = w_.taken.size();
            emit_step_of_tile(n, w_.plan.steps[n.first_step + i], v, range, kept);
            w_.taken.forget_after(before);
        }
        w_.first_row = "";
        if (has_tiles) w_.out.close();
    }

    /// The rows of a tile are the terms of a product that sums tiles; its own rows are those of its result.
    void emit_tile_sums(const nest& n, const step& s, variables v, const row_range& tile, const kept_columns& kept) {
        const kernel& k = w_.plan.kernels[s.kernel];
        const shape& dims = w_.graph[w_.core_of(s.target)].dims;
        v.row = w_.local(free_name_of(extent(k.product.rows, dims.from_right(1).name), "row", w_.taken).c_str());
        const std::string end = std::to_string(k.product.rows);
        context c = context_of(s, v, kept);
        if (!tile.is_whole()) c.first_term = tile.first, c.end_of_terms = tile.last;
        if (c.kept.axis != kept_axis::rows) return emit_rows_of_step(n, c, {k.product.rows, k.product.rows, "0", end});
        const std::string &first = c.kept.first, &count = c.kept.count;
        const row_range rows{k.product.rows, key_block, first.empty() ? "0" : first, sum_of(first, count), true};
        write_other_rows<T>(w_, c, rows);
        emit_rows_of_step(n, c, rows);
    }
    void emit_step_of_tile(const nest& n, const step& s, const variables& v, const row_range& rows,
                           const kept_columns& kept) {
        if (w_.plan.kernels[s.kernel].product.sums_tiles) return emit_tile_sums(n, s, v, rows, kept);
        emit_rows_of_step(n, context_of(s, v, kept), rows);
    }
    void emit_rows_of_step(const nest& n, const context& c, const row_range& rows) {
        const step& s = c.s;
        const variables& v = c.v;
        if (c.k.product.adds_rows) return added_rows<T>(w_, c).write();
        if (in_registers_ && c.k.loop == skeleton::product && multiplies_in_registers(c, rows)) {
            describe_loop(w_.out, c.k);
            w_.out.open("");
            w_.out.mark({s.kernel, loop_part::sums});
            recording::routine r;
            if (c.k.product.depth_lanes > 0)
                written_row_product<T>(r, w_, c, rows).run();
            else
                written_product<T>(r, w_, c, rows).run();
            write(r);
        } else if (in_registers_ && c.k.loop == skeleton::stream && streams_in_registers(c)) {
            describe_loop(w_.out, c.k);
            w_.out.open("");
            w_.out.mark({s.kernel, loop_part::blocks});
            emit_stream(n, c, rows, true);
        } else {
            const bool has_loop = c.k.loop != skeleton::inverse && !v.row.empty();
            if (in_registers_ && c.k.loop == skeleton::inverse) w_.out.comment("no loop of it runs in registers");
            w_.out.open(has_loop ? "for (int " + v.row + " = " + rows.first + "; " + v.row + " < " + rows.last +
                                       "; ++" + v.row + ')'
                                 : "");
            emit_step(n, c, false);
        }
        w_.out.mark(loop_id());
        w_.out.close();
    }

    bool multiplies_in_registers(const context& c, const row_range& rows) const {
        return c.k.product.depth_lanes > 0 ? written_row_product<T>::can_run(w_, c, rows)
                                           : written_product<T>::can_run(c);
    }
    bool streams_in_registers(const context& c) const {
        return c.k.stream.depth_lanes > 0 ? written_few_queries<T>::can_run_in_registers(w_, c)
                                          : written_stream<T>::can_run_in_registers(c);
    }
    void emit_stream(const nest& n, const context& c, const row_range& rows, bool in_registers) {
        recording::routine r;
        const std::size_t before = w_.taken.size();
        if (c.k.stream.depth_lanes > 0)
            written_few_queries<T>(r, w_, c, rows, in_registers).run();
        else
            written_stream<T>(r, w_, c, n, rows, in_registers).run();
        write(r);
        w_.taken.forget_after(before);
    }
    void write(const recording::routine& r) {
        routine_text(r, spelling{w_.type, w_.out.language()}, w_.taken).write(w_.out);
    }

    void declare_tiles(const nest& n) {
        std::vector<bool> done(w_.plan.buffers.size());
        reason why = reason::none;
        for (std::size_t i = 0; i < n.step_count; ++i) {
            const slot& s = w_.plan.slot_at(w_.plan.steps[n.first_step + i], result_slot);
            if (s.place != slot::buffer || !w_.plan.buffers[s.id].tile || done[s.id]) continue;
            done[s.id] = true;
            const std::size_t elements = w_.plan.buffers[s.id].elements / (w_.has_tiles ? 1 : n.tile_rows);
            w_.declare_buffer(s.id, elements == 0 ? 1 : elements, why);
        }
    }

    /// Whether a step declares variables: it then needs a block, unless it is alone in a loop.
    static bool declares(const kernel& k) {
        return k.loop != skeleton::map && (k.loop != skeleton::product || k.cols == 1);
    }

    /// The first part of a loop over single numbers.
    static loop_part first_part(skeleton loop) {
        return loop == skeleton::map       ? loop_part::elements
               : loop == skeleton::product ? loop_part::sums
                                           : loop_part::read;
    }

    kept_columns kept_columns_of(const nest& n, const variables& v, const row_range& rows) {
        kept_columns kept(w_, n, v);
        kept.declare(rows);
        return kept;
    }

    context context_of(const step& s, const variables& v, const kept_columns& kept) const {
        context c{w_.plan.kernels[s.kernel], s, v, {}, s.target, {}, w_.lengths};
        c.kept = kept.of(s);
        for (std::size_t i = 0; i < s.slot_count; ++i)
            c.places.push_back(w_.place_of(w_.plan.slot_at(s, i), c.k.product.sums_tiles && i == product_slot::left));
        c.kept.move(c.places, c.k.loop == skeleton::product);
        const shape& dims = w_.graph[w_.core_of(s.target)].dims;
        c.cols = dims.rank == 0 ? extent(1) : dims.from_right(0);
        c.cols.size = c.k.cols;
        return c;
    }

    void emit_step(const nest& n, const context& c, bool has_neighbours) {
        describe_loop(w_.out, c.k);
        const bool braces = has_neighbours && declares(c.k);
        if (braces) w_.out.open("");
        w_.out.mark({c.s.kernel, first_part(c.k.loop)});
        if (c.k.loop == skeleton::stream)
            emit_stream(n, c, {1, 1, "0", "1"}, false);
        else
            row_loops<T>(w_, c, in_registers_).run();
        w_.out.mark(loop_id());
        if (braces) w_.out.close();
    }

    step_emitter w_;
    bool in_registers_;
};

}  // namespace heed::detail::emitted
