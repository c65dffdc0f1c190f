// SPDX-License-Identifier: BSL-1.0
// Views with strides of their own where a length is known at run time only.
#pragma once

#include <heed/tensor/room_view.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed {

/// A part of a tensor, without a copy: lengths are known at run time, strides, as far as those of the tensor are, while
/// compiling. slice<tokens>(K, a, b) gives one.
/// It has the members of a view whose lengths are all in its type: size(), extent(axis), begin(), v(i, j), v[i] ...
/// units   strides in elements; in Steps 0 where they are not known while compiling
template <class T, detail::strides Steps, extent... E>
class part_view : public detail::dynamic_view<T, detail::given_steps<Steps, sizeof...(E)>, E...> {
    using steps = detail::given_steps<Steps, sizeof...(E)>;
    using base = detail::dynamic_view<T, steps, E...>;

public:
    constexpr part_view(detail::fitting_lengths_t, T* data, const detail::shape& dims, const detail::strides& strides)
        : base(data, detail::lengths<E...>(dims), steps(strides)) {}
    constexpr part_view(const part_view&) = default;
    /// A view of elements that may be written is also one of elements that may be read.
    constexpr part_view(const part_view<typename base::value_type, Steps, E...>& other) requires(std::is_const_v<T>)
        : part_view(detail::fitting_lengths, other.data(), other.dims(), other.strides()) {}

    /// Copies the elements, also where the two overlap.
    /// errors  shape_error where the lengths differ
    constexpr part_view& operator=(const part_view& other) {
        base::copy_from(other);
        return *this;
    }
    /// Writes the value of a formula into the elements, which the formula may read.
    /// errors  law::assignment, law::element_type; shape_error where lengths differ
    template <formula F>
    constexpr part_view& operator=(const F& f) {
        evaluate_into(*this, f);
        return *this;
    }
};

/// A tensor over elements that somebody else owns, with a stride for each axis, of which some lengths are known at run
/// time only.
/// It has the members of a view whose lengths are all in its type: size(), extent(axis), begin(), v(i, j), v[i] ...
/// units   strides in elements
template <class T, extent... E>
requires(E.is_dynamic() || ...) class strided_view<T, E...>
    : public detail::dynamic_view<T, detail::given_steps<detail::strides{}, sizeof...(E)>, E...> {
    using steps = detail::given_steps<detail::strides{}, sizeof...(E)>;
    using base = detail::dynamic_view<T, steps, E...>;
    static constexpr const char* sizes_law =
        "heed: strided_view(data, strides, sizes...) needs sizes within their bounds";

public:
    /// One number for each extent that is known at run time only, behind the strides.
    /// errors  shape_error
    template <std::integral... N>
    requires(sizeof...(N) ==
             detail::dynamic_count<E...>) constexpr strided_view(T* data, const std::size_t (&strides)[sizeof...(E)],
                                                                 N... sizes)
        : base(data, in_memory(detail::lengths<E...>::checked(sizes_law, sizes...)), steps(listed(strides))) {}
    constexpr strided_view(detail::fitting_lengths_t, T* data, const detail::shape& dims,
                           const detail::strides& strides)
        : base(data, detail::lengths<E...>(dims), steps(strides)) {}
    constexpr strided_view(const strided_view&) = default;
    /// A view of elements that may be written is also one of elements that may be read.
    constexpr strided_view(const strided_view<typename base::value_type, E...>& other) requires(std::is_const_v<T>)
        : strided_view(detail::fitting_lengths, other.data(), other.dims(), other.strides()) {}
    /// Any other view of these extents.
    constexpr strided_view(const view<T, E...>& other)
        : strided_view(detail::fitting_lengths, other.data(), other.dims(), other.strides()) {}
    /// A part of a tensor or view, its strides no longer in the type.
    template <detail::strides Steps>
    constexpr strided_view(const part_view<T, Steps, E...>& other)
        : strided_view(detail::fitting_lengths, other.data(), other.dims(), other.strides()) {}

    /// Copies the elements, also where the two overlap.
    /// errors  shape_error where the lengths differ
    constexpr strided_view& operator=(const strided_view& other) {
        base::copy_from(other);
        return *this;
    }
    /// Writes the value of a formula into the elements, which the formula may read.
    /// errors  law::assignment, law::element_type; shape_error where lengths differ
    template <formula F>
    constexpr strided_view& operator=(const F& f) {
        evaluate_into(*this, f);
        return *this;
    }

private:
    static constexpr const detail::lengths<E...>& in_memory(const detail::lengths<E...>& all) {
        detail::check_bytes<T>(sizes_law, all.dims(), sizeof(T));
        return all;
    }
    static constexpr detail::strides listed(const std::size_t (&strides)[sizeof...(E)]) {
        detail::strides result{};
        for (std::size_t axis = 0; axis < sizeof...(E); ++axis) result[axis] = strides[axis];
        return result;
    }
};

}  // namespace heed
