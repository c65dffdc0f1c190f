// SPDX-License-Identifier: BSL-1.0
// Norms along one axis or over several: layer_norm and rms_norm.
#pragma once

#include <heed/expr/chosen_axis.hpp>
#include <heed/expr/let.hpp>
#include <heed/expr/reshape.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace heed {

/// Options of a norm.
struct norm_options {
    double epsilon = 1e-5;  ///< added to the variance, or to the mean of squares
};

namespace detail {

/// Exactly 1e-5; a run-time scalar would be rounded.
inline constexpr exact_scalar<usual_epsilon> exact_usual_epsilon{};

/// Reports the first of gain and bias that does not fit.
template <std::size_t Axis, class A>
constexpr bool check_norm_vectors() {
    return true;
}
template <std::size_t Axis, class A, class Vector, class... Rest>
constexpr bool check_norm_vectors() {
    if constexpr (!goes_along(shape_of<Vector>, shape_of<A>, Axis)) {
        (void)sizeof(law::norm_vector<law_shape_t<A>, law_shape_t<Vector>, Axis>);
        return false;
    } else {
        return check_norm_vectors<Axis, A, Rest...>();
    }
}

template <normalisation N, std::size_t Axis, class Epsilon, class A, class... Vectors>
constexpr auto make_norm_along(const Epsilon& epsilon, A&& a, Vectors&&... vectors) {
    using F = operand_t<A>;
    if constexpr ((!goes_along(shape_of<operand_t<Vectors>>, shape_of<F>, Axis) || ...)) {
        check_norm_vectors<Axis, F, operand_t<Vectors>...>();
        return broken{};
    } else {
        return make_formula<op::norm<N, Axis>>(std::forward<A>(a), std::forward<Vectors>(vectors)..., epsilon);
    }
}

/// The permutation that moves the normalised axes to the end, in their order, before they are merged.
struct moved_axes {
    shape others{}, along{}, moved{}, merged{};
    std::array<std::size_t, max_rank> order{}, place{};

    template <chosen_axis... Axes>
    constexpr moved_axes(const shape& s, const chosen_axes<Axes...>& chosen) {
        std::size_t count = 0;
        for (const bool is_normalised : {false, true})
            for (std::size_t a = 0; a < s.rank; ++a)
                if (chosen.contains(a) == is_normalised) {
                    order[count] = a;
                    place[a] = count++;
                    (is_normalised ? along : others).push_back(s[a]);
                    moved.push_back(s[a]);
                }
        merged = shape_of_merged(moved, others.rank, along.rank);
    }
};
/// The same as separate objects, which template arguments require.
template <class A, chosen_axis... Axes>
struct axes_of_norm {
    static constexpr moved_axes all{shape_of<A>, chosen_axes<Axes...>(shape_of<A>)};
    static constexpr shape moved = all.moved, merged = all.merged;
    static constexpr shape shape_value = all.along;  ///< as if it were a formula: for laws
    static constexpr auto order = all.order, place = all.place;
};

template <const auto& Order, class A>
constexpr auto in_axis_order(A&& a) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        if constexpr (((Order[I] == I) && ...))
            return as_operand(std::forward<A>(a));
        else
            return make_formula<op::permute<Order[I]...>>(std::forward<A>(a));
    }
    (std::make_index_sequence<shape_of<operand_t<A>>.rank>{});
}

template <const shape& Wanted, class A>
constexpr auto with_shape(A&& a) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return make_formula<op::reshape<Wanted[I]...>>(std::forward<A>(a));
    }
    (std::make_index_sequence<Wanted.rank>{});
}

/// Reports the first of gain and bias that does not have the normalised axes.
template <class A, class Axes>
constexpr bool check_norm_gains() {
    return true;
}
template <class A, class Axes, class Gain, class... Rest>
constexpr bool check_norm_gains() {
    if constexpr (!assignable(shape_of<Gain>, Axes::shape_value)) {
        (void)sizeof(law::norm_gain<law_shape_t<A>, law_shape_t<Gain>, typename law_shape<Axes>::type>);
        return false;
    } else {
        return check_norm_gains<A, Axes, Rest...>();
    }
}

/// Whether several of these axes are dynamic in one of the two shapes: of their product only the size is known.
constexpr bool have_several_lengths(const shape& along, const shape& gain) {
    std::size_t count = 0;
    for (std::size_t a = 0; a < along.rank; ++a) count += along[a].is_dynamic() || gain[a].is_dynamic() ? 1 : 0;
    return count > 1;
}

