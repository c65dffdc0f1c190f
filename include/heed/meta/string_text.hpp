// SPDX-License-Identifier: BSL-1.0
// Text that grows, with the part of the interface of heed::text that the writers of formulas use. Only at run time.
#pragma once

#include <heed/meta/text.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

class string_text {
public:
    using numbers = in_digits;

    const std::string& string() const { return all_; }

    string_text& add(char c) {
        all_ += c;
        return *this;
    }
    string_text& add(const char* words) {
        all_ += words;
        return *this;
    }
    string_text& add(std::string_view words) {
        all_ += words;
        return *this;
    }
    template <std::size_t N, class Others>
    string_text& add(const text<N, Others>& other) {
        return add(other.view());
    }
    string_text& add(std::size_t n) { return add(std::string_view(std::to_string(n))); }
    string_text& add_signed(long long n) { return add(std::string_view(std::to_string(n))); }

private:
    std::string all_;
};

}  // namespace heed::detail
