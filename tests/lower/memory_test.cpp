// SPDX-License-Identifier: BSL-1.0
// Buffers of one workspace: none overlaps another while both live, each is as large as the steps need, aligned, and
// inside the workspace beside the scratch. Lifetimes are read off the finished plan here, not off the pass.
#include <tests/lower/passes.hpp>

#include <gtest/gtest.h>

namespace heed::test {

using detail::node_id;
using detail::shape;
using detail::slot;

/// The first and the last step that touches a buffer; of one that is stored whole, of their whole nests.
struct life {
    std::size_t begin = static_cast<std::size_t>(-1), end = 0;
};

template <class Plan>
std::vector<life> lives_of(const Plan& p) {
    std::vector<life> lives(p.buffers.size());
    for (const detail::nest& n : p.nests)
        for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s)
            for (std::size_t i = 0; i < p.steps[s].slot_count; ++i) {
                const slot& at = p.slot_at(p.steps[s], i);
                if (at.place != slot::buffer) continue;
                const bool tile = p.buffers[at.id].tile;
                life& l = lives[at.id];
                l.begin = std::min(l.begin, tile ? s : n.first_step);
                l.end = std::max(l.end, tile ? s : n.first_step + n.step_count - 1);
            }
    return lives;
}

/// Elements of scratch that the loops of the plan need at once.
template <class Plan>
std::size_t needed_scratch(const Plan& p) {
    std::size_t most = 0;
    for (const detail::step& s : p.steps) {
        const detail::kernel& k = p.kernels[s.kernel];
        std::size_t needed = 0;
        if (k.loop == detail::skeleton::rows || k.loop == detail::skeleton::reduce) needed = k.row.length;
        if (k.loop == detail::skeleton::inverse) needed = 2 * k.row.length * k.row.length;
        if (k.loop == detail::skeleton::stream)
            needed = k.stream.lanes * (k.stream.depth + std::min(k.stream.keys, detail::key_block) + k.cols);
        most = std::max(most, needed);
    }
    return most;
}

void expect_sound(const graph_builder& b, std::size_t element_bytes, bool shares_tiles) {
    const auto passed = passes_of(b.g, element_bytes, shares_tiles);
    const auto& p = passed->plan;
    const std::vector<life> lives = lives_of(p);
    const std::vector<numbers> leaves = leaf_values(b, 1);
    const plan_meaning run(p, b.g, leaves_in_memory(b, leaves));
    std::size_t end_of_all = 0;
    for (std::size_t i = 0; i < p.buffers.size(); ++i) {
        const detail::buffer& one = p.buffers[i];
        ASSERT_LE(lives[i].begin, lives[i].end) << "buffer " << i << " is used nowhere";
        ASSERT_EQ(one.offset * element_bytes % detail::heap_alignment, 0U);
        ASSERT_LE(one.offset + one.elements, p.scratch);
        ASSERT_EQ(run.touched(i), one.elements) << "as many elements as the steps reach";
        ASSERT_TRUE(one.tile || one.elements == passed->form[one.node].dims.size());
        end_of_all = std::max(end_of_all, one.offset + one.elements);
        for (std::size_t j = 0; j < i; ++j) {
            const detail::buffer& other = p.buffers[j];
            if (lives[i].begin > lives[j].end || lives[j].begin > lives[i].end) continue;
            ASSERT_TRUE(one.offset >= other.offset + other.elements || other.offset >= one.offset + one.elements)
                << "buffers " << j << " and " << i << " overlap";
        }
    }
    ASSERT_LT(p.scratch - end_of_all, detail::heap_alignment) << "memory that nothing uses";
    ASSERT_GE(p.workspace, p.scratch + needed_scratch(p));
}

TEST(memory, of_random_graphs) {
    for (unsigned seed = 0; seed < 1200 && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        expect_sound(random_graph(seed, 2 + seed % 3), seed % 5 == 0 ? 16 : seed % 2 == 0 ? 4 : 8, seed % 3 == 0);
    }
}

TEST(memory, of_heads_and_layers) {
    for (const bool shares_tiles : {false, true}) {
        for (std::size_t heads = 2; heads <= 4; ++heads) expect_sound(multi_head(heads, 70, 6, 5), 4, shares_tiles);
        for (std::size_t count = 2; count <= 6; ++count) expect_sound(layers(count, 140, 3, 9), 8, shares_tiles);
        graph_builder b;
        const node_id q = b.leaf(shape(130, 8)), k = b.leaf(shape(130, 8)), v = b.leaf(shape(130, 8));
        b.finished(b.attention(q, k, v));
        expect_sound(b, 4, shares_tiles);
    }
}

