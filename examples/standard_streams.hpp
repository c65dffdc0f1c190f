// SPDX-License-Identifier: BSL-1.0
// Standard streams that who calls a program has closed, or that cannot be written.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <streambuf>
#include <string>
#include <system_error>

/// A file that a program opens gets the number of a closed stream, 0 to 2, and what is meant for the stream is written
/// into the file. After this call such a stream is at its end, and writing to it fails.
inline void take_closed_streams() {
    int file = 0;
    while (file >= 0 && file <= STDERR_FILENO) file = ::open("/dev/null", O_RDONLY);
    if (file >= 0) ::close(file);
}

/// Standard output as std::cout writes it while one of these lives, which knows why it could not be written: streams of
/// the library forget the reason, and errno is that of another call by the time somebody asks.
class watched_output : std::streambuf {
public:
    watched_output() : before_(std::cout.rdbuf(this)) { setp(buffer_, buffer_ + sizeof(buffer_)); }
    ~watched_output() override {
        std::cout.flush();
        std::cout.rdbuf(before_);
    }
    watched_output(const watched_output&) = delete;
    watched_output& operator=(const watched_output&) = delete;

    /// Writes what is left. Why something was not written, in the system's words; empty if all was.
    std::string finish() {
        std::cout.flush();
        return reason_ == 0 ? std::string() : std::generic_category().message(reason_);
    }

private:
    int sync() override {
        for (const char* from = pbase(); from != pptr() && reason_ == 0;) {
            const ssize_t written = ::write(STDOUT_FILENO, from, static_cast<std::size_t>(pptr() - from));
            if (written >= 0)
                from += written;
            else if (errno != EINTR)
                reason_ = errno;
        }
        setp(buffer_, buffer_ + sizeof(buffer_));
        return reason_ == 0 ? 0 : -1;
    }
    int_type overflow(int_type c) override {
        if (sync() != 0) return traits_type::eof();
        if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
        return traits_type::not_eof(c);
    }

    std::streambuf* before_;
    char buffer_[4096];
    int reason_ = 0;
};
