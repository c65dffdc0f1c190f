// SPDX-License-Identifier: BSL-1.0
// The block that check_page proposes for a document, as text.
#pragma once

#include <heed_check/document/propose.hpp>

#include <string>

namespace heed::test {

inline std::string block_of(const std::string& document) {
    std::string block;
    for (const std::string& line : propose_block(read_page_text(document)).lines) block += line + '\n';
    return block;
}
inline bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

}  // namespace heed::test
