// SPDX-License-Identifier: BSL-1.0
// Weights in the layout that files have, [out x in]: packed when they are loaded, against read as they lie.
#include <bench/layers/comparison.hpp>
#include <bench/layers/sizes.hpp>

#include <heed/quantised.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace bench {

using namespace heed;

template <std::size_t Tokens, std::size_t In, std::size_t Out>
struct linear_of_file {
    tensor<float, Tokens, In> X;
    tensor<float, Out, In> W;
    tensor<float, Out> bias;
    packed_matrix<float, In, Out> P;

    static constexpr double flops = 2.0 * Tokens * In * Out;
    void fill_all() {
        fill(X, 1, 1), fill(W, 0.05, 2), fill(bias, 1, 3);
        P = packed(transpose(W));
    }
};

template <std::size_t Tokens, std::size_t In, std::size_t Out>
static void compare() {
    using operands = linear_of_file<Tokens, In, Out>;
    comparisons().push_back(
        {packed_weights(Tokens, In, Out), operands::flops, "x * transpose(W) + b", 1, [] {
             const auto all = prepared<operands>();
             return std::pair{evaluating(all, [](const auto& o) { return linear(o.X, o.P, o.bias); }),
                              evaluating(all, [](const auto& o) { return linear(o.X, transpose(o.W), o.bias); })};
         }});
}

template <std::size_t... Tokens>
static bool compare_all() {
    (compare<Tokens, ff_width, ff_width>(), ...);
    (compare<Tokens, ff_width, ff_hidden>(), ...);
    return true;
}
[[maybe_unused]] static const bool rows = compare_all<1, 4, 16, 128, 512>();

template <std::size_t Tokens, std::size_t In, std::size_t Out>
struct product_of_weights {
    tensor<float, Tokens, In> X;
    packed_matrix<float, In, Out> P;
    quantised_matrix<std::int8_t, 32, float, In, Out> Q;

    static constexpr double flops = 2.0 * Tokens * In * Out;
    void fill_all() {
        tensor<float, In, Out> W;
        fill(X, 1, 1), fill(W, 0.05, 2);
        P = packed(W), Q = quantised<std::int8_t, 32>(W);
    }
};

/// One row is bound by reading, many by what converts the whole numbers.
template <std::size_t Tokens, std::size_t In, std::size_t Out>
static bool compare_quantised(double reach) {
    using operands = product_of_weights<Tokens, In, Out>;
    comparisons().push_back({quantised_weights(Tokens, In, Out), operands::flops, "x * packed(W)", reach, [] {
                                 const auto all = prepared<operands>();
                                 return std::pair{evaluating(all, [](const auto& o) { return o.X * o.Q; }),
                                                  evaluating(all, [](const auto& o) { return o.X * o.P; })};
                             }});
    return true;
}
[[maybe_unused]] static const bool quantised_rows = compare_quantised<1, 4096, 4096>(2.5) &&
                                                    compare_quantised<1, ff_width, ff_hidden>(0.9) &&
                                                    compare_quantised<128, ff_width, ff_width>(0.9);

}  // namespace bench
