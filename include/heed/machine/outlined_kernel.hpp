// SPDX-License-Identifier: BSL-1.0
// What kernels of a plan ask of the machine that outlines: rows, their numbers, formulas around the loop, the result.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/machine/outlining.hpp>

#include <cstddef>

namespace heed::detail {

/// What the loops of a step of a plan read, write and take, for so many rows.
struct outlined_step {
    kernel k{};
    std::size_t rows = 0;
    std::size_t element_bytes = 0;
    bool has_dense_result = false;
    bool is_packed = false;                 ///< product: the right operand is
    bool reads_right_in_registers = false;  ///< product: along rows of the right operand
    outline_tally prologue{}, epilogue{};   ///< of an element
};

/// Elements that a formula of a step reads to make one.
template <std::size_t Capacity>
constexpr std::size_t elements_read_by(const plan<Capacity>& p, const step& s, std::size_t root) {
    const term& t = p.terms[p.kernels[s.kernel].first_term + root];
    if (t.kind == term::core) return 0;
    if (t.kind == term::load) {
        const slot& read = p.slots[s.first_slot + t.slot];
        return is_number(read) || read.place == slot::index ? 0 : 1;
    }
    std::size_t n = 0;
    for (int i = 0; i < traits_of(t.f).operands; ++i) n += elements_read_by(p, s, t.operands[i]);
    return n;
}

/// The operations of a formula of a step at one element, and the elements that it reads.
template <std::size_t Capacity>
constexpr outline_tally tally_of_term(const plan<Capacity>& p, const step& s, std::size_t root) {
    outline_tally one;
    if (root == no_term) return one;
    add_term(one.work, p, s, root);
    one.work.visits = 0;
    one.loads = elements_read_by(p, s, root);
    return one;
}
/// Of numbers of so many bytes. `right_in_registers`: registers hold them, and the right operand is made of them.
template <std::size_t Capacity>
constexpr outlined_step step_to_outline(const plan<Capacity>& p, const step& s, std::size_t rows,
                                        std::size_t element_bytes, bool right_in_registers) {
    const kernel& k = p.kernels[s.kernel];
    outlined_step o{.k = k, .rows = rows, .element_bytes = element_bytes};
    o.has_dense_result = has_dense_rows(p.slots[s.first_slot]);
    if (k.loop == skeleton::product) {
        const slot& right = p.slots[s.first_slot + 2];
        o.is_packed = right.panel_rows != 0;
        o.reads_right_in_registers = right_in_registers && has_dense_rows(right);
    }
    o.prologue = tally_of_term(p, s, k.prologue);
    o.epilogue = tally_of_term(p, s, k.epilogue);
    return o;
}

template <std::size_t Widest>
class outlined_kernel : public outlining<Widest> {
    using base = outlining<Widest>;

public:
    using typename base::number;

    constexpr outlined_kernel(outline& o, const outlined_step& s) : base(o), s_(s) {}

    constexpr const kernel& k() const { return s_.k; }
    constexpr std::size_t row_length() const { return s_.k.inner; }

    template <class F>
    constexpr void rows(const F& f) const {
        along(outline_axis::row, s_.rows, [&]<class>(std::size_t i) { f(i); });
    }
    template <class F>
    constexpr void along_row(const F& f) const {
        in_registers_along(outline_axis::inner, s_.k.inner, f);
    }
    template <class F>
    constexpr void along_prologue(const F& f) const {
        in_registers_along(outline_axis::inner, s_.k.inner, f);
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

    static constexpr outlined_memory row_to_compute(std::size_t) { return {"x", 1}; }
    static constexpr outlined_memory scratch_row(const char* name) { return {name, 1}; }
    constexpr void finish_row(std::size_t i, const outlined_memory& row) const {
        if (s_.has_dense_result && s_.k.epilogue == no_term) return tree().last_stores_are_results();
        base::template part<loop_part::write>([&]() {
            along(outline_axis::inner, s_.k.inner,
                  [&]<class V>(std::size_t j) { this->finish_result(i, j, this->template load<V>(row, j)); });
        });
    }

    // Of the inverse.

    static constexpr outlined_memory square(const char* name, std::size_t) { return {name, 2}; }
    template <class F>
    constexpr void lines(const F& f) const {
        along(outline_axis::row, s_.k.inner, [&]<class>(std::size_t i) { f(i); });
    }
    template <class F>
    constexpr void along_numbers(const F& f) const {
        along(outline_axis::inner, s_.k.inner, f);
    }
    /// The elimination of scalar/elimination.hpp: for each column a pivot is found below the diagonal, its row is
    /// divided by it, and its multiples are subtracted from all others.
    constexpr void invert(const outlined_memory&, const outlined_memory&) const {
        const std::size_t n = s_.k.inner;
        const cost all{.multiply_adds = n * (n - 1) * 2 * n, .other_flops = n * 2 * n + flops_of_pivots(n)};
        tree().add(outline_node{.what = outline_node::eliminate, .extent = n, .own = {.work = all}});
    }

protected:
    using base::tree;
    constexpr const outlined_step& about() const { return s_; }

    /// f<number>(0) for all of n rounds.
    template <class F>
    constexpr void along(outline_axis axis, std::size_t n, const F& f) const {
        base::inside({.what = outline_node::loop, .axis = axis, .times = n, .extent = n},
                     [&]() { f.template operator()<number>(std::size_t{0}); });
    }
    /// A loop of n in steps; rounds() has form(times, size, f) for those that are alike.
    template <class Rounds>
    constexpr void in_forms(outline_axis axis, std::size_t n, std::size_t step, const Rounds& rounds) const {
        base::inside({.what = outline_node::loop, .axis = axis, .extent = n, .step = step}, rounds);
    }
    template <class F>
    constexpr void form(std::size_t times, std::size_t size, const F& f) const {
        if (times > 0) base::inside({.what = outline_node::form, .times = times, .extent = size}, f);
    }
    /// f(size, first) for whole blocks and for what is left.
    template <class F>
    constexpr void in_blocks(outline_axis axis, std::size_t n, std::size_t step, const F& f) const {
        const std::size_t whole = n / step, rest = n % step;
        in_forms(axis, n, step, [&]() {
            this->form(whole, step, [&]() { f(step, std::size_t{0}); });
            this->form(rest == 0 ? 0 : 1, rest, [&]() { f(rest, whole * step); });
        });
    }

private:
    /// Whole registers, and the numbers that are left.
    template <class F>
    constexpr void in_registers_along(outline_axis axis, std::size_t n, const F& f) const {
        if constexpr (Widest == 1) {
            along(axis, n, f);
        } else {
            const std::size_t whole = n / Widest;
            in_forms(axis, n, 1, [&]() {
                this->form(whole, Widest, [&]() { f.template operator()<outlined<Widest>>(std::size_t{0}); });
                this->form(n % Widest, 1, [&]() { f.template operator()<number>(whole * Widest); });
            });
        }
    }

    const outlined_step s_;
};

}  // namespace heed::detail
