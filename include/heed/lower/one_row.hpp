// SPDX-License-Identifier: BSL-1.0
// The variant of a plan for one row, of queries or of a product, where their number is known at run time only: loops
// for many keep them side by side in registers, which one does not fill.
#pragma once

#include <heed/graph/sized_graph.hpp>
#include <heed/lower/lower.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// Whether a loop for many rows reads an operand that is a tensor, as the keys of a cache and weights are.
template <std::size_t Capacity>
constexpr bool has_rows_beside_tensor(const plan<Capacity>& p, const step& s, const kernel& k) {
    switch (k.loop) {
        case skeleton::stream:
            return k.stream.depth_lanes == 0 && k.stream.depth > 0 &&
                   p.slot_at(s, stream_slot::keys).place == slot::leaf;
        case skeleton::product:
            return k.product.depth_lanes == 0 && !k.product.sweeps_rows &&
                   p.slot_at(s, product_slot::right).place == slot::leaf;
        default: return false;
    }
}

/// The length that says how many rows such a loop of the plan has, and nothing of any operand beside rows: what
/// computes keys has queries for each. Else how many lengths there are.
template <std::size_t Capacity>
constexpr std::size_t length_of_rows(const plan<Capacity>& p, const length_list& lengths) {
    const auto is_in = [&](std::size_t length, std::size_t size) {
        return size != 0 && length_product(size, lengths).power[length] != 0;
    };
    const auto each_kernel = [&](const auto& f) {
        for (const nest& n : p.nests)
            for (std::size_t i = n.first_step; i < n.first_step + n.step_count; ++i)
                f(n, p.steps[i], with_lengths_of(p.kernels[p.steps[i].kernel], p.steps[i].lengths, lengths));
    };
    std::size_t found = lengths.size();
    each_kernel([&](const nest& n, const step& s, const kernel& k) {
        if (found == lengths.size() && has_rows_beside_tensor(p, s, k))
            if (const std::size_t length = length_product(n.rows.size, lengths).only_length();
                length != length_product::no_length)
                found = length;
    });
    if (found == lengths.size()) return found;
    bool says_more = false;
    each_kernel([&](const nest&, const step&, const kernel& k) {
        if (k.loop == skeleton::stream) says_more = says_more || is_in(found, k.stream.keys);
        if (k.loop == skeleton::product) says_more = says_more || is_in(found, k.product.inner) || is_in(found, k.cols);
    });
    return says_more ? lengths.size() : found;
}

/// Whether a plan has loops for few rows.
template <std::size_t Capacity>
constexpr bool has_few_rows(const plan<Capacity>& p) {
    for (const kernel& k : p.kernels) {
        if (k.loop == skeleton::stream && k.stream.depth_lanes != 0) return true;
        if (k.loop == skeleton::product && (k.product.depth_lanes != 0 || k.product.sweeps_rows)) return true;
    }
    return false;
}

/// Graph, where its length number Length is 1; FirstKernel is the number of kernels of its plan for all lengths.
template <class Graph, std::size_t Length, std::size_t FirstKernel>
struct graph_with_one {
    static constexpr std::size_t first_kernel = FirstKernel;
    static constexpr std::size_t length = Length;
    static constexpr length_list lengths = [] {
        length_list others;
        for (const std::size_t prime : Graph::lengths)
            if (prime != Graph::lengths[Length]) others.push_back(prime);
        return others;
    }();
    static constexpr auto value = [] {
        length_list values = Graph::lengths;
        values[Length] = 1;
        return given_lengths{Graph::lengths, values.items}.at(Graph::value);
    }();
};

/// The plan of Graph for one row, a lowered<...>; void where it has no other loops for one.
template <class Graph, std::size_t ElementBytes, bool SharesTiles = false, bool HasLengths = !Graph::lengths.empty()>
struct one_row_of {
    using type = void;
};
template <class Graph, std::size_t ElementBytes, bool SharesTiles>
class one_row_of<Graph, ElementBytes, SharesTiles, true> {
    using plan = lowered<Graph, ElementBytes, SharesTiles>;

    template <std::size_t Length>
    static constexpr auto find() {
        if constexpr (Length != Graph::lengths.size()) {
            using for_one =
                lowered<graph_with_one<Graph, Length, plan::value.kernels.count>, ElementBytes, SharesTiles>;
            if constexpr (has_few_rows(for_one::value))
                return std::type_identity<for_one>();
            else
                return std::type_identity<void>();
        } else {
            return std::type_identity<void>();
        }
    }

public:
    using type = typename decltype(find<length_of_rows(plan::value, plan::lengths)>())::type;
};

}  // namespace heed::detail
