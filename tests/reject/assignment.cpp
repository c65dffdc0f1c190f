// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: Y = formula needs the shape and the names of Y to be those of the formula | 12 | 7 | 5
// CASE 2: heed: Y = formula needs the shape and the names of Y to be those of the formula | 12 | 7 | 9
// CASE 3: heed: Y = formula needs the shape and the names of Y to be those of the formula | &tokens | &steps
// CASE 4: heed: Y = formula needs the shape and the names of Y to be those of the formula | 12 | 7
// CASE 5: heed: Y = formula needs the shape and the names of Y to be those of the formula | 12 | 7 | 9
// CASE 6: heed: Y = formula needs the shape and the names of Y to be those of the formula | 12 | 7 | 9
// CASE 7: heed: Y = formula needs the shape and the names of Y to be those of the formula | 7 | 5
// CASE 8: heed: Y = formula needs the shape and the names of Y to be those of the formula | 12 | 9 | 7
// CASE 9: heed: Y = formula needs the names of Y to be those of the formula, and its shape too, or room for it: at_most<n> has room for n | [tokens[at_most<9>] x 7] | [tokens[12] x 7]
// CASE 10: heed: Y = formula needs elements of Y that may be written: those of a const tensor and of a view of const elements are only read | 7
// CASE 11: heed: Y = formula needs elements of Y that may be written: those of a const tensor and of a view of const elements are only read | 12 | 7
// CASE 12: heed: Y = formula needs elements of Y that may be written: those of a const tensor and of a view of const elements are only read | 12 | 7
// CASE 13: heed: Y = formula needs elements of Y that may be written: those of a const tensor and of a view of const elements are only read | 12 | 7
// CASE 14: heed: tensor(numbers) needs as many numbers as it has elements | 7 | 5
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, steps{"steps"};

tensor<float, tokens[12], 7> a;
tensor<float, tokens[9], 7> shorter;

int main() {
    tensor<float, 12, 7> good = a + a;
    good = transpose(transpose(a));
    tensor<float, tokens[at_most<12>], 7> with_room = a + a;
#if CASE == 1
    tensor<float, 12, 5> bad = exp(a);
#endif
#if CASE == 2
    shorter = 2 * a;
#endif
#if CASE == 3
    tensor<float, steps[12], 7> bad = a - 1;
#endif
#if CASE == 4
    good = sum(a);
#endif
#if CASE == 5
    evaluate_into(shorter, a + a);
#endif
#if CASE == 6
    noalias(shorter) = a + a;
#endif
#if CASE == 7
    tensor<float, 2, 5> bad;
    bad[1] = a[0] + a[1];
#endif
#if CASE == 8
    shorter = a;
#endif
#if CASE == 9
    tensor<float, tokens[at_most<9>], 7> bad;
    bad = a + a;
#endif
#if CASE == 10
    const tensor<float, 12, 7> bad;
    bad(1, all) = a[1] + a[2];
#endif
#if CASE == 11
    const tensor<float, 12, 7> bad;
    evaluate_into(bad, a + a);
#endif
#if CASE == 12
    const tensor<float, 12, 7> bad;
    noalias(bad) = a + a;
#endif
#if CASE == 13
    const tensor<float, 12, 7> bad;
    evaluate_into(std::tie(good, bad), results(a + a, a - a));
#endif
#if CASE == 14
    tensor<float, 3, 2, 7> whole;
    whole(all, 1, all)(1, all) = std::array<float, 5>{};
#endif
}
