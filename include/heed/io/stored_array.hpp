// SPDX-License-Identifier: BSL-1.0
// Compares an array of a file with the requested tensor.
#pragma once

#include <heed/io/io_error.hpp>
#include <heed/io/stored_number.hpp>
#include <heed/shape/extent.hpp>
#include <heed/shape/shape_words.hpp>
#include <heed/tensor/indexing.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

/// "[288 x 288]"; shortened for many axes.
inline std::string dims_text(const std::vector<std::size_t>& dims) {
    constexpr std::size_t most = 8;
    std::string text = "[";
    for (std::size_t i = 0; i < dims.size() && i < most; ++i) text += (i == 0 ? "" : " x ") + std::to_string(dims[i]);
    return text + (dims.size() > most ? " x ...]" : "]");
}

inline std::string dims_text(const shape& dims) {
    shape_writer counter;
    add_shape(counter, dims);
    std::string text(counter.count, ' ');
    shape_writer writer{text.data(), text.size()};
    add_shape(writer, dims);
    return text;
}

/// The number of bytes of an array; false if it overflows or is not whole.
inline bool count_bytes(const std::vector<std::size_t>& dims, std::size_t bits, std::size_t& bytes) {
    std::size_t count = bits;
    bool is_empty = false, is_countable = true;
    for (const std::size_t size : dims) {
        is_empty = is_empty || size == 0;
        is_countable = is_countable && !__builtin_mul_overflow(count, size, &count);
    }
    bytes = is_empty ? 0 : count / 8;
    return is_empty || (is_countable && count % 8 == 0);
}

/// The description of an array in a file.
struct stored_array {
    std::string path;
    std::string what;  ///< its quoted name, or "it"
    std::vector<std::size_t> dims;
    std::string type;  ///< as the file calls it: BF16
    stored_number number;

    [[noreturn]] void fail(const std::string& words) const { raise_io(path, what + words); }
    [[noreturn]] void fail_asked(const shape& extents, const stored_number& asked, const std::string& why) const {
        fail(" is " + dims_text(dims) + " of " + type + ", asked for " + dims_text(extents) + " of " + in_words(asked) +
             why);
    }
};

inline bool sizes_agree(const std::vector<std::size_t>& dims, const shape& extents) {
    if (dims.size() != extents.rank) return false;
    for (std::size_t axis = 0; axis < extents.rank; ++axis)
        if (dims[axis] >= extent::dynamic_bit || !heed::sizes_agree(extents[axis], extent{dims[axis], nullptr}))
            return false;
    return true;
}

/// Checks that the bytes of a bool array are 0 or 1.
inline void check_truths(const stored_array& a, const unsigned char* bytes, std::size_t count, std::size_t before = 0) {
    for (std::size_t i = 0; i < count; ++i)
        if (bytes[i] > 1)
            a.fail(": element " + std::to_string(before + i) + " of the file is " + std::to_string(bytes[i]) +
                   ", and a bool is 0 or 1");
}

/// The sizes of a tensor with these extents and elements that holds the array.
/// errors  io_error if there is none
inline shape dims_for(const stored_array& a, const shape& extents, const stored_number& asked, conversion how) {
    const bool has_type = a.number == asked || (how == conversion::to_nearest && converts(a.number, asked));
    if (!sizes_agree(a.dims, extents)) a.fail_asked(extents, asked, "");
    if (!has_type) {
        const bool may_convert = how == conversion::none && converts(a.number, asked);
        a.fail_asked(extents, asked, may_convert ? " (conversion::to_nearest makes one of the other)" : "");
    }
    shape dims = extents;
    for (std::size_t axis = 0; axis < extents.rank; ++axis) dims[axis].size = a.dims[axis];
    if (!fits_in_memory(room_of(extents, dims), asked.bytes))
        a.fail_asked(extents, asked, ", which is more than memory can hold");
    return dims;
}

}  // namespace heed::detail
