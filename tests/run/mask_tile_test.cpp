// SPDX-License-Identifier: BSL-1.0
// What is said of a tile of a mask is true of each of its elements: random formulas of indices and the ready-made
// masks, all tiles of small scores. The elements are those of a loop over integers.
#include <heed/heed.hpp>
#include <heed/run/mask_tiles.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

namespace heed::test {

using namespace detail;

inline constexpr std::size_t queries = 20, keys = 20;

/// What is in memory: nothing is known of it.
struct unknown_cursor {};

/// Which elements a mask allows, with sums over rectangles.
class allowed_elements {
public:
    template <class Allowed>
    explicit allowed_elements(const Allowed& allowed) {
        for (std::size_t i = 0; i < queries; ++i)
            for (std::size_t j = 0; j < keys; ++j)
                sums_[i + 1][j + 1] = sums_[i][j + 1] + sums_[i + 1][j] - sums_[i][j] + (allowed(i, j) ? 1 : 0);
    }
    int count(const score_tile& t) const {
        const std::size_t i = t.first_query + t.queries, j = t.first_key + t.keys;
        return sums_[i][j] - sums_[t.first_query][j] - sums_[i][t.first_key] + sums_[t.first_query][t.first_key];
    }
    bool operator()(std::size_t i, std::size_t j) const { return count({i, 1, j, 1}) == 1; }

private:
    int sums_[queries + 1][keys + 1]{};
};

struct tally {
    std::size_t tiles = 0, decided = 0, vague = 0, wrong = 0;
    tally& operator+=(const tally& t) {
        tiles += t.tiles, decided += t.decided, vague += t.vague, wrong += t.wrong;
        return *this;
    }
};

/// What is said of a tile, by anyone: a reference, so that what checks it is compiled once, not for each mask.
class any_kind_of_tile {
public:
    template <class KindOf>
    any_kind_of_tile(const KindOf& kind_of)
        : what_(&kind_of),
          ask_([](const void* what, const score_tile& tile) { return (*static_cast<const KindOf*>(what))(tile); }) {}
    tile_kind operator()(const score_tile& tile) const { return ask_(what_, tile); }

private:
    const void* what_;
    tile_kind (*ask_)(const void*, const score_tile&);
};

/// Every tile of the scores. `vague` counts those that are masked whole or not at all, and said to be mixed.
tally check_tiles(const allowed_elements& allowed, const any_kind_of_tile& kind_of) {
    tally t;
    for (std::size_t i = 0; i < queries; ++i)
        for (std::size_t m = 1; i + m <= queries; ++m)
            for (std::size_t j = 0; j < keys; ++j)
                for (std::size_t n = 1; j + n <= keys; ++n) {
                    const score_tile tile{i, m, j, n};
                    const int count = allowed.count(tile);
                    const bool none = count == 0, all = count == static_cast<int>(m * n);
                    const tile_kind kind = kind_of(tile);
                    ++t.tiles;
                    t.decided += kind != tile_kind::mixed;
                    t.vague += kind == tile_kind::mixed && (none || all);
                    t.wrong += (kind == tile_kind::none && !none) || (kind == tile_kind::all && !all);
                }
    return t;
}

/// A random formula as the terms of a plan: slots 2 and 3 are q and k, slots 4 to 7 numbers.
template <unsigned Seed>
struct random_mask {
    static constexpr std::size_t numbers = 4;

    struct generator {
        unsigned state = Seed * 2654435761U + 99991;
        plan<16> p{};

        constexpr int draw(int n) {
            state = state * 1664525 + 1013904223;
            return static_cast<int>((state >> 16) % static_cast<unsigned>(n));
        }
        constexpr std::size_t add(const term& t) {
            p.terms.push_back(t);
            return p.terms.size() - 1;
        }
        constexpr std::size_t apply(function f, std::size_t a, std::size_t b = 0) {
            return add({.kind = term::apply, .f = f, .operands = {a, b}});
        }
        constexpr std::size_t whole_number(int depth) {
            if (depth == 0 || draw(3) == 0)
                return add(
                    {.kind = term::load, .slot = static_cast<std::size_t>(2 + (draw(3) == 0 ? 2 + draw(4) : draw(2)))});
            constexpr function all[] = {function::add,      function::subtract,  function::multiply,
                                        function::quotient, function::remainder, function::min,
                                        function::max,      function::abs,       function::negate};
            const function f = all[draw(9)];
            const std::size_t a = whole_number(depth - 1);
            return traits_of(f).operands == 1 ? apply(f, a) : apply(f, a, whole_number(depth - 1));
        }
        constexpr std::size_t condition(int depth) {
            constexpr function all[] = {function::both,       function::either, function::is_zero, function::less,
                                        function::less_equal, function::equal,  function::less};
            const function f = all[depth == 1 ? 3 + draw(4) : draw(7)];
            if (f == function::is_zero) return apply(f, condition(depth - 1));
            if (f == function::both || f == function::either) {
                const std::size_t a = condition(depth - 1);
                return apply(f, a, condition(depth - 1));
            }
            const std::size_t a = whole_number(depth - 1);
            return apply(f, a, whole_number(depth - 1));
        }
    };

