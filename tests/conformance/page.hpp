// SPDX-License-Identifier: BSL-1.0
// The folders of cases made by others, and what docs/conformance.md says of them: a row of its table is compared with
// what a test did.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace heed::test {

/// Where the folders of cases are.
inline std::filesystem::path conformance_folder() { return HEED_CONFORMANCE_DIR; }

/// Why the cases of a folder (of all, without a name) cannot be run here; nothing where they can.
inline std::string why_skipped(const std::string& folder = {}) {
    const auto path = conformance_folder() / folder;
    if (std::filesystem::is_directory(path)) return {};
    return "cases made by others" + (folder.empty() ? folder : " (" + folder + ")") + ": there is no folder " +
           path.string() + "; set HEED_CONFORMANCE_DIR to have them run";
}

/// The cases in a folder, one sub-folder each.
inline std::set<std::string> names_of_cases(const std::string& folder) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(conformance_folder() / folder))
        if (entry.is_directory()) names.insert(entry.path().filename().string());
    return names;
}

/// The operator of a case of ONNX, from its file.
inline std::string operator_of(const std::string& folder, const std::string& name) {
    std::ifstream in(conformance_folder() / folder / name / "case.json");
    const std::string key = "\"op\": \"";
    std::string line;
    while (std::getline(in, line))
        if (const std::size_t at = line.find(key); at != std::string::npos)
            return line.substr(at + key.size(), line.find('"', at + key.size()) - at - key.size());
    return {};
}

/// A row of the table: the cases of one operator, and why some of them cannot be written.
struct page_row {
    std::string folder, what;
    std::size_t given = 0, passed = 0;
    std::set<std::string> reasons{};

    void add_reason(const std::string& why) { reasons.insert(why); }

    std::string text() const {
        std::string why;
        for (const std::string& reason : reasons) why += (why.empty() ? "" : "; ") + reason;
        return "| " + folder + " | " + what + " | " + std::to_string(given) + " | " + std::to_string(passed) + " | " +
               why + (why.empty() ? "|" : " |");
    }
};

/// The rows of the table that are about folders of cases.
inline std::vector<std::string> rows_of_page() {
    std::ifstream in(HEED_CONFORMANCE_PAGE);
    EXPECT_TRUE(in) << HEED_CONFORMANCE_PAGE << " cannot be opened";
    std::vector<std::string> rows;
    std::string line;
    while (std::getline(in, line))
        if (line.starts_with("| ") && is_directory(conformance_folder() / line.substr(2, line.find(" |", 2) - 2)))
            rows.push_back(line);
    return rows;
}

inline void expect_on_page(const page_row& row) {
    bool is_there = false;
    for (const std::string& line : rows_of_page()) is_there = is_there || line == row.text();
    EXPECT_TRUE(is_there) << HEED_CONFORMANCE_PAGE << " has not the row\n" << row.text();
}

/// How many assertions of the running test have failed.
inline int failures_so_far() {
    return testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
}

}  // namespace heed::test
