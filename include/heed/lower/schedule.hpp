// SPDX-License-Identifier: BSL-1.0
// Which steps share a loop over rows. A step that reads rows in the order in which they are written can run in the same
// tile of rows; a step that reads all rows of a value has to wait until the value is complete.
#pragma once

#include <heed/lower/drafts.hpp>
#include <heed/lower/tile_sums.hpp>
#include <heed/lower/tiles.hpp>

#include <cstddef>

namespace heed::detail {

/// The nest of each draft, and for each stored node whether only the current tile is kept.
template <std::size_t Capacity>
struct schedule {
    static_vector<std::size_t, Capacity> level{};  ///< of each draft: the number of complete values that it waits for
    static_vector<std::size_t, Capacity> nest{};   ///< of each draft
    std::size_t nests = 0;
    static_vector<bool, Capacity> tile{};        ///< of each node: stored one tile at a time
    static_vector<bool, Capacity> sums_tiles{};  ///< of each draft: a product whose terms are the rows of its nest

    friend constexpr bool operator==(const schedule&, const schedule&) = default;
};

template <std::size_t Capacity>
class scheduling {
public:
    constexpr scheduling(const graph<Capacity>& g, const roles<Capacity>& r, const drafts<Capacity>& d,
                         bool shares_tiles, const length_list& lengths)
        : g_(g), roles_(r), drafts_(d), shares_tiles_(shares_tiles), sums_(g, d, shares_tiles, lengths) {
        parent_.resize(g.nodes.size(), no_node);
        users_.resize(g.nodes.size());
        for (node_id id = 0; id < g.nodes.size(); ++id)
            if (is_stored_concat(id))
                for (std::size_t k = 0; k < g[id].operand_count; ++k) parent_[part_of(id, k)] = id;
        out_.level.resize(d.steps.size());
        out_.nest.resize(d.steps.size());
        out_.tile.resize(g.nodes.size());
        out_.sums_tiles.resize(d.steps.size());
    }

    constexpr schedule<Capacity> run() {
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i) out_.level[i] = earliest_level(i);
        for (std::size_t i = drafts_.steps.size(); i-- > 0;) {
            sink(i);
            record_uses(i);
        }
        form_nests();
        choose_tiles();
        return out_;
    }

private:
    struct usage {
        std::size_t first_level = static_cast<std::size_t>(-1);
        std::size_t last_level = 0;
        bool by_row = true;  ///< every use reads rows in the order in which they are written
    };

    constexpr bool is_stored_concat(node_id id) const {
        return g_[id].kind == node_kind::concat && roles_[id].what == role::stored;
    }

    /// The node that is computed into the place of a part.
    constexpr node_id part_of(node_id concat, std::size_t k) const { return behind_names(g_, g_.operand(concat, k)); }

    /// Whether step i reads the node through `ref` in the order in which steps of its nest write rows.
    constexpr bool reads_by_row(std::size_t i, std::size_t ref, node_id node) const {
        const draft& reader = drafts_.steps[i];
        return out_.sums_tiles[i] ? has_terms_in_rows(reader, ref, node)
                                  : reads_by_row(reader, drafts_.refs[ref], node);
    }
    constexpr bool has_terms_in_rows(const draft& reader, std::size_t ref, node_id node) const {
        return !is_stored_concat(node) && !out_.sums_tiles[writer_[node]] &&
               sums_.has_terms_in_rows(reader, ref, drafts_.steps[writer_[node]]);
    }
    constexpr bool reads_by_row(const draft& reader, const operand_ref& ref, node_id node) const {
        if (!ref.by_row || needs_all_rows(reader.loop.loop)) return false;
        if (has_few_tiles(reader)) return false;
        if (!ref.map.links.empty() || g_[ref.node].kind == node_kind::reshape) return false;
        if (is_stored_concat(node)) {
            if (g_[node].axis + 1 != g_[node].dims.rank) return false;
            for (std::size_t k = 0; k < g_[node].operand_count; ++k)
                if (!part_is_by_row(reader, ref, g_.operand(node, k))) return false;
            return true;
        }
        const draft& writer = drafts_.steps[writer_[node]];
        if (out_.sums_tiles[writer_[node]] || needs_all_rows(writer.loop.loop) ||
            !same_nest_domain(reader.domain, writer.domain))
            return false;
        return follows_rows(ref.map, writer.written_to(node), writer.domain);
    }

