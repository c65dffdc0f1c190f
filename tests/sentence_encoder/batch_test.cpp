// SPDX-License-Identifier: BSL-1.0
// Texts of several lengths at once: the end of the shorter ones is padding, which nobody attends to.
#include "../../examples/sentence_encoder/model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sentence_encoder {

using heed::dyn;

inline constexpr heed::axis texts{"texts"};
inline constexpr std::size_t narrow = 32;

template <class X>
auto by_head_of_texts(const X& x) {
    return permute<texts, head, tokens, d_k>(reshape<texts[dyn], tokens[dyn], head[heads], d_k[narrow / heads]>(x));
}

/// `multi_head` of model.hpp with an axis of texts before the others.
template <class X, class W>
auto multi_head_of_texts(const X& x, const heed::tensor<std::int32_t, texts[dyn]>& lengths, const W& w) {
    return let(x * w, [&](auto qkv) {
        const auto Q = by_head_of_texts(cols<0, narrow>(qkv));
        const auto K = by_head_of_texts(cols<narrow, 2 * narrow>(qkv));
        const auto V = by_head_of_texts(cols<2 * narrow, 3 * narrow>(qkv));
        return merge<head, d_k>(permute<texts, tokens, head, d_k>(attention(Q, K, V, padding(lengths))));
    });
}

template <class X, class W>
auto multi_head_of_one(const X& x, const W& w) {
    return let(x * w, [&](auto qkv) {
        const auto Q = by_head<narrow>(cols<0, narrow>(qkv));
        const auto K = by_head<narrow>(cols<narrow, 2 * narrow>(qkv));
        const auto V = by_head<narrow>(cols<2 * narrow, 3 * narrow>(qkv));
        return merge<head, d_k>(permute<tokens, head, d_k>(attention(Q, K, V)));
    });
}

TEST(batch, of_padded_texts_has_the_numbers_of_each) {
    const std::vector<std::int32_t> all{19, 1, 16, 7};
    heed::tensor<float, d_model[narrow], 3 * narrow> w;
    float n = 0;
    for (float& x : w) x = std::sin(n += 1.7F) / 3;
    heed::tensor<float, texts[dyn], tokens[dyn], d_model[narrow]> X(all.size(), 19);
    for (float& x : X) x = std::sin(n += 1.3F);
    heed::tensor<std::int32_t, texts[dyn]> lengths(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) lengths(i) = all[i];
    const auto Y = evaluate(multi_head_of_texts(X, lengths, w));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto length = static_cast<std::size_t>(all[i]);
        heed::tensor<float, tokens[dyn], d_model[narrow]> one(length);
        for (std::size_t t = 0; t < length; ++t)
            for (std::size_t d = 0; d < narrow; ++d) one(t, d) = X(i, t, d);
        const auto y = evaluate(multi_head_of_one(one, w));
        for (std::size_t t = 0; t < length; ++t)
            for (std::size_t d = 0; d < narrow; ++d) EXPECT_NEAR(Y(i, t, d), y(t, d), 1e-6F) << i << ' ' << t;
    }
}

}  // namespace sentence_encoder
