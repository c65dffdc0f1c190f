// SPDX-License-Identifier: BSL-1.0
// How many rows the tiles of each nest have.
#pragma once

#include <heed/lower/schedule.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>

namespace heed::detail {

/// As many rows as `bytes` hold, in units of so many.
constexpr std::size_t rows_within(std::size_t bytes, std::size_t unit, std::size_t row_bytes) {
    const std::size_t tile = bytes / row_bytes / unit * unit;
    return smaller_of(tile < unit ? unit : tile, most_tile_rows);
}

/// As many rows as the cache can keep between the loops of a nest. Each tile reads the right operands of its products
/// again: if they dominate the memory traffic, tiles that exceed the cache are better than many small ones.
constexpr std::size_t passed_rows(std::size_t rows, std::size_t unit, std::size_t row_bytes, std::size_t right_bytes) {
    const std::size_t kept = rows_within(tile_bytes, unit, row_bytes);
    if (right_bytes <= tile_bytes) return kept;  // they stay in the cache, from tile to tile
    const std::size_t large = rows_within(large_tile_bytes, unit, row_bytes);
    const std::size_t moved = (rows + kept - 1) / kept * right_bytes,
                      moved_large = (rows + large - 1) / large * right_bytes;
    return moved <= moved_large + 2 * rows * row_bytes ? kept : large;
}

constexpr std::size_t shared_rows(std::size_t rows, std::size_t tile, std::size_t unit, bool is_length) {
    tile = smaller_of(tile, shared_tile_rows(rows, is_length));
    return is_length ? tile : even_tile_rows(rows, tile, unit);
}

/// Streaming loops take as many queries as there are lanes. Loops that pass on tiles take as many rows as fit into the
/// cache. Other loops take many rows, but leave enough tiles for threads to share.
template <std::size_t Capacity>
class tile_row_counts {
    using of_nests = static_vector<std::size_t, Capacity>;

public:
    constexpr tile_row_counts(const graph<Capacity>& g, const drafts<Capacity>& d, const schedule<Capacity>& s,
                              std::size_t element_bytes, bool shares_tiles, const length_list& lengths)
        : g_(g),
          drafts_(d),
          schedule_(s),
          element_bytes_(element_bytes),
          shares_tiles_(shares_tiles),
          lengths_(lengths) {
        steps_.resize(s.nests), products_.resize(s.nests), streams_.resize(s.nests), right_bytes_.resize(s.nests);
        for (std::size_t i = 0; i < d.steps.size(); ++i) record(d.steps[i].loop, s.nest[i]);
    }

    /// `passed` are the elements of a row, for each nest, of the tiles that are alive at the same time.
    constexpr of_nests run(const of_nests& passed) const {
        of_nests tile_rows;
        tile_rows.resize(schedule_.nests);
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i)
            if (!schedule_.sums_tiles[i])
                tile_rows[schedule_.nest[i]] = rows_of(drafts_.steps[i], schedule_.nest[i], passed[schedule_.nest[i]]);
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i)
            if (schedule_.sums_tiles[i])
                tile_rows[schedule_.nest[i]] = smaller_of(drafts_.steps[i].loop.product.inner, summed_tile_rows);
        return tile_rows;
    }

private:
    /// A product and a stream read the bytes of their right operands for each tile.
    constexpr void record(const kernel& k, std::size_t nest) {
        std::size_t elements = 0;
        if (k.loop == skeleton::product) elements = k.product.inner * k.cols;
        if (k.loop == skeleton::stream) elements = k.stream.keys * (k.stream.depth + k.cols);
        right_bytes_[nest] += elements * element_bytes_;
        ++steps_[nest];
        products_[nest] += k.loop == skeleton::product || needs_all_rows(k.loop);
        streams_[nest] += k.loop == skeleton::stream;
    }

    constexpr std::size_t rows_of(const draft& d, std::size_t nest, std::size_t passed) const {
        const std::size_t rows = d.rows().size;
        if (needs_all_rows(d.loop.loop)) return rows;
        const std::size_t unit = streams_[nest] > 0 ? lanes_for(element_bytes_) : accumulator_rows;
        std::size_t tile = smaller_of(rows, streams_[nest] > 0 ? unit : most_tile_rows);
        if (passed > 0) tile = passed_rows(rows, unit, passed * element_bytes_, right_bytes_[nest]);
        if (shares_tiles_) tile = shared_rows(rows, tile, unit, !is_static_size(rows, lengths_));
        if (passes_rows(nest) && is_static_size(d.loop.cols, lengths_))
            tile = smaller_of(tile, rows_within(row_tile_bytes, 1, moved_bytes(nest)));
        return smaller_of(rows, tile);
    }

    /// Whether the nest has several loops over rows and nothing that a tile reads again.
    constexpr bool passes_rows(std::size_t nest) const {
        return !shares_tiles_ && steps_[nest] > 1 && products_[nest] == 0 && streams_[nest] == 0;
    }
    /// The bytes of a row of everything that the loops of a nest read or write by rows. A leaf is a node for each use.
    constexpr std::size_t moved_bytes(std::size_t nest) const {
        bool counted[Capacity]{}, counted_leaves[Capacity]{};
        std::size_t elements = 0;
        const auto count = [&](node_id node, std::size_t columns) {
            bool& before = g_[node].kind == node_kind::leaf ? counted_leaves[g_[node].leaf] : counted[node];
            if (!before) elements += columns;
            before = true;
        };
        for (std::size_t i = 0; i < drafts_.steps.size(); ++i) {
            if (schedule_.nest[i] != nest) continue;
            const draft& d = drafts_.steps[i];
            count(d.target, d.loop.cols);
            for (std::size_t k = d.first_ref; k < d.first_ref + d.ref_count; ++k)
                if (drafts_.refs[k].by_row) count(behind_names(g_, drafts_.refs[k].node), d.loop.cols);
        }
        return elements * element_bytes_;
    }

    const graph<Capacity>& g_;
    const drafts<Capacity>& drafts_;
    const schedule<Capacity>& schedule_;
    std::size_t element_bytes_;
    bool shares_tiles_;
    const length_list& lengths_;
    of_nests steps_{}, products_{}, streams_{}, right_bytes_{};
};

}  // namespace heed::detail
