// SPDX-License-Identifier: BSL-1.0
// The size of one axis of a tensor, and the name it may carry.
#pragma once

#include <heed/meta/raise.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed {

struct extent;

/// A name for an axis: `inline constexpr axis tokens{"tokens"};`, then `tokens[12]` is an extent of that name.
/// Names are checked and shown, never used to reorder. Two axes with the same text are the same name.
struct axis {
    const char* name;  ///< must live as long as extents of that name: a literal

    /// An extent with this name: tokens[12], tokens[dyn].
    constexpr extent operator[](extent size) const;
};

/// Whether the names are the same text.
/// example static_assert(same_name(tokens, axis{"tokens"}));
constexpr bool same_name(const axis& a, const axis& b) {
    const char *x = a.name, *y = b.name;
    while (*x != '\0' && *x == *y) {
        ++x;
        ++y;
    }
    return *x == *y;
}

/// The size of an axis and its name, if it has one. `12`, `12u` and `std::size_t{12}` make the same extent. A dynamic
/// extent, known only at run time, is `dyn`, or `at_most<n>` if it has a bound; both may have a name: `tokens[dyn]`,
/// `tokens[at_most<2048>]`.
struct extent {
    std::size_t size = 1;        ///< dynamic: the highest bit, plus the bound (0 if none)
    const axis* name = nullptr;  ///< null: no name; it must outlive the extent

    constexpr extent() = default;
    /// A size without a name: 12.
    /// needs   a size that is not negative and does not use the highest bit
    template <std::integral I>
    constexpr extent(I n) : size(static_cast<std::size_t>(n)) {
        if (static_cast<unsigned long long>(n) >= dynamic_bit)
            detail::fail("heed: an extent needs a size that is not negative and that memory can hold");
    }
    /// The same of a constant: tokens[2_c].
    template <class Constant>
    requires std::integral<std::remove_cvref_t<decltype(Constant::value)>>
    constexpr extent(const Constant&) : extent(Constant::value) {}
    /// A size as it is stored, and a name: what tokens[12] returns.
    constexpr extent(std::size_t n, const axis* called) : size(n), name(called) {}

    /// The bit of size that marks a dynamic extent.
    static constexpr std::size_t dynamic_bit = ~(static_cast<std::size_t>(-1) >> 1);
    /// Whether the size is known only at run time: dyn, at_most<n>.
    constexpr bool is_dynamic() const { return (size & dynamic_bit) != 0; }
    /// The largest possible size: the size itself if static; else the bound, 0 if there is none.
    constexpr std::size_t most() const { return size & ~dynamic_bit; }

    /// Whether the sizes and the axis objects of the names are the same; extents_agree compares as formulas do.
    friend constexpr bool operator==(const extent&, const extent&) = default;
};

constexpr extent axis::operator[](extent size) const { return {size.size, this}; }

/// Whether two extents can belong to one axis: their names are equal, or one has no name.
/// example static_assert(names_agree(tokens[6], 7) && !names_agree(tokens[6], key[6]));
constexpr bool names_agree(const extent& a, const extent& b) {
    return a.name == nullptr || b.name == nullptr || a.name == b.name || same_name(*a.name, *b.name);
}

namespace detail {

constexpr bool is_called(const extent& e, const axis& name) { return e.name != nullptr && same_name(*e.name, name); }
/// Whether both have a name, and the same one.
constexpr bool have_one_name(const extent& a, const extent& b) { return b.name != nullptr && is_called(a, *b.name); }

/// The bound of at_most<Most>.
template <std::size_t Most>
struct bound_of_extent {
    static_assert(Most > 0 && Most < extent::dynamic_bit,
                  "heed: at_most<n> needs a bound of at least 1 that memory can hold");
    static constexpr std::size_t size = extent::dynamic_bit | Most;
};

}  // namespace detail

/// A dynamic extent: its size is known only at run time.
/// example tensor<float, tokens[dyn], d_k[4]> Y(12);  // 12 rows, told at run time
inline constexpr extent dyn{extent::dynamic_bit, nullptr};
/// A dynamic extent that is at most Most. From its first element on, a tensor whose dynamic extents all have bounds has
/// room for Most.
/// example cache<float, tokens[at_most<2048>], d_k[4]> past;
template <std::size_t Most>
inline constexpr extent at_most{detail::bound_of_extent<Most>::size, nullptr};

/// Whether two sizes are the same, or can be the same at run time.
/// example static_assert(sizes_agree(tokens[6], 6));
constexpr bool sizes_agree(const extent& a, const extent& b) {
    if (!a.is_dynamic() && !b.is_dynamic()) return a.size == b.size;
    const bool a_fits = a.is_dynamic() || b.most() == 0 || a.size <= b.most();
    const bool b_fits = b.is_dynamic() || a.most() == 0 || b.size <= a.most();
    return a_fits && b_fits;
}

/// Whether two extents can have the same size, and have the same name or one has none.
/// example static_assert(extents_agree(tokens[6], tokens[6]) && !extents_agree(tokens[6], tokens[7]));
constexpr bool extents_agree(const extent& a, const extent& b) { return sizes_agree(a, b) && names_agree(a, b); }

}  // namespace heed
