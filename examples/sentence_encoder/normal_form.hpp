// SPDX-License-Identifier: BSL-1.0
// Unicode's normal form NFKC, by ICU: full width, ligatures and accents as one spelling.
#pragma once

#include "pieces.hpp"

#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sentence_encoder {

namespace detail {

/// How many there are, as ICU counts.
/// errors  std::runtime_error where ICU cannot count them
inline std::int32_t length_of(const auto& text) {
    if (text.size() > 0x7FFFFFFF)
        throw std::runtime_error("ICU does not normalise the text: more than 2^31 - 1 units of UTF-16 are needed");
    return static_cast<std::int32_t>(text.size());
}

}  // namespace detail

/// NFKC of a text.
/// errors  std::runtime_error where ICU has no data, with its words, or the text is too long for it
inline std::u32string normalised(const std::u32string& text) {
    if (text.empty()) return {};
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2* const form = unorm2_getNFKCInstance(&error);
    std::u16string units(2 * text.size(), u'\0');  // ICU's text is UTF-16
    std::int32_t length = 0;
    u_strFromUTF32(units.data(), detail::length_of(units), &length, reinterpret_cast<const UChar32*>(text.data()),
                   detail::length_of(text), &error);
    const auto normalise = [&](std::u16string& into) {
        return unorm2_normalize(form, units.data(), length, into.data(), detail::length_of(into), &error);
    };
    std::u16string normal;
    const std::int32_t needed = normalise(normal);  // how many units there are to be
    if (error == U_BUFFER_OVERFLOW_ERROR) error = U_ZERO_ERROR;
    normal.resize(U_FAILURE(error) ? 0 : static_cast<std::size_t>(needed));
    length = normalise(normal);
    std::u32string points(static_cast<std::size_t>(length), U'\0');
    std::int32_t count = 0;
    u_strToUTF32(reinterpret_cast<UChar32*>(points.data()), detail::length_of(points), &count, normal.data(), length,
                 &error);
    if (U_FAILURE(error))
        throw std::runtime_error(std::string("ICU does not normalise the text: ") + u_errorName(error));
    points.resize(static_cast<std::size_t>(count));
    return points;
}

}  // namespace sentence_encoder
