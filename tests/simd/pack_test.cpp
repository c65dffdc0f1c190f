// SPDX-License-Identifier: BSL-1.0
// Registers compute lane by lane what single numbers compute, bit for bit.
#include <heed/scalar/function.hpp>
#include <heed/simd/pack.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace {

using namespace heed::detail;

template <class T>
using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class T>
bool same_bits(T a, T b) {
    return std::bit_cast<bits_of<T>>(a) == std::bit_cast<bits_of<T>>(b) || (a != a && b != b);
}

#if defined(HEED_TEST_NIGHT)
constexpr std::uint64_t every = 1009;
#else
constexpr std::uint64_t every = 4021;
#endif

/// Every 4021st float, or 1009th.
std::vector<float> sample(float) {
    std::vector<float> numbers;
    for (std::uint64_t bits = 0; bits < 1ULL << 32; bits += every)
        numbers.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    return numbers;
}

/// Doubles of any bits, those whose exponential is finite, and those on which tanh and erf depend.
std::vector<double> sample(double) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> finite(-746, 710), small(-20, 20);
    std::vector<double> numbers;
    for (std::uint64_t i = 0; i < 500'000'000 / every; ++i)
        numbers.insert(numbers.end(), {std::bit_cast<double>(random()), finite(random), small(random)});
    return numbers;
}

/// The ends of the type and of the functions, and where their series meet.
template <class T>
std::vector<T> edges() {
    using limits = std::numeric_limits<T>;
    std::vector<T> numbers{limits::quiet_NaN(), exp_overflow<T>, exp_underflow<T>};
    for (const T x : {T(0), T(1), limits::denorm_min(), limits::min(), limits::max(), limits::infinity(), T(0.9),
                      tanh_series<T>::end, erf_series<T>::middle, erf_series<T>::end, sigmoid_ends<T>::end,
                      log_series<T>::root_of_half})
        numbers.insert(numbers.end(), {x, -x});
    numbers.resize((numbers.size() + 15) / 16 * 16);
    return numbers;
}

/// A type with the number of its lanes.
template <class T, std::size_t Lanes>
struct lanes_of {
    using number = T;
    static constexpr std::size_t count = Lanes;
};

template <class>
class packs : public testing::Test {};
using widths = testing::Types<lanes_of<float, 2>, lanes_of<float, 4>, lanes_of<double, 2>
#if defined(__AVX__)
                              ,
                              lanes_of<float, 8>, lanes_of<double, 4>
#endif
#if defined(__AVX512F__)
                              ,
                              lanes_of<float, 16>, lanes_of<double, 8>
#endif
                              >;
TYPED_TEST_SUITE(packs, widths);

/// Holds f on a register to g on each of its lanes.
template <class Width, class F, class G>
void expect_lanes(const std::vector<typename Width::number>& numbers, F f, G g) {
    using T = typename Width::number;
    using V = pack<T, Width::count>;
    std::size_t different = 0;
    T first_different = 0;
    for (std::size_t i = 0; i + Width::count <= numbers.size(); i += Width::count) {
        T results[Width::count];
        lanes<V>::store(results, f(lanes<V>::load(&numbers[i])));
        for (std::size_t k = 0; k < Width::count; ++k)
            if (!same_bits(results[k], g(numbers[i + k])) && different++ == 0) first_different = numbers[i + k];
    }
    EXPECT_EQ(different, 0U) << "the first at " << first_different;
}

TYPED_TEST(packs, exp_is_that_of_each_lane) {
    using T = typename TypeParam::number;
    const auto of_register = [](const auto& x) { return heed::detail::exp(x); };
    const auto of_number = [](T x) { return heed::detail::exp(x); };
    expect_lanes<TypeParam>(edges<T>(), of_register, of_number);
    expect_lanes<TypeParam>(sample(T()), of_register, of_number);
}

template <class Width, function... F>
void expect_functions() {
    using T = typename Width::number;
    const auto expect = [&]<function G>() {
        SCOPED_TRACE(traits_of(G).name);
        const auto of_register = [](const auto& x) { return apply<G>(x); };
        const auto of_number = [](T x) { return apply<G>(x); };
        expect_lanes<Width>(edges<T>(), of_register, of_number);
        expect_lanes<Width>(sample(T()), of_register, of_number);
    };
    (expect.template operator()<F>(), ...);
}

