// SPDX-License-Identifier: BSL-1.0
// A machine that records a kernel as text: its loops, arrays, values and notes, for numbers T. Widest is the number of
// lanes of a register; 1 if there are none.
#pragma once

#include <heed/lower/loop_part.hpp>
#include <heed/lower/plan.hpp>
#include <heed/lower/tiles.hpp>
#include <heed/machine/names.hpp>
#include <heed/machine/recorded_functions.hpp>
#include <heed/machine/written_index.hpp>
#include <heed/simd/for_registers.hpp>

#include <cstddef>
#include <limits>
#include <string>

namespace heed::detail {

/// Memory, starting at an element.
struct written_memory {
    std::string array;
    written_index base{0};

    recording::element at(const written_index& j) const { return {array, (base + j).text()}; }
};

/// A loop that is being recorded. One of at most one iteration is not written as a loop.
class written_loop {
public:
    written_loop(recording::routine& r, names& taken, const std::string& name, const written_index& begin,
                 const written_index& end, std::size_t step, bool is_unrolled)
        : r_(r), taken_(taken), before_(taken.size()), index_(begin) {
        const bool is_known = begin.is_number() && end.is_number();
        is_empty_ = is_known && begin.number() >= end.number();
        is_written_ = !is_known || begin.number() + step < end.number();
        if (!is_written_) return;
        const std::string variable = taken.claim_unused(name);
        r.open(variable, begin.text(), end.text(), step, is_unrolled);
        index_ = written_index(variable);
    }

    bool is_empty() const { return is_empty_; }
    const written_index& index() const { return index_; }
    void close() {
        if (!is_written_) return;
        r_.close();
        taken_.forget_after(before_);
    }

private:
    recording::routine& r_;
    names& taken_;
    std::size_t before_;
    written_index index_;
    bool is_empty_ = false, is_written_ = false;
};

/// For functions of rows, which have no operands of a plan.
struct no_operands {};

/// What all kernels use: notes, loops, memory, conditional values.
template <class T>
class writing_statements {
protected:
    using operation = recording::operation;
    using kind = recording::kind;

public:
    using number = recorded<T, 1>;
    using loop_index = written_index;

    writing_statements(recording::routine& r, names& taken) : r_(&r), taken_(&taken) {}

    void note(const char* words) const { r_->add_note(words); }
    template <loop_part Part, class F>
    void part(const F& f) const {
        r_->mark(static_cast<std::size_t>(Part));
        f();
    }

    template <class F>
    void loop(const std::string& name, const written_index& begin, const written_index& end, std::size_t step,
              const F& f, bool is_unrolled = false) const {
        written_loop here(*r_, *taken_, name, begin, end, step, is_unrolled);
        if (here.is_empty()) return;
        f(here.index());
        here.close();
    }

    // Sums.

    /// The variable `sum` grows by the terms term(begin) ... term(end - 1).
    template <class Sum, class Term>
    void add_terms(Sum& sum, const std::string& index, const written_index& begin, const written_index& end,
                   const Term& term) const {
        using V = decltype(term(begin));
        loop(index, begin, end, 1, [&](const written_index& k) { sum = V(V(sum) + term(k)); });
    }
    /// So many terms, in blocks of `block` (lower/tiles.hpp).
    struct blocks_of_terms {
        written_index count;
        std::size_t block;
    };
    /// The same for terms from 0 on in blocks, the first of which begins with `sum`. zero() declares the sum of a
    /// block.
    template <class Sum, class Zero, class Term>
    void add_terms_in_blocks(Sum& sum, const Zero& zero, const std::string& index, const blocks_of_terms& terms,
                             const Term& term) const {
        const written_index& count = terms.count;
        const std::size_t size = terms.block;
        using V = decltype(term(count));
        const std::string n = std::to_string(size);
        add_terms(sum, index, 0, written_index('(' + count.text() + " < " + n + " ? " + count.text() + " : " + n + ')'),
                  term);
        loop("first", size, count, size, [&](const written_index& first) {
            const written_index end = end_of_block(first, count, size);
            auto block = zero();
            add_terms(block, index, first, end, term);
            sum = V(V(sum) + V(block));
        });
    }
    /// A variable: the rest of n from `first` on, at most `most`.
    written_index rest_of(const written_index& n, const written_index& first, std::size_t most,
                          const char* name = "count") const {
        const std::string count = taken_->claim_unused(name), left = n.text() + " - " + first.text();
        r_->perform("const int " + count + " = " + left + " < " + std::to_string(most) + " ? " + left + " : " +
                    std::to_string(most));
        return written_index(count);
    }
    /// A variable: where a block of at most `size` of `count` ends.
    written_index end_of_block(const written_index& first, const written_index& count, std::size_t size) const {
        const std::string end = taken_->claim_unused("end"), n = std::to_string(size);
        r_->perform("const int " + end + " = " + count.text() + " - " + first.text() + " < " + n + " ? " +
                    count.text() + " : " + first.text() + " + " + n);
        return written_index(end);
    }

