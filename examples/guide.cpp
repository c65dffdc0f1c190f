// SPDX-License-Identifier: BSL-1.0
// The program that docs/guide.md is cut from. It checks what the guide says, and returns 0.
#include <heed/heed.hpp>
#include <heed/io.hpp>
#include <heed/study.hpp>

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_model{"d_model"}, d_k{"d_k"}, d_v{"d_v"}, head{"head"}, batch{"batch"};
inline constexpr axis kv_head{"kv_head"};

constexpr bool close(double a, double b) { return a - b < 1e-6 && b - a < 1e-6; }

bool shapes() {
    matrix<float, 2, 3> A{{1, 2, 3}, {4, 5, 6}};  // tensor<float, 2, 3>
    vector<float, 3> v{1, 2, 3};                  // tensor<float, 3>
    tensor<float, tokens[12], d_k[64]> Q;         // named extents, zeros
    A(1, 2) = 7;                                  // an element
    std::ranges::swap(A[0], A[1]);                // exchanges rows
    A[0] = A[1];                                  // a row: views write elements

    std::array<float, 6> numbers{1, 2, 3, 4, 5, 6};
    matrix<float, 2, 3> from_numbers(numbers);                 // exactly as many numbers as elements
    view<float, 2, 3> window(numbers.data());                  // memory that it does not own
    strided_view<float, 3, 2> turned(numbers.data(), {1, 3});  // with strides, in elements
    return A(0, 2) == 3 && v(2) == 3 && Q.rank() == 2 && from_numbers == window && turned(2, 1) == 6;
}

bool formulas() {
    matrix<float, 2, 3> A{{1, 2, 3}, {4, 5, 6}}, B = A;
    vector<float, 3> v{1, 2, 3};

    tensor P = A * transpose(B);               // matrix product [2 x 3][3 x 2] -> [2 x 2]
    tensor S = (A + v) / 2 - hadamard(A, B);   // elementwise; v broadcasts over the rows
    tensor E = gelu(A) + exp(-abs(A));         // functions of each element
    tensor R = max<0>(A) + mean(A * v);        // reductions drop their axis (the last, unless told)
    tensor W = softmax<0>(A);                  // along columns
    tensor C = concat(A, rows<0, 1>(B) + A);   // concatenated: [2 x 3][2 x 3] -> [2 x 6]
    auto [left, middle, right] = split<3>(A);  // three formulas [2 x 1]
    tensor M = left + middle + right;
    return P(0, 0) == 14 && S(0, 0) == 0 && E.size() == 6 && R.size() == 3 && close(W(0, 0) + W(1, 0), 1) &&
           C(0, 3) == 2 && M(1, 0) == 15;
}

bool norms() {
    matrix<float, d_model[4], d_model[4]> W;

    tensor<float, tokens[2], d_model[4]> X{{1, 2, 3, 6}, {0, 1, 0, 1}};
    tensor<float, d_model[4]> gain{1, 1, 2, 1}, bias{0, 0, 5, 0};

    tensor layer = layer_norm(X, gain, bias);                // (x - mean) / sqrt(variance + epsilon) gain + bias
    tensor rms = rms_norm(X, gain, {.epsilon = 1e-6});       // x / sqrt(mean of squares + epsilon) gain
    tensor across = layer_norm<tokens>(X);                   // along another axis
    tensor whole = rms_norm<tokens, d_model>(X);             // over several, by name or by number
    tensor after = layer_norm(X + relu(X * W), gain, bias);  // the sum is computed once
    return layer(0, 2) == 5 && close(rms(1, 1), 1.4142121) && close(across(0, 1), 0.99998) &&
           close(whole(1, 1), 0.392232) && after == layer;
}

bool reductions() {
    matrix<double, tokens[2], d_model[3]> X{{1, 2, 3}, {4, 9, 5}};

    tensor centred = X - mean<d_model>(X, keep);  // [2 x 3] - [2 x 1]: the axis stays, with extent 1
    tensor total = sum<tokens, d_model>(X);       // several axes at once, by name or by number
    tensor spread = var<1>(X, unbiased);          // divided by n - 1; var<1>(X) by n
    tensor normed = centred / stddev<1>(X, keep);
    tensor place = argmax(X);  // the index of the first largest element
    return centred(0, 0) == -1 && total() == 24 && spread(1) == 7 && close(normed(0, 1), 0) && place(1) == 1;
}

