// SPDX-License-Identifier: BSL-1.0
// Graphs in which primes stand for lengths, with the primes replaced by the actual lengths.
#pragma once

#include <heed/graph/graph.hpp>
#include <heed/shape/size_from.hpp>

#include <cstddef>

namespace heed::detail {

/// The primes that stand for lengths in a graph; none if it is not the graph of a formula.
template <class Graph>
constexpr const length_list& lengths_of_graph() {
    if constexpr (requires { Graph::lengths; })
        return Graph::lengths;
    else
        return no_lengths;
}

/// The lengths of a graph, and their values.
struct given_lengths {
    const length_list& lengths;
    const std::size_t* values;

    constexpr std::size_t at(std::size_t number) const { return size_at(number, lengths, values); }
    constexpr extent at(const extent& e) const { return {at(e.size), e.name}; }
    constexpr shape at(const shape& s) const { return shape_at(s, lengths, values); }
    /// errors  shape_error for a number that needs more than 64 bits
    constexpr long long at(long long number) const {
        const length_product product(static_cast<std::size_t>(number < 0 ? -number : number), lengths);
        long long n = number < 0 ? -1 : 1;
        multiply_in_constant(n, product.factor);
        for (std::size_t i = 0; i < lengths.size(); ++i)
            for (unsigned char p = 0; p < product.power[i]; ++p) multiply_in_constant(n, values[i]);
        return n;
    }
    constexpr surd at(const surd& s) const {
        if (lengths.empty()) return s;
        return {at(s.numerator), at(s.denominator), at(s.radicand)};
    }
    template <std::size_t Capacity>
    constexpr graph<Capacity> at(graph<Capacity> g) const {
        for (node& n : g.nodes) n = at(n);
        return g;
    }
    constexpr node at(node n) const {
        n.dims = at(n.dims);
        n.value = at(n.value);
        n.map = at(n.map);
        return n;
    }
    constexpr index_map at(index_map map) const {
        for (std::size_t& offset : map.offset) offset = at(offset);
        for (index_link& link : map.links) {
            link.factor = at(link.factor);
            link.divisor = at(link.divisor);
        }
        return map;
    }
};

}  // namespace heed::detail
