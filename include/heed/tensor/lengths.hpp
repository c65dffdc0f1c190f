// SPDX-License-Identifier: BSL-1.0
// The dynamic extents of a tensor or view.
#pragma once

#include <heed/shape/shape_error.hpp>
#include <heed/tensor/concepts.hpp>
#include <heed/tensor/indexing.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed::detail {

template <extent... E>
inline constexpr std::size_t dynamic_count = (std::size_t{E.is_dynamic()} + ... + 0);

/// A nonnegative whole number as a Size; the largest Size if it does not fit.
template <std::unsigned_integral Size, std::integral I>
constexpr Size saturated(I n) {
    if constexpr (sizeof(I) > sizeof(Size))
        if (n > static_cast<I>(static_cast<Size>(-1))) return static_cast<Size>(-1);
    return static_cast<Size>(n);
}

/// A whole number that the user gave as a length.
struct given_length {
    std::size_t magnitude;
    bool is_negative;

    template <std::integral I>
    constexpr given_length(I n) : magnitude(saturated<std::size_t>(n)), is_negative(false) {
        if constexpr (std::is_signed_v<I>)
            if (n < 0) {
                using U = std::make_unsigned_t<I>;
                magnitude = saturated<std::size_t>(static_cast<U>(0 - static_cast<U>(n)));
                is_negative = true;
            }
    }

    constexpr void add_to(shape_writer& out) const {
        if (is_negative) out.add("-");
        out.add(magnitude);
    }
};

// These are templates over the calling type, so that types without dynamic extents do not compile them.

/// Throws if a length is negative, or exceeds the capacity.
template <class For>
constexpr void check_length(const char* law, const shape& extents, std::size_t axis, const given_length& given) {
    const std::size_t most = extents[axis].most();
    if (!given.is_negative && given.magnitude <= (most == 0 ? ~extent::dynamic_bit : most)) return;
    fail_shape_sentence(law, [&](shape_writer& out) {
        add_shape(out, extents);
        if (most != 0) {
            out.add(" has room for ");
            out.add(most);
        }
        out.add(", given are ");
        given.add_to(out);
    });
}

/// Throws if the elements of this capacity do not fit in memory.
template <class For>
constexpr void check_bytes(const char* law, const shape& room, std::size_t element_bytes) {
    if (fits_in_memory(room, element_bytes)) return;
    fail_shape_sentence(law, [&](shape_writer& out) {
        add_shape(out, room);
        out.add(" of ");
        out.add(element_bytes);
        out.add(" bytes each is more than memory can hold");
    });
}

/// Throws if a value of these sizes does not fit the extents.
template <class For>
constexpr void check_sizes(const shape& extents, const shape& dims) {
    bool fits = extents.rank == dims.rank;
    for (std::size_t axis = 0; fits && axis < dims.rank; ++axis) fits = sizes_agree(extents[axis], dims[axis]);
    if (fits) return;
    fail_shape_sentence("heed: Y = formula needs the shape and the names of Y to be those of the formula",
                        [&](shape_writer& out) {
                            add_shape(out, extents);
                            out.add(" and ");
                            add_shape(out, dims);
                        });
}

/// Makes room for a value of these sizes, or checks that it fits.
/// errors  shape_error
template <class Out>
constexpr void take_shape(Out& out, const shape& dims) {
    if constexpr (Out::shape_value.is_dynamic() && owns_elements<Out>)
        out.take_shape(dims);
    else
        check_sizes<Out>(dims_of(out), dims);
}

/// Checks that a value of these sizes fits, before anything is changed.
/// errors  shape_error
template <class Out>
constexpr void check_shape(const Out& out, const shape& dims) {
    check_sizes<Out>(owns_elements<Out> ? Out::shape_value : dims_of(out), dims);
}

/// One number for each dynamic extent, initially 0.
template <extent... E>
class lengths {
public:
    static constexpr shape extents = shape_from<E...>;
    static constexpr std::size_t count = dynamic_count<E...>;

    constexpr lengths() = default;
    /// Takes the sizes of the dynamic axes; the others are assumed to fit.
    explicit constexpr lengths([[maybe_unused]] const shape& dims) {
        if constexpr (count != 0)
            for (std::size_t axis = 0; axis < extents.rank; ++axis)
                if (extents[axis].is_dynamic()) items_[place[axis]] = dims[axis].size;
    }
    /// errors  shape_error for a number that is negative or more than there is room for
    template <std::integral... N>
    requires(sizeof...(N) == count) static constexpr lengths checked([[maybe_unused]] const char* law, N... sizes) {
        lengths result;
        if constexpr (count != 0) {
            const std::array<given_length, count> given{sizes...};
            for (std::size_t axis = 0; axis < extents.rank; ++axis) {
                if (!extents[axis].is_dynamic()) continue;
                check_length<lengths>(law, extents, axis, given[place[axis]]);
                result.items_[place[axis]] = given[place[axis]].magnitude;
            }
        }
        return result;
    }

    constexpr std::size_t operator[](std::size_t axis) const {
        if constexpr (count == 0)
            return extents[axis].size;
        else
            return extents[axis].is_dynamic() ? items_[place[axis]] : extents[axis].size;
    }
    constexpr std::size_t size() const {
        std::size_t product = 1;
        for (std::size_t axis = 0; axis < extents.rank; ++axis) product *= (*this)[axis];
        return product;
    }
    constexpr shape dims() const {
        shape result = extents;
        for (std::size_t axis = 0; axis < extents.rank; ++axis) result[axis].size = (*this)[axis];
        return result;
    }

private:
    /// The index in items_ of the length of an axis.
    static constexpr std::array<std::size_t, max_rank> place = [] {
        std::array<std::size_t, max_rank> result{};
        std::size_t next = 0;
        for (std::size_t axis = 0; axis < extents.rank; ++axis)
            if (extents[axis].is_dynamic()) result[axis] = next++;
        return result;
    }();

    struct none {};  // std::array without elements is not empty
    [[no_unique_address]] std::conditional_t<count == 0, none, std::array<std::size_t, count>> items_{};
};

/// The positions of elements: row-major strides for the capacity of the lengths.
template <extent... E>
constexpr strides strides_in_room(const lengths<E...>& of) {
    return contiguous_strides(room_of(shape_from<E...>, of.dims()));
}

}  // namespace heed::detail
