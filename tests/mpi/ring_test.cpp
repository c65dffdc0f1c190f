// SPDX-License-Identifier: BSL-1.0
// Attention over ranks, forward and backward, beside plain loops in double: it is as exact as on one rank. Run by 1 to
// 5 ranks.
#include <heed/mpi.hpp>
#include <tests/mpi/on_ranks.hpp>
#include <tests/words_of.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

namespace {
int sent = 0;  // messages of this rank
}
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int MPI_Isend(const void* from, int count, MPI_Datatype type, int to, int tag, MPI_Comm ranks,
                         MPI_Request* request) {
    ++sent;
    return PMPI_Isend(from, count, type, to, tag, ranks, request);
}

namespace heed::test {
namespace {

using namespace index;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};
using queries = tensor<float, tokens[dyn], d_k[6]>;
using values = tensor<float, tokens[dyn], d_v[5]>;

template <class Tensor>
Tensor random(std::size_t rows, unsigned seed) {
    Tensor x(rows);
    for (float& n : x) {
        seed = seed * 1664525U + 1013904223U;
        n = static_cast<float>(seed >> 8) / static_cast<float>(1 << 22) - 2;
    }
    return x;
}

struct sequence {
    queries q, k;
    values v, dy;
    explicit sequence(std::size_t n, std::size_t keys, unsigned seed = 0)
        : q(random<queries>(n, seed + 1)),
          k(random<queries>(keys, seed + 2)),
          v(random<values>(keys, seed + 3)),
          dy(random<values>(n, seed + 4)) {}
};
using condition = std::function<bool(std::size_t, std::size_t)>;

/// The definition, in double: y, dq, dk and dv side by side.
std::vector<double> by_definition(const sequence& s, const condition& sees) {
    const std::size_t n = s.q.extent(0), m = s.k.extent(0);
    std::vector<double> y(n * 5), dq(n * 6), dk(m * 6), dv(m * 5), p(m), ds(m);
    for (std::size_t i = 0; i < n; ++i) {
        double total = 0, row = 0;
        for (std::size_t j = 0; j < m; ++j) {
            double score = 0;
            for (std::size_t c = 0; c < 6; ++c) score += double(s.q(i, c)) * double(s.k(j, c));
            p[j] = sees(i, j) ? std::exp(score / std::sqrt(6.0)) : 0;
            total += p[j];
        }
        for (std::size_t j = 0; j < m; ++j) {
            p[j] = total > 0 ? p[j] / total : 0;
            ds[j] = 0;
            for (std::size_t c = 0; c < 5; ++c) {
                y[i * 5 + c] += p[j] * double(s.v(j, c));
                dv[j * 5 + c] += p[j] * double(s.dy(i, c));
                ds[j] += double(s.dy(i, c)) * double(s.v(j, c));
            }
            row += p[j] * ds[j];
        }
        for (std::size_t j = 0; j < m; ++j)
            for (std::size_t c = 0; c < 6; ++c) {
                dq[i * 6 + c] += p[j] * (ds[j] - row) * double(s.k(j, c)) / std::sqrt(6.0);
                dk[j * 6 + c] += p[j] * (ds[j] - row) * double(s.q(i, c)) / std::sqrt(6.0);
            }
    }
    for (const auto* more : {&dq, &dk, &dv}) y.insert(y.end(), more->begin(), more->end());
    return y;
}

/// The same over ranks.
template <mpi::order Order, class Mask>
std::vector<float> over_ranks(const sequence& s, const Mask& mask, const mpi::communicator& ranks) {
    const tensor q = mpi::rows_of<Order>(s.q, ranks), key = mpi::rows_of<Order>(s.k, ranks);
    const tensor v = mpi::rows_of<Order>(s.v, ranks), dy = mpi::rows_of<Order>(s.dy, ranks);
    const auto [y, log_sums] = mpi::ring_attention_with_sums(ranks, q, key, v, mask, Order);
    const auto [dq, dk, dv] = mpi::ring_attention_vjp(ranks, dy, q, key, v, y, log_sums, mask, Order);
    std::vector<float> all;
    const auto add = [&](const auto& part) {
        const tensor whole = mpi::all_rows<Order>(part, ranks);
        all.insert(all.end(), whole.begin(), whole.end());
    };
    add(y), add(dq), add(dk), add(dv);
    return all;
}

/// Of the largest entry, where that is more than 1.
double largest_error(const std::vector<float>& found, const std::vector<double>& wanted) {
    if (found.size() != wanted.size()) return 1;
    double error = 0, largest = 1;
    for (std::size_t i = 0; i < found.size(); ++i) {
        error = std::max(error, std::abs(double(found[i]) - wanted[i]));
        largest = std::max(largest, std::abs(wanted[i]));
    }
    return error / largest;
}

template <class Mask>
void expect_as_exact_as_on_one_rank(const sequence& s, const Mask& mask, const condition& sees) {
    const mpi::communicator all(MPI_COMM_WORLD), alone(MPI_COMM_SELF);
    const std::vector<double> wanted = by_definition(s, sees);
    const double error = largest_error(over_ranks<mpi::contiguous>(s, mask, alone), wanted);
    EXPECT_LT(error, 1e-5);
    EXPECT_LT(largest_error(over_ranks<mpi::contiguous>(s, mask, all), wanted), error + 5e-7);
    EXPECT_LT(largest_error(over_ranks<mpi::striped>(s, mask, all), wanted), error + 5e-7);
    EXPECT_EQ(over_ranks<mpi::striped>(s, mask, all), over_ranks<mpi::striped>(s, mask, all)) << "the same bits again";
}

/// Masks that empty blocks of other ranks, rows, and nothing; more ranks than rows.
TEST(ring, is_as_exact_as_one_rank) {
    vector<int, 300> ids;
    for (std::size_t i = 0; i < 300; ++i) ids(i) = static_cast<int>(i / 7);
    for (const std::size_t n : {2U, 131U})
        for (const int window : {0, 9, 1000}) {
            const auto mask = k <= q && q - k < window && at(ids, q) == at(ids, k);
            expect_as_exact_as_on_one_rank(sequence(n, n), mask, [&](std::size_t i, std::size_t j) {
                return j <= i && int(i - j) < window && i / 7 == j / 7;
            });
        }
}
TEST(ring, of_more_keys_than_queries) {
    for (unsigned seed = 0; seed < 8; ++seed) {
        const std::size_t n = 1 + seed * 37 % 90, more = seed * 53 % 70;
        expect_as_exact_as_on_one_rank(
            sequence(n, n + more, 100 * seed), causal_lower_right && k >= position - 30,
            [&](std::size_t i, std::size_t j) { return j <= i + more && j + 30 >= i + more; });
    }
}

/// A mask is one of indices, with an order behind it.
template <class... Given>
constexpr bool may_be_given(const Given&...) {
    return mpi::detail::are_mask_and_order<Given...>;
}
static_assert(may_be_given() && may_be_given(mpi::striped) && may_be_given(causal, mpi::striped));
static_assert(!may_be_given(causal) && !may_be_given(mpi::striped, causal) && !may_be_given(true, mpi::striped));
static_assert(!may_be_given(tensor<bool, 2, 2>(), mpi::striped));

/// Threads change no bit.
TEST(ring, on_threads) {
    const mpi::communicator all(MPI_COMM_WORLD);
    const sequence s(40, 77);
    const auto mask = causal_lower_right && k >= position - 30;
    const auto [y, sums] = mpi::ring_attention_with_sums(all, s.q, s.k, s.v, mask, mpi::contiguous);
    const auto [y_of_threads, sums_of_threads] =
        mpi::ring_attention_with_sums(par, all, s.q, s.k, s.v, mask, mpi::contiguous);
    EXPECT_TRUE(y == y_of_threads && sums == sums_of_threads);
    EXPECT_TRUE(mpi::ring_attention_vjp(all, s.dy, s.q, s.k, s.v, y, sums, mask, mpi::contiguous) ==
                mpi::ring_attention_vjp(par, all, s.dy, s.q, s.k, s.v, y, sums, mask, mpi::contiguous));
}

/// Leading axes, without a mask; in half precision, whose messages are bytes.
TEST(ring, of_heads_in_half_precision) {
    using part = tensor<bfloat16, axes::head[2], tokens[dyn], d_k[6]>;
    const mpi::communicator all(MPI_COMM_WORLD), alone(MPI_COMM_SELF);
    part x(29);
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = bfloat16(float(i * i % 17) / 8 - 1);
    const auto of = [](const mpi::communicator& ranks, const part& own) {
        const auto [y, sums] = mpi::ring_attention_with_sums(par, ranks, own, own, own, mpi::striped);
        const auto [dq, dk, dv] = mpi::ring_attention_vjp(par, ranks, own, own, own, own, y, sums, mpi::striped);
        const auto whole = [&](const auto& rows) { return mpi::all_rows<mpi::striped>(rows, ranks); };
        return std::tuple(whole(y), mpi::all_rows<mpi::striped, -1>(sums, ranks), whole(dq), whole(dk), whole(dv));
    };
    const auto expect_near = [](const auto& found, const auto& wanted) {
        ASSERT_EQ(found.size(), wanted.size());
        for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found.data()[i], wanted.data()[i], 1e-6);
    };
    const auto [y, sums, dq, dk, dv] = of(all, mpi::rows_of<mpi::striped>(x, all));
    const auto [wanted_y, wanted_sums, wanted_dq, wanted_dk, wanted_dv] = of(alone, x);
    expect_near(y, wanted_y), expect_near(sums, wanted_sums), expect_near(dq, wanted_dq), expect_near(dk, wanted_dk),
        expect_near(dv, wanted_dv);
}

