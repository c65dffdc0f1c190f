// SPDX-License-Identifier: BSL-1.0
// Norms along one axis: layer_norm and rms_norm.
#pragma once

#include <heed/expr/overloads.hpp>

namespace heed {

/// What a norm can be told beside its operands.
struct norm_options {
    double epsilon = 1e-5;  ///< added to the variance, or to the mean of squares
};

namespace detail {

/// 1e-5 exactly: as a number of a program it would be rounded.
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

template <normalisation N, class Selector, class Epsilon, class A, class... Vectors>
constexpr auto make_norm(const Epsilon& epsilon, A&& a, Vectors&&... vectors) {
    using F = operand_t<A>;
    constexpr std::size_t axis = Selector::position(shape_of<F>);
    if constexpr (is_broken<A> || (is_broken<Vectors> || ...)) {
        return broken{};
    } else if constexpr (axis == no_axis) {
        (void)sizeof(typename Selector::template law<law_shape_t<A>>);
        return broken{};
    } else if constexpr (std::integral<value_of<F>>) {
        (void)sizeof(law::real_elements<value_of<F>, false>);
        return broken{};
    } else if constexpr ((!goes_along(shape_of<operand_t<Vectors>>, shape_of<F>, axis) || ...)) {
        check_norm_vectors<axis, F, operand_t<Vectors>...>();
        return broken{};
    } else {
        return make_formula<op::norm<N, axis>>(std::forward<A>(a), std::forward<Vectors>(vectors)..., epsilon);
    }
}

/// Operands of one call, of which one at least is held by the formula.
template <class... F>
concept owned_formulas = (formula<F> && ...) && (owned_formula<F> || ...);

}  // namespace detail

/// HEED_NORM(name, normalisation, selector, parameter, vectors): the overloads of a norm that take an axis as a
/// template parameter, with so many vectors at most; HEED_NORM_WITH: those with options.
#define HEED_NORM(name, which, parameter, selector, vectors)                                                          \
    template <parameter, detail::named_operand A, detail::named_operand... Vectors>                                   \
    requires(sizeof...(Vectors) <= vectors) [[nodiscard]] constexpr auto name(                                        \
        const A& a HEED_LIFETIMEBOUND, const Vectors&... gain_and_bias HEED_LIFETIMEBOUND) {                          \
        return detail::make_norm<which, selector>(detail::exact_usual_epsilon, a, gain_and_bias...);                  \
    }                                                                                                                 \
    template <parameter, class A, class... Vectors>                                                                   \
    requires(sizeof...(Vectors) <= vectors && detail::owned_formulas<A, Vectors...>) [[nodiscard]] constexpr auto     \
    name(A&& a, Vectors&&... gain_and_bias) {                                                                         \
        return detail::make_norm<which, selector>(detail::exact_usual_epsilon, std::forward<A>(a),                    \
                                                  std::forward<Vectors>(gain_and_bias)...);                           \
    }                                                                                                                 \
    template <parameter, detail::named_operand A>                                                                     \
    [[nodiscard]] constexpr auto name(const A& a HEED_LIFETIMEBOUND, norm_options options) {                          \
        return detail::make_norm<which, selector>(options.epsilon, a);                                                \
    }                                                                                                                 \
    template <parameter, detail::owned_formula A>                                                                     \
    [[nodiscard]] constexpr auto name(A&& a, norm_options options) {                                                  \
        return detail::make_norm<which, selector>(options.epsilon, std::forward<A>(a));                               \
    }                                                                                                                 \
    template <parameter, detail::named_operand A, detail::named_operand G>                                            \
    [[nodiscard]] constexpr auto name(const A& a HEED_LIFETIMEBOUND, const G& gain HEED_LIFETIMEBOUND,                \
                                      norm_options options) {                                                         \
        return detail::make_norm<which, selector>(options.epsilon, a, gain);                                          \
    }                                                                                                                 \
    template <parameter, class A, class G>                                                                            \
    requires(detail::owned_formulas<A, G>) [[nodiscard]] constexpr auto name(A&& a, G&& gain, norm_options options) { \
        return detail::make_norm<which, selector>(options.epsilon, std::forward<A>(a), std::forward<G>(gain));        \
    }
#define HEED_NORM_WITH_BIAS(name, which, parameter, selector)                                                 \
    template <parameter, detail::named_operand A, detail::named_operand G, detail::named_operand B>           \
    [[nodiscard]] constexpr auto name(const A& a HEED_LIFETIMEBOUND, const G& gain HEED_LIFETIMEBOUND,        \
                                      const B& bias HEED_LIFETIMEBOUND, norm_options options) {               \
        return detail::make_norm<which, selector>(options.epsilon, a, gain, bias);                            \
    }                                                                                                         \
    template <parameter, class A, class G, class B>                                                           \
    requires(detail::owned_formulas<A, G, B>) [[nodiscard]] constexpr auto name(A&& a, G&& gain, B&& bias,    \
                                                                                norm_options options) {       \
        return detail::make_norm<which, selector>(options.epsilon, std::forward<A>(a), std::forward<G>(gain), \
                                                  std::forward<B>(bias));                                     \
    }

/// Layer norm along an axis (the last unless told): y(i,j) = (x(i,j) - m(i)) / sqrt(v(i) + epsilon) gain(j) + bias(j),
/// m(i) and v(i) the mean and the variance (divided by n, not n - 1) of row i. layer_norm(x), layer_norm(x, gain),
/// layer_norm(x, gain, bias), each with options last: layer_norm(x, gain, bias, {.epsilon = 1e-6});
/// layer_norm<0>(x), layer_norm<tokens>(x).
/// shapes  x [... rows x n], gain and bias [n] -> [... rows x n]
/// epsilon 1e-5 unless given; given, it is known at run time only
/// error   <= 4 units in the last place of the largest y of a row (of no less than 1) for rows of up to 64, 8 for 768,
///         whatever the mean is and where all of a row are equal (tests/run/norm_test.cpp)
/// cost    one pass over rows, each in the cache: x is read once, whatever formula it is
/// errors  law::axis_number, law::axis_name, law::real_elements, law::norm_vector
/// source  Ba, Kiros, Hinton 2016, eq. 3 and 4
HEED_NORM(layer_norm, detail::normalisation::layer_norm, int Axis = -1, detail::by_number<Axis>, 2)
HEED_NORM(layer_norm, detail::normalisation::layer_norm, const axis& Name, detail::by_name<Name>, 2)
HEED_NORM_WITH_BIAS(layer_norm, detail::normalisation::layer_norm, int Axis = -1, detail::by_number<Axis>)
HEED_NORM_WITH_BIAS(layer_norm, detail::normalisation::layer_norm, const axis& Name, detail::by_name<Name>)

/// Root mean square norm along an axis (the last unless told): y(i,j) = x(i,j) / sqrt(s(i) + epsilon) gain(j), s(i) the
/// mean of the squares of row i. rms_norm(x), rms_norm(x, gain), rms_norm(x, gain, {.epsilon = 1e-6}), rms_norm<0>(x).
/// shapes, epsilon, cost, errors as for layer_norm
/// error   <= 4 units in the last place of the largest y of a row for rows of up to 768 (tests/run/norm_test.cpp)
/// source  Zhang, Sennrich 2019, eq. 4
HEED_NORM(rms_norm, detail::normalisation::rms_norm, int Axis = -1, detail::by_number<Axis>, 1)
HEED_NORM(rms_norm, detail::normalisation::rms_norm, const axis& Name, detail::by_name<Name>, 1)

HEED_AXIS_IN_BRACKETS(layer_norm, any_axis)
HEED_AXIS_IN_BRACKETS(rms_norm, any_axis)

#undef HEED_NORM
#undef HEED_NORM_WITH_BIAS

}  // namespace heed
