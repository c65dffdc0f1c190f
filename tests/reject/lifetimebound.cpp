// SPDX-License-Identifier: BSL-1.0
// clang warns about a formula that outlives a tensor that its outermost operation points to (it does not look into
// operands that are formulas themselves); formulas that own what they hold are silent.
// CASE 1 warns: stack | keys
// CASE 2 warns: stack | queries
// CASE 3 warns: stack | keys
// CASE 4 warns: stack | queries
// CASE 5 warns: stack | scale
// CASE 6 warns: temporary | end of the full-expression
// CASE 7 warns: stack | keys
// CASE 8 warns: stack | keys
#include <heed/heed.hpp>
using namespace heed;

using matrix_of_heads = tensor<float, 12, 64>;

auto scores_of(const matrix_of_heads& queries, const matrix_of_heads& keys) { return queries * transpose(keys) / 8; }

auto owned_scores() { return matrix_of_heads{} * transpose(matrix_of_heads{}); }

auto shifted(const matrix_of_heads& queries) {
    const float shift = 2;
    return softmax(queries + shift) * dim<0>(queries);
}

auto evaluated(const matrix_of_heads& queries) {
    const matrix_of_heads keys;
    return evaluate(transpose(queries * transpose(keys)) * queries);
}

auto first_rows(const view<float, 12, 64> rows_of_somebody) { return rows<0, 3>(rows_of_somebody); }

#if CASE == 1
auto bad(const matrix_of_heads& queries) {
    const tensor<float, 64, 12> keys;
    return 2 * queries * keys;
}
#endif
#if CASE == 2
auto bad() {
    matrix_of_heads queries;
    return exp(queries);
}
#endif
#if CASE == 3
auto bad(const matrix_of_heads& queries) {
    matrix_of_heads keys;
    return attention(queries, keys, queries);
}
#endif
#if CASE == 4
auto bad(const matrix_of_heads& keys) {
    matrix_of_heads queries;
    return hadamard(queries, keys + 1);
}
#endif
#if CASE == 5
auto bad(const matrix_of_heads& queries) {
    scalar<float> scale;
    return queries / scale;
}
#endif
#if CASE == 6
void bad() {
    view<float, 64> row = matrix_of_heads{}[0];
    row(0) = 1;
}
#endif
#if CASE == 7
auto bad() {
    matrix_of_heads keys;
    return softmax<0>(keys);
}
#endif
#if CASE == 8
auto bad(const matrix_of_heads& queries) {
    matrix_of_heads keys;
    return concat(queries, keys);
}
#endif
auto packed_weights() {
    matrix_of_heads weights;
    return packed(weights);
}

int main() {
    matrix_of_heads queries, keys;
    auto scores = scores_of(queries, keys) + owned_scores();
    tensor weights = softmax(scores) * evaluated(keys);
    tensor shifts = shifted(queries) + exp(matrix_of_heads{});
    tensor first = first_rows(queries) * transpose(packed_weights());
    auto kept = concat(keys, queries);
}
