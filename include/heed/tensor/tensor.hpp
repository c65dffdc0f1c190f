// SPDX-License-Identifier: BSL-1.0
// Tensors that own their elements.
#pragma once

#include <heed/scalar/number.hpp>
#include <heed/shape/law.hpp>
#include <heed/shape/numbers_law.hpp>
#include <heed/shape/result_law.hpp>
#include <heed/tensor/concepts.hpp>
#include <heed/tensor/dynamic_tensor.hpp>
#include <heed/tensor/flat_range.hpp>
#include <heed/tensor/lifetime.hpp>
#include <heed/tensor/storage.hpp>
#include <heed/tensor/view.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed {

/// An array of numbers with its shape in its type: tensor<float, 12, 64>, tensor<float, tokens[12], d_k[64]>. Elements
/// start at zero and are row-major. Up to 16 KiB they are stored inside the object (and the tensor can be constexpr); a
/// larger tensor allocates them on the heap, 64-byte aligned.
template <class T, extent... E>
class HEED_LIFETIME_ABI tensor {
    static_assert(number<T>, "heed: tensor<T, ...> needs a T that computes: + - * / < == and T(int)");
    static_assert(sizeof...(E) <= detail::max_rank, "heed: tensors have at most 6 axes");
    static_assert(((E.size > 0) && ...), "heed: tensor<T, extents...> needs extents of at least 1");
    static_assert(detail::fits_in_memory(detail::shape_from<E...>, sizeof(T)),
                  "heed: tensor<T, extents...> needs elements that memory can hold");

public:
    using heed_formula = detail::elements_tag;
    using value_type = T;    ///< of an element
    using element_type = T;  ///< the same: elements may be written
    static constexpr detail::shape shape_value = detail::shape_from<E...>;
    static constexpr detail::strides strides_value = detail::contiguous_strides(shape_value);

    constexpr tensor() = default;
    constexpr tensor(const tensor&) = default;
    constexpr tensor(tensor&&) noexcept = default;
    constexpr tensor& operator=(const tensor&) = default;
    constexpr tensor& operator=(tensor&&) noexcept = default;
    constexpr ~tensor() = default;

    // Leaves elements uninitialized, for callers that write all of them next.
    explicit constexpr tensor(detail::uninitialised_t u) : storage_(u) {}

    /// A number as a tensor without axes.
    constexpr tensor(const T& value) requires(sizeof...(E) == 0) { data()[0] = value; }

    /// vector<float, 3> v{1, 2, 3};
    template <std::convertible_to<T>... U>
    requires(sizeof...(E) == 1 && sizeof...(U) >= 1) explicit(sizeof...(U) == 1) constexpr tensor(const U&... values)
        : tensor(detail::uninitialised) {
        (void)sizeof(law::initialiser_elements<sizeof...(U), size()>);
        std::size_t i = 0;
        ((data()[i++] = static_cast<T>(values)), ...);
    }

    /// matrix<float, 2, 3> m{{1, 2, 3}, {4, 5, 6}};
    template <std::size_t... Columns>
    requires(sizeof...(E) == 2 && sizeof...(Columns) >= 1) constexpr tensor(const T (&... rows)[Columns])
        : tensor(detail::uninitialised) {
        (void)sizeof(law::initialiser_rows<sizeof...(Columns), shape_value[0].size>);
        ((void)sizeof(law::initialiser_columns<Columns, shape_value[sizeof...(E) - 1].size>), ...);
        std::size_t i = 0;
        const auto append = [&](const auto& row) {
            for (const T& x : row) data()[i++] = x;
        };
        (append(rows), ...);
    }