bool conditions() {
    matrix<float, 2, 3> X{{-2, 0, 3}, {1, -4, 5}}, Z{{1, 1, 1}, {2, 2, 2}};

    tensor leaky = where(X > 0, X, 0.1 * X);  // element by element
    tensor between = X > -3 && X < Z;         // tensor<bool, 2, 3>
    tensor positive = sum(X > 0);             // how many in each row
    tensor quick = apply([](auto x) { return x * sigmoid(1.702 * x); }, X);
    tensor loss =
        apply([](auto x, auto z) { return where(abs(x - z) < 1, (x - z) * (x - z) / 2, abs(x - z) - 0.5); }, X, Z);
    return close(leaky(0, 0), -0.2) && between(0, 0) && !between(1, 2) && positive(1) == 2 && quick(0, 1) == 0 &&
           loss(1, 0) == 0.5;
}

bool parts() {
    tensor<double, tokens[2], d_model[4]> X{{1, 2, 3, 4}, {5, 6, 7, 8}};

    tensor turned = permute<d_model, tokens>(X);    // axes by name, or by number: permute<1, 0>(X)
    tensor later = slice<d_model, 2, 4>(X);         // indices 2 and 3 of an axis; of a product too
    auto [left, right] = split<2, d_model>(X);      // two formulas [2 x 2]
    tensor swapped = concat<d_model>(right, left);  // side by side again
    std::size_t i = 3;                              // known at run time only
    X(all, i) = X(all, 0);                          // column 3 becomes column 0: views, no copies
    tensor column = (X + X)(all, 3_c);              // of a formula: the index is a constant
    return turned(3, 1) == 8 && later(1, 0) == 7 && swapped(0, 0) == 3 && X(1, 3) == 5 && column(0) == 2;
}

bool letters() {
    tensor<double, tokens[3], 2, d_k[4]> Q, K, V;  // tokens, heads, numbers of a head
    for (double& x : Q) x = 1;
    for (double& x : K) x = 0.5;
    for (double& x : V) x = 2;

    tensor S = einsum<"qhd,khd->hqk">(Q, K);                     // scores of each head [2 x 3 x 3]
    tensor Y = einsum<"hqk,khd->qhd">(softmax(S), V);            // the output, heads inside again
    auto row_sums = einsum<"hqk->hq">(softmax(S));               // letters that are not in the result are summed
    auto outer = einsum<"i,j->ij">(Q(0, 0, all), K(0, 0, all));  // [4 x 4]
    return S(1, 2, 0) == 2 && close(Y(2, 1, 3), 2) && close(evaluate(row_sums)(1, 2), 1) &&
           evaluate(outer)(3, 0) == 0.5;
}

bool positions() {
    tensor<double, tokens[6], d_k[8]> Q, K;
    for (double& x : Q) x = 1;
    for (double& x : K) x = 0.5;

    constexpr auto P = sinusoidal<double, tokens[6], d_k[8]>();  // the table of the paper, at compile time
    tensor X = Q + P;
    const auto tables = rope_tables<double>(2048, 8, 10000);  // for up to 2048 tokens, heads of 8 columns
    tensor R = rope(Q, tables, pairs::halves);                // columns i and i + 4 are rotated together
    tensor S = R * transpose(rope(K, tables, pairs::halves));
    tensor N = rope(Q, tables, pairs::neighbours);      // columns 2i and 2i + 1
    tensor L = rope(Q, tables.from(5), pairs::halves);  // row 0 is at position 5
    return X(0, 1) == 2 && R(0, 3) == 1 && N(0, 3) == 1 && close(N(1, 0), std::cos(1.0) - std::sin(1.0)) &&
           close(S(1, 0), S(5, 4)) && L(0, 3) == R(5, 3);
}

bool exactness() {
    tensor<float, tokens[2], d_k[3]> K{{1, 2, 3}, {4, 5, 6}};

    const auto scaled = K / sqrt(dim<d_k>(K));       // sqrt(3), exactly, until it is evaluated
    tensor in_float = scaled;                        // 1 / sqrt(3) as a float
    tensor in_double = evaluate_as<double>(scaled);  // as a double: not the float converted
    tensor still_float = K * 0.5;                    // a run-time scalar never changes the element type
    static_assert(std::same_as<decltype(still_float)::value_type, float>);
    return in_double(0, 0) != static_cast<double>(in_float(0, 0));
}

