// SPDX-License-Identifier: BSL-1.0
// Finds the files that a process already has open, by path.
#pragma once

#include <unistd.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

namespace heed::detail {

/// The folder of a path, with its slash; empty if the path has none.
inline std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

/// A unique path for all names of an existing folder; otherwise empty.
inline std::string real_folder(const std::string& folder) {
    const std::unique_ptr<char, void (*)(void*)> found(::realpath(folder.c_str(), nullptr), std::free);
    return found ? found.get() : std::string();
}

/// The descriptor of this process that a path names, as /dev/fd/1 and /proc/self/fd/1 do; -1 for others.
inline int descriptor_named(const std::string& path) {
    const std::string folder = folder_of(path), real = real_folder(folder);
    int number = -1;
    const char* const end = path.data() + path.size();
    const auto read = std::from_chars(path.data() + folder.size(), end, number);
    if (read.ec != std::errc() || read.ptr != end || number < 0) return -1;
    return !real.empty() && real == real_folder("/proc/self/fd") ? number : -1;
}

/// The descriptor of this process to which a path leads, such as /dev/stdout; -1 for other paths. It follows at most 40
/// symbolic links, as the system does.
inline int own_descriptor(std::string path) {
    for (int followed = 0; followed < 40; ++followed) {
        if (const int number = descriptor_named(path); number >= 0) return number;
        std::array<char, 4096> target;
        const auto length = ::readlink(path.c_str(), target.data(), target.size());
        if (length <= 0) break;
        const std::string_view to(target.data(), static_cast<std::size_t>(length));
        path = (to.front() == '/' ? std::string() : folder_of(path)).append(to);
    }
    return -1;
}

}  // namespace heed::detail