/// Merges the normalised axes to the last one, and splits it again afterwards.
template <normalisation N, class Axes, class Epsilon, class A, class... Gains>
constexpr auto make_norm_over(const Epsilon& epsilon, A&& a, Gains&&... gains) {
    constexpr std::size_t last = Axes::merged.rank - 1;
    if constexpr ((!assignable(shape_of<operand_t<Gains>>, Axes::shape_value) || ...)) {
        check_norm_gains<operand_t<A>, Axes, operand_t<Gains>...>();
        return broken{};
    } else if constexpr (dynamic_axes(Axes::shape_value) > 1 ||
                         (have_several_lengths(Axes::shape_value, shape_of<operand_t<Gains>>) || ...)) {
        // The merged length does not tell the lengths that it came from; the operand does.
        return make_let(std::forward<A>(a), [&](const auto& whole) {
            const auto moved = in_axis_order<Axes::order>(whole);
            [[maybe_unused]] const auto row_of = [&](auto&& gain) {
                return make_formula<op::reshape<Axes::merged[last]>>(
                    make_formula<op::axes_of<last>>(std::forward<decltype(gain)>(gain), moved));
            };
            return in_axis_order<Axes::place>(make_formula<op::reshape_as>(
                make_formula<op::norm<N, last>>(with_shape<Axes::merged>(moved), row_of(std::forward<Gains>(gains))...,
                                                epsilon),
                moved));
        });
    } else {
        return in_axis_order<Axes::place>(with_shape<Axes::moved>(
            make_formula<op::norm<N, last>>(with_shape<Axes::merged>(in_axis_order<Axes::order>(std::forward<A>(a))),
                                            make_reshape<Axes::merged[last]>(std::forward<Gains>(gains))..., epsilon)));
    }
}

template <normalisation N, chosen_axis... Axes, class Epsilon, class A, class... Vectors>
constexpr auto make_norm_of(const Epsilon& epsilon, A&& a, Vectors&&... vectors) {
    using F = operand_t<A>;
    if constexpr (is_broken<A> || (is_broken<Vectors> || ...)) {
        return broken{};
    } else if constexpr (!axes_fit<F, Axes...>) {
        report_axes<law_shape_t<A>, Axes...>();
        return broken{};
    } else if constexpr (std::integral<value_of<F>>) {
        (void)sizeof(law::real_elements<value_of<F>, false>);
        return broken{};
    } else if constexpr (sizeof...(Axes) == 1) {
        return make_norm_along<N, chosen_axes<Axes...>(shape_of<F>).items[0]>(epsilon, std::forward<A>(a),
                                                                              std::forward<Vectors>(vectors)...);
    } else {
        return make_norm_over<N, axes_of_norm<F, Axes...>>(epsilon, std::forward<A>(a),
                                                           std::forward<Vectors>(vectors)...);
    }
}

/// Along the last axis unless another one is given.
template <normalisation N, chosen_axis... Axes, class... Arguments>
constexpr auto make_norm(Arguments&&... arguments) {
    if constexpr (sizeof...(Axes) == 0)
        return make_norm_of<N, chosen_axis(-1)>(std::forward<Arguments>(arguments)...);
    else
        return make_norm_of<N, Axes...>(std::forward<Arguments>(arguments)...);
}

/// Operands of one call, at least one of which the formula holds.
template <class... F>
concept owned_formulas = (formula<F> && ...) && (owned_formula<F> || ...);

}  // namespace detail

/// HEED_NORM(name, normalisation, vectors): the overloads of a norm with up to `vectors` vectors; HEED_NORM_WITH_BIAS:
/// those with two and options.
#define HEED_NORM(name, which, vectors)                                                                               \
    template <chosen_axis... Axes, detail::named_operand A, detail::named_operand... Vectors>                         \
    requires(sizeof...(Vectors) <= vectors) [[nodiscard]] constexpr auto name(                                        \
        const A& a HEED_LIFETIMEBOUND, const Vectors&... gain_and_bias HEED_LIFETIMEBOUND) {                          \
        return detail::make_norm<which, Axes...>(detail::exact_usual_epsilon, a, gain_and_bias...);                   \
    }                                                                                                                 \
    template <chosen_axis... Axes, class A, class... Vectors>                                                         \
    requires(sizeof...(Vectors) <= vectors && detail::owned_formulas<A, Vectors...>) [[nodiscard]] constexpr auto     \
    name(A&& a, Vectors&&... gain_and_bias) {                                                                         \
        return detail::make_norm<which, Axes...>(detail::exact_usual_epsilon, std::forward<A>(a),                     \
                                                 std::forward<Vectors>(gain_and_bias)...);                            \
    }                                                                                                                 \
    template <chosen_axis... Axes, detail::named_operand A>                                                           \
    [[nodiscard]] constexpr auto name(const A& a HEED_LIFETIMEBOUND, norm_options options) {                          \
        return detail::make_norm<which, Axes...>(options.epsilon, a);                                                 \
    }                                                                                                                 \
    template <chosen_axis... Axes, detail::owned_formula A>                                                           \
    [[nodiscard]] constexpr auto name(A&& a, norm_options options) {                                                  \
        return detail::make_norm<which, Axes...>(options.epsilon, std::forward<A>(a));                                \
    }                                                                                                                 \
    template <chosen_axis... Axes, detail::named_operand A, detail::named_operand G>                                  \
    [[nodiscard]] constexpr auto name(const A& a HEED_LIFETIMEBOUND, const G& gain HEED_LIFETIMEBOUND,                \
                                      norm_options options) {                                                         \
        return detail::make_norm<which, Axes...>(options.epsilon, a, gain);                                           \
    }                                                                                                                 \
    template <chosen_axis... Axes, class A, class G>                                                                  \
    requires(detail::owned_formulas<A, G>) [[nodiscard]] constexpr auto name(A&& a, G&& gain, norm_options options) { \
        return detail::make_norm<which, Axes...>(options.epsilon, std::forward<A>(a), std::forward<G>(gain));         \
    }
