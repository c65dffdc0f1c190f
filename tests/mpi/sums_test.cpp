// SPDX-License-Identifier: BSL-1.0
// Sums over ranks, alone and in buckets: of any sizes and types, in the order of the ranks. Run by 1 to 5 ranks.
#include <heed/mpi/rows_of.hpp>
#include <heed/mpi/sums.hpp>
#include <heed/tensor/tensor.hpp>
#include <tests/mpi/on_ranks.hpp>
#include <tests/words_of.hpp>

#include <chrono>
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

void expect_works(const mpi::communicator& all) {
    tensor<float, 5> x{1, 1, 1, 1, 1};
    EXPECT_EQ(words_of<std::exception>([&] { mpi::sum_into(x, all); }), "no error");
    EXPECT_EQ(x(4), float(all.size()));
}

TEST(sums, of_other_shapes_are_an_error_on_all_ranks) {
    const mpi::communicator all(MPI_COMM_WORLD);
    const bool is_second = all.rank() == 1, is_one = all.size() == 1;
    tensor<float, dyn> x(is_second ? 3 : 4);
    EXPECT_EQ(words_of<std::exception>([&] { mpi::sum_into(x, all); }),
              is_one ? "no error"
                     : "heed: mpi::sum_into(Y, comm) needs a Y of one shape on all ranks: rank 1 has [3], rank 0 [4]");
    tensor<float, dyn, dyn> y(is_second ? 2 : 3, is_second ? 3 : 2);
    EXPECT_EQ(words_of<std::exception>([&] { mpi::sum_into(y, all); }),
              is_one
                  ? "no error"
                  : "heed: mpi::sum_into(Y, comm) needs a Y of one shape on all ranks: rank 1 has [2 x 3], rank 0 [3 x "
                    "2]");
    tensor<std::int32_t, 4> i;
    tensor<std::uint32_t, 4> u;
    EXPECT_EQ(words_of<std::exception>([&] { is_second ? mpi::sum_into(u, all) : mpi::sum_into(i, all); }),
              is_one ? "no error"
                     : "heed: mpi::sum_into(Y, comm) needs one type of elements on all ranks: rank 1 has unsigned of 4 "
                       "bytes, rank 0 int of 4 bytes");
    expect_works(all);
}

/// Buckets of as many elements, but others; several under way, of which one does not fit, and more of them on one rank
/// than on another: an error at wait, no tensor has changed, and the communicator is as good as before.
TEST(sums, in_buckets_that_differ_are_an_error_on_all_ranks) {
    const mpi::communicator all(MPI_COMM_WORLD, std::chrono::seconds(20));
    if (all.size() == 1) return;
    const bool is_second = all.rank() == 1;
    for (const std::size_t bytes : {1U, 1000U}) {
        tensor<float, dyn> a(3), b(5);
        for (float& e : a) e = 7;
        const std::string words = words_of<std::exception>([&] {
            mpi::sums<float> sums(all, bytes);
            is_second ? (sums.add(b), sums.add(a)) : (sums.add(a), sums.add(b));
            sums.wait();
        });
        EXPECT_NE(words.find(bytes == 1 ? "rank 1 has [5], rank 0 [3]"
                                        : "rank 1 has 2 tensors of 8 elements together in a "
                                          "bucket, rank 0 2 of 8, of other shapes"),
                  std::string::npos)
            << words;
        EXPECT_EQ(a(2), 7);
        expect_works(all);
    }
    for (const std::size_t size : {1U, 2U, 6U}) {
        tensor<float, dyn> x(is_second ? size : 4), y(4);
        const std::string words = words_of<std::exception>([&] {
            mpi::sums<float> sums(all, 16);
            for (int i = 0; i < (is_second ? 1 : 3); ++i) sums.add(x), sums.add(y);
            sums.wait();
        });
        EXPECT_EQ(words.substr(0, 11), "heed: mpi::") << words;
        expect_works(all);
    }
}

/// All calls count, those that ranks do not agree on too. Where buckets are under way, all ranks leave.
TEST(sums, where_ranks_call_different_functions) {
    const mpi::communicator all(MPI_COMM_WORLD, std::chrono::seconds(20)),
        other(MPI_COMM_WORLD, std::chrono::seconds(20));
    if (all.size() == 1) return;
    tensor<float, dyn> x(4);
    EXPECT_NE(words_of<std::exception>([&] {
                  if (all.rank() == 0)
                      mpi::sum_into(x, all);
                  else
                      (void)mpi::all_rows<mpi::striped>(x, all);
              }).find("different functions"),
              std::string::npos);
    expect_works(all);
    EXPECT_NE(words_of<std::exception>([&] {
                  mpi::sums<float> sums(other, 1);
                  if (other.rank() == 0)
                      sums.add(x), sums.wait();
                  else
                      (void)mpi::all_rows<mpi::striped>(x, other);
              }).find("different functions"),
              std::string::npos);
    EXPECT_NE(words_of<std::exception>([&] { mpi::sum_into(x, other); }).find("after an error"), std::string::npos);
}
TEST(sums, have_tags_that_mpi_allows) {
    constexpr auto tag = [](std::uint64_t n, int largest) {
        return mpi::detail::sum_of_ranks<float>::tag_of(n, largest);
    };
    static_assert(tag(0, 32767) == 16 && tag(32767 - 16, 32767) == 32767 && tag(32767 - 15, 32767) == 16);
    static_assert(tag(std::uint64_t(1) << 40, 2147483647) >= 16);
    EXPECT_GE(mpi::communicator::largest_tag(), 32767);
}

/// Sums that nobody waits for: the next call says it.
TEST(sums, need_wait) {
    const mpi::communicator all(MPI_COMM_WORLD);
    tensor<float, 4> x;
    {
        mpi::sums<float> sums(all);
        sums.add(x);
    }
    EXPECT_EQ(words_of<std::exception>([&] { mpi::sum_into(x, all); }),
              "heed: mpi::sum_into after mpi::sums that ended without wait()");
}

/// A rank that a split gives no communicator.
TEST(sums, of_no_communicator_are_an_error) {
    EXPECT_EQ(words_of<std::exception>([] { const mpi::communicator none(MPI_COMM_NULL); }).substr(0, 64),
              "heed: mpi::communicator needs a communicator, not MPI_COMM_NULL,");
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
