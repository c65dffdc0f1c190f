// SPDX-License-Identifier: BSL-1.0
// Maps a file to memory; its pages are read on access.
#pragma once

#include <heed/io/io_error.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace heed {

/// The bytes of a file, mapped (POSIX): pages are read when they are touched and shared with other programs. For files
/// of any format; .npy and safetensors have their own readers. The object may be moved while its bytes are used; the
/// bytes stay where they are.
/// errors  io_error if it cannot be opened, or is not a regular file; an empty file is not an error
/// cost    does not depend on the size of the file
/// needs   a file that is not shortened while it is mapped (the system ends programs that read the missing part)
class mapped_file {
public:
    /// Maps the whole file and closes it; it stays mapped.
    /// errors  io_error
    explicit mapped_file(std::string path) : path_(std::move(path)) {
        const int file = ::open(
            path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // O_NONBLOCK: does not wait for the writer of a pipe
        if (file < 0) detail::raise_io(path_, "cannot be opened: " + detail::system_words());
        const std::string trouble = map(file);
        ::close(file);
        if (!trouble.empty()) detail::raise_io(path_, trouble);
    }
    ///@{

    /// The bytes stay where they are; the moved-from object has no bytes, or those of the other.
    mapped_file(mapped_file&& other) noexcept
        : path_(std::move(other.path_)),
          bytes_(std::exchange(other.bytes_, nullptr)),
          size_(std::exchange(other.size_, 0)) {}
    mapped_file& operator=(mapped_file&& other) noexcept {
        std::swap(path_, other.path_);
        std::swap(bytes_, other.bytes_);
        std::swap(size_, other.size_);
        return *this;
    }
    ///@}
    ~mapped_file() {
        if (bytes_ != nullptr) ::munmap(bytes_, size_);
    }

    /// The path as it was given.
    const std::string& path() const { return path_; }
    /// The first byte; null where the file is empty.
    const unsigned char* data() const { return static_cast<const unsigned char*>(bytes_); }
    /// Number of bytes when the file was mapped.
    std::size_t size() const { return size_; }

private:
    /// The error message, or empty.
    std::string map(int file) {
        struct stat about {};
        if (::fstat(file, &about) != 0) return "cannot be read: " + detail::system_words();
        if (!S_ISREG(about.st_mode)) return "is no regular file";
        if (about.st_size == 0) return "";
        const auto size = static_cast<std::uintmax_t>(about.st_size);
        if (size > SIZE_MAX / 2) return "is larger than memory can be";
        void* const bytes = ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes == MAP_FAILED) return "cannot be mapped: " + detail::system_words();
        bytes_ = bytes;
        size_ = static_cast<std::size_t>(size);
        return "";
    }

    std::string path_;
    void* bytes_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace heed
