// SPDX-License-Identifier: BSL-1.0
// A main function for tests that several ranks run together: rank 0 prints, the others only what failed.
#pragma once

#include <heed/mpi/communicator.hpp>

#include <gtest/gtest.h>

#include <cstdio>

namespace heed::test {

class prints_failures : public testing::EmptyTestEventListener {
    void OnTestPartResult(const testing::TestPartResult& result) override {
        if (!result.failed()) return;
        int rank = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        std::printf("rank %d: %s:%d: %s\n", rank, result.file_name(), result.line_number(), result.message());
    }
};

inline int run_on_ranks(int count, char** words) {
    testing::InitGoogleTest(&count, words);
    MPI_Init(&count, &words);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0) {
        auto& listeners = testing::UnitTest::GetInstance()->listeners();
        delete listeners.Release(listeners.default_result_printer());
        listeners.Append(new prints_failures);
    }
    const int failed = RUN_ALL_TESTS();
    MPI_Finalize();
    return failed;
}

}  // namespace heed::test
