// SPDX-License-Identifier: BSL-1.0
// Formulas drawn at random, with random shapes: one for each seed, known while compiling.
#pragma once

#include <heed/heed.hpp>

#include <cstddef>
#include <cstdint>

namespace heed::test {

/// A chain of well-mixed numbers from a seed.
constexpr std::uint64_t mixed(std::uint64_t seed) {
    seed += 0x9E3779B97F4A7C15U;
    seed = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9U;
    seed = (seed ^ (seed >> 27)) * 0x94D049BB133111EBU;
    return seed ^ (seed >> 31);
}

constexpr std::size_t drawn(std::uint64_t seed, std::size_t first, std::size_t last) {
    return first + mixed(seed) % (last - first + 1);
}

/// Numbers in [-1, 1).
template <class Tensor>
void fill_randomly(Tensor& t, std::uint64_t seed) {
    for (auto& x : t) {
        seed = mixed(seed);
        x = static_cast<typename Tensor::value_type>(static_cast<double>(seed >> 11) * 0x1p-52 - 1.0);
    }
}
template <class T, extent... E>
tensor<T, E...> random_tensor(std::uint64_t seed) {
    tensor<T, E...> t;
    fill_randomly(t, seed);
    return t;
}

/// A tensor that outlives the formula: one for each seed and shape.
template <class T, std::uint64_t Seed, extent... E>
const tensor<T, E...>& kept_tensor() {
    static const tensor<T, E...> t = random_tensor<T, E...>(Seed);
    return t;
}

template <class T, std::uint64_t Seed, std::size_t Rows, std::size_t Cols>
auto random_leaf() {
    constexpr std::size_t kind = drawn(Seed, 0, 4);
    if constexpr (kind == 0) {
        return random_tensor<T, Rows, Cols>(Seed) * 1;  // moved into the formula
    } else if constexpr (kind == 1) {
        return detail::as_operand(kept_tensor<T, Seed, Rows, Cols>());
    } else if constexpr (kind == 2) {
        return kept_tensor<T, Seed, 3, Rows, Cols>()[1];  // a view
    } else if constexpr (kind == 3) {                     // a part of a wider matrix
        return strided_view<const T, Rows, Cols>(kept_tensor<T, Seed, Rows, Cols + 3>().data() + 2, {Cols + 3, 1});
    } else {  // column-major
        return strided_view<const T, Rows, Cols>(kept_tensor<T, Seed, Rows, Cols>().data(), {1, Rows});
    }
}

/// Scores times or over a number of the program, an exact one, or the element of a tensor.
template <std::uint64_t Seed, class Scores>
auto scaled_scores(const Scores& scores) {
    constexpr std::size_t kind = drawn(Seed, 0, 6);
    using T = heed::detail::value_of<Scores>;
    if constexpr (kind == 0)
        return scores / 2.5;
    else if constexpr (kind == 1)
        return 0.75 * scores;
    else if constexpr (kind == 2)
        return scores * 0.75 / 2.5;
    else if constexpr (kind == 3)
        return hadamard(scores, random_tensor<T, 1>(Seed));
    else if constexpr (kind == 4)
        return 2.5 / (3 + abs(scores));
    else
        return scores / sqrt(3_c);
}

/// A formula of Rows x Cols elements of moderate size.
template <class T, std::uint64_t Seed, int Depth, std::size_t Rows, std::size_t Cols>
auto random_formula() {
    constexpr std::uint64_t a = mixed(Seed * 3 + 1), b = mixed(Seed * 5 + 2), c = mixed(Seed * 7 + 3);
    constexpr std::size_t kind = Depth == 0 ? 0 : drawn(Seed, 0, 26);
    constexpr std::size_t k = drawn(a, 1, 9);
    if constexpr (kind == 0) {
        return random_leaf<T, Seed, Rows, Cols>();
    } else if constexpr (kind == 1) {
        return random_formula<T, a, Depth - 1, Rows, Cols>() + random_formula<T, b, Depth - 1, Rows, Cols>();
    } else if constexpr (kind == 2) {
        return random_formula<T, a, Depth - 1, Rows, Cols>() - random_tensor<T, Cols>(b);
    } else if constexpr (kind == 3) {
        return random_formula<T, a, Depth - 1, 1, Cols>() + random_formula<T, b, Depth - 1, Rows, 1>();
    } else if constexpr (kind <= 6) {
        return random_formula<T, a, Depth - 1, Rows, k>() * random_formula<T, b, Depth - 1, k, Cols>() /
               sqrt(constant<k>{});
    } else if constexpr (kind == 7) {
        return transpose(random_formula<T, a, Depth - 1, Cols, Rows>());
    } else if constexpr (kind == 8) {
        return softmax<drawn(b, 0, 1)>(random_formula<T, a, Depth - 1, Rows, Cols>());
    } else if constexpr (kind == 9) {
        return hadamard(random_formula<T, a, Depth - 1, Rows, Cols>(), random_formula<T, b, Depth - 1, Rows, Cols>());
    } else if constexpr (kind == 10) {
        return tanh(random_formula<T, a, Depth - 1, Rows, Cols>());
    } else if constexpr (kind == 11) {
        return exp(-abs(random_formula<T, a, Depth - 1, Rows, Cols>())) * 0.5;
    } else if constexpr (kind == 12 && Cols > 1) {
        constexpr std::size_t left = drawn(c, 1, Cols - 1);
        return concat(random_formula<T, a, Depth - 1, Rows, left>(),
                      random_formula<T, b, Depth - 1, Rows, Cols - left>());
    } else if constexpr (kind == 13 && Rows > 1) {
        constexpr std::size_t top = drawn(c, 1, Rows - 1);
        return concat<0>(random_formula<T, a, Depth - 1, top, Cols>(),
                         random_formula<T, b, Depth - 1, Rows - top, Cols>());
    } else if constexpr (kind == 14) {
        return rows<2, 2 + Rows>(random_formula<T, a, Depth - 1, Rows + 3, Cols>());
    } else if constexpr (kind == 15) {
        return cols<1, 1 + Cols>(random_formula<T, a, Depth - 1, Rows, Cols + 2>());
    } else if constexpr (kind == 16) {
        return softmax(scaled_scores<mixed(c)>(random_formula<T, a, Depth - 1, Rows, k>() *
                                               transpose(random_formula<T, b, Depth - 1, k + 2, k>()))) *
               random_formula<T, c, Depth - 1, k + 2, Cols>();
    } else if constexpr (kind <= 18) {
        return attention(random_formula<T, a, Depth - 1, Rows, k>(), random_formula<T, b, Depth - 1, k + 2, k>(),
                         random_formula<T, c, Depth - 1, k + 2, Cols>());
    } else if constexpr (kind == 19) {
        return random_formula<T, a, Depth - 1, Rows, Cols>() + mean<0>(random_formula<T, b, Depth - 1, k, Cols>());
    } else if constexpr (kind == 20) {
        return log_softmax(random_formula<T, a, Depth - 1, Rows, Cols>()) * 0.25;
    } else if constexpr (kind == 21) {  // multi-head: a product of a concatenation
        return concat(heads<2>([](auto i) {
                   return attention(random_formula<T, a + i, 1, Rows, 3>(), random_formula<T, b + i, 1, 5, 3>(),
                                    random_formula<T, c + i, 1, 5, k>());
               })) *
               random_formula<T, c + 9, Depth - 1, 2 * k, Cols>();
    } else if constexpr (kind == 22) {  // the other convention: columns are tokens
        return random_formula<T, a, Depth - 1, Rows, k>() * softmax<0>(random_formula<T, b, Depth - 1, k, Cols>());
    } else if constexpr (kind == 23) {  // named, and used in two ways
        return let(random_formula<T, a, Depth - 1, Rows, Cols>(),
                   [](auto s) { return s - hadamard(tanh(s), random_formula<T, b, Depth - 1, Rows, Cols>()); });
    } else if constexpr (kind == 24) {  // read by row and by column
        return let(random_formula<T, a, Depth - 1, Rows, Cols>(), [](auto s) {
            return let(softmax(s * transpose(s) / sqrt(constant<Cols>{})), [&](auto w) { return w * s + mean<0>(s); });
        });
    } else if constexpr (kind == 25) {  // inside of another, neither naming the other
        return let(random_formula<T, a, Depth - 1, Rows, Cols>(), [](auto s) {
            return let(random_formula<T, b, Depth - 1, Rows, Cols>(), [&](auto t) { return max(s, t) - min(t, s); });
        });
    } else {
        return max(random_formula<T, a, Depth - 1, Rows, Cols>(),
                   logsumexp<0>(random_formula<T, b, Depth - 1, k, Cols>()));
    }
}

}  // namespace heed::test
