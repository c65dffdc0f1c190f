// SPDX-License-Identifier: BSL-1.0
// RotaryEmbedding of ONNX: tables with a row for each token, or looked up by position.
#include "tests/conformance/cases.hpp"
#include "tests/conformance/layouts.hpp"

#include <cstddef>
#include <cstdint>

namespace heed::test {
namespace {

using X = tensor<float, 2, 4, 3, 8>;  // batch, heads, tokens, size
using packed_X = tensor<float, 2, 3, 32>;
using positions = matrix<std::int64_t, 2, 3>;
template <extent Pairs>
using table = matrix<float, 50, Pairs>;
template <extent Pairs>
using rows_of_table = tensor<float, 2, 3, Pairs>;

/// The row of each token, the same for all heads.
template <std::size_t Pairs, class Table, class... Positions>
auto at(const Table& t, const Positions&... position) {
    if constexpr (sizeof...(Positions) == 0)
        return reshape<2, 1, 3, Pairs>(t);
    else
        return reshape<2, 1, 3, Pairs>(rows(t, position...));
}

template <auto Pairing>
constexpr auto turned = [](const auto& x, const auto& cosine, const auto& sine, const auto&... position) {
    return rope(x, at<4>(cosine, position...), at<4>(sine, position...), Pairing);
};
/// The first four columns, that is two pairs, are turned.
template <auto Pairing>
constexpr auto half_turned = [](const auto& x, const auto& cosine, const auto& sine, const auto&... position) {
    return concat(rope(cols<0, 4>(x), at<2>(cosine, position...), at<2>(sine, position...), Pairing), cols<4, 8>(x));
};
constexpr auto packed_turned = [](const auto& x, const auto& cosine, const auto& sine, const auto& position) {
    return heads_side_by_side(rope(heads_apart<4>(x), at<4>(cosine, position), at<4>(sine, position), pairs::halves));
};

TEST(conformance, onnx_rope) {
    if (const auto why = why_skipped("onnx_rope"); !why.empty()) GTEST_SKIP() << why;
    cases all("onnx_rope");
    using T2 = table<2>;
    using T4 = table<4>;
    using R2 = rows_of_table<2>;
    using R4 = rows_of_table<4>;
    constexpr auto halves = pairs::halves;
    constexpr auto neighbours = pairs::neighbours;

    all.agree<X, T4, T4, positions>("test_rotary_embedding", turned<halves>);
    all.agree<packed_X, T4, T4, positions>("test_rotary_embedding_3d_input", packed_turned);
    all.agree<X, T4, T4, positions>("test_rotary_embedding_interleaved", turned<neighbours>);
    all.agree<X, R4, R4>("test_rotary_embedding_no_position_ids", turned<halves>);
    all.agree<X, R4, R4>("test_rotary_embedding_no_position_ids_interleaved", turned<neighbours>);
    all.agree<X, R2, R2>("test_rotary_embedding_no_position_ids_rotary_dim", half_turned<halves>);
    all.agree<X, T2, T2, positions>("test_rotary_embedding_with_interleaved_rotary_dim", half_turned<neighbours>);
    all.agree<X, T2, T2, positions>("test_rotary_embedding_with_rotary_dim", half_turned<halves>);

    all.expect_complete();
}

}  // namespace
}  // namespace heed::test
