// SPDX-License-Identifier: BSL-1.0
// Writes code for what a mask leaves of a tile whose position is known only at run time: the interval arithmetic of
// scalar/index_range.hpp.
#pragma once

#include <heed/scalar/index_range.hpp>
#include <heed/study/written/written_terms.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

/// The first and the last query and key of a tile.
struct tile_corners {
    std::string first_query, last_query, first_key, last_key;
};

/// The value of a formula of indices over a tile: integers from `low` to `high`, or a condition that holds everywhere
/// if `always` is true and nowhere if `never` is true. Unknown parts are empty.
struct written_range {
    expression low{}, high{};
    expression always{}, never{};

    bool is_number() const { return !low.text.empty(); }
};

class written_mask_range {
public:
    written_mask_range(const term_facts& facts, const variables& v, const tile_corners& tile)
        : facts_(facts), v_(v), tile_(tile) {}

    written_range of(std::size_t id) const {
        const term& t = facts_.terms[id];
        if (t.kind == term::load) return of_operand((*facts_.places)[t.slot]);
        if (t.kind != term::apply) return {};
        const written_range a = of(t.operands[0]);
        if (t.f == function::is_zero) return {.always = a.never, .never = a.always};
        if (operand_count_of(t) == 1) return {};
        const written_range b = of(t.operands[1]);
        switch (t.f) {
            case function::both: return {.always = joined(a.always, b.always), .never = either(a.never, b.never)};
            case function::either: return {.always = either(a.always, b.always), .never = joined(a.never, b.never)};
            default: return a.is_number() && b.is_number() ? of_numbers(t.f, a, b) : written_range();
        }
    }

private:
    written_range of_operand(const place& p) const {
        if (p.is_index)
            return {whole(p.index(v_, tile_.first_query, tile_.first_key)),
                    whole(p.index(v_, tile_.last_query, tile_.last_key))};
        const index_range<double> number = range_of_number(p.number);
        if (!p.array.empty() || p.is_named || !number.known()) return {};
        return {whole(std::to_string(number.low)), whole(std::to_string(number.high))};
    }
    static written_range of_numbers(function f, const written_range& a, const written_range& b) {
        switch (f) {
            case function::add: return {sum(a.low, " + ", b.low), sum(a.high, " + ", b.high)};
            case function::subtract: return {sum(a.low, " - ", b.high), sum(a.high, " - ", b.low)};
            case function::less_equal:
                return {.always = compared(a.high, " <= ", b.low), .never = compared(a.low, " > ", b.high)};
            case function::less:
                return {.always = compared(a.high, " < ", b.low), .never = compared(a.low, " >= ", b.high)};
            case function::equal:
                return {.never = either(compared(a.high, " < ", b.low), compared(b.high, " < ", a.low))};
            default: return {};
        }
    }

    /// A sum of indices and numbers in the notation of place::index.
    static expression whole(const std::string& text) {
        return {text, text.find(' ') != std::string::npos ? expression::sum
                      : text[0] == '-'                    ? expression::sign
                                                          : expression::word};
    }
    static expression sum(const expression& a, const char* sign, const expression& b) {
        return {a.inside(expression::sum) + sign + b.inside(expression::product), expression::sum};
    }
    static expression compared(const expression& a, const char* relation, const expression& b) {
        return {a.inside(expression::sum) + relation + b.inside(expression::sum), expression::comparison};
    }
    /// Empty unless both are known.
    static expression joined(const expression& a, const expression& b) {
        if (a.text.empty() || b.text.empty()) return {};
        return {a.inside(expression::comparison) + " && " + b.inside(expression::comparison), expression::both};
    }
    /// The known ones.
    static expression either(const expression& a, const expression& b) {
        if (a.text.empty() || b.text.empty()) return a.text.empty() ? b : a;
        return {a.inside(expression::comparison) + " || " + b.inside(expression::comparison), expression::either};
    }

    term_facts facts_;
    const variables& v_;
    const tile_corners& tile_;
};

/// The kind of a tile as a character, as in written_tiles. Empty if no tile can be found to be full or skipped.
struct written_kind {
    std::string text{};
    bool has_skipped = false;
};
inline written_kind kind_of_range(const written_range& mask) {
    if (mask.always.text.empty() && mask.never.text.empty()) return {};
    const bool has_skipped = !mask.never.text.empty();
    const auto first = [](const expression& holds, const char* kind) {
        return holds.text.empty() ? std::string() : holds.inside(expression::comparison) + " ? '" + kind + "' : ";
    };
    return {first(mask.never, "-") + first(mask.always, "#") + "'x'", has_skipped};
}

}  // namespace heed::detail::emitted