/// Rows along an axis by number or by name; parts without gaps have any lengths.
TEST(ring, has_rows_along_any_axis) {
    const mpi::communicator all(MPI_COMM_WORLD);
    tensor<float, tokens[dyn], d_k[3]> x(7);
    for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = float(i);
    EXPECT_TRUE((mpi::all_rows<mpi::striped, d_k>(mpi::rows_of<mpi::striped, -1>(x, all), all) == x));
    EXPECT_TRUE((mpi::all_rows<mpi::contiguous>(mpi::rows_of<mpi::contiguous, tokens>(x, all), all) == x));

    tensor<int, axes::head[2], tokens[dyn]> uneven(std::size_t(all.rank()));
    for (int& n : uneven) n = all.rank();
    const tensor whole = mpi::all_rows<mpi::contiguous, tokens>(uneven, all);
    ASSERT_EQ(whole.extent(1), std::size_t(all.size() * (all.size() - 1) / 2));
    std::size_t i = 0;
    for (int r = 0; r < all.size(); ++r)
        for (int row = 0; row < r; ++row, ++i) EXPECT_TRUE(whole(0, i) == r && whole(1, i) == r);
}

/// Rows whose number is known while compiling, another one on rank 0 than on the others. Weights are equal, so outputs
/// are the mean of the ranks, each as often as it has rows.
template <std::size_t Rows>
void expect_mean_of_ranks(const mpi::communicator& all, double wanted) {
    tensor<float, Rows, 4> x, v;
    for (float& n : v) n = float(all.rank());
    const auto [y, sums] = mpi::ring_attention_with_sums(all, x, x, v);
    const auto [dq, dk, dv] = mpi::ring_attention_vjp(all, y, x, x, v, y, sums);
    ASSERT_EQ(dv.extent(0), Rows);
    for (const float n : y) EXPECT_NEAR(n, wanted, 1e-6);
    for (const float n : dv) EXPECT_NEAR(n, wanted, 1e-6);
}
TEST(ring, of_static_rows_that_differ) {
    const mpi::communicator all(MPI_COMM_WORLD);
    const int n = all.size();
    const double mean = 7.0 * (n * (n - 1) / 2) / (4 + 7 * (n - 1));
    all.rank() == 0 ? expect_mean_of_ranks<4>(all, mean) : expect_mean_of_ranks<7>(all, mean);
}

