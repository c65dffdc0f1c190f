// SPDX-License-Identifier: BSL-1.0
// Computes one element of an elementwise formula inside a loop.
#pragma once

#include <heed/lower/terms_in_registers.hpp>
#include <heed/run/sizes.hpp>
#include <heed/scalar/function.hpp>
#include <heed/scalar/has_numbers.hpp>
#include <heed/simd/pack.hpp>

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// 0, Step, 2 Step, ...
template <class T, std::size_t Count, std::size_t Step>
struct multiples {
    T items[Count]{};
    constexpr multiples() {
        for (std::size_t l = 0; l < Count; ++l) items[l] = static_cast<T>(l * Step);
    }
};

/// Lane l is first + l * Step. The multiples are loaded from memory: g++ 12.2 does not vectorise writes lane by lane.
template <std::size_t Step, class V>
HEED_INLINE V indices_from(const lane_t<V>& first) {
    static constexpr multiples<lane_t<V>, lanes<V>::count, Step> offsets;
    return lanes<V>::broadcast(first) + lanes<V>::load(offsets.items);
}

/// What the lanes of a register stand for: rows that read the same elements, or consecutive elements of a row.
struct along_rows {
    template <class Cursor, class T>
    static constexpr bool can_load() {
        return is_index_cursor<Cursor> || (is_same_in_all_rows<Cursor>() && !is_lookup_cursor<Cursor>);
    }
    template <class V, class Cursor>
    HEED_INLINE static constexpr V load(const Cursor& cursor, std::size_t i, std::size_t j) {
        if constexpr (is_index_cursor<Cursor> && lanes<V>::count > 1)
            return indices_from<Cursor::row_stride, V>(cursor.at(i, j));
        else
            return lanes<V>::broadcast(element_as<lane_t<V>>(cursor.at(i, j)));
    }
};
struct along_row {
    template <class Cursor, class T>
    static constexpr bool can_load() {
        return is_index_cursor<Cursor> || is_lookup_cursor<Cursor> || is_same_in_all_columns<Cursor>() ||
               is_dense_in<T, Cursor>;
    }
    template <class V, class Cursor>
    HEED_INLINE static constexpr V load(const Cursor& cursor, std::size_t i, std::size_t j) {
        if constexpr (is_index_cursor<Cursor> && lanes<V>::count > 1)
            return indices_from<Cursor::col_stride, V>(cursor.at(i, j));
        else if constexpr (has_dense_rows<Cursor>() && lanes<V>::count > 1)
            return load_as<V>(&cursor.at(i, j));
        else
            return along_rows::load<V>(cursor, i, j);
    }
};

/// Consecutive rows that each read their own element: one load if the elements are contiguous, otherwise lane by lane.
struct along_any_rows {
    template <class Cursor, class T>
    static constexpr bool can_load() {
        return true;
    }
    template <class V, class Cursor>
    HEED_INLINE static constexpr V load(const Cursor& cursor, std::size_t i, std::size_t j) {
        if constexpr (along_rows::can_load<Cursor, lane_t<V>>()) {
            return along_rows::load<V>(cursor, i, j);
        } else if constexpr (has_dense_columns<Cursor>() && is_readable_as<lane_t<V>, element_of<Cursor>>) {
            return load_as<V>(&cursor.at(i, j));
        } else {
            V elements{};
            HEED_UNROLL for (std::size_t l = 0; l < lanes<V>::count; ++l) elements[l] =
                element_as<lane_t<V>>(cursor.at(i + l, j));
            return elements;
        }
    }
};

template <class Plan, std::size_t K, std::size_t Term, class V, class Lanes = along_rows, class Cursors>
HEED_INLINE constexpr V element(const Cursors& cursors, std::size_t i, std::size_t j, const V& core);

/// How much a value grows from one lane to the next, if that is a compile-time constant.
struct lane_step {
    bool is_known = false;
    long long size = 0;
};
constexpr lane_step sum_of_steps(const lane_step& a, const lane_step& b, long long sign) {
    return {a.is_known && b.is_known, a.size + sign * b.size};
}

