// SPDX-License-Identifier: BSL-1.0
// Lengths that are known at run time only, against the same sizes known while compiling.
#include <bench/layers/comparison.hpp>

namespace bench {

using namespace heed;

/// Attention of as many queries as keys.
template <std::size_t Tokens, std::size_t Width>
struct attention_of_any_length {
    tensor<float, Tokens, Width> Q, K, V;
    tensor<float, dyn, Width> q, k, v;
    static constexpr double flops = 4.0 * Tokens * Tokens * Width;

    void fill_all() {
        fill(Q, 1, 1), fill(K, 1, 2), fill(V, 1, 3);
        q = Q, k = K, v = V;
    }
};

template <class Operands>
static std::pair<computation, computation> prepare() {
    const auto all = prepared<Operands>();
    return {evaluating(all, [](const auto& o) { return attention(o.q, o.k, o.v); }),
            evaluating(all, [](const auto& o) { return attention(o.Q, o.K, o.V); })};
}

using of_64 = attention_of_any_length<64, 64>;
using of_100 = attention_of_any_length<100, 64>;
using of_128 = attention_of_any_length<128, 64>;
using of_1000 = attention_of_any_length<1000, 64>;
using of_4096 = attention_of_any_length<4096, 64>;
static const compares row_64({"attention [dyn = 64] x 64", of_64::flops, "64 x 64", 0.95, prepare<of_64>});
static const compares row_100({"attention [dyn = 100] x 64", of_100::flops, "100 x 64", 0.95, prepare<of_100>});
static const compares row_128({"attention [dyn = 128] x 64", of_128::flops, "128 x 64", 0.95, prepare<of_128>});
static const compares row_1000({"attention [dyn = 1000] x 64", of_1000::flops, "1000 x 64", 0.95, prepare<of_1000>});
static const compares row_4096({"attention [dyn = 4096] x 64", of_4096::flops, "4096 x 64", 0.95, prepare<of_4096>});

/// The same where no size is known.
template <std::size_t Queries, std::size_t Keys, std::size_t Width>
struct attention_of_any_sizes {
    tensor<float, Queries, Width> Q;
    tensor<float, Keys, Width> K, V;
    tensor<float, dyn, dyn> q, k, v;
    static constexpr double flops = 4.0 * Queries * Keys * Width;

    void fill_all() {
        fill(Q, 1, 1), fill(K, 1, 2), fill(V, 1, 3);
        q = Q, k = K, v = V;
    }
};
using all_dynamic = attention_of_any_sizes<128, 128, 48>;
using one_dynamic = attention_of_any_sizes<1, 1024, 48>;
using one_of_few_keys = attention_of_any_sizes<1, 64, 48>;
using three_dynamic = attention_of_any_sizes<3, 1024, 48>;
static const compares row_any({"attention [dyn = 128] x [dyn = 48]", all_dynamic::flops, "128 x 48", 0.95,
                               prepare<all_dynamic>});
static const compares row_one({"one query [dyn = 1] x [dyn = 48], 1024 keys", one_dynamic::flops, "1 x 48", 0.95,
                               prepare<one_dynamic>});

static const compares row_of_few_keys({"one query [dyn = 1] x [dyn = 48], 64 keys", one_of_few_keys::flops, "1 x 48",
                                       0.95, prepare<one_of_few_keys>});
static const compares row_three({"three queries [dyn = 3] x [dyn = 48], 1024 keys", three_dynamic::flops, "3 x 48",
                                 0.95, prepare<three_dynamic>});

/// Any number of rows, of which there are few.
template <std::size_t Rows>
struct few_of_any_rows {
    static constexpr std::size_t d = 768;
    tensor<float, Rows, d> X;
    tensor<float, dyn, d> x;
    tensor<float, d, d> W;
    static constexpr double flops = 2.0 * Rows * d * d;

    void fill_all() {
        fill(X, 1, 1), fill(W, 0.05, 2);
        x = X;
    }
};
static std::pair<computation, computation> prepare_row() {
    const auto all = prepared<few_of_any_rows<1>>();
    return {evaluating(all, [](const auto& o) { return o.x * o.W; }),
            evaluating(all, [](const auto& o) { return o.X * o.W; })};
}
static std::pair<computation, computation> prepare_three_rows() {
    const auto all = prepared<few_of_any_rows<3>>();
    return {evaluating(all, [](const auto& o) { return o.x * transpose(o.W); }),
            evaluating(all, [](const auto& o) { return o.X * transpose(o.W); })};
}
static const compares row_of_product({"[dyn = 1] x 768 * W", few_of_any_rows<1>::flops, "1 x 768 * W", 0.95,
                                      prepare_row});
static const compares rows_of_product({"[dyn = 3] x 768 * transpose(W)", few_of_any_rows<3>::flops,
                                       "3 x 768 * transpose(W)", 0.95, prepare_three_rows});

/// One query to the keys of a cache: in both cases its memory, which alone fills a second-level cache.
struct decoding_step {
    static constexpr std::size_t most = 4096, width = 64;
    using rows_of_cache = view<const float, most, width>;
    tensor<float, 1, width> Q;
    cache<float, at_most<most>, width> past;

