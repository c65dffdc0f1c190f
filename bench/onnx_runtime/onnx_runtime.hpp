// SPDX-License-Identifier: BSL-1.0
// ONNX Runtime, which npm brings: a process of node computes (serve.mjs) and says how long it took.
#pragma once

#include <bench/peer_process.hpp>

#include <string>

namespace bench {

/// Where npm put the packages of peers, by HEED_BENCH_NODE_MODULES; empty where they are not.
std::string node_packages();

/// The process of this program, begun when it is first asked for.
peer_process& onnx_runtime();

}  // namespace bench