using block_view = view<const float, tokens[dyn], d_k[6]>;
block_view of_rows(std::size_t rows) { return block_view(nullptr, rows); }

/// Tiles that a rank computes, of N queries and keys.
std::size_t tiles_of(mpi::order o, std::size_t n, std::size_t ranks, std::size_t rank) {
    std::size_t tiles = 0;
    const mpi::rank_rows own = mpi::rows_at(o, n, ranks, rank);
    for (std::size_t owner = 0; owner < ranks; ++owner) {
        const mpi::rank_rows other = mpi::rows_at(o, n, ranks, owner);
        const mpi::detail::block_place place{int(own.first), int(own.step), int(other.first), int(other.step), 0};
        const tile_counts counts =
            detail::count_tiles_of<float>(mpi::detail::attention_to_block(of_rows(own.count), of_rows(other.count),
                                                                          of_rows(other.count), causal, place),
                                          {});
        tiles += counts.partial + counts.full;
    }
    return tiles;
}
TEST(ring, is_balanced_where_causal_and_striped) {
    for (std::size_t ranks = 1; ranks <= 16; ++ranks) {
        std::size_t most = 0, all = 0, most_contiguous = 0;
        for (std::size_t r = 0; r < ranks; ++r) {
            const std::size_t tiles = tiles_of(mpi::striped, 8192, ranks, r);
            most = std::max(most, tiles), all += tiles;
            most_contiguous = std::max(most_contiguous, tiles_of(mpi::contiguous, 8192, ranks, r));
        }
        EXPECT_LE(double(most * ranks), 1.05 * double(all)) << ranks;
        EXPECT_GE(most_contiguous, most);
    }
}

