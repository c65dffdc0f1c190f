// SPDX-License-Identifier: BSL-1.0
// From a graph to its plan: canonical form, roles, drafts, schedule, memory, and their assembly into one value.
#pragma once

#include <heed/lower/canonical.hpp>
#include <heed/lower/memory.hpp>
#include <heed/lower/merged_rows.hpp>
#include <heed/lower/part_sums.hpp>
#include <heed/lower/renamed_lengths.hpp>
#include <heed/lower/score_scale.hpp>
#include <heed/lower/scratch.hpp>
#include <heed/lower/stream_order.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>

namespace heed::detail {

template <std::size_t Capacity>
class assembly {
public:
    constexpr assembly(const graph<Capacity>& g, const drafts<Capacity>& d, const schedule<Capacity>& s,
                       const memory<Capacity>& m, std::size_t element_bytes, const length_list& lengths = no_lengths)
        : g_(g), drafts_(d), schedule_(s), memory_(m), element_bytes_(element_bytes), lengths_(lengths) {}

    constexpr plan<Capacity> run() {
        out_.buffers = memory_.buffers;
        out_.results = g_.results.size();
        for (std::size_t nest = 0; nest < schedule_.nests; ++nest) add_nest(nest);
        out_.scratch = memory_.elements;
        out_.workspace = memory_.elements + scratch_;
        return out_;
    }

private:
    constexpr void add_nest(std::size_t id) {
        nest n{.first_step = out_.steps.size(), .tile_rows = memory_.tile_rows[id], .sum_parts = memory_.sum_parts[id]};
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i) {
            if (schedule_.nest[i] != id) continue;
            const draft& d = drafts_.steps[i];
            if (!schedule_.sums_tiles[i]) {
                n.rows = d.rows();
                n.batch = leading_axes(d);
            } else if (n.step_count == 0) {
                n.rows = terms_of(d);
            }
            const std::size_t parts = memory_.column_parts[id];
            if (parts > 1) n.batch.push_back(extent(parts));
            add_step(i, n.tile_rows, parts, n.sum_parts);
            ++n.step_count;
        }
        if (n.sum_parts > 1) n.batch.push_back(extent(n.sum_parts));
        out_.nests.push_back(n);
        if (n.sum_parts > 1)
            for (std::size_t i = 0; i < drafts_.steps.size(); ++i)
                if (schedule_.nest[i] == id && schedule_.sums_tiles[i]) add_sum_of_parts(i, n.sum_parts);
    }

    constexpr void add_step(std::size_t draft_number, std::size_t tile_rows, std::size_t column_parts,
                            std::size_t sum_parts) {
        const draft& d = drafts_.steps[draft_number];
        const bool sums_tiles = schedule_.sums_tiles[draft_number];
        step s{.target = d.target, .kernel = add_kernel(d, tile_rows), .first_slot = out_.slots.size()};
        add_slot(d.target, d.written, true, d.domain.rank);
        add_operands(d, d.first_ref);
        kernel& k = out_.kernels[s.kernel];
        if (d.log_sums != no_node) {
            k.log_sums = out_.slots.size() - s.first_slot;
            add_slot(d.log_sums, d.log_sums_written, true, d.domain.rank);
        }
        s.slot_count = out_.slots.size() - s.first_slot;
        if (sums_tiles && sum_parts > 1) keep_sums(k, s, memory_.part_sums[draft_number], sum_parts, d);
        if (sums_tiles) sum_tiles(k.product, s, d);
        if (k.loop == skeleton::product) add_order(k.product, s, d, sums_tiles ? d.rows().size : tile_rows);
        if (column_parts > 1) take_part_of_columns(k, s, d.domain.rank - 2, column_parts);
        k.stream.scales_queries = scales_queries(out_, s);
        k.stream.is_steep = k.stream.scales_queries &&
                            !is_core_times_small_numbers(out_, s, unmasked_scores_of_kernel(out_, k), lengths_);
        k.stream.depth_lanes = depth_lanes(k, s, d.rows().size);
        if (k.loop == skeleton::stream)
            k.stream.is_far =
                are_far(k, matrices_read(out_.slot_at(s, stream_slot::values), d.domain), element_bytes_, lengths_);
        if (k.stream.depth_lanes > 0) k.stream.lanes = d.rows().size;
        const std::size_t needed = scratch_elements(k, element_bytes_);
        if (needed > scratch_) scratch_ = needed;
        share_kernel(s);
        out_.steps.push_back(s);
    }

