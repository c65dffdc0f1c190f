// SPDX-License-Identifier: BSL-1.0
// Half-precision elements as other libraries store them: 16 bits each, as std::uint16_t.
#pragma once

#include <heed/scalar/half_precision.hpp>
#include <heed/tensor/concepts.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heed {

namespace detail {

/// A contiguous range of numbers with another owner, like std::span, whose header is expensive to include.
template <class T>
class borrowed_numbers {
public:
    using value_type = std::remove_const_t<T>;

    constexpr borrowed_numbers(T* data, std::size_t size) : data_(data), size_(size) {}
    constexpr T* data() const { return data_; }
    constexpr std::size_t size() const { return size_; }
    constexpr T* begin() const { return data_; }
    constexpr T* end() const { return data_ + size_; }
    constexpr T& operator[](std::size_t i) const { return data_[i]; }
    /// As for a std::span: a temporary one may be viewed.
    constexpr borrowed_numbers subspan(std::size_t from) const { return {data_ + from, size_ - from}; }

private:
    T* data_;
    std::size_t size_;
};

template <class T, class Like>
using const_as = std::conditional_t<std::is_const_v<Like>, const T, T>;

/// Ranges of unsigned 16-bit integers: a vector, an array, a span.
template <class R>
concept range_of_bits = requires(R& r) {
    requires std::same_as<std::remove_cvref_t<decltype(*r.data())>, std::uint16_t>;
    { r.size() } -> std::convertible_to<std::size_t>;
};

}  // namespace detail

/// Views 16-bit words in memory as half-precision numbers, without a copy: view<const float16, 2,
/// 3>(from_bits<float16>(w)), or a tensor from them. H is float16 or bfloat16. Not in constant expressions; there
/// H::from_bits converts one number.
/// needs   the memory, alive while what is returned is used
/// example std::vector<std::uint16_t> words(24);
///         const tensor<float16, 6, 4> Y(view<const float16, 6, 4>(from_bits<float16>(words)));
template <class H, detail::range_of_bits R>
requires detail::is_half<H>
[[nodiscard]] auto from_bits(R& words HEED_LIFETIMEBOUND) {
    using T = detail::const_as<H, std::remove_pointer_t<decltype(words.data())>>;
    return detail::borrowed_numbers<T>(reinterpret_cast<T*>(words.data()), words.size());
}
template <class H, detail::range_of_bits R>
requires(detail::is_half<H>&& requires(const R& r) { r.subspan(0); }) [[nodiscard]] auto from_bits(const R& words) {
    using T = detail::const_as<H, std::remove_pointer_t<decltype(words.data())>>;
    return detail::borrowed_numbers<T>(reinterpret_cast<T*>(words.data()), words.size());
}

/// The bits of a tensor or a dense view of half precision, without a copy; with data() and size().
/// needs   the elements, alive while what is returned is used
/// example const tensor<float16, 6, 6> Y = evaluate(A);
///         std::cout << bits_of(Y).size();
template <detail::tensor_or_view Tensor>
requires(detail::is_half<detail::value_of<Tensor>>&& requires(Tensor& t) {
    { t.begin() } -> std::same_as<decltype(t.data())>;
}) [[nodiscard]] auto bits_of(Tensor& t HEED_LIFETIMEBOUND) {
    using T = detail::const_as<std::uint16_t, std::remove_pointer_t<decltype(t.data())>>;
    return detail::borrowed_numbers<T>(reinterpret_cast<T*>(t.data()), t.size());
}

}  // namespace heed
