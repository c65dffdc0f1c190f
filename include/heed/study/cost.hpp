// SPDX-License-Identifier: BSL-1.0
// The cost of a formula as it runs: numbers, or counts in terms of its lengths.
#pragma once

#include <heed/study/cost_in_lengths.hpp>
#include <heed/study/cost_of_view.hpp>
#include <heed/study/subject/plan_at_lengths.hpp>

namespace heed {

namespace study {

/// What the formula asks for when it runs as planned: operations, bytes, temporaries. If masks skip tiles, it does
/// less. Online softmax adds up block by block of keys, and at most `rescales` times does more than the formula asks
/// for: an exp, a subtraction, and a multiplication and an addition for the sum of the weights and for each column of
/// the output.
///       static_assert(study::cost<E>().temporaries == 0);
/// error   equal to what a number type that counts its operations sees (tests/study/cost_test.cpp)
///
/// With dynamic extents, cost<E>() has counts that are sums of products of extents, and cost(f) those for the sizes of
/// the tensors in f; of a few rows that have a plan of their own, those of that plan:
///       std::cout << study::cost<E>().flops;  // 259 query key + 129 query
/// for the attention softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V of query[dyn] queries and key[dyn] keys of 64
/// numbers.
/// errors  shape_error if the sizes in the formula do not fit
/// example constexpr auto counted = study::cost<decltype(softmax(S) * A)>();
///         static_assert(counted.exp == 36);
template <detail::evaluable E>
constexpr auto cost() {
    if constexpr (detail::study_subject<E>::has_lengths)
        return detail::costs_in_lengths_of<detail::count_of<E>>(detail::study_view_of<E>());
    else
        return detail::costs_of(detail::study_view_of<E>());
}
template <detail::evaluable E>
constexpr costs cost(const E& e) {
    if constexpr (detail::study_subject<E>::has_lengths)
        return detail::with_plan_at<E>(detail::lengths_of(e).values,
                                       [](const auto& view) { return detail::costs_of(view); });
    else
        return cost<E>();
}

}  // namespace study
}  // namespace heed
