// SPDX-License-Identifier: BSL-1.0
// The axes of a product that is read through a map: the order of computation, and how its operands are then read.
#pragma once

#include <heed/shape/index_map.hpp>

#include <cstddef>

namespace heed::detail {

/// How an operand is read, and its shape in the computation.
struct operand_axes {
    index_map through;
    shape dims;
};

/// A product of shape `old` that is read through `map` as a tensor of shape `read`. It is computed with the leading
/// axes in the order of the result, then its rows and columns, which are exchanged if flipped: (A B)^T = B^T A^T. If
/// rows or columns are split, the last part takes their place and the others become leading axes.
class product_axes {
public:
    constexpr product_axes(const shape& old, const index_map& map, const shape& read, bool flipped)
        : old_(old), map_(map), flipped_(flipped) {
        to_result_.rank = read.rank;
        const auto row = static_cast<std::size_t>(map.from[old.rank - 2]);
        const auto col = static_cast<std::size_t>(map.from[old.rank - 1]);
        for (std::size_t axis = 0; axis < read.rank; ++axis)
            if (axis != row && axis != col) add_axis(axis, read);
        add_axis(flipped ? col : row, read);
        add_axis(flipped ? row : col, read);
    }

    constexpr const shape& dims() const { return dims_; }
    /// Maps the index of the reader to that of the product.
    constexpr const index_map& to_result() const { return to_result_; }

    /// The operands in the computation: `old` is the shape in the formula, `inner` the axis of the sums.
    constexpr operand_axes left(const shape& old, const extent& inner) const { return operand(old, inner, true); }
    constexpr operand_axes right(const shape& old, const extent& inner) const { return operand(old, inner, false); }

private:
    constexpr void add_axis(std::size_t axis, const shape& read) {
        place_[axis] = dims_.rank;
        to_result_.from[dims_.rank] = static_cast<signed char>(axis);
        dims_.push_back(read[axis]);
    }

    constexpr operand_axes operand(const shape& old, const extent& inner, bool goes_left) const {
        const bool was_left = goes_left != flipped_;
        const std::size_t row = dims_.rank - 2, col = dims_.rank - 1, old_row = old.rank - 2, old_col = old.rank - 1;
        const std::size_t kept = goes_left ? row : col, summed = goes_left ? col : row;
        const std::size_t old_kept = was_left ? old_row : old_col, old_summed = was_left ? old_col : old_row;
        operand_axes axes{leading_axes(old), dims_};
        axes.dims[summed] = inner;
        axes.through.from[old_kept] = static_cast<signed char>(kept);
        const std::size_t kept_in_product = was_left ? old_.rank - 2 : old_.rank - 1;
        axes.through.offset[old_kept] = map_.offset[kept_in_product];
        add_links(axes.through, old_kept, kept_in_product);
        axes.through.from[old_summed] = static_cast<signed char>(summed);
        return axes;
    }

    /// Axes before rows and columns: aligned from the right, and repeated if the product has more of them.
    constexpr index_map leading_axes(const shape& old) const {
        index_map through;
        through.rank = old.rank;
        for (std::size_t axis = 0; axis + 2 < old.rank; ++axis) {
            const std::size_t aligned = axis + old_.rank - old.rank;
            if (old[axis].size != old_[aligned].size) {
                through.from[axis] = index_map::fixed;
                continue;
            }
            through.from[axis] = static_cast<signed char>(place_[static_cast<std::size_t>(map_.from[aligned])]);
            through.offset[axis] = map_.offset[aligned];
            add_links(through, axis, aligned);
        }
        return through;
    }

    /// Splits axis `inner` of an operand like axis `old` of the product.
    constexpr void add_links(index_map& through, std::size_t inner, std::size_t old) const {
        for (index_link link : map_.links) {
            if (link.inner != static_cast<signed char>(old)) continue;
            link.inner = static_cast<signed char>(inner);
            link.outer = static_cast<signed char>(place_[static_cast<std::size_t>(link.outer)]);
            through.add_link(link);
        }
    }

    shape old_;
    index_map map_;
    bool flipped_;
    shape dims_{};
    index_map to_result_{};
    std::size_t place_[max_rank]{};  ///< for each axis of the reader, the axis of the product
};

}  // namespace heed::detail
