// SPDX-License-Identifier: BSL-1.0
// Attention to a sequence that is split over ranks, forward and backward, beside the same on one:
//
//   mpirun -np 4 ring
#include <heed/mpi.hpp>

#include <cmath>
#include <cstdio>

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

namespace {

using sequence = tensor<float, tokens[dyn], d_k[16]>;

sequence numbers(std::size_t n, float seed) {
    sequence x(n);
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = std::sin(seed * float(i + 1));
    return x;
}

template <class A, class B>
float largest_difference(const A& a, const B& b) {
    return evaluate(max<0, 1>(abs(a - b)))();
}

void run() {
    using namespace index;
    const sequence all_q = numbers(1000, 0.7F), all_k = numbers(1000, 1.1F), all_v = numbers(1000, 1.3F);

    const mpi::communicator world(MPI_COMM_WORLD);
    const tensor Q = mpi::rows_of<mpi::striped>(all_q, world);  // this rank's rows: every world.size()-th
    const tensor K = mpi::rows_of<mpi::striped>(all_k, world);
    const tensor V = mpi::rows_of<mpi::striped>(all_v, world);

    const auto mask = k <= q && q - k < 300;  // of the whole sequence
    const tensor Y = mpi::ring_attention(world, Q, K, V, mask, mpi::striped);
    const tensor all_y = mpi::all_rows<mpi::striped>(Y, world);

    const auto [again, log_sums] = mpi::ring_attention_with_sums(world, Q, K, V, mask, mpi::striped);
    const tensor dY = again;  // the gradient of half the sum of squares
    const auto [dQ, dK, dV] = mpi::ring_attention_vjp(world, dY, Q, K, V, again, log_sums, mask, mpi::striped);
    const tensor all_dk = mpi::all_rows<mpi::striped>(dK, world);

    if (world.rank() != 0) return;
    const tensor one_y = attention(all_q, all_k, all_v, mask);
    const auto [one_dq, one_dk, one_dv] = evaluate(vjp(
        one_y, [&](auto a, auto b, auto c) { return attention(a, b, c, mask); }, all_q, all_k, all_v));
    std::printf("%d ranks, %zu of 1000 rows here; beside one rank Y differs by %.1e, dK by %.1e\n", world.size(),
                Q.extent(0), double(largest_difference(all_y, one_y)), double(largest_difference(all_dk, one_dk)));
}

}  // namespace

int main(int count, char** words) {
    MPI_Init(&count, &words);
    try {
        run();
    } catch (const std::exception& e) {
        std::fprintf(stderr, "ring: %s\n", e.what());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
}
