// SPDX-License-Identifier: BSL-1.0
#include <bench/onnx_runtime/onnx_runtime.hpp>

#include <unistd.h>
#include <cstdlib>

namespace bench {

std::string node_packages() {
    const char* folder = std::getenv("HEED_BENCH_NODE_MODULES");
    return folder == nullptr ? "" : folder;
}

peer_process& onnx_runtime() {
    static peer_process one("ONNX Runtime", {"node", HEED_BENCH_SERVE, node_packages()},
                            node_packages() + "/numbers." + std::to_string(getpid()));
    return one;
}

}  // namespace bench