    static constexpr shape leading_axes(const draft& d) {
        shape leading;
        for (std::size_t a = 0; a + 2 < d.domain.rank; ++a) leading.push_back(d.domain[a]);
        return leading;
    }
    /// Slots for the operands of a draft from this one on.
    constexpr void add_operands(const draft& d, std::size_t first) {
        for (std::size_t k = first; k < d.first_ref + d.ref_count; ++k) {
            const operand_ref& ref = drafts_.refs[k];
            add_slot(ref.node, ref.map, ref.by_row, d.domain.rank);
        }
    }

    /// The terms of a product as an extent, with the name that they have in the right operand.
    constexpr extent terms_of(const draft& d) const {
        const operand_ref& right = drafts_.refs[d.ref_of_slot(product_slot::right)];
        for (std::size_t a = 0; a < right.map.rank; ++a)
            if (right.map.from[a] == static_cast<signed char>(d.domain.rank - 2)) return g_[right.node].dims[a];
        return extent(d.loop.product.inner);
    }

    /// Of a product that sums tiles, terms move with the tiles, and nothing else does.
    constexpr void sum_tiles(product_loop& p, const step& s, const draft& d) {
        p.sums_tiles = true;
        p.rows = d.rows().size;
        for (std::size_t i = 0; i < s.slot_count; ++i) {
            slot& at = out_.slots[s.first_slot + i];
            const bool is_tile = at.place == slot::buffer && out_.buffers[at.id].tile;
            at.columns_move_with_tile = i == product_slot::left && !is_tile;
            at.moves_with_tile = i == product_slot::right && !is_tile;
        }
    }

    /// Of a product that sums tiles in parts, sums stay as they are, in memory of their own.
    constexpr void keep_sums(kernel& k, step& s, std::size_t id, std::size_t parts, const draft& d) {
        out_.slots[s.first_slot + result_slot] = slot_of_sums(id, out_.buffers[id], parts, d.domain);
        s.slot_count = product_slot::right + 1;
        out_.slots.resize(s.first_slot + s.slot_count);
        out_.terms.resize(out_.terms.size() - k.term_count);
        k.term_count = 0;
        k.epilogue = no_term;
    }
    constexpr void add_sum_of_parts(std::size_t draft_number, std::size_t parts) {
        const draft& d = drafts_.steps[draft_number];
        const std::size_t id = memory_.part_sums[draft_number], rows = d.rows().size;
        step s{.target = d.target, .kernel = out_.kernels.size(), .first_slot = out_.slots.size()};
        add_slot(d.target, d.written, true, d.domain.rank);
        const slot sums = slot_of_sums(id, out_.buffers[id], parts, d.domain);
        for (std::size_t p = 0; p < parts; ++p) out_.slots.push_back(slot_of_part(sums, p, d.domain));
        add_operands(d, d.ref_of_slot(product_slot::right) + 1);
        s.slot_count = out_.slots.size() - s.first_slot;

        kernel k{.loop = skeleton::map, .cols = d.loop.cols, .first_term = out_.terms.size()};
        sum_of_parts sum(out_.terms, parts);
        for (std::size_t t = 0; t < d.loop.term_count; ++t) sum.add_of_product(drafts_.terms[d.loop.first_term + t]);
        k.term_count = out_.terms.size() - k.first_term;
        k.prologue = d.loop.epilogue == no_term ? sum.sum() : sum.position_of(d.loop.epilogue);
        out_.kernels.push_back(k);
        share_kernel(s);

        out_.nests.push_back({.first_step = out_.steps.size(),
                              .step_count = 1,
                              .batch = leading_axes(d),
                              .rows = d.rows(),
                              .tile_rows = smaller_of(rows, shared_tile_rows(rows))});
        out_.steps.push_back(s);
    }

