// SPDX-License-Identifier: BSL-1.0
// What models are trained to make small.
#pragma once

#include <heed/expr/let_unless_stored.hpp>
#include <heed/expr/pick.hpp>
#include <heed/expr/reduce.hpp>
#include <heed/shape/gradient_law.hpp>

#include <cstddef>
#include <utility>

namespace heed {

namespace detail {

template <class A>
constexpr auto mean_of_all(A&& a) {
    return [&]<std::size_t... Axis>(std::index_sequence<Axis...>) {
        return make_reduction_along<reduction::mean, false, chosen_axis(static_cast<int>(Axis))...>(std::forward<A>(a));
    }
    (std::make_index_sequence<shape_of<operand_t<A>>.rank>{});
}

template <class A, class Ids>
constexpr auto make_cross_entropy(A&& a, Ids&& ids) {
    if constexpr (is_broken<A> || is_broken<Ids>) {
        return broken{};
    } else if constexpr (!are_one_for_each_row(shape_of<operand_t<A>>, shape_of<operand_t<Ids>>)) {
        (void)sizeof(law::classes_of_rows<law_shape_t<A>, law_shape_t<Ids>>);
        return broken{};
    } else {
        return make_let(std::forward<A>(a), [&](const auto& logits) {
            return mean_of_all(logsumexp(logits) - make_pick(logits, std::forward<Ids>(ids)));
        });
    }
}

/// Whether an operand of an elementwise operation has fewer elements than the result.
constexpr bool repeats(const shape& operand, const shape& result) {
    if (operand.rank != result.rank) return true;
    for (std::size_t i = 0; i < result.rank; ++i)
        if (operand[i].size == 1 && result[i].size != 1) return true;
    return false;
}
/// [n x 1] and [n] make [n x n]: each number is compared with each.
constexpr bool are_compared_each_with_each(const shape& a, const shape& b) {
    const fit difference = broadcast(a, b);
    return fits(difference) && repeats(a, difference.result) && repeats(b, difference.result);
}

template <class A, class B>
constexpr auto make_mean_squared_error(A&& a, B&& b) {
    if constexpr (is_broken<A> || is_broken<B>) {
        return broken{};
    } else if constexpr (are_compared_each_with_each(shape_of<operand_t<A>>, shape_of<operand_t<B>>)) {
        (void)sizeof(law::compared_numbers<law_shape_t<A>, law_shape_t<B>>);
        return broken{};
    } else {
        return make_let(make_elementwise<function::subtract>(std::forward<A>(a), std::forward<B>(b)),
                        [](const auto& d) { return mean_of_all(hadamard(d, d)); });
    }
}

}  // namespace detail

/// The mean over all rows of -log(softmax(logits)(i, ids(i))), computed as logsumexp(logits) - pick(logits, ids): the
/// loss of a classifier, with ids(i) the right class of row i.
/// shapes  logits [tokens x classes], ids [tokens]; or with axes before these -> no axes
/// cost    logits are stored; of a row one logsumexp, in the gradient one softmax, and no one-hot matrix
/// needs   0 <= ids < classes, checked before anything is written: heed::index_error
/// errors  law::classes_of_rows, law::picked_places, law::real_elements
/// example const tensor loss = cross_entropy(X * W, ids);
HEED_BINARY(cross_entropy, detail::are_formulas, detail::make_cross_entropy)

/// The mean of all squares of A - B.
/// shapes  A and B of one shape, or one that repeats to the shape of the other -> no axes
/// cost    A - B is stored
/// errors  law::compared_numbers of [n x 1] and [n]; those of A - B and of mean
/// example const tensor loss = mean_squared_error(A, transpose(B));
HEED_BINARY(mean_squared_error, detail::are_formulas, detail::make_mean_squared_error)

}  // namespace heed
