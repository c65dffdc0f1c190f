// SPDX-License-Identifier: BSL-1.0
// One element of each row, by a tensor of whole numbers.
#pragma once

#include <heed/expr/lookup.hpp>

#include <cstddef>
#include <utility>

namespace heed {

namespace detail {

namespace op {
/// Of each row the element at an index, of which there is one for each row.
struct pick {
    static constexpr shape shape_of_result(const shape& a, const shape&) { return without_axis(a, a.rank - 1); }
};
}  // namespace op

template <class A, class Ids>
struct element_type_of<op::pick, A, Ids> : value_type_of<A> {};

/// Whether there is an index for each row.
constexpr bool are_one_for_each_row(const shape& a, const shape& ids) {
    return a.rank > 0 && ids.rank > 0 && assignable(without_axis(a, a.rank - 1), ids);
}

template <class A, class Ids>
constexpr auto make_pick(A&& a, Ids&& ids) {
    if constexpr (is_broken<A> || is_broken<Ids>) {
        return broken{};
    } else if constexpr (!are_one_for_each_row(shape_of<operand_t<A>>, shape_of<operand_t<Ids>>)) {
        (void)sizeof(law::picked_elements<law_shape_t<A>, law_shape_t<Ids>>);
        return broken{};
    } else if constexpr (!are_row_numbers<operand_t<Ids>, operand_t<A>>) {
        (void)sizeof(law::picked_places<value_of<operand_t<Ids>>, false>);
        return broken{};
    } else {
        return make_formula<op::pick>(std::forward<A>(a), std::forward<Ids>(ids));
    }
}

}  // namespace detail

/// One element of each row: y(i) = A(i, ids(i)). It is `take_along_axis` of NumPy and `gather` of PyTorch.
/// shapes  A [tokens x n], ids [tokens] -> [tokens]; A [batch x tokens x n], ids [batch x tokens] -> [batch x tokens]
/// cost    elements are read where they are used
/// needs   0 <= ids < n, checked before anything is written: heed::index_error names the number and its position
/// errors  law::picked_elements, law::picked_places
/// example const tensor of_rows = pick(X, ids);
HEED_BINARY(pick, detail::are_formulas, detail::make_pick)

}  // namespace heed
