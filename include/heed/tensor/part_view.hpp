// SPDX-License-Identifier: BSL-1.0
// Views with strides of their own.
#pragma once

#include <heed/tensor/room_view.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed {

/// A part of a tensor, without a copy, as X(all, 3) and slice<tokens>(K, a, b) return it. Each stride is static if that
/// of the tensor is. It has the members of a view: size(), extent(axis), begin(), v(i, j), v[i] ...
/// units   strides in elements; Steps has 0 for a dynamic stride
template <class T, detail::strides Steps, extent... E>
class part_view : public detail::basic_view<T, detail::given_steps<Steps, sizeof...(E)>, E...> {
    using steps = detail::given_steps<Steps, sizeof...(E)>;
    using base = detail::basic_view<T, steps, E...>;

public:
    constexpr part_view(detail::fitting_lengths_t, T* data, const detail::shape& dims, const detail::strides& strides)
        : base(data, detail::lengths<E...>(dims), steps(strides)) {}
    constexpr part_view(const part_view&) = default;
    /// A view of writable elements converts to a read-only one.
    constexpr part_view(const part_view<typename base::value_type, Steps, E...>& other) requires(std::is_const_v<T>)
        : part_view(detail::fitting_lengths, other.data(), other.dims(), other.strides()) {}

    /// Copies the elements, also if the two overlap.
    /// errors  shape_error if the sizes differ
    constexpr part_view& operator=(const part_view& other) {
        base::copy_from(other);
        return *this;
    }
    /// Exchanges the elements of two views that do not overlap: std::ranges::swap(A[0], A[1]). Not std::swap(a, b),
    /// which knows only that views are assigned, and gives both the elements of b.
    /// errors  shape_error if the sizes differ
    friend constexpr void swap(part_view a, part_view b) requires(!std::is_const_v<T>) { a.swap_with(b); }
    /// Writes the value of a formula into the elements, which the formula may read.
    /// errors  law::assignment, law::element_type; shape_error if sizes differ
    template <formula F>
    constexpr part_view& operator=(const F& f) {
        evaluate_into(*this, f);
        return *this;
    }
    /// Writes exactly size() numbers.
    /// errors  shape_error
    template <detail::flat_range<typename base::value_type> R>
    constexpr part_view& operator=(const R& numbers) {
        detail::check_flat<R>();
        detail::write_numbers(numbers, *this);
        return *this;
    }
};

/// A tensor over elements that it does not own, with a stride for each axis: a head inside a packed matrix, a
/// column-major matrix. It has the members of a view: size(), extent(axis), begin(), v(i, j), v[i] ...
/// units   strides in elements
template <class T, extent... E>
class strided_view : public detail::basic_view<T, detail::given_steps<detail::strides{}, sizeof...(E)>, E...> {
    using steps = detail::given_steps<detail::strides{}, sizeof...(E)>;
    using base = detail::basic_view<T, steps, E...>;
    static constexpr const char* sizes_law =
        "heed: strided_view(data, strides, sizes...) needs sizes within their bounds";
    static_assert((E.is_dynamic() || ...) || detail::fits_in_memory(base::shape_value, sizeof(T)),
                  "heed: strided_view<T, extents...> needs elements that memory can hold");

public:
    /// Strides, then one size for each dynamic extent: strided_view<const float, 4, 6> columns(data, {1, 4}).
    /// errors  law::strides; shape_error
    template <std::size_t Rank, std::integral... N>
    requires(sizeof...(N) == detail::dynamic_count<E...>) constexpr strided_view(T* data,
                                                                                 const std::size_t (&strides)[Rank],
                                                                                 N... sizes)
        : strided_view(data, listed(strides), sizes...) {
        (void)sizeof(law::strides<law::shape_of<E...>, Rank, Rank == sizeof...(E)>);
    }
    /// Any other number of sizes is an error: see law::run_time_sizes.
    template <std::size_t Rank, std::integral... N>
    requires(sizeof...(N) !=
             detail::dynamic_count<E...>) constexpr strided_view(T* data, const std::size_t (&strides)[Rank], N...)
        : base(data, detail::lengths<E...>(), steps(listed(strides))) {
        (void)sizeof(law::run_time_sizes<law::shape_of<E...>, sizeof...(N), detail::dynamic_count<E...>>);
    }
    /// With those of another view, v.strides().
    template <std::same_as<detail::strides> Strides, std::integral... N>
    requires(sizeof...(N) == detail::dynamic_count<E...>) constexpr strided_view(T* data, const Strides& strides,
                                                                                 N... sizes)
        : base(data, in_memory(detail::lengths<E...>::checked(sizes_law, sizes...)), steps(strides)) {}
    constexpr strided_view(detail::fitting_lengths_t, T* data, const detail::shape& dims,
                           const detail::strides& strides)
        : base(data, detail::lengths<E...>(dims), steps(strides)) {}
    constexpr strided_view(const strided_view&) = default;
    /// A view of writable elements converts to a read-only one.
    constexpr strided_view(const strided_view<typename base::value_type, E...>& other) requires(std::is_const_v<T>)
        : strided_view(detail::fitting_lengths, other.data(), other.dims(), other.strides()) {}
    /// A view without strides.
    template <class U>
    requires(std::convertible_to<U (*)[], T (*)[]>) constexpr strided_view(const view<U, E...>& other)
        : strided_view(detail::fitting_lengths, other.data(), other.dims(), other.strides()) {}
    /// A part of a tensor or view; its strides become run-time values.
    template <class U, detail::strides Steps>
    requires(std::convertible_to<U (*)[], T (*)[]>) constexpr strided_view(const part_view<U, Steps, E...>& other)
        : strided_view(detail::fitting_lengths, other.data(), other.dims(), other.strides()) {}

    /// Copies the elements, also if the two overlap.
    /// errors  shape_error if the sizes differ
    constexpr strided_view& operator=(const strided_view& other) {
        base::copy_from(other);
        return *this;
    }
    /// Exchanges the elements of two views that do not overlap: std::ranges::swap(A[0], A[1]). Not std::swap(a, b),
    /// which knows only that views are assigned, and gives both the elements of b.
    /// errors  shape_error if the sizes differ
    friend constexpr void swap(strided_view a, strided_view b) requires(!std::is_const_v<T>) { a.swap_with(b); }
    /// Writes the value of a formula into the elements, which the formula may read.
    /// errors  law::assignment, law::element_type; shape_error if sizes differ
    template <formula F>
    constexpr strided_view& operator=(const F& f) {
        evaluate_into(*this, f);
        return *this;
    }
    /// Writes exactly size() numbers.
    /// errors  shape_error
    template <detail::flat_range<typename base::value_type> R>
    constexpr strided_view& operator=(const R& numbers) {
        detail::check_flat<R>();
        detail::write_numbers(numbers, *this);
        return *this;
    }

private:
    static constexpr const detail::lengths<E...>& in_memory(const detail::lengths<E...>& all) {
        detail::check_bytes<T>(sizes_law, all.dims(), sizeof(T));
        return all;
    }
    template <std::size_t Rank>
    static constexpr detail::strides listed(const std::size_t (&strides)[Rank]) {
        detail::strides result{};
        for (std::size_t axis = 0; axis < Rank && axis < sizeof...(E); ++axis) result[axis] = strides[axis];
        return result;
    }
};

template <class T, detail::strides Steps, extent... E>
strided_view(const part_view<T, Steps, E...>&) -> strided_view<T, E...>;
template <class T, extent... E>
strided_view(const view<T, E...>&) -> strided_view<T, E...>;

}  // namespace heed
