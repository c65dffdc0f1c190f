// SPDX-License-Identifier: BSL-1.0
// view<T, extents...> with a dynamic extent.
#pragma once

#include <heed/tensor/copy_elements.hpp>
#include <heed/tensor/dynamic_elements.hpp>
#include <heed/tensor/number_source.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed {

template <class T, extent... E>
class HEED_LIFETIME_ABI tensor;

namespace detail {

/// Whether rows of extents `from` have the layout of rows of `to`, whose sizes they have: each axis has the same
/// capacity.
constexpr bool has_room_of(const shape& from, const shape& to) {
    for (std::size_t axis = 1; axis < to.rank; ++axis) {
        const bool is_bounded = from[axis].is_dynamic() && from[axis].most() != 0;
        const bool needs_room = to[axis].is_dynamic() && to[axis].most() != 0;
        if ((is_bounded || needs_room) && from[axis].most() != to[axis].most()) return false;
    }
    return true;
}

/// Whether elements with extents `from` can be seen as elements with extents `to`, if their sizes fit.
constexpr bool lies_as(const shape& from, const shape& to) { return assignable(from, to) && has_room_of(from, to); }

}  // namespace detail

/// A row-major tensor with dynamic extents over elements that it does not own. An axis with a bound takes the room of
/// its bound: in view<float, head[2], tokens[at_most<40>], 8> the second head begins after 40 * 8 numbers, however many
/// tokens there are. Copying it copies a pointer and sizes; assigning to it writes elements. It has the members of a
/// view with static extents: size(), extent(axis), begin(), v(i, j), v[i] ...
/// needs   the elements, alive while the view is used
template <class T, extent... E>
requires(E.is_dynamic() || ...) class view<T, E...> : public detail::basic_view<T, detail::steps_in_room<E...>, E...> {
    using base = detail::basic_view<T, detail::steps_in_room<E...>, E...>;
    static constexpr const char* sizes_law = "heed: view(data, sizes...) needs sizes for which there is room";

public:
    /// One number for each dynamic extent.
    /// errors  law::run_time_sizes, shape_error
    template <std::integral... N>
    requires(sizeof...(N) == detail::dynamic_count<E...>) constexpr view(T* data, N... sizes)
        : base(data, in_memory(detail::lengths<E...>::checked(sizes_law, sizes...)), {}) {}
    /// Any other number of sizes is an error: see law::run_time_sizes.
    template <std::integral... N>
    requires(sizeof...(N) != detail::dynamic_count<E...>) explicit constexpr view(T* data, N...)
        : base(data, detail::lengths<E...>(), {}) {
        (void)sizeof(law::run_time_sizes<law::shape_of<E...>, sizeof...(N), detail::dynamic_count<E...>>);
    }
    constexpr view(detail::fitting_lengths_t, T* data, const detail::shape& dims)
        : base(data, detail::lengths<E...>(dims), {}) {}

    /// Over the numbers of a vector, an array, a span. One dynamic size is deduced; with several write view(numbers,
    /// sizes...).
    /// errors  law::deduced_length, shape_error
    template <detail::flat_memory<T> R>
    requires(detail::dynamic_count<E...> == 1) explicit constexpr view(R& numbers HEED_LIFETIMEBOUND)
        : base(numbers.data(), in_memory(detail::deduced_lengths<E...>(numbers)), {}) {
        detail::check_reach(numbers, base::dims(), base::strides());
    }
    /// The same over a range that does not own its numbers, such as a span; it may be a temporary.
    template <detail::borrowed_memory<T> R>
    requires(detail::dynamic_count<E...> == 1) explicit constexpr view(const R& numbers)
        : base(numbers.data(), in_memory(detail::deduced_lengths<E...>(numbers)), {}) {
        detail::check_reach(numbers, base::dims(), base::strides());
    }
    ///@{

    /// The same with a size for each dynamic extent: view<float, dyn, dyn> v(numbers, 2, 3).
    /// errors  shape_error if the elements reach beyond the numbers, or a size does not fit its extent
    template <detail::flat_memory<T> R, std::integral... N>
    requires(sizeof...(N) == detail::dynamic_count<E...>) constexpr view(R& numbers HEED_LIFETIMEBOUND, N... sizes)
        : view(numbers.data(), sizes...) {
        detail::check_flat<R>();
        detail::check_reach(numbers, base::dims(), base::strides());
    }
    template <detail::borrowed_memory<T> R, std::integral... N>
    requires(sizeof...(N) == detail::dynamic_count<E...>) constexpr view(const R& numbers, N... sizes)
        : view(numbers.data(), sizes...) {
        detail::check_flat<R>();
        detail::check_reach(numbers, base::dims(), base::strides());
    }
    ///@}

    constexpr view(const view&) = default;
    /// A view with other extents that agree and the same memory layout.
    /// errors  shape_error if the sizes do not agree
    template <class U, heed::extent... X>
    requires(std::convertible_to<U (*)[], T (*)[]>&& detail::lies_as(
        detail::shape_from<X...>, detail::shape_from<E...>)) constexpr view(const view<U, X...>& other)
        : view(detail::fitting_lengths, other.data(), checked(detail::dims_of(other))) {}
    ///@{

    /// Over the elements of a tensor with other extents that agree; read-only if the tensor is const.
    /// errors  shape_error if the sizes do not agree
    template <heed::extent... X>
    requires(detail::lies_as(detail::shape_from<X...>, detail::shape_from<E...>)) constexpr view(
        tensor<typename base::value_type, X...>& owner HEED_LIFETIMEBOUND)
        : view(detail::fitting_lengths, owner.data(), checked(detail::dims_of(owner))) {}
    template <heed::extent... X>
    requires(std::is_const_v<T>&& detail::lies_as(detail::shape_from<X...>, detail::shape_from<E...>)) constexpr view(
        const tensor<typename base::value_type, X...>& owner HEED_LIFETIMEBOUND)
        : view(detail::fitting_lengths, owner.data(), checked(detail::dims_of(owner))) {}
    ///@}

    /// Copies the elements, also if the two overlap.
    /// errors  shape_error if the sizes differ
    constexpr view& operator=(const view& other) {
        base::copy_from(other);
        return *this;
    }
    /// Exchanges the elements of two views that do not overlap: std::ranges::swap(A[0], A[1]). Not std::swap(a, b),
    /// which knows only that views are assigned, and gives both the elements of b.
    /// errors  shape_error if the sizes differ
    friend constexpr void swap(view a, view b) requires(!std::is_const_v<T>) { a.swap_with(b); }
    /// Writes the value of a formula into the elements, which the formula may read.
    /// errors  law::assignment, law::element_type; shape_error if sizes differ
    template <formula F>
    constexpr view& operator=(const F& f) {
        evaluate_into(*this, f);
        return *this;
    }
    /// Writes exactly size() numbers.
    template <detail::flat_range<typename base::value_type> R>
    constexpr view& operator=(const R& numbers) {
        detail::check_flat<R>();
        detail::write_numbers(numbers, *this);
        return *this;
    }

private:
    static constexpr const detail::shape& checked(const detail::shape& dims) {
        detail::check_sizes<T>(base::shape_value, dims);
        return dims;
    }
    static constexpr const detail::lengths<E...>& in_memory(const detail::lengths<E...>& all) {
        detail::check_bytes<T>(sizes_law, detail::room_of(base::shape_value, all.dims()), sizeof(T));
        return all;
    }
};

}  // namespace heed
