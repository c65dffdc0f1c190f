// SPDX-License-Identifier: BSL-1.0
// Reads whatever a fuzzer writes as safetensors: an io_error, or tensors that can be read. tests/io/fuzz runs it.
#include <heed/heed.hpp>
#include <heed/io/safetensors.hpp>

#include "fuzz_file.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

using namespace heed;

namespace {

template <class Ask>
void ask(const Ask& question) {
    try {
        test::touch(question());
    } catch (const io_error&) {
    }
}

template <class T>
void read_all_as(const safetensors& file, std::string_view name) {
    ask([&] { return file.view<T, dyn>(name); });
    ask([&] { return file.view<T, dyn, dyn>(name); });
    ask([&] { return file.view<T, 2, at_most<3>>(name); });
    ask([&] { return file.get<tensor<T, dyn, at_most<7>>>(name, conversion::to_nearest); });
    ask([&] { return file.get<tensor<T, 2, 3>>(name); });
}

void read(const std::string& path) {
    const safetensors file(path);
    for (const std::string_view name : file.names()) {
        read_all_as<float>(file, name);
        read_all_as<std::int16_t>(file, name);
        ask([&] { return file.view<bool, dyn>(name); });
        ask([&] { return file.get<tensor<bfloat16, dyn, dyn, dyn>>(name, conversion::to_nearest); });
    }
}

}  // namespace

/// The first byte says whether the others are a file, or a header, a byte that is 0, and data.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const test::fuzz_file file;
    if (size == 0) return 0;
    std::string text(bytes + 1, bytes + size);
    if (bytes[0] % 4 != 0) {
        const std::size_t header = std::min(text.find('\0'), text.size());
        std::string length;
        for (int i = 0; i < 8; ++i) length += static_cast<char>(header >> (8 * i));
        if (header < text.size()) text.erase(header, 1);
        text = length + text;
    }
    // First in memory that ends where the file does: a byte too far is seen.
    const std::unique_ptr<unsigned char[]> copy(new unsigned char[text.size()]);
    std::copy(text.begin(), text.end(), copy.get());
    try {
        std::size_t data = 0;
        const detail::safetensors_header header =
            detail::read_safetensors_header("fuzz", copy.get(), text.size(), data);
        for (const auto& [name, t] : header.tensors)
            if (t.end < t.begin || t.end > text.size() - data) std::abort();
        file.write(text);
        read(file.path());
    } catch (const io_error&) {
    }
    return 0;
}