/// For the elements of a cursor, the stride in memory; for indices, the step of the value.
template <class Lanes, class Cursor>
constexpr lane_step step_of_cursor() {
    if constexpr (!has_strides<Cursor>) {
        return {};
    } else {
        constexpr std::size_t stride =
            std::is_same_v<Lanes, along_row> ? Cursor::fixed_col_stride : Cursor::fixed_row_stride;
        return {stride != any_stride, static_cast<long long>(stride)};
    }
}

/// The step of an index.
template <class Plan, std::size_t K, std::size_t Term, class Lanes, class Cursors>
constexpr lane_step step_of_term() {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (t.kind == term::load) {
        using operand_cursor = cursor_in<Cursors, t.slot>;
        constexpr lane_step step = step_of_cursor<Lanes, operand_cursor>();
        return is_index_cursor<operand_cursor> || step.size == 0 ? step : lane_step();
    } else if constexpr (t.kind == term::apply && (t.f == function::add || t.f == function::subtract)) {
        return sum_of_steps(step_of_term<Plan, K, t.operands[0], Lanes, Cursors>(),
                            step_of_term<Plan, K, t.operands[1], Lanes, Cursors>(), t.f == function::add ? 1 : -1);
    } else {
        return {};
    }
}

/// The step of the memory offset at which a term looks up.
template <class Plan, std::size_t K, std::size_t Term, class Lanes, class Cursors>
constexpr lane_step step_of_lookup() {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    using operand_cursor = cursor_in<Cursors, t.slot>;
    lane_step all = step_of_cursor<Lanes, operand_cursor>();
    if constexpr (!operand_cursor::has_fixed_steps) {
        all = {};
    } else {
        all = sum_of_steps(all, step_of_term<Plan, K, t.operands[0], Lanes, Cursors>(),
                           static_cast<long long>(operand_cursor::steps[0]));
        if constexpr (t.found == 2)
            all = sum_of_steps(all, step_of_term<Plan, K, t.operands[1], Lanes, Cursors>(),
                               static_cast<long long>(operand_cursor::steps[1]));
    }
    return all;
}

template <class Plan, std::size_t K, std::size_t Term, class T, class Cursors>
HEED_INLINE constexpr const auto& looked_up(const Cursors& cursors, std::size_t i, std::size_t j);

/// An index for a lookup. Elements in memory are not converted to T first.
template <class Plan, std::size_t K, std::size_t Term, class T, class Cursors>
HEED_INLINE constexpr std::size_t position(const Cursors& cursors, std::size_t i, std::size_t j) {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (t.kind == term::load)
        return static_cast<std::size_t>(static_cast<long long>(cursor_at<t.slot>(cursors).at(i, j)));
    else if constexpr (t.kind == term::look_up)
        return static_cast<std::size_t>(static_cast<long long>(looked_up<Plan, K, Term, T>(cursors, i, j)));
    else
        return static_cast<std::size_t>(
            static_cast<long long>(element<Plan, K, Term, T, along_rows>(cursors, i, j, T(0))));
}

template <class Plan, std::size_t K, std::size_t Term, class T, class Cursors>
HEED_INLINE constexpr const auto& looked_up(const Cursors& cursors, std::size_t i, std::size_t j) {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    const std::size_t first = position<Plan, K, t.operands[0], T>(cursors, i, j);
    std::size_t second = 0;
    if constexpr (t.found == 2) second = position<Plan, K, t.operands[1], T>(cursors, i, j);
    return element_found(cursor_at<t.slot>(cursors), first, second, i, j);
}

