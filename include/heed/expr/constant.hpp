// SPDX-License-Identifier: BSL-1.0
// Whole numbers and exact scalars that are compile-time constants.
#pragma once

// Reports the missing header in one sentence before compilers stop at it.
#if !__has_include(<boost/hana/integral_constant.hpp>)
#error "heed: Boost's headers are not found; 1.74 and newer will do (Debian: apt-get install libboost-dev)"
#endif

#include <heed/scalar/surd.hpp>
#include <heed/tensor/concepts.hpp>

#include <boost/hana/integral_constant.hpp>

#include <compare>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

/// The numerators of exact scalars are signed, and so are numbers of the host beside a constant.
inline constexpr std::size_t largest_constant = static_cast<std::size_t>(-1) / 2;

}  // namespace detail

/// A whole number as a type: what dim<1>(Q) returns and heads<h> passes on. It is a boost::hana constant, converts to
/// std::size_t, and stays exact in a formula. Beside a number of the host it is what that number is: beside signed
/// integers, literals such as 3 among them, std::ptrdiff_t, so that dim<0>(A) - 3 may be below zero; beside unsigned
/// ones std::size_t, beside float and double these. dim<0>(A) - 3_c is exact, and std::size_t where one is wanted.
/// needs   N < 2^63, of literals and of results
template <std::size_t N>
struct constant : boost::hana::size_t<N> {
    using heed_formula = detail::formula_tag;
    ///@cond
    using value_type = double;
    ///@endcond
    static constexpr detail::shape shape_value{};

    // Last: clang leaves out what follows.
    static_assert(N <= detail::largest_constant,
                  "heed: exact constants are whole numbers below 2^63 (with 32 bits, 2^31); a larger one is a number "
                  "of the program, such as 1e19");
};

/// An exact scalar as a type, such as sqrt(64): rounded only when the formula is evaluated, to the type of the
/// evaluation.
template <detail::surd S>
struct exact_scalar {
    using heed_formula = detail::formula_tag;
    ///@cond
    using value_type = double;
    ///@endcond
    static constexpr detail::shape shape_value{};
    static constexpr detail::surd exact = S;

    /// The number, rounded to T.
    template <std::floating_point T>
    constexpr operator T() const {
        return detail::to_number<T>(S);
    }
};

namespace detail {

/// The number as the numerator of an exact scalar: 1 for one that is too large, so that there is one error.
constexpr long long numerator_of(std::size_t n) { return n <= largest_constant ? static_cast<long long>(n) : 1; }

template <std::size_t N>
constexpr exact_scalar<surd{numerator_of(N), 1, 1}> as_exact(constant<N>) {
    return {};
}
template <surd S>
constexpr exact_scalar<S> as_exact(exact_scalar<S>) {
    return {};
}

template <class F>
concept exact_operand = formula<F> && requires(const F& f) {
    detail::as_exact(f);
};

template <class F>
inline constexpr surd exact_value = decltype(as_exact(std::declval<F>()))::exact;

/// Numbers, and enumerators that C++ takes for numbers.
template <class S>
concept host_number = std::is_arithmetic_v<S> ||(std::is_enum_v<S>&& std::is_convertible_v<S, long long>);
template <class S>
concept host_integer = host_number<S> && !std::floating_point<S>;

/// Where C++ computes with an S in a signed type, as it does with an unsigned char, the constant is signed too.
template <host_number S>
using host_type =
    std::common_type_t<decltype(+S()),
                       std::conditional_t<std::is_unsigned_v<decltype(+S())>, std::size_t, std::ptrdiff_t>>;

/// A constant, or an S, as the type in which they are combined.
template <host_number S, class T>
constexpr host_type<S> beside(T value) {
    return static_cast<host_type<S>>(value);
}

// What needs more bits is the largest number, which is no constant.
constexpr std::size_t sum_of(std::size_t a, std::size_t b) {
    std::size_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? static_cast<std::size_t>(-1) : sum;
}
constexpr std::size_t product_of(std::size_t a, std::size_t b) {
    std::size_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? static_cast<std::size_t>(-1) : product;
}

template <class F>
inline constexpr bool is_constant = false;
template <std::size_t N>
inline constexpr bool is_constant<constant<N>> = true;

}  // namespace detail

