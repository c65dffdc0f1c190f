// SPDX-License-Identifier: BSL-1.0
// For functions that use an operand several times.
#pragma once

#include <heed/expr/let.hpp>

#include <type_traits>
#include <utility>

namespace heed::detail {

/// f(e) for an f that uses e more than once. let(e, f) computes a formula once; a tensor or view is in memory, and is
/// read each time. A tensor with dynamic extents is also bound by let, so that its lengths occur once.
template <class E, class F>
constexpr auto let_unless_stored(E&& e, const F& f) {
    if constexpr (tensor_or_view<E> && !owned_formula<E> && !shape_of<std::remove_cvref_t<E>>.is_dynamic())
        return f(as_operand(std::forward<E>(e)));
    else
        return make_let(std::forward<E>(e), f);
}

/// f(e) for an f that uses e more than once, and is to compute it each time. A temporary tensor is bound by let: all
/// uses would refer to it.
template <class E, class F>
constexpr auto let_if_temporary(E&& e, const F& f) {
    if constexpr (owned_formula<E> && owns_elements<std::remove_cvref_t<E>>)
        return make_let(std::forward<E>(e), f);
    else
        return f(e);
}

}  // namespace heed::detail