/// A lookup for every lane of a register: one broadcast or load if the lanes read the same or adjacent elements.
template <class Plan, std::size_t K, std::size_t Term, class V, class Lanes, class Cursors>
HEED_INLINE V looked_up_in_lanes(const Cursors& cursors, std::size_t i, std::size_t j) {
    using T = lane_t<V>;
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    constexpr lane_step step = step_of_lookup<Plan, K, Term, Lanes, Cursors>();
    constexpr bool are_numbers = std::is_same_v<const T, typename cursor_in<Cursors, t.slot>::element>;
    if constexpr (step.is_known && step.size == 0) {
        return lanes<V>::broadcast(static_cast<T>(looked_up<Plan, K, Term, T>(cursors, i, j)));
    } else if constexpr (step.is_known && step.size == 1 && are_numbers) {
        return lanes<V>::load(&looked_up<Plan, K, Term, T>(cursors, i, j));
    } else {
        constexpr bool along = std::is_same_v<Lanes, along_row>;
        V elements{};
        HEED_UNROLL for (std::size_t l = 0; l < lanes<V>::count; ++l) elements[l] =
            static_cast<T>(looked_up<Plan, K, Term, T>(cursors, along ? i : i + l, along ? j + l : j));
        return elements;
    }
}

/// What a term reads, as it is in memory, at a row and a column; an index or a number of the program in T. Of other
/// terms nothing.
struct nothing_read {};
template <class Plan, std::size_t K, std::size_t Term, class T, class Cursors>
HEED_INLINE constexpr auto as_read(const Cursors& cursors, std::size_t i, std::size_t j) {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (t.kind == term::load) {
        const auto& x = cursor_at<t.slot>(cursors).at(i, j);
        return element_as<computed_t<std::remove_cvref_t<decltype(x)>>>(x);
    } else if constexpr (t.kind == term::look_up) {
        const auto& x = looked_up<Plan, K, Term, T>(cursors, i, j);
        return element_as<computed_t<std::remove_cvref_t<decltype(x)>>>(x);
    } else {
        return nothing_read();
    }
}
/// What T loses of the elements in memory that a term reads.
template <class Plan, std::size_t K, std::size_t Term, class T, class Cursors>
constexpr numbers_lost lost_of_term() {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (t.kind != term::load && t.kind != term::look_up)
        return numbers_lost::none;
    else if constexpr (is_index_cursor<cursor_in<Cursors, t.slot>>)
        return numbers_lost::none;
    else
        return lost_in<T, std::remove_const_t<element_of<cursor_in<Cursors, t.slot>>>>;
}

/// Whether a term compares elements in memory, of which T does not have all: they are compared as they are.
template <class Plan, std::size_t K, std::size_t Term, class T, class Cursors>
constexpr bool compares_as_read() {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (t.kind != term::apply) {
        return false;
    } else if constexpr (t.f == function::is_zero) {
        return changes_truth<T>(lost_of_term<Plan, K, t.operands[0], T, Cursors>());
    } else if constexpr (!is_comparison(t.f)) {
        return false;
    } else {
        using A = decltype(as_read<Plan, K, t.operands[0], T>(std::declval<const Cursors&>(), 0, 0));
        using B = decltype(as_read<Plan, K, t.operands[1], T>(std::declval<const Cursors&>(), 0, 0));
        constexpr numbers_lost a = lost_of_term<Plan, K, t.operands[0], T, Cursors>();
        constexpr numbers_lost b = lost_of_term<Plan, K, t.operands[1], T, Cursors>();
        if constexpr (!std::is_arithmetic_v<A> || !std::is_arithmetic_v<B>)
            return false;
        else if constexpr (a == numbers_lost::digits || b == numbers_lost::digits)
            return true;
        else
            return (a != numbers_lost::none || b != numbers_lost::none) && std::is_integral_v<A> &&
                   std::is_integral_v<B>;
    }
}
/// In the common type of two numbers; of integers, the numbers themselves.
template <function F, class A, class B>
HEED_INLINE constexpr bool holds_as_read(const A& a, const B& b) {
    if constexpr (std::integral<A> && std::integral<B>) {
        return F == function::equal  ? std::cmp_equal(+a, +b)
               : F == function::less ? std::cmp_less(+a, +b)
                                     : std::cmp_less_equal(+a, +b);
    } else {
        const auto x = static_cast<std::common_type_t<A, B>>(a), y = static_cast<std::common_type_t<A, B>>(b);
        return F == function::equal ? x == y : F == function::less ? x < y : x <= y;
    }
}
template <class Plan, std::size_t K, std::size_t Term, class V, class Lanes, class Cursors>
HEED_INLINE constexpr V comparison_as_read(const Cursors& cursors, std::size_t i, std::size_t j) {
    using T = lane_t<V>;
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (lanes<V>::count > 1) {
        constexpr std::size_t row = std::is_same_v<Lanes, along_row> ? 0 : 1;
        T each[lanes<V>::count];
        HEED_UNROLL for (std::size_t l = 0; l < lanes<V>::count; ++l) each[l] =
            comparison_as_read<Plan, K, Term, T, Lanes>(cursors, i + row * l, j + (1 - row) * l);
        return lanes<V>::load(each);
    } else if constexpr (t.f == function::is_zero) {
        return V(as_read<Plan, K, t.operands[0], T>(cursors, i, j) == 0);
    } else {
        return V(holds_as_read<t.f>(as_read<Plan, K, t.operands[0], T>(cursors, i, j),
                                    as_read<Plan, K, t.operands[1], T>(cursors, i, j)));
    }
}