/// A block goes as far as somebody needs it, and memory is that of two blocks.
TEST(ring, sends_what_is_needed) {
    const mpi::communicator all(MPI_COMM_WORLD);
    const std::size_t own = mpi::detail::own_of(all);
    const auto steps = [&](const auto& mask) {
        std::vector<bool> needed;
        return mpi::detail::steps_of_blocks(
            all, needed,
            [&](std::size_t owner) {
                const mpi::detail::block_place place{int(64 * own), 1, int(64 * owner), 1, 0};
                return mpi::detail::leaves_something(
                    mpi::detail::attention_to_block(of_rows(64), of_rows(64), of_rows(64), mask, place));
            },
            "a test");
    };
    const std::vector<int> of_causal = steps(causal), of_window = steps(k <= q && q - k < 65);
    for (int r = 0; r < all.size(); ++r) {
        EXPECT_EQ(of_causal[std::size_t(r)], all.size() - 1 - r);
        EXPECT_EQ(of_window[std::size_t(r)], r + 1 < all.size() ? 1 : 0);
    }
    const auto window = k <= q && q - k < 65;
    const queries x = random<queries>(64, 1);
    const tensor y = mpi::ring_attention(all, x, x, x, window, mpi::contiguous);
    EXPECT_LE(all.message_bytes(), 2 * 2 * 64 * 6 * sizeof(float));

    // to a rank without queries nothing is sent
    const queries own_x = random<queries>(all.rank() + 1 == all.size() ? 0 : 64, 1);
    sent = 0;
    const tensor of_others = mpi::ring_attention(all, own_x, own_x, own_x, window, mpi::contiguous);
    EXPECT_EQ(sent, all.rank() + 2 < all.size() ? 2 : 0);
}