    /// The columns of a part differ from those of the whole, its rows do not.
    constexpr bool part_is_by_row(const draft& reader, const operand_ref& ref, node_id part) const {
        if (g_[part].kind == node_kind::reshape) return false;
        if (is_stored_concat(part)) return reads_by_row(reader, ref, part);
        const draft& writer = drafts_.steps[writer_[part]];
        return writer.loop.loop != skeleton::reduce && !needs_all_rows(writer.loop.loop) &&
               !out_.sums_tiles[writer_[part]] && same_nest_domain(reader.domain, writer.domain) &&
               follows_rows(ref.map, writer.written, writer.domain);
    }

    static constexpr bool same_nest_domain(const shape& a, const shape& b) {
        return same_sizes(a, b, a.rank == 0 ? 0 : a.rank - 1);
    }

    /// The reader must use the same index for every axis that the writer fills from leading axes or rows; no other axis
    /// may follow rows.
    static constexpr bool follows_rows(const index_map& read, const index_map& written, const shape& domain) {
        const auto col = static_cast<signed char>(domain.rank - 1);
        for (std::size_t a = 0; a < written.rank; ++a) {
            if (written.from[a] == col || written.from[a] == index_map::fixed) {
                if (read.from[a] != index_map::fixed && read.from[a] != col) return false;
            } else if (domain[static_cast<std::size_t>(written.from[a])].size != 1) {
                if (read.from[a] != written.from[a] || read.offset[a] != 0) return false;
            }
        }
        return true;
    }

    constexpr bool can_share_nest(std::size_t i, std::size_t j) const {
        const draft &a = drafts_.steps[i], &b = drafts_.steps[j];
        if (!out_.sums_tiles[i] && !out_.sums_tiles[j] && has_few_tiles(a) &&
            (a.loop.loop == skeleton::product) != (b.loop.loop == skeleton::product))
            return false;
        return !needs_all_rows(a.loop.loop) && !needs_all_rows(b.loop.loop) &&
               same_nest_domain(domain_of_nest(i), domain_of_nest(j));
    }
    /// The rows of a nest are the terms of a product that sums tiles.
    constexpr shape domain_of_nest(std::size_t i) const {
        shape domain = drafts_.steps[i].domain;
        if (out_.sums_tiles[i]) domain[domain.rank - 2] = extent(drafts_.steps[i].loop.product.inner);
        return domain;
    }

    /// Whether threads would have only a few tiles of rows. Steps then do not pass on tiles: threads share the columns
    /// of one product after another.
    constexpr bool has_few_tiles(const draft& d) const {
        return shares_tiles_ && d.domain.size() <= rows_of_few_tiles * d.domain.from_right(0).size;
    }

    constexpr std::size_t level_of(node_id node) const {
        if (!is_stored_concat(node)) return out_.level[writer_[node]];
        std::size_t level = 0;
        for (std::size_t k = 0; k < g_[node].operand_count; ++k) {
            const std::size_t part = level_of(part_of(node, k));
            level = part > level ? part : level;
        }
        return level;
    }

    constexpr bool is_stored(node_id node) const { return roles_[node].what == role::stored; }

    /// A product sums tiles if it need not wait for a complete operand then. One that adds rows always does.
    constexpr std::size_t earliest_level(std::size_t i) {
        const std::size_t level = level_now(i);
        const draft& d = drafts_.steps[i];
        if (!sums_.fits(d) || writer_[d.target] != i) return level;
        out_.sums_tiles[i] = true;
        const std::size_t sooner = level_now(i);
        out_.sums_tiles[i] = sooner < level || d.loop.product.adds_rows;
        return out_.sums_tiles[i] ? sooner : level;
    }
    constexpr std::size_t level_now(std::size_t i) const {
        const draft& d = drafts_.steps[i];
        std::size_t level = 0;
        const auto wait_for = [&](std::size_t at_least) { level = at_least > level ? at_least : level; };
        for (std::size_t k = d.first_ref; k < d.first_ref + d.ref_count; ++k) {
            const node_id node = behind_names(g_, drafts_.refs[k].node);
            if (is_stored(node)) wait_for(level_of(node) + (reads_by_row(i, k, node) ? 0 : 1));
        }
        if (d.loop.product.continues)
            for (std::size_t before = i; before-- > 0;)
                if (drafts_.steps[before].target == d.target) {
                    wait_for(out_.level[before]);
                    break;
                }
        return level;
    }

    /// A step whose rows are read in order by a single later nest runs in that nest, so that only a tile of them is
    /// stored.
    constexpr void sink(std::size_t i) {
        const draft& d = drafts_.steps[i];
        const usage& u = users_[d.target];
        if (!u.by_row || u.first_level != u.last_level || u.last_level <= out_.level[i]) return;
        if (parent_[d.target] != no_node || d.loop.product.continues || writer_[d.target] != i) return;
        if (d.log_sums != no_node) return;
        for (std::size_t k = 0; k < d.ref_count; ++k) {
            const node_id node = behind_names(g_, drafts_.refs[d.first_ref + k].node);
            if (is_stored(node) && level_of(node) == out_.level[i]) return;
        }
        out_.level[i] = u.last_level;
    }

