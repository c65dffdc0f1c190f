// SPDX-License-Identifier: BSL-1.0
// Whether there is colour: what the environment says, and what the stream is.
#include <heed/io/terminal.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

namespace heed::test {

TEST(environment, no_color_wins) {
    setenv("TERM", "xterm", 1);
    setenv("COLORTERM", "truecolor", 1);
    unsetenv("NO_COLOR");
    EXPECT_TRUE(environment_has_colour());
    setenv("NO_COLOR", "1", 1);
    EXPECT_FALSE(environment_has_colour());
    setenv("NO_COLOR", "", 1);
    EXPECT_TRUE(environment_has_colour());
    unsetenv("COLORTERM");
    EXPECT_FALSE(environment_has_colour());
}

TEST(environment, names_24_bit_colour) {
    unsetenv("NO_COLOR");
    unsetenv("COLORTERM");
    setenv("TERM", "xterm-256color", 1);
    EXPECT_FALSE(environment_has_colour());
    setenv("TERM", "xterm-direct", 1);
    EXPECT_TRUE(environment_has_colour());
    setenv("TERM", "dumb", 1);
    setenv("COLORTERM", "24bit", 1);
    EXPECT_TRUE(environment_has_colour());
    setenv("COLORTERM", "yes", 1);
    EXPECT_FALSE(environment_has_colour());
}

TEST(is_terminal, not_a_string_nor_a_file_nor_a_redirected_stream) {
    EXPECT_FALSE(is_terminal(std::ostringstream()));
    EXPECT_FALSE(is_terminal(std::ofstream("/dev/null")));
    std::ostringstream elsewhere;
    std::streambuf* const before = std::cerr.rdbuf(elsewhere.rdbuf());
    EXPECT_FALSE(is_terminal(elsewhere));
    std::cerr.rdbuf(before);
}

}  // namespace heed::test
