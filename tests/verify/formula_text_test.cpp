// SPDX-License-Identifier: BSL-1.0
// Formulas as text: the graph of the same C++ formula, errors with their place, and no text that does more than throw.
#include <heed/expr/attention.hpp>
#include <heed/expr/mask.hpp>
#include <heed/expr/matrix_inverse.hpp>
#include <heed/expr/reduce.hpp>
#include <heed/reference/graph_values.hpp>
#include <heed/trace/trace.hpp>
#include <heed_check/formula/read_formula.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace heed::literals;
using heed::tensor;
using heed::detail::append_formula;
using heed::detail::formula_error;
using heed::detail::formula_literal;
using heed::detail::formula_name;
using heed::detail::formula_text;
using heed::detail::graph;
using heed::detail::graph_of;
using heed::detail::node_id;
using heed::detail::node_kind;
using heed::detail::operand_t;
using heed::detail::read_formula;
using heed::detail::shape;
using heed::detail::surd;

inline constexpr heed::axis tokens{"tokens"}, d_k{"d_k"}, heads{"heads"};

const tensor<double, tokens[12], d_k[3]> Q{}, K{}, V{};
const tensor<double, 3, 3> Wq{}, W_k{};
const tensor<double, 3> b{};
const tensor<double, 12> v12{};
const tensor<double, 2, 1, 12, 3> batch{};
const tensor<double, 4, 12, 3> keys{};
const tensor<double, 3, heads[2]> Wh{};
const tensor<double> s{};

template <class Tensor>
formula_name name(const char* text, const Tensor&) {
    return {text, heed::detail::shape_of<Tensor>};
}

const std::vector<formula_name> names = {name("Q", Q),       name("K", K),   name("V", V),     name("Wq", Wq),
                                         name("W_k", W_k),   name("b", b),   name("v12", v12), name("batch", batch),
                                         name("keys", keys), name("Wh", Wh), name("s", s)};

/// The text has the nodes, operands and results of the graph of the formula, and its leaves are named in order.
template <class F>
void expect_graph(std::string_view text, const F&, const std::vector<std::string>& leaves) {
    SCOPED_TRACE(text);
    const auto& expected = graph_of<operand_t<const F&>>;
    const formula_text read = read_formula(text, names);
    ASSERT_EQ(read.g->nodes.size(), expected.nodes.size());
    for (node_id id = 0; id < expected.nodes.size(); ++id) EXPECT_EQ(read.g->nodes[id], expected[id]) << "node " << id;
    ASSERT_EQ(read.g->operands.size(), expected.operands.size());
    for (std::size_t i = 0; i < expected.operands.size(); ++i) EXPECT_EQ(read.g->operands[i], expected.operands[i]);
    EXPECT_EQ(read.g->results, expected.results);
    std::vector<std::string> read_leaves;
    for (const std::size_t i : read.leaf_names) read_leaves.push_back(names[i].name);
    EXPECT_EQ(read_leaves, leaves);
}

/// Two texts of one formula.
void expect_same(std::string_view text, std::string_view other) {
    SCOPED_TRACE(std::string(text) + "   as   " + std::string(other));
    const formula_text a = read_formula(text, names), b_ = read_formula(other, names);
    EXPECT_EQ(*a.g, *b_.g);
    EXPECT_EQ(a.leaf_names, b_.leaf_names);
}

surd exactly(std::string_view text);
std::string repeated(const std::string& text, std::size_t times);

TEST(formula_text, reads_attention) {
    expect_graph("softmax(Q * transpose(K) / sqrt(3)) * V", softmax(Q * transpose(K) / sqrt(3_c)) * V, {"Q", "K", "V"});
    expect_graph("softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V", attention(Q, K, V), {"Q", "K", "V"});
    expect_graph("attention(Q, K, V)", attention(Q, K, V), {"Q", "K", "V"});
    expect_graph("attention(b, K, V)", attention(b, K, V), {"b", "K", "V"});
    expect_graph("attention(batch, keys, keys)", attention(batch, keys, keys), {"batch", "keys", "keys"});
    expect_graph("attention(Q * Wq, K * W_k, V + 1)", attention(Q * Wq, K * W_k, V + 1_c),
                 {"Q", "Wq", "K", "W_k", "V"});
}

TEST(formula_text, reads_products) {
    expect_graph("Q * b", Q * b, {"Q", "b"});
    expect_graph("b * transpose(Q)", b * transpose(Q), {"b", "Q"});
    expect_graph("b * b", b * b, {"b", "b"});
    expect_graph("batch * Wq", batch * Wq, {"batch", "Wq"});
    expect_graph("batch * b", batch * b, {"batch", "b"});
    expect_graph("v12 * keys", v12 * keys, {"v12", "keys"});
    expect_graph("batch * transpose(keys)", batch * transpose(keys), {"batch", "keys"});
    expect_graph("Q @ Wh", Q * Wh, {"Q", "Wh"});
    expect_graph("linear(Q, Wq)", linear(Q, Wq), {"Q", "Wq"});
    expect_graph("linear(batch, W_k, b)", linear(batch, W_k, b), {"batch", "W_k", "b"});
}

TEST(formula_text, reads_sums_and_scalings) {
    expect_graph("Q + K - V", Q + K - V, {"Q", "K", "V"});
    expect_graph("Q - (K - V)", Q - (K - V), {"Q", "K", "V"});
    expect_graph("batch + keys / b", batch + keys / b, {"batch", "keys", "b"});
    expect_graph("-Q + -b", -Q + -b, {"Q", "b"});
    expect_graph("2 * Q * 3", 2_c * Q * 3_c, {"Q"});
    expect_graph("2 * 3 * Q", 2_c * 3_c * Q, {"Q"});
    expect_graph("s * Q / s", s * Q / s, {"s", "Q", "s"});
    expect_graph("1 / Q + 1", 1_c / Q + 1_c, {"Q"});
    expect_graph("Q / (sqrt(3) + sqrt(2))", Q / (sqrt(3_c) + sqrt(2_c)), {"Q"});
}

TEST(formula_text, reads_exact_scalars) {
    expect_graph("Q * (1 / sqrt(3))", Q * (1_c / sqrt(3_c)), {"Q"});
    expect_graph("sqrt(3) * Q", sqrt(3_c) * Q, {"Q"});
    expect_graph("(dim<1>(K) / 2) * Q", (dim<1>(K) / 2_c) * Q, {"Q"});
    expect_graph("Q / sqrt(dim<-1>(K) * 4)", Q / sqrt(dim<-1>(K) * 4_c), {"Q"});
    expect_graph("Q / (2 - 5)", Q / (2_c - 5_c), {"Q"});
    expect_graph("Q * (2 / 3 * sqrt(5) / sqrt(7))", Q * (2_c / 3_c * sqrt(5_c) / sqrt(7_c)), {"Q"});
    expect_graph("sqrt(12 / 4)", sqrt(12_c / 4_c), {});
}

TEST(formula_text, reads_functions_of_elements) {
    expect_graph("exp(Q)", exp(Q), {"Q"});
    expect_graph("log(Q)", log(Q), {"Q"});
    expect_graph("sqrt(Q)", sqrt(Q), {"Q"});
    expect_graph("rsqrt(Q)", rsqrt(Q), {"Q"});
    expect_graph("tanh(Q)", tanh(Q), {"Q"});
    expect_graph("erf(Q)", erf(Q), {"Q"});
    expect_graph("sigmoid(Q)", sigmoid(Q), {"Q"});
    expect_graph("relu(Q)", relu(Q), {"Q"});
    expect_graph("gelu(Q)", gelu(Q), {"Q"});
    expect_graph("gelu_tanh(Q)", gelu_tanh(Q), {"Q"});
    expect_graph("silu(Q)", silu(Q), {"Q"});
    expect_graph("softplus(Q)", softplus(Q), {"Q"});
    expect_graph("abs(Q)", abs(Q), {"Q"});
    expect_graph("hadamard(Q, b)", hadamard(Q, b), {"Q", "b"});
    expect_graph("hadamard(2, Q)", hadamard(2_c, Q), {"Q"});
    expect_graph("pow(Q, 2)", pow(Q, 2_c), {"Q"});
    expect_graph("min(Q, K)", min(Q, K), {"Q", "K"});
    expect_graph("max(0, batch)", max(0_c, batch), {"batch"});
}

