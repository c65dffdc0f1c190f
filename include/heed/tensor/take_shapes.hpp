// SPDX-License-Identifier: BSL-1.0
// Several tensors take the sizes of their results: all of them, or none if there is no memory for one.
#pragma once

#include <heed/tensor/lengths.hpp>
#include <heed/tensor/storage.hpp>

#include <type_traits>
#include <utility>

namespace heed::detail {

/// False for a const tensor and for a view of const elements.
template <class Out>
inline constexpr bool has_writable_elements =
    !std::is_const_v<std::remove_pointer_t<decltype(std::declval<Out&>().data())>>;

/// A tensor on the heap.
template <class Out>
concept may_need_memory = requires(const Out& out, const shape& dims) {
    out.has_room_for(dims);
};

/// Memory for a tensor of static extents that was moved from, before it is written.
template <class Out>
constexpr void ensure_elements(Out& out) {
    if constexpr (!Out::shape_value.is_dynamic() && requires { Out(uninitialised); })
        if (out.data() == nullptr) out = Out(uninitialised);
}

/// A tensor or view, and a function that returns the sizes of the result that it gets. If shapes were passed to the
/// cold function, every call would write them to memory.
template <class Out, class Sizes>
struct target_of_result {
    Out& out;
    Sizes sizes;

    /// Whether take_shape needs no memory.
    constexpr bool has_room() const {
        if constexpr (may_need_memory<Out>)
            return out.has_room_for(sizes());
        else
            return true;
    }
    constexpr void take() const { take_shape(out, sizes()); }
};
template <class Out, class Sizes>
target_of_result(Out&, Sizes) -> target_of_result<Out, Sizes>;

/// Memory for all tensors that have to grow is allocated before one of them is changed.
template <class Out, class Sizes, class... Rest>
[[gnu::cold, gnu::noinline]] constexpr void grow_all(const target_of_result<Out, Sizes>& first, const Rest&... rest) {
    const auto grow_rest = [&] {
        if constexpr (sizeof...(Rest) != 0) grow_all(rest...);
    };
    if constexpr (may_need_memory<Out>)
        if (!first.has_room()) {
            Out larger(uninitialised);
            take_shape(larger, first.sizes());
            grow_rest();
            first.out = std::move(larger);
            return;
        }
    grow_rest();
    first.take();
}

/// take_shape of all targets.
/// needs   check_shape of each
/// errors  shape_error, std::bad_alloc; then nothing is changed
template <class... Target>
constexpr void take_shapes(const Target&... targets) {
    if constexpr (sizeof...(Target) > 1)
        if (!(targets.has_room() && ...)) return grow_all(targets...);
    (targets.take(), ...);
}

}  // namespace heed::detail
