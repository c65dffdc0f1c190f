// SPDX-License-Identifier: BSL-1.0
// Files that tests write byte by byte.
#pragma once

#include <heed/io/io_error.hpp>

#include <gtest/gtest.h>

#include "words_of.hpp"

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>

namespace heed::test {

/// A file of these bytes, or of none, as long as this lives.
class stored_file {
public:
    explicit stored_file(const std::string& bytes = "") { hold(bytes); }
    stored_file(const stored_file&) = delete;
    stored_file& operator=(const stored_file&) = delete;
    ~stored_file() { std::remove(path_.c_str()); }

    const std::string& path() const { return path_; }
    /// Other bytes in their place.
    void hold(const std::string& bytes) const {
        std::ofstream(path_, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }

private:
    static std::string new_path() {
        static int count = 0;
        return testing::TempDir() + "heed_" + std::to_string(::getpid()) + '_' + std::to_string(count++);
    }
    std::string path_ = new_path();
};

inline std::string bytes_of_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The bytes of numbers, as this machine has them.
template <class T>
std::string bytes_of(std::initializer_list<T> numbers) {
    std::string bytes(numbers.size() * sizeof(T), ' ');
    char* to = bytes.data();
    for (const T& x : numbers) {
        std::memcpy(to, &x, sizeof(T));
        to += sizeof(T);
    }
    return bytes;
}

/// Whole numbers in little-endian order.
template <class T>
std::string little_endian(T number) {
    std::string bytes;
    for (std::size_t i = 0; i < sizeof(T); ++i) bytes += static_cast<char>(number >> (8 * i));
    return bytes;
}

inline std::string safetensors_bytes(const std::string& header, const std::string& data) {
    return little_endian<std::uint64_t>(header.size()) + header + data;
}

/// What is said where a file that has these bytes is read by `read`: behind "heed: PATH: ".
template <class Read>
std::string said_of(const std::string& bytes, const Read& read) {
    const stored_file file(bytes);
    const std::string before = "heed: " + file.path() + ": ", words = words_of<io_error>([&] { read(file.path()); });
    return words.compare(0, before.size(), before) == 0 ? words.substr(before.size()) : words;
}

}  // namespace heed::test
