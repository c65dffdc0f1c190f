// SPDX-License-Identifier: BSL-1.0
// Reads whatever a fuzzer writes as .npy: an io_error, or tensors that can be read. tests/io/fuzz runs it.
#include <heed/heed.hpp>
#include <heed/io/npy.hpp>

#include "fuzz_file.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

using namespace heed;

namespace {

/// As load_npy, in memory that ends where the file does: a byte too far is seen.
template <class Tensor>
void read_as(const detail::npy_header& header, const unsigned char* bytes, conversion how) {
    try {
        test::touch(detail::read_tensor<Tensor>(header.array, header.order, bytes + header.data, how));
    } catch (const io_error&) {
    }
}

void read(const unsigned char* bytes, std::size_t size) {
    const detail::npy_header header = detail::read_npy_header("fuzz", bytes, size);
    read_as<tensor<float, dyn, at_most<7>>>(header, bytes, conversion::to_nearest);
    read_as<tensor<std::int16_t, dyn, dyn, dyn>>(header, bytes, conversion::to_nearest);
    read_as<tensor<bool, dyn>>(header, bytes, conversion::none);
    read_as<tensor<double, 2, 3>>(header, bytes, conversion::none);
}

}  // namespace

/// The first byte says whether the others are a file, or a header, a byte that is 0, and data.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    if (size == 0) return 0;
    std::string text(bytes + 1, bytes + size);
    if (bytes[0] % 4 != 0) {
        const std::size_t header = std::min({text.find('\0'), text.size(), std::size_t{65535}});
        if (header < text.size()) text.erase(header, 1);
        const bool is_first = bytes[0] % 4 == 1;
        std::string start = is_first ? std::string("\x93NUMPY\1\0", 8) : std::string("\x93NUMPY\3\0", 8);
        for (int i = 0; i < (is_first ? 2 : 4); ++i) start += static_cast<char>(header >> (8 * i));
        text = start + text;
    }
    const std::unique_ptr<unsigned char[]> copy(new unsigned char[text.size()]);
    std::copy(text.begin(), text.end(), copy.get());
    try {
        read(copy.get(), text.size());
    } catch (const io_error&) {
    }
    return 0;
}
