// SPDX-License-Identifier: BSL-1.0
// Formulas of whole layers, each beside what it is measured against.
#pragma once

#include <bench/contender.hpp>

#include <heed/heed.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// A formula and what it is measured against: its products alone, the same without what is asked about, or what reads
/// its operands once.
struct comparison {
    std::string name;
    double flops;                                      ///< of the products; 0 where memory is the limit
    std::string against;                               ///< in words
    double reach;                                      ///< at least so many times as fast as that
    std::pair<computation, computation> (*prepare)();  ///< {the formula, what it is measured against}
};

/// Another library that computes the same: by the name of a comparison.
struct layer_peer {
    std::string who, name;
    computation (*prepare)();
    std::size_t result_size = 0;  ///< of the same numbers; 0 where its operands are others
};

inline std::vector<comparison>& comparisons() {
    static std::vector<comparison> all;
    return all;
}
inline std::vector<layer_peer>& layer_peers() {
    static std::vector<layer_peer> all;
    return all;
}

struct compares {
    explicit compares(comparison c) { comparisons().push_back(std::move(c)); }
};
struct takes_part_in_layer {
    explicit takes_part_in_layer(layer_peer p) { layer_peers().push_back(std::move(p)); }
};

/// Numbers in [-size, size).
void fill(auto& numbers, double size, std::uint32_t seed) {
    for (auto& x : numbers) {
        seed = seed * 1664525U + 1013904223U;
        x = static_cast<float>(size * (static_cast<double>(seed >> 8) * 0x1p-23 - 1));
    }
}

/// Operands on the heap, so that the large ones of several formulas need no stack.
template <class Operands>
std::shared_ptr<Operands> prepared() {
    const auto operands = std::make_shared<Operands>();
    operands->fill_all();
    return operands;
}

/// y = f(*operands), as often as wanted.
template <class Operands, class F>
computation evaluating(const std::shared_ptr<Operands>& operands, const F& f) {
    using result = decltype(heed::evaluate(f(*operands)));
    const auto y = std::make_shared<result>();
    return repeated(y->data(), [=] { heed::noalias(*y) = f(*operands); });
}

/// Statements one after the other.
template <class Operands, class F>
computation doing(const std::shared_ptr<Operands>& operands, const F& statements) {
    return repeated(static_cast<const float*>(nullptr), [=] { statements(*operands); });
}

}  // namespace bench