    static constexpr plan<16> value = [] {
        generator g;
        const std::size_t mask = g.condition(4), core = g.add({.kind = term::core});
        kernel k{.loop = skeleton::stream, .cols = 1, .stream = {.keys = keys}};
        k.prologue = g.apply(function::where, mask, core);
        k.term_count = g.p.terms.size();
        g.p.kernels.push_back(k);
        return g.p;
    }();
    static constexpr std::size_t mask = value.terms[value.kernels[0].prologue].operands[0];

    /// The terms alone, for what reads them at run time: a plan has 18 kB.
    static constexpr auto terms = [] {
        std::array<term, value.terms.size()> copy{};
        for (std::size_t i = 0; i < copy.size(); ++i) copy[i] = value.terms[i];
        return copy;
    }();

    static long long number(std::size_t i) {
        constexpr long long some[] = {0, 1, 2, 3, 4, 5, 7, 10, 13, 19, -1, -2, -3, -7};
        return some[(Seed * 31 + i * 17 + Seed / 7) % 14];
    }
};

/// The value of a term as C++ computes it from integers; by 0 it is 0.
long long integer_value(const term* terms, std::size_t id, const long long (&slots)[8]) {
    const term& t = terms[id];
    if (t.kind == term::load) return slots[t.slot];
    const long long a = integer_value(terms, t.operands[0], slots);
    if (t.f == function::is_zero) return !a;
    if (t.f == function::negate) return -a;
    if (t.f == function::abs) return std::abs(a);
    const long long b = integer_value(terms, t.operands[1], slots);
    switch (t.f) {
        case function::add: return a + b;
        case function::subtract: return a - b;
        case function::multiply: return a * b;
        case function::quotient: return b == 0 ? 0 : a / b;
        case function::remainder: return b == 0 ? 0 : a % b;
        case function::min: return std::min(a, b);
        case function::max: return std::max(a, b);
        case function::less: return a < b;
        case function::less_equal: return a <= b;
        case function::equal: return a == b;
        case function::both: return a && b;
        case function::either: return a || b;
        default: ADD_FAILURE() << "no such function"; return 0;
    }
}

/// Which elements a random formula allows. Not a template, nor is what checks its tiles: there are hundreds of them.
allowed_elements allowed_by(const term* terms, std::size_t mask, const long long (&numbers)[4]) {
    return allowed_elements([&](std::size_t i, std::size_t j) {
        return integer_value(terms, mask,
                             {0, 0, static_cast<long long>(i), static_cast<long long>(j), numbers[0], numbers[1],
                              numbers[2], numbers[3]}) != 0;
    });
}

tally expect_right(unsigned seed, const allowed_elements& allowed, std::size_t wrong_elements,
                   const any_kind_of_tile& kind_of) {
    EXPECT_EQ(wrong_elements, 0U) << "elements of random formula " << seed;
    const tally t = check_tiles(allowed, kind_of);
    EXPECT_EQ(t.wrong, 0U) << "tiles of random formula " << seed;
    return t;
}

template <unsigned Seed, class T>
tally check_random_mask() {
    using mask = random_mask<Seed>;
    const auto number = [](std::size_t i) { return number_cursor<T>{static_cast<T>(mask::number(i))}; };
    const boost::hana::tuple<unknown_cursor, unknown_cursor, index_cursor<T, 1, 0>, index_cursor<T, 0, 1>,
                             number_cursor<T>, number_cursor<T>, number_cursor<T>, number_cursor<T>>
        cursors(unknown_cursor{}, unknown_cursor{}, index_cursor<T, 1, 0>{0}, index_cursor<T, 0, 1>{0}, number(0),
                number(1), number(2), number(3));
    const allowed_elements allowed = allowed_by(mask::terms.data(), mask::mask,
                                                {mask::number(0), mask::number(1), mask::number(2), mask::number(3)});
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < queries; ++i)
        for (std::size_t j = 0; j < keys; ++j)
            wrong += element<mask, 0, mask::mask, T>(cursors, i, j, T(0)) != T(allowed(i, j) ? 1 : 0);
    if constexpr (runs_in_registers<mask, 0, mask::mask, T, along_rows, decltype(cursors)>()) {
        constexpr std::size_t lanes_of_v = 16 / sizeof(T);
        using V = pack<T, lanes_of_v>;
        for (std::size_t i = 0; i + lanes_of_v <= queries; ++i)
            for (std::size_t j = 0; j < keys; ++j) {
                const V v = element<mask, 0, mask::mask, V>(cursors, i, j, V{});
                for (std::size_t l = 0; l < lanes_of_v; ++l) wrong += v[l] != T(allowed(i + l, j) ? 1 : 0);
            }
    }
    return expect_right(Seed, allowed, wrong,
                        [&](const score_tile& tile) { return kind_of_tile<mask, 0, T>(cursors, tile); });
}