    /// Restricts a product to a part of its columns. The number of the part is the index of one more leading axis.
    constexpr void take_part_of_columns(kernel& k, const step& s, std::size_t axis, std::size_t parts) {
        k.cols /= parts;
        if (k.product.sweeps_rows) k.product.fetches = false;  // parts of rows are no neighbours in memory
        for (std::size_t i = 0; i < s.slot_count; ++i) {
            slot& at = out_.slots[s.first_slot + i];
            if (i != product_slot::left) at.batch_stride[axis] = k.cols * at.col_stride;
        }
    }

    /// How a product reads its operands.
    constexpr void add_order(product_loop& p, const step& s, const draft& d, std::size_t tile_rows) {
        if (p.adds_rows) return;
        slot& right = out_.slots[s.first_slot + product_slot::right];
        out_.slots[s.first_slot + product_slot::left].last_may_be_unit = false;  // read number by number, or copied
        right.panel_rows = rows_of_panels(drafts_.refs[d.ref_of_slot(product_slot::right)], d.domain.rank);
        if (right.panel_rows != 0) return;
        const std::size_t rows = d.rows().size;
        if (!p.sums_tiles && may_have_dense_columns(right) && sums_in_parts(rows, p.inner, element_bytes_)) {
            p.depth_lanes = partial_sums(element_bytes_);
            p.copied_rows = has_dense_rows(out_.slot_at(s, product_slot::left)) ? 0 : rows;
            p.fetches = right.col_stride == p.inner && may_fetch(p.inner, d.loop.cols);
            return;
        }
        p.copies_panels = copies_panels(has_dense_rows(right), right.row_stride * element_bytes_, tile_rows);
        p.sweeps_rows = may_have_dense_rows(right) && sweeps_rows(rows, p.inner, d.loop.cols, element_bytes_);
        if (p.sums_tiles) return;
        if (p.sweeps_rows)
            p.fetches = right.row_stride == d.loop.cols && may_fetch(d.loop.cols, p.inner);
        else
            p.fetches = !p.copies_panels && fetches_rows(p.inner, d.loop.cols, tile_rows);
    }
    /// Whether enough rows read a large matrix, whose size is static.
    constexpr bool fetches_rows(std::size_t inner, std::size_t columns, std::size_t tile_rows) const {
        return is_static_size(inner * columns, lengths_) && is_static_size(tile_rows, lengths_) &&
               tile_rows >= 4 * accumulator_rows && fetches_matrix(inner * columns * element_bytes_);
    }
    /// fetches_in_order, as far as extents are static; true if the rest is decided at run time.
    constexpr bool may_fetch(std::size_t line, std::size_t lines) const {
        return (!is_static_size(line, lengths_) || fetches_lines(line * element_bytes_)) &&
               (!is_static_size(line * lines, lengths_) || fetches_matrix(line * lines * element_bytes_));
    }

    /// The number of rows of the panels that a product reads in place of its right operand. This needs a packed matrix,
    /// or a static part of it that begins with a panel, and panels with as many columns as the loop has lanes. Else 0.
    constexpr std::size_t rows_of_panels(const operand_ref& right, std::size_t domain_rank) const {
        const node& n = g_[right.node];
        const std::size_t lanes = lanes_for(element_bytes_);
        const index_map& map = right.map;
        if (n.panel_columns != lanes || map.offset[1] % lanes != 0) return 0;
        if (!is_static_size(map.offset[0], lengths_) || !is_static_size(map.offset[1], lengths_)) return 0;
        if (map.offset[0] != 0 && !is_static_size(n.dims[1].size, lengths_)) return 0;
        const bool is_plain = map.links.empty() && map.from[0] == static_cast<signed char>(domain_rank - 2) &&
                              map.from[1] == static_cast<signed char>(domain_rank - 1);
        return is_plain ? n.dims[0].size : 0;
    }

