// SPDX-License-Identifier: BSL-1.0
// Merges attention to two sets of keys to attention to both.
#pragma once

#include <heed/expr/elementwise.hpp>
#include <heed/expr/equal_axes.hpp>
#include <heed/expr/let.hpp>
#include <heed/expr/reshape.hpp>
#include <heed/shape/merge_law.hpp>

#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

/// An output and its log-sum-exp, as evaluate(results(w * V, logsumexp(s))) gives them.
template <class P>
concept attention_part = is_broken<P> || requires(const std::remove_cvref_t<P>& part) {
    requires std::tuple_size<std::remove_cvref_t<P>>::value == 2;
    { get<0>(part) } -> tensor_or_view;
    { get<1>(part) } -> tensor_or_view;
};

/// Whether there is one log-sum-exp for each row of the output: its last axis is missing, or has size 1.
constexpr bool are_attention_parts(const shape& output, const shape& log_sums, const shape& other_output,
                                   const shape& other_log_sums) {
    const auto belongs = [](const shape& rows, const shape& sums) {
        if (rows.rank == 0 || (sums.rank != rows.rank && sums.rank + 1 != rows.rank)) return false;
        shape one_column = rows;
        one_column[rows.rank - 1] = 1;
        return assignable(sums, sums.rank == rows.rank ? one_column : without_axis(rows, rows.rank - 1));
    };
    return belongs(output, log_sums) && assignable(output, other_output) && assignable(log_sums, other_log_sums) &&
           belongs(other_output, other_log_sums);
}

/// One number for each row, broadcast along rows with `Rank` axes.
template <std::size_t Rank, class F>
constexpr auto beside_rows(const F& f) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) { return make_reshape<shape_of<F>[I]..., extent(1)>(f); }
    (std::make_index_sequence<Rank - 1>{});
}

/// Merges two operands. With d the difference of the log-sum-exps, the first output has weight sigmoid(d) and the
/// second the rest. A set without keys has a log-sum-exp of minus infinity; the least finite number replaces it in the
/// difference, so that two such sets differ by 0.
template <class Ya, class La, class Yb, class Lb>
constexpr auto make_merged_attention(const Ya& ya, const La& la, const Yb& yb, const Lb& lb) {
    using T = computed_t<value_of<Ya>>;
    static_assert(std::numeric_limits<T>::is_specialized,
                  "heed: merge_attention(a, b) needs elements of a type with std::numeric_limits: their least number");
    const auto bounded = [](const auto& x) {
        return make_elementwise<function::max>(x, std::numeric_limits<T>::lowest());
    };
    return let(make_elementwise<function::subtract>(bounded(la), bounded(lb)), [&](const auto& d) {
        auto less = make_elementwise<function::softplus>(make_negate(make_elementwise<function::abs>(d)));
        auto log_sums = make_elementwise<function::add>(make_elementwise<function::max>(la, lb), std::move(less));
        return results(let(make_elementwise<function::sigmoid>(d),
                           [&](const auto& w) {
                               const auto weight = beside_rows<shape_of<Ya>.rank>(w);
                               auto rest = make_elementwise<function::subtract>(1, weight);
                               return make_elementwise<function::add>(
                                   make_elementwise<function::multiply>(ya, weight),
                                   make_elementwise<function::multiply>(yb, std::move(rest)));
                           }),
                       std::move(log_sums));
    });
}

/// Of the first axes of a part those that would repeat beside an output, or along which the output would.
constexpr axis_pairs axes_that_repeat(const shape& part, const shape& output, std::size_t axes) {
    axis_pairs pairs;
    for (std::size_t a = 0; a < axes; ++a) add_one_beside_length(pairs, part, a, output, a);
    return pairs;
}

