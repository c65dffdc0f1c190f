// SPDX-License-Identifier: BSL-1.0
// Weights in the layout that files have, [out x in]: packed when they are loaded, against read as they lie.
#include <bench/layers/comparison.hpp>
#include <bench/layers/sizes.hpp>

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

}  // namespace bench
