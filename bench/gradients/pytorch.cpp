// SPDX-License-Identifier: BSL-1.0
// PyTorch on one thread, where HEED_BENCH_PYTHON names a python that has it: attention and its gradients, which it has
// to compute one after the other. That both have the same numbers is a test (tests/run/beside_pytorch).
#include <bench/layers/comparison.hpp>
#include <bench/peer_process.hpp>

#include <cstddef>
#include <cstdlib>
#include <string>

namespace bench {

static const char* python() { return std::getenv("HEED_BENCH_PYTHON"); }

static peer_process& pytorch() {
    static peer_process one("PyTorch", {python(), HEED_BENCH_PYTORCH});
    return one;
}

template <std::size_t N, bool Causal>
static computation prepare() {
    return pytorch().prepared({{"attention", {N, 64}}, {"causal", Causal}}, 0);
}

template <std::size_t N>
static bool take_part() {
    if (python() == nullptr) return false;
    const std::string who = "PyTorch " + pytorch().ask({{"version", true}})["version"].get<std::string>();
    const std::string size = std::to_string(N) + " x 64, backward";
    layer_peers().push_back({who, "attention " + size, prepare<N, false>});
    layer_peers().push_back({who, "causal " + size, prepare<N, true>});
    return true;
}
static const bool takes_part = take_part<512>() && take_part<1024>() && take_part<2048>();

}  // namespace bench
