// SPDX-License-Identifier: BSL-1.0
// Gradients of formulas drawn at random agree with differences of their values, element by element of the result, and
// with those of formulas that random ones leave out.
#include "tests/run/random_shapes_formula.hpp"

#include <heed/graph/gradient.hpp>
#include <heed/reference/gradient_values.hpp>
#include <heed/trace/trace.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace heed;
using detail::defined_graph_of;
using detail::leaf_set;
using detail::node_id;
using detail::node_kind;
using detail::region;

template <class F>
using operand_of = std::remove_cvref_t<decltype(detail::operand_of(std::declval<const F&>()))>;

region element_of(const detail::shape& dims, std::size_t i) {
    region at;
    at.rank = dims.rank;
    for (std::size_t a = dims.rank; a-- > 0; i /= dims[a].size) {
        at.begin[a] = i % dims[a].size;
        at.end[a] = at.begin[a] + 1;
    }
    return at;
}

/// Whether a leaf says where something is looked up.
template <std::size_t Capacity>
bool says_where(const detail::graph<Capacity>& g, node_id leaf) {
    for (node_id id = 0; id < g.nodes.size(); ++id)
        for (std::size_t k = 1; g[id].kind == node_kind::lookup && k < g[id].operand_count; ++k) {
            node_id index = g.operand(id, k);
            while (g[index].kind == node_kind::view) index = g.operand(index, 0);
            if (index == leaf) return true;
        }
    return false;
}

/// Fills the leaves with numbers between 0.3 and 1.3, which all functions take; those that say where something is with
/// 0 and 1.
template <class Values, std::size_t Capacity>
void fill_leaves(const detail::graph<Capacity>& g, Values& values, std::uint64_t seed) {
    for (node_id id = 0; id < g.nodes.size(); ++id)
        for (std::size_t i = 0; g[id].kind == node_kind::leaf && i < g[id].dims.size(); ++i)
            if (says_where(g, id))
                values.of(id)[i] = static_cast<long double>(test::mixed(seed + i) % 2);
            else
                values.of(id)[i] =
                    0.3L + static_cast<long double>(test::mixed(seed + 1000 * id + i) % 1000003) / 1000003;
}

/// The largest distance between gradient and central difference, in units of the largest slope or 1.
template <class F>
long double worst_distance(const F&, std::uint64_t seed) {
    constexpr const auto& g = defined_graph_of<operand_of<F>>;
    leaf_set<g.capacity> wanted;
    wanted.resize(g.capacity, true);
    static constexpr std::size_t capacity = detail::gradient_capacity(g.nodes.size());
    const auto d = detail::gradient_of<capacity>(g, wanted);
    detail::reference::gradient_values<long double, capacity> slopes(d);
    detail::reference::graph_values<long double, g.capacity> values(g);
    fill_leaves(g, slopes.values(), seed);
    fill_leaves(g, values, seed);
    slopes.evaluate_formula();

    const detail::shape dims = g[g.results[0]].dims;
    const long double h = 1e-8L;
    const auto all_results = [&] {
        values.evaluate_all();
        std::vector<long double> all;
        for (std::size_t i = 0; i < dims.size(); ++i) all.push_back(values.element(g.results[0], element_of(dims, i)));
        return all;
    };
    struct slope {
        std::size_t result;
        long double difference;
    };
    // A few leaves' elements, all results.
    long double worst = 0;
    std::vector<std::pair<node_id, std::size_t>> chosen;
    for (node_id id = 0; id < g.nodes.size(); ++id)
        if (g[id].kind == node_kind::leaf && !says_where(g, id))
            for (std::size_t i = 0; i < g[id].dims.size(); i += 1 + g[id].dims.size() / 3) chosen.emplace_back(id, i);
    std::vector<std::vector<long double>> differences;
    for (const auto& [leaf, i] : chosen) {
        const long double x = values.of(leaf)[i];
        values.of(leaf)[i] = x + h;
        const auto above = all_results();
        values.of(leaf)[i] = x - h;
        const auto below = all_results();
        values.of(leaf)[i] = x;
        differences.emplace_back();
        for (std::size_t r = 0; r < above.size(); ++r) differences.back().push_back((above[r] - below[r]) / (2 * h));
    }
    for (std::size_t r = 0; r < dims.size(); r += 1 + dims.size() / 20) {
        slopes.seed(element_of(dims, r));
        for (std::size_t c = 0; c < chosen.size(); ++c) {
            const auto& [leaf, i] = chosen[c];
            const node_id adjoint = d.adjoints[leaf];
            const long double computed =
                adjoint == detail::no_node ? 0 : slopes.values().element(adjoint, element_of(g[leaf].dims, i));
            const long double scale = std::max(1.0L, std::abs(differences[c][r]));
            worst = std::max(worst, std::abs(computed - differences[c][r]) / scale);
        }
    }
    return worst;
}

