// SPDX-License-Identifier: BSL-1.0
// Reads and checks the header of a safetensors file.
#pragma once

#include <heed/io/stored_array.hpp>

#if !__has_include(<nlohmann/json.hpp>)
#error "heed: heed/io/safetensors.hpp needs nlohmann-json (Debian package nlohmann-json3-dev)"
#endif
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// A tensor of a safetensors file, as its header describes it.
struct stored_tensor {
    std::string dtype;               ///< F32, BF16: as the file calls it
    std::vector<std::size_t> shape;  ///< sizes of the axes, outermost first
    std::size_t begin = 0;           ///< its first byte, counted from the first of the data
    std::size_t end = 0;             ///< past its last byte
};

/// The metadata of a file: text by name.
using safetensors_metadata = std::map<std::string, std::string, std::less<>>;

namespace detail {

/// The entry with this name is text about the file, not a tensor.
inline constexpr std::string_view metadata_key = "__metadata__";

struct safetensors_type {
    std::string_view name;
    std::size_t bits;  ///< of an element
    stored_number number;
};

/// Types with known element sizes; those that C++ has no type for are of kind `other`.
inline constexpr safetensors_type safetensors_types[] = {
    {"F32", 32, stored_as<float>},
    {"F16", 16, stored_as<float16>},
    {"BF16", 16, stored_as<bfloat16>},
    {"F64", 64, stored_as<double>},
    {"BOOL", 8, stored_as<bool>},
    {"I8", 8, stored_as<std::int8_t>},
    {"I16", 16, stored_as<std::int16_t>},
    {"I32", 32, stored_as<std::int32_t>},
    {"I64", 64, stored_as<std::int64_t>},
    {"U8", 8, stored_as<std::uint8_t>},
    {"U16", 16, stored_as<std::uint16_t>},
    {"U32", 32, stored_as<std::uint32_t>},
    {"U64", 64, stored_as<std::uint64_t>},
    {"F8_E4M3", 8, {}},
    {"F8_E5M2", 8, {}},
    {"F8_E8M0", 8, {}},
    {"F6_E2M3", 6, {}},
    {"F6_E3M2", 6, {}},
    {"F4", 4, {}},
    {"C64", 64, {}},
};

inline const safetensors_type* find_safetensors_type(std::string_view dtype) {
    const auto* const found = std::find_if(std::begin(safetensors_types), std::end(safetensors_types),
                                           [&](const safetensors_type& t) { return t.name == dtype; });
    return found == std::end(safetensors_types) ? nullptr : found;
}

struct safetensors_header {
    std::map<std::string, stored_tensor, std::less<>> tensors;
    std::vector<std::string_view> names;  ///< in the order of the header; keys of `tensors`
    safetensors_metadata metadata;
};

/// Receives the header from a JSON parser, piece by piece. It rejects unexpected parts and too deep nesting. Each
/// function returns whether to continue.
class safetensors_reader {
public:
    explicit safetensors_reader(safetensors_header& out) : out_(out) {}

    /// The error, after one of these functions returned false.
    const std::string& trouble() const { return trouble_; }

    bool start_object(std::size_t) {
        if (place_ == place::before) return enter(place::tensors);
        if (place_ != place::tensors) return out_of_place("an object");
        if (name_ == metadata_key) {
            if (has_metadata_) return refuse(in_quotes(metadata_key) + " stands there twice");
            has_metadata_ = true;
            return enter(place::metadata);
        }
        const auto [at, is_new] = out_.tensors.try_emplace(name_);
        if (!is_new) return refuse(in_quotes(name_) + " stands there twice");
        out_.names.push_back(at->first);
        tensor_ = &at->second;
        has_dtype_ = has_shape_ = has_offsets_ = false;
        return enter(place::tensor);
    }
    bool end_object() {
        if (place_ == place::tensor && !(has_dtype_ && has_shape_ && has_offsets_))
            return refuse(in_quotes(name_) + " lacks " +
                          (!has_dtype_   ? "a dtype"
                           : !has_shape_ ? "a shape"
                                         : "data_offsets"));
        return enter(place::tensors);
    }
    bool key(std::string& key) {
        (place_ == place::tensors ? name_ : key_).swap(key);
        if (place_ != place::tensor) return true;
        bool* const seen = key_ == "dtype"          ? &has_dtype_
                           : key_ == "shape"        ? &has_shape_
                           : key_ == "data_offsets" ? &has_offsets_
                                                    : nullptr;
        if (seen == nullptr)
            return refuse(in_quotes(name_) + " has " + in_quotes(key_) + ", which safetensors do not have");
        if (*seen) return refuse(in_quotes(name_) + " has " + in_quotes(key_) + " twice");
        *seen = true;
        return true;
    }
    bool start_array(std::size_t) {
        if (place_ == place::tensor && key_ == "shape") return enter(place::shape);
        if (place_ == place::tensor && key_ == "data_offsets") return enter(place::offsets);
        return out_of_place("a list");
    }
    bool end_array() {
        if (place_ == place::offsets) {
            if (offsets_.size() != 2) return refuse(in_quotes(name_) + " needs two data_offsets");
            tensor_->begin = offsets_[0];
            tensor_->end = offsets_[1];
            offsets_.clear();
        }
        return enter(place::tensor);
    }