/// Whether a term is one number for all rows and columns.
template <class Plan, std::size_t K, std::size_t Term, class Cursors>
constexpr bool is_same_everywhere() {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (t.kind == term::load)
        return is_number_cursor<cursor_in<Cursors, t.slot>>;
    else if constexpr (t.kind == term::apply && traits_of(t.f).operands == 2)
        return is_same_everywhere<Plan, K, t.operands[0], Cursors>() &&
               is_same_everywhere<Plan, K, t.operands[1], Cursors>();
    else
        return false;
}

/// The second operand where the first is not 0. It is not read where the first is 0 for all elements: a lookup may then
/// have no element to read.
template <class Plan, std::size_t K, std::size_t Term, class V, class Lanes, class Cursors>
HEED_INLINE constexpr V kept_element(const Cursors& cursors, std::size_t i, std::size_t j, const V& core) {
    constexpr term t = Plan::value.terms[Plan::value.kernels[K].first_term + Term];
    if constexpr (is_same_everywhere<Plan, K, t.operands[0], Cursors>()) {
        using T = lane_t<V>;
        if (element<Plan, K, t.operands[0], T>(cursors, i, j, T(0)) == T(0)) return zero<V>();
        return element<Plan, K, t.operands[1], V, Lanes>(cursors, i, j, core);
    } else {
        return apply<function::keep, V>(element<Plan, K, t.operands[0], V, Lanes>(cursors, i, j, core),
                                        element<Plan, K, t.operands[1], V, Lanes>(cursors, i, j, core));
    }
}

/// Whether a term is its second operand where a condition holds.
constexpr bool selects_operand(const term& t) {
    return t.kind == term::apply && (t.f == function::where || t.f == function::keep);
}

/// Term `Term` of kernel K of the plan at row i and column j; `core` is the value that the loop computed there. V is a
/// number or a register, whose lanes stand for what Lanes says.
template <class Plan, std::size_t K, std::size_t Term, class V, class Lanes, class Cursors>
HEED_INLINE constexpr V element(const Cursors& cursors, std::size_t i, std::size_t j, const V& core) {
    constexpr std::size_t first = Plan::value.kernels[K].first_term;
    constexpr term t = Plan::value.terms[first + Term];
    if constexpr (t.kind == term::load)
        return Lanes::template load<V>(cursor_at<t.slot>(cursors), i, j);
    else if constexpr (t.kind == term::core)
        return core;
    else if constexpr (selects_operand(t) && requires { cursors.holds_everywhere; })
        return element<Plan, K, t.operands[1], V, Lanes>(cursors, i, j, core);
    else if constexpr (t.kind == term::look_up && lanes<V>::count == 1)
        return static_cast<V>(looked_up<Plan, K, Term, V>(cursors, i, j));
    else if constexpr (t.kind == term::look_up)
        return looked_up_in_lanes<Plan, K, Term, V, Lanes>(cursors, i, j);
    else if constexpr (compares_as_read<Plan, K, Term, lane_t<V>, Cursors>())
        return comparison_as_read<Plan, K, Term, V, Lanes>(cursors, i, j);
    else if constexpr (t.f == function::keep)
        return kept_element<Plan, K, Term, V, Lanes>(cursors, i, j, core);
    else if constexpr (traits_of(t.f).operands == 1)
        return apply<t.f, V>(element<Plan, K, t.operands[0], V, Lanes>(cursors, i, j, core));
    else
        return apply<t.f, V>(element<Plan, K, t.operands[0], V, Lanes>(cursors, i, j, core),
                             element<Plan, K, t.operands[1], V, Lanes>(cursors, i, j, core));
}