TYPED_TEST(packs, functions_are_those_of_each_lane) {
    expect_functions<TypeParam, function::tanh, function::erf, function::sigmoid, function::log, function::sqrt,
                     function::rsqrt, function::sin, function::cos>();
}

TYPED_TEST(packs, activations_are_those_of_each_lane) {
    expect_functions<TypeParam, function::relu, function::gelu, function::gelu_tanh, function::silu, function::softplus,
                     function::abs, function::is_zero, function::step, function::abs_step, function::sign,
                     function::floor, function::ceil, function::trunc>();
}

TYPED_TEST(packs, slopes_are_those_of_each_lane) {
    expect_functions<TypeParam, function::erf_slope, function::gelu_slope, function::gelu_tanh_slope,
                     function::silu_slope>();
}

TYPED_TEST(packs, steps_are_those_of_each_lane) {
    using T = typename TypeParam::number;
    using V = pack<T, TypeParam::count>;
    const auto clamp = []<class X>(const X& x) { return lanes<X>::clamped(x, T(-40), T(50)); };
    const auto nearest = []<class X>(const X& x) {
        return lanes<X>::to_real(lanes<X>::nearest_integer(lanes<X>::clamped(x, T(-1e6), T(1e6)), T(-1000)));
    };
    const auto scale = []<class X>(const X& x) {
        const auto n = lanes<X>::nearest_integer(lanes<X>::clamped(x, T(-100), T(100)), T(-100));
        return scaled_by_power_of_two<X>(x, n);
    };
    const auto numbers = sample(T());
    expect_lanes<TypeParam>(
        numbers, [&](const V& x) { return clamp(x); }, clamp);
    expect_lanes<TypeParam>(
        numbers, [&](const V& x) { return nearest(x); }, nearest);
    expect_lanes<TypeParam>(
        numbers, [&](const V& x) { return scale(x); }, scale);
}

/// NaN on either side is passed on, as by the functions of numbers.
TYPED_TEST(packs, larger_and_smaller_are_those_of_each_lane) {
    using T = typename TypeParam::number;
    for (const T other : edges<T>()) {
        const auto expect = [&](const auto& f) {
            const auto of_register = [&](const auto& v) {
                return f(v, lanes<std::decay_t<decltype(v)>>::broadcast(other));
            };
            expect_lanes<TypeParam>(edges<T>(), of_register, [&](T x) { return f(x, other); });
        };
        expect([](const auto& a, const auto& b) { return heed::detail::larger(a, b); });
        expect([](const auto& a, const auto& b) { return heed::detail::smaller(a, b); });
        expect([](const auto& a, const auto& b) { return heed::detail::larger(b, a); });
        expect([](const auto& a, const auto& b) { return heed::detail::smaller(b, a); });
    }
}

/// Conditions, quotients and remainders: the same text computes numbers and registers.
TYPED_TEST(packs, functions_of_two_operands_are_those_of_each_lane) {
    using T = typename TypeParam::number;
    using heed::detail::function;
    const auto expect = [&]<function F>(std::integral_constant<function, F>) {
        for (const T other : edges<T>()) {
            const auto f = [&](const auto& a) {
                using V = std::decay_t<decltype(a)>;
                return heed::detail::apply<F, V>(a, lanes<V>::broadcast(other));
            };
            expect_lanes<TypeParam>(edges<T>(), f, f);
        }
    };
#define HEED_EXPECTED(name) \
    if constexpr (function::name != function::pow) expect(std::integral_constant<function, function::name>());
    HEED_FUNCTIONS_OF_TWO(HEED_EXPECTED)
#undef HEED_EXPECTED
}

TYPED_TEST(packs, broadcast_fills_every_lane) {
    using T = typename TypeParam::number;
    for (const T x : edges<T>())
        expect_lanes<TypeParam>(
            std::vector<T>(TypeParam::count, x),
            [x](const auto& v) { return lanes<std::decay_t<decltype(v)>>::broadcast(x); }, [](T y) { return y; });
}

TYPED_TEST(packs, hold_the_lanes_that_they_say) {
    using V = pack<typename TypeParam::number, TypeParam::count>;
    static_assert(std::is_same_v<lane_t<V>, typename TypeParam::number>);
    static_assert(lanes<V>::count == TypeParam::count && register_of_lanes<V>);
    static_assert(!register_of_lanes<typename TypeParam::number>);
    EXPECT_EQ(sizeof(V), TypeParam::count * sizeof(typename TypeParam::number));
}

}  // namespace
