// SPDX-License-Identifier: BSL-1.0
// Blocks of sums are cut into registers without a gap, and into few.
#include <heed/lower/register_pieces.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>

namespace heed::test {

using detail::piece_at;
using detail::register_piece;
using detail::registers_of_one_row;

constexpr bool pieces_follow_each_other(std::size_t rows, std::size_t lanes, std::size_t widest) {
    std::size_t end = 0, narrow = 0;
    while (end < lanes) {
        const register_piece p = piece_at(rows, lanes, end, widest);
        if (p.first != end || p.registers == 0 || p.lanes > widest || !std::has_single_bit(p.lanes)) return false;
        if (p.lanes < widest && p.registers != 1) return false;
        if (p.registers > (rows == 1 ? registers_of_one_row : 2)) return false;
        if (p.lanes < widest) ++narrow;
        end = p.end();
    }
    return end == lanes && narrow == static_cast<std::size_t>(std::popcount(lanes % widest));
}
constexpr bool pieces_cover_all_lanes() {
    for (std::size_t rows : {1U, 2U, 6U})
        for (std::size_t widest : {2U, 4U, 8U, 16U})
            for (std::size_t lanes = 1; lanes <= 2 * registers_of_one_row * widest + 3; ++lanes)
                if (!pieces_follow_each_other(rows, lanes, widest)) return false;
    return true;
}

TEST(register_pieces, cover_all_lanes_in_order) { EXPECT_TRUE(pieces_cover_all_lanes()); }

constexpr bool is(const register_piece& p, std::size_t first, std::size_t registers, std::size_t lanes) {
    return p.first == first && p.registers == registers && p.lanes == lanes;
}
static_assert(is(piece_at(6, 16, 0, 8), 0, 2, 8));
static_assert(is(piece_at(6, 15, 0, 8), 0, 1, 8));
static_assert(is(piece_at(6, 15, 8, 8), 8, 1, 4));
static_assert(is(piece_at(6, 15, 14, 8), 14, 1, 1));
static_assert(is(piece_at(1, 80, 0, 8), 0, 8, 8));
static_assert(is(piece_at(1, 80, 64, 8), 64, 2, 8));
static_assert(is(piece_at(2, 80, 0, 8), 0, 2, 8));

}  // namespace heed::test
