// SPDX-License-Identifier: BSL-1.0
// A call for each of many indices that are known while compiling.
#pragma once

#include <heed/meta/config.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

/// Calls f.operator()<I>() for each I from Begin up to End, in order. A formula may have a thousand nodes, and clang
/// nests 256 operands of a fold: this one is divided.
template <std::size_t Begin, std::size_t End, class F>
constexpr void for_each_index(const F& f) {
    constexpr std::size_t most = 128, count = End - Begin;
    if constexpr (count > most) {
        for_each_index<Begin, Begin + count / 2>(f);
        for_each_index<Begin + count / 2, End>(f);
    } else {
        [&]<std::size_t... I>(std::index_sequence<I...>) { (f.template operator()<Begin + I>(), ...); }
        (std::make_index_sequence<count>{});
    }
}

}  // namespace heed::detail
