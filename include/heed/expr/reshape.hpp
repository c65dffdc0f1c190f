// SPDX-License-Identifier: BSL-1.0
// The same elements with other axes: reshape and merge; and heads that several heads share.
#pragma once

#include <heed/expr/chosen_axis.hpp>
#include <heed/expr/sizes_only.hpp>
#include <heed/expr/slice_bounds.hpp>
#include <heed/shape/reshaping.hpp>
#include <heed/shape/structure_law.hpp>
#include <heed/tensor/reshape_elements.hpp>

#include <cstddef>
#include <utility>

namespace heed {

namespace detail {

/// What can be viewed with other axes: a view, or a tensor with a name.
template <class A>
inline constexpr bool is_viewed_again = has_no_gaps<A> &&
                                        (std::is_lvalue_reference_v<A> || !owns_elements<std::remove_cvref_t<A>>);

/// Whether several lengths would have to multiply to a size that is known.
constexpr bool multiplies_to_known_size(const shape& from, const shape& to) {
    return !to.is_dynamic() && dynamic_axes(from) > 1;
}

template <extent... E, class A>
constexpr auto make_reshape(A&& a) {
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (sizeof...(E) > max_rank) {
        (void)sizeof(law::reshape_axes<sizeof...(E)>);
        return broken{};
    } else if constexpr (!holds_as_many(shape_of<operand_t<A>>, shape_from<E...>)) {
        (void)sizeof(law::reshape<law_shape_t<A>, law::shape_of<E...>>);
        return broken{};
    } else if constexpr (multiplies_to_known_size(shape_of<operand_t<A>>, shape_from<E...>)) {
        if constexpr (is_viewed_again<A>) {
            return reshape_elements<E...>(a, shape_from<E...>);
        } else {
            (void)sizeof(law::reshape_of_formula<law_shape_t<A>, law::shape_of<E...>, false>);
            return broken{};
        }
    } else if constexpr (!keeps_places(shape_of<operand_t<A>>, shape_from<E...>)) {
        (void)sizeof(law::reshape_places<law_shape_t<A>, law::shape_of<E...>, false>);
        return broken{};
    } else if constexpr (invents_an_extent(shape_of<operand_t<A>>, shape_from<E...>)) {
        (void)sizeof(law::reshape_parts<law_shape_t<A>, law::shape_of<E...>, false>);
        return broken{};
    } else if constexpr (divides_several_lengths(shape_of<operand_t<A>>, shape_from<E...>)) {
        (void)sizeof(law::reshape_lengths<law_shape_t<A>, law::shape_of<E...>, false>);
        return broken{};
    } else if constexpr (!shape_of<operand_t<A>>.is_dynamic() && (E.is_dynamic() || ...)) {
        constexpr shape to = deduced_axes(shape_of<operand_t<A>>, shape_from<E...>);
        (void)sizeof(law::reshape_room<law_shape_t<A>, law::shape_of<E...>, has_room_for(shape_from<E...>, to)>);
        return [&]<std::size_t... I>(std::index_sequence<I...>) { return make_reshape<to[I]...>(std::forward<A>(a)); }
        (std::make_index_sequence<to.rank>());
    } else {
        return make_formula<op::reshape<E...>>(std::forward<A>(a));
    }
}

/// The operand of a merge, whose axes are not merged yet; everything else as it is.
template <class F>
constexpr F unmerged(F f) {
    return f;
}
template <std::size_t First, std::size_t Count, class A>
constexpr A unmerged(formula_of<op::merge<First, Count>, A> f) {
    return boost::hana::at_c<0>(std::move(f.operands));
}

template <extent... E, std::size_t... I, class F>
constexpr auto reshape_formula(F f, const shape& sized, std::index_sequence<I...>) {
    constexpr shape to = shape_from<E...>;
    constexpr kept_axes kept = kept_axes_of(F::shape_value, to);
    if constexpr (!kept.is_clear) {
        (void)sizeof(law::reshape_of_formula<typename law_shape<F>::type, law::shape_of<E...>, false>);
        return broken{};
    } else {
        using sizes = sizes_only<value_of<F>, to[nth_dynamic_axis(to, I)]...>;
        return formula_of<op::sized_reshape<kept, E...>, F, sizes>{
            boost::hana::tuple<F, sizes>(std::move(f), sizes{{sized[nth_dynamic_axis(to, I)].size...}})};
    }
}

template <extent... E, class A, class... N>
constexpr auto make_sized_reshape(A&& a, const N&... n) {
    constexpr std::size_t open = dynamic_axes(shape_from<E...>), given = sizeof...(N);
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (sizeof...(E) > max_rank) {
        (void)sizeof(law::reshape_axes<sizeof...(E)>);
        return broken{};
    } else if constexpr (!(slice_bound<N> && ...) || (open != given && open != given + 1)) {
        (void)sizeof(law::reshape_sizes<law::shape_of<E...>, given, false>);
        return broken{};
    } else {
        const given_length sizes[] = {given_length(bound_of(n))...};
        const shape to = sized_axes<E...>(sizes, given);
        if constexpr (is_viewed_again<A>)
            return reshape_elements<E...>(a, to);
        else
            return reshape_formula<E...>(unmerged(as_operand(std::forward<A>(a))), to,
                                         std::make_index_sequence<given>());
    }
}

/// Whether the axes are consecutive.
template <chosen_axis... Axes>
constexpr bool are_neighbours(const shape& s) {
    const chosen_axes<Axes...> axes(s);
    for (std::size_t i = 1; i < axes.count; ++i)
        if (axes.items[i] != axes.items[0] + i) return false;
    return true;
}

template <chosen_axis... Axes, class A>
constexpr auto make_merge(A&& a) {
    if constexpr (is_broken<A>) {
        return broken{};
    } else {
        constexpr shape s = shape_of<operand_t<A>>;
        constexpr chosen_axes<Axes...> axes(s);
        if constexpr (!axes.all_exist()) {
            report_missing_axis<law_shape_t<A>, Axes...>();
            return broken{};
        } else if constexpr (!are_neighbours<Axes...>(s)) {
            (void)sizeof(law::merge<law_shape_t<A>, false, selector<Axes>::position(s)...>);
            return broken{};
        } else {
            return make_formula<op::merge<axes.items[0], axes.count>>(std::forward<A>(a));
        }
    }
}

/// The axis with that name, else the one before the last two.
constexpr std::size_t grouped_axis(const shape& s, const extent& heads) {
    for (std::size_t a = 0; a < s.rank; ++a)
        if (have_one_name(heads, s[a])) return a;
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
        } else if constexpr (Heads.is_dynamic()) {
            (void)sizeof(law::group_number<law_shape_t<A>, Heads>);
            return broken{};
        } else if constexpr (s[axis].is_dynamic() || Heads.size % s[axis].size != 0 || s.rank == max_rank) {
            (void)sizeof(law::group<law_shape_t<A>, Heads, axis>);
            return broken{};
        } else {
            return make_formula<op::group<axis, Heads>>(std::forward<A>(a));
        }
    }
}

