// SPDX-License-Identifier: BSL-1.0
// Text that grows writes what text of a fixed capacity does.
#include <heed/meta/string_text.hpp>
#include <heed/meta/text.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace heed::detail {

template <class Text>
void write(Text& out) {
    out.add("cols<").add(std::size_t{0}).add(", ").add(std::size_t{12}).add('>').add(std::string_view("(A)"));
    out.add_signed(-7).add(' ').add_signed(std::numeric_limits<long long>::min()).add(text<8>().add("end"));
}

TEST(string_text, says_what_text_says) {
    text<100> fixed;
    string_text growing;
    write(fixed);
    write(growing);
    EXPECT_EQ(growing.string(), fixed.view());
    EXPECT_EQ(growing.string(), "cols<0, 12>(A)-7 -9223372036854775808end");
}

}  // namespace heed::detail
