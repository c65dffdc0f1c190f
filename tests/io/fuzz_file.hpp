// SPDX-License-Identifier: BSL-1.0
// A file that a fuzzer writes anew each time, in memory (Linux).
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace heed::test {

class fuzz_file {
public:
    void write(const std::string& bytes) const {
        if (::ftruncate(file_, 0) != 0) std::abort();
        if (::pwrite(file_, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) std::abort();
    }
    std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

private:
    int file_ = ::memfd_create("heed_fuzz", 0);
};

/// Reads every element, so that sanitizers see it.
template <class Elements>
void touch(const Elements& t) {
    volatile double seen = 0;
    for (const auto& x : t) seen = static_cast<double>(x);
    (void)seen;
}

}  // namespace heed::test
