// SPDX-License-Identifier: BSL-1.0
// Where stored values are placed: results, parts of them, and buffers that share one workspace.
#pragma once

#include <heed/lower/schedule.hpp>
#include <heed/lower/shared_columns.hpp>
#include <heed/lower/shared_workspace.hpp>
#include <heed/lower/tile_rows.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/shape/length_list.hpp>
#include <heed/shape/reshaping.hpp>
#include <heed/tensor/indexing.hpp>

#include <cstddef>

namespace heed::detail {

/// The place of a node, with strides for its own axes.
struct location {
    slot::place_type place = slot::leaf;
    std::size_t id = 0;
    bool tile = false;
    strides step{};
    /// Offset in the value that contains it, offset of that value in its container, and so on; the total offset is
    /// their sum.
    static_vector<std::size_t, most_parts_in_parts> offsets_of_parts{};
    std::size_t other_offsets = 0;  ///< beyond that depth

    constexpr std::size_t offset() const {
        std::size_t sum = other_offsets;
        for (const std::size_t part : offsets_of_parts) sum += part;
        return sum;
    }
    constexpr void move_by(std::size_t begin) {
        if (begin != 0 && offsets_of_parts.size() < most_parts_in_parts)
            offsets_of_parts.push_back(begin);
        else
            other_offsets += begin;
    }

    friend constexpr bool operator==(const location&, const location&) = default;
};

template <std::size_t Capacity>
struct memory {
    static_vector<location, Capacity> of_node{};
    static_vector<buffer, Capacity> buffers{};
    static_vector<std::size_t, Capacity> tile_rows{};     ///< of each nest
    static_vector<std::size_t, Capacity> column_parts{};  ///< of each nest: into how many parts threads divide its
                                                          ///< columns
    static_vector<std::size_t, Capacity> sum_parts{};     ///< of each nest: into how many parts they divide its tiles,
                                                          ///< where products sum these
    static_vector<std::size_t, Capacity> part_sums{};     ///< of each draft that has sums of parts: their buffer
    std::size_t elements = 0;

    friend constexpr bool operator==(const memory&, const memory&) = default;
};

template <std::size_t Capacity>
class memory_layout {
public:
    constexpr memory_layout(const graph<Capacity>& g, const roles<Capacity>& r, const drafts<Capacity>& d,
                            const schedule<Capacity>& s, std::size_t element_bytes, bool shares_tiles,
                            const length_list& lengths)
        : g_(g),
          roles_(r),
          drafts_(d),
          schedule_(s),
          element_bytes_(element_bytes),
          shares_tiles_(shares_tiles),
          lengths_(lengths) {
        out_.of_node.resize(g.nodes.size());
        out_.column_parts.resize(s.nests, 1);
        out_.sum_parts.resize(s.nests, 1);
        out_.part_sums.resize(d.steps.size());
    }

    constexpr memory<Capacity> run() {
        place_results();
        for (node_id id = g_.nodes.size(); id-- > 0;) {
            if (!placed_[id] && roles_[id].what == role::stored) add_buffer(id);
            if (!placed_[id] && names_stored(id)) place_name(id);
            if (g_[id].kind == node_kind::concat && roles_[id].what == role::stored) place_parts(id);
        }
        find_lifetimes();
        const tile_row_counts<Capacity> tile_rows(g_, drafts_, schedule_, element_bytes_, shares_tiles_, lengths_);
        out_.tile_rows = tile_rows.run(most_row_elements());
        share_columns();
        for (buffer& b : out_.buffers) b.elements = elements_of(b);
        const std::size_t sums_of_parts = out_.buffers.size();  // the first: no thread has some for itself
        share_sums();
        out_.elements = share_workspace(out_.buffers, lives_, sums_of_parts, element_bytes_);
        return out_;
    }

private:
    constexpr bool is_stored_concat(node_id id) const {
        return g_[id].kind == node_kind::concat && roles_[id].what == role::stored;
    }

    /// A draft that writes the node or a part of it.
    constexpr std::size_t some_writer(node_id id) const {
        while (is_stored_concat(id)) id = behind_names(g_, g_.operand(id, 0));
        return writer_[id];
    }

    constexpr void place_results() {
        for (std::size_t k = 0; k < g_.results.size(); ++k) {
            const node_id result = g_.results[k];
            place(result, {.place = slot::result, .id = k, .step = contiguous_strides(g_[result].dims)});
        }
    }

