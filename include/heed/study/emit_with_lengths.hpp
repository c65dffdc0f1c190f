// SPDX-License-Identifier: BSL-1.0
// Emits the file of a formula with dynamic extents from its plan with primes, and compares the texts for several sets
// of primes.
#pragma once

#include <heed/study/emit_capacity.hpp>
#include <heed/study/emit_length_classes.hpp>
#include <heed/study/emit_plan.hpp>
#include <heed/study/length_totals.hpp>
#include <heed/study/plan_at_lengths.hpp>
#include <heed/trace/trace.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace heed::detail::emitted {

/// A total in C, with primes in place of lengths: "1009 + 1013".
inline std::string text_of_total(const divided_total& total, const given_lengths& given) {
    text<128> words;
    add_total(words, {given.at(total.first), given.at(total.second), given.at(total.times)});
    const std::string text(words.view()), times = std::to_string(given.at(total.times));
    return is_static_size(total.times, given.lengths) ? text : times + " == 0 ? 0 : " + text;
}

/// For each of these lengths that no tensor has, the sum that it is.
template <class F>
std::vector<std::string> sums_of_lengths(const given_lengths& given, const length_list& wanted) {
    using totals = length_totals<F>;
    std::vector<std::string> list(wanted.size());
    for (std::size_t w = 0; w < wanted.size(); ++w)
        for (std::size_t i = 0; i < given.lengths.size(); ++i)
            if (totals::is_total(i) && given.at(given.lengths[i]) == wanted[w])
                list[w] = text_of_total(totals::of(i), given);
    return list;
}

/// The totals that must equal the length of a tensor, a multiple or a static size.
template <class F>
std::vector<required_total> required_totals(const given_lengths& given) {
    using totals = length_totals<F>;
    std::vector<required_total> list;
    for (std::size_t k = 0; k < totals::count; ++k) {
        const total_of_lengths& total = totals::total(k);
        if (totals::is_required(k, [&](std::size_t size) { return given.at(size); }))
            list.push_back({std::to_string(given.at(total.whole)), text_of_total({total.first, total.second}, given)});
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
    static constexpr const auto& source = Passes::source_graph::value;
    static constexpr std::size_t capacity = emitted_capacity<source.capacity, Passes::capacity>;

    plan_at_lengths<Passes::capacity> at_primes;
    std::unique_ptr<emitted_subject<capacity>> subject;
    leaf_list<T> leaves{};
    length_list lengths;

    template <class F, class Shapes>
    plan_with_primes(const F& f, const given_lengths& given, const Shapes& shapes, const length_list& own)
        : at_primes(Passes::value, given, sizeof(T)), lengths(own) {
        leaves.add(f, shapes);
        plan<Passes::capacity> steps = at_primes.run();
        keep_offsets_of_lengths(steps, Passes::value, given);
        const auto written = given.at(source);
        subject = std::make_unique<emitted_subject<capacity>>(written, written, given.at(Passes::form),
                                                              Passes::node_roles, steps);
        use_dense_strides(subject->steps, leaves, given, lengths);
    }
    lowered_form<capacity> passes() const { return subject->passes(lengths); }
};

/// The values of all lengths where one is a number of rows. Lengths of its class are as many.
inline std::vector<std::size_t> values_with_rows(std::vector<std::size_t> values, std::size_t length,
                                                 std::size_t rows) {
    std::replace(values.begin(), values.end(), std::size_t{values[length]}, rows);
    return values;
}

/// The plan for Rows rows of a formula whose lengths these primes stand for; `all` are the primes of its arguments.
template <class T, std::size_t Rows, class F>
auto plan_of_rows(const F& f, const length_classes_of_tensors<F>& classes, const std::vector<std::size_t>& values,
                  const length_list& all) {
    using traced = traced_formula<F>;
    using for_few = typename few_rows_of<traced, sizeof(T)>::type;
    using passes = typename for_few::template for_rows<Rows>;
    std::vector<std::size_t> others = values;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(for_few::length));
    const std::vector<std::size_t> with_rows = values_with_rows(values, for_few::length, Rows);
    length_list own;
    for (const std::size_t prime : all)
        if (std::find(others.begin(), others.end(), prime) != others.end()) own.push_back(prime);
    return plan_with_primes<T, passes>(f, {passes::lengths, others.data()},
                                       classes.shapes({traced::lengths, with_rows.data()}), own);
}
template <class F, std::size_t Rows, class ForFew, class T, class Passes>
auto variant_of_rows(const plan_with_primes<T, Passes>& few, const std::vector<std::size_t>& values) {
    const std::vector<std::size_t> with_rows = values_with_rows(values, ForFew::length, Rows);
    return variant_for_rows<T, plan_with_primes<T, Passes>::capacity>{
        few.passes(), few.leaves, values[ForFew::length], Rows,
        sums_of_lengths<F>({traced_formula<F>::lengths, with_rows.data()}, few.lengths)};
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
    const length_arguments arguments(all.lengths, classes.names(), sums_of_lengths<F>(given, all.lengths),
                                     required_totals<F>(given));
    using for_few = typename few_rows_of<traced, sizeof(T)>::type;
    emitted_file file = [&]<std::size_t... R>(std::index_sequence<R...>) {
        const std::tuple few(plan_of_rows<T, R + 1>(f, classes, values, all.lengths)...);
        const std::tuple variants(variant_of_rows<F, R + 1, for_few>(std::get<R>(few), values)...);
        return emit_plan<T>(all.subject->written, all.subject->defined, all.passes(), all.leaves, options, arguments,
                            variants);
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

/// Other primes in place of these, larger, and with other remainders of divisions by 3, 4, 5 and 64.
inline length_list primes_unlike(const length_list& primes) {
    length_list others = primes;
    std::size_t last = 2 * primes.back() + 40;
    for (std::size_t& prime : others) {
        const auto is_like = [own = prime](std::size_t other) {
            return other % 3 == own % 3 || other % 4 == own % 4 || other % 5 == own % 5 || other % 64 == own % 64;
        };
        do last = next_prime(last);
        while (is_like(last));
        prime = last;
        last += 40;
    }
    return others;
}

/// Emits the file with two sets of primes; if the texts differ, with the second set and a third, because a static
/// number may be a multiple of a prime of the first. Two texts that are the same show lengths by name only. They differ
/// if a text has a number that a length is in but not as a factor: the remainder of a division, a reciprocal. Then no
/// text is right for all lengths, and the result is nullopt. Not seen is what is the same for all odd lengths, nor a
/// decision: the plan is that of the first primes, with other numbers in it. The third set is not compared with the
/// first: odd numbers have two remainders of a division by 4.
template <class T, class F>
std::optional<emitted_file> find_formula_with_lengths(const F& f, const study::emit_options& options) {
    const length_classes_of_tensors<F> classes(f);
    length_list primes = measuring<F>::found.lengths;
    emitted_file file = emit_with_primes<T>(f, options, primes, classes);
    for (int more = 0; more < 2; ++more) {
        primes = primes_unlike(primes);
        emitted_file other = emit_with_primes<T>(f, options, primes, classes);
        if (as_one_line(file.text) == as_one_line(other.text)) return file;
        file = std::move(other);
    }
    return std::nullopt;
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
