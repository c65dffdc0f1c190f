// SPDX-License-Identifier: BSL-1.0
// The tiles that a mask leaves, as a table in the emitted file: what run/mask_tile.hpp finds at run time.
#pragma once

#include <heed/lower/tile_counts.hpp>
#include <heed/study/written/emit_step.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// A row for each tile of queries, a character for each block of keys: # without mask, x with mask, - skipped.
struct mask_table {
    std::vector<std::string> rows{};
    std::size_t tiles = 0;  ///< of queries
    bool by_batch = false;  ///< with separate rows for each entry of the leading axes
};

/// There are no larger tables: every tile is then computed with its mask.
inline constexpr std::size_t most_table_rows = 1024, most_table_columns = 80;

/// The range of a run-time scalar, as of the number that the file has in its place.
template <class T>
auto range_of_number_in(const step_emitter& w) {
    return [&w](std::size_t leaf) { return range_of_number(static_cast<T>(w.leaves.leaves[leaf].value)); };
}

/// Empty if every tile needs its mask, for example because the mask is in memory.
template <class T>
mask_table table_of_mask(const step_emitter& w, const step_context& c, const nest& n) {
    const std::size_t queries = n.rows.size, keys = c.k.stream.keys;
    const std::size_t tiles = (queries + c.k.stream.lanes - 1) / c.k.stream.lanes, block = keys_of_block(keys),
                      blocks = (keys + block - 1) / block;
    mask_table table{.tiles = tiles, .by_batch = depends_on_batch(w.plan, c.s)};
    const std::size_t batches = table.by_batch ? n.batch.size() : 1;
    if (batches * tiles > most_table_rows || blocks > most_table_columns) return table;
    bool is_of_use = false;
    for (std::size_t b = 0; b < batches; ++b) {
        std::size_t at[max_rank]{}, rest = b;
        for (std::size_t a = n.batch.rank; a-- > 0; rest /= n.batch[a].size) at[a] = rest % n.batch[a].size;
        for (std::size_t i = 0; i < tiles; ++i) {
            std::string row;
            for (std::size_t j = 0; j < blocks; ++j) {
                const std::size_t query = i * c.k.stream.lanes, key = j * block;
                const score_tile tile{query, smaller_of(c.k.stream.lanes, queries - query), key,
                                      smaller_of(block, keys - key)};
                const tile_kind kind = tile_kind_of(range_of_mask<T>(w.plan, c.s, at, tile, range_of_number_in<T>(w)));
                row += kind == tile_kind::none ? '-' : kind == tile_kind::all ? '#' : 'x';
                is_of_use = is_of_use || kind != tile_kind::mixed;
            }
            table.rows.push_back(row);
        }
    }
    if (!is_of_use) table.rows.clear();
    return table;
}

/// A table of tiles in an emitted file: its name, and the row of the current tile. Without a table, the name is empty.
struct written_tiles {
    std::string array{}, row{};
    bool has_skipped = false;
};

template <class T>
written_tiles write_tiles(step_emitter& w, const step_context& c, const nest& n, std::size_t keys, bool has_rows) {
    const mask_table table = table_of_mask<T>(w, c, n);
    if (table.rows.empty()) return {};
    written_tiles tiles{.array = w.local("tiles")};
    const std::string lanes = std::to_string(c.k.stream.lanes);
    w.out.comment("tiles of " + lanes + " queries and " + std::to_string(keys) +
                  " keys: # without a mask, x with one, - nothing is left");
    w.out.spelled(std::string("static ") + w.out.language().known_number + " char " + tiles.array + '[' +
                  std::to_string(table.rows.size()) + "][" + std::to_string(table.rows[0].size() + 1) + "] = {");
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        w.out.spelled("    \"" + table.rows[i] + (i + 1 < table.rows.size() ? "\"," : "\"};"));
        tiles.has_skipped = tiles.has_skipped || table.rows[i].find('-') != std::string::npos;
    }
    std::string at;
    if (table.by_batch)
        for (std::size_t a = 0; a < n.batch.rank; ++a) at = sum_of(scaled_index(at, n.batch[a].size), c.v.batch[a]);
    tiles.row = sum_of(scaled_index(at, table.tiles), has_rows ? c.v.row + " / " + lanes : "");
    if (tiles.row.empty()) tiles.row = "0";
    return tiles;
}

}  // namespace heed::detail::emitted
