// SPDX-License-Identifier: BSL-1.0
// The formulas of the benchmarks.
#pragma once

#include <bench/contender.hpp>

#include <heed/heed.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace bench {

using namespace heed;
inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_model{"d_model"};

template <bench::shape S>
struct attention_formula {
    tensor<float, S.queries, d_k[S.width]> Q, Y;
    tensor<float, tokens[S.tokens], d_k[S.width]> K, V;

    explicit attention_formula(const inputs& in) {
        std::copy(in[0].begin(), in[0].end(), Q.begin());
        std::copy(in[1].begin(), in[1].end(), K.begin());
        std::copy(in[2].begin(), in[2].end(), V.begin());
    }
    auto formula() const {
        using index::k, index::q;
        constexpr int window = window_keys, chunk = chunk_keys;
        if constexpr (S.seen == keys::all) return softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
        if constexpr (S.seen == keys::causal) return attention(Q, K, V, causal);
        if constexpr (S.seen == keys::window) return attention(Q, K, V, k <= q && q - k < window);
        if constexpr (S.seen == keys::chunks) return attention(Q, K, V, k <= q && q / chunk == k / chunk);
    }
};

template <bench::shape S>
struct multi_head_formula {
    tensor<float, tokens[S.tokens], d_model[S.width]> X, Y;
    tensor<float, S.heads, d_model[S.width], d_k[S.head_width()]> Wq, Wk, Wv;
    tensor<float, S.width, d_model[S.width]> Wo;

    explicit multi_head_formula(const inputs& in) {
        std::copy(in[0].begin(), in[0].end(), X.begin());
        copy_heads(in[1], Wq);
        copy_heads(in[2], Wk);
        copy_heads(in[3], Wv);
        std::copy(in[4].begin(), in[4].end(), Wo.begin());
    }
    auto formula() const {
        return concat(heads<S.heads>([this](auto i) { return attention(X * Wq[i], X * Wk[i], X * Wv[i]); })) * Wo;
    }

private:
    /// One matrix a head from columns side by side.
    static void copy_heads(const floats& columns, auto& W) {
        for (std::size_t h = 0; h < S.heads; ++h)
            for (std::size_t r = 0; r < S.width; ++r)
                for (std::size_t c = 0; c < S.head_width(); ++c)
                    W(h, r, c) = columns[r * S.width + h * S.head_width() + c];
    }
};

/// Whether heed packs weights ahead: packed(W) in place of W. What takes part here joins by itself once it does.
template <class Matrix>
concept packable = requires(const Matrix& W) {
    packed(W);
};

/// The same with all weights packed once.
template <bench::shape S>
struct packed_multi_head_formula : multi_head_formula<S> {
    using multi_head_formula<S>::X;
    decltype(packed(std::declval<const multi_head_formula<S>&>().Wo)) Wo;
    using projections = decltype(multi_head_formula<S>::Wq);
    using head_weights = decltype(packed(std::declval<const projections&>()[0]));
    std::array<head_weights, S.heads> Wq, Wk, Wv;

    explicit packed_multi_head_formula(const inputs& in)
        : multi_head_formula<S>(in),
          Wo(packed(std::as_const(multi_head_formula<S>::Wo))),
          Wq(each_packed(multi_head_formula<S>::Wq)),
          Wk(each_packed(multi_head_formula<S>::Wk)),
          Wv(each_packed(multi_head_formula<S>::Wv)) {}
    auto formula() const {
        return concat(heads<S.heads>([this](auto i) { return attention(X * Wq[i], X * Wk[i], X * Wv[i]); })) * Wo;
    }

private:
    static auto each_packed(const projections& W) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) { return std::array{packed(W[I])...}; }
        (std::make_index_sequence<S.heads>{});
    }
};

template <bench::shape S>
struct product_formula {
    matrix<float, S.tokens, S.width> A, B, Y;

    explicit product_formula(const inputs& in) {
        std::copy(in[0].begin(), in[0].end(), A.begin());
        std::copy(in[1].begin(), in[1].end(), B.begin());
    }
    auto formula() const { return A * B; }
};

struct nothing_yet {};

template <bench::shape S>
auto choose_formula() {
    using weights = decltype(multi_head_formula<S>::Wo);
    if constexpr (S.kind == work::attention) return static_cast<attention_formula<S>*>(nullptr);
    if constexpr (S.kind == work::product) return static_cast<product_formula<S>*>(nullptr);
    if constexpr (S.kind == work::multi_head && !S.packed) return static_cast<multi_head_formula<S>*>(nullptr);
    if constexpr (S.kind == work::multi_head && S.packed) {
        if constexpr (packable<weights>)
            return static_cast<packed_multi_head_formula<S>*>(nullptr);
        else
            return static_cast<nothing_yet*>(nullptr);
    }
}

/// The operands and the formula of a shape, or nothing_yet.
template <bench::shape S>
using formula_for = std::remove_pointer_t<decltype(choose_formula<S>())>;

template <bench::shape S>
inline constexpr bool has_formula = !std::is_same_v<formula_for<S>, nothing_yet>;

}  // namespace bench
