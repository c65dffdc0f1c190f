// SPDX-License-Identifier: BSL-1.0
// Plans for one row, two, three or four, of queries or of a product, if the number of rows is dynamic. Loops for many
// rows keep them in lanes, which a few do not fill.
#pragma once

#include <heed/graph/sized_graph.hpp>
#include <heed/lower/lower.hpp>
#include <heed/meta/config.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// Whether a loop is one of those for few rows.
constexpr bool is_for_few_rows(const kernel& k) {
    if (k.loop == skeleton::stream) return k.stream.depth_lanes != 0;
    return k.loop == skeleton::product && (k.product.depth_lanes != 0 || k.product.sweeps_rows);
}

/// Whether a loop for many rows reads an operand that is a leaf, such as cached keys or weights.
constexpr bool reads_tensor_for_many_rows(const plan_view& p, const step& s, const kernel& k) {
    if (is_for_few_rows(k) || (k.loop == skeleton::stream && k.stream.depth == 0)) return false;
    return p.slot_at(s, k.loop == skeleton::stream ? stream_slot::keys : product_slot::right).place == slot::leaf;
}

/// Whether f(nest, step, kernel) is true for any step with this loop.
template <class F>
constexpr bool any_step(const plan_view& p, const length_list& lengths, skeleton loop, const F& f) {
    for (const nest& n : p.nests)
        for (std::size_t i = n.first_step; i < n.first_step + n.step_count; ++i) {
            const kernel k = with_lengths_of(p.kernels[p.steps[i].kernel], p.steps[i].lengths, lengths);
            if (k.loop == loop && f(n, p.steps[i], k)) return true;
        }
    return false;
}

/// Whether a number of keys, terms or columns depends on a length: that operand would have size 1, too.
constexpr bool sizes_other_operands(const plan_view& p, const length_list& lengths, std::size_t length) {
    const auto is_in = [&](std::size_t size) { return size != 0 && length_product(size, lengths).power[length] != 0; };
    return any_step(p, lengths, skeleton::stream,
                    [&](const nest&, const step&, const kernel& k) { return is_in(k.stream.keys); }) ||
           any_step(p, lengths, skeleton::product,
                    [&](const nest&, const step&, const kernel& k) { return is_in(k.product.inner) || is_in(k.cols); });
}

/// Whether a plan computes keys. This is usually self-attention over a long sequence.
constexpr bool computes_keys(const plan_view& p, const length_list& lengths) {
    return any_step(p, lengths, skeleton::stream, [&](const nest&, const step& s, const kernel& k) {
        return k.stream.depth > 0 && p.slot_at(s, stream_slot::keys).place != slot::leaf;
    });
}

/// The length that is the number of rows of a loop for many rows, which reads a leaf, and that sizes no other operand.
/// Queries of attention come before rows of products. length_product::no_length if there is none.
constexpr std::size_t length_of_rows(const plan_view& p, const length_list& lengths) {
    std::size_t found = length_product::no_length;
    for (const skeleton loop : {skeleton::stream, skeleton::product}) {
        if (loop == skeleton::product && computes_keys(p, lengths)) break;
        if (any_step(p, lengths, loop, [&](const nest& n, const step& s, const kernel& k) {
                if (!reads_tensor_for_many_rows(p, s, k)) return false;
                found = length_product(n.rows.size, lengths).only_length();
                return found != length_product::no_length && !sizes_other_operands(p, lengths, found);
            }))
            return found;
    }
    return length_product::no_length;
}

/// The number of steps with a loop for few rows.
constexpr std::size_t steps_of_few_rows(const plan_view& p) {
    std::size_t count = 0;
    for (const step& s : p.steps) count += is_for_few_rows(p.kernels[s.kernel]) ? 1 : 0;
    return count;
}

