// SPDX-License-Identifier: BSL-1.0
// tensor<T, extents...> with a dynamic extent.
#pragma once

#include <heed/scalar/number.hpp>
#include <heed/shape/length_law.hpp>
#include <heed/shape/numbers_law.hpp>
#include <heed/shape/result_law.hpp>
#include <heed/tensor/lifetime.hpp>
#include <heed/tensor/resizable_storage.hpp>
#include <heed/tensor/room_view.hpp>

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <type_traits>

namespace heed {

namespace detail {

/// The number of items that an extent needs; for a dynamic one that of the first list.
constexpr std::size_t needed_items(const extent& e, std::size_t first) { return e.is_dynamic() ? first : e.size; }
constexpr std::size_t room_for_items(const extent& e) { return e.is_dynamic() ? e.most() : 0; }

}  // namespace detail

/// An array of numbers with dynamic extents: tensor<float, tokens[dyn], d_k[64]> Q(n). Zero is a valid size; assigning
/// a formula takes its sizes. Elements are on the heap, 64-byte aligned. If every dynamic extent has a bound
/// (at_most<n>), there is room for the maximum: inside the object up to 16 KiB; otherwise it is allocated with the
/// first element, and an empty tensor has no memory yet. Elements are row-major in that room: strides do not depend on
/// the current size of an axis with a bound. After a tensor is moved from, its dynamic sizes are 0.
template <class T, extent... E>
requires(E.is_dynamic() || ...) class tensor<T, E...> {
    static_assert(number<T>, "heed: tensor<T, ...> needs a T that computes: + - * / < == and T(int)");
    static_assert(sizeof...(E) <= detail::max_rank, "heed: tensors have at most 6 axes");
    static_assert(((E.size > 0) && ...), "heed: tensor<T, extents...> needs extents of at least 1");
    static constexpr const char* sizes_law = "heed: tensor(sizes...) needs sizes for which there is room";
    static constexpr std::size_t open = detail::dynamic_count<E...>;
    using storage = typename detail::resizable_storage<T, detail::most_elements(detail::shape_from<E...>)>::type;

public:
    using heed_formula = detail::elements_tag;
    using value_type = T;    ///< of an element
    using element_type = T;  ///< the same: elements may be written
    static constexpr detail::shape shape_value = detail::shape_from<E...>;
    static constexpr detail::strides fixed_strides = detail::fixed_strides_for(shape_value);

    constexpr tensor() = default;
    ///@{

    /// A copy has the same sizes and its own memory; a move takes over memory on the heap.
    constexpr tensor(const tensor& other) { copy_from(other); }
    constexpr tensor(tensor&& other) noexcept { take(other); }
    constexpr tensor& operator=(const tensor& other) {
        if (this != &other) copy_from(other);
        return *this;
    }
    constexpr tensor& operator=(tensor&& other) noexcept {
        if (this != &other) take(other);
        return *this;
    }
    ///@}
    constexpr ~tensor() = default;

    explicit constexpr tensor(detail::uninitialised_t) {}

    /// Zeros; one size for each dynamic extent, in order.
    /// errors  law::run_time_sizes; shape_error for a size that is negative, over its bound, or too large with the
    ///         others
    template <std::integral... N>
    requires(sizeof...(N) == open) explicit constexpr tensor(N... sizes) {
        take_lengths(detail::lengths<E...>::checked(sizes_law, sizes...));
        for (T& x : *this) x = T(0);
    }
    /// Any other number of sizes is an error: see law::run_time_sizes.
    template <std::integral... N>
    requires(sizeof...(N) != open && sizeof...(N) > 0 &&
             (sizeof...(E) > 1 || sizeof...(N) > 1)) explicit constexpr tensor(N...) {
        (void)sizeof(law::run_time_sizes<law::shape_of<E...>, sizeof...(N), open>);
    }

    /// vector<float, dyn> v{1, 2, 3};
    constexpr tensor(std::initializer_list<T> values) requires(sizeof...(E) == 1) {
        take_lengths(detail::lengths<E...>::checked(sizes_law, values.size()));
        std::size_t i = 0;
        for (const T& x : values) data()[i++] = x;
    }

    /// matrix<float, dyn, 3> m{{1, 2, 3}, {4, 5, 6}};
    template <std::size_t First, std::size_t... Columns>
    requires(sizeof...(E) == 2) constexpr tensor(const T (&first)[First], const T (&... rows)[Columns]) {
        check_items<0, 1 + sizeof...(Columns), 1 + sizeof...(Columns)>();
        check_items<1, First, First>();
        (check_items<1, Columns, First>(), ...);
        take_shape(detail::shape(heed::extent(1 + sizeof...(Columns)), heed::extent(First)));
        auto to = begin();
        const auto append = [&](const auto& row) {
            for (const T& x : row) *to++ = x;
        };
        append(first);
        (append(rows), ...);
    }

    /// tensor<float, dyn, 2, 2> t{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    template <std::size_t FirstRows, std::size_t First, std::size_t... Rows, std::size_t... Columns>
    requires(sizeof...(E) == 3) constexpr tensor(const T (&first)[FirstRows][First],
                                                 const T (&... blocks)[Rows][Columns]) {
        check_items<0, 1 + sizeof...(Rows), 1 + sizeof...(Rows)>();
        check_items<1, FirstRows, FirstRows>();
        check_items<2, First, First>();
        (check_items<1, Rows, FirstRows>(), ...);
        (check_items<2, Columns, First>(), ...);
        take_shape(detail::shape(heed::extent(1 + sizeof...(Rows)), heed::extent(FirstRows), heed::extent(First)));
        auto to = begin();
        const auto append = [&](const auto& block) {
            for (const auto& row : block)
                for (const T& x : row) *to++ = x;
        };
        append(first);
        (append(blocks), ...);
    }

    /// Not matrix<float, dyn, 3> m{1.5, 2.5}: see law::whole_sizes.
    template <class... U>
    requires(sizeof...(E) >= 2 && sizeof...(U) >= 1 && !(formula<U> || ...) && !(std::integral<U> && ...) &&
             (std::convertible_to<U, T> && ...)) explicit(sizeof...(U) == 1) constexpr tensor(const U&...) {
        (void)sizeof(law::whole_sizes<law::shape_of<E...>, sizeof...(U) == 0>);
    }

    /// The value of a formula, and its sizes.
    /// errors  law::assignment if shapes or names cannot agree, law::element_type if element types do not; shape_error
    ///         if sizes do not
    template <formula F>
    requires(!std::same_as<F, tensor>) constexpr tensor(const F& f) { evaluate_new(*this, f); }

    /// Elements in row-major order from a span, an array, a vector. One dynamic size is deduced; with several write
    /// tensor(numbers, sizes...).
    /// errors  law::deduced_length for an array, law::numbers_and_sizes; shape_error
    template <detail::flat_range<T> R>
    explicit constexpr tensor(const R& numbers) {
        (void)sizeof(law::numbers_and_sizes<law::shape_of<E...>, open>);
        if constexpr (open == 1) copy_numbers(numbers, detail::deduced_lengths<E...>(numbers));
    }
    /// The same with a size for each dynamic extent: tensor<float, dyn, dyn> t(numbers, 2, 3).
    /// errors  shape_error if the number of elements differs, or a size does not fit its extent
    template <detail::flat_range<T> R, std::integral... N>
    requires(sizeof...(N) == open) constexpr tensor(const R& numbers, N... sizes) {
        detail::check_flat<R>();
        copy_numbers(numbers, detail::lengths<E...>::checked(sizes_law, sizes...));
    }
    /// One dynamic size is deduced; several keep their sizes.
    template <detail::flat_range<T> R>
    constexpr tensor& operator=(const R& numbers) {
        if constexpr (open == 1) {
            copy_numbers(numbers, detail::deduced_lengths<E...>(numbers));
        } else {
            detail::check_flat<R>();
            copy_numbers(numbers, lengths_);
        }
        return *this;
    }

    /// Not vectors of vectors, lists: see law::contiguous_numbers.
    template <detail::other_range<T> R>
    explicit constexpr tensor(const R&) {
        (void)sizeof(law::contiguous_numbers<law::shape_of<E...>, !sizeof(R)>);
    }
    /// As of the constructor: see law::contiguous_numbers.
    template <detail::other_range<T> R>
    constexpr tensor& operator=(const R&) {
        (void)sizeof(law::contiguous_numbers<law::shape_of<E...>, !sizeof(R)>);
        return *this;
    }
    /// Not what heads and split return: see law::one_formula.
    template <detail::several_formulas F>
    constexpr tensor(const F&) {
        (void)sizeof(law::one_formula<!sizeof(F)>);
    }

    /// Evaluates f, and takes its sizes; safe when f reads this tensor.
    template <formula F>
    requires(!std::same_as<F, tensor>) constexpr tensor& operator=(const F& f) {
        evaluate_into(*this, f);
        return *this;
    }

    /// Sets the sizes; the elements then have no values. Reuses the memory if it is large enough.
    /// errors  shape_error if a size is not that of the extent, over its bound, or too large with the others,
    ///         std::bad_alloc; then nothing is changed
    constexpr void take_shape(const detail::shape& dims) {
        detail::check_sizes<T>(shape_value, dims);
        take_lengths(detail::lengths<E...>(dims));
    }
    /// Whether take_shape of these sizes needs no other memory.
    constexpr bool has_room_for(const detail::shape& dims) const requires(storage::can_be_taken) {
        const detail::shape room = detail::room_of(shape_value, dims);
        return detail::fits_in_memory(room, sizeof(T)) && (dims.size() == 0 || room.size() <= storage_.capacity());
    }

    /// How many axes.
    static constexpr std::size_t rank() { return sizeof...(E); }
    /// How many elements, on all axes together. Zero where an axis is empty.
    constexpr std::size_t size() const { return lengths_.size(); }
    /// The current size of an axis, from 0.
    constexpr std::size_t extent(std::size_t axis) const { return lengths_[axis]; }
    constexpr detail::shape dims() const { return lengths_.dims(); }
    constexpr detail::strides strides() const { return detail::strides_in_room(lengths_); }
    /// The first element. An axis with a bound may leave gaps between rows: begin() skips them.
    constexpr T* data() { return storage_.data(); }
    constexpr const T* data() const { return storage_.data(); }
    /// Elements in row-major order, without the gaps between them.
    constexpr auto begin() { return whole().begin(); }
    constexpr auto begin() const { return whole().begin(); }
    /// Past the last element.
    constexpr auto end() { return whole().end(); }
    constexpr auto end() const { return whole().end(); }
    /// The last element in row-major order.
    /// needs   an element
    constexpr T& back() { return whole().back(); }
    constexpr const T& back() const { return whole().back(); }

    /// The element at these indices, one for each axis, from 0. An index that is too large does not compile in a
    /// constant expression; at run time it ends the program, unless NDEBUG is defined.
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E)) constexpr T& operator()(I... i) { return whole()(i...); }
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E)) constexpr const T& operator()(I... i) const { return whole()(i...); }

    /// The part at some indices, without a copy: A(all, 3) is column 3 of a matrix, A(2, all) is A[2]. Axes after the
    /// last index are kept.
    /// shapes  the axes that are kept
    template <class... I>
    requires(sizeof...(I) <= sizeof...(E) && detail::part_indices<I...>) constexpr auto operator()(I... i)
        HEED_LIFETIMEBOUND {
        return whole()(i...);
    }
    template <class... I>
    requires(sizeof...(I) <= sizeof...(E) && detail::part_indices<I...>) constexpr auto operator()(I... i) const
        HEED_LIFETIMEBOUND {
        return whole()(i...);
    }

    /// The i-th element of a vector; with more axes, a view of the part at index i of the first axis.
    constexpr decltype(auto) operator[](std::size_t i) HEED_LIFETIMEBOUND { return whole()[i]; }
    constexpr decltype(auto) operator[](std::size_t i) const HEED_LIFETIMEBOUND { return whole()[i]; }