    /// The operand of a view or reshape is computed into the same place; the strides of its axes follow from those of
    /// its reader.
    constexpr void place(node_id id, const location& at) {
        out_.of_node[id] = at;
        placed_[id] = true;
        const node& n = g_[id];
        if (n.kind != node_kind::view && n.kind != node_kind::reshape) return;
        const node_id operand = g_.operand(id, 0);
        location inner = at;
        inner.step = n.kind == node_kind::view ? through_view(n.map, at.step)
                                               : through_reshape(g_[operand].dims, n.dims, at.step);
        place(operand, inner);
    }
    static constexpr strides through_view(const index_map& map, const strides& outer) {
        strides step{};
        for (std::size_t a = 0; a < map.rank; ++a)
            step[a] = map.from[a] == index_map::fixed ? 0 : outer[static_cast<std::size_t>(map.from[a])];
        return step;
    }
    /// Axes that a reshape merges have the layout of the merged axis. If it splits axes, the memory is dense.
    static constexpr strides through_reshape(const shape& from, const shape& to, const strides& outer) {
        const reshaping r = reshaping_of(from, to);
        strides step{};
        std::size_t i = from.rank, j = to.rank;
        for (std::size_t g = r.merged.rank; g-- > 0;) {
            const std::size_t begin = i - r.count_from[g];
            std::size_t next = outer[j - 1];
            for (; i > begin; next *= from[i].size) step[--i] = next;
            j -= r.count_to[g];
        }
        return step;
    }

    /// Whether the node is a reshape of a stored value.
    constexpr bool names_stored(node_id id) const {
        return g_[id].kind == node_kind::reshape && roles_[behind_names(g_, id)].what == role::stored;
    }

    /// A value with several names is dense, because its buffer was made for the first of them.
    constexpr void place_name(node_id id) {
        const node_id stored = behind_names(g_, id);
        if (!placed_[stored]) return add_buffer(id);
        out_.of_node[id] = out_.of_node[stored];
        out_.of_node[id].step = contiguous_strides(g_[id].dims);
    }

    /// For a stored node, or for a reshape of one, whose element order the stored value then has.
    constexpr void add_buffer(node_id id) {
        const node_id stored = behind_names(g_, id);
        const bool tile = schedule_.tile[id];
        location at{.place = slot::buffer, .id = out_.buffers.size(), .tile = tile};
        at.step = contiguous_strides(g_[id].dims);
        if (tile) {
            // A buffer for one tile of rows: the leading axes before the row take no memory.
            const std::size_t row = row_axis(id);
            for (std::size_t a = 0; a < row && a < g_[id].dims.rank; ++a) at.step[a] = 0;
        }
        out_.buffers.push_back({.node = stored, .tile = tile, .why = roles_[stored].why});
        place(id, at);
    }

    /// How many trailing axes of the node a loop writes within a tile: rows and columns, or only rows after a
    /// reduction.
    constexpr std::size_t axes_in_tile(node_id id) const {
        const draft& writer = drafts_.steps[some_writer(id)];
        const bool reduced = (writer.loop.loop == skeleton::reduce && !is_stored_concat(id)) || writer.log_sums == id;
        return reduced ? 1 : 2;
    }
    constexpr bool has_row_axis(node_id id) const { return g_[id].dims.rank >= axes_in_tile(id); }
    /// The axis of the node that is the rows of the loop.
    constexpr std::size_t row_axis(node_id id) const {
        return has_row_axis(id) ? g_[id].dims.rank - axes_in_tile(id) : 0;
    }

    constexpr std::size_t elements_of(const buffer& b) const {
        const shape& dims = g_[b.node].dims;
        if (!b.tile || !has_row_axis(b.node)) return dims.size();
        const std::size_t row = row_axis(b.node);
        std::size_t row_elements = 1;
        for (std::size_t a = row + 1; a < dims.rank; ++a) row_elements *= dims[a].size;
        return row_elements * out_.tile_rows[schedule_.nest[some_writer(b.node)]];
    }

    constexpr void place_parts(node_id id) {
        const std::size_t axis = g_[id].axis;
        std::size_t start = 0;
        for (std::size_t k = 0; k < g_[id].operand_count; ++k) {
            const node_id part = g_.operand(id, k);
            location at = out_.of_node[id];
            at.move_by(start * at.step[axis]);
            place(part, at);
            start += g_[part].dims[axis].size;
        }
    }

    constexpr void share_columns() {
        if (!shares_tiles_) return;
        const column_sharing<Capacity> sharing(g_, drafts_, schedule_, element_bytes_, lengths_);
        std::size_t tiles[Capacity]{};
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i) {
            const std::size_t nest = schedule_.nest[i], rows = drafts_.steps[i].rows().size;
            const shape& domain = drafts_.steps[i].domain;
            tiles[nest] = (rows + out_.tile_rows[nest] - 1) / out_.tile_rows[nest];
            for (std::size_t a = 0; a + 2 < domain.rank; ++a) tiles[nest] *= domain[a].size;
        }
        for (std::size_t nest = 0; nest < schedule_.nests; ++nest)
            out_.column_parts[nest] = sharing.parts(nest, tiles[nest]);
    }

