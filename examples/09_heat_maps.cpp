// SPDX-License-Identifier: BSL-1.0
// Weights and scores to look at: heat maps in the terminal, as pictures, as tables.
//
//   09_heat_maps                      shows weights and scores here
//   09_heat_maps --markdown           writes the weights as a table
//   09_heat_maps --svg weights|scores writes a picture
#include <heed/heed.hpp>
#include <heed/io.hpp>

#include <iostream>
#include <string_view>

using namespace heed;

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"};
constexpr std::string_view words[] = {"The", "cat", "sat", "on", "the", "mat", "."};

constexpr tensor<double, query[7], d_k[3]> Q{{0.2, -1.1, 0.5}, {1.4, 0.3, -0.7}, {0.9, 1.2, 0.1},  {-0.3, 0.8, 1.0},
                                             {0.1, -1.0, 0.6}, {1.1, 0.2, -0.9}, {-0.6, -0.2, 0.4}};
constexpr tensor<double, key[7], d_k[3]> K{{0.3, -0.9, 0.4}, {1.8, 0.1, -0.5}, {0.7, 1.5, 0.2},  {-0.2, 0.6, 1.3},
                                           {0.2, -0.8, 0.5}, {1.5, 0.4, -1.1}, {-0.9, -0.1, 0.2}};

int main(int argc, char** argv) {
    const tensor scores = where(causal, Q * transpose(K) / sqrt(dim<d_k>(K)));  // [query x key], -infinity where masked
    const tensor weights = softmax(scores);

    heat_map_options of_weights{.rows = words, .columns = words, .title = "Attention weights"};
    heat_map_options of_scores{
        .rows = words, .columns = words, .title = "Scores", .palette = heat_palette::diverging, .places = 1};

    const std::string_view wish = argc > 1 ? argv[1] : "", what = argc > 2 ? argv[2] : "weights";
    if (wish == "--markdown")
        std::cout << heat_map_markdown(weights, scores, of_weights);  // the mask of the scores: minus infinity
    else if (wish == "--svg" && what == "scores")
        std::cout << heat_map_svg(scores, of_scores);
    else if (wish == "--svg")
        std::cout << heat_map_svg(weights, scores, of_weights);
    else
        std::cout << heat_map(weights, scores, of_weights) << '\n' << heat_map(scores, of_scores);
}
