// SPDX-License-Identifier: BSL-1.0
// Several formulas as one value: what heads and split return and concat takes.
#pragma once

#include <heed/expr/formula_of.hpp>

#include <boost/hana/at.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/unpack.hpp>

#include <cstddef>
#include <utility>

namespace heed {

/// A tuple of formulas: `auto [q, k, v] = split<3>(X);`, or parts[0_c].
template <class... F>
struct formula_tuple {
    using heed_several_formulas = void;

    boost::hana::tuple<F...> items;  ///< the formulas, as Boost.Hana has them

    constexpr formula_tuple() = default;
    /// Holds the formulas; tensors that they name must outlive it.
    explicit constexpr formula_tuple(F... f) : items(std::move(f)...) {}

    /// The I-th formula; structured bindings call it.
    template <std::size_t I>
    constexpr const auto& get() const {
        return boost::hana::at_c<I>(items);
    }
    template <std::size_t I>
    constexpr auto& get() {
        return boost::hana::at_c<I>(items);
    }
    ///@{

    /// The I-th formula: parts[0_c].
    template <std::size_t I>
    constexpr const auto& operator[](constant<I>) const& {
        return boost::hana::at_c<I>(items);
    }
    template <std::size_t I>
    constexpr auto operator[](constant<I>) && {
        return boost::hana::at_c<I>(std::move(items));
    }
    ///@}
    /// How many formulas.
    static constexpr std::size_t size() { return sizeof...(F); }
};

/// The formulas f(0_c) ... f((h-1)_c), one per head. A tensor that f returns is copied into the tuple.
/// example const tensor Y = concat(heads<2>([&](auto i) { return softmax(A * (i + 1_c)) * B; }));
template <std::size_t Heads, class Function>
[[nodiscard]] constexpr auto heads(Function&& f) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) { return formula_tuple(f(constant<I>{})...); }
    (std::make_index_sequence<Heads>{});
}

}  // namespace heed

template <class... F>
struct std::tuple_size<heed::formula_tuple<F...>> : std::integral_constant<std::size_t, sizeof...(F)> {};
template <std::size_t I, class... F>
struct std::tuple_element<I, heed::formula_tuple<F...>> {
    using type = std::remove_cvref_t<decltype(std::declval<const heed::formula_tuple<F...>&>().template get<I>())>;
};
