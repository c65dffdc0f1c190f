// SPDX-License-Identifier: BSL-1.0
// Tensors that others wrote as text: a line for the dtype, one for the dimensions, then one value a line.
#pragma once

#include <heed/scalar/half_precision.hpp>
#include <heed/tensor/tensor.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace heed::test {

/// The name of T in such a file.
template <class T>
inline constexpr std::string_view dtype_of = {};
template <>
inline constexpr std::string_view dtype_of<float> = "float32";
template <>
inline constexpr std::string_view dtype_of<float16> = "float16";
template <>
inline constexpr std::string_view dtype_of<double> = "float64";
template <>
inline constexpr std::string_view dtype_of<std::uint8_t> = "uint8";
template <>
inline constexpr std::string_view dtype_of<std::int32_t> = "int32";
template <>
inline constexpr std::string_view dtype_of<std::int64_t> = "int64";
template <>
inline constexpr std::string_view dtype_of<bool> = "bool";

/// The lines of a file. What is wrong with one is an exception that names the file, the line, and what was expected.
class lines_of {
public:
    explicit lines_of(const std::filesystem::path& path) : path_(path), file_(path) {
        if (!file_) throw std::runtime_error(path.string() + ": cannot be opened");
    }

    const std::string& next(const std::string& expected) {
        ++number_;
        if (!std::getline(file_, line_)) {
            line_ = "<end of file>";
            refuse(expected);
        }
        return line_;
    }
    void expect(const std::string& expected) {
        if (next(expected) != expected) refuse(expected);
    }
    void expect_end() {
        ++number_;
        if (std::getline(file_, line_)) refuse("the end of the file");
    }
    [[noreturn]] void refuse(const std::string& expected) const {
        throw std::runtime_error(path_.string() + ":" + std::to_string(number_) + ": expected " + expected +
                                 ", found '" + line_ + "'");
    }

private:
    std::filesystem::path path_;
    std::ifstream file_;
    std::string line_;
    std::size_t number_ = 0;
};

/// "2 3 4"
inline std::string dimensions(const detail::shape& s) {
    std::string text;
    for (std::size_t i = 0; i < s.rank; ++i) {
        if (i > 0) text += ' ';
        text += std::to_string(s[i].size);
    }
    return text;
}

/// The tensor in a file whose dtype and dimensions are those of Tensor.
template <class Tensor>
Tensor read_tensor(const std::filesystem::path& path) {
    using T = typename Tensor::value_type;
    static_assert(!dtype_of<T>.empty(), "such files hold no tensors of this type");
    lines_of lines(path);
    lines.expect(std::string(dtype_of<T>));
    lines.expect(dimensions(Tensor::shape_value));
    Tensor result;
    for (auto& x : result) {
        const std::string expected = "one of " + std::to_string(result.size()) + " numbers";
        const std::string& line = lines.next(expected);
        std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, detail::computed_t<T>> value{};
        const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
        if (error != std::errc() || end != line.data() + line.size()) lines.refuse(expected);
        x = static_cast<T>(value);
    }
    lines.expect_end();
    return result;
}

}  // namespace heed::test