    /// Threads divide the tiles of a matrix if all products that sum them can be divided: into parts with sums of their
    /// own, which live while the nest runs and until they are added up after it.
    constexpr void share_sums() {
        if (!shares_tiles_) return;
        const tile_sums<Capacity> sums(g_, drafts_, shares_tiles_, lengths_);
        for (std::size_t nest = 0; nest < schedule_.nests; ++nest) {
            std::size_t parts = 0;
            for (std::size_t i = 0; i < drafts_.steps.size(); ++i)
                if (adds_to_sums(i, nest)) {
                    const std::size_t own = sums.parts(drafts_.steps[i]);
                    parts = parts == 0 ? own : smaller_of(parts, own);
                }
            if (parts > 1) add_part_sums(nest, parts);
        }
    }
    constexpr bool adds_to_sums(std::size_t draft, std::size_t nest) const {
        return schedule_.nest[draft] == nest && schedule_.sums_tiles[draft];
    }
    constexpr void add_part_sums(std::size_t nest, std::size_t parts) {
        out_.sum_parts[nest] = parts;
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i) {
            if (!adds_to_sums(i, nest)) continue;
            const draft& d = drafts_.steps[i];
            out_.part_sums[i] = out_.buffers.size();
            out_.buffers.push_back({.node = d.target, .elements = parts * d.domain.size()});
            lives_.push_back(nests_[nest]);
        }
    }

    /// For each nest, the elements per row of the tiles that are alive at the same time.
    constexpr static_vector<std::size_t, Capacity> most_row_elements() const {
        constexpr std::size_t no_nest = Capacity;
        std::size_t nest_of[Capacity]{}, elements[Capacity]{};
        for (std::size_t id = 0; id < out_.buffers.size(); ++id) {
            const buffer& b = out_.buffers[id];
            nest_of[id] = b.tile ? schedule_.nest[some_writer(b.node)] : no_nest;
            elements[id] = row_elements_of(b.node);
        }
        static_vector<std::size_t, Capacity> most;
        most.resize(schedule_.nests);
        for (std::size_t id = 0; id < out_.buffers.size(); ++id) {
            if (nest_of[id] == no_nest) continue;
            std::size_t together = 0;  // when this buffer begins
            for (std::size_t other = 0; other < out_.buffers.size(); ++other)
                if (nest_of[other] == nest_of[id] && lives_[other].begin <= lives_[id].begin &&
                    lives_[id].begin <= lives_[other].end)
                    together += elements[other];
            if (together > most[nest_of[id]]) most[nest_of[id]] = together;
        }
        return most;
    }
    constexpr std::size_t row_elements_of(node_id id) const {
        const shape& dims = g_[id].dims;
        const bool one_number = dims.rank == 0 || (has_row_axis(id) && axes_in_tile(id) == 1);
        return one_number ? 1 : dims.from_right(0).size;
    }

    constexpr void find_lifetimes() {
        lives_.resize(out_.buffers.size());
        nests_.resize(schedule_.nests);
        std::size_t time[Capacity]{}, now = 0;
        for (std::size_t nest = 0; nest < schedule_.nests; ++nest) {
            nests_[nest].begin = now;
            for (std::size_t i = 0; i < drafts_.steps.size(); ++i)
                if (schedule_.nest[i] == nest) time[i] = now++;
            nests_[nest].end = now - 1;
        }
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i) {
            const draft& d = drafts_.steps[i];
            const time_range& nest = nests_[schedule_.nest[i]];
            extend(d.target, time[i], nest);
            if (d.log_sums != no_node) extend(d.log_sums, time[i], nest);
            for (std::size_t k = 0; k < d.ref_count; ++k)
                extend(behind_names(g_, drafts_.refs[d.first_ref + k].node), time[i], nest);
        }
    }
    constexpr void extend(node_id node, std::size_t time, const time_range& nest) {
        if (roles_[node].what != role::stored || out_.of_node[node].place != slot::buffer) return;
        const std::size_t id = out_.of_node[node].id;
        time_range& life = lives_[id];
        const std::size_t begin = out_.buffers[id].tile ? time : nest.begin;
        const std::size_t end = out_.buffers[id].tile ? time : nest.end;
        life.begin = smaller_of(begin, life.begin);
        life.end = end > life.end ? end : life.end;
    }

    const graph<Capacity>& g_;
    const roles<Capacity>& roles_;
    const drafts<Capacity>& drafts_;
    const schedule<Capacity>& schedule_;
    std::size_t element_bytes_;
    bool shares_tiles_;
    const length_list& lengths_;
    bool placed_[Capacity]{};
    static_vector<std::size_t, Capacity> writer_ = drafts_.last_writers(g_.nodes.size());
    static_vector<time_range, Capacity> lives_{}, nests_{};
    memory<Capacity> out_{};
};

/// Tiles are smaller if threads share them (shares_tiles).
template <std::size_t Capacity>
constexpr memory<Capacity> lay_out_memory(const graph<Capacity>& g, const roles<Capacity>& r, const drafts<Capacity>& d,
                                          const schedule<Capacity>& s, std::size_t element_bytes, bool shares_tiles,
                                          const length_list& lengths = no_lengths) {
    return memory_layout<Capacity>(g, r, d, s, element_bytes, shares_tiles, lengths).run();
}

}  // namespace heed::detail
