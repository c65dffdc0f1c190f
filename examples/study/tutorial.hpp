// SPDX-License-Identifier: BSL-1.0
// The page of the 12-token tutorial: its attention as its text has it, and with the matrix that it prints as Q, which
// is K (examples/tutorial.cpp).
#pragma once

#include "../tutorial_data.hpp"

#include <heed/heed.hpp>

namespace tutorial_page {

using namespace heed;
using namespace tutorial;

/// X is not printed; K = X Wk is, and gives it: Q = K Wk^-1 Wq.
inline const tensor<float, tokens[12], d_k[3]> Q = evaluate_as<float>(printed_K * inverse(Wk) * Wq),
                                               K = evaluate_as<float>(printed_K),
                                               as_printed = evaluate_as<float>(printed_Q);
inline const tensor<float, tokens[12], d_v[3]> V = evaluate_as<float>(printed_V);

struct attention_of_the_tutorial {
    static constexpr const char* leaves = "Q K V";
    static constexpr const char* rows = "t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 t12";
    auto operator()() const { return softmax(Q * transpose(K) / sqrt(dim<d_k>(K))) * V; }
};
inline constexpr attention_of_the_tutorial attend;

struct attention_with_the_printed_q : attention_of_the_tutorial {
    static constexpr const char* leaves = "printed_Q K V";
    auto operator()() const { return softmax(as_printed * transpose(K) / sqrt(dim<d_k>(K))) * V; }
};
inline constexpr attention_with_the_printed_q attend_with_printed_Q;

}  // namespace tutorial_page

using tutorial_page::attend;
using tutorial_page::attend_with_printed_Q;
