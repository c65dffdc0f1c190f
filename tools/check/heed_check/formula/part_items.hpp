// SPDX-License-Identifier: BSL-1.0
// Reads what stands between the brackets of A[0, 1:3, None, ...].
#pragma once

#include <heed_check/formula/matrix_parts.hpp>
#include <heed_check/formula/scanner.hpp>

#include <vector>

namespace heed::detail {

inline part_item next_part_item(formula_scanner& scan) {
    part_item i{.position = scan.place()};
    if (scan.take_new_axis()) {
        i.kind = part_item::new_axis;
    } else if (scan.peek() == '.' && scan.ahead(1) == '.' && scan.ahead(2) == '.') {
        scan.go_back(scan.at() + 3);
        i.kind = part_item::dots;
    } else {
        if (scan.peek() != ':') i.first = scan.signed_integer();
        if (!scan.take(':')) return i;
        i.kind = part_item::range;
        const char c = scan.peek();
        if (c == '-' || formula_scanner::is_digit(c)) i.last = scan.signed_integer();
        if (scan.peek() == ':') throw formula_error(scan.at(), "parts with a step, A[0:8:2], are not read");
    }
    return i;
}

/// The items up to the bracket that closes.
inline std::vector<part_item> part_items(formula_scanner& scan) {
    std::vector<part_item> items;
    do {
        items.push_back(next_part_item(scan));
    } while (scan.take(','));
    return items;
}

}  // namespace heed::detail