#if defined(__cpp_multidimensional_subscript)
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E) && sizeof...(I) != 1) constexpr T& operator[](I... i) {
        return (*this)(i...);
    }
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E) && sizeof...(I) != 1) constexpr const T& operator[](I... i) const {
        return (*this)(i...);
    }
#endif

#if defined(HEED_CHECK_LIFETIMES)
    detail::lifetime heed_lifetime;
#endif

private:
    constexpr view<T, E...> whole() { return *this; }
    constexpr view<const T, E...> whole() const { return *this; }

    template <std::size_t Axis, std::size_t Given, std::size_t First>
    static constexpr void check_items() {
        constexpr std::size_t needed = detail::needed_items(shape_value[Axis], First);
        if constexpr (Axis + 1 == sizeof...(E))
            (void)sizeof(law::initialiser_columns<Given, needed>);
        else
            (void)sizeof(law::initialiser_rows<Given, needed>);
        (void)sizeof(law::initialiser_room<Given, detail::room_for_items(shape_value[Axis])>);
    }

    /// Checks for room, and allocates it, before anything is changed.
    constexpr void take_lengths(const detail::lengths<E...> taken) {
        const detail::shape room = detail::room_of(shape_value, taken.dims());
        detail::check_bytes<T>(sizes_law, room, sizeof(T));
        if (taken.size() != 0) storage_.reserve(room.size());
        lengths_ = taken;
    }
    template <class R>
    constexpr void copy_numbers(const R& numbers, const detail::lengths<E...> taken) {
        detail::check_numbers_are_kept<R, T>();
        detail::check_count(numbers, taken.dims());
        take_lengths(taken);
        detail::write_numbers(numbers, whole());
    }
    constexpr void copy_from(const tensor& other) {
        take_lengths(other.lengths_);
        copy_elements_of(other);
    }
    /// Does not copy the gaps between rows, which may be uninitialized.
    constexpr void copy_elements_of(const tensor& other) {
        detail::copy_rows(other.data(), strides(), data(), strides(), dims());
    }
    constexpr void take(tensor& other) noexcept {
        lengths_ = other.lengths_;
        if constexpr (storage::can_be_taken)
            storage_.exchange(other.storage_);
        else
            copy_elements_of(other);
        other.lengths_ = {};
    }

    storage storage_;
    detail::lengths<E...> lengths_;
};

}  // namespace heed
