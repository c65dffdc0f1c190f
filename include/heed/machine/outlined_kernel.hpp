// SPDX-License-Identifier: BSL-1.0
// The machine that outlines a kernel of a plan: rows, formulas around the loop, the result.
#pragma once

#include <heed/machine/outlining.hpp>
#include <heed/machine/step_to_outline.hpp>

#include <cstddef>

namespace heed::detail {

template <std::size_t Widest>
class outlined_kernel : public outlining<Widest> {
    using base = outlining<Widest>;

public:
    using typename base::number;

    constexpr outlined_kernel(outline& o, const outlined_step& s) : base(o), s_(s) {}

    constexpr const kernel& k() const { return s_.k; }
    constexpr std::size_t row_length() const { return s_.k.row.length; }

    template <class F>
    constexpr void rows(const F& f) const {
        along(outline_axis::row, s_.rows, [&]<class>(std::size_t i) { f(i); });
    }
    template <class F>
    constexpr void along_row(const F& f) const {
        in_registers_along(outline_axis::inner, s_.k.row.length, f);
    }
    template <class F>
    constexpr void along_prologue(const F& f) const {
        in_registers_along(outline_axis::inner, s_.k.row.length, f);
    }
    template <class F>
    constexpr void along_result(const F& f) const {
        in_registers_along(outline_axis::col, s_.k.cols, f);
    }

    template <class V>
    constexpr V prologue(std::size_t, std::size_t) const {
        tree().count(lanes<V>::count * s_.prologue);
        return {&tree(), tree().add(outline_value{.what = outline_value::prologue})};
    }
    template <class V>
    constexpr void set_result(std::size_t, std::size_t, const V& x) const {
        base::put({.what = outline_node::result}, x);
    }
    template <class V>
    constexpr void finish_result(std::size_t i, std::size_t j, const V& core) const {
        if (s_.k.epilogue == no_term) return set_result(i, j, core);
        tree().count(lanes<V>::count * s_.epilogue);
        const std::size_t made = tree().add(outline_value{.what = outline_value::finished, .left = core.id_in(tree())});
        set_result(i, j, V(&tree(), made));
    }

    template <class F>
    constexpr void keep_log_sum(std::size_t, const F& f) const {
        if (s_.k.log_sums != no_slot) base::put({.what = outline_node::log_sum}, f());
    }

    constexpr number epsilon(std::size_t) const {
        return {&tree(), tree().add(outline_value{.what = outline_value::element, .words = "epsilon"})};
    }

    static constexpr outlined_memory row_to_compute(std::size_t) { return {"x", 1}; }
    static constexpr outlined_memory scratch_row(const char* name) { return {name, 1}; }
    constexpr void finish_row(std::size_t i, const outlined_memory& row) const {
        if (s_.has_dense_result && s_.k.epilogue == no_term) return tree().last_stores_are_results();
        base::template part<loop_part::write>([&]() {
            along(outline_axis::inner, s_.k.row.length,
                  [&]<class V>(std::size_t j) { this->finish_result(i, j, this->template load<V>(row, j)); });
        });
    }

    // For the inverse.

    static constexpr outlined_memory square(const char* name, std::size_t) { return {name, 2}; }
    template <class F>
    constexpr void lines(const F& f) const {
        along(outline_axis::row, s_.k.row.length, [&]<class>(std::size_t i) { f(i); });
    }
    template <class F>
    constexpr void along_numbers(const F& f) const {
        along(outline_axis::inner, s_.k.row.length, f);
    }
    /// The elimination of scalar/elimination.hpp. For each column it finds a pivot below the diagonal, divides its row
    /// by the pivot, and subtracts multiples of that row from all others.
    constexpr void invert(const outlined_memory&, const outlined_memory&) const {
        const std::size_t n = s_.k.row.length;
        const cost all{.multiply_adds = n * (n - 1) * 2 * n, .other_flops = n * 2 * n + flops_of_pivots(n)};
        tree().add(outline_node{.what = outline_node::eliminate, .extent = n, .own = {.work = all}});
    }

protected:
    using base::along, base::form, base::in_forms, base::tree;
    constexpr const outlined_step& about() const { return s_; }

private:
    /// Whole registers, then halves of them for the remainder.
    template <class F>
    constexpr void in_registers_along(outline_axis axis, std::size_t n, const F& f) const {
        if constexpr (Widest == 1)
            along(axis, n, f);
        else
            in_forms(axis, n, 1, [&]() { this->template forms_from<Widest>(0, n, f); });
    }
    template <std::size_t Lanes, class F>
    constexpr void forms_from(std::size_t first, std::size_t n, const F& f) const {
        const std::size_t whole = n / Lanes * Lanes;
        form((whole - first) / Lanes, Lanes, [&]() { f.template operator()<outlined<Lanes>>(first); });
        if constexpr (Lanes > 1) forms_from<Lanes / 2>(whole, n, f);
    }

    const outlined_step s_;
};

}  // namespace heed::detail
