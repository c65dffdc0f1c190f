// SPDX-License-Identifier: BSL-1.0
// Vector registers by the GNU vector types of g++ and clang: no intrinsics, no header. Only at run time.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/scalar/exp.hpp>
#include <heed/scalar/exp2.hpp>
#include <heed/simd/square_root.hpp>
#include <heed/simd/target.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// Element types that registers hold.
template <class T>
concept packable = std::same_as<T, float> || std::same_as<T, double>;

template <packable T, std::size_t Lanes>
struct pack_type {
    typedef T type __attribute__((vector_size(Lanes * sizeof(T))));
};

/// Lanes numbers of T side by side: + - * / on all of them, a number on one side goes with every lane.
/// Lanes is a power of two that fits a register of the target.
template <packable T, std::size_t Lanes>
using pack = typename pack_type<T, Lanes>::type;

/// The steps of scalar/lanes.hpp for registers.
template <register_of_lanes V>
struct lanes<V> {
    using number = std::remove_cvref_t<decltype(std::declval<V>()[0])>;
    static constexpr std::size_t count = sizeof(V) / sizeof(number);
    /// 32 bits a lane: every instruction set converts those.
    typedef std::int32_t integer __attribute__((vector_size(count * 4)));
    typedef std::conditional_t<sizeof(number) == 4, std::int32_t, std::int64_t> wide
        __attribute__((vector_size(sizeof(V))));
    typedef unsigned_bits_t<number> bits __attribute__((vector_size(sizeof(V))));
    using variable = V;

    HEED_ALWAYS_INLINE static V load(const number* from) {
        V v;
        __builtin_memcpy(&v, from, sizeof(v));
        return v;
    }
    HEED_ALWAYS_INLINE static void store(number* to, const V& v) { __builtin_memcpy(to, &v, sizeof(v)); }
    HEED_ALWAYS_INLINE static V broadcast(number x) { return x - V{}; }
    HEED_ALWAYS_INLINE static V clamped(const V& x, number low, number high) {
        const V at_least = x < low ? broadcast(low) : x;
        return at_least > high ? broadcast(high) : at_least;
    }
    HEED_ALWAYS_INLINE static integer nearest_integer(const V& x, number lowest) {
        const V at_least = x > lowest ? x : broadcast(lowest);
        const V half = at_least < 0 ? broadcast(number(-0.5)) : broadcast(number(0.5));
        return __builtin_convertvector(at_least + half, integer);
    }
    HEED_ALWAYS_INLINE static V whole_part(const V& x) {
        constexpr number limit = first_without_fraction<number>;
        const auto is_small = (x < limit) & (x > -limit);
        const V whole = __builtin_convertvector(__builtin_convertvector(is_small ? x : V{}, wide), V);
        return is_small ? whole : x;
    }
    HEED_ALWAYS_INLINE static V far_quarters(const V& x) {
        return of_far_angles(x, [](number angle) { return quarters_of_far(angle); });
    }
    HEED_ALWAYS_INLINE static V far_rest(const V& x) {
        return of_far_angles(x, [](number angle) { return rest_of_far(angle); });
    }
    HEED_ALWAYS_INLINE static V to_real(const integer& n) { return __builtin_convertvector(n, V); }
    HEED_ALWAYS_INLINE static V power_of_two(const integer& n) {
        constexpr int mantissa_bits = std::numeric_limits<number>::digits - 1;
        constexpr int bias = std::numeric_limits<number>::max_exponent - 1;
        return V(__builtin_convertvector(n + bias, wide) << mantissa_bits);
    }
    HEED_ALWAYS_INLINE static V sqrt(const V& x) { return square_root_of_lanes<number, count>(x); }
    HEED_ALWAYS_INLINE static bits bits_of(const V& x) { return bits(x); }
    HEED_ALWAYS_INLINE static V of_bits(const bits& b) { return V(b); }
    HEED_ALWAYS_INLINE static V from_exponent(const V& x) {
        return V(bits(x) << (std::numeric_limits<number>::digits - 1));
    }

private:
    /// f of each lane, 0 if no angle is far.
    template <class F>
    HEED_ALWAYS_INLINE static V of_far_angles(const V& x, const F& f) {
        const auto is_far = x > last_near_angle<number>;
        std::uint64_t any = 0, parts[(sizeof(V) + 7) / 8]{};
        __builtin_memcpy(parts, &is_far, sizeof(V));
        HEED_UNROLL for (std::size_t i = 0; i < (sizeof(V) + 7) / 8; ++i) any |= parts[i];
        return any == 0 ? V{} : of_each_lane(x, f);
    }
    template <class F>
    [[gnu::noinline, gnu::cold]] static V of_each_lane(const V& x, const F& f) {
        V y{};
        for (std::size_t l = 0; l < count; ++l) y[l] = f(x[l]);
        return y;
    }
};

/// f(l) in each lane, a number.
template <class V, class F>
HEED_ALWAYS_INLINE V lanes_of(const F& f) {
    V x{};
    HEED_UNROLL for (std::size_t l = 0; l < lanes<V>::count; ++l) x[l] = f(l);
    return x;
}

}  // namespace heed::detail
