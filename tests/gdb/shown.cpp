// SPDX-License-Identifier: BSL-1.0
// Tensors and views for gdb to show.
#include <heed/heed.hpp>

#include <cstddef>

using namespace heed;

inline constexpr axis tokens{"tokens"};
namespace names {
inline constexpr axis head{"head"};
}

template <class T>
void count_in_halves(T& of) {
    float n = 0;
    for (auto& x : of) x = static_cast<typename T::value_type>(n += 0.5F);
}

int main() {
    tensor<float, tokens[3], 4> Q;
    tensor<double, names::head[2], 300, 8> on_heap;
    tensor<float, tokens[dyn], 7> of_length(5);
    tensor<float, names::head[dyn], tokens[at_most<9>], 2> with_room(2, 3);
    tensor<float, dyn, 3> empty(0);
    tensor<int, 5> ids;
    tensor<float16, 2> half;
    tensor<bfloat16, 2> brain;
    const tensor<float> scalar(2.5F);
    count_in_halves(Q), count_in_halves(on_heap), count_in_halves(of_length), count_in_halves(ids);
    for (std::size_t h = 0; h < 2; ++h)
        for (std::size_t t = 0; t < 3; ++t)
            for (std::size_t j = 0; j < 2; ++j) with_room(h, t, j) = static_cast<float>(100 * h + 10 * t + j);
    half(0) = float16(1.5F), half(1) = float16(-0.25F);
    brain(0) = bfloat16(3.0F), brain(1) = bfloat16(-2.5F);
    const float numbers[] = {1, 2, 3, 4, 5, 6};
    const view<const float, 2, 3> seen(numbers);
    const auto column = Q(all, 1);
    const tensor<float, tokens[3], 4>& same = Q;
    const bool is_reached = same(0, 0) + seen(0, 0) + column(0) > 0;  // gdb stops here
    return is_reached && scalar() > 0 ? 0 : 1;
}
