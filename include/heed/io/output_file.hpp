// SPDX-License-Identifier: BSL-1.0
// Writes a file that appears complete or not at all.
#pragma once

#include <heed/io/io_error.hpp>
#include <heed/io/own_descriptor.hpp>
#include <heed/tensor/concepts.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace heed {

/// Writes a new file that appears whole or not at all. It is first written beside PATH, as PATH.PROCESS.NUMBER, and
/// finish() renames it when all of it is on the disk. Until then, and if something fails, the previous file stays as it
/// is, also for programs that have it mapped. A symbolic link at PATH is itself replaced, not its target. Several may
/// write to one PATH: the last one to finish wins. Anything else than a regular file, such as /dev/full or a pipe, is
/// written to directly. So is a file that the process already has open, /dev/stdout or /dev/fd/3: bytes are appended to
/// those written before.
/// errors  io_error if it cannot be written
class output_file {
public:
    /// Creates the file beside PATH.
    /// errors  io_error if it cannot be created
    explicit output_file(const std::string& path) : path_(path) {
        if (const int open = detail::own_descriptor(path_); open >= 0)
            begin(open_again(open));
        else if (leads_to_no_file())
            begin(std::fopen(path_.c_str(), "wbe"));
        for (int number = 0; file_ == nullptr; ++number) {
            part_ = path_ + '.' + std::to_string(::getpid()) + '.' + std::to_string(number);
            file_ = std::fopen(part_.c_str(), "wbxe");  // x: fails if the file exists, even as a link
            if (file_ == nullptr && errno != EEXIST) fail();
        }
    }
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;
    ~output_file() {
        if (file_ == nullptr) return;
        std::fclose(file_);
        if (!part_.empty()) std::remove(part_.c_str());
    }

    ///@{

    /// Appends bytes, through a buffer.
    /// errors  io_error if the system reports that they cannot be written
    void write(const void* bytes, std::size_t count) {
        if (std::fwrite(bytes, 1, count, file_) != count) fail();
    }
    void write(std::string_view text) { write(text.data(), text.size()); }
    ///@}
    /// Writes everything to the disk (fsync), then gives the file the name PATH and the permissions of the previous
    /// file. Without this call a new file is removed.
    /// errors  io_error; the previous file stays
    void finish() {
        if (std::fflush(file_) != 0) fail();
        keep_permissions();
        if (!part_.empty() && (::fsync(::fileno(file_)) != 0 || std::rename(part_.c_str(), path_.c_str()) != 0)) fail();
        std::fclose(std::exchange(file_, nullptr));
    }

private:
    void begin(std::FILE* file) {
        if (file == nullptr) fail();
        file_ = file;
    }
    static std::FILE* open_again(int descriptor) {
        const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
        return copy < 0 ? nullptr : ::fdopen(copy, "wb");
    }
    bool leads_to_no_file() const {
        struct stat about {};
        return ::stat(path_.c_str(), &about) == 0 && !S_ISREG(about.st_mode);
    }
    /// Keeps the permissions of the previous file, so that nobody gains access.
    void keep_permissions() const {
        struct stat about {};
        if (!part_.empty() && ::stat(path_.c_str(), &about) == 0 &&
            ::fchmod(::fileno(file_), about.st_mode & 07777) != 0)
            fail();
    }
    [[noreturn]] void fail() const { detail::raise_io(path_, "cannot be written: " + detail::system_words()); }

    std::string path_;
    std::string part_;  ///< empty if PATH itself is written
    std::FILE* file_ = nullptr;
};

namespace detail {

/// Writes the elements of a tensor or view in row-major order, in the byte order of this machine.
template <class Elements>
void write_elements(output_file& out, const Elements& t) {
    if constexpr (std::is_pointer_v<decltype(t.begin())>)
        out.write(t.data(), t.size() * sizeof(value_of<Elements>));
    else
        for (const auto& x : t) out.write(&x, sizeof x);
}

}  // namespace detail
}  // namespace heed
