// SPDX-License-Identifier: BSL-1.0
// Emits the file of a formula with dynamic extents from its plan with primes, and compares the text for two sets of
// primes.
#pragma once

#include <heed/study/emit_length_classes.hpp>
#include <heed/study/emit_plan.hpp>
#include <heed/study/plan_at_lengths.hpp>
#include <heed/trace/trace.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace heed::detail::emitted {

/// For each length that no tensor has, the sum that it is.
template <class Graph>
std::vector<std::string> sums_of_lengths(const Graph& g, const length_list& lengths) {
    std::vector<std::string> list;
    for (const std::size_t length : lengths) {
        std::string sum;
        for_each_part_of(g, parts_of_length(g, length),
                         [&](std::size_t part) { sum += (sum.empty() ? "" : " + ") + std::to_string(part); });
        list.push_back(sum);
    }
    return list;
}

/// Keeps the addends of offsets that depend on lengths, so that the sum is written as a sum of products.
template <std::size_t Capacity>
void keep_offsets_of_lengths(plan<Capacity>& p, const plan<Capacity>& before, const given_lengths& given) {
    for (std::size_t i = 0; i < p.slots.size(); ++i)
        for (const std::size_t addend : before.slots[i].offsets_of_lengths)
            p.slots[i].offsets_of_lengths.push_back(given.at(addend));
}

/// Tensors with dynamic extents are dense here, so their strides are known like those of others.
template <std::size_t Capacity, class Leaves>
void use_dense_strides(plan<Capacity>& p, const Leaves& leaves, const given_lengths& given,
                       const length_list& lengths) {
    for (slot& s : p.slots) {
        if (s.place != slot::leaf || !s.strided) continue;
        const parameter& from = leaves.parameters[leaves.leaves[s.id].parameter];
        if (!from.has_lengths) continue;
        const index_map map = given.at(s.map);
        const loop_strides along(map, s.loop_rank, from.step);
        s.strided = false;
        s.offset = along.offset;
        s.offsets_of_lengths = {};
        for (std::size_t a = 0; a < map.rank; ++a)
            if (const std::size_t addend = map.offset[a] * from.step[a]; !is_static_size(addend, lengths))
                s.offsets_of_lengths.push_back(addend);
        s.row_stride = along.row;
        s.col_stride = along.col;
        for (std::size_t a = 0; a < max_rank; ++a) s.batch_stride[a] = along.batch[a];
        for (std::size_t i = 0; i < most_found; ++i) s.found_stride[i] = along.found[i];
    }
}

/// The plan, graphs and leaves of a formula with lengths, which these primes or numbers stand for.
template <class T, class Passes>
struct plan_with_primes {
    static constexpr std::size_t capacity = Passes::capacity;

    plan_at_lengths<capacity> at_primes;
    plan<capacity> steps;
    graph<capacity> form;
    std::remove_cvref_t<decltype(Passes::source_graph::value)> written;
    leaf_list<T> leaves{};
    length_list lengths;

    template <class F, class Shapes>
    plan_with_primes(const F& f, const given_lengths& given, const Shapes& shapes, const length_list& own)
        : at_primes(Passes::value, given, sizeof(T)),
          steps(at_primes.run()),
          form(given.at(Passes::form)),
          written(given.at(Passes::source_graph::value)),
          lengths(own) {
        leaves.add(f, shapes);
        keep_offsets_of_lengths(steps, Passes::value, given);
        use_dense_strides(steps, leaves, given, lengths);
    }
    lowered_form<capacity> passes() const { return {steps, form, Passes::node_roles, lengths}; }
};

