// SPDX-License-Identifier: BSL-1.0
// What an error says.
#pragma once

#include <heed/shape/shape_error.hpp>

#include <exception>
#include <string>

namespace heed::test {

/// What the error says that an action throws, or that it throws none. Others leave.
template <class Error = shape_error, class Action>
std::string words_of(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        const std::exception& as_any = error;
        return as_any.what();
    }
    return "no error";
}

}  // namespace heed::test
