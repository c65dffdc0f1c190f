// SPDX-License-Identifier: BSL-1.0
// A machine that outlines a kernel, also in constant expressions: a loop runs once for all iterations that are alike,
// and numbers count the operations on them. Widest is the number of lanes of a register; 1 if there are none.
#pragma once

#include <heed/machine/outline.hpp>
#include <heed/scalar/lanes.hpp>

#include <cstddef>
#include <limits>

namespace heed::detail {

/// A number, or a register of them, without a value: it counts operations and records what it is computed from.
template <std::size_t Lanes>
class outlined {
public:
    constexpr outlined() = default;
    constexpr outlined(double literal) : literal_(literal) {}  // NOLINT: literals mix with these
    constexpr outlined(outline* in, std::size_t id) : in_(in), id_(id) {}
    /// Broadcast.
    template <std::size_t One>
    requires(One == 1 && Lanes > 1) constexpr outlined(const outlined<One>& x)
        : in_(x.in()), id_(x.id()), literal_(x.literal()) {}  // NOLINT: as above

    constexpr outline* in() const { return in_; }
    constexpr std::size_t id() const { return id_; }
    constexpr double literal() const { return literal_; }
    /// The index among the values of an outline.
    constexpr std::size_t id_in(outline& o) const {
        return in_ != nullptr ? id_ : o.add(outline_value{.what = outline_value::literal, .real = literal_});
    }

    friend constexpr outlined operator+(const outlined& a, const outlined& b) {
        return arithmetic(outline_value::add, a, b);
    }
    friend constexpr outlined operator-(const outlined& a, const outlined& b) {
        return arithmetic(outline_value::subtract, a, b);
    }
    friend constexpr outlined operator*(const outlined& a, const outlined& b) {
        return arithmetic(outline_value::multiply, a, b);
    }
    friend constexpr outlined operator/(const outlined& a, const outlined& b) {
        return arithmetic(outline_value::divide, a, b);
    }
    /// Only tests for rows without numbers use it; these are not counted as operations of the formula.
    friend constexpr bool operator==(const outlined&, const outlined&) { return false; }

    /// A function with this cost per lane.
    constexpr outlined made_by(const char* function, const cost& one) const {
        in_->count({.work = Lanes * one});
        return {in_, in_->add(outline_value{.what = outline_value::function, .left = id_, .words = function})};
    }
    /// One of two, selected by a comparison in each lane.
    static constexpr outlined chosen(const outlined& a, const outlined& b) {
        outline& o = *(a.in_ != nullptr ? a.in_ : b.in_);
        o.count({.work = {.other_flops = Lanes}});
        return {&o, no_value_in_outline};
    }

private:
    static constexpr outlined arithmetic(outline_value::operation what, const outlined& a, const outlined& b) {
        outline& o = *(a.in_ != nullptr ? a.in_ : b.in_);
        o.count({.work = {.other_flops = Lanes}});
        return {&o, o.add(outline_value{.what = what, .left = a.id_in(o), .right = b.id_in(o)})};
    }

    outline* in_ = nullptr;
    std::size_t id_ = no_value_in_outline;
    double literal_ = 0;
};

template <std::size_t Lanes>
struct lanes<outlined<Lanes>> {
    using number = outlined<1>;
    using variable = outlined<Lanes>;
    static constexpr std::size_t count = Lanes;

    static constexpr outlined<Lanes> broadcast(const outlined<1>& x) { return x; }
};

template <std::size_t L>
constexpr outlined<L> exp(const outlined<L>& x) {
    return x.made_by("exp", {.exps = 1});
}
template <std::size_t L>
constexpr outlined<L> exp_of_non_positive(const outlined<L>& x) {
    return exp(x);
}
template <std::size_t L>
constexpr outlined<L> log(const outlined<L>& x) {
    return x.made_by("log", {.transcendentals = 1});
}
template <std::size_t L>
constexpr outlined<L> sqrt(const outlined<L>& x) {
    return x.made_by("sqrt", {.transcendentals = 1});
}
template <std::size_t L>
constexpr outlined<L> larger(const outlined<L>& a, const outlined<L>& b) {
    return outlined<L>::chosen(a, b);
}
template <std::size_t L>
constexpr outlined<L> raised(const outlined<L>& a, const outlined<L>& b) {
    return outlined<L>::chosen(a, b);
}
template <std::size_t L>
constexpr outlined<L> smaller(const outlined<L>& a, const outlined<L>& b) {
    return outlined<L>::chosen(a, b);
}
template <std::size_t L>
constexpr outlined<L> known_as(const char* name, const outlined<L>& x, const char* = "") {
    if (x.in() != nullptr) x.in()->call(x.id(), name);
    return x;
}

/// Memory of a kernel: a name and the number of indices of an element; with none, the accesses are not recorded.
struct outlined_memory {
    const char* name = "";
    std::size_t rank = 0;
};

/// Machines that build an outline.
template <class M>
concept outlines = requires {
    typename M::outline_type;
};

template <std::size_t Widest>
class outlining {
public:
    using outline_type = outline;
    using number = outlined<1>;
    using loop_index = std::size_t;

    /// A short array of N numbers, which counts as registers.
    template <std::size_t N>
    struct array : outlined_memory {
        constexpr array(const outlining& m, const char* called) : outlined_memory{called, 0} {
            m.o_->add(outline_node{.what = outline_node::array, .words = called, .extent = N});
        }
    };

