// SPDX-License-Identifier: BSL-1.0
// A file that is there whole or not at all.
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

/// Writes a new file beside PATH, PATH.PROCESS.NUMBER, which finish() gives its name when all of it is on the disk:
/// what was there before remains until then, also for those that have it mapped, and remains where something fails. A
/// symbolic link at PATH is replaced, not what it leads to. Several may write to one PATH: the last one to finish
/// stays. What is no regular file, /dev/full or a pipe, is written to as it is, and so is what the process has open
/// already, /dev/stdout or /dev/fd/3: bytes follow those that were written to it before, also where it is a file.
/// errors  io_error where it cannot be written
class output_file {
public:
    /// Begins the file beside PATH.
    /// errors  io_error where it cannot be made
    explicit output_file(const std::string& path) : path_(path) {
        if (const int open = detail::own_descriptor(path_); open >= 0)
            begin(open_again(open));
        else if (leads_to_no_file())
            begin(std::fopen(path_.c_str(), "wbe"));
        for (int number = 0; file_ == nullptr; ++number) {
            part_ = path_ + '.' + std::to_string(::getpid()) + '.' + std::to_string(number);
            file_ = std::fopen(part_.c_str(), "wbxe");  // x: no file that is there, also no link
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
    /// errors  io_error where the system says that they cannot be written
    void write(const void* bytes, std::size_t count) {
        if (std::fwrite(bytes, 1, count, file_) != count) fail();
    }
    void write(std::string_view text) { write(text.data(), text.size()); }
    ///@}
    /// Puts all of it on the disk (fsync), then gives the file the name PATH and the permissions of what was there.
    /// Without this call nothing of a new file is left.
    /// errors  io_error; what was there before remains
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
    /// Of a file that was there before: who may not read it does not get to.
    void keep_permissions() const {
        struct stat about {};
        if (!part_.empty() && ::stat(path_.c_str(), &about) == 0 &&
            ::fchmod(::fileno(file_), about.st_mode & 07777) != 0)
            fail();
    }
    [[noreturn]] void fail() const { detail::raise_io(path_, "cannot be written: " + detail::system_words()); }

    std::string path_;
    std::string part_;  ///< empty where PATH itself is written to
    std::FILE* file_ = nullptr;
};

namespace detail {

/// The elements of a tensor or view in row-major order, as this machine has them.
template <class Elements>
void write_elements(output_file& out, const Elements& t) {
    if constexpr (std::is_pointer_v<decltype(t.begin())>)
        out.write(t.data(), t.size() * sizeof(value_of<Elements>));
    else
        for (const auto& x : t) out.write(&x, sizeof x);
}

}  // namespace detail
}  // namespace heed
