// SPDX-License-Identifier: BSL-1.0
// Reads what stands between the brackets of A[0, 1:3, None, ...].
#pragma once

#include <heed/printed/text_cursor.hpp>
#include <heed_check/formula/matrix_parts.hpp>
#include <heed_check/formula/scanner.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace heed::detail {

/// The number that is all of an item or of an end of a range; none where a formula stands there.
inline std::optional<long long> plain_index(formula_scanner& scan) {
    const std::size_t before = scan.place();
    const char c = scan.peek(), next = scan.ahead(1);
    const bool minus = c == '-' && (formula_scanner::is_word(next) || next == '(');
    const bool formula = formula_scanner::is_word(minus ? next : c) || is_one_of(minus ? next : c, "([");
    if (formula && !formula_scanner::is_digit(minus ? next : c)) return std::nullopt;
    const long long n = scan.signed_integer();
    if (is_one_of(scan.peek(), "*/+-%@.")) {
        scan.go_back(before);
        return std::nullopt;
    }
    return n;
}

/// value()  reads a formula: x.shape[-1] // 2, or a vector of indices
template <class Value>
part_item next_part_item(formula_scanner& scan, formula_terms& terms, const Value& value) {
    part_item i{.position = scan.place()};
    if (scan.take_new_axis()) {
        i.kind = part_item::new_axis;
    } else if (scan.peek() == '.' && scan.ahead(1) == '.' && scan.ahead(2) == '.') {
        scan.go_back(scan.at() + 3);
        i.kind = part_item::dots;
    } else {
        const auto number = [&](term_id n) {
            return formula_parts(terms).whole_number("a part A[n] or A[n:m]", n, i.position);
        };
        if (scan.peek() != ':') i.first = plain_index(scan);
        if (!i.first && scan.peek() != ':') {
            const term_id first = value();
            const node_kind kind = terms[first].what.kind;  // not of truth values, which say which rows there are
            const bool numbers = kind == node_kind::leaf || kind == node_kind::index;
            if (scan.peek() != ':' && numbers && terms[first].indices == index_use::none && terms.dims(first).rank == 1)
                i.places = first;
            else
                i.first = number(first);
        }
        if (i.places || !scan.take(':')) return i;
        i.kind = part_item::range;
        const char c = scan.peek();
        if (c != ':' && c != ',' && c != ']') i.last = plain_index(scan);
        if (c != ':' && c != ',' && c != ']' && !i.last) i.last = number(value());
        if (scan.peek() == ':') throw formula_error(scan.at(), "parts with a step, A[0:8:2], are not read");
    }
    return i;
}

/// The items up to the bracket that closes.
template <class Value>
std::vector<part_item> part_items(formula_scanner& scan, formula_terms& terms, const Value& value) {
    std::vector<part_item> items;
    do {
        items.push_back(next_part_item(scan, terms, value));
    } while (scan.take(','));
    return items;
}

}  // namespace heed::detail
