// SPDX-License-Identifier: BSL-1.0
// Plans for one row, two, three or four, of queries or of a product, if the number of rows is dynamic. Loops for many
// rows keep them in lanes, which a few do not fill.
#pragma once

#include <heed/graph/sized_graph.hpp>
#include <heed/lower/lower.hpp>
#include <heed/meta/config.hpp>
#include <heed/shape/length_list.hpp>
#include <heed/shape/reshaping.hpp>

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

/// Whether a number of keys, terms or columns depends on one of the lengths in `size`: that operand would be small,
/// too.
constexpr bool sizes_other_operands(const plan_view& p, const length_list& lengths, std::size_t size) {
    const auto is_in = [&](std::size_t other) { return other != 0 && shares_length(other, size, lengths); };
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

/// The lengths in `size`, if each is a factor once; the last of them is given `last`, the others 1.
constexpr length_list lengths_with_rows(const length_list& lengths, std::size_t size, std::size_t last) {
    length_list values = lengths;
    bool is_last = true;
    for (std::size_t i = lengths.size(); i-- > 0;) {
        if (size % lengths[i] != 0) continue;
        values[i] = is_last ? last : 1;
        is_last = false;
    }
    return values;
}

/// Whether a node is its operand, in the same order, with other axes.
constexpr bool only_names_axes(const graph_view& form, node_id id) {
    const node& n = form[id];
    if (n.kind == node_kind::reshape) return true;
    if (n.kind != node_kind::view) return false;
    const shape& from = form[form.operand(id, 0)].dims;
    return from.size() == n.dims.size() && n.map == split_map(reshaping_of(from, n.dims), n.dims).map;
}

/// Whether the lengths in `size` occur as a product only, so that 2 texts of 3 tokens are computed as one of 6.
constexpr bool occur_as_product(const graph_view& form, const length_list& lengths, std::size_t size) {
    std::size_t product = 1;
    length_list apart = lengths;
    for (std::size_t i = 0; i < lengths.size(); ++i)
        if (size % lengths[i] == 0) product *= apart[i] = i + 2;
    const length_list together = lengths_with_rows(lengths, size, product);
    const given_lengths in_two{lengths, apart.begin()}, in_one{lengths, together.begin()};
    for (node_id id = 0; id < form.nodes.size(); ++id)
        if (!only_names_axes(form, id) && !(in_two.at(form[id]) == in_one.at(form[id]))) return false;
    return true;
}

/// The length that a number of rows is a multiple of, or the product of several that are one number to the loops; 0 if
/// there is none.
constexpr std::size_t length_in_rows(const graph_view& form, const length_list& lengths, std::size_t rows) {
    const length_product all(rows, lengths);
    std::size_t size = 1, count = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        if (all.power[i] > 1) return 0;
        count += all.power[i];
        if (all.power[i] == 1) size *= lengths[i];
    }
    return count == 1 || (count > 1 && occur_as_product(form, lengths, size)) ? size : 0;
}

/// The length, or product of lengths, that is the number of rows of a loop for many rows, which reads a leaf, and that
/// sizes no other operand. Queries of attention come before rows of products. 0 if there is none.
constexpr std::size_t length_of_rows(const plan_view& p, const graph_view& form, const length_list& lengths) {
    std::size_t found = 0;
    for (const skeleton loop : {skeleton::stream, skeleton::product}) {
        if (loop == skeleton::product && computes_keys(p, lengths)) break;
        if (any_step(p, lengths, loop, [&](const nest& n, const step& s, const kernel& k) {
                if (!reads_tensor_for_many_rows(p, s, k)) return false;
                found = length_in_rows(form, lengths, n.rows.size);
                return found != 0 && !sizes_other_operands(p, lengths, found);
            }))
            return found;
    }
    return 0;
}

/// The number of steps with a loop for few rows.
constexpr std::size_t steps_of_few_rows(const plan_view& p) {
    std::size_t count = 0;
    for (const step& s : p.steps) count += is_for_few_rows(p.kernels[s.kernel]) ? 1 : 0;
    return count;
}

/// Graph with Rows in place of Length, a length or a product of some. FirstKernel is the number of kernels in the plans
/// before it.
template <class Graph, std::size_t Length, std::size_t Rows, std::size_t FirstKernel>
struct graph_with_rows {
    static constexpr std::size_t first_kernel = FirstKernel;
    static constexpr length_list lengths = [] {
        length_list others;
        for (const std::size_t prime : Graph::lengths)
            if (Length % prime != 0) others.push_back(prime);
        return others;
    }();
    static constexpr auto value = [] {
        const length_list values = lengths_with_rows(Graph::lengths, Length, Rows);
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
    /// The length that is the number of rows, or the product of those that are.
    static constexpr std::size_t length = Length;
    static constexpr const length_list& lengths = Graph::lengths;
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
    static constexpr std::size_t length = length_of_rows(all::value, all::form, all::lengths);

public:
    using type =
        std::conditional_t<length == 0, no_plans_of_few_rows, plans_of_rows<Graph, length, ElementBytes, SharesTiles>>;
};

/// For this number of rows, which is at least Rows and at most ForFew::most; see with_plan_for.
template <class ForFew, std::size_t Rows, class Use>
constexpr auto with_plan_of_rows(const std::size_t* values, std::size_t rows, const Use& use) {
    if constexpr (Rows < ForFew::most)
        if (rows != Rows) return with_plan_of_rows<ForFew, Rows + 1>(values, rows, use);
    using few = typename ForFew::template for_rows<Rows>;
    std::size_t others[few::lengths.size() + 1]{}, next = 0;
    for (std::size_t i = 0; i < ForFew::lengths.size(); ++i)
        if (ForFew::length % ForFew::lengths[i] != 0) others[next++] = values[i];
    return use(std::type_identity<few>(), others);
}

/// use(std::type_identity<Plan>, values of its lengths) for the plan that runs for these lengths: All, or one for a few
/// rows.
template <class All, class ForFew, class Use>
constexpr auto with_plan_for(const std::size_t* values, const Use& use) {
    if constexpr (ForFew::most > 0) {
        const std::size_t rows = size_at(ForFew::length, ForFew::lengths, values);
        if (rows - 1 < ForFew::most) return with_plan_of_rows<ForFew, 1>(values, rows, use);
    }
    return use(std::type_identity<All>(), values);
}

}  // namespace heed::detail
