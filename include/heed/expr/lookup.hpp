// SPDX-License-Identifier: BSL-1.0
// Elements of a tensor at computed indices: rows(E, ids) by a tensor of whole numbers, at(A, q - k + n) by formulas of
// indices.
#pragma once

#include <heed/expr/index.hpp>
#include <heed/expr/matrix_product.hpp>
#include <heed/scalar/index_range.hpp>
#include <heed/shape/index_law.hpp>
#include <heed/shape/index_map.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

namespace op {
/// The element of a tensor at formulas of indices and whole numbers, one for each axis. It has no axes of its own.
struct look_up {
    template <class... Indices>
    static constexpr shape shape_of_result(const shape&, const Indices&...) {
        return shape();
    }
};
/// Reads a tensor along its first axis at indices given by whole numbers.
struct look_up_rows {
    static constexpr shape shape_of_result(const shape& table, const shape& ids) {
        shape result = ids;
        for (std::size_t a = 1; a < table.rank; ++a) result.push_back(table[a]);
        return result;
    }
};
}  // namespace op

/// Whole numbers say where elements are, nothing about what they are.
template <class A, class... Indices>
struct element_type_of<op::look_up, A, Indices...> : value_type_of<A> {};
template <class A, class Ids>
struct element_type_of<op::look_up_rows, A, Ids> : value_type_of<A> {};

/// An index of the scores as it is: along such an axis a tensor is not looked up, but as long as the scores.
template <class F>
inline constexpr bool is_plain_index = false;
template <index_kind I>
inline constexpr bool is_plain_index<index_leaf<I>> = is_plain(I);
template <class F>
inline constexpr index_kind kind_of_index = index_kind::key;
template <index_kind I>
inline constexpr index_kind kind_of_index<index_leaf<I>> = I;

/// What is known while compiling of a formula of indices beside scores of a shape: nothing where numbers of the program
/// or elements of tensors are in it.
template <class F, class Range = index_range<double>>
struct range_beside {
    static constexpr Range of(const shape&) { return {}; }
};
template <index_kind I, class Range>
requires is_plain_index<index_leaf<I>>
struct range_beside<index_leaf<I>, Range> {
    static constexpr Range of(const shape& scores) {
        const extent& along = scores[axis_of_index(I, scores)];
        if (along.is_dynamic()) return {};
        return {0, static_cast<long long>(along.size) - 1};
    }
};
template <class Range>
struct range_beside<index_leaf<index_kind::position>, Range> {
    static constexpr Range of(const shape& scores) {
        const extent &keys = scores.from_right(0), &queries = scores.from_right(1);
        if (keys.is_dynamic() || queries.is_dynamic()) return {};
        const auto last = static_cast<long long>(keys.size) - 1;
        return {last + 1 - static_cast<long long>(queries.size), last};
    }
};
template <surd S, class Range>
requires is_whole_exact<exact_scalar<S>>
struct range_beside<exact_scalar<S>, Range> {
    static constexpr Range of(const shape&) { return Range::from(S.numerator, S.numerator); }
};
template <function F, class A, class Range>
struct range_beside<formula_of<op::elementwise<F>, A>, Range> {
    static constexpr Range of(const shape& scores) { return range_of(F, range_beside<A, Range>::of(scores)); }
};
template <function F, class A, class B, class Range>
struct range_beside<formula_of<op::elementwise<F>, A, B>, Range> {
    static constexpr Range of(const shape& scores) {
        return range_of(F, range_beside<A, Range>::of(scores), range_beside<B, Range>::of(scores));
    }
};

/// Whether an index goes with an axis: a plain one as for at(A, q); of a formula all that is known while compiling is
/// inside.
template <class F>
struct fit_of_index : index_fit<F> {
    static constexpr bool reaches(const extent& own, const shape& scores) {
        const auto r = range_beside<F>::of(scores);
        return !r.known() || own.is_dynamic() || (r.low >= 0 && r.high < static_cast<long long>(own.size));
    }
    static constexpr bool is_long_enough(const extent&, const shape&) { return true; }
};
template <index_kind I>
requires is_plain_index<index_leaf<I>>
struct fit_of_index<index_leaf<I>> : index_fit<index_leaf<I>> {
    static constexpr bool reaches(const extent&, const shape&) { return true; }
    static constexpr bool is_long_enough(const extent& own, const shape& scores) {
        return goes_with_index(own, I, scores);
    }
};