bool evaluation() {
    tensor<double, tokens[4], d_k[2]> Q{{1, 0}, {0, 1}, {1, 1}, {2, 1}}, K = Q, V = Q, Y;

    const auto f = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;  // a value: nothing is computed yet
    tensor now = f;                                                  // computed
    Y = f;                                                           // into an existing tensor
    Q = attention(Q, K, V);                                          // safe: Q is read before it is written
    noalias(Y) = attention(Q, K, V);                                 // you promise that f does not read Y: no check
    return now.size() == 8 && Y.size() == 8;
}

bool stored_in_half_precision() {
    static std::array<std::uint16_t, 4096 * 64> words{};                  // as a file of half precision has them
    tensor<float16, tokens[4096], d_k[64]> K(from_bits<float16>(words));  // two bytes a number
    view<const float16, tokens[4096], d_k[64]> V(from_bits<float16>(words));
    tensor<float, d_k[64]> q;

    tensor y = attention(q, K, V);                                           // computed in float, and a float tensor
    tensor<bfloat16, d_k[64]> stored = y;                                    // rounded to nearest, once
    K[17] = 2 * q;                                                           // a key for the cache
    static_assert(float16(0.1) != 0.1F && float16::from_bits(0x3C00) == 1);  // they are number types
    return stored(0) == 0 && K(17, 0) == 0 && y.size() == 64;
}

constexpr double lowest = -std::numeric_limits<double>::infinity();
static_assert(evaluate(softmax(vector<double, 2>{lowest, lowest})) == vector<double, 2>{0, 0});

bool multi_head() {
    tensor<float, tokens[6], d_model[8]> X;
    for (float& x : X) x = 1;
    tensor<float, 2, d_model[8], d_k[4]> Wq, Wk;
    tensor<float, 2, d_model[8], d_v[4]> Wv;
    for (float& w : Wv) w = 0.125F;
    matrix<float, 8, d_model[8]> Wo;
    for (float& w : Wo) w = 0.5F;

    tensor Y = concat(heads<2>([&](auto h) { return attention(X * Wq[h], X * Wk[h], X * Wv[h]); })) * Wo;

    const std::array Pq{packed(Wq[0]), packed(Wq[1])};  // once, before all evaluations
    const auto Po = packed(Wo);
    tensor same = concat(heads<2>([&](auto h) { return attention(X * Pq[h], X * Wk[h], X * Wv[h]); })) * Po;
    return Y(5, 7) == 4 && same == Y;
}

bool sharing() {
    tensor<float, tokens[6], d_model[8]> X;
    matrix<float, d_model[8], 8> W, gate, up;
    for (float& x : X) x = 1;
    for (float& w : W) w = 0.125F;

    const auto gated = let(X * W, [&](auto s) { return s + hadamard(silu(s * gate), s * up); });  // X * W once
    static_assert(study::cost<decltype(gated)>().multiply_adds == 3 * 6 * 8 * 8);

    const auto all = let(X * transpose(X) / sqrt(dim<1>(X)), [&](auto s) {
        return let(softmax(s), [&](auto w) { return results(w * X, w, logsumexp(s)); });
    });
    auto [output, weights, log_sums] = evaluate(all);         // three tensors from one evaluation
    evaluate_into(std::tie(output, weights, log_sums), all);  // into existing tensors
    return output(5, 7) == 1 && std::abs(weights(0, 5) - 1 / 6.0F) < 1e-6F && log_sums.size() == 6 &&
           evaluate(gated) == evaluate(X * W);
}

bool gradients() {
    tensor<float, tokens[6], d_model[8]> X, dY;
    matrix<float, d_model[8], 8> W;
    const tensor<int, tokens[6]> classes{0, 1, 2, 3, 4, 5};
    for (std::size_t i = 0; i < 6; ++i) X(i, i) = dY(i, i) = 1;

    const auto layer = [&](const auto& x, const auto& w) { return x + gelu(rms_norm(x) * w) * transpose(w); };
    auto [dX, dW] = evaluate(vjp(dY, layer, X, W));  // dY has the shape of layer(X, W)

    const auto loss_of = [&](const auto& w) { return cross_entropy(X * w, classes); };
    auto [loss, slope] = evaluate(value_and_gradient(loss_of, W));
    W = W - 0.1 * slope;  // one step; loss() is the value before it
    return dX == dY && dW == matrix<float, d_model[8], 8>() && std::abs(loss() - std::log(8.0F)) < 1e-6F && W(0, 0) > 0;
}

