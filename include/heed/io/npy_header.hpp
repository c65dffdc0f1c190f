// SPDX-License-Identifier: BSL-1.0
// The header of a .npy file: a Python dictionary.
#pragma once

#include <heed/io/read_tensor.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

struct npy_header {
    stored_array array;
    stored_order order{};
    std::size_t data = 0;  ///< where its elements begin
};

/// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }: these three keys, each once, in any order.
class npy_header_reader {
public:
    npy_header_reader(npy_header& out, std::string_view text) : out_(out), text_(text) {}

    void read() {
        expect('{');
        while (!accept('}')) {
            entry();
            if (accept(',')) continue;
            expect('}');
            break;
        }
        if (!(has_descr_ && has_order_ && has_shape_)) fail("needs descr, fortran_order and shape");
        skip_spaces();
        if (position_ != text_.size()) fail("goes on after its dictionary");
    }

private:
    [[noreturn]] void fail(const std::string& words) const {
        raise_io(out_.array.path, "its header " + words + " (byte " + std::to_string(position_) + " of it)");
    }

    void skip_spaces() { position_ = std::min(text_.find_first_not_of(" \t\r\n", position_), text_.size()); }
    bool accept(char c) {
        skip_spaces();
        const bool is_there = position_ < text_.size() && text_[position_] == c;
        position_ += is_there ? 1 : 0;
        return is_there;
    }
    void expect(char c) {
        if (!accept(c)) fail(std::string("needs ") + c);
    }
    bool accept(std::string_view word) {
        skip_spaces();
        const bool is_there = text_.substr(position_).substr(0, word.size()) == word;
        position_ += is_there ? word.size() : 0;
        return is_there;
    }

    void entry() {
        const std::string_view key = string();
        expect(':');
        if (key == "descr") {
            once(has_descr_);
            descr();
        } else if (key == "fortran_order") {
            once(has_order_);
            out_.order.is_first_axis = truth();
        } else if (key == "shape") {
            once(has_shape_);
            shape();
        } else {
            fail("has " + in_quotes(key) + ", which .npy does not have");
        }
    }
    void once(bool& has) const {
        if (has) fail("has a key twice");
        has = true;
    }

    /// The text between quotes; .npy needs no escapes.
    std::string_view string() {
        const char quote = accept('\'') ? '\'' : '"';
        if (quote == '"') expect('"');
        const std::size_t end = text_.find(quote, position_);
        if (end == std::string_view::npos) fail("has text without an end");
        const std::string_view found = text_.substr(position_, end - position_);
        if (found.find_first_of("\\\n") != std::string_view::npos) fail("has text that is no name");
        position_ = end + 1;
        return found;
    }
    bool truth() {
        if (accept("True")) return true;
        if (!accept("False")) fail("needs True or False");
        return false;
    }

    /// "<f4": the byte order, the kind of numbers, and their bytes. Unknown ones have no type.
    void descr() {
        skip_spaces();
        if (position_ < text_.size() && text_[position_] == '[') fail("describes records, and heed reads numbers");
        const std::string_view type = string();
        out_.array.type = shown(type);
        if (type.size() != 3) return;
        const bool is_little = type[0] == '<', is_big = type[0] == '>';
        const stored_number number = number_of(type[1], type[2]);
        if (!is_little && !is_big && !(type[0] == '|' && number.bytes == 1)) return;
        out_.array.number = number;
        out_.order.is_swapped = number.bytes != 1 && is_big != (std::endian::native == std::endian::big);
    }
    static stored_number number_of(char kind, char digit) {
        const std::size_t bytes =
            digit == '1' || digit == '2' || digit == '4' || digit == '8' ? static_cast<std::size_t>(digit - '0') : 0;
        if (kind == 'b' && bytes == 1) return stored_as<bool>;
        if (kind == 'i' && bytes != 0) return {number_kind::signed_integer, bytes};
        if (kind == 'u' && bytes != 0) return {number_kind::unsigned_integer, bytes};
        if (kind == 'f' && bytes > 1) return {number_kind::ieee, bytes};
        return {};
    }

