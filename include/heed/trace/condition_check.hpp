// SPDX-License-Identifier: BSL-1.0
// Checks that the type in which a formula is computed has the numbers that its conditions compare.
#pragma once

#include <heed/meta/for_each_index.hpp>
#include <heed/meta/static_vector.hpp>
#include <heed/shape/shape_error.hpp>
#include <heed/trace/condition_types.hpp>
#include <heed/trace/length_values.hpp>
#include <heed/trace/node_ranges.hpp>

#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// How a number of the program looks in T. A large one is not told from what elements are rounded to: 2^24 + 1 is 2^24.
struct number_in_type {
    bool is_other = false, is_large = false;

    template <class T, class S>
    static constexpr number_in_type of(const S& x) {
        if constexpr (!std::is_arithmetic_v<S> || !std::is_arithmetic_v<T>) {
            return {};
        } else if constexpr (std::integral<T>) {
            return {};  // checked as it was converted
        } else if constexpr (std::integral<S>) {
            constexpr long long limit = index_range<T>::limit;
            const bool is_small = std::cmp_less(-limit, +x) && std::cmp_less(+x, limit);
            return {!is_small, !is_small};
        } else {
            constexpr S limit = static_cast<S>(index_range<T>::limit);
            const bool is_small = x > -limit && x < limit;
            return {static_cast<S>(static_cast<T>(x)) != x && x == x, !is_small};
        }
    }
};

/// Checks the numbers in the conditions of a formula F that is computed in T. AsRead: loops compare what they read as
/// it is in memory.
template <class F, class T, bool AsRead>
class condition_check : condition_types<F, T> {
    using types = condition_types<F, T>;
    using types::g;

public:
    constexpr condition_check(const F& f, const leaf_table_for<F, T>& leaves, const std::size_t* lengths)
        : ranges_(leaves, lengths) {
        for_each_leaf(f, [&]<class Leaf>(const Leaf& leaf) {
            if constexpr (is_literal<Leaf>)
                numbers_.push_back(number_in_type::of<T>(leaf.value));
            else if constexpr (Leaf::shape_value.rank == 0 && !has_sizes_only<Leaf>)
                numbers_.push_back(number_in_type::of<T>(*elements_of(leaf).data()));
            else
                numbers_.push_back(number_in_type());
        });
    }

    constexpr void run() const {
        for_each_index<0, g.nodes.size()>([&]<node_id Id>() { this->template check_node<Id>(); });
    }

private:
    /// Up to here T has all whole numbers.
    static constexpr long long most = [] {
        if constexpr (std::integral<T>)
            return static_cast<long long>(std::numeric_limits<T>::max());
        else
            return index_range<T>::limit;
    }();

    template <node_id Id>
    constexpr void check_node() const {
        if constexpr (AsRead && g[Id].finds_rows) {
            return;  // loops read the numbers as whole numbers
        } else if constexpr (compares(g[Id])) {
            constexpr node_id a = g.operand(Id, 0), b = g.operand(Id, 1);
            constexpr numbers_lost of_a = types::lost_below(a), of_b = types::lost_below(b);
            if constexpr (of_a >= numbers_lost::signs || of_b >= numbers_lost::signs)
                require(is_same<a>() && is_same<b>());
            else if constexpr ((of_a != numbers_lost::none || of_b != numbers_lost::none) &&
                               !(AsRead && types::is_stored(a) && types::is_stored(b)))
                require(is_exact_beside<a, b>() && is_exact_beside<b, a>());
            else if constexpr (std::floating_point<T> && types::reads_counts(g[Id]))
                require(are_compared<a, b>());
        } else if constexpr (asks(g[Id])) {
            check_truth<g.operand(Id, 0)>();
            if constexpr (types::asked_operands(g[Id]) == 2) check_truth<g.operand(Id, 1)>();
        }
    }
    template <node_id Id>
    constexpr void check_truth() const {
        require(is_exact_if_lost<Id>());
        if constexpr (std::floating_point<T> && types::counts(Id))
            require(!is_of_whole_numbers<Id>() || is_rounded_once<Id>());
    }
    static constexpr void require(bool holds) {
        if (!holds)
            fail_shape_sentence(
                "heed: a condition needs numbers that the type of its formula has exactly; evaluate_as<T>(formula) "
                "computes in a wider one",
                [](shape_writer& out) {
                    out.add("whole numbers are exact up to ");
                    out.add(static_cast<std::size_t>(most));
                });
    }

