// SPDX-License-Identifier: BSL-1.0
// Standard streams that who calls a program has closed.
#pragma once

#include <fcntl.h>
#include <unistd.h>

/// A file that a program opens gets the number of a closed stream, 0 to 2, and what is meant for the stream is written
/// into the file. After this call such a stream is at its end, and writing to it fails.
inline void take_closed_streams() {
    int file = 0;
    while (file >= 0 && file <= STDERR_FILENO) file = ::open("/dev/null", O_RDONLY);
    if (file >= 0) ::close(file);
}