template <unsigned First, class T, unsigned... I>
tally check_random_masks(std::integer_sequence<unsigned, I...>) {
    tally sum;
    ((sum += check_random_mask<First + I, T>()), ...);
    return sum;
}

void report(const char* name, const tally& t) {
    testing::Test::RecordProperty(
        name, std::to_string(t.vague) + " of " + std::to_string(t.tiles) + " tiles are called mixed and are not");
}

#ifndef HEED_TEST_MASKS  // of each number type: each takes a fifth of a second to compile, and at night there are more
#define HEED_TEST_MASKS 60
#endif

/// Of random formulas few tiles are masked whole for a reason that intervals see: repeated operands hide it.
TEST(mask_tile, random_formulas_in_float) {
    const tally t = check_random_masks<0, float>(std::make_integer_sequence<unsigned, HEED_TEST_MASKS>{});
    report("vague", t);
    EXPECT_GT(t.decided, t.tiles / 4);
    EXPECT_LT(t.vague, t.tiles / (HEED_TEST_MASKS < 60 ? 3 : 4));
}
TEST(mask_tile, random_formulas_in_double) {
    const tally t = check_random_masks<160, double>(std::make_integer_sequence<unsigned, HEED_TEST_MASKS>{});
    report("vague", t);
    EXPECT_GT(t.decided, t.tiles / 4);
    EXPECT_LT(t.vague, t.tiles / 3);  // of 60 masks; of 160 a quarter
}

/// The cursors of the only loop of a formula that streams, at its first row: what is in memory is not known.
template <class F, class T>
struct formula_cursors {
    using Plan = plan_for<F, T>;
    static constexpr step s = Plan::value.steps[Plan::value.steps.size() - 1];

    template <std::size_t I>
    static auto at(const numbers_of_leaves<T, leaf_count<F>>& numbers) {
        constexpr slot place = Plan::value.slot_at(s, I);
        if constexpr (place.place == slot::index)
            return index_cursor<T, place.row_stride, place.col_stride>{place.offset};
        else if constexpr (place.place == slot::exact)
            return number_cursor<T>{to_number<T>(Plan::value.constants[place.id])};
        else if constexpr (place.place == slot::number)
            return number_cursor<T>{numbers.values[place.id]};
        else
            return unknown_cursor{};
    }
    static auto all(const F& f) {
        numbers_of_leaves<T, leaf_count<F>> numbers;
        numbers.add(f);
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return boost::hana::tuple<decltype(at<I>(numbers))...>(at<I>(numbers)...);
        }
        (std::make_index_sequence<s.slot_count>{});
    }
};

const tensor<float, queries, 3>& some_queries() {
    static const tensor<float, queries, 3> t;
    return t;
}

/// Tiles and elements of softmax(where(mask, S)) * V; how many tiles are vague.
template <class Mask, class Allowed>
tally check_mask(const Mask& mask, const Allowed& is_allowed) {
    const auto& t = some_queries();
    const auto f = softmax(where(mask, t * transpose(t))) * t;
    using F = std::remove_cvref_t<decltype(f)>;
    using cursors = formula_cursors<F, float>;
    static_assert(has_mask<typename cursors::Plan, cursors::s.kernel>());
    const allowed_elements allowed(
        [&](std::size_t i, std::size_t j) { return is_allowed(static_cast<int>(i), static_cast<int>(j)); });
    const tensor scores = where(mask, t * transpose(t));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < queries; ++i)
        for (std::size_t j = 0; j < keys; ++j) wrong += (scores(i, j) == 0) != allowed(i, j);
    EXPECT_EQ(wrong, 0U) << "elements";
    const auto all = cursors::all(f);
    const tally sum = check_tiles(allowed, [&](const score_tile& tile) {
        return kind_of_tile<typename cursors::Plan, cursors::s.kernel, float>(all, tile);
    });
    EXPECT_EQ(sum.wrong, 0U) << "tiles";
    tile_counts counts;  // tile by tile, as run asks: 4 x 7, the last one narrower
    for (std::size_t i = 0; i < queries; i += 4)
        for (std::size_t j = 0; j < keys; j += 7) {
            const tile_kind kind = kind_of_tile<typename cursors::Plan, cursors::s.kernel, float>(
                all, {i, 4, j, std::min<std::size_t>(7, keys - j)});
            counts += tile_counts{kind == tile_kind::none, kind == tile_kind::mixed, kind == tile_kind::all};
        }
    EXPECT_EQ(counts, (mask_tiles<4, 7>(f))) << "counts";
    return sum;
}

