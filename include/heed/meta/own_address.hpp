// SPDX-License-Identifier: BSL-1.0
// Objects that are told apart by their addresses.
#pragma once

namespace heed::detail {

/// A member for objects that are told apart by their addresses. Compilers may keep constants of the same value in one
/// place (-fmerge-all-constants), but not objects of which a part may change: nothing does change it.
struct own_address {
    mutable char part = 0;

    constexpr own_address() = default;
    constexpr own_address(const own_address&) noexcept {}  // no constant expression reads a mutable member
    constexpr own_address& operator=(const own_address&) noexcept { return *this; }
};

}  // namespace heed::detail
