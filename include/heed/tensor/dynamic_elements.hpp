// SPDX-License-Identifier: BSL-1.0
// The common part of views with strides or dynamic extents: sizes, element positions, iteration, parts.
#pragma once

#include <heed/shape/law.hpp>
#include <heed/tensor/concepts.hpp>
#include <heed/tensor/lengths.hpp>
#include <heed/tensor/part.hpp>
#include <heed/tensor/strided_iterator.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed {

template <class T, extent... E>
class view;
template <class T, extent... E>
class strided_view;
template <class T, detail::strides Steps, extent... E>
class part_view;

namespace detail {

/// Strides that follow from the lengths: row-major, with the capacity of the view's extents.
template <extent... E>
struct steps_in_room {
    static constexpr strides fixed = fixed_strides_for(shape_from<E...>);
    static constexpr bool are_given = false;

    constexpr strides of(const lengths<E...>& all) const { return strides_in_room(all); }
};

/// How many of the strides are not part of the type.
constexpr std::size_t unknown_strides(const strides& fixed, std::size_t rank) {
    std::size_t count = 0;
    for (std::size_t axis = 0; axis < rank; ++axis) count += fixed[axis] == unknown_stride ? 1 : 0;
    return count;
}

/// Strides that are given at run time, except those that are part of the type.
template <strides Fixed, std::size_t Rank, std::size_t Unknown = unknown_strides(Fixed, Rank)>
struct given_steps {
    static constexpr strides fixed = Fixed;
    static constexpr bool are_given = true;
    std::size_t items[Unknown]{};

    explicit constexpr given_steps(const strides& steps) {
        std::size_t next = 0;
        for (std::size_t axis = 0; axis < Rank; ++axis)
            if (fixed[axis] == unknown_stride) items[next++] = steps[axis];
    }
    template <class Lengths>
    constexpr strides of(const Lengths&) const {
        strides result = fixed;
        std::size_t next = 0;
        for (std::size_t axis = 0; axis < Rank; ++axis)
            if (fixed[axis] == unknown_stride) result[axis] = items[next++];
        return result;
    }
};
template <strides Fixed, std::size_t Rank>
struct given_steps<Fixed, Rank, 0> {
    static constexpr strides fixed = Fixed;
    static constexpr bool are_given = true;

    explicit constexpr given_steps(const strides&) {}
    template <class Lengths>
    constexpr strides of(const Lengths&) const {
        return fixed;
    }
};

/// Whether strides are static and those of a tensor without gaps.
template <strides Fixed, extent... E>
inline constexpr bool are_contiguous = !shape_from<E...>.is_dynamic() && Fixed == contiguous_strides(shape_from<E...>);

/// A view of T with some of its axes. It has no strides if they follow from its extents; otherwise as many as possible
/// are in its type.
template <class T, bool InRoom, strides Fixed, extent... E>
struct part_of_view {
    using type = strided_view<T, E...>;
};
template <class T, bool InRoom, strides Fixed, extent... E>
requires(InRoom || are_contiguous<Fixed, E...>) struct part_of_view<T, InRoom, Fixed, E...> {
    using type = view<T, E...>;
};
template <class T, strides Fixed, extent... E>
requires(Fixed != strides{} && !are_contiguous<Fixed, E...>) struct part_of_view<T, false, Fixed, E...> {
    using type = part_view<T, Fixed, E...>;
};

/// Marks constructors for lengths that are known to fit; make_view uses them.
struct fitting_lengths_t {};
inline constexpr fitting_lengths_t fitting_lengths{};

/// Makes any view from its parts, without checking sizes.
template <class View, class T>
constexpr View make_view(T* first, const shape& dims, const strides& steps) {
    if constexpr (requires { View(fitting_lengths, first, dims, steps); })
        return View(fitting_lengths, first, dims, steps);
    else if constexpr (requires { View(fitting_lengths, first, dims); })
        return View(fitting_lengths, first, dims);
    else if constexpr (requires { View(first, steps); })
        return View(first, steps);
    else
        return View(first);
}

/// Reports indices that are too large, if they are constants.
template <const shape& Extents, class... I, std::size_t... Axis>
constexpr void check_static_indices(std::index_sequence<Axis...>) {
    constexpr bool are_within = (is_within<I>(Extents[Axis]) && ...);
    (void)sizeof(law::part_of_tensor<law::shape_of<Extents[Axis]...>, are_within>);
}

/// The part at some indices of elements with `Extents`, lengths `dims` and strides `steps`.
template <const shape& Extents, class Steps, class T, class... I>
constexpr auto part_at(T* data, const shape& dims, const strides& steps, const I&... index) {
    if constexpr (sizeof...(I) < Extents.rank) {
        return part_at<Extents, Steps>(data, dims, steps, index..., all);
    } else {
        using staying = staying_axes<I...>;
        check_static_indices<Extents, I...>(std::index_sequence_for<I...>());
        T* const first = begin_of_part(data, dims, steps, index...);
        return [&]<std::size_t... Axis>(std::index_sequence<Axis...>) {
            constexpr bool in_room = !Steps::are_given && staying::are_last;
            constexpr strides fixed{Steps::fixed[staying::items[Axis]]...};
            using View = typename part_of_view<T, in_room, fixed, Extents[staying::items[Axis]]...>::type;
            return make_view<View>(first, shape(dims[staying::items[Axis]]...),
                                   strides{steps[staying::items[Axis]]...});
        }
        (std::make_index_sequence<staying::count>{});
    }
}

/// Elements that this object does not own, with lengths, and strides given by Steps.
template <class T, class Steps, extent... E>
class basic_view {
    static_assert(sizeof...(E) <= max_rank, "heed: tensors have at most 6 axes");
    static constexpr bool is_dynamic = (E.is_dynamic() || ...);

public:
    using heed_formula = elements_tag;
    using value_type = std::remove_const_t<T>;
    using element_type = T;
    static constexpr shape shape_value = shape_from<E...>;
    static constexpr detail::strides fixed_strides = Steps::fixed;