TEST(formula_text, reads_functions_along_an_axis) {
    expect_graph("sum(Q)", sum(Q), {"Q"});
    expect_graph("sum<0>(batch)", heed::sum<0>(batch), {"batch"});
    expect_graph("mean<-2>(keys)", heed::mean<-2>(keys), {"keys"});
    expect_graph("max<0>(Q)", heed::max<0>(Q), {"Q"});
    expect_graph("min(Q, axis = 1)", heed::min<1>(Q), {"Q"});
    expect_graph("logsumexp(Q, axis=-2)", heed::logsumexp<-2>(Q), {"Q"});
    expect_graph("softmax<0>(Q)", heed::softmax<0>(Q), {"Q"});
    expect_graph("softmax(Q, axis=0)", heed::softmax<0>(Q), {"Q"});
    expect_graph("log_softmax(b)", log_softmax(b), {"b"});
    expect_graph("b - mean(sum(b) * Wq)", b - mean(sum(b) * Wq), {"b", "b", "Wq"});
}

TEST(formula_text, reads_parts_and_concatenations) {
    expect_graph("transpose(keys)", transpose(keys), {"keys"});
    expect_graph("rows<1, 5>(Q)", heed::rows<1, 5>(Q), {"Q"});
    expect_graph("cols<0,2>(batch) * cols<1,3>(Wq)'", heed::cols<0, 2>(batch) * transpose(heed::cols<1, 3>(Wq)),
                 {"batch", "Wq"});
    expect_graph("cols<2,9>(v12)", heed::cols<2, 9>(v12), {"v12"});
    expect_graph("concat(Q, K * Wq, V)", concat(Q, K * Wq, V), {"Q", "K", "Wq", "V"});
    expect_graph("concat<0>(Q, K)", heed::concat<0>(Q, K), {"Q", "K"});
    expect_graph("concat(Q, K, axis=0)", heed::concat<0>(Q, K), {"Q", "K"});
    expect_graph("concat(b)", concat(b), {"b"});
}

TEST(formula_text, reads_inverses) {
    expect_graph("K * inverse(W_k)", K * inverse(W_k), {"K", "W_k"});
    expect_graph("solve(Wq, b)", solve(Wq, b), {"Wq", "b"});
    expect_graph("inverse(Wq + transpose(Wq))", inverse(Wq + transpose(Wq)), {"Wq", "Wq"});
}

TEST(formula_text, reads_masks) {
    using namespace heed;
    using heed::index::k, heed::index::q;
    expect_graph("where(k <= q, Q * transpose(K))", where(k <= q, Q * transpose(K)), {"Q", "K"});
    expect_graph("softmax(where(causal, Wq))", softmax(where(heed::causal, Wq)), {"Wq"});
    expect_graph("causal(Wq)", where(heed::causal, Wq), {"Wq"});
    expect_graph("causal_upper_left(Q)", where(heed::causal_upper_left, Q), {"Q"});
    expect_graph("where(causal_lower_right, Q)", where(heed::causal_lower_right, Q), {"Q"});
    expect_graph("where(q - k < 512 && k != q, Q)", where(q - k < 512_c && k != q, Q), {"Q"});
    expect_graph("where(k > q or not (k == 0), Q)", where(k > q || !(k == 0_c), Q), {"Q"});
    expect_graph("where(Wq, W_k)", where(Wq, W_k), {"Wq", "W_k"});
    expect_same("where(k <= q, Wq, -inf)", "causal(Wq)");
    expect_same("where(k <= q, Wq, float('-inf'))", "causal(Wq)");
    expect_same("masked_fill(Wq, k > q, -np.inf)", "where(!(k > q), Wq)");
    expect_same("attention(Wq, Wq, W_k, k <= q)", "softmax(causal(Wq * transpose(Wq) / sqrt(3))) * W_k");
}

TEST(formula_text, reads_what_numpy_and_pytorch_write) {
    expect_same("Q @ K.T / np.sqrt(3)", "Q * transpose(K) / sqrt(3)");
    expect_same("torch.softmax(Q @ K.T / K.shape[-1] ** 0.5, dim=-1) @ V", "softmax(Q * transpose(K) / sqrt(3)) * V");
    expect_same("np.dot(Q, K.T)", "Q * transpose(K)");
    expect_same("Q.dot(Wq)", "Q * Wq");
    expect_same("torch.bmm(keys, keys.transpose(1, 2))", "keys * transpose(keys)");
    expect_same("torch.mm(Wq, W_k)", "Wq * W_k");
    expect_same("tf.matmul(Q, K, transpose_b=True)", "Q * transpose(K)");
    expect_same("tf.matmul(Wq, W_k, transpose_a=True, transpose_b=False)", "transpose(Wq) * W_k");
    expect_same("F.scaled_dot_product_attention(Q, K, V)", "attention(Q, K, V)");
    expect_same("F.scaled_dot_product_attention(Q, K, V, is_causal=True)", "attention(Q, K, V, causal_upper_left)");
    expect_same("np.einsum('ij,jk->ik', Wq, W_k)", "Wq * W_k");
    expect_same("torch.einsum(\"id, jd -> ij\", Q, K)", "Q * transpose(K)");
    expect_same("np.einsum('id,jd->ji', Q, K)", "transpose(Q * transpose(K))");
    expect_same("np.einsum('bsn,nm->bsm', keys, Wq)", "keys * Wq");
    expect_same("np.einsum('...qd,...kd->...qk', keys, keys)", "keys * transpose(keys)");
    expect_same("Q.softmax(-1)", "softmax(Q)");
    expect_same("np.maximum(Q, 0)", "max(Q, 0)");
    expect_same("np.max(Q, 1)", "max(Q, axis=1)");
    expect_same("Q - Q.max(axis=1)[:, np.newaxis]", "Q - max(Q, keep)");
    expect_same("Q / np.sum(Q, axis=1)[:, None]", "Q / sum(Q, keep)");
    expect_same("Q / len(Q)", "Q / rows(Q)");
    expect_same("Q - Q.max(1)[:, None]", "Q - max(Q, keep)");
    expect_same("Q - np.max(Q, axis=1).reshape(-1, 1)", "Q - max(Q, keep)");
    expect_same("Q - np.reshape(np.max(Q, axis=1), (-1, 1))", "Q - max(Q, keep)");
    expect_same("Q - Q.max(axis=1).reshape((Q.shape[0], 1))", "Q - max(Q, keep)");
    expect_same("Q - tf.reshape(np.max(Q, axis=1), [-1, 1])", "Q - max(Q, keep)");
    expect_same("Q / Q.sum(dim=1).view(-1, 1)", "Q / sum(Q, keep)");
    expect_same("Q - Q.max(axis=0).reshape(1, -1)", "Q - max(Q, axis=0, keep)");
    expect_same("Q - np.expand_dims(Q.max(axis=1), axis=1)", "Q - max(Q, keep)");
    expect_same("Q - np.expand_dims(Q.max(axis=1), -1)", "Q - max(Q, keep)");
    expect_same("Q - np.expand_dims(Q.max(axis=0), 0)", "Q - max(Q, axis=0, keep)");
    expect_same("Q - Q.max(dim=-1).values.unsqueeze(-1)", "Q - max(Q, keep)");
    expect_same("Q - Q.max(1, keepdim=True)[0]", "Q - max(Q, keep)");
    expect_same("Q - torch.max(Q, 1, keepdim=True)[0]", "Q - max(Q, keep)");
    expect_same("Q - Q.max(1).values.view(-1, 1)", "Q - max(Q, keep)");
    expect_same("np.max(Q, 1)[0]", "max(Q, axis=1)[0]");
    expect_same("Q - np.amax(Q, axis=1, keepdims=True)", "Q - max(Q, keep)");
    expect_same("torch.amin(Q, dim=0)", "min(Q, axis=0)");
    expect_same("Q - torch.unsqueeze(Q.mean(dim=0), dim=0)", "Q - mean(Q, axis=0, keep)");
    expect_same("np.max(Q, axis=1, keepdims=True).reshape(-1, 1)", "max(Q, keep)");
    expect_same("np.max(Q, axis=1, keepdims=True).reshape(1, -1)", "transpose(max(Q, keep))");
    expect_same("Q.min(0, keepdims=True)", "min(Q, axis=0, keep)");
    expect_same("Q - np.max(Q)", "Q - max(max(Q))");
    expect_same("np.exp(Q) / np.exp(Q).sum()", "exp(Q) / sum(sum(exp(Q)))");
    expect_same("keys / keys.mean()", "keys / mean(mean(mean(keys)))");
    expect_same("batch.transpose(-1, -2)", "transpose(batch)");
    expect_same("Q.sum(axis=0)", "sum<0>(Q)");
    expect_same("Wq.var(dim=-1, unbiased=False)", "var(Wq)");
    expect_same("np.var(Wq, axis=0)", "var(Wq, axis=0)");
    expect_same("Wq.var(dim=-1)", "var(Wq, unbiased=True)");
    expect_same("Wq.std(-1, keepdim=True)", "std(Wq, keep, unbiased=True)");
    expect_same("torch.std(Wq, 0)", "std(Wq, axis=0, unbiased=True)");
    expect_same("torch.var(Wq, dim=0, correction=0)", "var(Wq, axis=0)");
    expect_same("Wq.var(axis=1, keepdims=True)", "var(Wq, keep)");
    expect_same("(Q - Q.mean(dim=-1, keepdim=True)) / Q.std(dim=-1, keepdim=True)",
                "(Q - mean(Q, keep)) / std(Q, keep, unbiased=True)");
    expect_same("Q[1:5]", "rows<1, 5>(Q)");
    expect_same("Q[..., -3:2]", "cols<0, 2>(Q)");
    expect_same("Q[2]", "Q[2, :]");
    expect_same("Q[-1, 0]", "Q[11, 0]");
    expect_same("Q ** 2", "pow(Q, 2)");
    expect_same("-s ** 2 * Q", "(-(s ** 2)) * Q");
    expect_same("1 + 2 < 4 && Q > 0", "(1 + 2 < 4) && (Q > 0)");
    expect_same("batch.transpose(-2, -1)", "transpose(batch)");
    expect_same("F.linear(Q, Wq, b)", "Q * transpose(Wq) + b");
    expect_same("torch.nn.functional.layer_norm(Q, [3], b, b, 0.001)", "layer_norm(Q, b, b, eps=1e-3)");
    expect_same("F.layer_norm(Q, [3])", "layer_norm(Q)");
    expect_same("F.rms_norm(Q, [3], b, eps=1e-6)", "rms_norm(Q, b, eps=1e-6)");
    expect_same("F.softmax(Q)", "softmax(Q)");
    expect_same("tf.nn.softmax(batch)", "softmax(batch)");
    expect_same("scipy.special.softmax(b)", "softmax(b)");
    expect_same("scipy.special.log_softmax(Q, axis=0)", "log_softmax<0>(Q)");
    expect_same("torch.concat(Q, K, dim=-1)", "concat(Q, K)");
    expect_same("torch.cat([-Q, K], dim=-1)", "concat(-Q, K)");
    expect_same("torch.cat((Q, K * 2))", "concat<0>(Q, K * 2)");
    expect_same("np.concatenate([Q, K], axis=1)", "concat(Q, K)");
    expect_same("np.hstack([Q, K])", "concat(Q, K)");
    expect_same("np.vstack((Q, K))", "concat<0>(Q, K)");
    expect_same("Wq.where(k <= q, W_k)", "where(k <= q, Wq, W_k)");
    expect_same("nn.functional.gelu(Q)", "gelu(Q)");
    expect_same("F.gelu(Q, approximate='none')", "gelu(Q)");
    expect_same("F.gelu(Q, approximate=\"tanh\")", "gelu_tanh(Q)");
    expect_same("jax.nn.gelu(Q, approximate=False)", "gelu(Q)");
    expect_same("tf.nn.gelu(Q, approximate=True)", "gelu_tanh(Q)");
    expect_same("F.softplus(Q)", "softplus(Q)");
    expect_same("np.tanh(Q * np.pi / 4)", "tanh(Q * (245850922 / 78256779) / 4)");
    expect_same("math.sqrt(2 / math.pi) * Q", "sqrt(2 / (245850922 / 78256779)) * Q");
    EXPECT_EQ(exactly("4 ** 0.5"), (surd{1, 1, 4}));
    EXPECT_EQ(exactly("2 ** 3 ** 2"), (surd{512, 1, 1}));
    EXPECT_EQ(exactly("10 ** -2"), (surd{1, 100, 1}));
}

