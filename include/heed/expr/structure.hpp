// SPDX-License-Identifier: BSL-1.0
// Formulas that only rearrange elements: transpose, permute, slices, and concatenation.
#pragma once

#include <heed/expr/chosen_axis.hpp>
#include <heed/expr/formula_tuple.hpp>
#include <heed/expr/part_of_formula.hpp>
#include <heed/expr/slice_bounds.hpp>
#include <heed/shape/structure_law.hpp>
#include <heed/tensor/slice_elements.hpp>

#include <utility>

namespace heed {

namespace detail {

/// The axes 0 ... rank - 1 with the last two exchanged.
template <std::size_t Rank, class Indices = std::make_index_sequence<Rank - 2>>
struct transpose_operation;
template <std::size_t Rank, std::size_t... Leading>
struct transpose_operation<Rank, std::index_sequence<Leading...>> {
    using type = op::permute<Leading..., Rank - 1, Rank - 2>;
};

template <class A>
constexpr auto make_transpose(A&& a) {
    constexpr std::size_t rank = shape_of<operand_t<A>>.rank;
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (rank < 2) {
        (void)sizeof(law::transpose<law_shape_t<A>>);
        return broken{};
    } else {
        return make_formula<typename transpose_operation<rank>::type>(std::forward<A>(a));
    }
}

template <chosen_axis... Axes, class A>
constexpr auto make_permute(A&& a) {
    using Shape = operand_t<A>;
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (!chosen_axes<Axes...>(shape_of<Shape>).all_exist()) {
        report_axes<law_shape_t<A>, Axes...>();
        return broken{};
    } else if constexpr (!axes_fit<Shape, Axes...> || sizeof...(Axes) != shape_of<Shape>.rank) {
        (void)sizeof(law::permute<law_shape_t<A>, false, selector<Axes>::position(shape_of<Shape>)...>);
        return broken{};
    } else {
        return make_formula<op::permute<selector<Axes>::position(shape_of<Shape>)...>>(std::forward<A>(a));
    }
}

template <template <class, std::size_t, std::size_t> class Law, std::size_t FromRight, std::size_t Begin,
          std::size_t End, class A>
constexpr auto make_slice(A&& a) {
    constexpr shape s = shape_of<operand_t<A>>;
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (s.rank <= FromRight || Begin >= End ||
                         End > s[s.rank <= FromRight ? 0 : s.rank - 1 - FromRight].size) {
        (void)sizeof(Law<law_shape_t<A>, Begin, End>);
        return broken{};
    } else {
        return make_formula<op::slice<s.rank - 1 - FromRight, Begin, End - Begin>>(std::forward<A>(a));
    }
}

template <chosen_axis Axis, std::size_t Begin, std::size_t End, class A>
constexpr auto make_part(A&& a) {
    constexpr std::size_t axis = selector<Axis>::position(shape_of<operand_t<A>>);
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (axis == no_axis) {
        report_axes<law_shape_t<A>, Axis>();
        return broken{};
    } else if constexpr (Begin >= End || End > shape_of<operand_t<A>>[axis].size) {
        (void)sizeof(law::slice<law_shape_t<A>, axis, Begin, End>);
        return broken{};
    } else {
        return make_formula<op::slice<axis, Begin, End - Begin>>(std::forward<A>(a));
    }
}

template <chosen_axis Axis, class A>
constexpr auto make_run_time_part(A& a, const given_length& begin, const given_length& end) {
    constexpr std::size_t axis = selector<Axis>::position(shape_of<A>);
    if constexpr (axis == no_axis) {
        report_axes<law_shape_t<A>, Axis>();
        return broken{};
    } else {
        return slice_elements<axis>(a, begin, end);
    }
}

/// The same for a formula, whose elements are computed when they are read.
template <chosen_axis Axis, class A>
constexpr auto make_part_of_formula(A&& a, const given_length& begin, const given_length& end) {
    constexpr std::size_t axis = selector<Axis>::position(shape_of<operand_t<A>>);
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (axis == no_axis) {
        report_axes<law_shape_t<A>, Axis>();
        return broken{};
    } else {
        using F = operand_t<A>;
        check_slice<F>(shape_of<F>, axis, begin, end);
        using bounds = slice_bounds<value_of<F>, shape_of<F>[axis].name>;
        return formula_of<op::part<axis>, F, bounds>{boost::hana::tuple<F, bounds>(
            as_operand(std::forward<A>(a)), bounds{{begin.magnitude, end.magnitude - begin.magnitude}})};
    }
}

template <std::size_t Begin, std::size_t End, class A>
constexpr auto make_rows(A&& a) {
    return make_slice<law::rows, 1, Begin, End>(std::forward<A>(a));
}
template <std::size_t Begin, std::size_t End, class A>
constexpr auto make_cols(A&& a) {
    return make_slice<law::cols, 0, Begin, End>(std::forward<A>(a));
}

/// The value that split returns after it reported a violation: as many parts as requested.
template <std::size_t Parts>
constexpr auto broken_parts() {
    return []<std::size_t... I>(std::index_sequence<I...>) { return formula_tuple((void(I), broken{})...); }
    (std::make_index_sequence<(Parts == 0 ? 1 : Parts)>{});
}

/// What a part is made of: a named tensor, or its own copy of a temporary.
template <bool IsTemporary, class A>
constexpr decltype(auto) split_operand(const A& a) {
    if constexpr (IsTemporary)
        return A(a);
    else
        return static_cast<const A&>(a);
}

template <std::size_t Parts, class Selector, bool IsTemporary = false, class A>
constexpr auto make_split(const A& a) {
    constexpr shape s = shape_of<A>;
    constexpr std::size_t axis = Selector::position(s);
    if constexpr (is_broken<A>) {
        return broken_parts<Parts>();
    } else if constexpr (axis == no_axis) {
        (void)sizeof(typename Selector::template law<law_shape_t<A>>);
        return broken_parts<Parts>();
    } else if constexpr (Parts == 0 || (!s[axis].is_dynamic() && s[axis].size % (Parts == 0 ? 1 : Parts) != 0)) {
        (void)sizeof(law::split<law_shape_t<A>, Parts, axis>);
        return broken_parts<Parts>();
    } else {
        constexpr std::size_t size = s[axis].size / Parts;
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            if constexpr (s[axis].is_dynamic())
                return formula_tuple{make_formula<op::equal_part<axis, I, Parts>>(split_operand<IsTemporary>(a))...};
            else
                return formula_tuple{make_formula<op::slice<axis, I * size, size>>(split_operand<IsTemporary>(a))...};
        }
        (std::make_index_sequence<Parts>{});
    }
}

/// Reports the first pair that does not fit.
template <std::size_t Axis, class First>
constexpr bool check_concat(const First&) {
    return true;
}
template <std::size_t Axis, class First, class Second, class... Rest>
constexpr bool check_concat(const First& first, const Second&, const Rest&... rest) {
    constexpr shape a = shape_of<First>, b = shape_of<Second>;
    if constexpr (a.rank != b.rank || Axis >= a.rank || !fits(concat_rule(a, b, Axis))) {
        (void)sizeof(law::concat<law_shape_t<First>, law_shape_t<Second>, Axis>);
        return false;
    } else {
        return check_concat<Axis>(first, rest...);
    }
}

template <std::size_t Axis, class... F>
inline constexpr bool concat_fits = [] {
    const shape shapes[] = {shape_of<F>...};
    for (const shape& s : shapes)
        if (s.rank != shapes[0].rank || Axis >= s.rank || !fits(concat_rule(shapes[0], s, Axis))) return false;
    return true;
}();

template <class Selector, class First, class... F>
constexpr auto make_concat(First&& first, F&&... rest) {
    constexpr std::size_t axis = Selector::position(shape_of<operand_t<First>>);
    if constexpr (is_broken<First> || (is_broken<F> || ...)) {
        return broken{};
    } else if constexpr (axis == no_axis) {
        (void)sizeof(typename Selector::template law<law_shape_t<First>>);
        return broken{};
    } else if constexpr (!concat_fits<axis, operand_t<First>, operand_t<F>...>) {
        check_concat<axis>(first, rest...);
        return broken{};
    } else {
        return make_formula<op::concat<axis>>(std::forward<First>(first), std::forward<F>(rest)...);
    }
}

}  // namespace detail