using index::k, index::q;

TEST(mask_tile, ready_made_masks_are_seen_exactly) {
    const auto exact = [](const auto& mask, const auto& allowed) { EXPECT_EQ(check_mask(mask, allowed).vague, 0U); };
    exact(causal, [](int i, int j) { return j <= i; });
    exact(causal_upper_left, [](int i, int j) { return j <= i; });
    exact(causal_lower_right, [](int i, int j) { return j <= i; });
    exact(padding(7), [](int, int j) { return j < 7; });
    exact(padding(0), [](int, int) { return false; });
    exact(k / 5 == 2 && q > 3, [](int i, int j) { return j / 5 == 2 && i > 3; });
    exact(!(k < 3), [](int, int j) { return j >= 3; });
    exact(abs(k - 9) < 4, [](int, int j) { return std::abs(j - 9) < 4; });
}

/// A window has two edges: a tile that lies outside of both for other reasons at either end is called mixed. A tile of
/// a block diagonal is decided when it lies within blocks.
TEST(mask_tile, few_tiles_of_other_masks_are_vague) {
    const auto nearly = [](const auto& mask, const auto& allowed, double share) {
        const tally t = check_mask(mask, allowed);
        EXPECT_LE(static_cast<double>(t.vague), share * static_cast<double>(t.tiles)) << t.vague << " of " << t.tiles;
    };
    nearly(
        sliding_window<5>, [](int i, int j) { return i - j <= 5 && j <= i; }, 0);
    nearly(
        sliding_window<2, 3>, [](int i, int j) { return i - j <= 2 && j - i <= 3; }, 0);
    nearly(
        prefix<6>, [](int i, int j) { return j < 6 || j <= i; }, 0.02);
    nearly(
        k <= q && k / 6 == q / 6, [](int i, int j) { return j <= i && j / 6 == i / 6; }, 0.02);
    nearly(
        k / 4 == q / 4 || k < 2, [](int i, int j) { return j / 4 == i / 4 || j < 2; }, 0.02);
    nearly(
        abs(q - k) % 3 == 0, [](int i, int j) { return std::abs(i - j) % 3 == 0; }, 0);
    nearly(
        q % 2 == 1 && k >= 10, [](int i, int j) { return i % 2 == 1 && j >= 10; }, 0);
    nearly(((q - k) / 3 >= 1) != (k == 0), [](int i, int j) { return ((i - j) / 3 >= 1) != (j == 0); }, 0.05);
    nearly((q - k) % 4 == -1, [](int i, int j) { return (i - j) % 4 == -1; }, 0.05);
    nearly(
        q / k > 2, [](int i, int j) { return j != 0 && i / j > 2; }, 0.1);
}

/// What is in memory decides elements and leaves tiles open, unless the rest of the mask decides them.
TEST(mask_tile, captured_tensors) {
    tensor<int, queries> ids;
    for (std::size_t i = 0; i < queries; ++i) ids(i) = static_cast<int>(i * i / 30);
    const auto same = [&](int i, int j) {
        return ids(static_cast<std::size_t>(i)) == ids(static_cast<std::size_t>(j));
    };
    EXPECT_EQ(check_mask(same_document(ids), same).decided, 0U);
    const tally t = check_mask(causal && same_document(ids), [&](int i, int j) { return j <= i && same(i, j); });
    std::size_t above = 0;  // the diagonal
    check_tiles(allowed_elements([](std::size_t, std::size_t) { return false; }), [&](const score_tile& tile) {
        above += tile.first_key > tile.first_query + tile.queries - 1;
        return tile_kind::mixed;
    });
    EXPECT_EQ(t.decided, above);
}

}  // namespace heed::test
