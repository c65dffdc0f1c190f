// SPDX-License-Identifier: BSL-1.0
// Attention and training over ranks of MPI.
#pragma once

// First: it says which C++ is needed.
#include <heed/meta/config.hpp>

#include <heed/heed.hpp>

HEED_BEGIN_HEADERS
#include <heed/mpi/communicator.hpp>
#include <heed/mpi/order.hpp>
#include <heed/mpi/ring_attention.hpp>
#include <heed/mpi/ring_gradients.hpp>
#include <heed/mpi/rows_of.hpp>
#include <heed/mpi/sums.hpp>
HEED_END_HEADERS
