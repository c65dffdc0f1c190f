// SPDX-License-Identifier: BSL-1.0
// How two formulas, or one formula with two shapes, differ in loops and costs.
#pragma once

#include <heed/study/cost_table.hpp>
#include <heed/study/loop_nest.hpp>

#include <concepts>
#include <cstddef>
#include <string_view>

namespace heed {

namespace detail {

/// A line diff of two texts with as many common lines as possible: lines of the first only are marked -, of the second
/// only +. Lines after the first MostLines of a text are ignored.
template <std::size_t MostLines>
class line_diff {
public:
    constexpr line_diff(std::string_view first, std::string_view second) {
        split(first, first_);
        split(second, second_);
        for (std::size_t i = first_.size(); i-- > 0;)
            for (std::size_t k = second_.size(); k-- > 0;)
                common_[i][k] = first_[i] == second_[k]                 ? common_[i + 1][k + 1] + 1
                                : common_[i + 1][k] > common_[i][k + 1] ? common_[i + 1][k]
                                                                        : common_[i][k + 1];
    }

    template <class Text>
    constexpr void write(Text& out) const {
        std::size_t i = 0, k = 0;
        while (i < first_.size() || k < second_.size()) {
            if (i < first_.size() && k < second_.size() && first_[i] == second_[k]) {
                line(out, "  ", first_[i]);
                ++i, ++k;
            } else if (k == second_.size() || (i < first_.size() && common_[i + 1][k] >= common_[i][k + 1])) {
                line(out, "- ", first_[i++]);
            } else {
                line(out, "+ ", second_[k++]);
            }
        }
    }

private:
    using lines = static_vector<std::string_view, MostLines>;

    static constexpr void split(std::string_view all, lines& into) {
        for (std::size_t at = 0; at < all.size() && into.size() < MostLines;) {
            into.push_back(line_at(all, at));
            at += into.back().size() + 1;
        }
    }
    template <class Text>
    static constexpr void line(Text& out, const char* sign, std::string_view words) {
        out.add(words.empty() ? std::string_view() : std::string_view(sign)).add(words).add('\n');
    }

    lines first_{};
    lines second_{};
    std::size_t common_[MostLines + 1][MostLines + 1]{};  ///< common lines of the texts from line i and from line k on
};

template <class Text>
constexpr void add_difference(Text& out, const char* name, std::size_t first, std::size_t second) {
    out.add(first == second ? "  " : "* ").add(name);
    add_right(out, first, 36);
    add_right(out, second, 54);
    if (first != second && first != 0) {
        out.add("   x ");
        const double ratio = static_cast<double>(second) / static_cast<double>(first);
        const auto hundredths = static_cast<std::size_t>(100 * ratio + 0.5);
        out.add_grouped(hundredths / 100).add('.').add(hundredths / 10 % 10).add(hundredths % 10);
    }
    out.add('\n');
}

constexpr text<1024> count_in_words(std::size_t n) { return text<1024>().add_grouped(n); }
template <class Numbers>
constexpr text<1024> count_in_words(const length_sum<Numbers>& n) {
    text<1024> words;
    n.write(words);
    return words;
}
/// Counts in terms of lengths are written one below the other.
template <class Text, class First, class Second>
constexpr void add_difference_in_words(Text& out, const char* name, const First& first, const Second& second) {
    const auto a = count_in_words(first), b = count_in_words(second);
    out.add(a == b ? "  " : "* ").add(name).pad_to(26).add(a).add('\n');
    if (!(a == b)) out.spaces(26).add(b).add('\n');
}
template <class Text, class First, class Second>
constexpr void add_cost_difference(Text& out, const First& first, const Second& second) {
    constexpr bool are_numbers = std::same_as<First, study::costs> && std::same_as<Second, study::costs>;
    const auto add = [&](const char* name, const auto& a, const auto& b) {
        if constexpr (are_numbers)
            add_difference(out, name, a, b);
        else
            add_difference_in_words(out, name, a, b);
    };
    bool has_indices = true;
    if constexpr (are_numbers) has_indices = first.index_operations + second.index_operations > 0;
    add("flops", first.flops, second.flops);
    add("multiply-adds", first.multiply_adds, second.multiply_adds);
    add("exp", first.exp, second.exp);
    add("other functions", first.transcendentals, second.transcendentals);
    if (has_indices) add("operations of indices", first.index_operations, second.index_operations);
    add("rescales, at most", first.rescales, second.rescales);
    add("bytes read", first.bytes_in, second.bytes_in);
    add("bytes written", first.bytes_out, second.bytes_out);
    add("temporaries", first.temporaries, second.temporaries);
    add("bytes of temporaries", first.temporary_bytes, second.temporary_bytes);
    if constexpr (are_numbers) add("bytes of workspace", first.workspace_bytes, second.workspace_bytes);
}

}  // namespace detail

namespace study {

/// How the loops and the cost of F differ from those of E: lines of E only are marked -, of F only +, different costs
/// *. Of each text the first 256 lines are compared, or 128 if E and F have at most 8 steps together. With dynamic
/// extents, costs are in terms of the extents.
///       std::cout << study::diff(attention(Q, K, V), attention(Q, K, V, causal));
/// example std::cout << study::diff(softmax(S) * A, softmax(where(causal, S)) * A);
template <detail::evaluable E, detail::evaluable F>
constexpr auto diff() {
    constexpr bool has_lengths = detail::study_subject<E>::has_lengths || detail::study_subject<F>::has_lengths;
    text<(has_lengths ? 8192 : 1536) + 2 * (detail::loop_nest_capacity<E> + detail::loop_nest_capacity<F>)> out;
    const auto first = loop_nest<E>();
    const auto second = loop_nest<F>();
    constexpr std::size_t steps =
        detail::study_subject<E>::passes::value.steps.size() + detail::study_subject<F>::passes::value.steps.size();
    constexpr std::size_t most_lines = steps <= 8 ? 128 : 256;
    detail::line_diff<most_lines>(first.view(), second.view()).write(out);
    out.add('\n');
    detail::add_cost_difference(out, cost<E>(), cost<F>());
    return out;
}
template <detail::evaluable E, detail::evaluable F>
constexpr auto diff(const E&, const F&) {
    return diff<E, F>();
}

}  // namespace study
}  // namespace heed