/// The values of a formula with Wq = [[1, 5, 2], [4, 4, -1], [0.5, 2.5, 3]], b = [2, -1, 0.5] and s = 2.
std::vector<double> values(std::string_view text) {
    const formula_text f = read_formula(text, names);
    heed::detail::reference::graph_values<double, heed::detail::formula_text_capacity> nodes(*f.g);
    const std::vector<double> matrix = {1, 5, 2, 4, 4, -1, 0.5, 2.5, 3}, vector = {2, -1, 0.5};
    std::size_t leaf = 0;
    for (node_id id = 0; id < f.g->nodes.size(); ++id) {
        if ((*f.g)[id].kind != node_kind::leaf) continue;
        const std::size_t name = f.leaf_names[leaf++];
        for (std::size_t i = 0; i < (*f.g)[id].dims.size(); ++i)
            nodes.of(id)[i] = name < names.size()
                                  ? (names[name].name == "s"   ? 2
                                     : names[name].name == "b" ? vector[i]
                                                               : matrix[i])
                                  : static_cast<double>(f.literals[name - names.size()].entries[i].digits) /
                                        std::pow(10, f.literals[name - names.size()].entries[i].places);
    }
    nodes.evaluate_all();
    std::vector<double> all;
    const shape& dims = (*f.g)[f.g->results[0]].dims;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        heed::detail::region at = whole_of(dims);
        std::size_t rest = i;
        for (std::size_t a = dims.rank; a-- > 0; rest /= dims[a].size) at.begin[a] = rest % dims[a].size;
        all.push_back(nodes.element(f.g->results[0], at));
    }
    return all;
}

void expect_values(std::string_view text, const std::vector<double>& expected) {
    SCOPED_TRACE(text);
    const std::vector<double> found = values(text);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12) << i;
}

TEST(formula_text, evaluates_statistics) {
    expect_values("var([1, 2, 3, 6])", {3.5});
    expect_values("var([1, 2, 3, 6], unbiased=True)", {14.0 / 3});
    expect_values("var([1, 2, 3, 6], ddof=2)", {7});
    expect_values("std([[1, 3], [2, 2]], keep)", {1, 0});
    expect_values("std([[1, 3], [2, 2]], axis=0)", {0.5, 0.5});
    expect_values("layer_norm([1, 3], eps=0)", {-1, 1});
    expect_values("layer_norm([[1, 3], [0, 0]], [2, 3], [0.5, 1], eps=3)", {-0.5, 2.5, 0.5, 1});
    expect_values("layer_norm([1, 3])", {-1 / std::sqrt(1 + 1e-5), 1 / std::sqrt(1 + 1e-5)});
    expect_values("rms_norm([3, 4], eps=12.5)", {0.6, 0.8});
    expect_values("argmax(Wq)", {1, 0, 2});  // 4 stands twice in a row: the first
    expect_values("argmax(Wq, axis=0)", {1, 0, 2});
    expect_values("argmin(Wq)", {0, 2, 0});
    expect_values("argmax(where(k > 0, Wq))", {1, 1, 2});
    expect_values("argmax([[1, 2], [3, 0]], keep)", {1, 0});
    expect_values("round([0.126, -1.249, 7])", {0, -1, 7});
    expect_values("round([0.126, -1.249, 7], 2)", {0.13, -1.25, 7});
    expect_values("round([126, -1249], -2)", {100, -1200});
    expect_values("sin([0, 1]) + cos([0, 1])", {1, std::sin(1.0) + std::cos(1.0)});
}

