// SPDX-License-Identifier: BSL-1.0
// Contiguous tensors that others own.
#pragma once

#include <heed/shape/law.hpp>
#include <heed/tensor/concepts.hpp>
#include <heed/tensor/copy_elements.hpp>
#include <heed/tensor/flat_range.hpp>
#include <heed/tensor/indexing.hpp>
#include <heed/tensor/memory_range.hpp>
#include <heed/tensor/part.hpp>
#include <heed/tensor/part_view.hpp>
#include <heed/tensor/room_view.hpp>
#include <heed/tensor/storage.hpp>

#include <cstddef>
#include <type_traits>

namespace heed {

template <class T, extent... E>
class HEED_LIFETIME_ABI tensor;
template <class T, extent... E>
class view;

namespace detail {

/// The view that is left when the first axis is fixed.
template <class View>
struct sub_view;
template <template <class, extent...> class View, class T, extent First, extent... Rest>
struct sub_view<View<T, First, Rest...>> {
    using type = View<T, Rest...>;
};

}  // namespace detail

/// A tensor over elements that it does not own, row-major without gaps. Copying it copies a pointer; assigning to it
/// writes elements, also from a view of the same type.
/// shapes  that of its extents
/// needs   size() elements at the pointer, alive while the view is used
template <class T, extent... E>
class view {
    static_assert(sizeof...(E) <= detail::max_rank, "heed: tensors have at most 6 axes");
    static_assert(detail::fits_in_memory(detail::shape_from<E...>, sizeof(T)),
                  "heed: view<T, extents...> needs elements that memory can hold");

public:
    using heed_formula = detail::elements_tag;
    using value_type = std::remove_const_t<T>;  ///< of an element, without const
    using element_type = T;                     ///< const where elements are only read
    static constexpr detail::shape shape_value = detail::shape_from<E...>;
    static constexpr detail::strides strides_value = detail::contiguous_strides(shape_value);

    /// Over size() elements starting at `data`.
    explicit constexpr view(T* data) : data_(data) {}
    /// Over the first size() numbers of a vector, an array, a span.
    /// errors  law::view_count for an array; shape_error if the count is known only at run time
    template <detail::flat_memory<T> R>
    explicit constexpr view(R& numbers HEED_LIFETIMEBOUND) : data_(numbers.data()) {
        detail::check_view_count<E...>(numbers);
    }
    /// The same over a range that does not own its numbers, such as a span; it may be a temporary.
    template <detail::borrowed_memory<T> R>
    explicit constexpr view(const R& numbers) : data_(numbers.data()) {
        detail::check_view_count<E...>(numbers);
    }
    constexpr view(const view&) = default;
    /// A view of writable elements converts to a read-only one.
    constexpr view(const view<value_type, E...>& other) requires(std::is_const_v<T>) : data_(other.data()) {}

    /// Over the elements of a tensor of these extents.
    constexpr view(tensor<value_type, E...>& owner HEED_LIFETIMEBOUND) : data_(owner.data()) {}
    /// Over the elements of a const tensor, read-only.
    constexpr view(const tensor<value_type, E...>& owner HEED_LIFETIMEBOUND) requires(std::is_const_v<T>)
        : data_(owner.data()) {}

    /// Copies the elements, also if the two overlap.
    constexpr view& operator=(const view& other) {
        detail::copy_elements(other, *this);
        return *this;
    }
    /// Exchanges the elements of two views that do not overlap: std::ranges::swap(A[0], A[1]). Not std::swap(a, b),
    /// which knows only that views are assigned, and gives both the elements of b.
    friend constexpr void swap(view a, view b) requires(!std::is_const_v<T>) { detail::swap_elements(a, b); }
    /// Writes the value of a formula into the elements, which the formula may read.
    /// errors  law::assignment, law::element_type; shape_error if dynamic sizes differ
    template <formula F>
    constexpr view& operator=(const F& f) {
        evaluate_into(*this, f);
        return *this;
    }
    /// Writes exactly size() numbers.
    template <detail::flat_range<value_type> R>
    constexpr view& operator=(const R& numbers) {
        detail::copy_numbers<E...>(numbers, begin());
        return *this;
    }

    /// How many axes.
    static constexpr std::size_t rank() { return shape_value.rank; }
    /// How many elements, on all axes together.
    static constexpr std::size_t size() { return shape_value.size(); }
    /// The size of an axis, from 0, if the index is not a constant; dim<0>(t) is a constant.
    static constexpr std::size_t extent(std::size_t axis) { return shape_value[axis].size; }
    static constexpr const detail::shape& dims() { return shape_value; }
    static constexpr const detail::strides& strides() { return strides_value; }
    /// The first element, at which all indices are 0.
    constexpr T* data() const { return data_; }
    /// Elements in row-major order.
    constexpr T* begin() const { return data_; }
    /// Past the last element.
    constexpr T* end() const { return data_ + size(); }
    /// The last element in row-major order.
    constexpr T& back() const { return data_[size() - 1]; }

    /// The element at these indices, one for each axis, from 0. An index that is too large does not compile in a
    /// constant expression; at run time it ends the program, unless NDEBUG is defined.
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E)) constexpr T& operator()(I... i) const {
        return data_[detail::offset_of(shape_value, strides_value, i...)];
    }
    /// The part at some indices, W(all, 3), without a copy; axes after the last index are kept.
    template <class... I>
    requires(sizeof...(I) <= sizeof...(E) && detail::part_indices<I...>) constexpr auto operator()(I... i) const {
        return detail::part_at<shape_value, detail::steps_in_room<E...>>(data_, dims(), strides(), i...);
    }

    /// The i-th element of a vector; with more axes, a view of the part at index i of the first axis.
    constexpr decltype(auto) operator[](std::size_t i) const requires(sizeof...(E) >= 1) {
        detail::check_index(i, extent(0));
        if constexpr (sizeof...(E) == 1)
            return (data_[i]);
        else
            return typename detail::sub_view<view>::type(data_ + i * (size() / extent(0)));
    }
#if defined(__cpp_multidimensional_subscript)
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E) && sizeof...(I) != 1) constexpr T& operator[](I... i) const {
        return (*this)(i...);
    }
#endif

    /// A view without axes is a number.
    constexpr operator value_type() const requires(sizeof...(E) == 0) { return *data_; }

private:
    T* data_;
};

}  // namespace heed