/// As many heads as Like has along an axis, static or dynamic.
template <chosen_axis Heads, class A, class Like>
constexpr auto make_group_as(A&& a, Like&& like) {
    if constexpr (is_broken<A> || is_broken<Like>) {
        return broken{};
    } else {
        constexpr shape s = shape_of<operand_t<A>>, of_like = shape_of<operand_t<Like>>;
        constexpr std::size_t position = selector<Heads>::position(of_like);
        if constexpr (position == no_axis) {
            report_missing_axis<law_shape_t<Like>, Heads>();
            return broken{};
        } else if constexpr (!of_like[position].is_dynamic()) {
            return make_group<of_like[position]>(std::forward<A>(a));
        } else if constexpr (constexpr std::size_t axis = grouped_axis(s, of_like[position]); axis == no_axis) {
            (void)sizeof(law::group_axis<law_shape_t<A>, of_like[position]>);
            return broken{};
        } else if constexpr (s.rank == max_rank) {
            (void)sizeof(law::group<law_shape_t<A>, of_like[position], axis>);
            return broken{};
        } else {
            return make_formula<op::group_as<axis, position>>(std::forward<A>(a), std::forward<Like>(like));
        }
    }
}

}  // namespace detail

/// The elements of A in row-major order, with other axes: reshape<tokens[12], head[4], 64>(X) of X [12 x 256]. The
/// result has the names that you write. The last dyn extent is computed, while compiling if A is static; each other one
/// is that of the axis of A at the same place.
/// shapes  any with as many elements
/// cost    none if strides can express it, as when an axis is split, or if A is a tensor; a computed value is computed
///         directly into that order. A copy otherwise: of a strided view, or if axes that were exchanged are merged.
///         study::explain says which
/// errors  law::reshape
/// example const tensor Y = reshape<tokens[6], head[2], d_k[4]>(X);
template <extent... E, detail::named_operand A>
[[nodiscard]] constexpr auto reshape(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_reshape<E...>(a);
}
template <extent... E, detail::owned_formula A>
[[nodiscard]] constexpr auto reshape(A&& a) {
    return detail::make_reshape<E...>(std::forward<A>(a));
}