TEST(formula_text, evaluates_parts_masks_and_matrices_that_are_written_out) {
    expect_values("Wq[1]", {4, 4, -1});
    expect_values("Wq[:, -1]", {2, -1, 3});
    expect_values("Wq[1, 2]", {-1});
    expect_values("Wq[1:, :2]", {4, 4, 0.5, 2.5});
    expect_values("0 * b + len(b)", {3, 3, 3});
    expect_values("b[:, None] - b[None, :]", {0, 3, 1.5, -3, 0, -1.5, -1.5, 1.5, 0});
    expect_values("[[0, 1], [1.5, -2e-1]]", {0, 1, 1.5, -0.2});
    expect_values("[[1, 2], [3, 4]] @ [[0, 1], [1, 0]]", {2, 1, 4, 3});
    expect_values("Wq * eye(3)", {1, 5, 2, 4, 4, -1, 0.5, 2.5, 3});
    expect_values("ones(2, 2) - zeros(2, 2)", {1, 1, 1, 1});
    expect_values("np.eye(2) - np.ones((2, 2)) / 2", {0.5, -0.5, -0.5, 0.5});
    expect_values("np.identity(2) - np.full((2, 2), 1 / 4) - torch.zeros([2, 2])", {0.75, -0.25, -0.25, 0.75});
    expect_values("np.full(2, 0.5) + np.ones((2))", {1.5, 1.5});
    expect_values("tril(Wq)", {1, 0, 0, 4, 4, 0, 0.5, 2.5, 3});
    expect_values("triu(ones(3, 3), diagonal=1)", {0, 1, 1, 0, 0, 1, 0, 0, 0});
    expect_values("np.triu(np.ones((3, 3)), k=1)", {0, 1, 1, 0, 0, 1, 0, 0, 0});
    expect_values("np.exp(np.triu(np.full((3, 3), -np.inf), k=1))", {1, 0, 0, 1, 1, 0, 1, 1, 1});
    expect_values("where(Wq > 2, Wq, -1)", {-1, 5, -1, 4, 4, -1, -1, 2.5, 3});
    expect_values("where(k % 2 == 0, Wq, s)", {1, 2, 2, 4, 2, -1, 0.5, 2, 3});
    expect_values("where(k // 2 == q // 2, Wq, 0)", {1, 5, 0, 4, 4, 0, 0, 0, 3});
    expect_values("softmax(where(k <= q, 0 * b[:, None] + 0 * b))", {1, 0, 0, 0.5, 0.5, 0, 1.0 / 3, 1.0 / 3, 1.0 / 3});
    expect_values("arange(3) / 4", {0, 0.25, 0.5});
    expect_values("Wq - mean(Wq, keep)",
                  {1 - 8.0 / 3, 5 - 8.0 / 3, 2 - 8.0 / 3, 4 - 7.0 / 3, 4 - 7.0 / 3, -1 - 7.0 / 3, -1.5, 0.5, 1});
    expect_values("Wq[0] - mean(Wq, keep=False)", {1 - 8.0 / 3, 5 - 7.0 / 3, 0});
    expect_values("Wq - Wq[:, 0:1]", {0, 4, 1, 0, 0, -5, 0, 2, 2.5});
    expect_values("np.inner(Wq, [[1, 0, 1], [0, 2, 0]])", {3, 10, 3, 8, 3.5, 5});
    expect_values("np.outer([1, 2], [3, 4])", {3, 4, 6, 8});
    expect_values("np.divide([6, 9], [2, 3]) + torch.sub([1, 2], 1).mul(2)", {3, 5});
    expect_values("torch.ones_like(Wq) - np.full_like(Wq, 0.5) + torch.zeros_like(Wq)",
                  {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5});
    expect_values("Wq[:, : Wq.shape[-1] // 2]", {1, 4, 0.5});
    expect_values("Wq[7 % 4 - 2:, 1]", {4, 2.5});
    // truth values are 0 and 1
    expect_values("[0, 2, -1].bool()", {0, 1, 1});
    expect_values("np.array([0, 2]).astype(bool) + torch.tensor([0, 3], dtype=torch.bool)", {0, 2});
    expect_values("where(Wq.bool().logical_not(), Wq, 7)[0]", {7, 7, 7});
    // places that another matrix has, negative ones from the end
    expect_values("np.eye(3)[[2, 0]]", {0, 0, 1, 1, 0, 0});
    expect_values("Wq[[-1, 0]]", {0.5, 2.5, 3, 1, 5, 2});
    expect_values("Wq[np.arange(3), [1, 0, -1]]", {5, 4, 3});
    expect_values("-Wq[range(len(Wq)), [0, 0, 2]]", {-1, -4, -3});
    // the positional encoding of two positions, as tutorials write it
    expect_values(
        "where(arange(4) % 2 == 0, sin(arange(2)[:, None] / 10000 ** (arange(4) / 4)), "
        "cos(arange(2)[:, None] / 10000 ** ((arange(4) - 1) / 4)))",
        {0, 1, 0, 1, std::sin(1), std::cos(1), std::sin(0.01), std::cos(0.01)});
}

TEST(formula_text, binds_as_formulas_do) {
    expect_same("Q + K * Wq", "Q + (K * Wq)");
    expect_same("Q * Wq / 2 * W_k", "((Q * Wq) / 2) * W_k");
    expect_same("Q - K + V", "(Q - K) + V");
    expect_same("-Q * Wq", "(-Q) * Wq");
    expect_same("-Q^T", "-(transpose(Q))");
    expect_same("Q * K^T", "Q * transpose(K)");
    expect_same("Q * K' * V", "Q * transpose(K) * V");
    expect_same("Q^T'", "transpose(transpose(Q))");
    expect_same("(Q + K)^T", "transpose(Q + K)");
    expect_same("Q @ Wq @ W_k", "(Q * Wq) * W_k");
    expect_same("--Q", "-(-Q)");
    expect_same("s^2", "pow(s, 2)");
    expect_same("-s^2 * Q", "(-(pow(s, 2))) * Q");
    expect_same("\tQ*\n Wq ", "Q * Wq");
    expect_same("softmax < 0 > ( Q )", "softmax<0>(Q)");
    expect_same("linear(Q, Wq, b)", "Q * Wq + b");
}

/// The number that a text without names is.
surd exactly(std::string_view text) {
    SCOPED_TRACE(text);
    const formula_text f = read_formula(text, names);
    EXPECT_EQ(f.g->nodes.size(), 1U);
    EXPECT_EQ((*f.g)[0].kind, node_kind::constant);
    return (*f.g)[0].value;
}