    constexpr explicit outlining(outline& o) : o_(&o) {}

    constexpr void note(const char* words) const { o_->add(outline_node{.what = outline_node::note, .words = words}); }
    template <loop_part Part, class F>
    constexpr void part(const F& f) const {
        inside({.what = outline_node::part, .part_of_loop = Part}, f);
    }
    template <class F>
    constexpr void loop(const char* name, std::size_t begin, std::size_t end, std::size_t step, const F& f) const {
        if (begin >= end) return;
        inside({.what = outline_node::loop,
                .words = name,
                .times = (end - begin + step - 1) / step,
                .extent = end - begin,
                .step = step},
               [&]() { f(begin); });
    }

    template <class V>
    constexpr V load(const outlined_memory& x, std::size_t) const {
        if (x.rank > 0) o_->count({.loads = lanes<V>::count});
        return {o_, o_->add(outline_value{.what = outline_value::element, .words = x.name, .rank = x.rank})};
    }
    template <class V>
    constexpr void store(const outlined_memory& x, std::size_t, const V& v) const {
        if (x.rank == 0) return;
        put(outline_node{.what = outline_node::store, .words = x.name, .rank = x.rank}, v);
    }

    /// Outlines assume that no row is empty or fully masked.
    template <class F>
    constexpr number zero_where(bool, const F& otherwise) const {
        return otherwise();
    }
    template <class F>
    constexpr number either(bool, const number&, const F& otherwise) const {
        return otherwise();
    }
    static constexpr number minus_infinity() { return number(-std::numeric_limits<double>::infinity()); }
    constexpr number count_as_number(std::size_t n) const { return number(static_cast<double>(n)); }

    template <std::size_t Width, class F>
    constexpr void in_registers(const F& f) const {
        if constexpr (Widest > 1) f.template operator()<outlined<(Width < Widest ? Width : Widest)>>();
    }
    template <std::size_t Width, class F>
    constexpr void loop_rest(const char* name, std::size_t n, const F& f) const {
        loop(name, Widest > 1 ? n / Width * Width : 0, n, 1, f);
    }

    // A row is outlined as computed first and folded then.

    static constexpr void fetch_next_result(std::size_t, std::size_t) {}
    static constexpr bool folds_pieces = false;
    static constexpr bool sums_in_blocks = false;
    static constexpr std::size_t folds_side_by_side = 1;
    template <std::size_t Numbers, class F>
    constexpr void groups(const char* name, std::size_t first, std::size_t count, const F& f) const {
        loop(name, first, first + count, Numbers, [&](std::size_t j) { f(j, Numbers); });
    }
    template <std::size_t, class F>
    static constexpr void along_groups(std::size_t, std::size_t, const F&) {}
    template <std::size_t, class F>
    static constexpr void along_rest(std::size_t, const F&) {}

    /// The result of folding a row of numbers in x. find() outlines the loops, which use an array of lanes; value(x) is
    /// applied to each number.
    template <class Value, class Find>
    constexpr number folded(const char* words, const outlined_memory& x, const Value& value, const Find& find) const {
        const std::size_t first = o_->size();
        o_->without_values([&]() { inside({.what = outline_node::fold, .words = words}, find); });
        const std::size_t taken = o_->uncounted([&]() {
            return value(number(o_, o_->add(outline_value{.what = outline_value::element, .words = x.name}))).id();
        });
        return {o_,
                o_->add(outline_value{
                    .what = outline_value::fold, .left = taken, .words = words, .in_lanes = o_->array_after(first)})};
    }

protected:
    constexpr outline& tree() const { return *o_; }

    template <class F>
    constexpr void inside(const outline_node& n, const F& f) const {
        const std::size_t around = o_->open(n);
        f();
        o_->close(around);
    }
    /// f<number>(0), once for n iterations.
    template <class F>
    constexpr void along(outline_axis axis, std::size_t n, const F& f) const {
        inside({.what = outline_node::loop, .axis = axis, .times = n, .extent = n},
               [&]() { f.template operator()<number>(std::size_t{0}); });
    }
    /// A loop over n in steps; rounds() calls form(times, size, f) for each group of iterations that are alike.
    template <class Rounds>
    constexpr void in_forms(outline_axis axis, std::size_t n, std::size_t step, const Rounds& rounds) const {
        inside({.what = outline_node::loop, .axis = axis, .extent = n, .step = step}, rounds);
    }
    template <class F>
    constexpr void form(std::size_t times, std::size_t size, const F& f) const {
        if (times > 0) inside({.what = outline_node::form, .times = times, .extent = size}, f);
    }
    /// f(size, first) for whole blocks and the remainder.
    template <class F>
    constexpr void in_blocks(outline_axis axis, std::size_t n, std::size_t step, const F& f) const {
        const std::size_t whole = n / step, rest = n % step;
        in_forms(axis, n, step, [&]() {
            this->form(whole, step, [&]() { f(step, std::size_t{0}); });
            this->form(rest == 0 ? 0 : 1, rest, [&]() { f(rest, whole * step); });
        });
    }
    template <class V>
    constexpr void put(outline_node n, const V& v) const {
        n.value = v.id_in(*o_);
        n.own.stores = lanes<V>::count;
        o_->add(n);
    }

private:
    outline* o_;
};

}  // namespace heed::detail