/// Which operands of a step can be loaded into registers of T with these lanes.
template <class T, class Lanes, class Cursors>
struct operands_in_registers;
template <class T, class Lanes, class... Cursor>
struct operands_in_registers<T, Lanes, boost::hana::tuple<Cursor...>> {
    static constexpr bool can_load[sizeof...(Cursor)] = {Lanes::template can_load<Cursor, T>()...};
};

/// Whether a formula can be computed in registers of T with these lanes.
template <class Plan, std::size_t K, std::size_t Term, class T, class Lanes, class Cursors>
constexpr bool runs_in_registers() {
    return run_in_registers(Plan::value.terms.begin() + Plan::value.kernels[K].first_term, Term, [](std::size_t slot) {
        return operands_in_registers<T, Lanes,
                                     typename cursor_types<std::remove_const_t<Cursors>>::type>::can_load[slot];
    });
}

/// Whether any of these is true. clang expands a fold expression of at most 256.
constexpr bool any_of(std::initializer_list<bool> these) {
    for (const bool is_true : these)
        if (is_true) return true;
    return false;
}

/// Whether any operand has half precision, for which compilers do not vectorise the conversion.
template <class Cursors>
inline constexpr bool has_half_operands = false;
template <class... Cursor>
inline constexpr bool has_half_operands<boost::hana::tuple<Cursor...>> = any_of({is_half<element_of<Cursor>>...});

/// Whether any operand is an index: of those in rows that are reduced, compilers convert one after the other.
template <class Cursors>
inline constexpr bool has_index_operands = false;
template <class... Cursor>
inline constexpr bool has_index_operands<boost::hana::tuple<Cursor...>> = any_of({is_index_cursor<Cursor>...});

template <class Plan, std::size_t K, class T, class Cursors>
constexpr bool wants_registers() {
    constexpr const kernel& k = Plan::value.kernels[K];
    return (has_half_operands<typename cursor_types<std::remove_const_t<Cursors>>::type> ||
            (k.loop == skeleton::reduce &&
             has_index_operands<typename cursor_types<std::remove_const_t<Cursors>>::type>) ||
            wants_registers(k, Plan::value.terms.begin() + k.first_term)) &&
           runs_in_registers<Plan, K, k.prologue, T, along_row, Cursors>();
}

/// The value to write: the epilogue applied to the core, or the core itself.
template <class Plan, std::size_t K, class V, class Lanes = along_rows, class Cursors>
HEED_INLINE constexpr V finished(const Cursors& cursors, std::size_t i, std::size_t j, const V& core) {
    constexpr std::size_t epilogue = Plan::value.kernels[K].epilogue;
    if constexpr (epilogue == no_term)
        return core;
    else
        return element<Plan, K, epilogue, V, Lanes>(cursors, i, j, core);
}

/// Whether rows of the epilogue can be computed in registers of T.
template <class Plan, std::size_t K, class T, class Cursors>
constexpr bool finishes_in_registers() {
    constexpr std::size_t epilogue = Plan::value.kernels[K].epilogue;
    if constexpr (epilogue == no_term)
        return true;
    else
        return runs_in_registers<Plan, K, epilogue, T, along_row, Cursors>();
}

}  // namespace heed::detail