    static constexpr std::size_t rank() { return sizeof...(E); }
    constexpr std::size_t size() const requires(is_dynamic) { return lengths_.size(); }
    static constexpr std::size_t size() requires(!is_dynamic) { return shape_value.size(); }
    constexpr std::size_t extent(std::size_t axis) const requires(is_dynamic) { return lengths_[axis]; }
    static constexpr std::size_t extent(std::size_t axis) requires(!is_dynamic) { return shape_value[axis].size; }
    constexpr shape dims() const requires(is_dynamic) { return lengths_.dims(); }
    static constexpr const shape& dims() requires(!is_dynamic) { return shape_value; }
    constexpr detail::strides strides() const { return steps_.of(lengths_); }
    constexpr T* data() const { return data_; }

    constexpr auto begin() const {
        if constexpr (is_dense)
            return data_;
        else
            return strided_iterator<T, sizeof...(E)>(data_, dims(), strides(), 0);
    }
    constexpr auto end() const {
        if constexpr (is_dense)
            return data_ + size();
        else
            return strided_iterator<T, sizeof...(E)>(data_, dims(), strides(), size());
    }
    /// needs   an element
    constexpr T& back() const {
        const detail::strides steps = strides();
        std::size_t offset = 0;
        for (std::size_t axis = 0; axis < sizeof...(E); ++axis) offset += (extent(axis) - 1) * steps[axis];
        return data_[offset];
    }

    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E)) constexpr T& operator()(I... i) const {
        return data_[offset_of(dims(), strides(), i...)];
    }
    /// The part at some indices, W(all, 3), without a copy; of axes behind the indices all.
    template <class... I>
    requires(sizeof...(I) <= sizeof...(E) && part_indices<I...>) constexpr auto operator()(I... i) const {
        return part_at<shape_value, Steps>(data_, dims(), strides(), i...);
    }

    /// The i-th element of a vector, the i-th view along the first axis of anything larger.
    constexpr decltype(auto) operator[](std::size_t i) const {
        check_index(i, extent(0));
        if constexpr (sizeof...(E) == 1) {
            return (data_[i * strides()[0]]);
        } else {
            return [&]<std::size_t... Axis>(std::index_sequence<Axis...>) { return (*this)(i, (void(Axis), all)...); }
            (std::make_index_sequence<sizeof...(E) - 1>{});
        }
    }
#if defined(__cpp_multidimensional_subscript)
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E) && sizeof...(I) != 1) constexpr T& operator[](I... i) const {
        return (*this)(i...);
    }
#endif

protected:
    static constexpr bool is_dense = !Steps::are_given && lies_dense(shape_value);

    constexpr basic_view(T* data, const lengths<E...>& of, const Steps& steps)
        : data_(data), lengths_(of), steps_(steps) {}
    basic_view(const basic_view&) = default;

    /// Copies elements, also if the two overlap.
    /// errors  shape_error where the lengths differ
    constexpr void copy_from(const basic_view& other) {
        check_sizes<T>(dims(), other.dims());
        copy_elements(other, *this);
    }
    /// errors  as of copy_from
    constexpr void swap_with(const basic_view& other) const {
        check_sizes<T>(dims(), other.dims());
        swap_elements(*this, other);
    }

private:
    T* data_;
    [[no_unique_address]] lengths<E...> lengths_;
    [[no_unique_address]] Steps steps_;
};

}  // namespace detail
}  // namespace heed
