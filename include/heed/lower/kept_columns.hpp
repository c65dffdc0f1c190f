// SPDX-License-Identifier: BSL-1.0
// Which steps of a nest take only the columns that a mask leaves to the rows of a tile. Weights are 0 where scores are
// masked: a product of them, or of what is multiplied by them, needs none of these columns, and then nobody needs what
// the nest would write there. In a backward pass these are all products over queries and keys.
#pragma once

#include <heed/lower/score_mask.hpp>
#include <heed/lower/tiles.hpp>

#include <cstddef>

namespace heed::detail {

/// What a step takes only a part of: of all columns that scores have, those from the first to the last that a mask
/// leaves to the rows of the tile.
struct kept_axis {
    static constexpr std::size_t none = 0;
    static constexpr std::size_t columns = 1;  ///< of what is written, or reduced
    static constexpr std::size_t terms = 2;    ///< of a product: columns of the left operand, rows of the right one
    static constexpr std::size_t rows = 3;     ///< of a product that sums tiles
};
struct kept_part {
    std::size_t axis = kept_axis::none;
    std::size_t masked = 0;  ///< the step of the nest that masks the scores
};

/// Not a template, so that all plans share it.
class column_keeping {
public:
    constexpr column_keeping(const plan_view& p, const nest& n) : plan_(p), nest_(n) {}

    constexpr kept_part of(std::size_t step) {
        if (nest_.step_count > most_steps || nest_.rows.size < 2) return {};
        for (std::size_t s = nest_.first_step; s < end(); ++s)
            if (is_softmax(kernel_of(s)) || keeps_weights(kernel_of(s))) keep_for(s);
        return part(step);
    }

private:
    constexpr const kernel& kernel_of(std::size_t s) const { return plan_.kernels[plan_.steps[s].kernel]; }
    constexpr const slot& slot_at(std::size_t s, std::size_t i) const { return plan_.slot_at(plan_.steps[s], i); }
    constexpr const term& term_of(std::size_t s, std::size_t t) const {
        return plan_.terms[kernel_of(s).first_term + t];
    }
    static constexpr bool is_softmax(const kernel& k) {
        return k.loop == skeleton::rows && k.row.weights == normalisation::softmax;
    }

    /// Weights of scores whose log-sum-exp is known: keep(mask, exp(scores - sum)), 0 where the mask does not hold.
    constexpr bool keeps_weights(const kernel& k) const {
        if (k.loop != skeleton::product || k.epilogue == no_term) return false;
        const term& t = plan_.terms[k.first_term + k.epilogue];
        return t.kind == term::apply && t.f == function::keep;
    }

    constexpr std::size_t end() const { return nest_.first_step + nest_.step_count; }
    constexpr kept_part part(std::size_t s) const {
        return {axes_[s - nest_.first_step], masks_[s - nest_.first_step]};
    }

    /// For the weights that a step writes. A step takes the part of the first mask that leaves one.
    constexpr void keep_for(std::size_t weights) {
        weights_ = weights;
        masked_ = weights;
        if (is_softmax(kernel_of(weights))) {
            const term& scores = term_of(weights, kernel_of(weights).prologue);
            if (scores.kind == term::load) masked_ = writer_of(slot_at(weights, scores.slot), false);
            if (masked_ == no_step || !masks_scores(plan_, kernel_of(masked_))) return;
            columns_ = kernel_of(weights).row.length;
        } else {
            columns_ = kernel_of(weights).cols;
        }
        if (columns_ <= key_block || !decides(masked_, mask_of_kernel(plan_, kernel_of(masked_)))) return;
        for (std::size_t s = end(); s-- > nest_.first_step;)  // readers before writers
            if (part(s).axis == kept_axis::none) {
                axes_[s - nest_.first_step] = axis_of(s);
                masks_[s - nest_.first_step] = masked_;
            }
    }