/// Exchanges the last two axes: y(..., i, j) = a(..., j, i). Costs nothing: only strides change.
/// shapes  [... m x n] -> [... n x m]
/// errors  law::transpose
/// example const tensor Y = Q * transpose(K);  // [query[6] x key[6]]
HEED_UNARY(transpose, detail::make_transpose)

/// Axes in another order: permute<1, 0, 2>(A) puts axis 1 of A first, permute<d_k, tokens>(A) the axis called d_k.
/// Negative numbers count from the right. Costs nothing: only strides change.
/// errors  law::axis_number, law::axis_name, law::permute
/// example const tensor Y = permute<1, 0, 2>(scores);
template <chosen_axis... Axes, detail::named_operand A>
[[nodiscard]] constexpr auto permute(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_permute<Axes...>(a);
}
template <chosen_axis... Axes, detail::owned_formula A>
[[nodiscard]] constexpr auto permute(A&& a) {
    return detail::make_permute<Axes...>(std::forward<A>(a));
}

/// Rows begin to end - 1.
/// shapes  [... m x n] -> [... (end - begin) x n]
/// errors  law::rows, law::part_in_brackets
/// example const tensor Y = rows<0, 2>(X);  // the first two
template <std::size_t Begin, std::size_t End, detail::named_operand A>
[[nodiscard]] constexpr auto rows(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_rows<Begin, End>(a);
}
template <std::size_t Begin, std::size_t End, detail::owned_formula A>
[[nodiscard]] constexpr auto rows(A&& a) {
    return detail::make_rows<Begin, End>(std::forward<A>(a));
}

