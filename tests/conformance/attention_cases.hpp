// SPDX-License-Identifier: BSL-1.0
// What the tests of ONNX's Attention share: who answers for which case, scores, and masks written out as numbers.
#pragma once

#include "tests/conformance/cases.hpp"
#include "tests/conformance/layouts.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace heed::test {

/// Each case of the folder belongs to exactly one program, for the sake of the compiler's memory.
enum class part { four_axes, four_axes_cached, three_axes, three_axes_cached };

inline part part_of(std::string_view name) {
    const bool three_axes = name.find("_3d") == std::string_view("test_attention").size();
    if (name.find("_past_") != std::string_view::npos)
        return three_axes ? part::three_axes_cached : part::four_axes_cached;
    return three_axes ? part::three_axes : part::four_axes;
}

inline cases attention_cases(part mine) {
    return {"onnx_attention", [mine](const std::string& name) { return part_of(name) == mine; }};
}

/// The scale that ONNX means when none is given: 1 / sqrt(head size).
inline constexpr auto scores = [](const auto& q, const auto& k) { return q * transpose(k) / sqrt(dim<-1>(k)); };

/// cap * tanh(S / cap): scores stay between -cap and cap. Before any mask.
template <class S>
auto softcap(const S& s, float cap) {
    return cap * tanh(s / cap);
}

inline constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

/// 0 where query q may attend to key k <= q + offset, elsewhere minus infinity.
template <std::size_t Queries, std::size_t Keys>
matrix<float, Queries, Keys> causal(std::size_t offset = 0) {
    matrix<float, Queries, Keys> mask;
    for (std::size_t q = 0; q < Queries; ++q)
        for (std::size_t k = 0; k < Keys; ++k) mask(q, k) = k <= q + offset ? 0 : minus_infinity;
    return mask;
}

/// 0 where `may_attend` is true, elsewhere minus infinity.
template <extent... E>
tensor<float, E...> as_bias(const tensor<bool, E...>& may_attend) {
    tensor<float, E...> mask;
    for (std::size_t i = 0; i < mask.size(); ++i) mask.data()[i] = may_attend.data()[i] ? 0 : minus_infinity;
    return mask;
}

}  // namespace heed::test
