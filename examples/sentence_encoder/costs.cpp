// SPDX-License-Identifier: BSL-1.0
// What each formula of the encoder costs, in its number of pieces: the table of docs/models.md.
#include "untrained.hpp"

#include <heed/study.hpp>

#include <cstdint>
#include <iostream>
#include <string_view>
#include <vector>

namespace sentence_encoder {
namespace {

template <class F>
void row(std::string_view name, const F&) {
    constexpr auto c = heed::study::cost<F>();
    std::cout << "| `" << name << "` | " << c.multiply_adds << " | " << c.exp << " | " << c.temporary_bytes << " | "
              << c.naive.temporary_bytes << " |\n";
}

void table() {
    const std::vector<float> n(largest_weight);
    const encoder_weights w = weights_over(n.data());
    const std::vector<std::int32_t> ids(1);
    const heed::view<const std::int32_t, tokens[heed::dyn]> pieces(ids);
    const auto P = positions(1, w.position_rates);
    const heed::tensor<float, tokens[heed::dyn], d_model[width]> X(1);
    std::cout << "| formula | multiply-adds | exponentials | bytes of values stored whole | unfused "
                 "|\n| --- | --- | --- | --- | --- |\n";
    row("input(ids, P)", input(pieces, P, w));
    row("multi_head(P, first)", multi_head(P, w.first));
    row("multi_head(X, second)", multi_head(X, w.second));
    row("attention_weights(X, second)", attention_weights(X, w.second));
    row("feed_forward(X, second)", feed_forward(X, w.second));
    row("first_layer(P)", first_layer(P, w));
    row("second_layer(X)", second_layer(X, w));
    row("pooled(X)", pooled(X, w));
}

}  // namespace
}  // namespace sentence_encoder

int main() { sentence_encoder::table(); }