/// make_merged_attention, where what would repeat is checked: all sizes are those of the first output.
template <class Ya, class La, class Yb, class Lb>
constexpr auto make_checked_merge(const Ya& ya, const La& la, const Yb& yb, const Lb& lb) {
    constexpr shape output = shape_of<Ya>;
    constexpr axis_pairs of_la = axes_that_repeat(shape_of<La>, output, output.rank - 1);
    constexpr axis_pairs of_yb = axes_that_repeat(shape_of<Yb>, output, output.rank);
    constexpr axis_pairs of_lb = axes_that_repeat(shape_of<Lb>, output, output.rank - 1);
    if constexpr (of_la.empty() && of_yb.empty() && of_lb.empty())
        return make_merged_attention(ya, la, yb, lb);
    else
        return make_let(ya, [&](const auto& y) {
            constexpr const char* words = law::sizes_of_merged_parts;
            return make_merged_attention(y, with_equal_axes<words, of_la>(la, y), with_equal_axes<words, of_yb>(yb, y),
                                         with_equal_axes<words, of_lb>(lb, y));
        });
}

template <class A, class B>
constexpr auto merge_parts(A&& a, B&& b) {
    if constexpr (is_broken<A> || is_broken<B>) {
        return broken{};
    } else {
        const auto make = [](const auto& ya, const auto& la, const auto& yb, const auto& lb) {
            using Ya = std::remove_cvref_t<decltype(ya)>;
            using La = std::remove_cvref_t<decltype(la)>;
            using Yb = std::remove_cvref_t<decltype(yb)>;
            using Lb = std::remove_cvref_t<decltype(lb)>;
            if constexpr (!are_attention_parts(shape_of<Ya>, shape_of<La>, shape_of<Yb>, shape_of<Lb>)) {
                (void)sizeof(law::merge_attention<law_shape_t<Ya>, law_shape_t<La>, law_shape_t<Yb>, law_shape_t<Lb>,
                                                  !sizeof(Ya)>);
                return broken{};
            } else {
                return make_checked_merge(ya, la, yb, lb);
            }
        };
        return make(as_operand(get<0>(std::forward<A>(a))), as_operand(get<1>(std::forward<A>(a))),
                    as_operand(get<0>(std::forward<B>(b))), as_operand(get<1>(std::forward<B>(b))));
    }
}

}  // namespace detail

/// Merges attention over two sets of keys into attention over both. With a = evaluate(results(softmax(s) * V,
/// logsumexp(s))) over the first keys and b over the others, evaluate(merge_attention(a, b)) is the same over all of
/// them. Use it for keys that are split over threads or machines, or for a past that many queries share. A set may be
/// empty for some or all queries: output 0, log-sum-exp minus infinity.
///     y = (exp(la - m) ya + exp(lb - m) yb) / (exp(la - m) + exp(lb - m)), m = max(la, lb)
///     l = m + log(exp(la - m) + exp(lb - m))
/// shapes  outputs [... x queries x values] of one shape, log-sum-exp [... x queries] or [... x queries x 1]; the two
///         results likewise
/// needs   parts with finite outputs: an infinity or NaN in one makes the result NaN, whatever its weight
/// error   in addition to that of the parts: for y max(|la|, |lb|) / 8 + 1.5 units of the last place of the larger of
///         |ya|, |yb|; for l one of max(|l|, 1). A part without keys changes no bit of the other
///         (tests/run/merge_attention_test.cpp)
/// source  Milakov and Gimelshein 2018, Online normalizer calculation for softmax
/// cost    two exp and a log per query; two multiplications, an addition and a subtraction per element
/// errors  law::merge_attention
/// example const auto part = evaluate(results(softmax(S) * A, logsumexp(S)));
///         auto [Y, log_sums] = evaluate(merge_attention(part, part));
template <detail::attention_part A, detail::attention_part B>
[[nodiscard]] constexpr auto merge_attention(const A& a HEED_LIFETIMEBOUND, const B& b HEED_LIFETIMEBOUND) {
    return detail::merge_parts(a, b);
}
template <detail::attention_part A, detail::attention_part B>
requires(!std::is_lvalue_reference_v<A> || !std::is_lvalue_reference_v<B>)
    [[nodiscard]] constexpr auto merge_attention(A&& a, B&& b) {
    return detail::merge_parts(std::forward<A>(a), std::forward<B>(b));
}

}  // namespace heed
