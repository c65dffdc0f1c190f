// SPDX-License-Identifier: BSL-1.0
// The variant of a plan for one query, where their number is known at run time only: loops for many queries keep them
// side by side in registers, which one does not fill.
#pragma once

#include <heed/graph/sized_graph.hpp>
#include <heed/lower/lower.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// The length that says how many queries an attention of the plan has, and nothing of its keys, which are a tensor, as
/// those of a cache are: what computes keys has queries for each. Else how many lengths there are.
template <std::size_t Capacity>
constexpr std::size_t length_of_queries(const plan<Capacity>& p, const length_list& lengths) {
    for (const nest& n : p.nests)
        for (std::size_t i = n.first_step; i < n.first_step + n.step_count; ++i) {
            const step& s = p.steps[i];
            const kernel k = with_lengths_of(p.kernels[s.kernel], s.lengths, lengths);
            if (k.loop != skeleton::stream || k.stream.depth_lanes != 0 || k.stream.depth == 0) continue;
            if (p.slot_at(s, stream_slot::keys).place != slot::leaf) continue;
            const std::size_t length = length_product(n.rows.size, lengths).only_length();
            if (length == length_product::no_length) continue;
            if (length_product(k.stream.keys, lengths).power[length] == 0) return length;
        }
    return lengths.size();
}

/// Whether a plan has attention whose loops are those of few queries.
template <std::size_t Capacity>
constexpr bool has_few_queries(const plan<Capacity>& p) {
    for (const kernel& k : p.kernels)
        if (k.loop == skeleton::stream && k.stream.depth_lanes != 0) return true;
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

/// The plan of Graph for one query, a lowered<...>; void where it has no other loops for one.
template <class Graph, std::size_t ElementBytes, bool SharesTiles = false, bool HasLengths = !Graph::lengths.empty()>
struct one_query_of {
    using type = void;
};
template <class Graph, std::size_t ElementBytes, bool SharesTiles>
class one_query_of<Graph, ElementBytes, SharesTiles, true> {
    using plan = lowered<Graph, ElementBytes, SharesTiles>;

    template <std::size_t Length>
    static constexpr auto find() {
        if constexpr (Length != Graph::lengths.size()) {
            using for_one =
                lowered<graph_with_one<Graph, Length, plan::value.kernels.count>, ElementBytes, SharesTiles>;
            if constexpr (has_few_queries(for_one::value))
                return std::type_identity<for_one>();
            else
                return std::type_identity<void>();
        } else {
            return std::type_identity<void>();
        }
    }

public:
    using type = typename decltype(find<length_of_queries(plan::value, plan::lengths)>())::type;
};

}  // namespace heed::detail
