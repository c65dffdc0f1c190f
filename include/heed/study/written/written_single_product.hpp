// SPDX-License-Identifier: BSL-1.0
// The machine that writes products with single numbers: the kernel with blocks of one sum.
#pragma once

#include <heed/kernel/product.hpp>
#include <heed/lower/product_order.hpp>
#include <heed/machine/writing.hpp>
#include <heed/study/written/written_operands.hpp>

#include <cstddef>

namespace heed::detail::emitted {

/// For a single row: the loop over rows is in the file already.
template <class T>
class written_single_product : public writing<T, 1, written_operands> {
    using base = writing<T, 1, written_operands>;
    using base::operands_;
    using base::r_;

public:
    using base::base;
    using typename base::number;

    /// Only depth in lanes has another order of sums. Other loop orders give the same bits and are not used here.
    void run() const {
        if (operands_->k().product.depth_lanes > 0)
            depth_in_lanes_product_kernel(*this);
        else
            product_kernel(*this);
    }

    template <class F>
    void panels(const F& f) const {
        base::loop(operands_->column_name(), 0, operands_->columns(), 1, [&](const written_index& j) { f(one, j); });
    }
    template <class F>
    void row_blocks(std::size_t, const F& f) const {
        f(one, written_index(operands_->row()));
    }
    std::size_t whole_depth() const { return operands_->k().product.inner; }

    struct right_operand {};  ///< read in place
    static right_operand right_at(std::size_t, const written_index&) { return {}; }
    struct nothing_beside {};
    static nothing_beside fetching_rows(std::size_t, std::size_t, const written_index&) { return {}; }

    void add_block(std::size_t, std::size_t, const written_index& i, const written_index& j, std::size_t depth,
                   right_operand, nothing_beside) const {
        if (!operands_->end_of_terms().empty()) return add_tile(i, j);
        variable sum = operands_->k().product.continues ? read(result_slot, i, j) : zero();
        known_as("sum", number(sum));
        const auto product = [&](const written_index& k) { return term(i, j, k); };
        if (depth <= product_depth)
            base::add_terms(sum, operands_->inner_name(), 0, operands_->terms(), product);
        else
            base::add_terms_in_blocks(
                sum, [&]() { return base::variable_at_zero("block"); }, operands_->inner_name(),
                {operands_->terms(), product_depth}, product);
        base::finish_result(i, j, number(sum));
    }

    // Depth in lanes: partial sums in an array.

    static bool copies_rows() { return false; }
    static void copy_rows() {}
    template <class F>
    void column_groups(const F& f) const {
        panels(f);
    }
    void add_columns(std::size_t, const written_index& j) const {
        const std::size_t parts = operands_->k().product.depth_lanes, block = block_of_parts(operands_->k());
        const std::size_t depth = operands_->k().product.inner;
        const written_index i(operands_->row());
        const written_memory part = zeros("part", parts);
        if (depth <= block)
            add_to_parts(part, i, j, 0, depth);
        else
            base::loop("first", 0, depth, block, [&](const written_index& first) {
                const written_memory of_block = zeros("block", parts);
                add_to_parts(of_block, i, j, first, base::end_of_block(first, depth, block));
                base::loop("part_of_block", 0, parts, 1,
                           [&](const written_index& l) { add_to(part, l, base::template load<number>(of_block, l)); });
            });
        const number sum = sum_of_row(*this, part, written_index(parts));
        base::finish_result(i, j, operands_->k().product.continues ? number(read(result_slot, i, j) + sum) : sum);
    }

private:
    static constexpr std::size_t one = 1;
    using variable = typename lanes<number>::variable;

    written_memory zeros(const char* name, std::size_t elements) const {
        const written_memory memory{base::taken_->claim_unused(name)};
        r_->add_zeros(memory.array, elements);
        return memory;
    }
    void add_to(const written_memory& sums, const written_index& at, const number& x) const {
        base::store(sums, at, number(base::template load<number>(sums, at) + x));
    }
    void add_to_parts(const written_memory& sums, const written_index& i, const written_index& j,
                      const written_index& begin, const written_index& end) const {
        const std::size_t parts = operands_->k().product.depth_lanes;
        base::loop(operands_->inner_name(), begin, end, 1, [&](const written_index& k) {
            add_to(sums, k % parts, number(read(product_slot::left, i, k) * read(product_slot::right, k, j)));
        });
    }
    number term(const written_index& i, const written_index& j, const written_index& k) const {
        return number(read(product_slot::left, i, k) * read(product_slot::right, k, j));
    }
    /// The terms of a tile are added to the sums of those before. The last one completes them.
    void add_tile(const written_index& i, const written_index& j) const {
        const std::string &first = operands_->first_term(), &end = operands_->end_of_terms();
        variable sum = zero();
        known_as("sum", number(sum));
        base::add_terms(sum, operands_->inner_name(), written_index(first), written_index(end),
                        [&](const written_index& k) { return term(i, j, k); });
        r_->open_if(first + " > 0");
        sum = number(read(result_slot, i, j) + number(sum));
        r_->close();
        if (!operands_->has_epilogue()) return base::finish_result(i, j, number(sum));
        r_->open_if(end + " < " + std::to_string(operands_->k().product.inner));
        r_->store(operands_->result(i, j), number(sum).in(*r_), one);
        r_->close();
        r_->open_else();
        base::finish_result(i, j, number(sum));
        r_->close();
    }
    number zero() const { return number({r_, number(T(0)).in(*r_)}); }
    number read(std::size_t slot, const written_index& row, const written_index& col) const {
        return operands_->template operand<number>(*r_, slot, row, col);
    }
};

}  // namespace heed::detail::emitted