TEST(ring, errors_are_the_same_on_all_ranks) {
    const mpi::communicator all(MPI_COMM_WORLD);
    const bool is_last = all.rank() + 1 == all.size();
    const queries x = random<queries>(8, 1);
    const values v = random<values>(is_last ? 7 : 8, 1);
    const std::string rank = std::to_string(all.size() - 1);
    EXPECT_EQ(words_of<std::exception>([&] { (void)mpi::ring_attention(all, x, x, v); }),
              "heed: mpi::ring_attention(comm, Q, K, V, ...) needs rows(K) == rows(V), as many keys as values: rank " +
                  rank + " has [8 x 6] and [7 x 5]");
    const values w = random<values>(8, 1);
    const queries more = random<queries>(is_last ? 9 : 8, 1);
    if (all.size() > 1) {
        EXPECT_NE(
            words_of<std::exception>([&] { (void)mpi::ring_attention(all, more, x, w, mpi::striped); }).find("striped"),
            std::string::npos);
        EXPECT_EQ(words_of<std::exception>(
                      [&] { (void)mpi::ring_attention(all, x, x, w, is_last ? mpi::striped : mpi::contiguous); }),
                  "heed: mpi::ring_attention(comm, Q, K, V, ...) needs one order on all ranks: rank " + rank +
                      " has mpi::striped, rank 0 mpi::contiguous");
        const auto with_mask = [&] {
            (void)(is_last ? mpi::ring_attention(all, x, x, w)
                           : mpi::ring_attention(all, x, x, w, k <= q && q - k < 65, mpi::contiguous));
        };
        EXPECT_NE(words_of<std::exception>(with_mask).find("needs one mask on all ranks, of one type: rank"),
                  std::string::npos);
    }
    vector<int, 5> ids;  // too few, which the rank that looks there finds
    const std::string words = words_of<std::exception>(
        [&] { (void)mpi::ring_attention(all, x, x, w, k <= q && at(ids, q) == 0, mpi::contiguous); });
    EXPECT_EQ(words.substr(0, 28), "heed: mpi::ring_attention, r") << words;
    const tensor y = mpi::ring_attention(all, x, x, w);  // and the communicator is as good as before
    EXPECT_EQ(y.extent(0), 8U);
}

/// A rank that does not come: the others wait as long as they are told.
TEST(ring, a_rank_that_stops_is_an_error_in_time) {
    const mpi::communicator all(MPI_COMM_WORLD, std::chrono::milliseconds(300));
    if (all.size() > 1 && all.rank() != 1) {
        const queries x = random<queries>(8, 1);
        const values v = random<values>(8, 1);
        EXPECT_NE(words_of<std::exception>([&] { (void)mpi::ring_attention(all, x, x, v); }).find("waited 300 ms"),
                  std::string::npos);
        EXPECT_NE(words_of<std::exception>([&] { (void)mpi::ring_attention(all, x, x, v); }).find("after an error"),
                  std::string::npos);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/// Rank 0 leaves a call before the others come to it: what they let MPI write afterwards is no memory of the program.
template <class Call>
void expect_memory_is_left_behind(const Call& call) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    {
        const mpi::communicator all(MPI_COMM_WORLD, std::chrono::milliseconds(rank == 0 ? 50 : 20000));
        if (rank == 0 && all.size() > 1) {
            EXPECT_NE(words_of<std::exception>([&] { call(all); }).find("waited 50 ms"), std::string::npos);
            std::vector<std::vector<int>> own;
            for (std::size_t size = 1; size <= 128; ++size)
                for (int i = 0; i < 8; ++i) own.emplace_back(size, 0x55555555);
            MPI_Barrier(MPI_COMM_WORLD), MPI_Barrier(MPI_COMM_WORLD);
            for (const std::vector<int>& numbers : own)
                for (const int n : numbers) ASSERT_EQ(n, 0x55555555);
        } else {
            MPI_Barrier(MPI_COMM_WORLD);
            (void)words_of<std::exception>([&] { call(all); });
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
}
TEST(ring, leaves_memory_to_messages_that_still_come) {
    expect_memory_is_left_behind([](const mpi::communicator& all) {
        (void)mpi::detail::largest_of_all(all, std::vector<int>(mpi::detail::count_of(all) + 1, 7), "a test");
    });
    expect_memory_is_left_behind([](const mpi::communicator& all) {
        mpi::detail::raise_words(all, std::string(300, 'x'), all.size() - 1, "a test");
    });
    expect_memory_is_left_behind([](const mpi::communicator& all) {
        (void)mpi::detail::records_of_all(all, mpi::detail::call_record(mpi::detail::call_kind::all_rows));
    });
}

/// Groups of ranks, each with a communicator of its own.
TEST(ring, of_some_ranks) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    {
        const mpi::communicator some(half);
        const values x = random<values>(4, static_cast<unsigned>(rank % 2));
        const tensor all = mpi::all_rows<mpi::contiguous>(x, some);
        ASSERT_EQ(all.extent(0), 4 * mpi::detail::count_of(some));
        for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all.data()[i], x.data()[i % x.size()]);
    }
    MPI_Comm_free(&half);
}

}  // namespace
}  // namespace heed::test

int main(int count, char** words) { return heed::test::run_on_ranks(count, words); }