#define HEED_NORM_WITH_BIAS(name, which)                                                                      \
    template <chosen_axis... Axes, detail::named_operand A, detail::named_operand G, detail::named_operand B> \
    [[nodiscard]] constexpr auto name(const A& a HEED_LIFETIMEBOUND, const G& gain HEED_LIFETIMEBOUND,        \
                                      const B& bias HEED_LIFETIMEBOUND, norm_options options) {               \
        return detail::make_norm<which, Axes...>(options.epsilon, a, gain, bias);                             \
    }                                                                                                         \
    template <chosen_axis... Axes, class A, class G, class B>                                                 \
    requires(detail::owned_formulas<A, G, B>) [[nodiscard]] constexpr auto name(A&& a, G&& gain, B&& bias,    \
                                                                                norm_options options) {       \
        return detail::make_norm<which, Axes...>(options.epsilon, std::forward<A>(a), std::forward<G>(gain),  \
                                                 std::forward<B>(bias));                                      \
    }

/// Layer norm along an axis (default: the last): y(i,j) = (x(i,j) - m(i)) / sqrt(v(i) + epsilon) gain(j) + bias(j),
/// where m(i) and v(i) are the mean and the variance (divided by n, not n - 1) of row i. layer_norm(x), layer_norm(x,
/// gain), layer_norm(x, gain, bias), each with options last: layer_norm(x, gain, bias, {.epsilon = 1e-6});
/// layer_norm<0>(x), layer_norm<tokens>(x). Over several axes, layer_norm<1, 2>(x), layer_norm<tokens, d_model>(x,
/// gain), mean and variance are those of all elements of these axes.
/// shapes  x [... rows x n], gain and bias [n] -> [... rows x n]; over several axes gain and bias have these axes, in
///         the order of x
/// epsilon default 1e-5; a given one is a run-time value
/// error   random rows and equal elements, for any mean: <= 4 units in the last place of the largest y of a row (at least
///         of 1) for rows of up to 64, 8 for 768 (tests/run/norm_test.cpp). The worst that was found for 768 is 19:
///         numbers all of whose sums are rounded one way. No row exceeds 6 + n / 8, of n up to 2048, and 262 beyond
/// cost    one pass over rows, each in the cache; any formula x is computed once. Several axes are one long row: the
///         last axes of a tensor are read in place, others are copied, and a formula is stored first
/// errors  law::axis_number, law::axis_name, law::axes_once, law::real_elements, law::norm_vector, law::norm_gain
/// source  Ba, Kiros, Hinton 2016, eq. 3 and 4
/// example const tensor Y = layer_norm(X, gain, bias), plain = layer_norm(X, {.epsilon = 1e-6});
HEED_NORM(layer_norm, detail::normalisation::layer_norm, 2)
HEED_NORM_WITH_BIAS(layer_norm, detail::normalisation::layer_norm)

/// Root mean square norm along an axis (default: the last) or over several: y(i,j) = x(i,j) / sqrt(s(i) + epsilon)
/// gain(j), where s(i) is the mean of the squares of row i. rms_norm(x), rms_norm(x, gain), rms_norm(x, gain, {.epsilon
/// = 1e-6}), rms_norm<0>(x), rms_norm<1, 2>(x). shapes, epsilon, cost, errors as for layer_norm
/// error   random rows: <= 4 units in the last place of the largest y of a row for rows of up to 768
///         (tests/run/norm_test.cpp). The worst that was found are rows of one number, 13 for 768 and 32 for 2048; none
///         exceeds 4 + n / 16, of n up to 2048, and 132 beyond
/// source  Zhang, Sennrich 2019, eq. 4
/// example const tensor Y = rms_norm(X, gain);
HEED_NORM(rms_norm, detail::normalisation::rms_norm, 1)

HEED_AXIS_IN_BRACKETS(layer_norm, any_axis)
HEED_AXIS_IN_BRACKETS(rms_norm, any_axis)

#undef HEED_NORM
#undef HEED_NORM_WITH_BIAS

}  // namespace heed
