// SPDX-License-Identifier: BSL-1.0
// What the tests of ONNX's Attention share: who answers for which case, and the formulas.
#pragma once

#include "tests/conformance/cases.hpp"
#include "tests/conformance/layouts.hpp"

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

/// In words, for the table of docs/conformance.md.
inline std::string name_of(part p) {
    switch (p) {
        case part::four_axes: return ", heads an axis";
        case part::four_axes_cached: return ", heads an axis, with a cache";
        case part::three_axes: return ", heads side by side";
        default: return ", heads side by side, with a cache";
    }
}

inline cases attention_cases(part mine) {
    return {"onnx_attention", [mine](const std::string& name) { return part_of(name) == mine; }, name_of(mine)};
}

/// The scale that ONNX means when none is given: 1 / sqrt(head size).
inline constexpr auto scores = [](const auto& q, const auto& k) { return q * transpose(k) / sqrt(dim<-1>(k)); };

inline constexpr auto plain = [](const auto& q, const auto& k, const auto& v) { return attention(q, k, v); };
inline constexpr auto scaled = [](const auto& q, const auto& k, const auto& v) {
    return softmax(q * transpose(k) * 0.01F) * v;
};
template <int Cap>
inline constexpr auto capped =
    [](const auto& q, const auto& k, const auto& v) { return softmax(softcap(scores(q, k), Cap)) * v; };
inline constexpr auto causally = [](const auto& q, const auto& k, const auto& v) {
    return attention(q, k, v, index::k <= index::q);
};
inline constexpr auto biased = [](const auto& q, const auto& k, const auto& v, const auto& bias) {
    return softmax(scores(q, k) + bias) * v;
};

/// Past tokens, then new ones.
inline constexpr auto present = [](const auto& past, const auto& x) { return concat<-2>(past, x); };

/// With a cache: what is computed from q, the keys and the values that are present, and these.
template <class PastK, class K, class PastV, class V, class Formula>
auto with_present(const PastK& past_k, const K& k, const PastV& past_v, const V& v, const Formula& formula) {
    return let(present(past_k, k), [&](auto keys) {
        return let(present(past_v, v), [&](auto values) { return results(formula(keys, values), keys, values); });
    });
}
/// The same with another result of the formula, which comes last: ONNX's qk_matmul_output.
template <class PastK, class K, class PastV, class V, class Scores, class Formula>
auto with_present(const PastK& past_k, const K& k, const PastV& past_v, const V& v, const Scores& scores_of,
                  const Formula& formula) {
    return let(present(past_k, k), [&](auto keys) {
        return let(present(past_v, v), [&](auto values) {
            return let(scores_of(keys), [&](auto s) { return results(formula(s, values), keys, values, s); });
        });
    });
}

}  // namespace heed::test