    bool string(std::string& text) {
        if (place_ == place::metadata) {
            if (!out_.metadata.try_emplace(key_, std::move(text)).second)
                return refuse(in_quotes(metadata_key) + " has " + in_quotes(key_) + " twice");
            return true;
        }
        if (place_ != place::tensor || key_ != "dtype") return out_of_place("text");
        tensor_->dtype.swap(text);
        return true;
    }
    bool number_unsigned(std::uint64_t number) {
        constexpr std::size_t most_axes = 64;
        const auto size = static_cast<std::size_t>(number);
        if (place_ != place::shape && place_ != place::offsets) return out_of_place("a number");
        if (size != number) return refuse(in_quotes(name_) + " has sizes that memory cannot have");
        std::vector<std::size_t>& sizes = place_ == place::shape ? tensor_->shape : offsets_;
        if (sizes.size() == most_axes) return refuse(in_quotes(name_) + " has more than 64 sizes");
        sizes.push_back(size);
        return true;
    }
    bool number_integer(std::int64_t) { return out_of_place("a negative number"); }
    bool number_float(double, const std::string&) { return out_of_place("a number that is no size"); }
    bool boolean(bool) { return out_of_place("true or false"); }
    bool null() { return out_of_place("null"); }
    bool binary(std::vector<std::uint8_t>&) { return out_of_place("bytes"); }
    template <class Error>
    bool parse_error(std::size_t byte, const std::string&, const Error&) {
        return refuse("it is no JSON in UTF-8 from its byte " + std::to_string(byte) + " on");
    }

private:
    enum class place { before, tensors, metadata, tensor, shape, offsets };
    bool enter(place next) {
        place_ = next;
        return true;
    }
    bool refuse(const std::string& why) {
        trouble_ = why;
        return false;
    }
    bool out_of_place(const std::string& what) {
        const bool is_inside = place_ != place::before && place_ != place::tensors;
        return refuse(what + " stands at " + in_quotes(name_) + (is_inside ? ", " + in_quotes(key_) : ""));
    }

    safetensors_header& out_;
    place place_ = place::before;
    std::string name_{}, key_{}, trouble_{};
    stored_tensor* tensor_ = nullptr;
    std::vector<std::size_t> offsets_{};
    bool has_metadata_ = false, has_dtype_ = false, has_shape_ = false, has_offsets_ = false;
};

/// Checks that each tensor has the bytes that its shape needs, that each byte belongs to exactly one tensor, and that
/// all bytes are present.
/// errors  io_error
inline void check_layout(const std::string& path, const safetensors_header& header, std::size_t data_bytes) {
    using entry = std::pair<std::string_view, const stored_tensor*>;
    std::vector<entry> in_order;
    for (const auto& [name, tensor] : header.tensors) in_order.emplace_back(name, &tensor);
    std::sort(in_order.begin(), in_order.end(), [](const entry& a, const entry& b) {
        return std::pair(a.second->begin, a.second->end) < std::pair(b.second->begin, b.second->end);
    });
    std::size_t position = 0;
    for (const auto& [name, t] : in_order) {
        const auto fail = [&, &called = name](const std::string& words) { raise_io(path, in_quotes(called) + words); };
        const std::string place = " has bytes " + std::to_string(t->begin) + " to " + std::to_string(t->end);
        if (t->end < t->begin) fail(place + " of the data: it ends before it begins");
        if (t->end > data_bytes) fail(place + " of the data, which has " + std::to_string(data_bytes));
        if (t->begin != position)
            fail(place + " of the data, and what is before it ends at " + std::to_string(position));
        position = t->end;
        const safetensors_type* const type = find_safetensors_type(t->dtype);
        std::size_t needed = 0;
        if (type != nullptr && (!count_bytes(t->shape, type->bits, needed) || needed != t->end - t->begin))
            fail(" is " + dims_text(t->shape) + " of " + t->dtype + ", and has " + std::to_string(t->end - t->begin) +
                 " bytes, which do not fit");
    }
    if (position != data_bytes)
        raise_io(path, "its tensors have " + std::to_string(position) + " bytes, and it has " +
                           std::to_string(data_bytes) + " for them");
}

/// Reads the header of a file of `size` bytes; `data` becomes the position of the first byte after it.
/// errors  io_error
/// cost    memory in proportion to the header
inline safetensors_header read_safetensors_header(const std::string& path, const unsigned char* bytes, std::size_t size,
                                                  std::size_t& data) {
    constexpr std::size_t before = 8, most = 100'000'000;  // limits of the format
    if (size < before) raise_io(path, "is no safetensors file: it has " + std::to_string(size) + " bytes");
    std::uint64_t length = 0;
    for (std::size_t i = before; i-- > 0;) length = length << 8 | bytes[i];
    if (length > most || length > size - before)
        raise_io(path, "is no safetensors file: its header would have " + std::to_string(length) +
                           " bytes, and it has " + std::to_string(size) + " in all");
    // nlohmann-json 3.11 reads unsigned char with std::char_traits, which libc++ 19 has for characters only.
    const char* const first = reinterpret_cast<const char*>(bytes) + before;
    const char* const last = first + static_cast<std::size_t>(length);
    if (first == last || *first != '{') raise_io(path, "is no safetensors file: its header does not begin with {");
    if (std::find(first, last, '\0') != last) raise_io(path, "in its header: it has a byte that is 0");
    safetensors_header header;
    safetensors_reader reader(header);
    if (!nlohmann::json::sax_parse(first, last, &reader)) raise_io(path, "in its header: " + reader.trouble());
    data = before + static_cast<std::size_t>(length);
    check_layout(path, header, size - data);
    return header;
}

/// The text as a quoted JSON string.
/// errors  io_error if it is not UTF-8
inline std::string json_text(const std::string& path, std::string_view text) {
    for (std::string_view rest = text; !rest.empty();) {
        const utf8_character next = first_character(rest);
        if (next.is_wrong_byte()) raise_io(path, in_quotes(text) + " is not UTF-8");
        rest.remove_prefix(next.bytes);
    }
    return nlohmann::json(text).dump();
}

}  // namespace detail
}  // namespace heed