    /// Whether a mask says something about tiles: whether it compares indices and single numbers.
    constexpr bool decides(std::size_t s, std::size_t t) const {
        const term& at = term_of(s, t);
        if (at.kind != term::apply) return false;
        if (at.f == function::both) return decides(s, at.operands[0]) || decides(s, at.operands[1]);
        if (at.f == function::either) return decides(s, at.operands[0]) && decides(s, at.operands[1]);
        return is_of_indices(s, t);
    }
    constexpr bool is_of_indices(std::size_t s, std::size_t t) const {
        const term& at = term_of(s, t);
        if (at.kind == term::load) return is_number(slot_at(s, at.slot)) || slot_at(s, at.slot).place == slot::index;
        for (std::size_t i = 0; i < operand_count_of(at); ++i)
            if (!is_of_indices(s, at.operands[i])) return false;
        return at.kind == term::apply;
    }

    constexpr std::size_t axis_of(std::size_t s) const {
        const kernel& k = kernel_of(s);
        if (k.loop == skeleton::product) return axis_of_product(s, k);
        if (k.loop == skeleton::reduce) {
            const bool is_sum = k.row.reduce == reduction::sum && k.row.length == columns_;
            return is_sum && is_zero(s, k.prologue, false) ? kept_axis::columns : kept_axis::none;
        }
        const bool writes_columns = k.loop == skeleton::map ? k.cols == columns_ : s == weights_;
        return writes_columns && is_kept_by_readers(s) ? kept_axis::columns : kept_axis::none;
    }
    constexpr std::size_t axis_of_product(std::size_t s, const kernel& k) const {
        const product_loop& p = k.product;
        const slot& left = slot_at(s, product_slot::left);
        if (p.adds_rows || p.continues || p.depth_lanes > 0 || p.sweeps_rows) return kept_axis::none;
        if (slot_at(s, product_slot::right).panel_rows != 0) return kept_axis::none;
        if (p.sums_tiles) return p.rows == columns_ && has_zeros(left, true) ? kept_axis::rows : kept_axis::none;
        if (p.inner == columns_ && has_zeros(left, false)) return kept_axis::terms;
        return k.cols == columns_ && is_kept_by_readers(s) ? kept_axis::columns : kept_axis::none;
    }

    /// Whether only kept columns of a result are read.
    constexpr bool is_kept_by_readers(std::size_t writer) const {
        const slot& written = slot_at(writer, result_slot);
        if (!is_tile(written)) return false;
        for (std::size_t s = nest_.first_step; s < end(); ++s)
            for (std::size_t i = 0; i < plan_.steps[s].slot_count; ++i)
                if (s != writer && is_same_buffer(slot_at(s, i), written) && !reads_kept(s, i, written)) return false;
        return true;
    }
    constexpr bool reads_kept(std::size_t s, std::size_t i, const slot& written) const {
        const std::size_t axis = part(s).axis;
        if (axis == kept_axis::none || part(s).masked != masked_ || i == result_slot) return false;
        const bool is_left = kernel_of(s).loop == skeleton::product && i == product_slot::left;
        const bool is_right = kernel_of(s).loop == skeleton::product && i == product_slot::right;
        if (is_right || is_left == (axis == kept_axis::columns)) return false;
        return lies_as(slot_at(s, i), written, axis == kept_axis::rows);
    }

    // Where values are 0 outside of the mask.

    constexpr bool has_zeros(const slot& s, bool is_transposed) const {
        const std::size_t writer = writer_of(s, is_transposed);
        if (writer == no_step) return false;
        const kernel& k = kernel_of(writer);
        if (writer == weights_) return !is_softmax(k) || k.epilogue == no_term || is_zero(writer, k.epilogue, true);
        if (k.loop == skeleton::product)
            return k.cols == columns_ && k.epilogue != no_term && is_zero(writer, k.epilogue, false);
        return k.loop == skeleton::map && k.cols == columns_ && is_zero(writer, k.prologue, false);
    }
    constexpr bool is_zero(std::size_t s, std::size_t t, bool is_core_zero) const {
        const term& at = term_of(s, t);
        if (at.kind == term::core) return is_core_zero;
        if (at.kind == term::load) return has_zeros(slot_at(s, at.slot), false);
        if (at.kind != term::apply) return false;
        const auto operand = [&](std::size_t i) { return is_zero(s, at.operands[i], is_core_zero); };
        switch (at.f) {
            case function::copy:
            case function::negate:
            case function::divide: return operand(0);
            case function::keep: return operand(1);
            case function::multiply: return operand(0) || operand(1);
            case function::add:
            case function::subtract: return operand(0) && operand(1);
            default: return false;
        }
    }

