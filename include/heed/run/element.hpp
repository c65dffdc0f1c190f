// SPDX-License-Identifier: BSL-1.0
// One element of an elementwise formula inside a loop.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/run/cursor.hpp>
#include <heed/scalar/function.hpp>
#include <heed/simd/pack.hpp>

#include <boost/hana/at.hpp>
#include <boost/hana/tuple.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// What the lanes of a register are: neighbouring rows that read the same elements, or neighbours along a row.
struct along_rows {
    template <class Cursor, class T>
    static constexpr bool can_load() {
        return is_same_in_all_rows<Cursor>();
    }
    template <class V, class Cursor>
    HEED_INLINE static constexpr V load(const Cursor& cursor, std::size_t i, std::size_t j) {
        return lanes<V>::broadcast(static_cast<lane_t<V>>(cursor.at(i, j)));
    }
};
struct along_row {
    template <class Cursor, class T>
    static constexpr bool can_load() {
        return is_same_in_all_columns<Cursor>() ||
               (has_dense_rows<Cursor>() && std::same_as<std::remove_const_t<typename Cursor::element>, T>);
    }
    template <class V, class Cursor>
    HEED_INLINE static constexpr V load(const Cursor& cursor, std::size_t i, std::size_t j) {
        if constexpr (has_dense_rows<Cursor>() && lanes<V>::count > 1)
            return lanes<V>::load(&cursor.at(i, j));
        else
            return along_rows::load<V>(cursor, i, j);
    }
};

/// A function of numbers or of registers. exp is looked for here, where that of registers is known: they have no
/// namespace in which templates would find it later.
template <function F, class V>
HEED_INLINE constexpr V applied(const V& x) {
    if constexpr (F == function::exp)
        return exp(x);
    else
        return apply<F, V>(x);
}
template <function F, class V>
HEED_INLINE constexpr V applied(const V& a, const V& b) {
    return apply<F, V>(a, b);
}

/// Term `Term` of kernel K of the plan at row i and column j; `core` is what the loop computed there. V is a number, or
/// a register of elements that lie as Lanes says.
template <class Plan, std::size_t K, std::size_t Term, class V, class Lanes = along_rows, class Cursors>
HEED_INLINE constexpr V element(const Cursors& cursors, std::size_t i, std::size_t j, const V& core) {
    constexpr std::size_t first = Plan::value.kernels[K].first_term;
    constexpr term t = Plan::value.terms[first + Term];
    if constexpr (t.kind == term::load)
        return Lanes::template load<V>(boost::hana::at_c<t.slot>(cursors), i, j);
    else if constexpr (t.kind == term::core)
        return core;
    else if constexpr (traits_of(t.f).operands == 1)
        return applied<t.f, V>(element<Plan, K, t.operands[0], V, Lanes>(cursors, i, j, core));
    else
        return applied<t.f, V>(element<Plan, K, t.operands[0], V, Lanes>(cursors, i, j, core),
                               element<Plan, K, t.operands[1], V, Lanes>(cursors, i, j, core));
}

/// Functions that registers compute as numbers do.
constexpr bool is_lanewise(function f) {
    return f == function::copy || f == function::negate || f == function::exp || f == function::add ||
           f == function::subtract || f == function::multiply || f == function::divide;
}

/// Whether a formula can be computed in registers of T whose lanes are Lanes.
template <class Plan, std::size_t K, std::size_t Term, class T, class Lanes, class Cursors>
constexpr bool runs_in_registers() {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (t.kind == term::core) {
        return true;
    } else if constexpr (t.kind == term::load) {
        using cursor_type = std::remove_cvref_t<decltype(boost::hana::at_c<t.slot>(std::declval<const Cursors&>()))>;
        return Lanes::template can_load<cursor_type, T>();
    } else if constexpr (traits_of(t.f).operands == 1) {
        return is_lanewise(t.f) && runs_in_registers<Plan, K, t.operands[0], T, Lanes, Cursors>();
    } else {
        return is_lanewise(t.f) && runs_in_registers<Plan, K, t.operands[0], T, Lanes, Cursors>() &&
               runs_in_registers<Plan, K, t.operands[1], T, Lanes, Cursors>();
    }
}

/// Whether a formula has an exp in it, which g++ does not put into registers by itself.
template <class Plan, std::size_t K, std::size_t Term>
constexpr bool contains_exp() {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (t.kind != term::apply)
        return false;
    else if constexpr (traits_of(t.f).operands == 1)
        return t.f == function::exp || contains_exp<Plan, K, t.operands[0]>();
    else
        return contains_exp<Plan, K, t.operands[0]>() || contains_exp<Plan, K, t.operands[1]>();
}

template <class Plan, std::size_t K, std::size_t Term, class T, class Cursors>
constexpr bool wants_registers() {
    return contains_exp<Plan, K, Term>() && runs_in_registers<Plan, K, Term, T, along_row, Cursors>();
}

/// What is written: the epilogue of the core, or the core itself.
template <class Plan, std::size_t K, class T, class Cursors>
HEED_INLINE constexpr T finished(const Cursors& cursors, std::size_t i, std::size_t j, const T& core) {
    constexpr std::size_t epilogue = Plan::value.kernels[K].epilogue;
    if constexpr (epilogue == no_term)
        return core;
    else
        return element<Plan, K, epilogue, T>(cursors, i, j, core);
}

/// Whether a formula is the core alone.
template <class Plan, std::size_t K, std::size_t Term>
inline constexpr bool is_core = Plan::value.terms[Plan::value.kernels[K].first_term + Term].kind == term::core;

}  // namespace heed::detail
