// SPDX-License-Identifier: BSL-1.0
// Formulas that need an operand several times.
#pragma once

#include <heed/expr/let.hpp>

#include <type_traits>
#include <utility>

namespace heed::detail {

/// f(e), where f writes e more than once: let(e, f) computes it once; a tensor or a view is in memory, and is read each
/// time. One whose lengths are known at run time only has these once in a let.
template <class E, class F>
constexpr auto let_unless_stored(E&& e, const F& f) {
    if constexpr (tensor_or_view<E> && !owned_formula<E> && !shape_of<std::remove_cvref_t<E>>.is_dynamic())
        return f(as_operand(std::forward<E>(e)));
    else
        return make_let(std::forward<E>(e), f);
}

}  // namespace heed::detail
