// SPDX-License-Identifier: BSL-1.0
// Number types in files, and the C++ types that they convert to.
#pragma once

#include <heed/scalar/half_precision.hpp>
#include <heed/tensor/flat_range.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace heed {

/// What to do if a file has numbers of another type than the tensor that is read.
enum class conversion {
    none,        ///< nothing: it is an error
    to_nearest,  ///< each becomes the nearest number of that type, ties to even: a floating-point number from any
                 ///< number (too large a one becomes an infinity), a whole number from a whole number, which has to fit
};

namespace law {

/// load_npy<tensor<long double, 3>>(path)
template <class T, bool Holds>
struct stored_element_type {
    static_assert(Holds,
                  "heed: files hold elements that are bool, whole numbers of 1 to 8 bytes (std::int8_t, not char), "
                  "float16, bfloat16, float or double");
};

}  // namespace law

namespace detail {

enum class number_kind { other, boolean, signed_integer, unsigned_integer, ieee, bfloat };

/// A number type of a file: its kind and its number of bytes.
struct stored_number {
    number_kind kind = number_kind::other;
    std::size_t bytes = 0;

    friend constexpr bool operator==(const stored_number&, const stored_number&) = default;
};

/// How elements of T are stored in files; of kind `other` if they are not.
template <class T>
inline constexpr stored_number stored_as = [] {
    using enum number_kind;
    if constexpr (std::same_as<T, bool>)
        return stored_number{boolean, 1};
    else if constexpr (std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, float16>)
        return stored_number{ieee, sizeof(T)};
    else if constexpr (std::same_as<T, bfloat16>)
        return stored_number{bfloat, sizeof(T)};
    else if constexpr (std::integral<T> && !character_type<T> && sizeof(T) <= 8)
        return stored_number{std::is_signed_v<T> ? signed_integer : unsigned_integer, sizeof(T)};
    else
        return stored_number{};
}();

/// Names the law.
template <class T>
constexpr void check_stored_type() {
    (void)sizeof(law::stored_element_type<T, stored_as<T>.kind != number_kind::other>);
}

/// Whether conversion::to_nearest converts one to the other.
constexpr bool converts(const stored_number& from, const stored_number& to) {
    using enum number_kind;
    if (from.kind == other || to.kind == other) return false;
    if (from == to || to.kind == ieee || to.kind == bfloat) return true;
    return to.kind != boolean && from.kind != ieee && from.kind != bfloat;
}

/// The name in C++: float, std::int32_t.
inline std::string in_words(const stored_number& number) {
    const std::string bits = std::to_string(8 * number.bytes);
    switch (number.kind) {
        case number_kind::boolean: return "bool";
        case number_kind::signed_integer: return "std::int" + bits + "_t";
        case number_kind::unsigned_integer: return "std::uint" + bits + "_t";
        case number_kind::bfloat: return "bfloat16";
        case number_kind::ieee: return number.bytes == 2 ? "float16" : number.bytes == 4 ? "float" : "double";
        case number_kind::other: break;
    }
    return "something else";
}

/// Calls f.operator()<S>() with the C++ type of a number that is not `other`.
template <class F>
void with_type_of(const stored_number& number, const F& f) {
    const auto by_bytes = [&]<class One, class Two, class Four, class Eight>() {
        switch (number.bytes) {
            case 1: return f.template operator()<One>();
            case 2: return f.template operator()<Two>();
            case 4: return f.template operator()<Four>();
            default: return f.template operator()<Eight>();
        }
    };
    switch (number.kind) {
        case number_kind::boolean: return f.template operator()<bool>();
        case number_kind::bfloat: return f.template operator()<bfloat16>();
        case number_kind::signed_integer:
            return by_bytes.template operator()<std::int8_t, std::int16_t, std::int32_t, std::int64_t>();
        case number_kind::unsigned_integer:
            return by_bytes.template operator()<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>();
        default: return by_bytes.template operator()<float, float16, float, double>();
    }
}

/// Whether T has a number to convert to; only whole numbers may be out of range.
template <class T, class S>
constexpr bool holds(S x) {
    if constexpr (std::integral<T> && !std::same_as<S, bool>)
        return std::in_range<T>(x);
    else
        return true;
}

/// The number of T nearest to x.
template <class T, class S>
constexpr T nearest(S x) {
    if constexpr (std::same_as<T, S>)
        return x;
    else
        return element_as<T>(x);
}

}  // namespace detail
}  // namespace heed
