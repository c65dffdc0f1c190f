// SPDX-License-Identifier: BSL-1.0
// The sums of parts of the tiles of a matrix, which threads form side by side (lower/tile_sums.hpp), and the step that
// adds them up.
#pragma once

#include <heed/lower/drafts.hpp>

#include <cstddef>

namespace heed::detail {

/// The sums of part 0 of a product over `domain`, in a buffer. The number of the part is the index of one more leading
/// axis.
constexpr slot slot_of_sums(std::size_t id, const buffer& of, std::size_t parts, const shape& domain) {
    slot s{.place = slot::buffer, .id = id, .offset = of.offset};
    const std::size_t part_axis = domain.rank - 2;
    s.loop_rank = domain.rank;
    s.col_stride = 1;
    s.row_stride = domain.from_right(0).size;
    s.batch_stride[part_axis] = s.row_stride * domain.from_right(1).size;
    std::size_t matrices = parts;
    for (std::size_t a = part_axis; a-- > 0; matrices *= domain[a].size)
        s.batch_stride[a] = matrices * s.batch_stride[part_axis];
    return s;
}
/// The same of another part, for the rows of a tile.
constexpr slot slot_of_part(slot sums, std::size_t part, const shape& domain) {
    std::size_t& stride = sums.batch_stride[domain.rank - 2];
    sums.offset += part * stride;
    sums.moves_with_tile = true;
    stride = 0;
    return sums;
}

/// The terms of a step that adds parts in slots 1 ... in their order, and applies to the sum what the product has for
/// its own.
template <std::size_t Most>
class sum_of_parts {
public:
    constexpr sum_of_parts(static_vector<term, Most>& terms, std::size_t parts)
        : terms_(terms), first_(terms.size()), parts_(parts) {
        sum_ = add({.kind = term::load, .slot = 1});
        for (std::size_t p = 1; p < parts; ++p) {
            const std::size_t part = add({.kind = term::load, .slot = 1 + p});
            sum_ = add({.kind = term::apply, .f = function::add, .operands = {sum_, part}});
        }
    }

    /// A term of the product; its operands were added before.
    constexpr void add_of_product(term t) {
        if (t.kind == term::core)
            t = {.kind = term::apply, .f = function::copy, .operands = {sum_}};
        else
            shift(t);
        add(t);
    }
    /// Where term `t` of the product is.
    constexpr std::size_t position_of(std::size_t t) const { return own_terms() + t; }
    constexpr std::size_t sum() const { return sum_; }

private:
    constexpr std::size_t own_terms() const { return 2 * parts_ - 1; }
    constexpr void shift(term& t) const {
        if (t.kind == term::load || t.kind == term::look_up) t.slot += parts_ - product_slot::right;
        for (std::size_t i = 0; i < operand_count_of(t); ++i) t.operands[i] += own_terms();
    }
    constexpr std::size_t add(const term& t) {
        terms_.push_back(t);
        return terms_.size() - 1 - first_;
    }

    static_vector<term, Most>& terms_;
    std::size_t first_, parts_, sum_ = 0;
};

}  // namespace heed::detail