    /// The number of partial sums of a score, if there are few queries and the rows of keys are contiguous, or may turn
    /// out to be at run time; else 0.
    constexpr std::size_t depth_lanes(const kernel& k, const step& s, std::size_t rows) const {
        if (k.loop != skeleton::stream || !sums_in_parts(rows, k.stream.depth, element_bytes_)) return 0;
        const slot& keys = out_.slot_at(s, stream_slot::keys);
        return may_have_dense_rows(keys) ? partial_sums(element_bytes_) : 0;
    }

    constexpr void add_slot(node_id id, const index_map& map, bool by_row, std::size_t domain_rank) {
        const node& n = g_[id];
        slot s;
        if (n.kind == node_kind::constant) {
            s.place = slot::exact;
            s.id = constant_id(n.value);
        } else if (n.kind == node_kind::leaf && n.dims.rank == 0) {
            s.place = slot::number;
            s.id = n.leaf;
        } else {
            const location at = place_of(id);
            s.place = at.place;
            s.id = at.id;
            s.strided = n.kind == node_kind::leaf && n.strided;
            s.offset = at.offset() + (at.place == slot::buffer ? out_.buffers[at.id].offset : 0);
            s.moves_with_tile = by_row && !at.tile;
            s.map = s.strided ? map : index_map();
            if (s.strided) {
                const loop_strides along_unit = strides_of_unit_axis(n.unit_axis, map, domain_rank);
                s.dense_rows = along_unit.col == 1;
                s.dense_columns = along_unit.row == 1;
                s.last_may_be_unit = n.last_may_be_unit;
                if (n.last_may_be_unit) {
                    const loop_strides along_last = strides_of_unit_axis(n.dims.rank - 1, map, domain_rank);
                    s.may_have_dense_rows = along_last.col == 1;
                    s.may_have_dense_columns = along_last.row == 1;
                }
            }
            s.loop_rank = domain_rank;
            const loop_strides along(map, domain_rank, at.step);
            s.offset += along.offset;
            if (!lengths_.empty()) find_offsets_of_lengths(s, at, map);
            for (std::size_t a = 0; a < max_rank; ++a) s.batch_stride[a] = along.batch[a];
            s.row_stride = along.row;
            s.col_stride = along.col;
            s.is_looked_up = along.is_looked_up;
            for (std::size_t i = 0; i < most_found; ++i) s.found_stride[i] = along.found[i];
            for (const index_link& link : map.links) {
                if (link.divisor == 1) continue;
                s.divided_axis = static_cast<std::size_t>(link.outer);
                s.divisor = link.divisor;
            }
        }
        out_.slots.push_back(s);
    }

    /// Collects the addends of an offset that depend on lengths. Each is a single product, from which the lengths can
    /// be recovered.
    constexpr void find_offsets_of_lengths(slot& s, const location& at, const index_map& map) const {
        const auto add = [&](std::size_t addend) {
            if (is_static_size(addend, lengths_)) return;
            if (s.offsets_of_lengths.size() == most_parts_in_parts) fail(too_many_parts);
            s.offsets_of_lengths.push_back(addend);
        };
        for (const std::size_t part : at.offsets_of_parts) add(part);
        for (std::size_t a = 0; a < map.rank; ++a) add(map.offset[a] * at.step[a]);
        if (at.other_offsets != 0) fail(too_many_parts);
    }
    static constexpr const char* too_many_parts =
        "heed: parts within parts within parts, along axes whose lengths are known at run time only, go four deep";

    /// The loop strides if this axis of a leaf has stride 1 and all others more.
    static constexpr loop_strides strides_of_unit_axis(std::size_t axis, const index_map& map,
                                                       std::size_t domain_rank) {
        strides far{};
        for (std::size_t a = 0; a < map.rank; ++a) far[a] = a == axis ? 1 : 2;
        return {map, domain_rank, far};
    }

