// SPDX-License-Identifier: BSL-1.0
// The heads of a layer, split over ranks: each rank computes its heads and their part of the output, and the parts are
// summed.
//
//   mpirun -np 4 heads
#include <heed/mpi.hpp>

#include <cmath>
#include <cstddef>
#include <cstdio>

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_model{"d_model"}, head{"head"}, d_k{"d_k"};
inline constexpr std::size_t T = 64, D = 48, H = 12;

namespace {

template <class Tensor>
Tensor numbers(float seed) {
    Tensor x;
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = std::sin(seed * float(i + 1));
    return x;
}

template <class X, class W, class O>
auto output_of_head(const X& x, const W& wq, const W& wk, const W& wv, const O& wo) {
    return attention(x * wq, x * wk, x * wv, causal) * wo;
}

void run() {
    const auto X = numbers<tensor<float, tokens[T], d_model[D]>>(0.3F);
    using weights = tensor<float, head[H], d_model[D], d_k[D / H]>;
    const auto Wq = numbers<weights>(0.5F), Wk = numbers<weights>(0.7F), Wv = numbers<weights>(0.9F);
    const auto Wo = numbers<tensor<float, head[H], d_k[D / H], d_model[D]>>(1.1F);

    const mpi::communicator world(MPI_COMM_WORLD);
    tensor<float, tokens[T], d_model[D]> Y;
    for (std::size_t h = std::size_t(world.rank()); h < H; h += std::size_t(world.size()))
        Y = Y + output_of_head(X, Wq[h], Wk[h], Wv[h], Wo[h]);
    mpi::sum_into(Y, world);

    if (world.rank() != 0) return;
    tensor<float, tokens[T], d_model[D]> all;
    for (std::size_t h = 0; h < H; ++h) all = all + output_of_head(X, Wq[h], Wk[h], Wv[h], Wo[h]);
    std::printf("%d ranks: %.1e beside one, of %.1f\n", world.size(), double(evaluate(max<0, 1>(abs(Y - all)))()),
                double(evaluate(max<0, 1>(abs(all)))()));
}

}  // namespace

int main(int count, char** words) {
    MPI_Init(&count, &words);
    try {
        run();
    } catch (const std::exception& e) {
        std::fprintf(stderr, "heads: %s\n", e.what());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
}
