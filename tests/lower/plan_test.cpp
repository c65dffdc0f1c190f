// SPDX-License-Identifier: BSL-1.0
// What formulas become: which loops, what is stored, and why. All of it is known while compiling.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

namespace heed::test {

using detail::reason;
using detail::skeleton;

template <class F>
inline constexpr const auto& plan_of = detail::plan_for<F, float>::value;

/// Whether the steps of a plan are these loops, in this order.
template <class Plan>
constexpr bool loops_are(const Plan& p, std::initializer_list<skeleton> wanted) {
    if (p.steps.size() != wanted.size()) return false;
    std::size_t i = 0;
    for (const skeleton s : wanted)
        if (p.kernels[p.steps[i++].kernel].loop != s) return false;
    return true;
}

template <class Plan>
constexpr std::size_t count_stored(const Plan& p, reason why) {
    std::size_t n = 0;
    for (const auto& b : p.buffers) n += b.why == why;
    return n;
}

using M = matrix<float, 32, 32>;
const M A, B, C;
const tensor<float, 32, 8> Q, K, V;
const vector<float, 32> bias;

TEST(plan, attention_streams) {
    const auto f = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
    constexpr const auto& p = plan_of<decltype(f)>;
    static_assert(loops_are(p, {skeleton::stream}));
    static_assert(detail::plan_view(p).temporaries() == 0 && p.buffers.empty());
    static_assert(p.kernels[0].stream.depth == 8 && p.kernels[0].stream.keys == 32 && p.kernels[0].cols == 8);
    EXPECT_EQ(p.nests.size(), 1U);
}

/// Memory of a streaming plan does not grow with the number of keys.
TEST(plan, streaming_needs_a_tile_of_memory) {
    const auto workspace = []<extent N>() {
        using T = tensor<float, N, 64>;
        return plan_of<decltype(attention(std::declval<const T&>(), std::declval<const T&>(),
                                          std::declval<const T&>()))>.workspace;
    };
    EXPECT_EQ(workspace.operator()<1024>(), workspace.operator()<65536>());
    EXPECT_LT(workspace.operator()<65536>() * sizeof(float), 32U * 1024);
}

TEST(plan, scores_with_a_bias_stream) {
    const auto f = softmax(tanh(Q * transpose(K) / 8 + bias) * 50 - A) * V;
    constexpr const auto& p = plan_of<decltype(f)>;
    static_assert(loops_are(p, {skeleton::stream}) && p.buffers.empty());
    EXPECT_EQ(p.steps.size(), 1U);
}

TEST(plan, tokens_in_columns_stream_too) {
    const auto f = transpose(V) * softmax<0>(K * transpose(Q) / sqrt(dim<1>(K)));
    constexpr const auto& p = plan_of<decltype(f)>;
    static_assert(loops_are(p, {skeleton::stream}) && p.buffers.empty());
    EXPECT_EQ(p.steps.size(), 1U);
}

/// Q is needed a tile of rows at a time; K and V are read whole for each query.
TEST(plan, projections_are_computed_once) {
    const matrix<float, 32, 8> Wq, Wk, Wv;
    const auto f = attention(A * Wq, A * Wk, A * Wv);
    constexpr const auto& p = plan_of<decltype(f)>;
    static_assert(loops_are(p, {skeleton::product, skeleton::product, skeleton::product, skeleton::stream}));
    static_assert(detail::plan_view(p).temporaries() == 2);
    static_assert(detail::plan_view(p).temporary_elements() == 2 * 32 * 8);
    static_assert(count_stored(p, reason::operand_of_product) == 3);
    EXPECT_EQ(p.buffers.size(), 3U);
}

TEST(plan, a_product_takes_its_epilogue_along) {
    const auto f = gelu(A * B + bias);
    constexpr const auto& p = plan_of<decltype(f)>;
    static_assert(loops_are(p, {skeleton::product}) && detail::plan_view(p).temporaries() == 0);
    EXPECT_EQ(p.steps.size(), 1U);
}

TEST(plan, elementwise_formulas_are_one_loop) {
    const auto f = hadamard(A + B, exp(C)) - transpose(A) / 2;
    constexpr const auto& p = plan_of<decltype(f)>;
    static_assert(loops_are(p, {skeleton::map}) && detail::plan_view(p).temporaries() == 0);
    EXPECT_EQ(p.steps.size(), 1U);
}

TEST(plan, a_product_of_products_stores_a_tile) {
    const auto f = A * B * C;
    constexpr const auto& p = plan_of<decltype(f)>;
    static_assert(loops_are(p, {skeleton::product, skeleton::product}));
    static_assert(detail::plan_view(p).temporaries() == 0 && p.buffers.size() == 1 && p.buffers[0].tile);
    EXPECT_EQ(p.buffers[0].why, reason::operand_of_product);
}

/// Rows of the panels that the products of a formula in T read, one after the other.
template <class T, class F, std::size_t... Rows>
constexpr bool panels_are(std::index_sequence<Rows...>) {
    constexpr const auto& p = detail::plan_for<F, T>::value;
    const std::size_t wanted[] = {Rows...};
    std::size_t i = 0;
    for (const auto& s : p.steps)
        if (p.kernels[s.kernel].loop == skeleton::product)
            if (i == sizeof...(Rows) || p.slot_at(s, detail::product_slot::right).panel_rows != wanted[i++])
                return false;
    return i == sizeof...(Rows);
}
template <std::size_t... Rows>
inline constexpr std::index_sequence<Rows...> rows_of;

const tensor<float, 40, 300> wide;
const auto packed_wide = packed(wide);
const tensor<float, 70, 40> tall;

TEST(plan, a_packed_matrix_is_read_in_panels_and_needs_no_scratch) {
    const auto f = tall * packed_wide;
    static_assert(panels_are<float, decltype(f)>(rows_of<40>));
    static_assert(plan_of<decltype(f)>.workspace == 0);
    static_assert(plan_of<decltype(tall * wide)>.workspace > 0);
    static_assert(panels_are<float, decltype(tall * wide)>(rows_of<0>));
    EXPECT_EQ(plan_of<decltype(f)>.slot_at(plan_of<decltype(f)>.steps[0], detail::product_slot::right).id, 1U);
}

/// A part that begins with a panel, a block of a product of a concatenation, a transpose that is transposed back.
TEST(plan, parts_of_a_packed_matrix_are_read_in_panels) {
    constexpr std::size_t lanes = detail::lanes_for(sizeof(float));
    const auto f = tall * cols<lanes, lanes + 5>(packed_wide);
    const auto g = concat(cols<0, 8>(tall) + 1, cols<8, 40>(tall) * 2) * packed_wide;
    const auto h = transpose(transpose(packed_wide) * transpose(tall));
    static_assert(panels_are<float, decltype(f)>(rows_of<40>));
    static_assert(panels_are<float, decltype(g)>(rows_of<40, 40>));
    static_assert(panels_are<float, decltype(h)>(rows_of<40>));
    EXPECT_EQ(plan_of<decltype(h)>.workspace, 0U);
}

TEST(plan, else_a_packed_matrix_is_an_ordinary_leaf) {
    const auto inside = tall * cols<1, 9>(packed_wide);
    const auto left = packed_wide * transpose(packed_wide);
    const auto f = tall * packed_wide;
    static_assert(panels_are<float, decltype(inside)>(rows_of<0>));
    static_assert(panels_are<float, decltype(left)>(rows_of<0>));
    static_assert(panels_are<double, decltype(f)>(rows_of<0>), "panels of as many columns as floats have lanes");
    EXPECT_EQ(plan_of<decltype(left)>.steps.size(), 1U);
}

TEST(plan, a_second_product_in_a_sum_is_stored) {
    const auto f = A * B + B * C;
    constexpr const auto& p = plan_of<decltype(f)>;
    static_assert(count_stored(p, reason::second_product) == 1);
    EXPECT_STREQ(detail::words_of(p.buffers[0].why), "the loop that uses it already computes another product");
}

TEST(plan, weights_that_are_asked_for_are_kept) {
    const auto f = softmax(Q * transpose(K));
    constexpr const auto& p = plan_of<decltype(f)>;
    static_assert(p.kernels[p.steps[p.steps.size() - 1].kernel].loop == skeleton::rows);
    static_assert(count_stored(p, reason::not_elementwise) == 1);
    EXPECT_EQ(detail::plan_view(p).temporaries(), 0U) << "scores exist a tile of rows at a time";
}

template <std::size_t Heads>
auto multi_head(const auto& X, const auto& W, const auto& Wo) {
    return concat(heads<Heads>([&](auto h) { return attention(X * W[h], X * W[h + 1], X * W[h + 2]); })) * Wo;
}

/// A product of a concatenation is a sum of products: neither the concatenation nor a head is stored whole.
TEST(plan, multi_head_stores_no_concatenation) {
    const tensor<float, 6, 32, 8> W;
    const matrix<float, 32, 32> Wo;
    const auto f = multi_head<4>(A, W, Wo);
    constexpr const auto& p = plan_of<decltype(f)>;
    static_assert(count_stored(p, reason::part) == 0);
    for (const detail::buffer& b : p.buffers) EXPECT_LE(b.elements, 32U * 8);
    std::size_t streams = 0, continued = 0;
    for (const auto& s : p.steps) {
        streams += p.kernels[s.kernel].loop == skeleton::stream;
        continued += p.kernels[s.kernel].product.continues;
    }
    EXPECT_EQ(streams, 4U);
    EXPECT_EQ(continued, 3U) << "the first head writes, three add";
    EXPECT_LE(p.kernels.size(), 6U) << "heads share their loops";
}

/// Without a product behind it each head writes its own columns of the result.
/// Projected keys are stored as their weights lie, and read by rows: nothing is transposed to compute them.
TEST(plan, keys_that_are_products_are_stored_in_the_order_of_their_weights) {
    const matrix<float, 32, 8> Wq, Wk, Wv;
    const auto f = attention(A * Wq, A * Wk, A * Wv);
    constexpr const auto& p = plan_of<decltype(f)>;
    static_assert(p.kernels.size() == 2);
    static_assert(!p.kernels[0].product.copies_panels);
    const auto& keys = p.slot_at(p.steps[3], detail::stream_slot::keys);
    EXPECT_EQ(keys.row_stride, 8U);
    EXPECT_EQ(keys.col_stride, 1U);
    const auto g = transpose(A * B);  // written as it is read
    static_assert(plan_of<decltype(g)>.kernels[0].product.copies_panels);
}

/// 12 heads of 64 columns: sums of 256 terms each, not of 64.
TEST(plan, narrow_parts_of_a_wide_concatenation_go_into_a_product_together) {
    const tensor<float, 1, 768> X;
    const tensor<float, 768, 768> W;
    const auto joined = concat(heads<12>([&](auto h) { return cols<64 * h, 64 * h + 64>(X) * 2; })) * W;
    constexpr const auto& p = plan_of<decltype(joined)>;
    std::size_t products = 0;
    for (const auto& s : p.steps) {
        if (p.kernels[s.kernel].loop != skeleton::product) continue;
        ++products;
        EXPECT_EQ(p.kernels[s.kernel].product.inner, detail::product_depth);
    }
    EXPECT_EQ(products, 3U);
    EXPECT_EQ(detail::plan_view(p).temporaries(), 0U);
}

/// Tiles that do not live at the same time do not count twice; threads get smaller ones.
TEST(plan, tiles_have_as_many_rows_as_the_cache_holds) {
    const tensor<float, 512, 64> X;
    const tensor<float, 64, 512> up;
    const tensor<float, 512, 64> down;
    const auto f = relu(relu(relu(X * up) * down * up) * down);
    constexpr const auto& p = plan_of<decltype(f)>;
    static_assert(p.nests.size() == 1 && p.buffers.size() == 3);
    // 512 + 64 numbers of a row at a time, not 512 + 64 + 512.
    constexpr std::size_t rows = detail::tile_bytes / ((512 + 64) * sizeof(float));
    EXPECT_GT(p.nests[0].tile_rows, rows - detail::accumulator_rows);
    EXPECT_LE(p.nests[0].tile_rows, rows);
    constexpr const auto& shared = detail::plan_for<decltype(f), float, parallel_policy>::value;
    EXPECT_EQ(shared.nests[0].tile_rows, 64U);
}

TEST(plan, parts_are_written_in_place) {
    const auto f = concat(attention(Q, K, V), attention(K, Q, V));
    constexpr const auto& p = plan_of<decltype(f)>;
    static_assert(loops_are(p, {skeleton::stream, skeleton::stream}) && p.buffers.empty());
    static_assert(p.slot_at(p.steps[0], detail::result_slot).place == detail::slot::result);
    EXPECT_EQ(p.slot_at(p.steps[1], detail::result_slot).offset, 8U);
}

TEST(plan, cheap_parts_repeat_and_expensive_ones_are_stored) {
    const auto cheap = A + (bias * 2 + 1);
    static_assert(detail::plan_view(plan_of<decltype(cheap)>).temporaries() == 0);
    const auto expensive = A + exp(bias);
    static_assert(count_stored(plan_of<decltype(expensive)>, reason::repeated) == 1);
    EXPECT_EQ(plan_of<decltype(expensive)>.buffers[0].elements, 32U);
}

TEST(plan, equal_formulas_have_equal_graphs_and_one_plan) {
    const auto f = attention(Q, K, V), g = attention(V, K, Q);
    static_assert(std::same_as<decltype(f), decltype(g)>);
    EXPECT_EQ(&plan_of<decltype(f)>, &plan_of<decltype(g)>);
}

}  // namespace heed::test
