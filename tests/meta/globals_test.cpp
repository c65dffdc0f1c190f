// SPDX-License-Identifier: BSL-1.0
// A program may have globals of any name: g++'s -Wshadow says nothing of heed's own.
#pragma GCC diagnostic error "-Wshadow"

inline constexpr int batch = 0, head = 0, kv_head = 0, query = 0, key = 0, queries = 0, keys = 0, values = 0, value = 0,
                     head_dim = 0, value_dim = 0, tokens = 0, d_model = 0, d_k = 0, d_v = 0, rows = 0, columns = 0,
                     cols = 0, hidden = 0, d_ff = 0, vocab = 0, width = 0, height = 0, size = 0, length = 0, depth = 0,
                     features = 0, channels = 0, model = 0, heads = 0, groups = 0, group = 0, in = 0, out = 0,
                     inputs = 0, outputs = 0, position = 0, positions = 0, sequence = 0, x = 0, y = 0, b = 0, h = 0,
                     q = 0, k = 0, v = 0, d = 0, m = 0, n = 0, i = 0, j = 0, t = 0, scores = 0, weights = 0, steps = 0,
                     layers = 0, dim = 0, seq = 0, seq_len = 0, model_dim = 0, words = 0, step = 0, s = 0, e = 0, c = 0,
                     r = 0, f = 0, g = 0, p = 0, a = 0, w = 0, first = 0, last = 0, row = 0, column = 0, count = 0,
                     total = 0, sum = 0, lanes = 0, tile = 0, tiles = 0, block = 0, scale = 0, mask = 0, bias = 0,
                     gain = 0, epsilon = 0, rank = 0, shape = 0, name = 0, memory = 0, data = 0, id = 0, ids = 0,
                     table = 0, tables = 0, offset = 0, stride = 0, dims = 0, from = 0, to = 0, at = 0, all = 0,
                     many = 0, largest = 0, lengths = 0, left = 0, right = 0, begin = 0, end = 0, part = 0, parts = 0,
                     whole = 0, result = 0, operand = 0, operands = 0, other = 0, number = 0, numbers = 0;

#include <heed/heed.hpp>
#include <heed/io.hpp>
#include <heed/study.hpp>

#include <gtest/gtest.h>

#include <sstream>

namespace {

TEST(globals, of_a_program_are_not_shadowed) {
    constexpr heed::matrix<double, 3, 2> constant_q{{1, 2}, {3, 4}, {5, 6}};
    constexpr heed::tensor constant_y = heed::attention(constant_q, constant_q, constant_q);
    const heed::tensor<float, 8, 16, 4> queries_, keys_, values_;
    const heed::tensor<float, 16, 4> inputs_;
    const heed::tensor<float, 4, 4> weights_;
    const heed::tensor<float, 4> gain_;
    const auto scores_ = heed::where(heed::index::k <= heed::index::q,
                                     queries_ * heed::transpose(keys_) / heed::sqrt(heed::dim<2>(keys_)));
    const heed::tensor attended = heed::softmax(scores_) * values_;
    const heed::tensor normed = heed::layer_norm(inputs_ + heed::gelu(inputs_ * weights_ + gain_) * weights_, gain_);
    const heed::tensor one = heed::attention(gain_, inputs_, inputs_);
    const heed::tensor gated = heed::let(inputs_ * weights_, [](auto value_) { return value_ + value_ * 2; });
    std::ostringstream printed;
    printed << heed::heat_map(weights_) << heed::study::explain(heed::attention(inputs_, inputs_, inputs_));
    EXPECT_EQ(attended(0, 0, 0) + normed(0, 0) + one(0) + gated(0, 0), 0);
    EXPECT_GT(constant_y(0, 0), 4);
}

}  // namespace
