// SPDX-License-Identifier: BSL-1.0
// A part of a tensor or view along an axis, between run-time bounds, without a copy.
#pragma once

#include <heed/shape/length_law.hpp>
#include <heed/tensor/strides_of.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// Tensors, and views that consist of pointers, lengths and strides.
template <class X>
inline constexpr bool is_sliceable = false;
template <class T, extent... E>
inline constexpr bool is_sliceable<tensor<T, E...>> = true;
template <class T, extent... E>
inline constexpr bool is_sliceable<view<T, E...>> = true;
template <class T, extent... E>
inline constexpr bool is_sliceable<strided_view<T, E...>> = true;
template <class T, strides Steps, extent... E>
inline constexpr bool is_sliceable<part_view<T, Steps, E...>> = true;

template <class X>
concept sliceable = is_sliceable<std::remove_cvref_t<X>>;

/// Checks the bounds of a part, as far as the size of the axis is known.
template <class For>
constexpr void check_slice(const shape& dims, std::size_t axis, const given_length& begin, const given_length& end) {
    const bool is_within = dims[axis].is_dynamic() || end.magnitude <= dims[axis].size;
    if (!begin.is_negative && !end.is_negative && begin.magnitude <= end.magnitude && is_within) return;
    fail_shape_sentence("heed: slice<axis>(A, begin, end) needs 0 <= begin <= end <= the extent of that axis",
                        [&](shape_writer& out) {
                            add_size_along(out, dims, axis);
                            out.add(", given are ");
                            begin.add_to(out);
                            out.add(" and ");
                            end.add_to(out);
                        });
}

/// The extents of a part along an axis; that axis is dynamic.
constexpr extent part_extent(const shape& s, std::size_t axis, std::size_t cut) {
    return axis == cut ? extent(dyn.size, s[axis].name) : s[axis];
}

/// Indices begin to end - 1 of an axis.
/// errors  shape_error
template <std::size_t Axis, sliceable X>
constexpr auto slice_elements(X& x, const given_length& begin, const given_length& end) {
    using Elements = std::remove_const_t<X>;
    using T = std::remove_pointer_t<decltype(x.data())>;
    shape dims = dims_of(x);
    check_slice<X>(dims, Axis, begin, end);
    const strides steps = strides_of(x);
    dims[Axis].size = end.magnitude - begin.magnitude;
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        constexpr bool in_room = !has_own_strides<Elements> && Axis == 0;
        using View = typename part_of_view<T, in_room, fixed_strides_of<Elements>,
                                           part_extent(shape_of<Elements>, I, Axis)...>::type;
        const std::size_t offset =
            x.size() == 0 ? 0 : begin.magnitude * steps[Axis];  // an empty tensor may have no address
        return make_view<View>(x.data() + offset, dims, steps);
    }
    (std::make_index_sequence<shape_of<Elements>.rank>{});
}

}  // namespace heed::detail
