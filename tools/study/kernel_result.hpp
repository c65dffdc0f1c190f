// SPDX-License-Identifier: BSL-1.0
// The result of a kernel of a study, one tensor or several, and how it is written again.
#pragma once

#include <heed/heed.hpp>

#include <cstddef>
#include <tuple>

namespace heed_study {

template <class Result>
struct result_of {
    static constexpr std::size_t element_bytes = sizeof(typename Result::value_type);
    template <class Formula>
    static void write(Result& result, const Formula& f) {
        heed::noalias(result) = f;
    }
};
template <class First, class... Others>
struct result_of<std::tuple<First, Others...>> {
    static constexpr std::size_t element_bytes = sizeof(typename First::value_type);
    template <class Formula>
    static void write(std::tuple<First, Others...>& results, const Formula& f) {
        std::apply([&](auto&... result) { heed::evaluate_into(std::tie(result...), f); }, results);
    }
};

}  // namespace heed_study
