// SPDX-License-Identifier: BSL-1.0
// Deduces the lengths of a tensor or view that is made from a range of numbers.
#pragma once

#include <heed/shape/length_law.hpp>
#include <heed/tensor/copy_elements.hpp>
#include <heed/tensor/flat_range.hpp>
#include <heed/tensor/lengths.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// The product of the static extents.
template <extent... E>
inline constexpr std::size_t static_elements = ((E.is_dynamic() ? 1 : E.size) * ... * 1);

/// Names the law. It is a separate function that is never called, because clang does not evaluate one that names a
/// broken law.
template <class Shape, std::size_t Given, std::size_t Others>
constexpr auto report_deduced_length() {
    (void)sizeof(law::deduced_length<Shape, Given, Others>);
    return 0;
}

/// The lengths, one of them deduced so that there are as many elements as numbers.
template <extent... E, class R>
requires(dynamic_count<E...> == 1) constexpr lengths<E...> deduced_lengths(const R& numbers) {
    constexpr std::size_t others = static_elements<E...>;
    if constexpr (has_axes<R>) {
        (void)sizeof(report_axes<R>());
        return {};
    } else if constexpr (count_in_type<R> != any_count && count_in_type<R> % others != 0) {
        (void)sizeof(report_deduced_length<law::shape_of<E...>, count_in_type<R>, others>());
        return {};
    } else {
        constexpr const char* law = "heed: tensor(numbers) needs numbers that the other extents divide";
        const std::size_t given = static_cast<std::size_t>(numbers.size());
        if (given % others != 0)
            fail_shape_sentence(law, [&](shape_writer& out) {
                add_shape(out, shape_from<E...>);
                out.add(", given are ");
                out.add(given);
            });
        constexpr shape room = room_of(shape_from<E...>, shape_from<E...>);
        if constexpr (!room.is_dynamic())
            if (given > room.size())
                fail_count("heed: tensor(numbers) and view(numbers) need room for the numbers", room, given,
                           room.size());
        return lengths<E...>::checked(law, given / others);
    }
}

/// Reports numbers that are not contiguous.
template <class R>
constexpr void check_flat() {
    if constexpr (has_axes<R>) (void)sizeof(report_axes<R>());
}

/// Throws if there are not as many numbers as elements.
template <class R>
constexpr void check_count(const R& numbers, const shape& dims) {
    if constexpr (!has_axes<R>) {
        const std::size_t given = static_cast<std::size_t>(numbers.size()), needed = dims.size();
        if (given != needed)
            fail_count("heed: tensor(numbers) needs as many numbers as it has elements", dims, given, needed);
    }
}

/// Throws if there are fewer numbers than elements.
template <class R>
constexpr void check_reach(const R& numbers, const shape& dims, const strides& steps) {
    if constexpr (!has_axes<R>) {
        const std::size_t given = static_cast<std::size_t>(numbers.size()), needed = reach_of(dims, steps);
        if (given >= needed) return;
        fail_shape_sentence("heed: view(numbers) needs at least as many numbers as it has elements",
                            [&](shape_writer& out) {
                                add_shape(out, dims);
                                out.add(needed == dims.size() ? " has " : " with the room between them has ");
                                out.add(needed);
                                out.add(", given are ");
                                out.add(given);
                            });
    }
}

/// Contiguous numbers of a range, as copy_elements takes them.
template <class T>
struct numbers_side_by_side {
    const T* first;
    std::size_t count;

    const T* begin() const { return first; }
    const T* end() const { return first + count; }
    const T* data() const { return first; }
    const T& back() const { return first[count - 1]; }
};

/// Writes all elements of a view, also if the numbers are in the same memory.
/// errors  shape_error where there are not exactly as many numbers
template <class R, class View>
constexpr void write_numbers(const R& numbers, const View& to) {
    constexpr shape dims = View::shape_value;
    if constexpr (!dims.is_dynamic() && count_in_type<R> != any_count && count_in_type<R> != dims.size()) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (void)sizeof(report_number_count<law::shape_of<dims[I]...>, count_in_type<R>>());
        }
        (std::make_index_sequence<dims.rank>());
    } else if constexpr (!has_axes<R>) {
        check_count(numbers, to.dims());
        using T = typename View::value_type;
        if constexpr (std::is_convertible_v<decltype(numbers.data()), const T*>)
            if (!std::is_constant_evaluated() && to.size() > 0)
                return copy_elements(numbers_side_by_side<T>{numbers.data(), to.size()}, to);
        auto element = to.begin();
        const auto* from = numbers.data();
        for (std::size_t left = to.size(); left > 0; --left) *element++ = static_cast<T>(*from++);
    }
}

}  // namespace heed::detail