    // Memory.

    written_memory declared(const std::string& name, std::size_t elements) const {
        const written_memory memory{taken_->claim_unused(name)};
        r_->add_array(memory.array, elements);
        return memory;
    }
    template <class V>
    V load(const written_memory& x, const written_index& j) const {
        return V({r_, r_->add({.what = operation::load, .is = kind::real, .lanes = lanes<V>::count, .from = x.at(j)})});
    }
    template <class V>
    void store(const written_memory& x, const written_index& j, const V& v) const {
        r_->store(x.at(j), v.in(*r_), lanes<V>::count);
    }

    static written_memory from(const written_memory& x, const written_index& first) {
        return {x.array, x.base + first};
    }

    // Values.

    typename lanes<number>::variable variable_at_zero(const char* name) const {
        typename lanes<number>::variable x = number({r_, number(T(0)).in(*r_)});
        known_as(name, number(x));
        return x;
    }
    template <class F>
    auto zero_where(const recording::truth& holds, const F& otherwise) const {
        using V = decltype(otherwise());
        return V(choose(holds, V(T(0)), otherwise()));
    }
    template <class V, class F>
    V either(const recording::truth& holds, const V& x, const F& otherwise) const {
        return V(choose(holds, x, otherwise()));
    }
    static number minus_infinity() { return number(-std::numeric_limits<T>::infinity()); }
    /// A dynamic length is a number computed at run time.
    number count_as_number(const written_index& n) const {
        if (n.is_number()) return number(static_cast<T>(n.number()));
        return number({r_, r_->add(operation::real_of_count, kind::real, 1, {r_->add_index(n.text())})});
    }

protected:
    recording::routine* r_;
    names* taken_;
};

template <class T, std::size_t Widest, class Operands = no_operands>
class writing : public writing_statements<T> {
    using base = writing_statements<T>;
    using typename base::kind;
    using typename base::operation;
    template <std::size_t L>
    using lanes_of = recorded<T, L>;

protected:
    using base::r_;
    const Operands* operands_;

public:
    using base::load;
    using base::loop;
    using base::part;
    using typename base::number;

    template <std::size_t N>
    struct array : written_memory {
        array(const writing& m, const char* name) : written_memory(m.declared(name, N)) {}
    };

    writing(recording::routine& r, names& taken, const Operands& operands = {})
        : base(r, taken), operands_(&operands) {}

    template <std::size_t Width, class F>
    void in_registers(const F& f) const {
        if constexpr (Widest > 1) f.template operator()<lanes_of<(Width < Widest ? Width : Widest)>>();
    }
    template <std::size_t Width, class F>
    void loop_rest(const char* name, const written_index& n, const F& f) const {
        loop(name, Widest > 1 ? n / Width * Width : written_index(0), n, 1, f);
    }

    // An emitted file computes a row first and then folds it: the same bits, in loops that are easier to read.

    static void fetch_next_result(const written_index&, const written_index&) {}
    static constexpr bool folds_pieces = false;
    static constexpr bool sums_in_blocks = false;  // of the functions below, those of blocks are functions of their own
    static constexpr std::size_t folds_side_by_side = 1;
    template <std::size_t Numbers, class F>
    void groups(const char* name, const written_index& first, const written_index& count, const F& f) const {
        loop(name, first, first + count, Numbers, [&](const written_index& j) { f(j, Numbers); });
    }
    template <std::size_t, class F>
    static void along_groups(const written_index&, const written_index&, const F&) {}
    template <std::size_t, class F>
    static void along_rest(const written_index&, const F&) {}

    /// A call of a function of n numbers from x on, and of further arguments.
    template <class... More>
    number call_of_row(const char* function, const written_memory& x, const written_index& n,
                       const More&... more) const {
        return number({r_, r_->add({.what = operation::call_of_row,
                                    .is = kind::real,
                                    .operands = {r_->add_index(n.text()), more.in(*r_)...},
                                    .text = function,
                                    .from = x.at(0)})});
    }

    // What kernels of a plan use.

    template <class F>
    void rows(const F& f) const {
        f(written_index(operands_->row()));
    }
    written_index row_length() const { return operands_->row_length(); }

    template <class F>
    void along_row(const F& f) const {
        along(row_length(), true, f);
    }
    template <class F>
    void along_prologue(const F& f) const {
        along(row_length(), operands_->reads_in_registers(), f);
    }
    template <class F>
    void along_result(const F& f) const {
        along(operands_->columns(), operands_->has_dense_result() && operands_->reads_in_registers(), f);
    }