bool heads_as_an_axis() {
    tensor<float, tokens[6], d_model[8]> X;
    for (float& x : X) x = 1;
    matrix<float, d_model[8], 16> Wqkv;  // columns: four heads of queries, two of keys, two of values, each of two
    for (float& w : Wqkv) w = 0.125F;
    matrix<float, 8, d_model[8]> Wo;
    for (float& w : Wo) w = 0.5F;

    auto Q = permute<1, 0, 2>(reshape<tokens[6], head[4], d_k[2]>(X * cols<0, 8>(Wqkv)));
    auto K = permute<1, 0, 2>(reshape<tokens[6], head[2], d_k[2]>(X * cols<8, 12>(Wqkv)));
    auto V = permute<1, 0, 2>(reshape<tokens[6], head[2], d_k[2]>(X * cols<12, 16>(Wqkv)));
    auto Y = attention(Q, group<head[4]>(K), group<head[4]>(V), causal);  // [head[4] x tokens[6] x d_k[2]]
    tensor O = merge<head, d_k>(permute<1, 0, 2>(Y)) * Wo;                // [tokens[6] x d_model[8]]

    tensor<float, head[4], d_model[8], d_k[2]> Wq, Wk, Wv;  // a matrix for each head
    for (auto* weights : {&Wq, &Wk, &Wv})
        for (float& w : *weights) w = 0.125F;
    auto one_by_one = concat(heads<4>([&](auto i) { return attention(X * Wq[i], X * Wk[i], X * Wv[i]); })) * Wo;
    auto as_an_axis = merge<head, d_k>(permute<tokens, head, d_k>(attention(X * Wq, X * Wk, X * Wv))) * Wo;
    return O(5, 7) == 4 && evaluate(one_by_one) == evaluate(as_an_axis);
}

bool lengths() {
    std::vector<float> numbers(11 * 4, 1);

    tensor<float, tokens[dyn], d_k[4]> Q(7), K(numbers), V;  // 7 tokens, zeros; 11, as there are 44 numbers; none
    V = K + 1;                                               // takes the size of what is assigned
    tensor Y = attention(Q, K, V);  // [tokens[7] x d_k[4]], a tensor<float, tokens[dyn], d_k[4]>
    view<float, tokens[dyn], d_k[4]> some(numbers.data(), 2);          // non-owning: memory, and its size
    tensor<float, head[2], tokens[at_most<9>], d_k[4]> bounded(3);     // room for 9, in place: the strides are 36, 4, 1
    const std::size_t n = 5;                                           // known at run time only
    Y = attention(Q, slice<tokens>(K, 0, n), slice<tokens>(V, 0, n));  // the first five keys, without a copy
    std::string words;
    try {
        Y = attention(Q, K, some);
    } catch (const shape_error& e) {
        // heed: attention(Q, K, V) needs rows(K) == rows(V), as many keys as values:
        // [tokens[11] x d_k[4]] and [tokens[2] x d_k[4]]
        words = e.what();
    }
    return Y(6, 3) == 2 && Y.extent(0) == 7 && bounded.strides()[0] == 36 &&
           words.ends_with("[tokens[11] x d_k[4]] and [tokens[2] x d_k[4]]");
}

bool caches() {
    tensor<float, head[2], tokens[dyn], d_k[4]> K(3), V(3);
    tensor<float, head[4], tokens[1], d_k[4]> q;
    tensor<float, head[2], d_k[4]> k, v;
    for (float& x : V) x = 1;
    v = v + 1;

    cache<float, head[2], tokens[at_most<2048>], d_k[4]> past;  // keys and values, with room for 2048 positions
    past.append(K, V);                                          // the prompt, [head[2] x tokens[3] x d_k[4]]
    past.append(k, 2 * v);                                      // the next position, [head[2] x d_k[4]]
    // One query with heads, q [head[4] x tokens[1] x d_k[4]]:
    tensor y = attention(q, group<head[4]>(past.keys()), group<head[4]>(past.values()));
    past.rewind(3);           // the first three again
    past.keep_last(2);        // a window: the oldest is forgotten
    auto size = past.size();  // 2
    return y(3, 0, 0) == 1.25F && size == 2;
}

