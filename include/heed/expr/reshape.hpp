// SPDX-License-Identifier: BSL-1.0
// The same elements with other axes: reshape, merge; and heads that several heads share.
#pragma once

#include <heed/expr/overloads.hpp>
#include <heed/shape/structure_law.hpp>

namespace heed {

namespace detail {

template <extent... E, class A>
constexpr auto make_reshape(A&& a) {
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (shape_of<operand_t<A>>.size() != shape_from<E...>.size()) {
        (void)sizeof(law::reshape<law_shape_t<A>, law::shape_of<E...>>);
        return broken{};
    } else {
        return make_formula<op::reshape<E...>>(std::forward<A>(a));
    }
}

/// Axes chosen by their selectors, as one.
template <class... Selectors>
struct merged_axes {
    static constexpr std::size_t count = sizeof...(Selectors);

    static constexpr bool exist(const shape& s) { return ((Selectors::position(s) != no_axis) && ...); }
    static constexpr bool are_neighbours(const shape& s) {
        std::size_t expected = first(s);
        return ((Selectors::position(s) == expected++) && ...);
    }
    static constexpr std::size_t first(const shape& s) {
        const std::size_t positions[] = {Selectors::position(s)...};
        return positions[0];
    }
    /// An axis that is merged has no name.
    static constexpr shape shape_without(const shape& s) {
        shape result;
        for (std::size_t a = 0; a < s.rank; ++a) {
            if (a <= first(s) || a >= first(s) + count)
                result.push_back(count > 1 && a == first(s) ? extent(s[a].size) : s[a]);
            else
                result[result.rank - 1].size *= s[a].size;
        }
        return result;
    }
};

/// Names the law of the first axis that does not exist.
template <class Shape, class First, class... Rest>
constexpr void report_no_axis() {
    if constexpr (First::position(Shape::value) == no_axis)
        (void)sizeof(typename First::template law<Shape>);
    else
        report_no_axis<Shape, Rest...>();
}

template <class... Selectors, class A>
constexpr auto make_merge(A&& a) {
    if constexpr (is_broken<A>) {
        return broken{};
    } else {
        constexpr shape s = shape_of<operand_t<A>>;
        using axes = merged_axes<Selectors...>;
        if constexpr (!axes::exist(s)) {
            report_no_axis<law_shape_t<A>, Selectors...>();
            return broken{};
        } else if constexpr (!axes::are_neighbours(s)) {
            (void)sizeof(law::merge<law_shape_t<A>, false, Selectors::position(s)...>);
            return broken{};
        } else {
            constexpr shape result = axes::shape_without(s);
            return [&]<std::size_t... I>(std::index_sequence<I...>) {
                return make_formula<op::reshape<result[I]...>>(std::forward<A>(a));
            }
            (std::make_index_sequence<result.rank>{});
        }
    }
}

/// The axis of that name, else the one before the last two.
constexpr std::size_t grouped_axis(const shape& s, const extent& heads) {
    for (std::size_t a = 0; a < s.rank; ++a)
        if (heads.name != nullptr && s[a].name != nullptr && same_name(*heads.name, *s[a].name)) return a;
    return s.rank < 3 ? no_axis : s.rank - 3;
}

template <extent Heads, class A>
constexpr auto make_group(A&& a) {
    if constexpr (is_broken<A>) {
        return broken{};
    } else {
        constexpr shape s = shape_of<operand_t<A>>;
        constexpr std::size_t axis = grouped_axis(s, Heads);
        if constexpr (axis == no_axis) {
            (void)sizeof(law::group_axis<law_shape_t<A>, Heads>);
            return broken{};
        } else if constexpr (Heads.size % s[axis].size != 0 || s.rank == max_rank) {
            (void)sizeof(law::group<law_shape_t<A>, Heads, axis>);
            return broken{};
        } else {
            return make_formula<op::group<axis, Heads>>(std::forward<A>(a));
        }
    }
}

}  // namespace detail

/// The elements of A in their order (the last axis varies fastest), with other axes:
/// reshape<tokens[12], head[4], 64>(X) of X [12 x 256]. Names are those that are written.
/// shapes  any with as many elements
/// cost    none where strides can express it, as they can where axes are split, or where A is a tensor; what is computed
///         is computed into that order. A copy of what lies otherwise: a strided view, or an exchange of axes that both
///         become one. study::explain says which
/// errors  law::reshape
template <extent... E, detail::named_operand A>
[[nodiscard]] constexpr auto reshape(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_reshape<E...>(a);
}
template <extent... E, detail::owned_formula A>
[[nodiscard]] constexpr auto reshape(A&& a) {
    return detail::make_reshape<E...>(std::forward<A>(a));
}

/// Neighbouring axes as one, which has no name: merge<head, d_k>(Y), merge<1, 2>(Y). Negative axes count from the
/// right.
/// shapes  [12 x head[4] x d_k[64]] -> [12 x 256]
/// cost    as of reshape
/// errors  law::merge, law::axis_number, law::axis_name
template <int First, int... Rest, detail::named_operand A>
[[nodiscard]] constexpr auto merge(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_merge<detail::by_number<First>, detail::by_number<Rest>...>(a);
}
template <int First, int... Rest, detail::owned_formula A>
[[nodiscard]] constexpr auto merge(A&& a) {
    return detail::make_merge<detail::by_number<First>, detail::by_number<Rest>...>(std::forward<A>(a));
}
template <const axis& First, const axis&... Rest, detail::named_operand A>
[[nodiscard]] constexpr auto merge(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_merge<detail::by_name<First>, detail::by_name<Rest>...>(a);
}
template <const axis& First, const axis&... Rest, detail::owned_formula A>
[[nodiscard]] constexpr auto merge(A&& a) {
    return detail::make_merge<detail::by_name<First>, detail::by_name<Rest>...>(std::forward<A>(a));
}

/// Heads of keys or values for as many heads of queries, group<head[12]>(K): query head i reads key head
/// i / (query heads / key heads). The heads are the axis of that name, or else the one before the last two, which gets
/// the name; group<12>(K) leaves it without one.
/// shapes  [... g x tokens x d] -> [... h x tokens x d], g divides h
/// cost    none in attention and products: no head is copied
/// errors  law::group, law::group_axis
/// source  Ainslie et al. 2023, grouped-query attention
template <extent Heads, detail::named_operand A>
[[nodiscard]] constexpr auto group(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_group<Heads>(a);
}
template <extent Heads, detail::owned_formula A>
[[nodiscard]] constexpr auto group(A&& a) {
    return detail::make_group<Heads>(std::forward<A>(a));
}

}  // namespace heed
