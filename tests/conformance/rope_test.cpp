// SPDX-License-Identifier: BSL-1.0
// RotaryEmbedding of ONNX as a formula of sums and products; the rows of the tables are looked up by the test.
#include "tests/conformance/cases.hpp"
#include "tests/conformance/layouts.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace heed::test {
namespace {

using X = tensor<float, 2, 4, 3, 8>;  // batch, heads, tokens, size
using packed_X = tensor<float, 2, 3, 32>;
using positions = matrix<std::int64_t, 2, 3>;
template <extent Pairs>
using table = matrix<float, 50, Pairs>;
template <extent Pairs>
using rows_of_table = tensor<float, 2, 3, Pairs>;

/// The row of each token, for all heads.
template <extent Pairs>
tensor<float, 2, 1, 3, Pairs> at(const table<Pairs>& t, const positions& position) {
    tensor<float, 2, 1, 3, Pairs> result;
    for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t p = 0; p < Pairs.size; ++p)
                result(b, 0, i, p) = t(static_cast<std::size_t>(position(b, i)), p);
    return result;
}
template <extent Pairs>
view<const float, 2, 1, 3, Pairs> at(const rows_of_table<Pairs>& t) {
    return view<const float, 2, 1, 3, Pairs>(t.data());
}

/// The two coordinates of all pairs, turned by their angles: (a, b) becomes (a cos - b sin, a sin + b cos).
constexpr auto turned = [](const auto& a, const auto& b, const auto& cosine, const auto& sine) {
    return std::pair(hadamard(a, cosine) - hadamard(b, sine), hadamard(a, sine) + hadamard(b, cosine));
};

/// Pairs of an element of the first half and one of the second.
constexpr auto halves_turned = [](const auto& x, const auto& cosine, const auto& sine) {
    const auto halves = split<2>(x);
    const auto [a, b] = turned(halves[0_c], halves[1_c], cosine, sine);
    return concat(a, b);
};

/// Pairs of neighbours, the first of them in x: even elements, then odd ones.
template <std::size_t Pairs>
constexpr auto neighbours_turned = [](const X& x, const auto& cosine, const auto& sine) {
    X y = x;
    const detail::strides strides{96, 24, 8, 2};
    using turning = strided_view<const float, 2, 4, 3, Pairs>;
    const auto [a, b] = turned(turning(x.data(), strides), turning(x.data() + 1, strides), cosine, sine);
    strided_view<float, 2, 4, 3, Pairs>(y.data(), strides) = a;
    strided_view<float, 2, 4, 3, Pairs>(y.data() + 1, strides) = b;
    return y;
};

// The looked-up rows live as long as the call: the formula that refers to them is evaluated in it.
constexpr auto all_turned = [](const auto& x, const auto& cosine, const auto& sine, const auto&... position) {
    return evaluate(halves_turned(x, at(cosine, position...), at(sine, position...)));
};
constexpr auto first_four_turned = [](const auto& x, const auto& cosine, const auto& sine, const auto&... position) {
    return evaluate(
        concat(halves_turned(cols<0, 4>(x), at(cosine, position...), at(sine, position...)), cols<4, 8>(x)));
};
constexpr auto packed_turned = [](const auto& x, const auto& cosine, const auto& sine, const auto& position) {
    return heads_side_by_side(all_turned(heads_apart<4>(x), cosine, sine, position));
};
template <std::size_t Pairs>
constexpr auto interleaved = [](const auto& x, const auto& cosine, const auto& sine, const auto&... position) {
    return neighbours_turned<Pairs>(x, at(cosine, position...), at(sine, position...));
};

TEST(conformance, onnx_rope) {
    if (const auto why = why_skipped("onnx_rope"); !why.empty()) GTEST_SKIP() << why;
    cases all("onnx_rope");
    using T2 = table<2>;
    using T4 = table<4>;
    using R2 = rows_of_table<2>;
    using R4 = rows_of_table<4>;

    all.agree<X, T4, T4, positions>("test_rotary_embedding", all_turned);
    all.agree<packed_X, T4, T4, positions>("test_rotary_embedding_3d_input", packed_turned);
    all.agree<X, T4, T4, positions>("test_rotary_embedding_interleaved", interleaved<4>);
    all.agree<X, R4, R4>("test_rotary_embedding_no_position_ids", all_turned);
    all.agree<X, R4, R4>("test_rotary_embedding_no_position_ids_interleaved", interleaved<4>);
    all.agree<X, R2, R2>("test_rotary_embedding_no_position_ids_rotary_dim", first_four_turned);
    all.agree<X, T2, T2, positions>("test_rotary_embedding_with_interleaved_rotary_dim", interleaved<2>);
    all.agree<X, T2, T2, positions>("test_rotary_embedding_with_rotary_dim", first_four_turned);

    all.expect_complete();
}

}  // namespace
}  // namespace heed::test