    constexpr void record_uses(std::size_t i) {
        const draft& d = drafts_.steps[i];
        for (std::size_t k = d.first_ref; k < d.first_ref + d.ref_count; ++k) {
            const node_id node = behind_names(g_, drafts_.refs[k].node);
            if (is_stored(node)) record_use(node, out_.level[i], reads_by_row(i, k, node));
        }
    }
    constexpr void record_use(node_id node, std::size_t level, bool by_row) {
        usage& u = users_[node];
        u.first_level = level < u.first_level ? level : u.first_level;
        u.last_level = level > u.last_level ? level : u.last_level;
        u.by_row = u.by_row && by_row;
        if (is_stored_concat(node))
            for (std::size_t k = 0; k < g_[node].operand_count; ++k) record_use(part_of(node, k), level, by_row);
    }

    /// Steps of one level over the same rows form a nest.
    constexpr void form_nests() {
        std::size_t levels = 0;
        for (const std::size_t level : out_.level) levels = level + 1 > levels ? level + 1 : levels;
        for (std::size_t level = 0; level < levels; ++level) {
            const std::size_t first_nest = out_.nests;
            std::size_t first_of[Capacity]{};
            for (std::size_t i = 0; i < drafts_.steps.size(); ++i) {
                if (out_.level[i] != level) continue;
                std::size_t nest = first_nest;
                while (nest < out_.nests && !can_share_nest(first_of[nest], i)) ++nest;
                if (nest == out_.nests) first_of[out_.nests++] = i;
                out_.nest[i] = nest;
            }
        }
    }

    /// A tile is enough if every reader is in the nest of every writer and reads by row.
    constexpr void choose_tiles() {
        for (node_id id = g_.nodes.size(); id-- > 0;) out_.tile[id] = is_stored(id) && users_[id].by_row;
        for (const node_id result : g_.results) out_.tile[behind_names(g_, result)] = false;
        std::size_t nest_of[Capacity]{};
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i) {
            const node_id target = drafts_.steps[i].target;
            if (drafts_.steps[i].loop.product.continues && nest_of[target] != out_.nest[i]) out_.tile[target] = false;
            nest_of[target] = out_.nest[i];
            if (drafts_.steps[i].log_sums != no_node) nest_of[drafts_.steps[i].log_sums] = out_.nest[i];
        }
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i) {
            const draft& d = drafts_.steps[i];
            for (std::size_t k = 0; k < d.ref_count; ++k) {
                const node_id node = behind_names(g_, drafts_.refs[d.first_ref + k].node);
                if (is_stored(node) && !written_only_in(node, out_.nest[i], nest_of)) out_.tile[node] = false;
            }
        }
        // Parts are kept whole or as tiles together with the concatenation.
        for (node_id id = g_.nodes.size(); id-- > 0;) {
            if (parent_[id] == no_node) continue;
            if (!out_.tile[id]) out_.tile[parent_[id]] = false;
        }
        for (node_id id = g_.nodes.size(); id-- > 0;)
            if (parent_[id] != no_node) out_.tile[id] = out_.tile[parent_[id]];
    }
    constexpr bool written_only_in(node_id node, std::size_t nest, const std::size_t* nest_of) const {
        if (!is_stored_concat(node)) return nest_of[node] == nest;
        for (std::size_t k = 0; k < g_[node].operand_count; ++k)
            if (!written_only_in(part_of(node, k), nest, nest_of)) return false;
        return true;
    }

    const graph<Capacity>& g_;
    const roles<Capacity>& roles_;
    const drafts<Capacity>& drafts_;
    bool shares_tiles_;
    tile_sums<Capacity> sums_;
    static_vector<std::size_t, Capacity> writer_ = drafts_.last_writers(g_.nodes.size());
    static_vector<node_id, Capacity> parent_{};  ///< the concatenation that a node is a part of
    static_vector<usage, Capacity> users_{};
    schedule<Capacity> out_{};
};

/// With shares_tiles, steps over few rows do not pass on tiles.
template <std::size_t Capacity>
constexpr schedule<Capacity> schedule_steps(const graph<Capacity>& g, const roles<Capacity>& r,
                                            const drafts<Capacity>& d, bool shares_tiles = false,
                                            const length_list& lengths = no_lengths) {
    return scheduling<Capacity>(g, r, d, shares_tiles, lengths).run();
}

}  // namespace heed::detail