    template <class V>
    V prologue(const written_index& i, const written_index& j) const {
        return operands_->template prologue<V>(*r_, i, j);
    }
    template <class V>
    void set_result(const written_index& i, const written_index& j, const V& x) const {
        r_->store(operands_->result(i, j), x.in(*r_), lanes<V>::count);
    }
    number load_result(const written_index& i, const written_index& j) const {
        return operands_->template operand<number>(*r_, 0, i, j);
    }
    /// The operand of the epilogue gets a name, because the epilogue may use it more than once.
    template <class V>
    void finish_result(const written_index& i, const written_index& j, const V& core) const {
        if (!operands_->has_epilogue()) return set_result(i, j, core);
        const V named_core = known_as(operands_->name_of_core(), core);
        set_result(i, j, operands_->template epilogue<V>(*r_, i, j, named_core));
    }

    template <class F>
    void keep_log_sum(const written_index& i, const F& f) const {
        if (operands_->k().log_sums == no_slot) return;
        const number sum = f();
        r_->store(operands_->log_sum(i), sum.in(*r_), 1);
    }

    written_memory row_to_compute(const written_index& i) const {
        if (!operands_->has_dense_result()) return scratch_row("weight");
        const recording::element first = operands_->result(i, 0);
        return {first.array, first.index == "0" ? written_index(0) : written_index(first.index, true)};
    }
    written_memory scratch_row(const char* name) const { return base::declared(name, operands_->k().row.length); }
    void finish_row(const written_index& i, const written_memory& row) const {
        if (operands_->has_dense_result() && !operands_->has_epilogue()) return;
        base::template part<loop_part::write>([&]() {
            along(row_length(), false,
                  [&]<class V>(const written_index& j) { finish_result(i, j, base::template load<V>(row, j)); });
        });
    }

    number epsilon(const written_index& i) const {
        return operands_->template operand<number>(*r_, row_slot::epsilon, i, 0);
    }

    written_memory square(const char* name, std::size_t) const {
        return base::declared(name, operands_->k().row.length * operands_->k().row.length);
    }
    template <class F>
    void lines(const F& f) const {
        loop(operands_->row_name(), 0, row_length(), 1, f);
    }
    template <class F>
    void along_numbers(const F& f) const {
        along(row_length(), false, f);
    }
    void invert(const written_memory& left, const written_memory& right) const {
        r_->perform("invert(" + left.array + ", " + right.array + ", " + std::to_string(operands_->k().row.length) +
                    ')');
    }

private:
    /// Along a row: whole registers, then halves of them for the remainder, down to single numbers, as for_row does.
    template <class F>
    void along(const written_index& n, bool in_registers_too, const F& f) const {
        if (in_registers_too)
            along_from<Widest>(0, n, f);
        else
            along_from<1>(0, n, f);
    }
    template <std::size_t Lanes, class F>
    void along_from(const written_index& first, const written_index& n, const F& f) const {
        const written_index whole = n / Lanes * Lanes;
        loop(operands_->column_name(), first, whole, Lanes,
             [&](const written_index& j) { f.template operator()<lanes_of<Lanes>>(j); });
        if constexpr (Lanes > 1) {
            constexpr bool has_narrower = Lanes > least_lanes_of_rest<T>;
            if (has_narrower || n.is_number())
                along_from<Lanes / 2>(whole, n, f);
            else
                along_from<1>(whole, n, f);
        }
    }
};

// Functions of rows are also functions of the emitted file.

/// Whether a row is known to be one block of a sum (kernel/row_folds.hpp).
inline bool is_one_block_of_row(const written_index& n) { return n.is_number() && n.number() <= numbers_of_block; }
template <class T, std::size_t W, class O>
recorded<T, 1> sum_of_row(const writing<T, W, O>& m, const written_memory& x, const written_index& n) {
    return m.call_of_row(is_one_block_of_row(n) ? "sum_of_row" : "sum_of_long_row", x, n);
}
template <class T, std::size_t W, class O>
recorded<T, 1> sum_of_squares(const writing<T, W, O>& m, const written_memory& x, const written_index& n) {
    return m.call_of_row(is_one_block_of_row(n) ? "sum_of_squares" : "sum_of_squares_of_long_row", x, n);
}
template <class Fold, class T, std::size_t W, class O>
recorded<T, 1> folded_row(const writing<T, W, O>& m, const written_memory& x, const written_index& n) {
    return m.call_of_row(Fold::traits.function, x, n);
}
template <class T, std::size_t W, class O>
recorded<T, 1> sum_of_powers(const writing<T, W, O>& m, const written_memory& x, const written_index& n,
                             const recorded<T, 1>& shift) {
    return m.call_of_row(is_one_block_of_row(n) ? "sum_of_powers" : "sum_of_powers_of_long_row", x, n, shift);
}

}  // namespace heed::detail
