// SPDX-License-Identifier: BSL-1.0
// ONNX Runtime, which npm brings: a process of node computes (serve.mjs) and says how long it took.
#pragma once

#include <bench/contender.hpp>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace bench {

/// Where npm put the packages of peers, by HEED_BENCH_NODE_MODULES; empty where they are not.
std::string node_packages();

/// A process of node that answers lines. It ends with this program.
class onnx_runtime {
public:
    /// The one of this program, begun when it is first asked for.
    static onnx_runtime& instance();

    /// Ends the program where the answer is an error, with its words.
    nlohmann::json ask(const nlohmann::json& question);

    /// What `question` prepares, with a result of so many numbers; empty where ONNX Runtime has no operator for it.
    computation prepared(const nlohmann::json& question, std::size_t result_size);

    onnx_runtime(const onnx_runtime&) = delete;
    onnx_runtime& operator=(const onnx_runtime&) = delete;
    ~onnx_runtime();

private:
    onnx_runtime();
    int to_ = -1, from_ = -1;
    std::string rest_;  ///< what came after the last line
};

/// A file that the two processes exchange numbers by.
std::string exchanged_file();
/// Writes all numbers into it, one operand after the other.
void write_exchanged(const inputs& operands);

}  // namespace bench
