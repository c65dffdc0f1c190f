// SPDX-License-Identifier: BSL-1.0
// The first steps of the reference's main page.
#pragma once

#include "operands.hpp"

//! [axes]
inline constexpr axis d_head{"d_head"};                // beside heed::axes: tokens, query, key, head, d_model ...
inline tensor<float, tokens[6], d_head[4]> projected;  // adding a [key[6] x d_head[4]] does not compile
//! [axes]

inline void how_to() {
    //! [numbers]
    const std::vector<float> numbers{1, 2, 3, 4, 5, 6};
    const tensor<float, 2, 3> copied(numbers);             // exactly 6 numbers, row after row
    const view<const float, 2, 3> seen(numbers);           // the same without a copy
    const tensor<float, tokens[dyn], 3> counted(numbers);  // two rows, found at run time
    //! [numbers]

    //! [masks]
    const tensor masked = attention(Q, K, V, causal);
    const tensor window = softmax(where(k <= q && q - k < 3, S)) * A;  // any formula of indices
    //! [masks]

    //! [cache]
    cache<float, key[at_most<2048>], 4> past;  // room for 2048 positions of 4 numbers
    past.append(K[0], V[0]);                   // one position, or several
    const tensor decoded = attention(Q, past.keys(), past.values());
    //! [cache]

    //! [verify]
    constexpr auto P = exact(printed<"[1, 2]">);
    constexpr auto found = verify(softmax(P), printed<"[0.27, 0.73]">);
    static_assert(found.consistent());
    //! [verify]

    //! [files]
    const safetensors file("weights.safetensors");
    const auto weights = file.view<float, d_model[8], 8>("wq");  // in the file, without a copy
    const auto converted = file.get<tensor<float, d_model[8], 8>>("wk", conversion::to_nearest);  // from BF16, say
    //! [files]
}