bool sizes_of_a_file() {
    const std::size_t heads = 4, key_heads = 2, size = 8, room = 32, p = 5;  // of a file, and a position
    tensor<float, head[dyn], tokens[1], d_k[dyn]> q(heads, size);
    tensor<float, kv_head[dyn], tokens[dyn], d_k[dyn]> keys(key_heads, room, size), values(key_heads, room, size);
    tensor<float, kv_head[dyn], tokens[1], d_k[dyn]> k(key_heads, size), v(key_heads, size);
    for (float& x : v) x = 1;
    slice<tokens>(values, 0, p) = slice<tokens>(values, 0, p) + 1;

    slice<tokens>(keys, p, p + 1) = k;  // the next position
    slice<tokens>(values, p, p + 1) = v;
    auto past_keys = slice<tokens>(keys, 0, p + 1), past_values = slice<tokens>(values, 0, p + 1);
    tensor y = attention(q, group<head>(past_keys, q), group<head>(past_values, q));  // [head[4] x tokens[1] x d_k[8]]
    return y.extent(0) == 4 && close(y(3, 0, 7), 1);
}

bool split_keys() {
    tensor<float, tokens[2], d_k[4]> Q;
    tensor<float, tokens[dyn], d_k[4]> K(6), V(6);
    for (float& x : V) x = 1;

    const auto part = [&](std::size_t from, std::size_t to) {
        return evaluate(let(Q * transpose(slice<tokens>(K, from, to)) / sqrt(dim<1>(K)),
                            [&](auto s) { return results(softmax(s) * slice<tokens>(V, from, to), logsumexp(s)); }));
    };
    auto [merged, log_sums] = evaluate(merge_attention(part(0, 2), part(2, 6)));  // the same as part(0, 6)
    return close(merged(1, 3), 1) && close(log_sums(0), std::log(6));
}

bool heads_in_one_array() {
    std::vector<float> qkv(6 * 3 * 4 * 2, 1);  // [tokens][query, key, value][head][number]
    tensor<float, tokens[6], d_model[8]> Y;

    view<float, tokens[6], 3, head[4], d_k[2]> inside(qkv.data());
    auto Q = permute<head, tokens, d_k>(inside(all, 0, all, all));  // strides, no copies
    auto K = permute<head, tokens, d_k>(inside(all, 1, all, all));
    auto V = permute<head, tokens, d_k>(inside(all, 2, all, all));
    view<float, tokens[6], head[4], d_k[2]>(Y.data()) = permute<tokens, head, d_k>(attention(Q, K, V, causal));
    return Y(5, 7) == 1;
}

bool batches() {
    tensor<float, batch[2], tokens[6], d_model[8]> X;
    for (float& x : X) x = 1;
    matrix<float, d_model[8], d_k[4]> Wq, Wk;
    matrix<float, d_model[8], d_v[4]> Wv;
    for (float& w : Wv) w = 0.125F;
    vector<int, batch[2]> lengths{6, 3};

    tensor Y = attention(X * Wq, X * Wk, X * Wv);  // [batch[2] x tokens[6] x d_v[4]]: the axis in front is a batch
    tensor second = attention(X[1] * Wq, X[1] * Wk, X[1] * Wv);  // one of them
    auto padded = index::k < at(lengths, index::b);              // b: the axis called batch
    tensor Z = attention(X * Wq, X * Wk, X * Wv, padded);
    return Y[1] == second && Z(1, 5, 3) == 1;
}

/// Weights are members; a formula is what a function returns.
class self_attention {
public:
    matrix<float, d_model[8], d_k[4]> Wq, Wk;
    matrix<float, d_model[8], d_model[8]> Wv;

    template <class X>
    auto operator()(X&& x) const {
        return let(std::forward<X>(x), [&](auto s) { return s + attention(s * Wq, s * Wk, s * Wv); });
    }
};

