// SPDX-License-Identifier: BSL-1.0
// Evaluation on one thread, which between tiles lets MPI go on with messages: without a thread of its own, MPI moves
// large ones only while it is called.
#pragma once

#include <heed/mpi/communicator.hpp>
#include <heed/run/policy.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::mpi::detail {

struct polling_policy : sequential_policy {
    const communicator* ranks;

    explicit polling_policy(const communicator& c) : ranks(&c) {}

    template <class Execution, class Memory, class Tile>
    void for_each_tile(std::size_t tiles, Execution& execution, Memory&, const Tile& tile) const {
        for (std::size_t t = 0; t < tiles; ++t) {
            tile(execution, t);
            int found = 0;  // what is found stays there
            ranks->check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, ranks->handle(), &found, MPI_STATUS_IGNORE),
                         "MPI_Iprobe");
        }
    }
};

/// Threads of a rank do not call MPI.
template <class Policy>
auto with_polling(const Policy& policy, const communicator& ranks) {
    if constexpr (std::is_same_v<Policy, sequential_policy>)
        return polling_policy(ranks);
    else
        return policy;
}

}  // namespace heed::mpi::detail

template <>
inline constexpr bool heed::detail::is_policy<heed::mpi::detail::polling_policy> = true;