/// The same with sizes for the extents that are known at run time only, in their order; without the size of the last
/// one this is computed. Of a tensor with a name, and of a view, it is a view with any sizes. Of a formula, axes of the
/// same name stay as they are, and so do others from the left as far as it has to be known which become which.
/// needs   as many elements, and of a formula the sizes of the axes that stay: else shape_error, of a view at once
/// errors  law::reshape_sizes, law::reshape_of_formula, law::reshape_axes
/// example const tensor Y = reshape<tokens[dyn], head[dyn], d_k[dyn]>(X, 6, 2, 4);
template <extent... E, detail::named_operand A, class... N>
requires(sizeof...(N) > 0) [[nodiscard]] constexpr auto reshape(const A& a HEED_LIFETIMEBOUND, const N&... sizes) {
    return detail::make_sized_reshape<E...>(a, sizes...);
}
template <extent... E, detail::owned_formula A, class... N>
requires(sizeof...(N) > 0) [[nodiscard]] constexpr auto reshape(A&& a, const N&... sizes) {
    return detail::make_sized_reshape<E...>(std::forward<A>(a), sizes...);
}

/// Merges adjacent axes into one, which has no name: merge<head, d_k>(Y), merge<1, 2>(Y). Negative numbers count from
/// the right.
/// shapes  [12 x head[4] x d_k[64]] -> [12 x 256]
/// cost    as of reshape
/// errors  law::merge, law::axis_number, law::axis_name
/// example const tensor Y = merge<0, 1>(scores);  // [24 x 6]
template <chosen_axis First, chosen_axis... Rest, detail::named_operand A>
[[nodiscard]] constexpr auto merge(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_merge<First, Rest...>(a);
}
template <chosen_axis First, chosen_axis... Rest, detail::owned_formula A>
[[nodiscard]] constexpr auto merge(A&& a) {
    return detail::make_merge<First, Rest...>(std::forward<A>(a));
}

/// Grouped-query attention: key or value heads for as many query heads, group<head[12]>(K). Query head i reads key head
/// i / (query heads / key heads). The grouped axis is the one of that name; if there is none, the axis before the last
/// two, which then gets the name. group<12>(K) leaves it without a name.
/// shapes  [... g x tokens x d] -> [... h x tokens x d], g divides h
/// cost    none in attention and products: no head is copied
/// errors  law::group, law::group_axis
/// source  Ainslie et al. 2023, grouped-query attention
/// example const tensor Y = group<head[8]>(scores);  // heads 0, 0, 1, 1, 2, 2, 3, 3
template <extent Heads, detail::named_operand A>
[[nodiscard]] constexpr auto group(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_group<Heads>(a);
}
template <extent Heads, detail::owned_formula A>
[[nodiscard]] constexpr auto group(A&& a) {
    return detail::make_group<Heads>(std::forward<A>(a));
}

/// The same for as many heads as Q has along an axis, by name or by number: group<head>(K, Q). Nothing else of Q is
/// read. If that number is dynamic, everything that is grouped to the heads of Q must have equally many heads.
/// errors  law::group, law::group_axis, law::axis_number, law::axis_name; shape_error if the number of key heads does
///         not divide that of query heads
template <chosen_axis Heads, detail::named_operand A, detail::named_operand Q>
[[nodiscard]] constexpr auto group(const A& a HEED_LIFETIMEBOUND, const Q& like HEED_LIFETIMEBOUND) {
    return detail::make_group_as<Heads>(a, like);
}
template <chosen_axis Heads, detail::named_operand A, detail::owned_formula Q>
[[nodiscard]] constexpr auto group(const A& a HEED_LIFETIMEBOUND, Q&& like) {
    return detail::make_group_as<Heads>(a, std::forward<Q>(like));
}
template <chosen_axis Heads, detail::owned_formula A, detail::named_operand Q>
[[nodiscard]] constexpr auto group(A&& a, const Q& like HEED_LIFETIMEBOUND) {
    return detail::make_group_as<Heads>(std::forward<A>(a), like);
}
template <chosen_axis Heads, detail::owned_formula A, detail::owned_formula Q>
[[nodiscard]] constexpr auto group(A&& a, Q&& like) {
    return detail::make_group_as<Heads>(std::forward<A>(a), std::forward<Q>(like));
}
/// With neither is an error: see law::group_heads.
template <const axis& Heads, formula A>
constexpr auto group(const A&) {
    (void)sizeof(law::group_heads<!sizeof(A)>);
    return detail::broken{};
}

}  // namespace heed
