// SPDX-License-Identifier: BSL-1.0
// IEEE binary16 arithmetic, rounded after every operation: the values that a formula has in it.
#pragma once

#include <cmath>
#include <concepts>
#include <limits>

/// A separate namespace, so that argument-dependent lookup finds only these functions.
namespace heed::detail::binary16 {

/// The nearest number with 11 significant bits as a float, ties to even; infinity beyond 65504. Sums, products,
/// quotients and roots computed in float are correctly rounded by it, because 24 bits >= 2 * 11 + 2.
inline float rounded_to_half(float x) {
    if (!(std::fabs(x) < std::numeric_limits<float>::infinity()) || x == 0) return x;
    int exponent = 0;
    std::frexp(x, &exponent);  // |x| in [2^(exponent - 1), 2^exponent)
    const int last_bit = exponent - 11 < -24 ? -24 : exponent - 11;
    const float units = std::ldexp(x, -last_bit);
    float whole = std::floor(units);
    const float rest = units - whole;
    if (rest > 0.5F || (rest == 0.5F && std::fmod(whole, 2.0F) != 0)) whole += 1;
    const float rounded = std::ldexp(whole, last_bit);
    return std::fabs(rounded) > 65504.0F ? std::copysign(std::numeric_limits<float>::infinity(), x) : rounded;
}

struct half {
    float value = 0;

    half() = default;
    template <class T>
    requires std::integral<T> || std::floating_point<T> half(T x) : value(rounded_to_half(static_cast<float>(x))) {}

    explicit operator long long() const { return static_cast<long long>(value); }
    half operator-() const { return -value; }
    friend half operator+(half a, half b) { return a.value + b.value; }
    friend half operator-(half a, half b) { return a.value - b.value; }
    friend half operator*(half a, half b) { return a.value * b.value; }
    friend half operator/(half a, half b) { return a.value / b.value; }
    half& operator+=(half b) { return *this = *this + b; }
    half& operator-=(half b) { return *this = *this - b; }
    half& operator*=(half b) { return *this = *this * b; }
    half& operator/=(half b) { return *this = *this / b; }
    friend bool operator<(half a, half b) { return a.value < b.value; }
    friend bool operator>(half a, half b) { return a.value > b.value; }
    friend bool operator<=(half a, half b) { return a.value <= b.value; }
    friend bool operator>=(half a, half b) { return a.value >= b.value; }
    friend bool operator==(half a, half b) { return a.value == b.value; }

    friend half exp(half x) { return std::exp(x.value); }
    friend half log(half x) { return std::log(x.value); }
    friend half sqrt(half x) { return std::sqrt(x.value); }
    friend half tanh(half x) { return std::tanh(x.value); }
    friend half sin(half x) { return std::sin(x.value); }
    friend half cos(half x) { return std::cos(x.value); }
    friend half floor(half x) { return std::floor(x.value); }
    friend half atan(half x) { return std::atan(x.value); }
    friend half pow(half x, half y) { return std::pow(x.value, y.value); }
};

}  // namespace heed::detail::binary16

namespace heed::detail {
using binary16::half;
}

template <>
class std::numeric_limits<heed::detail::binary16::half> {
public:
    static constexpr bool is_specialized = true, has_infinity = true;
    static heed::detail::half infinity() { return std::numeric_limits<float>::infinity(); }
    static heed::detail::half epsilon() { return 0x1p-10F; }
};
