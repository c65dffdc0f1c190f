// SPDX-License-Identifier: BSL-1.0
// Where elements live: in place up to 16 KiB, else on the heap on a 64-byte boundary, freed once.
#include <heed/tensor/storage.hpp>
#include <heed/tensor/tensor.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

using heed::tensor;
using heed::detail::storage;

static_assert(sizeof(tensor<float, 12, 3>) == 12 * 3 * sizeof(float));
static_assert(sizeof(tensor<float, 4096>) == 16 * 1024 && sizeof(tensor<float, 4097>) == sizeof(void*));

static_assert(sizeof(tensor<float, heed::at_most<16>>) == 16 * sizeof(float) + sizeof(std::size_t));
static_assert(alignof(tensor<float, 64, 64>) == 64 && alignof(tensor<float, 12, 3>) == 16);
static_assert(alignof(tensor<double, 3>) == alignof(double) && sizeof(tensor<double, 3>) == 3 * sizeof(double));
static_assert(alignof(tensor<long double, 3, 3>) == alignof(long double));

TEST(storage, lies_in_place_up_to_16_kib) {
    const tensor<float, 64, 64> t;
    const auto* const object = reinterpret_cast<const char*>(&t);
    const auto* const elements = reinterpret_cast<const char*>(t.data());
    EXPECT_TRUE(object <= elements && elements < object + sizeof(t));
}

template <class T, heed::extent... E>
void expect_aligned() {
    std::vector<tensor<T, E...>> several(5);
    for (const auto& t : several) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(t.data()) % 64, 0U);
}

TEST(storage, is_aligned_on_the_heap) {
    expect_aligned<float, 4097>();
    expect_aligned<double, 2049>();
    expect_aligned<long double, 1025>();
    expect_aligned<char, 16385>();
}

/// A number that knows how many of its kind live.
struct tracked {
    static inline int alive = 0;
    int value;
    tracked(int n = 0) : value(n) { ++alive; }
    tracked(const tracked& other) : value(other.value) { ++alive; }
    tracked& operator=(const tracked&) = default;
    ~tracked() { --alive; }
};

TEST(storage, creates_and_destroys_each_element_once) {
    constexpr std::size_t n = 5000;
    constexpr int count = static_cast<int>(n);
    using heap = storage<tracked, n>;
    {
        heap a;
        EXPECT_EQ(tracked::alive, count);
        a.data()[n - 1] = 7;
        heap b = a;
        EXPECT_EQ(tracked::alive, 2 * count);
        EXPECT_EQ(b.data()[n - 1].value, 7);
        heap c = std::move(a);
        EXPECT_EQ(tracked::alive, 2 * count);
        b = std::move(c);
        a.ensure();
        a.ensure();
        EXPECT_NE(a.data(), nullptr);
    }
    EXPECT_EQ(tracked::alive, 0);
}

TEST(storage, holds_nothing_after_a_move_until_ensured) {
    storage<float, 5000> a;
    const storage<float, 5000> b = std::move(a);
    EXPECT_EQ(a.data(), nullptr);
    EXPECT_NE(b.data(), nullptr);
    a.ensure();
    EXPECT_NE(a.data(), nullptr);
}

}  // namespace
