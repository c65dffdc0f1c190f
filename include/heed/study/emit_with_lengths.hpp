// SPDX-License-Identifier: BSL-1.0
// Emits the file of a formula with dynamic extents from its plan with primes, and compares the texts for several sets
// of primes.
#pragma once

#include <heed/study/emit/emit_length_classes.hpp>
#include <heed/study/emit_plan.hpp>
#include <heed/study/subject/length_totals.hpp>
#include <heed/study/subject/plan_at_lengths.hpp>
#include <heed/study/subject/stored_plan.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
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
inline std::vector<std::string> sums_of_lengths(const length_totals& totals, const given_lengths& given,
                                                const length_list& wanted) {
    std::vector<std::string> list(wanted.size());
    for (std::size_t w = 0; w < wanted.size(); ++w)
        for (std::size_t i = 0; i < given.lengths.size(); ++i)
            if (totals.is_total(i) && given.at(given.lengths[i]) == wanted[w])
                list[w] = text_of_total(totals.of(i), given);
    return list;
}

/// The totals that must equal the length of a tensor, a multiple or a static size.
inline std::vector<required_total> required_totals(const length_totals& totals, const given_lengths& given) {
    std::vector<required_total> list;
    for (std::size_t k = 0; k < totals.size(); ++k)
        if (totals.is_required(k, [&](std::size_t size) { return given.at(size); }))
            list.push_back(
                {std::to_string(given.at(totals[k].whole)), text_of_total({totals[k].first, totals[k].second}, given)});
    return list;
}

/// Keeps the addends of offsets that depend on lengths, so that the sum is written as a sum of products.
inline void keep_offsets_of_lengths(stored_plan& p, const plan_view& before, const given_lengths& given) {
    for (std::size_t i = 0; i < p.slots.size(); ++i)
        for (const std::size_t addend : before.slots[i].offsets_of_lengths)
            p.slots[i].offsets_of_lengths.push_back(given.at(addend));
}

/// Tensors with dynamic extents are dense here, so their strides are known like those of others.
inline void use_dense_strides(stored_plan& p, const leaf_list& leaves, const given_lengths& given,
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

/// The plan, graphs and leaves of a formula with lengths, which primes or numbers stand for.
class plan_with_primes {
public:
    /// `given` are those of this plan, `given_leaves` those of the tensors, `own` the primes that stay.
    plan_with_primes(const formula_source& source, const source_plan& from, const given_lengths& given,
                     const given_lengths& given_leaves, const length_list& own)
        : lengths(own),
          leaves(source.leaves, given_leaves),
          written(from.written, given),
          form_(from.form, given),
          node_roles_(from.node_roles),
          at_primes_(from.steps, stored_plan(from.steps), given, source.element_bytes),
          steps_(at_primes_.run()) {
        keep_offsets_of_lengths(steps_, from.steps, given);
        use_dense_strides(steps_, leaves, given, lengths);
    }

    /// Valid as long as this object.
    lowered_form passes() const { return {steps_, form_, node_roles_, lengths}; }
    /// The kernel of the plan that a kernel of this one comes from.
    std::size_t kernel_before(std::size_t id) const { return at_primes_.kernel_before(id); }

    length_list lengths;
    leaf_list leaves;
    stored_graph written;

private:
    stored_graph form_;
    roles_view node_roles_;
    plan_at_lengths<stored_plan> at_primes_;
    stored_plan steps_;
};

/// The values of all lengths where `length`, one or the product of several, is a number of rows. Lengths of the class
/// of one are as many.
inline std::vector<std::size_t> values_with_rows(const std::vector<std::size_t>& values, const length_list& lengths,
                                                 std::size_t length, std::size_t rows) {
    std::vector<std::size_t> with_rows = values;
    const length_list few = lengths_with_rows(lengths, length, rows);
    for (std::size_t i = 0; i < lengths.size(); ++i)
        if (length % lengths[i] == 0) std::replace(with_rows.begin(), with_rows.end(), std::size_t{values[i]}, few[i]);
    return with_rows;
}

/// The loops for a few rows of a formula whose lengths these primes stand for; `all` are the primes of its arguments.
inline variant_for_rows variant_of_rows(const formula_source& source, std::size_t rows,
                                        const std::vector<std::size_t>& values, const length_list& all) {
    const source_plan& from = source.few[rows - 1];
    const length_list& lengths = source.all.lengths;
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < lengths.size(); ++i)
        if (source.few_length % lengths[i] != 0) others.push_back(values[i]);
    const std::vector<std::size_t> with_rows = values_with_rows(values, lengths, source.few_length, rows);
    const given_lengths given_leaves{lengths, with_rows.data()};
    length_list own;
    for (const std::size_t prime : all)
        if (std::find(others.begin(), others.end(), prime) != others.end()) own.push_back(prime);
    auto plan = std::make_shared<const plan_with_primes>(source, from, given_lengths{from.lengths, others.data()},
                                                         given_leaves, own);
    return {plan->passes(),
            plan->leaves,
            size_at(source.few_length, lengths, values.data()),
            rows,
            sums_of_lengths(source.totals, given_leaves, own),
            plan};
}

/// The file of a formula whose lengths these primes stand for.
template <class T>
emitted_file emit_with_primes(const formula_source& source, const study::emit_options& options,
                              const length_list& primes, const length_classes_of_tensors& classes) {
    const std::vector<std::size_t> values = classes.values(primes);
    const given_lengths given{source.all.lengths, values.data()};
    const plan_with_primes all(source, source.all, given, given, classes.distinct(primes));
    const length_arguments arguments(all.lengths, classes.names(source.length_names),
                                     sums_of_lengths(source.totals, given, all.lengths),
                                     required_totals(source.totals, given));
    std::vector<variant_for_rows> few;
    for (std::size_t rows = 1; rows <= source.few.size(); ++rows)
        few.push_back(variant_of_rows(source, rows, values, all.lengths));
    emitted_file file = emit_plan<T>(all.written, all.written, all.passes(), all.leaves, options, arguments, few);
    for (loop_id& id : file.loops)
        if (!id.is_none()) id.kernel = all.kernel_before(id.kernel);
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
/// errors  std::invalid_argument if a tensor has gaps
template <class T>
std::optional<emitted_file> find_file_with_lengths(const formula_source& source, const study::emit_options& options) {
    for (const source_leaf& l : source.leaves)
        if (l.has_lengths && l.step != contiguous_strides(l.actual))
            raise<std::invalid_argument>(
                "heed: study::emit needs tensors and views without gaps between their rows where lengths are known at "
                "run time only");
    const length_classes_of_tensors classes(source);
    length_list primes = source.all.lengths;
    emitted_file file = emit_with_primes<T>(source, options, primes, classes);
    for (int more = 0; more < 2; ++more) {
        primes = primes_unlike(primes);
        emitted_file other = emit_with_primes<T>(source, options, primes, classes);
        if (as_one_line(file.text) == as_one_line(other.text)) return file;
        file = std::move(other);
    }
    return std::nullopt;
}

}  // namespace heed::detail::emitted
