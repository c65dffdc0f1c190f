// SPDX-License-Identifier: BSL-1.0
// Writes tensors and views to a safetensors file.
#pragma once

#include <heed/io/output_file.hpp>
#include <heed/io/safetensors_header.hpp>
#include <heed/tensor/tensor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

/// A tensor or view and its name in a file. Its sizes are read when the file is written.
/// needs   the tensor or view, alive until the file is written
class named_tensor {
public:
    /// Stores where the elements are; copies none.
    /// errors  law::stored_element_type
    template <detail::tensor_or_view Elements>
    named_tensor(std::string name, const Elements& t HEED_LIFETIMEBOUND)
        : name_(std::move(name)),
          type_(&type_of(detail::stored_as<detail::value_of<Elements>>)),
          elements_(&t),
          dims_([](const void* elements) {
              return detail::shape(detail::dims_of(*static_cast<const Elements*>(elements)));
          }),
          write_([](output_file& out, const void* elements) {
              detail::write_elements(out, *static_cast<const Elements*>(elements));
          }) {
        detail::check_stored_type<detail::value_of<Elements>>();
    }

    /// The name in the file.
    const std::string& name() const { return name_; }
    /// The current sizes.
    detail::shape dims() const { return dims_(elements_); }
    const detail::safetensors_type& type() const { return *type_; }
    /// How many bytes its elements take in the file.
    std::size_t bytes() const { return dims().size() * type_->number.bytes; }
    /// Appends its elements, row-major, in the byte order of the format.
    /// errors  io_error
    void write(output_file& out) const { write_(out, elements_); }

private:
    static const detail::safetensors_type& type_of(const detail::stored_number& number) {
        return *std::find_if(std::begin(detail::safetensors_types), std::end(detail::safetensors_types),
                             [&](const detail::safetensors_type& t) { return t.number == number; });
    }

    std::string name_;
    const detail::safetensors_type* type_;
    const void* elements_;
    detail::shape (*dims_)(const void*);
    void (*write_)(output_file&, const void*);
};

namespace detail {

/// Larger elements first, so that each tensor begins at a multiple of its element size; then by name.
inline std::vector<const named_tensor*> in_order_of_file(const std::string& path,
                                                         std::span<const named_tensor> tensors) {
    std::vector<const named_tensor*> order;
    for (const named_tensor& t : tensors) order.push_back(&t);
    const auto by_name = [](const named_tensor* a, const named_tensor* b) { return a->name() < b->name(); };
    std::sort(order.begin(), order.end(), by_name);
    const auto twice =
        std::adjacent_find(order.begin(), order.end(),
                           [&](const named_tensor* a, const named_tensor* b) { return a->name() == b->name(); });
    if (twice != order.end()) raise_io(path, in_quotes((*twice)->name()) + " is to be written twice");
    std::sort(order.begin(), order.end(), [](const named_tensor* a, const named_tensor* b) {
        return std::pair(b->type().bits, std::string_view(a->name())) <
               std::pair(a->type().bits, std::string_view(b->name()));
    });
    return order;
}

/// The length of the header, and the header padded to a multiple of 8 bytes.
inline std::string safetensors_header_text(const std::string& path, const std::vector<const named_tensor*>& order,
                                           const safetensors_metadata& metadata) {
    std::string text = "{", before;
    const auto add = [&](const std::string& entry) {
        text += before + entry;
        before = ",";
    };
    if (!metadata.empty()) {
        add(json_text(path, metadata_key) + ":{");
        before = "";
        for (const auto& [key, value] : metadata) add(json_text(path, key) + ':' + json_text(path, value));
        text += '}';
    }
    std::size_t position = 0;
    for (const named_tensor* t : order) {
        if (t->name() == metadata_key) raise_io(path, in_quotes(metadata_key) + " is no name for a tensor");
        std::string sizes;
        const shape dims = t->dims();
        for (std::size_t axis = 0; axis < dims.rank; ++axis) {
            if (axis > 0) sizes += ',';
            sizes += std::to_string(dims[axis].size);
        }
        const std::size_t end = position + t->bytes();
        add(json_text(path, t->name()) + ":{\"dtype\":\"" + std::string(t->type().name) + "\",\"shape\":[" + sizes +
            "],\"data_offsets\":[" + std::to_string(position) + ',' + std::to_string(end) + "]}");
        position = end;
    }
    text += '}';
    text.append((8 - text.size() % 8) % 8, ' ');
    std::string length;
    for (int byte = 0; byte < 8; ++byte) length += static_cast<char>(std::uint64_t{text.size()} >> (8 * byte));
    return length + text;
}

}  // namespace detail

/// Writes tensors and views as a safetensors file: save_safetensors(path, {{"wq", Wq}, {"wk", Wk}}).
/// errors  law::stored_element_type; io_error if two have the same name, a name is not UTF-8, or the file cannot be
///         written: then the previous file is unchanged, and views of it stay valid
/// example save_safetensors("weights.safetensors", {{"w", W}, {"gain", gain}});
inline void save_safetensors(const std::string& path, std::span<const named_tensor> tensors,
                             const safetensors_metadata& metadata = {}) {
    const std::vector<const named_tensor*> order = detail::in_order_of_file(path, tensors);
    const std::string header = detail::safetensors_header_text(path, order, metadata);
    output_file out(path);
    out.write(header);
    for (const named_tensor* t : order) t->write(out);
    out.finish();
}
inline void save_safetensors(const std::string& path, std::initializer_list<named_tensor> tensors,
                             const safetensors_metadata& metadata = {}) {
    save_safetensors(path, std::span<const named_tensor>(tensors.begin(), tensors.size()), metadata);
}

}  // namespace heed
