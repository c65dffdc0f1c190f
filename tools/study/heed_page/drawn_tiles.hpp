// SPDX-License-Identifier: BSL-1.0
// The tiles of scores of a masked formula in execution order, for a drawing on the page.
#pragma once

#include <heed/lower/tile_counts.hpp>
#include <heed_page/json.hpp>

#include <cstddef>
#include <string>

namespace heed::detail {

/// The maximum number of tiles that is drawn.
inline constexpr std::size_t most_drawn_tiles = 4096;

/// Writes the tiles of each masked step as an object: a text for each tile of queries, a letter for each block of keys.
/// # runs without the mask, x runs with the mask, - is skipped. The first index of the leading axes represents all.
/// Run-time scalars and tensors in memory are not known, so tiles that depend on them have an x, as in
/// count_score_tiles.
class mask_tiles_writer {
public:
    mask_tiles_writer(json_writer& out, const plan_view& p) : out_(out), plan_(p) {}

    void write() {
        out_.begin_list();
        for (const nest& n : plan_.nests)
            for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s) {
                const step& at = plan_.steps[s];
                if (is_masked_kernel(plan_, plan_.kernels[at.kernel])) write_step(n, at);
            }
        out_.end_list();
    }

private:
    void write_step(const nest& n, const step& s) {
        const kernel& k = plan_.kernels[s.kernel];
        const tile_size size = tile_size_of(n, k);
        const std::size_t queries = n.rows.size, keys = k.stream.keys;
        if (queries * keys == 0) return;
        const std::size_t rows = (queries + size.queries - 1) / size.queries;
        const std::size_t columns = (keys + size.keys - 1) / size.keys;
        if (rows * columns > most_drawn_tiles) return;
        out_.begin_object();
        out_.member("queries", queries);
        out_.member("keys", keys);
        out_.member("queries_of_tile", size.queries);
        out_.member("keys_of_block", size.keys);
        out_.key("rows").begin_list();
        for (std::size_t i = 0; i < rows; ++i) {
            std::string letters;
            for (std::size_t j = 0; j < columns; ++j) {
                const std::size_t query = i * size.queries, key = j * size.keys;
                letters += letter_of(
                    s, k, {query, smaller_of(size.queries, queries - query), key, smaller_of(size.keys, keys - key)});
            }
            out_.string(letters);
        }
        out_.end_list();
        out_.end_object();
    }

    char letter_of(const step& s, const kernel& k, const score_tile& tile) const {
        const auto range_of_slot = [&](std::size_t i) { return range_of(plan_.slot_at(s, i), tile); };
        const tile_kind kind = tile_kind_of(range_of_term<double>(plan_, k, mask_of_kernel(plan_, k), range_of_slot));
        return kind == tile_kind::none ? '-' : kind == tile_kind::all ? '#' : 'x';
    }

    index_range<double> range_of(const slot& s, const score_tile& tile) const {
        if (s.place == slot::exact) return range_of_number(to_number<double>(plan_.constants[s.id]));
        if (s.place != slot::index) return {};
        return range_of_index<double>(s.offset, s.row_stride, s.col_stride, tile);
    }

    json_writer& out_;
    plan_view plan_;
};

}  // namespace heed::detail