template <formula A, std::integral Begin, std::integral End>
constexpr auto rows(const A&, Begin, End) {
    (void)sizeof(law::part_in_brackets<!sizeof(A)>);
    return detail::broken{};
}

/// Columns begin to end - 1: a head inside a packed matrix, without a copy.
/// shapes  [... m x n] -> [... m x (end - begin)]
/// errors  law::cols, law::part_in_brackets
/// example const tensor Y = cols<4, 8>(X);
template <std::size_t Begin, std::size_t End, detail::named_operand A>
[[nodiscard]] constexpr auto cols(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_cols<Begin, End>(a);
}
template <std::size_t Begin, std::size_t End, detail::owned_formula A>
[[nodiscard]] constexpr auto cols(A&& a) {
    return detail::make_cols<Begin, End>(std::forward<A>(a));
}
template <formula A, std::integral Begin, std::integral End>
constexpr auto cols(const A&, Begin, End) {
    (void)sizeof(law::part_in_brackets<!sizeof(A)>);
    return detail::broken{};
}

/// Indices begin to end - 1 of any axis, by number or by name: slice<tokens, 4, 8>(A), slice<0, 4, 8>(A), also written
/// slice<tokens>(A, 4_c, 8_c). Costs nothing: it changes only how elements are addressed.
/// shapes  [... x n x ...] -> [... x (end - begin) x ...]
/// errors  law::axis_number, law::axis_name, law::slice
/// example const tensor Y = slice<tokens, 2, 4>(X);
template <chosen_axis Axis, std::size_t Begin, std::size_t End, detail::named_operand A>
[[nodiscard]] constexpr auto slice(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_part<Axis, Begin, End>(a);
}
template <chosen_axis Axis, std::size_t Begin, std::size_t End, detail::owned_formula A>
[[nodiscard]] constexpr auto slice(A&& a) {
    return detail::make_part<Axis, Begin, End>(std::forward<A>(a));
}
template <chosen_axis Axis, detail::named_operand A, std::size_t Begin, std::size_t End>
[[nodiscard]] constexpr auto slice(const A& a HEED_LIFETIMEBOUND, constant<Begin>, constant<End>) {
    return detail::make_part<Axis, Begin, End>(a);
}
template <chosen_axis Axis, detail::owned_formula A, std::size_t Begin, std::size_t End>
[[nodiscard]] constexpr auto slice(A&& a, constant<Begin>, constant<End>) {
    return detail::make_part<Axis, Begin, End>(std::forward<A>(a));
}
/// A slice with run-time bounds of a named tensor or a view: slice<tokens>(K, 0, n), slice<tokens>(K, 0_c, n). It is a
/// view without a copy; each stride is static if that of K is.
/// shapes  [... x n x ...] -> [... x dyn x ...]
/// errors  law::axis_number, law::axis_name, law::slice_of_temporary; shape_error unless 0 <= begin <= end <= n
template <chosen_axis Axis, detail::sliceable A, class Begin, class End>
requires(detail::owns_elements<std::remove_const_t<A>>&& detail::run_time_bounds<Begin, End>)
    [[nodiscard]] constexpr auto slice(A& a HEED_LIFETIMEBOUND, Begin begin, End end) {
    return detail::make_run_time_part<Axis>(a, detail::bound_of(begin), detail::bound_of(end));
}
template <chosen_axis Axis, detail::sliceable A, class Begin, class End>
requires(!detail::owns_elements<A> && detail::run_time_bounds<Begin, End>)
    [[nodiscard]] constexpr auto slice(const A& a, Begin begin, End end) {
    return detail::make_run_time_part<Axis>(a, detail::bound_of(begin), detail::bound_of(end));
}
template <chosen_axis Axis, detail::sliceable A, class Begin, class End>
requires(detail::owns_elements<A>&& detail::run_time_bounds<Begin, End>) constexpr auto slice(A&&, Begin, End) {
    (void)sizeof(law::slice_of_temporary<!sizeof(A)>);
    return detail::broken{};
}