TEST(formula_text, reads_numbers_exactly) {
    EXPECT_EQ(exactly("0.5"), (surd{1, 2, 1}));
    EXPECT_EQ(exactly(".25"), (surd{1, 4, 1}));
    EXPECT_EQ(exactly("2."), (surd{2, 1, 1}));
    EXPECT_EQ(exactly("0.044715"), (surd{8943, 200000, 1}));
    EXPECT_EQ(exactly("-1e9"), (surd{-1'000'000'000, 1, 1}));
    EXPECT_EQ(exactly("1.5E-3"), (surd{3, 2000, 1}));
    EXPECT_EQ(exactly("2.5e+1"), (surd{25, 1, 1}));
    EXPECT_EQ(exactly("0.50000000000000000000000000"), (surd{1, 2, 1}));
    EXPECT_EQ(exactly("00100"), (surd{100, 1, 1}));
    EXPECT_EQ(exactly("100e-2"), (surd{1, 1, 1}));
    EXPECT_EQ(exactly("0.000"), (surd{0, 1, 1}));
    EXPECT_EQ(exactly("0e999999999"), (surd{0, 1, 1}));
    EXPECT_EQ(exactly("5e-19"), (surd{1, 2'000'000'000'000'000'000, 1}));
    EXPECT_EQ(exactly("9223372036854775807"), (surd{9'223'372'036'854'775'807, 1, 1}));
}

TEST(formula_text, folds_exact_scalars) {
    EXPECT_EQ(exactly("1 / sqrt(3)"), (surd{1, 3, 3}));
    EXPECT_EQ(exactly("sqrt(3) * sqrt(3)"), (surd{3, 1, 1}));
    EXPECT_EQ(exactly("1 + 0.5 - 1 / 3"), (surd{7, 6, 1}));
    EXPECT_EQ(exactly("-sqrt(2)"), (surd{-1, 1, 2}));
    EXPECT_EQ(exactly("-2^3"), (surd{-8, 1, 1}));
    EXPECT_EQ(exactly("sqrt(3)^3"), (surd{3, 1, 3}));
    EXPECT_EQ(exactly("5^0"), (surd{1, 1, 1}));
    EXPECT_EQ(exactly("sqrt(0.25)"), (surd{1, 4, 4}));
    EXPECT_EQ(exactly("sqrt(dim<1>(K))"), (surd{1, 1, 3}));
    EXPECT_EQ(exactly("rows(Q) * columns(Q)"), (surd{36, 1, 1}));
    EXPECT_EQ(exactly("dim(batch, axis=0)"), (surd{2, 1, 1}));
    EXPECT_EQ(exactly("columns(transpose(Q) * exp(K + V)) + columns(b)"), (surd{6, 1, 1}));
}

/// What was asked for its size is no part of the graph.
TEST(formula_text, computes_nothing_of_what_has_a_size_only) {
    const formula_text f = read_formula("Q / sqrt(columns(K * Wq))", names);
    EXPECT_EQ(f.leaf_names, std::vector<std::size_t>{0});
    EXPECT_EQ(f.g->nodes.size(), 3U);
}

TEST(formula_text, names_come_in_all_letters) {
    const std::vector<formula_name> many = {{"W_q", shape(2, 2)}, {"alpha", shape()}, {"_x1", shape(2)},
                                            {"T", shape(2, 2)},   {"axis", shape(2)}, {"max", shape(2, 2)},
                                            {"axis2", shape(2)},  {"e1", shape(2, 2)}};
    const formula_text f = read_formula("max(alpha * W_q^T * T^T * max + e1, axis2) * axis + max(axis) + _x1", many);
    EXPECT_EQ(f.leaf_names, (std::vector<std::size_t>{1, 0, 3, 5, 7, 6, 4, 4, 2}));
}

/// X = K * inverse(W_k); scores = X * Wq * transpose(X), where X is one node.
TEST(formula_text, puts_one_formula_into_another) {
    graph<64> g;
    std::size_t leaves = 0;
    std::vector<formula_name> known = names;
    std::vector<node_id> defined;
    const auto leaf = [&](std::size_t i) {
        if (i >= names.size()) return defined[i - names.size()];
        return g.add({.kind = node_kind::leaf, .dims = known[i].dims, .leaf = leaves++});
    };
    const auto literal = [&](std::size_t, const formula_literal& l) {
        return g.add({.kind = node_kind::leaf, .dims = l.dims, .leaf = leaves++});
    };
    const node_id x = append_formula(g, "K * inverse(W_k)", known, leaf, literal);
    defined.push_back(x);
    known.push_back({"X", g[x].dims});
    const node_id scores = append_formula(g, "X * Wq * transpose(X)", known, leaf, literal);
    EXPECT_EQ(leaves, 3U);
    EXPECT_EQ(g.nodes.size(), 8U);
    EXPECT_EQ(g[scores].dims, shape(tokens[12], tokens[12]));
    EXPECT_EQ(g.operand(g.operand(scores, 0), 0), x);
    EXPECT_EQ(g.operand(g.operand(scores, 1), 0), x);
    EXPECT_TRUE(g.results.empty());
    EXPECT_EQ(append_formula(g, "X", known, leaf, literal), x);
    EXPECT_EQ(g[append_formula(g, "[[1, 2]]", known, leaf, literal)].leaf, 3U);
}

TEST(formula_text, checks_the_nodes_that_stand_for_names) {
    graph<16> g;
    const auto leaf = [&](std::size_t) { return g.add({.kind = node_kind::leaf, .dims = shape(5, 5)}); };
    try {
        append_formula(g, "1 + Q", names, leaf, [](std::size_t, const formula_literal&) { return node_id(0); });
        FAIL() << "no error";
    } catch (const formula_error& e) {
        EXPECT_EQ(e.position, 4U);
        EXPECT_STREQ(e.what(), "this name stands for another shape");
    }
}

void expect_error(std::string_view text, std::size_t position, const std::string& words,
                  const std::vector<formula_name>& known = names) {
    SCOPED_TRACE(text.substr(0, 80));
    try {
        read_formula(text, known);
        ADD_FAILURE() << "no error";
    } catch (const formula_error& e) {
        EXPECT_EQ(e.position, position);
        EXPECT_EQ(e.what(), words);
    }
}

const std::string all_names = "; names are Q, K, V, Wq, W_k, b, v12, batch, keys, Wh, s";

TEST(formula_text_error, of_names) {
    expect_error("Q * alpha", 4, "unknown name \"alpha\"" + all_names);
    expect_error("Q * key", 4, "unknown name \"key\"; did you mean keys?" + all_names);
    expect_error("Q * v_12", 4, "unknown name \"v_12\"; did you mean v12?" + all_names);
    expect_error("Q * W_q", 4, "unknown name \"W_q\"" + all_names);  // Wq and W_k are as near
    expect_error("Q * k", 4, "unknown name \"k\"; as an index k is for masks, such as where(k <= q, S)");
    expect_error("Q + (q - 1)", 5, "unknown name \"q\"; as an index q is for masks, such as where(k <= q, S)");
    expect_error(std::string(1000, 'x'), 0, "unknown name \"" + std::string(40, 'x') + "...\"" + all_names);
    expect_error("Q + sofmax(K)", 4, "unknown function \"sofmax\"; did you mean softmax?");
    expect_error("instance_norm(K)", 0, "unknown function \"instance_norm\"");
    expect_error("Q(K + V)", 0, "Q is no function; write Q * (...)");
    EXPECT_THROW(read_formula("x", {}), formula_error);
}

TEST(formula_text_error, of_arguments) {
    expect_error("Q + exp(Q, K)", 4, "exp got 2 arguments; write exp(A)");
    expect_error("exp()", 0, "exp got 0 arguments; write exp(A)");
    expect_error("hadamard(Q)", 0, "hadamard got 1 argument; write hadamard(A, B)");
    expect_error("attention(Q, K)", 0,
                 "attention got 2 arguments; write attention(Q, K, V) or attention(Q, K, V, mask)");
    expect_error("linear(Q)", 0, "linear got 1 argument; write linear(X, W) or linear(X, W, b)");
    expect_error("sum(Q, 0)", 0, "sum got 2 arguments; write sum(A), sum<n>(A) or sum(A, axis=n)");
    expect_error("concat()", 0,
                 "concat got 0 arguments; write concat(A, B, ...), concat<n>(A, B, ...) or concat(A, B, ..., axis=n)");
    expect_error("np.expand_dims(Q)", 3, "expand_dims needs an axis; write expand_dims(A, axis)");
    expect_error("np.expand_dims(Q, 3)", 3,
                 "expand_dims(A, axis) needs an axis of the result: A is [tokens[12] x d_k[3]]");
    expect_error("Q.reshape()", 2, "reshape got 1 argument; write A.reshape(-1, 1) or A.reshape(1, -1)");
    expect_error("len(2)", 0, "len<0>(A) needs an axis that A has: A is []");
    expect_error("Q.max(1)[0]", 8,
                 "A.max(1)[0] is a row of maxima in PyTorch, one of them in NumPy; write dim=1 or axis=1");
    for (const char* other : {"Q.reshape(3, 12)", "Q.reshape(-1, 1)", "Q.reshape(-1)", "Q.reshape(-1, 1, 1)"})
        expect_error(other, 2,
                     "reshape is read for a vector that becomes a column, A.reshape(-1, 1), or a row, "
                     "A.reshape(1, -1): A is [tokens[12] x d_k[3]]");
    for (const char* other : {"b.reshape(-1, 3, 1)", "b.reshape(1, 2)", "b.reshape(-1)"})
        expect_error(other, 2,
                     "reshape is read for a vector that becomes a column, A.reshape(-1, 1), or a row, "
                     "A.reshape(1, -1): A is [3]");
    expect_error("exp(Q, axis=1)", 0, "exp has no axis=n; write exp(A)");
    expect_error("exp<1>(Q)", 0, "exp got 1 number in <...>; write exp(A)");
    expect_error("sum<1>(Q, axis=1)", 0, "sum got its axis twice; write sum(A), sum<n>(A) or sum(A, axis=n)");
    expect_error("max<1>(Q, K)", 0,
                 "max has no axis beside two arguments; write max(A), max<n>(A), max(A, axis=n) or max(A, B)");
    expect_error("dim(Q)", 0, "dim needs an axis; write dim<n>(A) or dim(A, axis=n)");
    expect_error("rows<1>(Q)", 0, "rows got 1 number in <...>; write rows(A) or rows<begin, end>(A)");
    expect_error("cols(Q)", 0, "cols got 0 numbers in <...>; write cols<begin, end>(A)");
    expect_error("sum(axis=1, Q)", 12, "arguments with names, such as axis=n, are the last ones");
    expect_error("sum(Q, axis=Q)", 12, "expected a whole number, found \"Q\"");
    expect_error("exp(Q, transpose_b=True)", 0, "exp has no transpose_b; write exp(A)");
    expect_error("np.einsum(Q, K)", 10, "expected text in quotes, found \"Q\"");
    expect_error("np.einsum('id', Q)", 3, "einsum got 1 argument; write einsum('ij,jk->ik', A, B)");
    const std::string products =
        "einsum is read for a product of two matrices, such as 'ij,jk->ik', 'id,jd->ij' or 'bqd,bkd->bqk'; write A @ "
        "B or A @ B.T";
    for (const char* indices : {"ij,ij->ij", "ij,jk", "ij,jk->i", "ii,ij->ij", "id,jd->ijk", ",->", "i,j->ij"})
        expect_error("np.einsum('" + std::string(indices) + "', Wq, W_k)", 3, products);
    expect_error("np.einsum('bid,jd->bij', Q, K)", 3, "einsum names 3 axes of a matrix that has 2");
    expect_error("np.dot(keys, keys)", 3, "dot in NumPy of more than two axes is no product of matrices; write A @ B");
}

TEST(formula_text_error, of_shapes) {
    expect_error("Q * Wq + Q * K", 11,
                 "A * B needs columns(A) == rows(B): [tokens[12] x d_k[3]] * [tokens[12] x d_k[3]]; did you mean A * "
                 "transpose(B)?");
    expect_error("keys * v12", 5, "A * B needs columns(A) == rows(B): [4x12x3] * [12]");
    expect_error("Q * Wh' ", 2,
                 "A * B needs columns(A) == rows(B): [tokens[12] x d_k[3]] * [heads[2] x 3]; did you mean A * "
                 "transpose(B)?");
    expect_error("Q + Wq", 2,
                 "A + B needs the same shape; only an axis of size 1 or a missing leading axis repeats: [tokens[12] x "
                 "d_k[3]] + [3x3]");
    expect_error("Q / v12", 2,
                 "A / B needs the same shape; only an axis of size 1 or a missing leading axis repeats: [tokens[12] x "
                 "d_k[3]] / [12]");
    expect_error("1 + pow(v12, b)", 4,
                 "pow(A, B) needs the same shape; only an axis of size 1 or a missing leading axis repeats: "
                 "pow([12], [3])");
    expect_error("transpose(b)", 0, "transpose(A) needs at least two axes: A is [3]");
    expect_error("b + b'", 5, "transpose(A) needs at least two axes: A is [3]");
    expect_error("softmax<2>(Wq)", 0, "softmax<2>(A) needs an axis that A has: A is [3x3]");
    expect_error("sum(Wq, axis=-3)", 0, "sum<-3>(A) needs an axis that A has: A is [3x3]");
    expect_error("sum(sum(b))", 0, "sum<-1>(A) needs an axis that A has: A is []");
    expect_error("dim<1>(b)", 0, "dim<1>(A) needs an axis that A has: A is [3]");
    expect_error("rows(b)", 0, "dim<-2>(A) needs an axis that A has: A is [3]");
    expect_error("concat<3>(Wq, Wq)", 0, "concat<3>(A) needs an axis that A has: A is [3x3]");
    expect_error("rows<1,4>(Wq)", 0, "rows<begin, end>(A) needs begin < end <= rows(A): A is [3x3]");
    expect_error("rows<-1,2>(Wq)", 0, "rows<begin, end>(A) needs begin < end <= rows(A): A is [3x3]");
    expect_error("rows<0,1>(b)", 0, "rows<begin, end>(A) needs at least two axes: A is [3]");
    expect_error("cols<2,2>(Wq)", 0, "cols<begin, end>(A) needs begin < end <= columns(A): A is [3x3]");
    expect_error("cols<0,1>(s)", 0, "cols<begin, end>(A) needs at least one axis: A is []");
    expect_error("concat(Wq, b)", 0, "concat(A, B) needs the same number of axes: concat([3x3], [3])");
    expect_error("concat<0>(Wq, Wq, Q * Wh)", 0,
                 "concat(A, B) needs the same shape in all other axes: concat([3x3], [tokens[12] x heads[2]])");
    expect_error("attention(Q, b, V)", 0,
                 "attention(Q, K, V) needs a matrix of keys and a matrix of values: attention([tokens[12] x d_k[3]], "
                 "[3], [tokens[12] x d_k[3]])");
    expect_error("attention(b, keys, keys)", 0,
                 "attention(Q, K, V) needs rows of queries beside batches of keys: attention([3], [4x12x3], [4x12x3])");
    expect_error(
        "attention(v12, Wq, Wq)", 0,
        "attention(Q, K, V) needs columns(Q) == columns(K), the dimension of the heads: attention([12], [3x3], "
        "[3x3])");
    expect_error("attention(Wq, Wq, Wh')", 0,
                 "attention(Q, K, V) needs rows(K) == rows(V), as many keys as values: attention([3x3], [3x3], "
                 "[heads[2] x 3])");
    expect_error("1 + inverse(Wh)", 4, "inverse(A) needs square matrices: rows(A) == columns(A): A is [3 x heads[2]]");
    expect_error(
        "Wq^2", 2,
        "A^n needs a number; write pow(A, n) or A ** n for powers of each element, A * A for a product: A is [3x3]");
}

TEST(formula_text_error, of_two_readings) {
    const std::string two =
        " can be read in two ways, for one of them has lost an axis; write keep=True, as in mean(X, "
        "keep=True), for rows that have each their own, or keep=False for one row beside all of them, "
        "as NumPy and PyTorch take it";
    expect_error("Wq - mean(Wq)", 3, "[3x3] - [3]" + two);
    expect_error("W_k / sqrt(1 + sum(Wq))", 4, "[3x3] / [3]" + two);
    expect_error("Wq - Wq[:, 0]", 3, "[3x3] - [3]" + two);
    expect_error("Q - mean(Q)", 2,
                 "A - B needs the same shape; only an axis of size 1 or a missing leading axis repeats: [tokens[12] x "
                 "d_k[3]] - [tokens[12]]; did you mean to keep the axis: mean(X, keep), X[:, 0:1]?");
    expect_error("Q - mean(Q)", 2,
                 "A - B needs the same shape; only an axis of size 1 or a missing leading axis "
                 "repeats: [4x3] - [4]; did you mean to keep the axis: mean(X, keep), X[:, 0:1]?",
                 {{"Q", shape(4, 3)}});
    expect_error("X - m", 2, "[3x3] - [3]" + two, {{"X", shape(3, 3)}, {"m", shape(3), shape(3, 1)}});
    EXPECT_TRUE(read_formula("Wq - mean(Wq, axis=0)", names).g->results.size() == 1);
    EXPECT_TRUE(read_formula("Wq - Wq[0]", names).g->results.size() == 1);
    expect_error("Wq @ W_k * Wq", 9,
                 "beside @ and the functions of NumPy and PyTorch A * B of matrices may mean two things; write A @ B "
                 "for the product, hadamard(A, B) for that of each element");
    expect_error(
        "torch.max(Wq, 1)", 6,
        "a second argument of max has several meanings; write axis=n for an axis, max(A, B) for pairs of elements");
    expect_error("np.std(Wq)", 3,
                 "std in NumPy and PyTorch is over all elements unless an axis is named; write axis=n");
    expect_error("Wq.std(axis=-1)", 3,
                 "std divides by n in NumPy and by n - 1 in PyTorch; write unbiased=False for n, unbiased=True for n - "
                 "1");
    expect_error("Wq.var(0)", 3,
                 "var divides by n in NumPy and by n - 1 in PyTorch; write unbiased=False for n, unbiased=True for n - "
                 "1");
    const std::string sizes =
        " in PyTorch takes the sizes of what is normalized second, and of them the last axis alone is read: [3]; "
        "without a prefix ";
    expect_error("F.layer_norm(Q, [4])", 2, "layer_norm" + sizes + "layer_norm(X, gain) takes the gain there");
    expect_error("F.layer_norm(Q, b)", 2, "layer_norm" + sizes + "layer_norm(X, gain) takes the gain there");
    expect_error("F.rms_norm(Q, [12, 3])", 2, "rms_norm" + sizes + "rms_norm(X, gain) takes the gain there");
    expect_error("F.rms_norm(Q, [3])", 2,
                 "rms_norm in PyTorch adds the epsilon of its type unless told, here 1e-5; write eps=x");
    expect_error("scipy.special.softmax(Q)", 14,
                 "softmax in SciPy is over all elements unless an axis is named; write axis=n");
    expect_error("F.log_softmax(keys)", 2,
                 "log_softmax in PyTorch is along the first of three axes unless one is named; write dim=n");
    expect_error("np.transpose(keys)", 3,
                 "transpose in NumPy and TensorFlow turns all axes around; write A.transpose(-2, -1) for the last two: "
                 "A is [4x12x3]");
    expect_error("keys.transpose()", 5,
                 "transpose in NumPy and TensorFlow turns all axes around; write A.transpose(-2, -1) for the last two: "
                 "A is [4x12x3]");
    expect_error("np.column_stack([Q, K])", 3,
                 "unknown function \"column_stack\"; parts side by side are concat(A, B)");
    expect_error("np.hstack([b, b])", 3, "hstack is of matrices, and has no axis; write hstack([A, B, ...], axis=n)");
    expect_error("np.concat(Q, K)", 3,
                 "concat in NumPy and PyTorch is along the first axis unless one is named, here along the last; write "
                 "axis=n");
    expect_error("gelu(Q, approximate='sigmoid')", 20, "approximate is 'tanh' or 'none', not \"sigmoid\"");
    expect_error("relu(Q, approximate='tanh')", 0, "relu has no approximate; write relu(A)");
    expect_error("nn.gelu(Q)", 3,
                 "nn.gelu is the form with tanh in JAX, the one with erf elsewhere; write gelu_tanh(A) or gelu(A)");
    expect_error("Wq.where(k <= q)", 3, "A.where(condition, B) keeps A where the condition holds");
    expect_error("np.linalg.solve(X, B)", 10,
                 "solve(A, B) takes B as vectors in some versions of NumPy and in PyTorch, as a matrix in others; "
                 "write inverse(A) @ B",
                 {{"X", shape(3, 3, 3)}, {"B", shape(3, 3)}});
    expect_error("tf.argmax(Wq)", 3,
                 "argmax in NumPy and PyTorch is over all elements unless an axis is named; write axis=n");
    expect_error("where(k / 2 == q / 2, Wq)", 8,
                 "A / B of indices may mean two things; write k // 4 for the whole quotient, and arange(n) / 4 for the "
                 "ratio");
    expect_error("batch.mT - batch.T", 16,
                 "A.T turns all axes around; write transpose(A) for the last two: A is [2x1x12x3]");
}

TEST(formula_text_error, of_parts) {
    expect_error("Wq[5]", 3, "index 5 is out of range: axis 0 of [3x3] has 0 to 2");
    expect_error("Wq[0, -4]", 6, "index -4 is out of range: axis 1 of [3x3] has 0 to 2");
    expect_error("Wq[1:4]", 3, "1:4 goes beyond the axis: axis 0 of [3x3] has 0 to 2");
    expect_error("Wq[2:2]", 3, "2:2 has no element: axis 0 of [3x3] has 0 to 2");
    expect_error("Wq[:0]", 3, ":0 has no element: axis 0 of [3x3] has 0 to 2");
    expect_error("Wq[0, 0, 0]", 2, "A[...] has 3 indices for 2 axes: A is [3x3]");
    expect_error("Wq[[0, 1], [1, 0]]", 2,
                 "A[y] and A[arange(rows), y] of a matrix A are read, no other indices in vectors: A is [3x3]");
    expect_error("Wq[Wq[:, 0] > 0]", 3, "a part A[n] or A[n:m] needs whole numbers");
    expect_error("Wq[s]", 3, "a part A[n] or A[n:m] needs whole numbers");
    expect_error("Wq[::2]", 4, "parts with a step, A[0:8:2], are not read");
    expect_error("Wq[..., ...]", 2, "... stands once in A[...]");
    expect_error("Wq[None, None, None, None, None]", 2, "tensors have at most 6 axes: A is [3x3]");
    expect_error("Wq[]", 3, "expected a whole number, found \"]\"");
    expect_error("Wq[0", 2, "this [ is not closed");
    expect_error("Wq[99999999999]", 3, "number too long: a whole number here has at most 9 digits");
    expect_error("[[1, 2], [3]]", 9, "this list has 1 item, and the first one beside it 2");
    expect_error("[[1, 2], 3]", 9, "a number beside a list");
    expect_error("[[1, [2]], [3, 4]]", 5, "a number beside a list");
    expect_error("[[1], [[2]]]", 7, "a list where the lists before have a number");
    expect_error("[]", 0, "an empty list is no matrix");
    expect_error("[[1/2]]", 3, "numbers in brackets are decimals");
    expect_error("[1, Q]", 4, "expected a number, found \"Q\"");
    expect_error("[1.0000000000000000001]", 1, "number too long: numerator and denominator need to fit 64 bits");
    expect_error(repeated("[", 10'000), 6, "matrices have at most 6 axes");
    expect_error("arange(0)", 0, "arange(n) needs 1 to 1000000: n is 0");
    expect_error("full((2, 2), b)", 0, "full((rows, columns), number) needs one number");
    expect_error("full(2)", 0, "full got 1 argument; write full((rows, columns), number)");
    expect_error("ones(2, 1e9)", 0, "ones(rows, columns) needs 1 to 1000000: n is 1000000000");
    expect_error("eye(b)", 0, "eye(n) needs whole numbers");
}

TEST(formula_text_error, of_masks_and_statistics) {
    expect_error("k <= q", 2, "a mask of indices needs scores beside it, as in where(k <= q, S)");
    expect_error("softmax(k <= q)", 10, "a mask of indices needs scores beside it, as in where(k <= q, S)");
    expect_error("where(q < k < 3, Wq)", 12, "one comparison at a time; write a < b && b < c for a < b < c");
    expect_error("causal(Q)", 0,
                 "causal needs as many queries as keys; write causal_upper_left(S), PyTorch's is_causal, or "
                 "causal_lower_right(S), for a key-value cache: S is [tokens[12] x d_k[3]]");
    expect_error("where(k <= q, b)", 8, "a mask of indices needs scores with at least 2 axes beside it: they are [3]");
    expect_error("Wq + inf", 5, "infinity stands in where(condition, S, -inf) and in masked_fill(S, mask, -inf) only");
    expect_error("where(k <= q, Wq, inf)", 0, "where takes minus infinity only: no weight is infinite");
    expect_error("Wq % 2", 3, "A % B needs whole numbers that are not negative: indices, arange(n), 2");
    expect_error("where((q - k) % 2 == 0, Wq)", 14,
                 "A % B needs whole numbers that are not negative: indices, arange(n), 2");
    expect_error("arange(3) % 0", 10, "division by an exact zero");
    expect_error("var(b[:1], unbiased=True)", 0, "the variance of 1 number divides by 1 - 1: that is not positive");
    expect_error("round(Q, 99)", 0, "round(A, n) needs -18 <= n <= 18: n is 99");
    expect_error("exp(Q, keep)", 0, "exp has no keep; write exp(A)");
    expect_error("softmax(Q, keepdim=True)", 0,
                 "softmax has no keep; write softmax(A), softmax<n>(A) or softmax(A, axis=n)");
    expect_error("mean(Q, keep, keepdim=True)", 14, "this argument is there twice");
    expect_error("mean(Q, bias=1)", 8,
                 "unknown argument \"bias\"; those with names are axis, keep, unbiased, eps, decimals, diagonal "
                 "and approximate");
    expect_error("mean(Q, keep=1)", 13, "expected True or False, found \"1\"");
    expect_error("Q.T.x", 3, "expected T, shape[n] or a function after .");
    expect_error("Q.rank()", 2, "unknown function \"rank\"");
}

TEST(formula_text_error, of_the_names_of_axes) {
    const std::vector<formula_name> known = {{"A", shape(tokens[2], 3, d_k[4])},
                                             {"B", shape(heads[2], d_k[4], 5)},
                                             {"C", shape(heads[4], 5)},
                                             {"D", shape(3, heads[4])},
                                             {"E", shape(tokens[2], 3, 5)}};
    expect_error("A * C", 2,
                 "A * B needs the names of columns(A) and rows(B) to agree: [tokens[2] x 3 x d_k[4]] * [heads[4] x 5]",
                 known);
    expect_error("A * B", 2,
                 "A * B needs the names of the leading axes to agree: [tokens[2] x 3 x d_k[4]] * [heads[2] x d_k[4] x "
                 "5]",
                 known);
    expect_error("A - D", 2, "A - B needs the names of the axes to agree: [tokens[2] x 3 x d_k[4]] - [3 x heads[4]]",
                 known);
    expect_error("concat(A, rows<0,3>(B))", 0,
                 "concat(A, B) needs the names of all other axes to agree: concat([tokens[2] x 3 x d_k[4]], [heads[2] "
                 "x d_k[3] x 5])",
                 known);
    expect_error("E * concat<0>(E, E)^T", 2,
                 "A * B needs leading axes of the same size, or of size 1: [tokens[2] x 3 x 5] * [tokens[4] x 5 x 3]",
                 known);
}

TEST(formula_text_error, of_numbers) {
    expect_error("Q / 0", 2, "division by an exact zero");
    expect_error("1 / (0.5 - 1/2)", 2, "division by an exact zero");
    expect_error("sqrt(-2)", 0, "an exact root needs a rational that is not negative");
    expect_error("Q * 9223372036854775808", 4, "number too long: numerator and denominator need to fit 64 bits");
    expect_error("1e-19", 0, "number too long: numerator and denominator need to fit 64 bits");
    expect_error("1e999999999", 0, "number too long: numerator and denominator need to fit 64 bits");
    expect_error("1e9999999999", 2, "number too long: a whole number here has at most 9 digits");
    expect_error("sum<1234567890>(Q)", 4, "number too long: a whole number here has at most 9 digits");
    expect_error("9223372036854775807 * 2", 20, "an exact scalar needs integers beyond 64 bits");
    expect_error("9223372036854775807 + 1", 20, "an exact scalar needs integers beyond 64 bits");
    expect_error("-9223372036854775807 - 1", 21, "an exact scalar needs integers beyond 64 bits");
    expect_error("10^19", 2, "an exact scalar needs integers beyond 64 bits");
    expect_error("1^64", 1, "a power of an exact scalar needs an exponent of at most 63");
    expect_error("sqrt(1 / 3037000500) * sqrt(1 / 3037000501) * 1", 21,
                 "an exact scalar needs integers beyond 64 bits");
}

TEST(formula_text_error, of_grammar) {
    expect_error("", 0, "the formula is empty");
    expect_error("  ", 2, "the formula is empty");
    expect_error("Q * (K + V", 4, "this ( is not closed");
    expect_error("((Q)", 0, "this ( is not closed");
    expect_error("Q + exp(K", 7, "this ( is not closed");
    expect_error("sum<0", 3, "this < is not closed");
    expect_error("sum<0 1>(Q)", 6, "expected >, found \"1\"");
    expect_error("(Q K)", 3, "expected ), found \"K\"");
    expect_error("sum(Q; K)", 5, "expected ), found \";\"");
    expect_error("Q)", 1, "unexpected \")\" after the formula");
    expect_error("2 Q", 2, "unexpected \"Q\" after the formula");
    expect_error("Q = K", 2, "unexpected \"=\" after the formula");
    expect_error("Q +", 3, "expected a name, a number or (, found end of the formula");
    expect_error("Q * / K", 4, "expected a name, a number or (, found \"/\"");
    expect_error("exp(Q,)", 6, "expected a name, a number or (, found \")\"");
    expect_error("sum<0>Q", 6, "expected ( after sum, found \"Q\"");
    expect_error("sum<>(Q)", 4, "expected a whole number, found \">\"");
    expect_error("Q^-1", 1, "^ needs T or a whole number, found \"-\"");
    expect_error("Q^Tx", 1, "^ needs T or a whole number, found \"Tx\"");
    expect_error("Q \xC3\x97 K", 2, "unexpected \"\xC3\x97\" after the formula");
    expect_error(
        "\xCE\xB1 * Q", 0,
        "expected a name, a number or (, found \"\xCE\xB1\"; names are made of the letters a to z, digits and _");
    expect_error("Q \xE2\x88", 2, "unexpected byte 226 after the formula");
    expect_error(std::string_view("Q\0K", 3), 1, "unexpected byte 0 after the formula");
    expect_error(std::string_view("\0", 1), 0, "expected a name, a number or (, found byte 0");
}

std::string repeated(const std::string& text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

TEST(formula_text_error, of_size) {
    const std::string nested = "nested too deeply: more than 100 parentheses, calls or signs inside one another";
    EXPECT_EQ(read_formula(repeated("(", 100) + "Q" + repeated(")", 100), names).g->nodes.size(), 1U);
    expect_error(repeated("(", 101) + "Q" + repeated(")", 101), 100, nested);
    expect_error(repeated("(", 10'000) + "Q" + repeated(")", 10'000), 100, nested);
    expect_error(repeated("-", 10'000) + "Q", 100, nested);
    expect_error(repeated("exp(", 10'000), 403, nested);
    expect_error("Q" + repeated("'", 10'000), 257,
                 "the formula is too long: more than 256 operations inside one another");
    expect_error("1" + repeated("+1", 10'000), 4095, "the formula is too long: more than 4096 operations");

    const std::string full = "the formula needs more than 256 nodes";
    EXPECT_EQ(read_formula("Q" + repeated("'", 255), names).g->nodes.size(), 256U);
    expect_error("Q" + repeated("'", 256), 256, full);
    EXPECT_EQ(read_formula("Q" + repeated("+Q", 127), names).g->nodes.size(), 255U);
    expect_error("Q" + repeated("+Q", 128), 255, full);
    EXPECT_EQ(read_formula("b*b" + repeated("+b", 124) + "+1", names).g->nodes.size(), 256U);
    expect_error(repeated("b+", 126) + "b*b", 253, full);  // a product of vectors is four nodes
    EXPECT_EQ(read_formula("concat(b" + repeated(",b", 254) + ")", names).g->nodes.size(), 256U);
    expect_error("concat(b" + repeated(",b", 255) + ")", 0, full);
}

/// A graph may run out of places for operands first, where one node is used often.
TEST(formula_text_error, of_operands) {
    graph<16> g;
    const node_id q = g.add({.kind = node_kind::leaf, .dims = shape(3)});
    const auto leaf = [&](std::size_t) { return q; };
    const std::vector<formula_name> one = {{"b", shape(3)}};
    const auto literal = [&](std::size_t, const formula_literal&) { return q; };
    EXPECT_EQ(append_formula(g, "concat(b" + repeated(",b", 31) + ")", one, leaf, literal), 1U);
    EXPECT_THROW(append_formula(g, "exp(b)", one, leaf, literal), formula_error);
    EXPECT_EQ(append_formula(g, "1 / 3", one, leaf, literal), 2U);
}

/// Nothing but a result or a formula_error, whatever the text.
bool is_read(std::string_view text) {
    try {
        const formula_text f = read_formula(text, names);
        EXPECT_EQ(f.g->results.size(), 1U) << text;
        return true;
    } catch (const formula_error& e) {
        EXPECT_LE(e.position, text.size()) << text;
        EXPECT_STRNE(e.what(), "") << text;
        return false;
    }
}

TEST(formula_text, survives_every_prefix) {
    const std::string_view texts[] = {
        "softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V + attention(Q, K, V)",
        "concat<0>(rows<0,5>(Q), cols<0, 3>(K)) * solve(Wq, W_k)' - 1.5e-3 * log_softmax(V, axis=0)",
        "-max(batch^T, 0)' * inverse(Wq) + linear(keys, Wq, b) * 2^3 / s^2 @ min(V, axis=-1)"};
    for (const std::string_view text : texts)
        for (std::size_t n = 0; n <= text.size(); ++n) is_read(text.substr(0, n));
    EXPECT_TRUE(is_read("softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V + attention(Q, K, V)"));
}

TEST(formula_text, survives_random_tokens) {
    std::vector<std::string> words = {"+",    "-",       "*",    "/",    "@",     "^T",      "'",
                                      "^",    "(",       ")",    "(",    ")",     "<",       ">",
                                      ",",    " ",       "=",    ".",    "axis=", "0",       "1",
                                      "2",    "3",       "12",   "0.5",  "1e-9",  "1e18",    "9223372036854775807",
                                      "<0>(", "<1,2>(",  "$",    "T",    "e",     "[",       "]",
                                      "[[",   "]]",      ".T",   "==",   "&&",    "not ",    "q",
                                      "k",    "[0",      ":",    "**",   "//",    "%",       "!",
                                      "keep", "axis=0,", "None", "-inf", "np.",   ".shape[", "causal"};
    for (const formula_name& n : names) words.push_back(n.name);
    for (const auto& f : heed::detail::named_functions) words.push_back(std::string(f.name) + "(");
    std::mt19937 random(1);
    std::size_t read = 0;
    for (int i = 0; i < 100'000; ++i) {
        std::string text;
        for (auto length = random() % 12 + 1; length > 0; --length) text += words[random() % words.size()];
        read += is_read(text) ? 1U : 0U;
    }
    EXPECT_GT(read, 500U);
}

TEST(formula_text, survives_random_bytes) {
    std::mt19937 random(2);
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (auto length = random() % 8; length > 0; --length) text += static_cast<char>(random() % 256);
        is_read(text);
    }
}

/// Formulas that mostly fit: random trees over square matrices and vectors.
std::string random_formula(std::mt19937& random, int depth) {
    const auto inner = [&] { return random_formula(random, depth - 1); };
    if (depth == 0) return std::vector<std::string>{"Wq", "W_k", "b", "2", "0.5", "s"}[random() % 6];
    switch (random() % 12) {
        case 0: return inner() + " * " + inner();
        case 1: return "(" + inner() + " + " + inner() + ")";
        case 2: return inner() + " / " + inner();
        case 3: return "softmax(" + inner() + ")";
        case 4: return "(" + inner() + ")^T";
        case 5: return "-" + inner();
        case 6: return "attention(" + inner() + ", " + inner() + ", " + inner() + ")";
        case 7: return "concat<0>(" + inner() + ", " + inner() + ")";
        case 8: return "sqrt(columns(" + inner() + "))";
        case 9: return "inverse(" + inner() + ")";
        case 10: return "max(" + inner() + ", " + inner() + ")";
        default: return "rows<0,2>(" + inner() + ")";
    }
}

TEST(formula_text, survives_random_formulas) {
    std::mt19937 random(3);
    std::size_t read = 0;
    for (int i = 0; i < 20'000; ++i) read += is_read(random_formula(random, static_cast<int>(random() % 5))) ? 1U : 0U;
    EXPECT_GT(read, 5'000U);
}

}  // namespace
