// SPDX-License-Identifier: BSL-1.0
// Equality of tensors and views: one bool.
#pragma once

#include <heed/shape/law.hpp>
#include <heed/tensor/tensor.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

template <class T>
struct law_shape_of;
template <template <class, extent...> class Tensor, class T, extent... E>
struct law_shape_of<Tensor<T, E...>> {
    using type = law::shape_of<E...>;
};
template <class T, strides Steps, extent... E>
struct law_shape_of<part_view<T, Steps, E...>> {
    using type = law::shape_of<E...>;
};

/// Built-in numbers of two types are compared in their common type.
template <class X, class Y>
constexpr bool equal_numbers(const X& x, const Y& y) {
    if constexpr (std::is_arithmetic_v<X> && std::is_arithmetic_v<Y>)
        return static_cast<std::common_type_t<X, Y>>(x) == static_cast<std::common_type_t<X, Y>>(y);
    else
        return x == y;
}

}  // namespace heed::detail

namespace heed {

/// Whether all elements, and all dynamic sizes, are equal.
/// errors  law::comparison if the shapes differ
/// example const bool same = A == B;
template <detail::tensor_or_view_type A, detail::tensor_or_view_type B>
constexpr bool operator==(const A& a, const B& b) {
    if constexpr (!detail::assignable(detail::shape_of<A>, detail::shape_of<B>)) {
        (void)sizeof(law::comparison<typename detail::law_shape_of<A>::type, typename detail::law_shape_of<B>::type>);
        return false;
    } else {
        if constexpr (detail::dynamic_elements<A> || detail::dynamic_elements<B>)
            if (!detail::assignable(detail::dims_of(a), detail::dims_of(b))) return false;
        auto other = b.begin();
        for (const auto& x : a)
            if (!detail::equal_numbers(x, *other++)) return false;
        return true;
    }
}

}  // namespace heed