// Boost.Hana's operators take everything that has to do with its constants; these take constant<N> by its own type and
// are therefore the more specialised ones.
template <std::size_t A, std::size_t B>
constexpr auto operator+(constant<A>, constant<B>) {
    return constant<detail::sum_of(A, B)>{};
}
template <std::size_t N>
constexpr exact_scalar<detail::surd{-detail::numerator_of(N), 1, 1}> operator-(constant<N>) {
    return {};
}
/// Below zero the difference is an exact scalar.
template <std::size_t A, std::size_t B>
constexpr auto operator-(constant<A>, constant<B>) {
    if constexpr (A >= B)
        return constant<A - B>{};
    else
        return exact_scalar<detail::surd{-detail::numerator_of(B - A), 1, 1}>{};
}
template <std::size_t A, std::size_t B>
constexpr auto operator*(constant<A>, constant<B>) {
    return constant<detail::product_of(A, B)>{};
}
/// If B divides A the quotient is a whole number, otherwise an exact ratio.
template <std::size_t A, std::size_t B>
constexpr auto operator/(constant<A> a, constant<B> b) {
    if constexpr (B != 0 && A % (B == 0 ? 1 : B) == 0)
        return constant<A / B>{};
    else
        return detail::as_exact(a) / detail::as_exact(b);
}
/// Remainder of two constants, a constant.
/// example static_assert(7_c % 4_c == 3);
template <std::size_t A, std::size_t B>
requires(B != 0) constexpr constant<A % B> operator%(constant<A>, constant<B>) { return {}; }
template <std::size_t A, std::size_t B>
constexpr bool operator==(constant<A>, constant<B>) {
    return A == B;
}
/// Constants are compared as numbers.
/// example static_assert(3_c < 4_c);
template <std::size_t A, std::size_t B>
constexpr auto operator<=>(constant<A>, constant<B>) {
    return A <=> B;
}

// With a number of the host they are numbers of its kind, see constant.
template <std::size_t N, detail::host_number S>
constexpr auto operator+(constant<N>, S b) {
    return detail::beside<S>(N) + detail::beside<S>(b);
}
template <detail::host_number S, std::size_t N>
constexpr auto operator+(S a, constant<N>) {
    return detail::beside<S>(a) + detail::beside<S>(N);
}
template <std::size_t N, detail::host_number S>
constexpr auto operator-(constant<N>, S b) {
    return detail::beside<S>(N) - detail::beside<S>(b);
}
template <detail::host_number S, std::size_t N>
constexpr auto operator-(S a, constant<N>) {
    return detail::beside<S>(a) - detail::beside<S>(N);
}
template <std::size_t N, detail::host_number S>
constexpr auto operator*(constant<N>, S b) {
    return detail::beside<S>(N) * detail::beside<S>(b);
}
template <detail::host_number S, std::size_t N>
constexpr auto operator*(S a, constant<N>) {
    return detail::beside<S>(a) * detail::beside<S>(N);
}
template <std::size_t N, detail::host_integer S>
constexpr auto operator%(constant<N>, S b) {
    return detail::beside<S>(N) % detail::beside<S>(b);
}
template <detail::host_integer S, std::size_t N>
constexpr auto operator%(S a, constant<N>) {
    return detail::beside<S>(a) % detail::beside<S>(N);
}
template <std::size_t N, detail::host_number S>
constexpr bool operator==(constant<N>, S b) {
    return detail::beside<S>(N) == detail::beside<S>(b);
}
template <std::size_t N, detail::host_number S>
constexpr std::partial_ordering operator<=>(constant<N>, S b) {
    return detail::beside<S>(N) <=> detail::beside<S>(b);
}

template <detail::surd A, detail::surd B>
constexpr auto operator*(exact_scalar<A>, exact_scalar<B>) {
    return exact_scalar<A * B>{};
}
template <detail::surd A, std::size_t B>
constexpr auto operator*(exact_scalar<A> a, constant<B> b) {
    return a * detail::as_exact(b);
}
template <std::size_t A, detail::surd B>
constexpr auto operator*(constant<A> a, exact_scalar<B> b) {
    return detail::as_exact(a) * b;
}
template <detail::surd A, detail::surd B>
constexpr auto operator/(exact_scalar<A>, exact_scalar<B>) {
    return exact_scalar<A / B>{};
}
template <detail::surd A, std::size_t B>
constexpr auto operator/(exact_scalar<A> a, constant<B> b) {
    return a / detail::as_exact(b);
}
template <std::size_t A, detail::surd B>
constexpr auto operator/(constant<A> a, exact_scalar<B> b) {
    return detail::as_exact(a) / b;
}

/// The exact root of an exact rational: sqrt(dim<1>(K)) is the number sqrt(d_k), not a rounded one.
/// example const auto root = sqrt(dim<1>(K));  // exactly 2
template <detail::exact_operand A>
requires(detail::is_rational(detail::exact_value<A>)) constexpr auto sqrt(A) {
    return exact_scalar<detail::square_root(detail::exact_value<A>)>{};
}

namespace detail {

template <char... Digits>
constexpr std::size_t parse_digits() {
    constexpr char digits[] = {Digits...};
    if (sizeof...(Digits) > 1 && digits[0] == '0') fail("heed: 3_c needs a decimal integer");
    std::size_t n = 0;
    for (const char c : digits) {
        if (c == '\'') continue;
        if (c < '0' || c > '9') fail("heed: 3_c needs a decimal integer");
        n = sum_of(product_of(n, 10), static_cast<std::size_t>(c - '0'));
    }
    return n;
}

}  // namespace detail

inline namespace literals {

/// 3_c is constant<3>. Comes with `using namespace heed`, or alone with `using namespace heed::literals`.
/// example const tensor Y = slice<tokens>(X, 2_c, 4_c);
template <char... Digits>
constexpr auto operator""_c() {
    return constant<detail::parse_digits<Digits...>()>{};
}

}  // namespace literals
}  // namespace heed