/// The plan for Rows rows of a formula whose lengths these primes stand for; `own` are the primes of `all`.
template <class T, std::size_t Rows, class F>
auto plan_of_rows(const F& f, const length_classes_of_tensors<F>& classes, const std::vector<std::size_t>& values,
                  const length_list& all) {
    using traced = traced_formula<F>;
    using for_few = typename few_rows_of<traced, sizeof(T)>::type;
    using passes = typename for_few::template plan<Rows>;
    std::vector<std::size_t> others = values, with_rows = values;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(for_few::length));
    // Lengths of the same class as the rows belong to the same tensor: they are as many.
    std::replace(with_rows.begin(), with_rows.end(), values[for_few::length], Rows);
    length_list own;
    for (const std::size_t prime : all)
        if (std::find(others.begin(), others.end(), prime) != others.end()) own.push_back(prime);
    return plan_with_primes<T, passes>(f, {passes::lengths, others.data()},
                                       classes.shapes({traced::lengths, with_rows.data()}), own);
}

template <class ForFew>
std::size_t prime_of_rows(const std::vector<std::size_t>& values) {
    return values[ForFew::length];
}

/// The file of a formula whose lengths these primes stand for.
template <class T, class F>
emitted_file emit_with_primes(const F& f, const study::emit_options& options, const length_list& primes,
                              const length_classes_of_tensors<F>& classes) {
    using traced = traced_formula<F>;
    const std::vector<std::size_t> values = classes.values(primes);
    const given_lengths given{traced::lengths, values.data()};
    const plan_with_primes<T, lowered<traced, sizeof(T)>> all(f, given, classes.shapes(given),
                                                              classes.distinct(primes));
    const length_arguments arguments(all.lengths, classes.names(), sums_of_lengths(all.written, all.lengths));
    using for_few = typename few_rows_of<traced, sizeof(T)>::type;
    emitted_file file = [&]<std::size_t... R>(std::index_sequence<R...>) {
        const std::tuple few(plan_of_rows<T, R + 1>(f, classes, values, all.lengths)...);
        const std::tuple variants(
            variant_for_rows(std::get<R>(few).passes(), std::get<R>(few).leaves, prime_of_rows<for_few>(values), R + 1,
                             sums_of_lengths(std::get<R>(few).written, std::get<R>(few).lengths))...);
        return emit_plan<T>(all.written, all.written, all.passes(), all.leaves, options, arguments, variants);
    }
    (std::make_index_sequence<for_few::most>());
    for (loop_id& id : file.loops)
        if (!id.is_none()) id.kernel = all.at_primes.kernel_before(id.kernel);
    return file;
}

/// The text on one line, with single spaces.
inline std::string as_one_line(const std::string& text) {
    std::string line;
    for (const char c : text)
        if (c != '\n' && (c != ' ' || line.empty() || line.back() != ' '))
            line += c;
        else if (c == '\n' && !line.empty() && line.back() != ' ')
            line += ' ';
    return line;
}

/// Emits the file for two sets of primes. The texts differ if a number affects the text other than by being printed (a
/// remainder of a division, a reciprocal). Then no text is right for all lengths, and the result is nullopt.
template <class T, class F>
std::optional<emitted_file> find_formula_with_lengths(const F& f, const study::emit_options& options) {
    const length_classes_of_tensors<F> classes(f);
    const length_list& primes = measuring<F>::found.lengths;
    length_list others = primes;
    std::size_t last = 2 * primes.back();
    for (std::size_t& prime : others) prime = last = next_prime(last + 40);
    emitted_file file = emit_with_primes<T>(f, options, primes, classes);
    const emitted_file other = emit_with_primes<T>(f, options, others, classes);
    if (as_one_line(file.text) != as_one_line(other.text)) return std::nullopt;
    return file;
}

template <class T, class F>
emitted_file emit_formula_with_lengths(const F& f, const study::emit_options& options) {
    std::optional<emitted_file> file = find_formula_with_lengths<T>(f, options);
    if (!file.has_value())
        raise<std::invalid_argument>(
            "heed: study::emit finds no text of this formula that is right for all lengths that are known at run time "
            "only: give it the same formula over tensors that have sizes known while compiling, tokens[128]");
    return *std::move(file);
}

}  // namespace heed::detail::emitted