/// A formula that is a member has its own type, a parameter of the class.
template <class Formula>
class kept {
public:
    explicit kept(Formula f) : formula_(std::move(f)) {}
    auto now() const { return evaluate(formula_); }

private:
    Formula formula_;
};

bool classes() {
    tensor<float, tokens[6], d_model[8]> X;
    self_attention first, second;
    for (float& w : first.Wv) w = 0.125F;

    tensor Y = second(first(X));        // two layers, one formula
    kept doubled(first(X) + first(X));  // refers to X and to the weights of first, which outlive it
    for (float& x : X) x = 1;           // and sees what is in them now
    return Y(0, 0) == 0 && doubled.now()(5, 7) == 4;
}

bool element_types() {
    matrix<float, 2, 2> A{{1, 2}, {3, 4}};
    matrix<double, 2, 2> B{{0.1, 0}, {0, 0.1}};

    tensor C = A * B;                      // in double: floats are converted as they are read
    tensor D = evaluate_as<float>(A * B);  // in float: doubles are rounded as they are read
    tensor E = A * 0.1;                    // in float: run-time scalars do not change the type
    static_assert(std::same_as<decltype(C)::value_type, double> && std::same_as<decltype(D), decltype(E)>);
    return C(1, 1) != static_cast<double>(D(1, 1)) && D == E;
}

bool what_auto_keeps() {
    matrix<double, 2, 2> A{{1, 2}, {3, 4}};
    double factor = 2;

    auto f = factor * A + matrix<double, 2, 2>{{1, 0}, {0, 1}};  // 2 is copied, the temporary moved in, A pointed to
    factor = 0;
    A(0, 0) = 5;
    tensor y = f;          // computed now: of A as it is now, and 2
    auto g = f;            // another formula, nothing is computed
    auto h = evaluate(g);  // a tensor
    return y(0, 0) == 11 && h == y;
}

bool weights_beside_the_output() {
    tensor<float, tokens[6], d_k[4]> Q, K;
    tensor<float, tokens[6], d_v[2]> V;
    for (float& x : V) x = 1;

    auto scores = where(causal, Q * transpose(K) / sqrt(dim<d_k>(K)));
    auto [output, weights] = evaluate(let(softmax(scores), [&](auto w) { return results(w * V, w); }));
    return output(5, 1) == 1 && weights(0, 1) == 0 && weights(1, 0) == 0.5F;
}

bool heat_maps() {
    tensor<float, tokens[2], d_k[2]> Q{{1, 0}, {1, 2}}, K = Q;
    std::ostringstream out;

    constexpr std::string_view words[] = {"the", "cat"};
    const tensor scores = where(causal, Q * transpose(K));  // minus infinity where masked
    const tensor weights = softmax(scores);
    out << heat_map(weights, {.rows = words, .columns = words});                           // colours or digits
    out << heat_map_markdown(weights, scores, {.rows = words, .columns = words});          // a table; hatched as scores
    out << heat_map_svg(scores, {.title = "Scores", .palette = heat_palette::diverging});  // a picture
    return out.str().find("| cat | 0.02 | **0.98** |") != std::string::npos;
}

[[noreturn]] void log_and_exit(const char* words) {
    std::fprintf(stderr, "my program: %s\n", words);
    std::exit(3);
}

bool without_exceptions() {
    const error_handler before = set_error_handler(log_and_exit);  // any thread, at any time
    set_error_handler(before);                                     // null is the first one: words to stderr, std::abort
    return before == nullptr;
}

bool errors() {
    tensor<float, 2> v;
    try {
        v = std::vector<float>{1, 2, 3};
    } catch (const shape_error& e) {
        const std::string_view words = e.what();  // heed: tensor(numbers) needs ...: [2] has 2, given are 3
        return words.ends_with("[2] has 2, given are 3") && without_exceptions();
    }
    return false;
}

int main() {
    const bool all = heat_maps() && shapes() && formulas() && norms() && reductions() && parts() && letters() &&
                     positions() && exactness() && evaluation() && stored_in_half_precision() && multi_head() &&
                     sharing() && gradients() && heads_as_an_axis() && lengths() && caches() && sizes_of_a_file() &&
                     split_keys() && heads_in_one_array() && batches() && classes() && element_types() &&
                     what_auto_keeps() && weights_beside_the_output() && errors();
    return all ? 0 : 1;
}