/// Graph with its length number Length set to Rows. FirstKernel is the number of kernels in the plans before it.
template <class Graph, std::size_t Length, std::size_t Rows, std::size_t FirstKernel>
struct graph_with_rows {
    static constexpr std::size_t first_kernel = FirstKernel;
    static constexpr length_list lengths = [] {
        length_list others;
        for (const std::size_t prime : Graph::lengths)
            if (prime != Graph::lengths[Length]) others.push_back(prime);
        return others;
    }();
    static constexpr auto value = [] {
        length_list values = Graph::lengths;
        values[Length] = Rows;
        return given_lengths{Graph::lengths, values.begin()}.at(Graph::value);
    }();
};

/// Plans of a graph without lengths, or without a length that is a number of rows: there is one for all.
struct no_plans_of_few_rows {
    static constexpr std::size_t most = 0;
};

/// for_rows<Rows> for 1 row to `most` rows, each a lowered<...> with loops for few rows where `All` has none.
template <class Graph, std::size_t Length, std::size_t ElementBytes, bool SharesTiles>
class plans_of_rows {
    using all = lowered<Graph, ElementBytes, SharesTiles>;

public:  // clang 14 refuses private members in the alias
    template <std::size_t Rows>
    static constexpr std::size_t first_kernel() {
        if constexpr (Rows == 1)
            return all::value.kernels.size();
        else
            return for_rows<Rows - 1>::first_kernel + for_rows<Rows - 1>::value.kernels.size();
    }
    template <std::size_t Rows>
    using for_rows = lowered<graph_with_rows<Graph, Length, Rows, first_kernel<Rows>()>, ElementBytes, SharesTiles>;

private:
    template <std::size_t Rows>
    static constexpr std::size_t count() {
        if constexpr (Rows > HEED_PLANNED_ROWS)
            return Rows - 1;
        else if constexpr (steps_of_few_rows(for_rows<Rows>::value) > steps_of_few_rows(all::value))
            return count<Rows + 1>();
        else
            return Rows - 1;
    }

public:
    /// The number of the length that is the number of rows.
    static constexpr std::size_t length = Length;
    static constexpr std::size_t most = count<1>();
};

/// The plans of Graph for few rows: plans_of_rows, or no_plans_of_few_rows.
template <class Graph, std::size_t ElementBytes, bool SharesTiles = false, bool HasLengths = !Graph::lengths.empty()>
struct few_rows_of {
    using type = no_plans_of_few_rows;
};
template <class Graph, std::size_t ElementBytes, bool SharesTiles>
class few_rows_of<Graph, ElementBytes, SharesTiles, true> {
    using all = lowered<Graph, ElementBytes, SharesTiles>;
    static constexpr std::size_t length = length_of_rows(all::value, all::lengths);

public:
    using type = std::conditional_t<length == length_product::no_length, no_plans_of_few_rows,
                                    plans_of_rows<Graph, length, ElementBytes, SharesTiles>>;
};

/// For at least Rows rows, and at most ForFew::most; see with_plan_for.
template <class ForFew, std::size_t Rows, class Use>
constexpr auto with_plan_of_rows(const std::size_t* values, const Use& use) {
    if constexpr (Rows < ForFew::most)
        if (values[ForFew::length] != Rows) return with_plan_of_rows<ForFew, Rows + 1>(values, use);
    using few = typename ForFew::template for_rows<Rows>;
    std::size_t others[few::lengths.size() + 1]{};
    for (std::size_t i = 0; i < few::lengths.size(); ++i) others[i] = values[i < ForFew::length ? i : i + 1];
    return use(std::type_identity<few>(), others);
}

/// use(std::type_identity<Plan>, values of its lengths) for the plan that runs for these lengths: All, or one for a few
/// rows.
template <class All, class ForFew, class Use>
constexpr auto with_plan_for(const std::size_t* values, const Use& use) {
    if constexpr (ForFew::most > 0)
        if (values[ForFew::length] - 1 < ForFew::most) return with_plan_of_rows<ForFew, 1>(values, use);
    return use(std::type_identity<All>(), values);
}

}  // namespace heed::detail
