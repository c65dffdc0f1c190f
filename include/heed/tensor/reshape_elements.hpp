// SPDX-License-Identifier: BSL-1.0
// The elements of a tensor or view with other axes, whose sizes are known at run time, without a copy.
#pragma once

#include <heed/shape/reshaping.hpp>
#include <heed/tensor/slice_elements.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// Whether elements have no gaps between them, whatever their sizes are.
template <class X>
inline constexpr bool has_no_gaps = [] {
    if constexpr (!sliceable<X> || has_own_strides<std::remove_cvref_t<X>>) {
        return false;
    } else {
        const shape& s = shape_of<X>;
        for (std::size_t a = 1; a < s.rank; ++a)
            if (s[a].is_dynamic() && s[a].most() != 0) return false;
        return true;
    }
}();

/// Within a view without gaps only the first axis has a bound.
constexpr extent without_gaps(const extent& e, std::size_t axis) {
    return axis > 0 && e.is_dynamic() ? extent(dyn.size, e.name) : e;
}

/// errors  shape_error for a size that is negative or more than its extent has room for
template <extent... E>
constexpr shape sized_axes(const given_length* sizes, std::size_t count) {
    shape to = shape_from<E...>;
    std::size_t next = 0;
    for (std::size_t a = 0; a < to.rank && next < count; ++a) {
        if (!to[a].is_dynamic()) continue;
        check_length<shape>("heed: reshape<extents...>(A, sizes...) needs sizes that its extents have room for",
                            shape_from<E...>, a, sizes[next]);
        to[a].size = sizes[next++].magnitude;
    }
    return to;
}

/// The number of elements; where it is beyond what can be counted, one that no tensor has.
constexpr std::size_t elements_or_too_many(const shape& dims) {
    std::size_t elements = 1;
    bool has_none = false, is_too_large = false;
    for (std::size_t a = 0; a < dims.rank; ++a) {
        has_none = has_none || dims[a].size == 0;
        is_too_large = __builtin_mul_overflow(elements, dims[a].size, &elements) || is_too_large;
    }
    return has_none ? 0 : is_too_large ? static_cast<std::size_t>(-1) : elements;
}

/// Axes of which the last dynamic one is computed.
/// errors  shape_error unless A has as many elements
template <extent... E, class X>
constexpr auto reshape_elements(const X& x, shape dims) {
    if (const std::size_t open = last_dynamic_axis(dims); open != max_rank) {
        dims[open].size = 1;
        const std::size_t others = elements_or_too_many(dims);
        dims[open].size = others == 0 ? 0 : x.size() / others;
    }
    if (elements_or_too_many(dims) != x.size() || !has_room_for(shape_from<E...>, dims))
        fail_shape_sentence("heed: reshape<extents...>(A) needs as many elements as A has", [&](shape_writer& out) {
            add_shape(out, dims_of(x));
            out.add(" and ");
            add_shape(out, dims);
        });
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        using View =
            view<std::add_const_t<std::remove_pointer_t<decltype(x.data())>>, without_gaps(shape_from<E...>[I], I)...>;
        return make_view<View>(x.data(), dims, contiguous_strides(dims));
    }
    (std::make_index_sequence<sizeof...(E)>{});
}

}  // namespace heed::detail