    /// (), (3,), (3, 4) and (3, 4, ); Python 2 wrote 3L.
    void shape() {
        constexpr std::size_t most_axes = 64;
        std::vector<std::size_t>& dims = out_.array.dims;
        expect('(');
        while (!accept(')')) {
            if (dims.size() == most_axes) fail("has more than 64 sizes");
            dims.push_back(size());
            if (accept(',')) continue;
            expect(')');
            if (dims.size() == 1) fail("needs a comma: (3) is no shape, (3,) is");
            break;
        }
    }
    std::size_t size() {
        skip_spaces();
        const std::size_t first = position_;
        std::size_t number = 0;
        for (; position_ < text_.size() && text_[position_] >= '0' && text_[position_] <= '9'; ++position_) {
            const auto digit = static_cast<std::size_t>(text_[position_] - '0');
            if (__builtin_mul_overflow(number, std::size_t{10}, &number) ||
                __builtin_add_overflow(number, digit, &number))
                fail("has a size that memory cannot have");
        }
        if (position_ == first || (text_[first] == '0' && position_ - first > 1)) fail("needs a size that is a number");
        if (position_ < text_.size() && text_[position_] == 'L') ++position_;
        return number;
    }

    npy_header& out_;
    std::string_view text_;
    std::size_t position_ = 0;
    bool has_descr_ = false, has_order_ = false, has_shape_ = false;
};

/// Reads the header of a file of `size` bytes, and checks that the rest is as long as its elements need.
/// errors  io_error
inline npy_header read_npy_header(const std::string& path, const unsigned char* bytes, std::size_t size) {
    constexpr unsigned char magic[] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
    constexpr std::size_t version_at = sizeof magic, length_at = version_at + 2;
    if (size < length_at || !std::equal(magic, magic + sizeof magic, bytes))
        raise_io(path, "is no .npy file: it does not begin with \\x93NUMPY and a version");
    const unsigned major = bytes[version_at], minor = bytes[version_at + 1];
    if (major < 1 || major > 3 || minor != 0)
        raise_io(path, "has version " + std::to_string(major) + '.' + std::to_string(minor) +
                           " of .npy; heed reads 1.0, 2.0 and 3.0");
    const std::size_t length_bytes = major == 1 ? 2 : 4, header_at = length_at + length_bytes;
    std::uint32_t length = 0;
    for (std::size_t i = header_at; i-- > length_at && size >= header_at;) length = length << 8 | bytes[i];
    if (size < header_at || length > size - header_at)
        raise_io(path, "ends within its header: it has " + std::to_string(size) + " bytes");

    npy_header header{{path, "it", {}, {}, {}}};
    header.data = header_at + length;
    npy_header_reader(header, {reinterpret_cast<const char*>(bytes) + header_at, length}).read();
    const stored_array& a = header.array;
    std::size_t needed = 0;
    if (a.number.kind != number_kind::other &&
        (!count_bytes(a.dims, 8 * a.number.bytes, needed) || needed != size - header.data))
        a.fail(" is " + dims_text(a.dims) + " of " + a.type + ", and has " + std::to_string(size - header.data) +
               " bytes, which do not fit");
    return header;
}

/// A header for elements of this machine with its preamble; the length is a multiple of 64 bytes.
inline std::string npy_header_text(const stored_number& number, const shape& dims) {
    constexpr std::size_t before = 10, multiple = 64;
    constexpr const char* kinds = "?biuf";  // in the order of number_kind
    const char order = number.bytes == 1 ? '|' : std::endian::native == std::endian::little ? '<' : '>';
    std::string text = std::string("{'descr': '") + order + kinds[static_cast<std::size_t>(number.kind)] +
                       std::to_string(number.bytes) + "', 'fortran_order': False, 'shape': (";
    for (std::size_t axis = 0; axis < dims.rank; ++axis)
        text +=
            (axis == 0 ? "" : " ") + std::to_string(dims[axis].size) + (axis + 1 < dims.rank || axis == 0 ? "," : "");
    text += "), }";
    text.append(multiple - 1 - (before + text.size()) % multiple, ' ').append("\n");
    std::string start("\x93NUMPY\x01\x00", 8);
    start += static_cast<char>(text.size() & 0xFF);
    start += static_cast<char>(text.size() >> 8);
    return start + text;
}

}  // namespace heed::detail
