// SPDX-License-Identifier: BSL-1.0
// MatMul, MatMulInteger, Gemm, Einsum and Transpose of ONNX.
#include "tests/conformance/cases.hpp"

#include <cstdint>

namespace heed::test {

template <extent Rows, extent Columns>
using mat = matrix<float, Rows, Columns>;

inline constexpr auto product = [](const auto& a, const auto& b) { return a * b; };
inline constexpr auto product_plus = [](const auto& a, const auto& b, const auto& c) { return a * b + c; };

/// (A - a) * (B - b) of bytes, computed in wider whole numbers.
inline constexpr auto product_of_bytes = [](const auto& a, const auto& b, const auto& zero_a, const auto& zero_b) {
    return evaluate_as<std::int32_t>((a - zero_a) * (b - zero_b));
};

template <std::size_t... Axes>
inline constexpr auto permuted = [](const auto& a) { return permute<Axes...>(a); };

/// The diagonal of each of three 5 x 5 matrices: einsum has no letter twice in an operand, a view has strides.
inline constexpr auto diagonals = [](const tensor<double, 3, 5, 5>& a) {
    return strided_view<const double, 3, 5>(a.data(), {25, 6});
};

TEST(conformance, onnx_linalg) {
    if (const auto why = why_skipped("onnx_linalg"); !why.empty()) GTEST_SKIP() << why;
    cases all("onnx_linalg");

    all.agree<mat<3, 4>, mat<4, 3>>("test_matmul_2d", product);
    all.agree<tensor<float, 2, 3, 4>, tensor<float, 2, 4, 3>>("test_matmul_3d", product);
    all.agree<tensor<float, 1, 2, 3, 4>, tensor<float, 1, 2, 4, 3>>("test_matmul_4d", product);
    all.agree<tensor<float, 3, 1, 3, 4>, tensor<float, 1, 2, 4, 2>>("test_matmul_bcast", product);
    all.agree<vector<float, 3>, vector<float, 3>>("test_matmul_1d_1d", product);
    all.agree<vector<float, 4>, tensor<float, 2, 4, 1>>("test_matmul_1d_3d", product);
    all.agree<tensor<float, 1, 2, 4, 3>, vector<float, 3>>("test_matmul_4d_1d", product);
    using byte = std::uint8_t;
    all.agree<matrix<byte, 4, 3>, matrix<byte, 3, 2>, vector<byte, 1>, vector<byte, 1>>("test_matmulinteger",
                                                                                        product_of_bytes);

    all.agree<mat<3, 6>, mat<6, 4>, mat<3, 4>>("test_gemm_default_matrix_bias", product_plus);
    all.agree<mat<2, 10>, mat<10, 3>>("test_gemm_default_no_bias", product);
    all.agree<mat<2, 3>, mat<3, 4>, scalar<float>>("test_gemm_default_scalar_bias", product_plus);
    all.agree<mat<3, 7>, mat<7, 3>, vector<float, 1>>("test_gemm_default_single_elem_vector_bias", product_plus);
    all.agree<mat<2, 7>, mat<7, 4>, mat<1, 4>>("test_gemm_default_vector_bias", product_plus);
    all.agree<mat<3, 5>, mat<5, 4>, mat<1, 4>>("test_gemm_default_zero_bias", product_plus);
    all.agree<mat<3, 5>, mat<5, 4>, mat<1, 4>>(
        "test_gemm_alpha", [](const auto& a, const auto& b, const auto& c) { return 0.5 * a * b + c; });
    all.agree<mat<2, 7>, mat<7, 4>, mat<1, 4>>(
        "test_gemm_beta", [](const auto& a, const auto& b, const auto& c) { return a * b + 0.5 * c; });
    all.agree<mat<6, 3>, mat<6, 4>, mat<1, 4>>(
        "test_gemm_transposeA", [](const auto& a, const auto& b, const auto& c) { return transpose(a) * b + c; });
    all.agree<mat<3, 6>, mat<4, 6>, mat<1, 4>>(
        "test_gemm_transposeB", [](const auto& a, const auto& b, const auto& c) { return a * transpose(b) + c; });
    all.agree<mat<4, 3>, mat<5, 4>, mat<1, 5>>(
        "test_gemm_all_attributes",
        [](const auto& a, const auto& b, const auto& c) { return 0.25 * transpose(a) * transpose(b) + 0.35F * c; });

    all.agree<tensor<double, 3, 5, 5>>("test_einsum_batch_diagonal", diagonals);
    all.agree<tensor<double, 5, 2, 3>, tensor<double, 5, 3, 4>>(
        "test_einsum_batch_matmul", [](const auto& a, const auto& b) { return einsum<"bij,bjk->bik">(a, b); });
    all.agree<vector<double, 5>, vector<double, 5>>("test_einsum_inner_prod",
                                                    [](const auto& a, const auto& b) { return einsum<"i,i->">(a, b); });
    all.agree<scalar<double>>("test_einsum_scalar", [](const auto& a) { return a; });
    all.agree<matrix<double, 3, 4>>("test_einsum_sum", [](const auto& a) { return einsum<"ij->i">(a); });
    all.agree<matrix<double, 3, 4>>("test_einsum_transpose", [](const auto& a) { return einsum<"ij->ji">(a); });

    using block = tensor<float, 2, 3, 4>;
    all.agree<block>("test_transpose_all_permutations_0", permuted<0, 1, 2>);
    all.agree<block>("test_transpose_all_permutations_1", permuted<0, 2, 1>);
    all.agree<block>("test_transpose_all_permutations_2", permuted<1, 0, 2>);
    all.agree<block>("test_transpose_all_permutations_3", permuted<1, 2, 0>);
    all.agree<block>("test_transpose_all_permutations_4", permuted<2, 0, 1>);
    all.agree<block>("test_transpose_all_permutations_5", permuted<2, 1, 0>);
    all.agree<block>("test_transpose_default", permuted<2, 1, 0>);  // ONNX reverses all axes

    all.expect_complete();
}

}  // namespace heed::test