template <class A, class... Indices>
struct index_fit<formula_of<op::look_up, A, Indices...>> {
    static constexpr bool plain_ones_fit(const shape& scores) {
        std::size_t axis = 0;
        return (fit_of_index<Indices>::is_long_enough(A::shape_value[axis++], scores) && ...);
    }
    static constexpr bool holds(const shape& scores) {
        std::size_t axis = 0;
        return (index_fit<Indices>::holds(scores) && ...) && plain_ones_fit(scores) &&
               (fit_of_index<Indices>::reaches(A::shape_value[axis++], scores) && ...);
    }
    template <class Scores>
    static constexpr auto report() {
        if constexpr (!(index_fit<Indices>::holds(Scores::value) && ...)) {
            return (index_fit<Indices>::template report<Scores>() + ... + 0);
        } else if constexpr (!plain_ones_fit(Scores::value)) {
            (void)sizeof(law::index_size<typename law_shape<A>::type, Scores, false>);
            return 0;
        } else {
            return [&]<std::size_t... Axis>(std::index_sequence<Axis...>) {
                return (report_range<Indices, Axis, Scores>() + ... + 0);
            }
            (std::index_sequence_for<Indices...>{});
        }
    }

private:
    template <class F, std::size_t Axis, class Scores>
    static constexpr int report_range() {
        constexpr auto r = range_beside<F>::of(Scores::value);
        if constexpr (!fit_of_index<F>::reaches(A::shape_value[Axis], Scores::value))
            (void)sizeof(law::index_bounds<A::shape_value[Axis], r.low, r.high>);
        return 0;
    }
};

template <class F>
inline constexpr bool is_whole_index = std::integral<typename F::value_type> || is_whole_exact<F>;

/// Whether the elements are whole numbers that say where something is: integers, and of other types what argmax gives.
template <class F>
inline constexpr bool are_places = is_whole_index<F> || is_whole_length<F>;
template <function F, class... A>
inline constexpr bool are_places<formula_of<op::elementwise<F>, A...>> =
    is_truth(F) || std::integral<value_of<formula_of<op::elementwise<F>, A...>>> ||
    (keeps_whole(F) && (are_places<A> && ...));
template <reduction R, std::size_t Axis, class A>
inline constexpr bool are_places<formula_of<op::reduce<R, Axis>, A>> = std::integral<value_of<A>> ||
                                                                       (is_choice(R) && are_places<A>);
template <std::size_t Axis, const axis* Name, class A>
inline constexpr bool are_places<formula_of<op::unit_axis<Axis, Name>, A>> = are_places<A>;
template <std::size_t... Axes, class A>
inline constexpr bool are_places<formula_of<op::permute<Axes...>, A>> = are_places<A>;
template <std::size_t Scope, class A, class Body>
inline constexpr bool are_places<formula_of<op::let<Scope>, A, Body>> = are_places<Body>;
template <class A>
inline constexpr bool are_places<formula_of<op::places, A>> = true;

/// Numbers of rows are integers, or computed in the type of the table.
template <class Ids, class Table>
inline constexpr bool are_row_numbers = are_places<Ids> &&
                                        (std::integral<value_of<Ids>> ||
                                         std::same_as<computed_t<value_of<Ids>>, computed_t<value_of<Table>>>);

