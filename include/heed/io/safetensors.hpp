// SPDX-License-Identifier: BSL-1.0
// Reads safetensors files (trained weights). Only users of the format include it, because it needs nlohmann-json.
#pragma once

// First, because it reports compilers without C++20.
#include <heed/meta/config.hpp>

HEED_BEGIN_HEADERS
#if HEED_HAS_FILES
#include <heed/io/mapped_file.hpp>
#include <heed/io/save_safetensors.hpp>
#endif
#include <heed/io/read_tensor.hpp>
#include <heed/io/safetensors_header.hpp>
#include <heed/tensor/tensor.hpp>
HEED_END_HEADERS

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

/// A file of named tensors, mapped into memory: nothing is copied unless you ask for it, and programs that read the
/// same weights share the memory.
/// errors  io_error if the file cannot be opened, or breaks any rule of the format: sizes and offsets of all tensors
///         are checked against the file before any is read
/// cost    time and memory for the header, in proportion to it; tensors are read when their elements are
/// needs   a file that is not shortened while it is mapped (the system ends programs that read the missing part)
/// example const safetensors file("weights.safetensors");
///         const auto weights = file.view<float, d_model[8], 8>("wq");
class safetensors {
    static_assert(std::endian::native == std::endian::little, "heed: safetensors need a little-endian machine");

public:
#if HEED_HAS_FILES
    /// Maps the file and reads its header.
    /// errors  io_error if it cannot be opened, or breaks a rule of the format
    explicit safetensors(std::string path)
        : file_(std::in_place, std::move(path)), name_(file_->path()), bytes_(file_->data()) {
        header_ = detail::read_safetensors_header(name_, bytes_, file_->size(), data_);
    }
#endif
    /// Reads the header of a file whose bytes are in memory already: a part of the program, or what a page of the web
    /// has for a module of WebAssembly. Errors call it by its name.
    /// errors  io_error if it breaks a rule of the format
    /// needs   the bytes, alive while the object and its views are used
    safetensors(std::string name, const unsigned char* bytes, std::size_t size)
        : name_(std::move(name)), bytes_(bytes) {
        header_ = detail::read_safetensors_header(name_, bytes_, size, data_);
    }

    /// Names of all tensors, in the order of the header; alive while the file is.
    const std::vector<std::string_view>& names() const { return header_.names; }
    /// Whether there is a tensor with this name.
    bool contains(std::string_view name) const { return header_.tensors.find(name) != header_.tensors.end(); }
    /// Type, shape and offsets of a tensor, also of types that heed cannot read.
    /// errors  io_error if there is no tensor with this name
    const stored_tensor& operator[](std::string_view name) const { return find(name); }
    /// The file's metadata: text by name.
    const safetensors_metadata& metadata() const { return header_.metadata; }

    /// A view of a tensor inside the file: file.view<float, tokens[dyn], 64>("name"). The file has no names of axes;
    /// the view has those that you write.
    /// errors  io_error if there is no such tensor, it has other sizes or another type, its bytes do not begin at a
    ///         multiple of alignof(T), or an inner axis has a bound (at_most<n>) that it does not fill: get copies
    ///         those
    /// cost    none; for bool one pass, in which bytes other than 0 and 1 are errors
    /// needs   the file, alive while the view is used; it may be moved
    template <class T, extent... E>
    heed::view<const T, E...> view(std::string_view name) const HEED_LIFETIMEBOUND {
        detail::check_stored_type<T>();
        const detail::stored_array a = array(name);
        constexpr const detail::shape& extents = detail::shape_from<E...>;
        const detail::shape dims = detail::dims_for(a, extents, detail::stored_as<T>, conversion::none);
        const unsigned char* const bytes = bytes_of(name);
        if (dims.size() != 0 && reinterpret_cast<std::uintptr_t>(bytes) % alignof(T) != 0)
            a.fail(" begins at byte " + std::to_string(bytes - bytes_) + " of the file, no multiple of " +
                   std::to_string(alignof(T)) + ": get copies it, a view cannot read it");
        const detail::strides steps = detail::contiguous_strides(dims);
        if (steps != detail::contiguous_strides(detail::room_of(extents, dims)))
            a.fail_asked(extents, detail::stored_as<T>, ", which has room between rows: get copies it");
        if constexpr (detail::stored_as<T> == detail::stored_as<bool>) detail::check_truths(a, bytes, dims.size());
        return detail::make_view<heed::view<const T, E...>>(reinterpret_cast<const T*>(bytes), dims, steps);
    }

    /// A copy of a tensor: file.get<tensor<float, tokens[dyn], 64>>("name"); with conversion::to_nearest also from
    /// another type, such as float from BF16.
    /// errors  io_error if there is no such tensor, or it has other sizes or another type; std::bad_alloc
    /// cost    one pass
    template <class Tensor>
    requires detail::owns_elements<Tensor> Tensor get(std::string_view name, conversion how = conversion::none)
    const { return detail::read_tensor<Tensor>(array(name), {}, bytes_of(name), how); }

private:
    const stored_tensor& find(std::string_view name) const {
        const auto found = header_.tensors.find(name);
        if (found == header_.tensors.end()) detail::raise_io(name_, "has no tensor " + detail::in_quotes(name));
        return found->second;
    }
    detail::stored_array array(std::string_view name) const {
        const stored_tensor& t = find(name);
        const detail::safetensors_type* const type = detail::find_safetensors_type(t.dtype);
        return {name_, detail::in_quotes(name), t.shape, detail::shown(t.dtype),
                type == nullptr ? detail::stored_number{} : type->number};
    }
    const unsigned char* bytes_of(std::string_view name) const { return bytes_ + data_ + find(name).begin; }

#if HEED_HAS_FILES
    std::optional<mapped_file> file_;  ///< unless it was in memory already
#endif
    std::string name_;
    const unsigned char* bytes_ = nullptr;
    std::size_t data_ = 0;
    detail::safetensors_header header_;
};

}  // namespace heed
