// SPDX-License-Identifier: BSL-1.0
// PyTorch's own cases of TransformerEncoderLayer: a post-norm layer of two heads as one formula.
#include "tests/conformance/page.hpp"
#include "tests/conformance/tensor_file.hpp"

#include <heed/heed.hpp>

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <fstream>
#include <string>

namespace heed::test {
namespace {

using json = nlohmann::json;

inline constexpr axis tokens{"tokens"}, batch{"batch"}, d_model{"d_model"};
inline constexpr std::size_t model = 4, heads_of_layer = 2, hidden = 16;

/// As PyTorch stores them: a row for each output.
struct parameters {
    tensor<double, 3 * model, d_model[model]> in_proj_weight;
    tensor<double, 3 * model> in_proj_bias;
    tensor<double, d_model[model], model> out_proj_weight;
    tensor<double, hidden, d_model[model]> linear1_weight;
    tensor<double, hidden> linear1_bias;
    tensor<double, d_model[model], hidden> linear2_weight;
    tensor<double, d_model[model]> out_proj_bias, linear2_bias, norm1_weight, norm1_bias, norm2_weight, norm2_bias;

    /// Every parameter is p[i] = cos(i).
    parameters() {
        const auto fill = [](auto&... t) { (fill_one(t), ...); };
        fill(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias, linear1_weight, linear1_bias, linear2_weight,
             linear2_bias, norm1_weight, norm1_bias, norm2_weight, norm2_bias);
    }

private:
    template <class Tensor>
    static void fill_one(Tensor& t) {
        double i = 0;
        for (double& x : t) x = std::cos(i++);
    }
};

/// [batch x tokens x heads * size] -> [batch x heads x tokens x size]
template <std::size_t Tokens, class F>
auto by_head(const F& f) {
    return permute<0, 2, 1, 3>(reshape<batch[1], tokens[Tokens], heads_of_layer, model / heads_of_layer>(f));
}

template <std::size_t Tokens, class S>
auto self_attention(const S& s, const parameters& p) {
    return let(linear(s, transpose(p.in_proj_weight), p.in_proj_bias), [&](auto qkv) {
        const auto [q, k, v] = split<3>(qkv);
        const auto y = attention(by_head<Tokens>(q), by_head<Tokens>(k), by_head<Tokens>(v));
        return linear(merge<2, 3>(permute<0, 2, 1, 3>(y)), transpose(p.out_proj_weight), p.out_proj_bias);
    });
}

template <std::size_t Tokens, class X, class Activation>
auto encoder_layer(const X& x, const parameters& p, const Activation& activation) {
    const auto attended = let(x, [&](auto s) { return s + self_attention<Tokens>(s, p); });
    return let(layer_norm(attended, p.norm1_weight, p.norm1_bias), [&](auto s) {
        const auto inner = activation(linear(s, transpose(p.linear1_weight), p.linear1_bias));
        return layer_norm(s + linear(inner, transpose(p.linear2_weight), p.linear2_bias), p.norm2_weight, p.norm2_bias);
    });
}

/// [tokens x batch x d_model], as batch_first=False has it.
template <std::size_t Tokens>
using sequence = tensor<double, tokens[Tokens], batch[1], d_model[model]>;

template <std::size_t Tokens>
sequence<Tokens> read_sequence(const json& rows) {
    EXPECT_EQ(rows.size(), Tokens);
    sequence<Tokens> t;
    for (std::size_t i = 0; i < Tokens; ++i)
        for (std::size_t j = 0; j < model; ++j) t(i, 0, j) = rows[i][0][j];
    return t;
}

/// As another computation in double has it: that one differs by 2e-8 from a plain program in double with p[i] = cos(i),
/// heed by 4e-16. And as PyTorch printed it in float32, within 1e-5, as its own test asks.
template <std::size_t Tokens, class Activation>
void agrees(const json& file, std::size_t number, const std::string& name, const Activation& activation) {
    const json& one = file["cases"][number];
    SCOPED_TRACE(name);
    ASSERT_EQ(one["case"], name);
    ASSERT_TRUE(one["key_padding_mask"].is_null());
    const parameters p;
    const auto x = read_sequence<Tokens>(one["x"]);
    const tensor y =
        permute<tokens, batch, d_model>(encoder_layer<Tokens>(permute<batch, tokens, d_model>(x), p, activation));
    const auto exact = read_sequence<Tokens>(one["float64"]);
    const auto printed = read_sequence<Tokens>(one["expected_printed"]);
    for (std::size_t i = 0; i < Tokens; ++i)
        for (std::size_t j = 0; j < model; ++j) {
            EXPECT_NEAR(y(i, 0, j), exact(i, 0, j), 3e-8);
            EXPECT_NEAR(y(i, 0, j), printed(i, 0, j), 1e-5);
        }
}

TEST(conformance, torch_encoder_layer) {
    if (const auto why = why_skipped("torch_encoder_layer"); !why.empty()) GTEST_SKIP() << why;
    std::ifstream in(conformance_folder() / "torch_encoder_layer" / "cases.json");
    const json file = json::parse(in);
    ASSERT_EQ(file["cases"].size(), 3U);
    const auto with_relu = [](const auto& f) { return relu(f); };

    page_row row{"torch_encoder_layer", "TransformerEncoderLayer, post-norm"};
    const auto run = [&](const auto& one_case) {
        const int before = failures_so_far();
        one_case();
        ++row.given;
        row.passed += failures_so_far() == before ? 1 : 0;
    };
    run([&] { agrees<1>(file, 0, "relu1", with_relu); });
    run([&] { agrees<2>(file, 1, "relu2", with_relu); });
    run([&] { agrees<1>(file, 2, "gelu1", [](const auto& f) { return gelu(f); }); });
    expect_on_page(row);
}

}  // namespace
}  // namespace heed::test
