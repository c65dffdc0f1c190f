// SPDX-License-Identifier: BSL-1.0
// What ring attention over ranks consists of, on the machine and with the MPI that run it: attention to a block, a
// merge, a message; and the whole, beside attention on one rank.
//
//   mpirun -np RANKS bench.mpi [ROWS]     ROWS: of the whole sequence, 4096 unless told
#include <heed/mpi.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using namespace heed;

namespace {

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};
using sequence = tensor<float, tokens[dyn], d_k[64]>;

sequence numbers(std::size_t rows, unsigned seed) {
    sequence x(rows);
    for (float& n : x) {
        seed = seed * 1664525U + 1013904223U;
        n = static_cast<float>(seed >> 8) * 0x1p-23F - 1;
    }
    return x;
}

double seconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// Milliseconds of the rank that takes longest, and of all in the mean.
struct time_of_ranks {
    double most, mean;
};
/// The median of some rounds. Of processor time, since more ranks than cores share these; or of wall time.
template <class Work>
time_of_ranks milliseconds(const Work& work, clockid_t clock = CLOCK_THREAD_CPUTIME_ID, int rounds = 15) {
    std::vector<time_of_ranks> times;
    int ranks = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i <= rounds; ++i) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double start = seconds(clock);
        work();
        const double own = 1e3 * (seconds(clock) - start);
        time_of_ranks all{};
        MPI_Allreduce(&own, &all.most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        MPI_Allreduce(&own, &all.mean, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        all.mean /= ranks;
        if (i > 0) times.push_back(all);
    }
    std::nth_element(times.begin(), times.begin() + rounds / 2, times.end(),
                     [](const auto& a, const auto& b) { return a.most < b.most; });
    return times[static_cast<std::size_t>(rounds) / 2];
}

