// SPDX-License-Identifier: BSL-1.0
// Sums over ranks, alone and in buckets: of any sizes and types, in the order of the ranks. Run by 1 to 5 ranks.
#include <heed/mpi/sums.hpp>
#include <heed/tensor/tensor.hpp>
#include <tests/mpi/on_ranks.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace heed::test {
namespace {

/// Also fewer elements than ranks, and none.
TEST(sums, of_any_size_and_type) {
    const mpi::communicator all(MPI_COMM_WORLD);
    const int n = all.size(), sum = n * (n + 1) / 2;
    const auto expect_sum = [&]<class T>(T) {
        for (const std::size_t size : {0U, 1U, 3U, 1000U}) {
            tensor<T, dyn> x(size);
            for (std::size_t i = 0; i < size; ++i) x(i) = static_cast<T>(all.rank() + 1 + int(i % 3));
            mpi::sum_into(x, all);
            for (std::size_t i = 0; i < size; ++i)
                EXPECT_EQ(static_cast<double>(static_cast<float>(x(i))), sum + n * int(i % 3));
        }
    };
    expect_sum(float()), expect_sum(double()), expect_sum(std::int32_t()), expect_sum(bfloat16()),
        expect_sum(float16());
}

/// Each rank adds to what comes from the rank before, in that order.
TEST(sums, are_in_the_order_of_the_ranks) {
    const mpi::communicator all(MPI_COMM_WORLD);
    const auto of = [](int rank) { return 1 + 1e-7F * float(7 * rank % 5) + 1e-8F; };
    tensor<float, dyn> x(mpi::detail::count_of(all));
    for (float& e : x) e = of(all.rank());
    mpi::sum_into(x, all);
    for (int part = 0; part < all.size(); ++part) {
        float sum = of(part);
        for (int i = 1; i < all.size(); ++i) sum += of((part + i) % all.size());
        EXPECT_EQ(x(std::size_t(part)), sum);
    }
}

TEST(sums, in_buckets) {
    const mpi::communicator all(MPI_COMM_WORLD);
    tensor<float, 3, 5> a;
    tensor<float, dyn> none(0), b(1 << 12), c(7);
    for (int round = 0; round < 3; ++round) {
        mpi::sums<float> sums(all, 64);
        for (auto* x : {a.data(), a.data() + 14}) *x = float(all.rank());
        for (float& x : b) x = 1;
        for (float& x : c) x = 2;
        sums.add(a), sums.add(none), sums.add(b), sums.add(c);
        sums.wait();
        EXPECT_EQ(a(2, 4), float(all.size() * (all.size() - 1)) / 2);
        for (const float x : b) ASSERT_EQ(x, float(all.size()));
        for (const float x : c) ASSERT_EQ(x, float(2 * all.size()));
    }
}

TEST(sums, of_other_sizes_are_an_error_on_all_ranks) {
    const mpi::communicator all(MPI_COMM_WORLD);
    tensor<float, dyn> x(all.rank() == 1 ? 3 : 4);
    std::string words = "no error";
    try {
        mpi::sum_into(x, all);
    } catch (const shape_error& e) {
        words = e.what();
    }
    EXPECT_EQ(words, all.size() == 1
                         ? "no error"
                         : "heed: mpi::sum_into(Y, comm) needs as many elements of one type on all ranks: rank "
                           "1 has 3 elements, rank 0 4");
}

/// What MPI reports has its words.
TEST(sums, errors_of_mpi_are_words) {
    const mpi::communicator all(MPI_COMM_WORLD);
    std::string words;
    try {
        mpi::detail::messages messages(all);
        messages.send(words.data(), 1, all.size() + 7, 3);
    } catch (const mpi::error& e) {
        words = e.what();
    }
    EXPECT_EQ(words.substr(0, 17), "heed: MPI_Isend: ") << words;
}

}  // namespace
}  // namespace heed::test

/// A rank that dies while the others sum: MPI ends them.
int die_on_one_rank(int count, char** words) {
    MPI_Init(&count, &words);
    const heed::mpi::communicator all(MPI_COMM_WORLD);
    if (all.rank() == 1) std::_Exit(3);
    heed::tensor<float, 100> x;
    heed::mpi::sum_into(x, all);
    MPI_Finalize();
    return 0;
}

int main(int count, char** words) {
    if (count == 2 && std::string(words[1]) == "--dies") return die_on_one_rank(count, words);
    return heed::test::run_on_ranks(count, words);
}
