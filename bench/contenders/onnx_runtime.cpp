// SPDX-License-Identifier: BSL-1.0
// ONNX Runtime on one thread: its fused attention (MultiHeadAttention), products by MatMul; weights that may be
// prepared are constants of the model, which it packs. Windows and chunks of keys it takes as a matrix of biases only,
// which saves nothing: they are left out. So is what takes less than a call through node, 30 to 50 us.
#include <bench/onnx_runtime/onnx_runtime.hpp>

namespace bench {

static nlohmann::json described(const shape& s) {
    const char* kinds[] = {"attention", "multi_head", "product"};
    const char* seen[] = {"all", "causal", "window", "chunks"};
    return {{"kind", kinds[static_cast<std::size_t>(s.kind)]},
            {"seen", seen[static_cast<std::size_t>(s.seen)]},
            {"queries", s.queries},
            {"tokens", s.tokens},
            {"width", s.width},
            {"heads", s.heads},
            {"packed", s.packed}};
}

static computation prepare_onnx_runtime(std::size_t task, const inputs& in) {
    constexpr double least_flops = 5e7;
    const shape& s = shapes[task];
    if (s.flops() < least_flops) return {};
    nlohmann::json counts = nlohmann::json::array();
    for (const floats& x : in) counts.push_back(x.size());
    peer_process& peer = onnx_runtime();
    peer.write_exchanged(in);
    return peer.prepared({{"prepare", described(s)}, {"file", peer.exchanged_file()}, {"counts", counts}},
                         s.queries * s.width);
}

static bool take_part() {
    if (node_packages().empty()) return false;
    const std::string version = onnx_runtime().ask({{"version", true}})["version"].get<std::string>();
    contenders().push_back({"ONNX Runtime", "ONNX Runtime " + version, prepare_onnx_runtime});
    return true;
}
static const bool takes = take_part();

}  // namespace bench