    template <node_id Id>
    constexpr bool is_same() const {
        if constexpr (types::is_number(Id))
            return !numbers_[g[behind_views(g, Id)].leaf].is_other;
        else
            return types::is_stored(Id) || is_known<Id>();
    }
    /// What is in memory is compared after it was rounded. That keeps the order beside smaller numbers, but what is
    /// larger than `most` may be rounded onto it.
    template <node_id Id, node_id Beside>
    constexpr bool is_exact_beside() const {
        constexpr bool may_be_rounded =
            AsRead && types::is_stored(Beside) && types::lost_below(Beside) != numbers_lost::none;
        if constexpr (!may_be_rounded || types::is_number(Id))
            return is_exact<Id>();
        else if constexpr (types::is_whole(Id))
            return is_exact<Id>() && (is_known<Id>(most - 1) || are_small<Beside>());
        else
            return is_exact<Id>() && are_small<Beside>();
    }
    template <node_id Id>
    constexpr bool is_exact() const {
        if constexpr (AsRead && types::is_stored(Id))
            return true;
        else if constexpr (types::is_number(Id))
            return !numbers_[g[behind_views(g, Id)].leaf].is_large;
        else
            return are_small<Id>() && (!types::is_whole(Id) || types::is_stored(Id) || is_known<Id>());
    }
    template <node_id Id>
    constexpr bool is_exact_if_lost() const {
        if constexpr (types::lost_below(Id) == numbers_lost::none || types::is_stored(Id))
            return true;
        else
            return is_exact<Id>();
    }
    /// Whether all whole numbers in memory that a node is computed from are exact in T.
    template <node_id Id>
    constexpr bool are_small() const {
        if constexpr (types::lost_of_leaf(g[Id]) == numbers_lost::large_ones)
            return is_within(ranges_.template range_of_leaf<Id>(whole_of(ranges_.sizes().at(g[Id].dims))));
        else
            return are_small_below<Id>(std::make_index_sequence<types::count_of_sources(g[Id])>());
    }
    template <node_id Id, std::size_t... I>
    constexpr bool are_small_below(std::index_sequence<I...>) const {
        return (true && ... && this->template are_small<g.operand(Id, I)>());
    }
    template <node_id Id>
    constexpr bool is_known(long long limit = most) const {
        return is_within(ranges_.template range_of_node<Id>(), limit);
    }
    template <class Range>
    static constexpr bool is_within(const Range& r, long long limit = most) {
        return r.known() && r.low >= -limit && r.high <= limit;
    }

    // What is computed from indices and numbers alone. Numbers of the program count as whole until they are known.

    template <node_id Id>
    constexpr bool is_of_whole_numbers() const {
        constexpr node_id read = behind_views(g, Id);
        if constexpr (types::is_number(read))
            return is_whole_number(ranges_.number_of(g[read].leaf));
        else if constexpr (types::is_condition(g[read]))
            return true;
        else
            return all_operands<read>([&]<node_id O>() { return this->template is_of_whole_numbers<O>(); });
    }
    /// Whether T has it, and all that it is computed from.
    template <node_id Id>
    constexpr bool is_counted(long long limit = most) const {
        constexpr node_id read = behind_views(g, Id);
        if constexpr (types::is_condition(g[read])) {
            return true;
        } else {
            if constexpr (types::is_number(read))
                if (numbers_[g[read].leaf].is_large) return false;
            return is_within(ranges_.template range_of_node<read>(), limit) &&
                   all_operands<read>([&]<node_id O>() { return this->template is_counted<O>(); });
        }
    }
    /// Whether it is the number that T has next to the right one.
    template <node_id Id>
    constexpr bool is_rounded_once() const {
        constexpr node_id read = behind_views(g, Id);
        constexpr function f = g[read].apply;
        constexpr bool rounds = g[read].kind == node_kind::elementwise &&
                                (f == function::add || f == function::subtract || f == function::multiply);
        if constexpr (types::is_number(read))
            return true;
        else if constexpr (rounds)
            return all_operands<read>([&]<node_id O>() { return this->template is_counted<O>(); });
        else
            return is_counted<read>();
    }
    /// Rounding keeps the order of a number and of a smaller one whose neighbours T has too.
    template <node_id A, node_id B>
    constexpr bool are_compared() const {
        if constexpr (!types::is_whole(A) || !types::is_whole(B) || types::has_stored(A) || types::has_stored(B)) {
            return true;
        } else {
            if (!is_of_whole_numbers<A>() || !is_of_whole_numbers<B>()) return true;
            return (is_counted<A>() && is_counted<B>()) || (is_counted<A>(most - 1) && is_rounded_once<B>()) ||
                   (is_counted<B>(most - 1) && is_rounded_once<A>());
        }
    }
    template <node_id Id, class Holds>
    static constexpr bool all_operands(const Holds& holds) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return (true && ... && holds.template operator()<g.operand(Id, I)>());
        }
        (std::make_index_sequence<types::count_of_sources(g[Id])>());
    }
    static constexpr bool is_whole_number(const T& x) {
        if (!(x < first_without_fraction<T> && x > -first_without_fraction<T>)) return x == x;
        return static_cast<T>(static_cast<long long>(x)) == x;
    }

    node_ranges<F, T> ranges_;
    static_vector<number_in_type, leaf_count<F> == 0 ? 1 : leaf_count<F>> numbers_{};
};

template <class F, class T>
inline constexpr bool must_check_conditions =
    loses_numbers<T, typename element_types<F>::type> || conditions_count<F, T>;

/// Raises shape_error if conditions of a formula would compare other numbers than those that are written. Where types
/// say so, condition_law does.
template <class F, class T, bool AsRead = true>
constexpr void check_conditions(const F& f, const leaf_table_for<F, T>& leaves, const std::size_t* lengths) {
    if constexpr (must_check_conditions<F, T>) {
        if constexpr (conditions_hold<F, T, AsRead>) condition_check<F, T, AsRead>(f, leaves, lengths).run();
    }
}

/// The same for a formula that is not evaluated.
template <class T, bool AsRead, class F>
constexpr void check_conditions_of(const F& f) {
    if constexpr (must_check_conditions<F, T>) {
        leaf_table_for<F, T> leaves;
        leaves.add(f);
        if constexpr (has_lengths<F>)
            check_conditions<F, T, AsRead>(f, leaves, length_values<F>(f).values);
        else
            check_conditions<F, T, AsRead>(f, leaves, nullptr);
    }
}

}  // namespace heed::detail