/// What is dead makes room: a chain of products needs two tiles, however long it is.
TEST(memory, is_shared_by_what_does_not_live_together) {
    const auto few = passes_of(layers(4, 64, 8, 16).g), many = passes_of(layers(9, 64, 8, 16).g);
    EXPECT_EQ(few->plan.buffers.size(), 3U);
    EXPECT_EQ(many->plan.buffers.size(), 8U);
    EXPECT_EQ(many->plan.scratch, few->plan.scratch);
    EXPECT_EQ(many->plan.scratch, 64U * (8 + 16));
}

/// Tiles hold some rows, and threads get fewer of them; values that a whole column reads are stored whole.
TEST(memory, of_tiles_grows_with_the_tile_not_with_the_rows) {
    const auto small = passes_of(layers(2, 4 * detail::most_tile_rows, 8, 16).g);
    const auto large = passes_of(layers(2, 8 * detail::most_tile_rows, 8, 16).g);
    const auto shared = passes_of(layers(2, 8 * detail::most_tile_rows, 8, 16).g, 4, true);
    EXPECT_TRUE(small->plan.buffers[0].tile);
    EXPECT_EQ(small->plan.workspace, large->plan.workspace);
    EXPECT_LE(large->plan.nests[0].tile_rows, detail::most_tile_rows);
    EXPECT_EQ(large->plan.buffers[0].elements, 16 * large->plan.nests[0].tile_rows);
    EXPECT_EQ(shared->plan.nests[0].tile_rows,
              std::min(large->plan.nests[0].tile_rows, detail::shared_tile_rows(8 * detail::most_tile_rows)));
}

/// Loops over rows that read nothing again for each tile take few rows, which stay in the first-level cache from loop
/// to loop, whether what they pass on is stored whole (a result that is read) or not. A value that several loops read
/// counts once. Threads share larger tiles.
TEST(memory, of_rows_that_loops_pass_on_is_small) {
    constexpr std::size_t columns = 128, arrays = 4, row_bytes = arrays * columns * 4;
    const shape all(4096, columns);
    graph_builder b;
    const node_id w = b.leaf(all), gradient = b.leaf(all);
    const node_id square = b.apply(detail::function::multiply, gradient, gradient);
    b.g.results.push_back(square);
    b.finished(b.apply(detail::function::add, w, b.apply(detail::function::divide, gradient, square)));
    const auto p = passes_of(b.g), shared = passes_of(b.g, 4, true);
    ASSERT_EQ(p->plan.nests.size(), 1U);
    EXPECT_EQ(p->plan.nests[0].tile_rows, detail::row_tile_bytes / row_bytes);
    EXPECT_EQ(shared->plan.nests[0].tile_rows, detail::shared_tile_rows(4096));

    graph_builder narrow;
    narrow.finished(narrow.softmax(narrow.softmax(narrow.leaf(shape(4096, 4)))));
    EXPECT_EQ(passes_of(narrow.g)->plan.nests[0].tile_rows, detail::most_tile_rows);
    graph_builder one;
    one.finished(one.apply(detail::function::tanh, one.leaf(all)));
    EXPECT_EQ(passes_of(one.g)->plan.nests[0].tile_rows, detail::most_tile_rows) << "nothing is passed on";
    graph_builder wide;
    wide.finished(wide.softmax(wide.softmax(wide.leaf(shape(64, 100'000)))));
    EXPECT_EQ(passes_of(wide.g)->plan.nests[0].tile_rows, 1U);
}

/// Weights that the cache does not hold are read once for 256 rows, though it does not hold the tile either then.
TEST(memory, of_tiles_is_larger_where_weights_are_what_moves) {
    const std::size_t rows = 4 * detail::most_tile_rows, wide = detail::tile_bytes / (4 * 40);  // 40 rows fit
    const auto small_weights = passes_of(layers(2, rows, 2, wide).g), weights = passes_of(layers(2, rows, 768, wide).g);
    EXPECT_EQ(small_weights->plan.nests[0].tile_rows, 40U / detail::accumulator_rows * detail::accumulator_rows);
    EXPECT_EQ(weights->plan.nests[0].tile_rows,
              detail::most_tile_rows / detail::accumulator_rows * detail::accumulator_rows);
    const auto huge = passes_of(layers(2, rows, 768, 100 * wide).g);
    EXPECT_LE(huge->plan.buffers[0].elements * 4, detail::large_tile_bytes);
}

/// Projected keys and values live for the whole nest that reads them, and side by side.
TEST(memory, of_projections_is_apart) {
    const auto p = passes_of(multi_head(1, 32, 6, 8).g);
    std::size_t whole = 0;
    for (const detail::buffer& b : p->plan.buffers) whole += !b.tile;
    EXPECT_EQ(whole, 2U);
    EXPECT_EQ(detail::plan_view(p->plan).temporary_elements(), 2U * 32 * 8);
}

}  // namespace heed::test