    constexpr location place_of(node_id id) const {
        const node& n = g_[id];
        if (n.kind == node_kind::leaf) return {.place = slot::leaf, .id = n.leaf, .step = contiguous_strides(n.dims)};
        if (n.kind != node_kind::index) return memory_.of_node[id];
        location along{.place = slot::index};
        along.step[n.axis] = 1;
        return along;
    }

    constexpr std::size_t constant_id(const surd& value) {
        for (std::size_t i = 0; i < out_.constants.size(); ++i)
            if (out_.constants[i] == value) return i;
        return out_.constants.push_back(value);
    }

    constexpr std::size_t add_kernel(const draft& d, std::size_t tile_rows) {
        kernel k = d.loop;
        if (k.loop == skeleton::stream) k.stream.lanes = query_lanes(tile_rows, element_bytes_);
        k.first_term = out_.terms.size();
        for (std::size_t i = 0; i < k.term_count; ++i) out_.terms.push_back(drafts_.terms[d.loop.first_term + i]);
        return out_.kernels.push_back(k);
    }

    /// If an earlier kernel does the same, the step uses that one.
    constexpr void share_kernel(step& s) {
        const std::size_t last = s.kernel;
        for (std::size_t i = 0; i < last; ++i) {
            length_renaming renaming(lengths_);
            if (!is_same_kernel(out_.kernels[i], out_.kernels[last], renaming)) continue;
            out_.terms.resize(out_.terms.size() - out_.kernels[last].term_count);
            out_.kernels.pop_back();
            s.kernel = i;
            s.lengths = renaming.is_identity() ? renamed_lengths() : renaming.names;
            return;
        }
    }
    constexpr bool is_same_kernel(const kernel& known, kernel fresh, length_renaming& renaming) const {
        const std::size_t first = fresh.first_term;
        fresh.first_term = known.first_term;
        if (!renaming.fits(known, fresh)) return false;
        for (std::size_t i = 0; i < known.term_count; ++i)
            if (!(out_.terms[known.first_term + i] == out_.terms[first + i])) return false;
        return true;
    }

    const graph<Capacity>& g_;
    const drafts<Capacity>& drafts_;
    const schedule<Capacity>& schedule_;
    const memory<Capacity>& memory_;
    std::size_t element_bytes_;
    const length_list& lengths_;
    std::size_t scratch_ = 0;
    plan<Capacity> out_{};
};

/// The number by which debug information names the first kernel of a plan: 0, unless the plan is a variant of another.
template <class Graph>
constexpr std::size_t first_kernel_of() {
    if constexpr (requires { Graph::first_kernel; })
        return Graph::first_kernel;
    else
        return 0;
}

/// The passes of a graph as separate values: each is a constant expression of its own, and study can show it.
/// Graph::value is the graph, ElementBytes the size of the numbers that it is computed in, SharesTiles whether threads
/// share tiles.
template <class Graph, std::size_t ElementBytes, bool SharesTiles = false>
struct lowered {
    using source_graph = Graph;
    static constexpr std::size_t element_bytes = ElementBytes;
    static constexpr bool shares_tiles = SharesTiles;
    static constexpr std::size_t first_kernel = first_kernel_of<Graph>();
    static constexpr const length_list& lengths = lengths_of_graph<Graph>();
    using source = with_merged_rows<Graph>;
    static constexpr std::size_t capacity = round_up_capacity(3 * nodes_with_corrections(source::value) + 4);
    static constexpr graph<capacity> form = canonical<capacity>(source::value, lengths);
    static constexpr roles<capacity> node_roles = assign_roles(form, lengths);
    static constexpr drafts<capacity> loops = draft_steps(form, node_roles);
    static constexpr schedule<capacity> order = schedule_steps(form, node_roles, loops, SharesTiles, lengths);
    static constexpr memory<capacity> places =
        lay_out_memory(form, node_roles, loops, order, ElementBytes, SharesTiles, lengths);
    static constexpr plan<capacity> value = assembly<capacity>(form, loops, order, places, ElementBytes, lengths).run();
};

}  // namespace heed::detail
