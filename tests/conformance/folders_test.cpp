// SPDX-License-Identifier: BSL-1.0
// Each folder of cases made by others has its test, or is named as left out with a reason.
#include "tests/conformance/cases.hpp"

#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace heed::test {

TEST(conformance, every_folder_is_accounted_for) {
    if (const auto why = why_skipped(); !why.empty()) GTEST_SKIP() << why;
    const std::set<std::string> covered{"onnx_softmax",   "onnx_elementwise", "onnx_linalg",
                                        "onnx_attention", "onnx_rope",        "onnx_norm"};
    const std::map<std::string, std::string> left_out{
        {"torch_encoder_layer", "comes later"},
        {"tutorials", "printed numbers come later"},
    };
    for (const auto& entry : std::filesystem::directory_iterator(conformance_folder())) {
        if (!entry.is_directory()) continue;
        const std::string folder = entry.path().filename().string();
        if (covered.contains(folder)) continue;
        const auto reason = left_out.find(folder);
        if (reason == left_out.end())
            ADD_FAILURE() << folder << " is neither covered nor left out with a reason";
        else
            std::printf("left out: %s (folders of cases: %zu): %s\n", folder.c_str(), names_of_cases(folder).size(),
                        reason->second.c_str());
    }
}

}  // namespace heed::test
