// SPDX-License-Identifier: BSL-1.0
// In which numbers the indices of largest elements are counted, and how they are stored.
#pragma once

#include <heed/expr/deduce.hpp>
#include <heed/trace/measured.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// The length of the longest axis along which a graph counts.
template <std::size_t Capacity>
constexpr std::size_t longest_counted_axis(const graph<Capacity>& g, const length_list& lengths,
                                           const std::size_t* values) {
    std::size_t most = 0;
    for (const node& n : g.nodes)
        if (n.kind == node_kind::index) {
            const std::size_t size = size_at(n.dims[n.axis].size, lengths, values);
            most = size > most ? size : most;
        }
    return most;
}

/// Whether all indices along an axis of this length are numbers of T.
template <class T>
constexpr bool can_count(std::size_t length) {
    if constexpr (std::floating_point<T> && std::numeric_limits<T>::digits < 63)
        return length <= std::size_t{1} << std::numeric_limits<T>::digits;
    return true;
}
/// Whether they are for every length.
template <class T>
inline constexpr bool counts_all = can_count<T>(std::size_t{1} << 53);

/// The type in which a formula is computed, T; double for indices along an axis that is known to be too long for T.
template <class F, class T, bool HoldsPlaces>
struct counting_type_of {
    using type = T;
};
template <class F, class T>
requires(!has_lengths<F> && !counts_all<T>) struct counting_type_of<F, T, true> {
    static constexpr std::size_t length = longest_counted_axis(traced_formula<F>::value, no_lengths, nullptr);
    using type = std::conditional_t<can_count<T>(length), T, double>;
};
template <class F, class T, bool HoldsPlaces = true>
using counting_type = typename counting_type_of<F, T, HoldsPlaces>::type;

/// A formula with numbers in place of lengths, if it has any.
template <class F, bool HasLengths = has_lengths<F>>
struct as_planned_of {
    using type = F;
};
template <class F>
struct as_planned_of<F, true> {
    using type = measured<F>;
};
template <class F>
using as_planned = typename as_planned_of<F>::type;

/// An index that was computed in T, as an element To; -1 for the index in a row without elements, which is infinity, or
/// what comes before 0 in a type without signs.
template <class To, class T>
constexpr To as_place(const T& x) {
    if constexpr (std::floating_point<T>)
        if (x - x != 0) return To(-1);
    if constexpr (std::unsigned_integral<T>)
        if (x == static_cast<T>(-1)) return To(-1);
    return static_cast<To>(x);
}

}  // namespace heed::detail