/// A slice with run-time bounds of a formula, slice<tokens>(X * W, past, past + now). Only what is read is computed; a
/// softmax, norm, inverse or concatenation along that axis is computed whole.
/// shapes  [... x n x ...] -> [... x dyn x ...]
/// cost    as for constant bounds, with three exceptions: a concatenation along that axis is stored whole, a slice of a
///         slice along the same axis copies the first, and packed weights are read row by row
/// errors  law::axis_number, law::axis_name; shape_error unless 0 <= begin <= end <= n; if n is dynamic, when the
///         formula is evaluated
template <chosen_axis Axis, detail::named_operand A, class Begin, class End>
requires(!detail::sliceable<A> && detail::run_time_bounds<Begin, End>)
    [[nodiscard]] constexpr auto slice(const A& a HEED_LIFETIMEBOUND, Begin begin, End end) {
    return detail::make_part_of_formula<Axis>(a, detail::bound_of(begin), detail::bound_of(end));
}
template <chosen_axis Axis, detail::owned_formula A, class Begin, class End>
requires(!detail::sliceable<A> && detail::run_time_bounds<Begin, End>)
    [[nodiscard]] constexpr auto slice(A&& a, Begin begin, End end) {
    return detail::make_part_of_formula<Axis>(std::forward<A>(a), detail::bound_of(begin), detail::bound_of(end));
}

template <chosen_axis Axis, formula A, class Begin, class End>
requires(!(detail::slice_bound<Begin> && detail::slice_bound<End>)) constexpr auto slice(const A&, Begin, End) {
    (void)sizeof(law::slice_bounds<Begin, End, !sizeof(A)>);
    return detail::broken{};
}

/// n equal parts along an axis (default: the last): auto [q, k, v] = split<3>(X * Wqkv), split<3, tokens>(X). Each part
/// computes its own elements: nothing is stored in common. A temporary tensor is copied into each of them.
/// errors  law::axis_number, law::axis_name, law::split; when a part is evaluated, shape_error if n does not divide a
///         dynamic size
/// example auto [left, right] = split<2>(X);
template <std::size_t Parts, chosen_axis Axis = -1, detail::named_operand A>
[[nodiscard]] constexpr auto split(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_split<Parts, detail::selector<Axis>>(a);
}
template <std::size_t Parts, chosen_axis Axis = -1, detail::owned_formula A>
[[nodiscard]] constexpr auto split(A&& a) {
    return detail::make_split<Parts, detail::selector<Axis>, true>(a);
}

/// Concatenation along an axis (default: the last): concat(A, B), concat<0>(A, B), concat<tokens>(A, B),
/// concat(heads<h>(f)). Nothing is copied if the columns are multiplied by a matrix, concat(A, B) * W. If nothing
/// follows, each part is written directly into its place. Otherwise the concatenation is stored: concat<0>(past, now)
/// as keys or values is a copy, and so is concat(A, B) with dynamic columns.
/// shapes  equal except for that axis, whose sizes add up
/// errors  law::concat
/// example const tensor Y = concat(A, B);  // [6 x 12]
template <chosen_axis Axis = -1, detail::named_operand First, detail::named_operand... Rest>
[[nodiscard]] constexpr auto concat(const First& first HEED_LIFETIMEBOUND, const Rest&... rest HEED_LIFETIMEBOUND) {
    return detail::make_concat<detail::selector<Axis>>(first, rest...);
}
template <chosen_axis Axis = -1, formula First, formula... Rest>
requires(detail::owned_formula<First> || (detail::owned_formula<Rest> || ...))
    [[nodiscard]] constexpr auto concat(First&& first, Rest&&... rest) {
    return detail::make_concat<detail::selector<Axis>>(std::forward<First>(first), std::forward<Rest>(rest)...);
}
template <chosen_axis Axis = -1, class... F>
[[nodiscard]] constexpr auto concat(const formula_tuple<F...>& parts HEED_LIFETIMEBOUND) {
    return boost::hana::unpack(parts.items, [](const auto&... part) {  //
        return detail::make_concat<detail::selector<Axis>>(part...);
    });
}
/// Tensors in temporary parts become part of the formula.
template <chosen_axis Axis = -1, class... F>
[[nodiscard]] constexpr auto concat(formula_tuple<F...>&& parts) {
    return boost::hana::unpack(std::move(parts.items), [](auto&&... part) {
        return detail::make_concat<detail::selector<Axis>>(std::move(part)...);
    });
}
template <chosen_axis Axis = -1, class... F>
[[nodiscard]] constexpr auto concat(const formula_tuple<F...>&& parts) {
    return concat<Axis>(formula_tuple<F...>(parts));
}

}  // namespace heed
