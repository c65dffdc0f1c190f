// SPDX-License-Identifier: BSL-1.0
// The laws of let and of several results.
#pragma once

#include <heed/shape/shape_words.hpp>

#include <cstddef>

namespace heed::law {

/// let(A, [](auto) { return 1; });
template <class Returned, bool Holds>
struct let_result {
    static_assert(Holds, "heed: the function of let(A, f) must return a formula, or results(...) of several");
};
/// let(k <= q, f);
template <bool Holds>
struct let_of_indices {
    static_assert(Holds,
                  "heed: let(A, f) computes A once; a formula of indices (q, k, h, b) has no value before scores stand "
                  "beside it: write it where it is used");
};
/// The name of a value, used outside of the function that it was passed to.
template <bool Holds>
struct let_outside {
    static_assert(Holds,
                  "heed: the name that let(A, f), vjp or value_and_gradient gives to a value holds inside of their "
                  "function only: evaluate what it returns, and write auto h = ... inside, or const auto& h for an "
                  "argument, not tensor h");
};
/// let(A, [](auto a) { return a(0, 1); })
template <class Named, bool Holds>
struct number_of_name {
    static_assert(Holds,
                  "heed: the function of let, vjp and value_and_gradient gets names of values, which have no numbers "
                  "yet: the element of W at 0, 1 is the formula W[0_c][1_c] there, row 0 is W[0_c]");
};
/// let(A, [](auto a) { a = 2 * a; return a; })
template <class Named, bool Holds>
struct name_assigned {
    static_assert(Holds,
                  "heed: what the function of let, vjp and value_and_gradient gets is the name of a value, which stays "
                  "the same: name what is computed from it, auto b = 2 * a");
};
template <std::size_t Number, bool Holds>
struct number_of_results {
    static_assert(Holds, "heed: results(...) takes at most 64 formulas");
};
/// evaluate_into(std::tie(A), results(f, g));
template <std::size_t Results, std::size_t Tensors, bool Holds>
struct results_assigned {
    static_assert(Holds, "heed: evaluate_into(std::tie(...), f) needs as many tensors as f has results");
};
template <bool Holds, class... T>
struct element_type_of_results {
    static_assert(Holds, "heed: results(...) are computed together: their elements must have one type");
};

/// tensor Y = heads<2>(f);
template <bool Holds>
struct one_formula {
    static_assert(
        Holds,
        "heed: tensor y = f needs one formula; heads and split give several: concat(heads<n>(f)), or auto [a, "
        "b] = split<2>(A); and so do results and vjp: auto [a, b] = evaluate(results(f, g))");
};

}  // namespace heed::law
