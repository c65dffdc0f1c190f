// SPDX-License-Identifier: BSL-1.0
// The module of the panes Attention and Exercises: attention of any size by heed's formulas, the online softmax a block
// of keys at a time, and answers to exercises.
#include "exercises.hpp"
#include "slots.hpp"

#include <heed/lower/tiles.hpp>

namespace lab {

/// What the switches of the page say.
struct choices {
    double divisor;  // of the products: sqrt(d_k), or 1
    double softcap;  // 0: none
    double temperature;
    int ahead;   // keys after its own position that a query sees
    int behind;  // keys from its own position back that it sees, its own among them
};

/// Calls use with the formula of the scores of a head.
template <class Use>
void with_scores(const table& Q, const table& K, const choices& c, Use use) {
    const auto mask = index::k <= index::q + c.ahead && index::q - index::k < c.behind;
    const auto scaled = Q * transpose(K) / c.divisor;
    if (c.softcap > 0) {
        use(where(mask, softcap(scaled, c.softcap) / c.temperature));
    } else {
        use(where(mask, scaled / c.temperature));
    }
}

/// Columns of head h of a matrix in which heads are side by side.
table head_of(const table& A, int h, int heads) {
    const std::size_t size = A.extent(1) / static_cast<std::size_t>(heads), first = size * static_cast<std::size_t>(h);
    return evaluate(slice<1>(A, first, first + size));
}

/// What the page shows of one head; weights by definition beside them, from exponentials and their sums.
void compute_head(int h, int heads, choices c, bool scale) {
    const table Q = head_of(matrices[slot_q], h, heads), K = head_of(matrices[slot_k], h, heads);
    matrices[slot_head_values + h] = head_of(matrices[slot_v], h, heads);
    const table &V = matrices[slot_head_values + h], &S = matrices[slot_scores + h];
    tensor<double, 1, 1> divisor{{1}};
    if (scale) divisor = divisor * sqrt(dim<1>(K));
    c.divisor = divisor(0, 0);
    matrices[slot_products + h] = times_transposed(Q, K);
    with_scores(Q, K, c, [&](const auto& scores) {
        matrices[slot_scores + h] = scores;
        matrices[slot_head_outputs + h] = softmax(scores) * V;
    });
    matrices[slot_weights + h] = softmax(S);
    const tensor<double, dyn, 1> largest = max<1>(S, keep);
    matrices[slot_maxima + h] = largest;
    matrices[slot_exponentials + h] = exp(S - largest);
    matrices[slot_sums + h] = sum<1>(matrices[slot_exponentials + h], keep);
}

/// Outputs of the heads side by side.
table side_by_side(int heads) {
    const std::size_t rows = matrices[slot_head_outputs].extent(0), size = matrices[slot_head_outputs].extent(1);
    table all(rows, size * static_cast<std::size_t>(heads));
    for (int h = 0; h < heads; ++h) {
        const std::size_t first = size * static_cast<std::size_t>(h);
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t j = 0; j < size; ++j) all(i, first + j) = matrices[slot_head_outputs + h](i, j);
        }
    }
    return all;
}

}  // namespace lab

/// Q, K and V from X and the weights.
LAB_EXPORT(project) void lab_project() {
    using namespace lab;
    matrices[slot_q] = times(matrices[slot_x], matrices[slot_wq]);
    matrices[slot_k] = times(matrices[slot_x], matrices[slot_wk]);
    matrices[slot_v] = times(matrices[slot_x], matrices[slot_wv]);
}

/// Everything of all heads from Q, K and V. softcap 0: none.
LAB_EXPORT(attend)
void lab_attend(int heads, int scale, double softcap, double temperature, int ahead, int behind, int with_wo) {
    using namespace lab;
    for (int h = 0; h < heads; ++h) compute_head(h, heads, {1, softcap, temperature, ahead, behind}, scale != 0);
    matrices[slot_output] = side_by_side(heads);
    if (with_wo != 0) matrices[slot_output] = times(matrices[slot_output], matrices[slot_wo]);
}

/// How many keys the plan of heed's own loops takes at a time.
LAB_EXPORT(key_block) int lab_key_block() { return static_cast<int>(heed::detail::key_block); }

/// The online softmax of one query before the first block.
LAB_EXPORT(begin) void lab_begin(int head) {
    using namespace lab;
    matrices[slot_largest] = table{{-std::numeric_limits<double>::infinity()}};
    matrices[slot_sum] = table{{0}};
    matrices[slot_factor] = table{{1}};
    matrices[slot_so_far] = table(1, matrices[slot_head_values + head].extent(1));
    matrices[slot_divided] = matrices[slot_so_far];
    matrices[slot_block] = table(0, 0);
}

/// One block of keys more, from first to before last. Returns 0 where every key of it is masked: then nothing changes.
LAB_EXPORT(step) int lab_step(int head, int query, int first, int last) {
    using namespace lab;
    using number = tensor<double, 1, 1>;
    const auto q = static_cast<std::size_t>(query), a = static_cast<std::size_t>(first),
               b = static_cast<std::size_t>(last);
    const table row = slice<0>(matrices[slot_scores + head], q, q + 1);
    tensor<double, 1, dyn> scores(b - a);
    for (std::size_t j = a; j < b; ++j) scores(0, j - a) = row(0, j);
    const table values = slice<0>(matrices[slot_head_values + head], a, b);
    const number before{{matrices[slot_largest](0, 0)}}, sum_before{{matrices[slot_sum](0, 0)}};
    const number largest = max(before, max<1>(scores, keep));
    if (largest(0, 0) == -std::numeric_limits<double>::infinity()) return 0;
    const number factor = exp(before - largest);
    const tensor<double, 1, dyn> part = exp(scores - largest);
    const number total = hadamard(sum_before, factor) + sum<1>(part, keep);
    const tensor<double, 1, dyn> so_far = factor * matrices[slot_so_far] + part * values;
    matrices[slot_largest] = largest;
    matrices[slot_factor] = factor;
    matrices[slot_block] = part;
    matrices[slot_sum] = total;
    matrices[slot_so_far] = so_far;
    matrices[slot_divided] = so_far / total;
    return 1;
}