template <std::uint64_t Seed>
void check_random() {
    constexpr detail::shape s = test::random_shape(Seed);
    const auto f = test::random_formula_of_shape<double, Seed, 3, s>();
    EXPECT_LT(worst_distance(f, Seed), 1e-7L) << "seed " << Seed;
}

TEST(gradient, of_random_formulas_agrees_with_differences) {
    []<std::uint64_t... Seed>(std::integer_sequence<std::uint64_t, Seed...>) { (check_random<Seed>(), ...); }
    (std::make_integer_sequence<std::uint64_t, 40>());
}

tensor<double, 3, 4> a, b;
tensor<double, 4, 4> square;
tensor<double, 2, 5, 4> batch;
tensor<double, 4> row;

template <class F>
void check(const F& f, const char* text) {
    EXPECT_LT(worst_distance(f, 7), 1e-7L) << text;
}

TEST(gradient, of_every_function_agrees_with_differences) {
    check(exp(a), "exp(a)");
    check(log(a), "log(a)");
    check(sqrt(a), "sqrt(a)");
    check(rsqrt(a), "rsqrt(a)");
    check(tanh(a), "tanh(a)");
    check(erf(a), "erf(a)");
    check(sigmoid(a), "sigmoid(a)");
    check(relu(a - 0.7), "relu(a - 0.7)");
    check(gelu(a - 0.7), "gelu(a - 0.7)");
    check(gelu_tanh(a - 0.7), "gelu_tanh(a - 0.7)");
    check(silu(a - 0.7), "silu(a - 0.7)");
    check(softplus(a - 0.7), "softplus(a - 0.7)");
    check(abs(a - 0.7), "abs(a - 0.7)");
    check(-a, "-a");
    check(a / b, "a / b");
    check(a - row, "a - row");
    check(pow(a, b), "pow(a, b)");
    check(pow(a, 3_c), "pow(a, 3_c)");
    check(min(a, b), "min(a, b)");
    check(max(a, row), "max(a, row)");
    check(max(a), "max(a)");
    check(min<0>(a), "min<0>(a)");
    check(logsumexp(a), "logsumexp(a)");
    check(mean<0>(a), "mean<0>(a)");
    check(a - mean(a, keep), "a - mean(a, keep)");
    check(sum<0, 1>(hadamard(a, b)), "sum<0, 1>(hadamard(a, b))");
    check(var<0>(a, unbiased, keep), "var<0>(a, unbiased, keep)");
    check(stddev<0, 1>(a), "stddev<0, 1>(a)");
    check(hadamard(a, argmax(a, keep)), "hadamard(a, argmax(a, keep))");
    check(log_softmax(a), "log_softmax(a)");
    check(softmax<0>(a), "softmax<0>(a)");
    check(inverse(square), "inverse(square)");
    check(layer_norm(a, row, row + row), "layer_norm(a, row, row + row)");
    check(layer_norm<0>(a * square, {.epsilon = 0.1}), "layer_norm<0>(a * square, {.epsilon = 0.1})");
    check(rms_norm(batch, row), "rms_norm(batch, row)");
}

TEST(gradient, of_attention_agrees_with_differences) {
    check(attention(a, b, b), "attention(a, b, b)");
    check(attention(batch, batch, batch) * square, "attention(batch, batch, batch) * square");
    check(softmax(a * inverse(square) * transpose(b) / sqrt(4_c)) * b,
          "softmax(a * inverse(square) * transpose(b) / sqrt(4_c)) * b");
    check(concat(a, b), "concat(a, b)");
    check(einsum<"bqd,kd->qbk">(batch, a), "einsum<\"bqd,kd->qbk\">(batch, a)");
    check((a + b)(all, 2_c), "(a + b)(all, 2_c)");
    check(exp(reshape<2, 6>(a)) * reshape<6, 2>(transpose(b)), "exp(reshape<2, 6>(a)) * reshape<6, 2>(transpose(b))");
    check(merge<0, 1>(attention(group<4>(exp(batch)), group<4>(batch), group<4>(batch))),
          "merge<0, 1>(attention(group<4>(exp(batch)), group<4>(batch), group<4>(batch)))");
}

TEST(gradient, of_what_is_looked_up_agrees_with_differences) {
    using namespace index;
    static tensor<int, 5> ids;
    static tensor<double, 2, 9> by_distance;
    check(rows(a, ids) * square, "rows(a, ids) * square");
    check(rows(transpose(a), ids) + exp(rows(b * square, ids)) * transpose(a), "rows of views and products");
    check(softmax(batch * transpose(batch) + at(by_distance, h, q - k + 4_c)) * batch, "biases by distance");
    check(batch * transpose(batch) + at(square, at(ids, k), (q + k) % 3_c), "two indices");
}

}  // namespace
