// SPDX-License-Identifier: BSL-1.0
// Which rows of a sequence a rank has.
#pragma once

#include <cstddef>

namespace heed::mpi {

/// How the rows of a sequence are dealt to ranks.
enum class order : unsigned char {
    contiguous,  ///< rank r has a part without gaps, behind that of rank r - 1
    striped      ///< row i is on rank i % ranks: with causal masks all ranks have as much to do
};
/// order::contiguous. Parts as rows_of makes them differ by one row at most; functions take parts of any lengths.
/// example static_assert(mpi::rows_at(mpi::contiguous, 10, 4, 1).first == 3);  // rows 3, 4 and 5
inline constexpr order contiguous = order::contiguous;
/// order::striped.
/// source  Brandon et al. 2023, Striped attention: faster ring attention for causal transformers
/// example static_assert(mpi::rows_at(mpi::striped, 10, 4, 1).step == 4);
inline constexpr order striped = order::striped;

/// The rows that a rank has: first, first + step, ...
struct rank_rows {
    std::size_t first = 0;  ///< in the whole sequence
    std::size_t step = 1;   ///< from one row to the next
    std::size_t count = 0;  ///< how many
};

/// The rows of a rank, of so many in all.
/// example static_assert(mpi::rows_at(mpi::striped, 10, 4, 1).count == 3);  // rows 1, 5 and 9
constexpr rank_rows rows_at(order o, std::size_t rows, std::size_t ranks, std::size_t rank) {
    if (o == striped) return {rank, ranks, rank < rows ? (rows - rank + ranks - 1) / ranks : 0};
    const std::size_t each = rows / ranks, more = rows % ranks;
    return {rank * each + (rank < more ? rank : more), 1, each + (rank < more ? 1 : 0)};
}

}  // namespace heed::mpi