    void fill_all() {
        tensor<float, most, width> K, V;
        fill(Q, 1, 1), fill(K, 1, 2), fill(V, 1, 3);
        past.append(K, V);
    }
    rows_of_cache keys() const { return rows_of_cache(past.keys().data()); }
    rows_of_cache values() const { return rows_of_cache(past.values().data()); }
};
static std::pair<computation, computation> prepare_step() {
    const auto all = prepared<decoding_step>();
    return {evaluating(all, [](const auto& o) { return attention(o.Q, o.past.keys(), o.past.values()); }),
            evaluating(all, [](const auto& o) { return attention(o.Q, o.keys(), o.values()); })};
}
static const compares step({"one query to a cache of 4096", 0, "4096 keys that are known", 0.95, prepare_step});

/// Norms, projections, attention of four heads, a feed-forward.
template <std::size_t Tokens>
struct layer_of_any_length {
    static constexpr std::size_t d = 256, heads = 4, e = d / heads, hidden = 1024;
    tensor<float, Tokens, d> X;
    tensor<float, dyn, d> x;
    tensor<float, heads, d, e> query, key, value;
    tensor<float, d, d> output;
    tensor<float, d, hidden> up;
    tensor<float, hidden, d> down;
    static constexpr double flops = 2.0 * Tokens * d * (4.0 * d + 2.0 * hidden) + 4.0 * Tokens * Tokens * d;

    void fill_all() {
        fill(X, 1, 1), fill(query, 0.05, 2), fill(key, 0.05, 3), fill(value, 0.05, 4), fill(output, 0.05, 5);
        fill(up, 0.05, 6), fill(down, 0.05, 7);
        x = X;
    }
    auto formula(const auto& tokens) const {
        return let(tokens, [this](auto s) {
            const auto mixed =
                concat(heed::heads<heads>([&](auto i) { return attention(s * query[i], s * key[i], s * value[i]); })) *
                output;
            return let(layer_norm(s + mixed), [this](auto y) { return layer_norm(y + relu(y * up) * down); });
        });
    }
};
template <class Operands>
static std::pair<computation, computation> prepare_layer() {
    const auto all = prepared<Operands>();
    return {evaluating(all, [](const auto& o) { return o.formula(o.x); }),
            evaluating(all, [](const auto& o) { return o.formula(o.X); })};
}
using layer_100 = layer_of_any_length<100>;
using layer_128 = layer_of_any_length<128>;
static const compares row_of_100({"encoder layer [dyn = 100] x 256", layer_100::flops, "100 x 256", 0.95,
                                  prepare_layer<layer_100>});
static const compares row_of_128({"encoder layer [dyn = 128] x 256", layer_128::flops, "128 x 256", 0.95,
                                  prepare_layer<layer_128>});

/// A layer of an encoder with heads as an axis, of texts of which both number and length are known at run time.
template <std::size_t Texts, std::size_t Tokens>
struct layer_of_any_batch {
    static constexpr std::size_t d = 384, heads = 12, e = d / heads, hidden = 1536;
    tensor<float, Texts, Tokens, d> X;
    tensor<float, dyn, dyn, d> x;
    tensor<float, d, d> query, key, value, output;
    tensor<float, d, hidden> up;
    tensor<float, hidden, d> down;
    static constexpr double flops = Texts * (2.0 * Tokens * d * (4.0 * d + 2.0 * hidden) + 4.0 * Tokens * Tokens * d);

    void fill_all() {
        fill(X, 1, 1), fill(query, 0.05, 2), fill(key, 0.05, 3), fill(value, 0.05, 4), fill(output, 0.05, 5);
        fill(up, 0.05, 6), fill(down, 0.05, 7);
        x = X;
    }
    template <extent Batch, extent Rows>
    auto formula(const auto& texts) const {
        return let(texts, [this](auto s) {
            const auto by_heads = [](const auto& y) { return permute<0, 2, 1, 3>(reshape<Batch, Rows, heads, e>(y)); };
            const auto seen = attention(by_heads(s * query), by_heads(s * key), by_heads(s * value));
            const auto mixed = merge<2, 3>(permute<0, 2, 1, 3>(seen)) * output;
            return let(layer_norm(s + mixed), [this](auto y) { return layer_norm(y + gelu(y * up) * down); });
        });
    }
};
template <std::size_t Texts, std::size_t Tokens>
static std::pair<computation, computation> prepare_batch() {
    using layer = layer_of_any_batch<Texts, Tokens>;
    const auto all = prepared<layer>();
    return {evaluating(all, [](const auto& o) { return o.template formula<dyn, dyn>(o.x); }),
            evaluating(all, [](const auto& o) { return o.template formula<Texts, Tokens>(o.X); })};
}
static const compares batch_of_4({"a layer [dyn = 32] x [dyn = 4] x 384", layer_of_any_batch<32, 4>::flops,
                                  "32 x 4 x 384", 0.95, prepare_batch<32, 4>});
static const compares batch_of_64({"a layer [dyn = 8] x [dyn = 64] x 384", layer_of_any_batch<8, 64>::flops,
                                   "8 x 64 x 384", 0.95, prepare_batch<8, 64>});

}  // namespace bench
