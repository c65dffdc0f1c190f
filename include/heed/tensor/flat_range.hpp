// SPDX-License-Identifier: BSL-1.0
// Contiguous numbers of other owners: std::vector, std::span, std::array.
#pragma once

#include <heed/scalar/half_precision.hpp>
#include <heed/shape/numbers_law.hpp>
#include <heed/shape/shape_error.hpp>
#include <heed/tensor/concepts.hpp>
#include <heed/tensor/memory_range.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::detail {

template <class X>
concept character_type = std::same_as<X, char> || std::same_as<X, wchar_t> || std::same_as<X, char8_t> ||
    std::same_as<X, char16_t> || std::same_as<X, char32_t>;

/// Text has data() and size() too, and its characters convert to numbers, so it is excluded.
template <class R>
concept holds_text = requires(const R& r) {
    requires character_type<std::remove_cvref_t<decltype(*r.data())>>;
};

/// Whether a type has axes or strides of its own, as matrices of Eigen, Armadillo and xtensor have. They may be
/// column-major or part of a larger one, so data() and size() do not tell the order of elements.
template <class R>
concept has_axes = requires(const R& r) {
    r.rows();
}
|| requires(const R& r) { r.shape(); }
|| requires(const R& r) { r.strides(); }
|| requires(const R& r) { r.stride(); }
|| requires(const R& r) { r.n_rows; };

/// Contiguous ranges of numbers: std::span, std::array, std::vector.
template <class R, class T>
concept flat_range = !formula<R> && !holds_text<R> && requires(const R& r) {
    { *r.data() } -> std::convertible_to<T>;
    { r.size() } -> std::convertible_to<std::size_t>;
};

/// Numbers that are not contiguous: vectors of vectors, lists.
template <class R, class T>
concept other_range = !formula<R> && !holds_text<R> && !flat_range<R, T> &&
                      (
                          requires(const R& r) {
                              { *r.begin() } -> std::convertible_to<T>;
                          } ||
                          requires(const R& r) {
                              { *(*r.begin()).begin() } -> std::convertible_to<T>;
                          });

/// The same as memory that a view of T may refer to.
template <class R, class T>
concept flat_memory = !formula<R> && !holds_text<R> && requires(R & r) {
    { r.data() } -> std::convertible_to<T*>;
    { r.size() } -> std::convertible_to<std::size_t>;
};

/// Memory that the range does not own, such as a std::span; a temporary one may be viewed.
template <class R, class T>
concept borrowed_memory = flat_memory<const R, T> && requires(const R& r) {
    r.subspan(0);
};

inline constexpr std::size_t any_count = static_cast<std::size_t>(-1);

/// How many numbers there are, if the type says so: std::array<T, N>, std::span<T, N>.
template <class R>
inline constexpr std::size_t count_in_type = any_count;
template <class R>
requires requires { std::tuple_size<R>::value; }
inline constexpr std::size_t count_in_type<R> = std::tuple_size<R>::value;
template <class R>
requires requires(const R& r) {
    requires std::same_as<decltype(R::extent), const std::size_t>;
    r.subspan(0);
}
inline constexpr std::size_t count_in_type<R> = R::extent;

/// Names the law. These are separate functions that are never called, because clang does not evaluate a function that
/// names a broken law.
template <class R>
constexpr auto report_axes() {
    (void)sizeof(law::flat_numbers<R, !has_axes<R>>);
    return 0;
}
template <class Shape, std::size_t Given>
constexpr auto report_number_count() {
    (void)sizeof(law::number_count<Shape, Given>);
    return 0;
}

/// Throws if there are not exactly as many numbers as elements and the type does not say how many.
template <extent... E, class R>
constexpr void check_number_count(const R& numbers) {
    constexpr std::size_t needed = shape_from<E...>.size();
    if constexpr (count_in_type<R> == any_count && !has_axes<R>)
        if (numbers.size() != needed)
            fail_count("heed: tensor(numbers) needs as many numbers as it has elements", shape_from<E...>,
                       numbers.size(), needed);
}

/// Throws if there are too few numbers.
template <extent... E, class R>
constexpr void check_view_count(const R& numbers) {
    constexpr std::size_t needed = shape_from<E...>.size();
    if constexpr (has_axes<R>) {
        (void)sizeof(report_axes<R>());
    } else if constexpr (count_in_type<R> == any_count) {
        if (numbers.size() < needed)
            fail_count("heed: view(numbers) needs at least as many numbers as it has elements", shape_from<E...>,
                       numbers.size(), needed);
    } else if constexpr (count_in_type<R> < needed) {
        (void)sizeof(law::view_count<law::shape_of<E...>, count_in_type<R>>);
    }
}

/// Whether each number S is a T: of the type, or of one that braces convert to it (float to double, not double to
/// float); half precision also from float. As for tensors, whose elements never change silently.
template <class S, class T>
concept keeps_numbers = std::same_as<computed_t<S>, computed_t<T>> || requires(const S& x) {
    T{x};
};
template <class R, class T>
constexpr void check_numbers_are_kept() {
    using S = std::remove_cvref_t<decltype(*std::declval<const R&>().data())>;
    (void)sizeof(law::kept_numbers<S, T, keeps_numbers<S, T>>);
}

/// Writes the numbers in row-major order, also if they are earlier in the same memory.
template <extent... E, class R, class Iterator>
constexpr void copy_numbers(const R& numbers, Iterator to) {
    using T = std::remove_cvref_t<decltype(*to)>;
    constexpr std::size_t needed = shape_from<E...>.size();
    if constexpr (has_axes<R>) {
        (void)sizeof(report_axes<R>());
        for (std::size_t i = 0; i < needed; ++i) *to++ = T(0);  // the error is reported already
    } else if constexpr (count_in_type<R> != any_count && count_in_type<R> != needed) {
        (void)sizeof(report_number_count<law::shape_of<E...>, count_in_type<R>>());
        for (std::size_t i = 0; i < needed; ++i) *to++ = T(0);  // the error is reported already
    } else {
        check_numbers_are_kept<R, T>();
        check_number_count<E...>(numbers);
        const auto* from = numbers.data();
        if constexpr (std::is_same_v<decltype(from), const T*> && std::is_pointer_v<Iterator>) {
            // Copies the last number first if the destination begins inside of the source.
            if (!std::is_constant_evaluated() && memory_range{from, from + needed}.meets({to, to + 1})) {
                for (std::size_t i = needed; i > 0; --i) to[i - 1] = from[i - 1];
                return;
            }
        }
        for (std::size_t i = 0; i < needed; ++i) *to++ = static_cast<T>(from[i]);
    }
}

}  // namespace heed::detail