    /// tensor<float, 2, 2, 2> t{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    template <std::size_t... Rows, std::size_t... Columns>
    requires(sizeof...(E) == 3 && sizeof...(Rows) >= 1) constexpr tensor(const T (&... blocks)[Rows][Columns])
        : tensor(detail::uninitialised) {
        (void)sizeof(law::initialiser_rows<sizeof...(Rows), shape_value[0].size>);
        ((void)sizeof(law::initialiser_rows<Rows, shape_value[sizeof...(E) - 2].size>), ...);
        ((void)sizeof(law::initialiser_columns<Columns, shape_value[sizeof...(E) - 1].size>), ...);
        std::size_t i = 0;
        const auto append = [&](const auto& block) {
            for (const auto& row : block)
                for (const T& x : row) data()[i++] = x;
        };
        (append(blocks), ...);
    }

    /// Not matrix<float, 2, 3> m{1, 2, 3, 4, 5, 6}: see law::initialiser_of_numbers.
    template <class... U>
    requires(sizeof...(E) >= 2 && sizeof...(U) >= 1 && !(formula<U> || ...) &&
             (std::convertible_to<U, T> && ...)) explicit(sizeof...(U) == 1) constexpr tensor(const U&...) {
        (void)sizeof(law::initialiser_of_numbers<law::shape_of<E...>, sizeof...(U)>);
    }

    /// The value of a formula.
    /// errors  law::assignment if shapes or names differ, law::element_type if element types do
    template <formula F>
    requires(!std::same_as<F, tensor>) constexpr tensor(const F& f) : tensor(detail::uninitialised) {
        evaluate_new(*this, f);
    }

    /// Elements in row-major order from a span, an array, a vector of exactly size() numbers.
    /// errors  law::number_count for an array; shape_error if the count is known only at run time
    /// example const std::vector<float> numbers{1, 2, 3, 4, 5, 6};
    ///         const tensor<float, 2, 3> M(numbers);
    template <detail::flat_range<T> R>
    explicit constexpr tensor(const R& numbers) : tensor(detail::uninitialised) {
        detail::copy_numbers<E...>(numbers, data());
    }
    /// Takes exactly size() numbers, in row-major order.
    /// errors  as of the constructor from numbers
    template <detail::flat_range<T> R>
    constexpr tensor& operator=(const R& numbers) {
        detail::check_number_count<E...>(numbers);
        storage_.ensure();
        detail::copy_numbers<E...>(numbers, data());
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

    /// Evaluates f; safe when f reads this tensor.
    template <formula F>
    requires(!std::same_as<F, tensor>) constexpr tensor& operator=(const F& f) {
        evaluate_into(*this, f);
        return *this;
    }

    /// How many axes.
    static constexpr std::size_t rank() { return shape_value.rank; }
    /// How many elements, on all axes together.
    static constexpr std::size_t size() { return shape_value.size(); }
    /// The size of an axis, from 0, if the index is not a constant; dim<0>(t) is a constant.
    static constexpr std::size_t extent(std::size_t axis) { return shape_value[axis].size; }
    static constexpr const detail::shape& dims() { return shape_value; }
    /// The first element; the others follow in row-major order.
    constexpr T* data() { return storage_.data(); }
    constexpr const T* data() const { return storage_.data(); }
    /// Elements in row-major order.
    constexpr T* begin() { return data(); }
    constexpr const T* begin() const { return data(); }
    /// Past the last element.
    constexpr T* end() { return data() + size(); }
    constexpr const T* end() const { return data() + size(); }
    /// The last element in row-major order.
    constexpr T& back() { return data()[size() - 1]; }
    constexpr const T& back() const { return data()[size() - 1]; }

    /// The element at these indices, one for each axis, from 0. An index that is too large does not compile in a
    /// constant expression; at run time it ends the program, unless NDEBUG is defined.
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E)) constexpr T& operator()(I... i) {
        return data()[detail::offset_of(shape_value, strides_value, i...)];
    }
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(E)) constexpr const T& operator()(I... i) const {
        return data()[detail::offset_of(shape_value, strides_value, i...)];
    }

    /// The part at some indices, without a copy: A(all, 3) is column 3 of a matrix, A(2, all) is A[2]. Axes after the
    /// last index are kept.
    /// shapes  the axes that are kept
    template <class... I>
    requires(sizeof...(I) <= sizeof...(E) && detail::part_indices<I...>) constexpr auto operator()(I... i)
        HEED_LIFETIMEBOUND {
        return detail::part_at<shape_value, detail::steps_in_room<E...>>(data(), shape_value, strides_value, i...);
    }
    template <class... I>
    requires(sizeof...(I) <= sizeof...(E) && detail::part_indices<I...>) constexpr auto operator()(I... i) const
        HEED_LIFETIMEBOUND {
        return detail::part_at<shape_value, detail::steps_in_room<E...>>(data(), shape_value, strides_value, i...);
    }

    /// The i-th element of a vector; with more axes, a view of the part at index i of the first axis.
    constexpr decltype(auto) operator[](std::size_t i) HEED_LIFETIMEBOUND requires(sizeof...(E) >= 1) {
        return view<T, E...>(data())[i];
    }
    constexpr decltype(auto) operator[](std::size_t i) const HEED_LIFETIMEBOUND requires(sizeof...(E) >= 1) {
        return view<const T, E...>(data())[i];
    }
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

    /// A tensor without axes is a number.
    constexpr operator const T&() const requires(sizeof...(E) == 0) { return data()[0]; }

