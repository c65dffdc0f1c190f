// SPDX-License-Identifier: BSL-1.0
// A kernel behind a function without types: once for each instruction set of an exported library.
#pragma once

#include "exported.hpp"
#include "result_memory.hpp"

#include <heed/kernel.hpp>
#include <heed/shape/index_error.hpp>
#include <heed/tensor/strides_of.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <tuple>
#include <utility>

namespace heed_export {

/// What an array is called: a word of the list "Q, K, V", or its number; results are `result`, several result0,
/// result1.
struct array_name {
    const char* list;
    std::size_t number;            ///< from 1; results: from 0
    std::size_t result_count = 0;  ///< where it is a result

    bool is_result() const { return result_count != 0; }

    void add_to(heed::detail::shape_writer& out) const {
        if (is_result()) {
            out.add("result");
            if (result_count > 1) out.add(number);
            return;
        }
        const char* word = list;
        for (std::size_t skipped = 1; skipped < number && *word != '\0'; ++word) skipped += *word == ',';
        while (*word == ' ') ++word;
        if (*word == '\0') {
            out.add("argument ");
            return out.add(number);
        }
        for (; *word != '\0' && *word != ','; ++word) out.add(*word);
    }
    /// "heed: an argument of a kernel needs the shape of its parameter: K "
    void begin_sentence(heed::detail::shape_writer& out, const char* what) const {
        out.add(is_result() ? "heed: a result of a kernel needs " : "heed: an argument of a kernel needs ");
        out.add(what);
        out.add(": ");
        add_to(out);
        out.add(' ');
    }
};

/// What is wrong with an array: what it needs, what it is called, and its sizes beside those it needs.
[[noreturn]] inline void refuse(const char* what, const array_name& name, const heed::detail::shape& given,
                                const heed::detail::shape& needed) {
    throw heed::shape_error([&](heed::detail::shape_writer& out) {
        name.begin_sentence(out, what);
        add_shape(out, given);
        out.add(" and ");
        add_shape(out, needed);
    });
}

/// Refuses sizes that no tensor has: a size with the bit that marks dynamic extents would agree with every extent, and
/// products of large ones wrap.
inline void check_memory(const array& a, const array_name& name, const heed::detail::shape& needed,
                         std::size_t element_bytes) {
    heed::detail::shape dims = needed;
    bool fits = true;
    for (std::size_t axis = 0; axis < dims.rank; ++axis) {
        dims[axis].size = a.sizes[axis];
        fits = fits && !dims[axis].is_dynamic();
    }
    if (fits && heed::detail::fits_in_memory(heed::detail::room_of(needed, dims), element_bytes)) return;
    throw heed::shape_error([&](heed::detail::shape_writer& out) {
        name.begin_sentence(out, "sizes that memory can hold");
        for (std::size_t axis = 0; axis < dims.rank; ++axis) {
            if (axis != 0) out.add(" x ");
            out.add(a.sizes[axis]);
        }
        out.add(" of ");
        out.add(element_bytes);
        out.add(" bytes each");
    });
}

/// An array of the caller as a View: a view or strided_view.
template <class View>
View view_of_array(const array& a, const array_name& name, bool has_steps) {
    using T = typename View::element_type;
    const heed::detail::shape& needed = View::shape_value;
    check_memory(a, name, needed, sizeof(T));
    heed::detail::shape dims = needed;
    bool fits = true;
    for (std::size_t axis = 0; axis < dims.rank; ++axis) {
        dims[axis].size = a.sizes[axis];
        fits = fits && sizes_agree(needed[axis], dims[axis]);
    }
    if (!fits) refuse(name.is_result() ? "the shape of its type" : "the shape of its parameter", name, dims, needed);
    if (reinterpret_cast<std::uintptr_t>(a.data) % alignof(T) != 0) refuse("aligned elements", name, dims, needed);

    heed::detail::strides steps = heed::detail::contiguous_strides(dims);
    for (std::size_t axis = 0; a.steps != nullptr && axis < dims.rank; ++axis) {
        if (dims.size() == 0 || dims[axis].size == 1) continue;  // no step is made
        const std::ptrdiff_t bytes = a.steps[axis];
        const auto step = static_cast<std::size_t>(bytes) / sizeof(T);
        if (bytes < 0 || static_cast<std::size_t>(bytes) % sizeof(T) != 0)
            refuse("strides that are whole numbers of elements, and not negative", name, dims, needed);
        if (!has_steps && step != steps[axis])
            refuse(name.is_result() ? "to be row-major without gaps, unless its type is a strided_view"
                                    : "to be row-major without gaps, unless its parameter is a strided_view",
                   name, dims, needed);
        steps[axis] = step;
    }
    return heed::detail::make_view<View>(static_cast<T*>(a.data), dims, steps);
}

template <class P>
typename heed::detail::kernel_parameter<P>::operand argument_from(const array& a, const array_name& name) {
    using parameter = heed::detail::kernel_parameter<P>;
    if constexpr (parameter::is_number) {
        static_cast<void>(name);
        return *static_cast<const P*>(a.data);
    } else {
        static_assert(parameter::is_tensor, "heed: an exported kernel takes tensors, views and numbers");
        return view_of_array<typename parameter::operand>(a, name, parameter::has_strides);
    }
}

template <class R>
typename heed::detail::kernel_parameter<R>::place place_from(const array& a, const array_name& name) {
    using parameter = heed::detail::kernel_parameter<R>;
    return view_of_array<typename parameter::place>(a, name, parameter::has_strides);
}

template <class View>
placed_result placed(const View& v) {
    heed::detail::shape dims = View::shape_value;
    for (std::size_t axis = 0; axis < dims.rank; ++axis) dims[axis].size = v.extent(axis);
    heed::detail::strides bytes = heed::detail::strides_of(v);
    for (std::size_t& step : bytes) step *= sizeof(typename View::value_type);
    return {reinterpret_cast<std::uintptr_t>(v.data()), sizeof(typename View::value_type), dims, bytes};
}
[[noreturn]] inline void refuse_memory(const char* what, const array_name& name, const heed::detail::shape& dims) {
    throw heed::shape_error([&](heed::detail::shape_writer& out) {
        name.begin_sentence(out, what);
        add_shape(out, dims);
    });
}
/// Refuses results that are written one over the other.
template <std::size_t Count>
void check_results(const placed_result (&results)[Count]) {
    for (std::size_t i = 0; i < Count; ++i) {
        if (!is_apart(results[i])) refuse_memory("a place for each of its elements", {"", i, Count}, results[i].dims);
        for (std::size_t j = 0; j < i; ++j)
            if (!are_apart(results[j], results[i]))
                refuse_memory("memory that no other result has", {"", i, Count}, results[i].dims);
    }
}

template <auto Kernel, std::size_t... R, std::size_t... A>
void call(task what, const array* results, const array* arguments, const char* names, std::index_sequence<R...>,
          std::index_sequence<A...>) {
    using types = typename decltype(Kernel)::types;
    const typename types::operands given{
        argument_from<std::tuple_element_t<A, typename types::parameters>>(arguments[A], {names, A + 1})...};
    if (what == task::measure) {
        heed::detail::shape sizes[sizeof...(R)];
        heed::compiled<Kernel>::measure(sizes, given);
        for (std::size_t r = 0; r < sizeof...(R); ++r)
            for (std::size_t axis = 0; axis < sizes[r].rank; ++axis)
                static_cast<std::size_t*>(results[r].data)[axis] = sizes[r][axis].size;
        return;
    }
    const typename types::places out{
        place_from<std::tuple_element_t<R, typename types::list>>(results[R], {names, R, sizeof...(R)})...};
    std::apply([](const auto&... place) { check_results({placed(place)...}); }, out);
#if defined(HEED_EXPORT_PARALLEL)
    heed::compiled<Kernel>::write_on_threads(out, given);
#else
    heed::compiled<Kernel>::write(out, given);
#endif
}

/// names   of the parameters, as in the list "Q, K, V", or none
template <auto Kernel>
error_code call_in_words(task what, const array* results, const array* arguments, words* said, const char* names) {
    using types = typename decltype(Kernel)::types;
    try {
        call<Kernel>(what, results, arguments, names, std::make_index_sequence<types::result_count>(),
                     std::make_index_sequence<std::tuple_size_v<typename types::parameters>>());
        return no_error;
    } catch (const heed::shape_error& e) {
        write_words(*said, e.what());
        return shape_error;
    } catch (const heed::index_error& e) {
        write_words(*said, e.what());
        return index_error;
    } catch (const std::bad_alloc&) {
        write_words(*said, "heed: there is not enough memory");
        return memory_error;
    } catch (const std::exception& e) {
        write_words(*said, e.what());
        return other_error;
    } catch (...) {
        write_words(*said, "heed: the formula threw an exception that is no std::exception");
        return other_error;
    }
}

}  // namespace heed_export