template <class A, class... I>
constexpr auto make_look_up(A&& a, I&&... i) {
    if constexpr (is_broken<A> || (is_broken<I> || ...)) {
        return broken{};
    } else if constexpr (shape_of<operand_t<A>>.rank != sizeof...(I)) {
        (void)sizeof(law::index_count<law_shape_t<A>, sizeof...(I)>);
        return broken{};
    } else if constexpr (!(is_whole_index<operand_t<I>> && ...)) {
        (void)sizeof(law::whole_indices<law::value_types<value_of<operand_t<I>>...>, false>);
        return broken{};
    } else if constexpr (constexpr std::size_t found = (0 + ... + !is_plain_index<operand_t<I>>); found > most_found) {
        (void)sizeof(law::indices_found<law_shape_t<A>, found>);
        return broken{};
    } else {
        return make_formula<op::look_up>(std::forward<A>(a), std::forward<I>(i)...);
    }
}

template <class A, class Ids>
constexpr auto make_look_up_rows(A&& a, Ids&& ids) {
    constexpr shape table = shape_of<operand_t<A>>, places = shape_of<operand_t<Ids>>;
    if constexpr (is_broken<A> || is_broken<Ids>) {
        return broken{};
    } else if constexpr (table.rank == 0 || places.rank == 0 || table.rank + places.rank - 1 > max_rank) {
        (void)sizeof(law::looked_up_rows<law_shape_t<A>, law_shape_t<Ids>>);
        return broken{};
    } else if constexpr (!are_row_numbers<operand_t<Ids>, operand_t<A>>) {
        (void)sizeof(law::row_numbers<value_of<operand_t<Ids>>, false>);
        return broken{};
    } else {
        return make_formula<op::look_up_rows>(std::forward<A>(a), std::forward<Ids>(ids));
    }
}

/// What may say where an element is.
template <class I>
concept index_argument = index_formula<I> || plain_number<I> || exact_operand<std::remove_cvref_t<I>>;
/// Some of them formulas of indices, not all of them indices as they are.
template <class... I>
concept computed_indices = (index_argument<I> && ...) && (index_formula<I> || ...) &&
                           !(is_plain_index<std::remove_cvref_t<I>> && ...);

}  // namespace detail

/// Gathers rows of a table, one for each whole number: y(i, c) = E(ids(i), c), as an embedding lookup does.
/// ids     integers, or an argmax in the element type of E: rows(E, argmax(X * W))
/// shapes  E [n x d], ids [tokens] -> [tokens x d]; ids [batch x tokens] -> [batch x tokens x d]
/// cost    a row is read where it is used: if a product or a sum follows, no rows are stored in between
/// needs   0 <= ids < n, checked before anything is written: heed::index_error names the number and its position; in a
///         constant expression it is an error
/// errors  law::looked_up_rows, law::row_numbers
/// example const tensor Y = rows(X, ids);  // Y(i, c) = X(ids(i), c)
HEED_BINARY(rows, detail::are_formulas, detail::make_look_up_rows)

/// The element of a tensor at computed indices, formulas of indices and whole numbers, one for each axis: learned
/// biases by distance are S + at(bias, h, q - k + (n - 1)), those by buckets of distances at(bias, h, at(bucket, q - k
/// + (n - 1))).
/// shapes  an axis of A for each index; if that is q, k, h or b alone, with the extent of that axis of the scores, or
///         1. At most two other indices.
/// cost    nothing is copied; elements are read one by one; no tile of scores is skipped for what is in memory
/// needs   indices inside of A: law::index_bounds if they are known at compile time, else heed::index_error before
///         anything is written. What is checked is the lowest and the highest value that each index can have, from
///         those of its parts: max and min of indices keep it inside
/// errors  law::index_count, law::index_size, law::index_bounds, law::whole_indices, law::indices_found
/// example const tensor Y = softmax(S + at(vector<float, 11>(), q - k + 5));  // a bias by distance
template <detail::named_operand A, class... I>
requires detail::computed_indices<I...>
[[nodiscard]] constexpr auto at(const A& a HEED_LIFETIMEBOUND, I&&... i) {
    return detail::make_look_up(a, std::forward<I>(i)...);
}
template <detail::owned_formula A, class... I>
requires detail::computed_indices<I...>
[[nodiscard]] constexpr auto at(A&& a, I&&... i) {
    return detail::make_look_up(std::forward<A>(a), std::forward<I>(i)...);
}

}  // namespace heed