#if defined(HEED_CHECK_LIFETIMES)
    detail::lifetime heed_lifetime;
#endif

private:
    detail::storage<T, shape_value.size()> storage_;
};

namespace detail {
/// The element type that is deduced after a reported error.
struct reported {};

/// What an error was reported for, indexed: any number of indices gives an element.
struct indexed_after_report {
    double* none = nullptr;

    template <class... I>
    constexpr double& operator()(const I&...) const {
        return *none;
    }
    template <class I>
    constexpr auto operator[](const I&) const;
};
struct reported_element : indexed_after_report {
    template <class X>
    constexpr const reported_element& operator=(const X&) const {
        return *this;
    }
    constexpr operator double&() const { return *none; }
};
template <class I>
constexpr auto indexed_after_report::operator[](const I&) const {
    return reported_element();
}
}  // namespace detail
///@cond
/// What `tensor Y = ...` is after a report. To read its elements, and to use it in formulas, is no second error.
template <>
class tensor<detail::reported> : public detail::indexed_after_report {
public:
    using heed_formula = detail::formula_tag;
    using value_type = double;
    static constexpr detail::shape shape_value{};

    constexpr tensor() = default;
    template <class F>
    constexpr tensor(const F&) {
        if constexpr (!formula<F>) {
            (void)sizeof(law::one_formula<!detail::several_formulas<F>>);
            (void)sizeof(law::deduced_tensor<F, detail::several_formulas<F>>);
        }
    }

    static constexpr std::size_t rank() { return 0; }
    static constexpr std::size_t size() { return 0; }
    static constexpr std::size_t extent(std::size_t) { return 0; }
    static constexpr const detail::shape& dims() { return shape_value; }
    constexpr double* data() const { return none; }
    constexpr double* begin() const { return none; }
    constexpr double* end() const { return none; }
    constexpr double& back() const { return *none; }
    constexpr operator double&() const { return *none; }
};
///@endcond

template <class T, extent... E>
inline constexpr bool detail::owns_elements<tensor<T, E...>> = true;

/// A tensor of two axes.
/// example const matrix<float, 2, 3> M{{1, 2, 3}, {4, 5, 6}};
template <class T, extent Rows, extent Columns>
using matrix = tensor<T, Rows, Columns>;
/// A tensor of one axis.
/// example const vector<float, 3> v{1, 2, 3};
template <class T, extent N>
using vector = tensor<T, N>;
/// A tensor without axes: one number.
/// example const scalar<float> total = sum<0, 1>(A);
template <class T>
using scalar = tensor<T>;

template <class T, extent... E>
view(tensor<T, E...>&) -> view<T, E...>;
template <class T, extent... E>
view(const tensor<T, E...>&) -> view<const T, E...>;

}  // namespace heed