/// There and back between ranks 0 and 1, half of the wall time.
double message(std::size_t bytes, int rank) {
    std::vector<char> memory(bytes);
    const int size = static_cast<int>(bytes), times = bytes < 10000 ? 1000 : 20;
    return milliseconds(
               [&] {
                   for (int i = 0; i < times && rank < 2; ++i) {
                       if (rank == 0) MPI_Send(memory.data(), size, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
                       MPI_Recv(memory.data(), size, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                       if (rank == 1) MPI_Send(memory.data(), size, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
                   }
               },
               CLOCK_MONOTONIC)
               .most /
           (2 * times);
}

/// How long ranks 0 and 1 wait for messages to each other after they computed for some milliseconds: what MPI does not
/// send meanwhile.
double wait_after(double computing, std::size_t bytes, int rank) {
    std::vector<char> from(bytes), to(bytes);
    const int size = static_cast<int>(bytes), other = 1 - rank;
    std::vector<double> waits;
    for (int round = 0; round < 15 && rank < 2; ++round) {
        MPI_Request requests[2];
        MPI_Irecv(to.data(), size, MPI_CHAR, other, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(from.data(), size, MPI_CHAR, other, 1, MPI_COMM_WORLD, &requests[1]);
        const double begin = seconds(CLOCK_MONOTONIC);
        while (1e3 * (seconds(CLOCK_MONOTONIC) - begin) < computing) continue;
        const double end = seconds(CLOCK_MONOTONIC);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        waits.push_back(1e3 * (seconds(CLOCK_MONOTONIC) - end));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (waits.empty()) return 0;
    std::nth_element(waits.begin(), waits.begin() + 7, waits.end());
    return waits[7];
}

/// Attention over ranks beside the same on one of them.
template <class Mask>
void compare(const mpi::communicator& world, std::size_t rows, const char* name, const Mask& mask) {
    const sequence all_q = numbers(rows, 1), all_k = numbers(rows, 2), all_v = numbers(rows, 3);
    sequence one;
    const double alone = milliseconds([&] {
                             if (world.rank() == 0) one = attention(all_q, all_k, all_v, mask);
                         }).most;
    for (const mpi::order o : {mpi::contiguous, mpi::striped}) {
        const auto part = [&](const sequence& x) {
            return o == mpi::striped ? sequence(mpi::rows_of<mpi::striped>(x, world))
                                     : sequence(mpi::rows_of<mpi::contiguous>(x, world));
        };
        const sequence q = part(all_q), k = part(all_k), v = part(all_v);
        sequence y, d = numbers(q.extent(0), 4);
        const time_of_ranks ring = milliseconds([&] { y = mpi::ring_attention(world, q, k, v, mask, o); });
        const auto results = mpi::ring_attention_with_sums(world, q, k, v, mask, o);
        const auto& [same, log_sums] = results;
        const time_of_ranks back =
            milliseconds([&] { (void)mpi::ring_attention_vjp(world, d, q, k, v, same, log_sums, mask, o); });
        if (world.rank() == 0)
            std::printf(
                "%-8s %-10s  alone %7.2f ms;  over ranks %7.2f ms, most by mean %.2f, speedup %.2f;  backward "
                "%7.2f ms, most by mean %.2f\n",
                name, o == mpi::striped ? "striped" : "contiguous", alone, ring.most, ring.most / ring.mean,
                alone / ring.most, back.most, back.most / back.mean);
    }
}

void run(std::size_t rows) {
    using namespace index;
    const mpi::communicator world(MPI_COMM_WORLD);
    const std::size_t ranks = static_cast<std::size_t>(world.size());
    if (world.rank() == 0) std::printf("%zu ranks, %zu rows, %zu columns of float\n", ranks, rows, std::size_t{64});

    const sequence q = numbers(rows / ranks, 1), k = numbers(rows / ranks, 2), v = numbers(rows / ranks, 3);
    const auto block = [&] {
        return let(q * transpose(k) / sqrt(dim<1>(k)), [&](auto s) { return results(softmax(s) * v, logsumexp(s)); });
    };
    auto whole = evaluate(block());
    const auto part = evaluate(block());
    const double of_block = milliseconds([&] { whole = evaluate(block()); }).most;
    const double of_merge =
        milliseconds([&] {
            for (int i = 0; i < 20; ++i)
                evaluate_into(std::tie(std::get<0>(whole), std::get<1>(whole)), merge_attention(whole, part));
        }).most /
        20;
    if (world.rank() == 0)
        std::printf("a block  %.3f ms  %.1f GFLOP/s a rank;  a merge %.4f ms, %.1f %% of it\n", of_block,
                    4e-6 * 64 * double(q.extent(0)) * double(k.extent(0)) / of_block, of_merge,
                    100 * of_merge / of_block);
    const double of_mask = milliseconds([&] {
                               for (int i = 0; i < 100; ++i) {
                                   const mpi::detail::block_place place{i, 100, 0, 100, 0};
                                   const auto f = mpi::detail::attention_to_block(q, k, v, causal, place);
                                   mpi::detail::check_formula(f, seq);
                                   (void)mpi::detail::leaves_something(f);
                               }
                           }).most;
    if (world.rank() == 0) std::printf("a look at the mask of a block %.2f us\n", 1e3 * of_mask / 100);
    if (ranks > 1) {
        const std::size_t bytes = 2 * q.size() * sizeof(float);
        const double empty = message(1, world.rank()), full = message(bytes, world.rank());
        if (world.rank() == 0)
            std::printf("a message of 1 byte %.2f us;  of K and V, %zu bytes, %.3f ms, %.1f GB/s, %.1f %% of a block\n",
                        1e3 * empty, bytes, full, 1e-6 * double(bytes) / full, 100 * full / of_block);
        for (const std::size_t each : {std::size_t{1} << 20, std::size_t{1} << 23}) {
            const double at_once = wait_after(0, each, world.rank()), later = wait_after(20, each, world.rank());
            if (world.rank() == 0)
                std::printf("messages of %zu bytes both ways: waits %.2f ms, after 20 ms of computing %.2f\n", each,
                            at_once, later);
        }
    }
    compare(world, rows, "all keys", index::k >= 0);
    compare(world, rows, "causal", causal);

    std::vector<float> numbers_of_sum(1 << 20, 1);
    const view<float, 1 << 20> sum(numbers_of_sum.data());
    const double of_sum = milliseconds([&] { mpi::sum_into(sum, world); }, CLOCK_MONOTONIC).most;
    if (world.rank() == 0) std::printf("sum_into of 4 MiB  %.3f ms\n", of_sum);
}

}  // namespace

int main(int count, char** words) {
    MPI_Init(&count, &words);
    try {
        run(count > 1 ? std::strtoull(words[1], nullptr, 10) : 4096);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "bench.mpi: %s\n", e.what());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
}