    // Tiles that steps pass on.

    static constexpr std::size_t no_step = static_cast<std::size_t>(-1);

    constexpr bool is_tile(const slot& s) const { return s.place == slot::buffer && plan_.buffers.begin()[s.id].tile; }
    static constexpr bool is_same_buffer(const slot& a, const slot& b) { return a.place == b.place && a.id == b.id; }
    /// The only step of the nest that writes a tile, where this slot reads the same element at the same place.
    constexpr std::size_t writer_of(const slot& read, bool is_transposed) const {
        std::size_t writer = no_step;
        if (!is_tile(read)) return no_step;
        for (std::size_t s = nest_.first_step; s < end(); ++s) {
            if (!is_same_buffer(slot_at(s, result_slot), read)) continue;
            if (writer != no_step) return no_step;
            writer = s;
        }
        const bool is_found = writer != no_step && lies_as(read, slot_at(writer, result_slot), is_transposed);
        return is_found ? writer : no_step;
    }
    static constexpr bool lies_as(const slot& read, const slot& written, bool is_transposed) {
        const std::size_t row = is_transposed ? read.col_stride : read.row_stride;
        const std::size_t col = is_transposed ? read.row_stride : read.col_stride;
        return row == written.row_stride && col == written.col_stride && read.offset == written.offset &&
               read.divisor == 1 && !read.is_looked_up;
    }

    static constexpr std::size_t most_steps = 64;

    plan_view plan_;
    const nest& nest_;
    std::size_t weights_ = 0;
    std::size_t masked_ = 0;                                ///< the step that masks its scores
    std::size_t columns_ = 0;                               ///< as many as scores in a row
    std::size_t axes_[most_steps]{}, masks_[most_steps]{};  ///< of the steps of the nest
};

/// Columns first ... first + count - 1.
struct column_range {
    std::size_t first, count;
};

/// Finds the columns from the first to the last block of key_block of which a mask leaves something. is_empty(columns)
/// says that it leaves nothing of them; it is asked for many blocks at once.
template <class IsEmpty>
class kept_blocks {
public:
    constexpr kept_blocks(std::size_t columns, const IsEmpty& is_empty) : columns_(columns), is_empty_(is_empty) {}

    constexpr column_range range() const {
        const std::size_t blocks = (columns_ + key_block - 1) / key_block, first = first_in(0, blocks);
        return first == blocks ? column_range{0, 0} : between(first, end_in(first, blocks));
    }

private:
    constexpr column_range between(std::size_t begin, std::size_t end) const {
        return {begin * key_block, smaller_of(end * key_block, columns_) - begin * key_block};
    }
    constexpr bool is_empty(std::size_t begin, std::size_t end) const {
        return begin == end || is_empty_(between(begin, end));
    }
    /// `end` if there is none.
    constexpr std::size_t first_in(std::size_t begin, std::size_t end) const {
        if (is_empty(begin, end)) return end;
        if (end - begin == 1) return begin;
        const std::size_t middle = begin + (end - begin) / 2, first = first_in(begin, middle);
        return first < middle ? first : first_in(middle, end);
    }
    /// `begin` if there is none.
    constexpr std::size_t end_in(std::size_t begin, std::size_t end) const {
        if (is_empty(begin, end)) return begin;
        if (end - begin == 1) return end;
        const std::size_t middle = begin + (end - begin) / 2, last = end_in(middle, end);
        return last > middle ? last : end_in(begin, middle);
    }

    std::size_t columns_;
    const IsEmpty& is_empty_;
};

/// Step `s` of a plan.
constexpr kept_part kept_part_of(const plan_view& p, std::size_t s) {
    return column_keeping(p, p.nests[nest_of_step(p, s)]).of(s);
}

}  // namespace heed::detail
