// SPDX-License-Identifier: BSL-1.0
// Reads and writes NumPy's .npy files as tensors.
#pragma once

// First, because it reports compilers without C++20.
#include <heed/meta/config.hpp>

HEED_BEGIN_HEADERS
#include <heed/io/mapped_file.hpp>
#include <heed/io/npy_header.hpp>
#include <heed/io/output_file.hpp>
#include <heed/io/read_tensor.hpp>
HEED_END_HEADERS

#include <string>

namespace heed {

namespace law {

/// save_npy(path, tensor of bfloat16)
template <class T, bool Holds>
struct npy_element_type {
    static_assert(Holds, "heed: .npy has no bfloat16: save a tensor of float, or safetensors");
};

}  // namespace law

/// The array in a .npy file (versions 1.0 to 3.0, C or Fortran order, little or big endian): load_npy<tensor<float,
/// tokens[dyn], 64>>(path). The file has no names of axes; the tensor has those that you write.
/// errors  io_error if the file is not a .npy file, has other sizes or another type (conversion::to_nearest accepts
///         other types), or too few or too many bytes; std::bad_alloc, but never for more than the tensor needs
/// cost    one pass
/// needs   a file that is not shortened meanwhile (the system ends programs that read the missing part)
/// example const auto Y = load_npy<tensor<float, dyn, d_model[4]>>("table.npy");
template <class Tensor>
requires detail::owns_elements<Tensor>
[[nodiscard]] Tensor load_npy(const std::string& path, conversion how = conversion::none) {
    const mapped_file file(path);
    const detail::npy_header header = detail::read_npy_header(path, file.data(), file.size());
    return detail::read_tensor<Tensor>(header.array, header.order, file.data() + header.data, how);
}

/// Writes a tensor or view as a .npy file (version 1.0, C order), which numpy.load reads.
/// errors  law::stored_element_type, law::npy_element_type; io_error if the file cannot be written: then the previous
///         file is unchanged
/// example save_npy("table.npy", X);
template <class Elements>
requires detail::tensor_or_view<Elements>
void save_npy(const std::string& path, const Elements& t) {
    using T = detail::value_of<Elements>;
    detail::check_stored_type<T>();
    constexpr detail::stored_number number = detail::stored_as<T>;
    (void)sizeof(law::npy_element_type<T, number.kind != detail::number_kind::bfloat>);
    output_file out(path);
    out.write(detail::npy_header_text(number, detail::dims_of(t)));
    detail::write_elements(out, t);
    out.finish();
}

}  // namespace heed
