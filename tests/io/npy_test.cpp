// SPDX-License-Identifier: BSL-1.0
// .npy: bytes that NumPy wrote, bytes that it reads, and what is said of files that are something else.
#include <heed/heed.hpp>
#include <heed/io/npy.hpp>

#include <gtest/gtest.h>

#include "../stored_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace heed::test {

namespace {

inline constexpr axis tokens{"tokens"};

/// A file as NumPy 1.24 writes it, of version 1.0, 2.0 or 3.0.
std::string npy(std::string header, const std::string& data, int version = 1) {
    const std::size_t before = version == 1 ? 10 : 12;
    header.append(63 - (before + header.size()) % 64, ' ').append("\n");
    const std::string length = version == 1 ? little_endian(static_cast<std::uint16_t>(header.size()))
                                            : little_endian(static_cast<std::uint32_t>(header.size()));
    return "\x93NUMPY" + std::string{static_cast<char>(version), '\0'} + length + header + data;
}
std::string npy_of(const std::string& descr, const std::string& shape, const std::string& data, bool fortran = false) {
    return npy(
        "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }",
        data);
}

template <class Tensor>
Tensor loaded(const std::string& bytes, conversion how = conversion::none) {
    const stored_file file(bytes);
    return load_npy<Tensor>(file.path(), how);
}
template <class Tensor>
std::string said_of_npy(const std::string& bytes, conversion how = conversion::none) {
    return said_of(bytes, [&](const std::string& path) { (void)load_npy<Tensor>(path, how); });
}

TEST(npy, reads_what_numpy_wrote) {
    // numpy.save of numpy.arange(6) in these types and orders.
    const std::string floats("\0\0\0\0\0\0\x80\x3F\0\0\0\x40\0\0\x40\x40\0\0\x80\x40\0\0\xA0\x40", 24);
    const matrix<float, 2, 3> expected{{0, 1, 2}, {3, 4, 5}};
    EXPECT_EQ((loaded<matrix<float, 2, 3>>(npy_of("<f4", "(2, 3)", floats))), expected);
    EXPECT_EQ((loaded<tensor<float, tokens[dyn], 3>>(npy_of("<f4", "(2, 3)", floats))), expected);
    EXPECT_EQ((loaded<tensor<float, at_most<4>, at_most<9>>>(npy_of("<f4", "(2, 3)", floats))), expected);
    const std::string big_fortran("\0\0\0\3\0\1\0\4\0\2\0\5", 12);
    EXPECT_EQ((loaded<tensor<std::int16_t, 2, 3>>(npy_of(">i2", "(2, 3)", big_fortran, true))),
              (matrix<std::int16_t, 2, 3>{{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ((loaded<tensor<std::int16_t, dyn, at_most<9>>>(npy_of(">i2", "(2, 3)", big_fortran, true))),
              (matrix<std::int16_t, 2, 3>{{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ((loaded<tensor<float, 1, 1, 1, 2, 3>>(npy_of("<f4", "(1, 1, 1, 2, 3)", floats))(0, 0, 0, 1, 0)), 3);
    for (const int version : {1, 2, 3})
        EXPECT_EQ((loaded<scalar<std::uint8_t>>(
                      npy("{'descr': '|u1', 'fortran_order': False, 'shape': (), }", "\5", version))),
                  5);
}

TEST(npy, reads_fortran_order_of_three_axes) {
    std::string bytes;
    for (int k = 0; k < 4; ++k)
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 2; ++i) bytes += static_cast<char>(100 * i + 10 * j + k);
    const auto t = loaded<tensor<std::int8_t, 2, dyn, 4>>(npy_of("|i1", "(2, 3, 4)", bytes, true));
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 4; ++k) EXPECT_EQ(t(i, j, k), static_cast<std::int8_t>(100 * i + 10 * j + k));
}

/// Writes and reads numbers; the type of the file is `descr`.
template <class T>
void goes_there_and_back(const std::string& descr, std::initializer_list<T> numbers) {
    const stored_file file("");
    const vector<T, dyn> out(numbers);
    save_npy(file.path(), out);
    const std::string bytes = bytes_of_file(file.path());
    EXPECT_EQ(bytes, npy_of(descr, "(" + std::to_string(numbers.size()) + ",)", bytes_of(numbers)));
    EXPECT_EQ((load_npy<tensor<T, dyn>>(file.path())), out) << descr;
    std::string swapped;
    for (const T& x : numbers) {
        const std::string one = bytes_of({x});
        swapped.append(one.rbegin(), one.rend());
    }
    const std::string other = (descr[0] == '<' ? '>' : descr[0]) + descr.substr(1);
    EXPECT_EQ((loaded<vector<T, 3>>(npy_of(other, "(3,)", swapped))), out) << descr;
}

TEST(npy, every_type_goes_there_and_back) {
    goes_there_and_back<std::int8_t>("|i1", {-128, 3, 127});
    goes_there_and_back<std::int16_t>("<i2", {-32768, 3, 32767});
    goes_there_and_back<std::int32_t>("<i4", {-2147483647, 3, 2147483647});
    goes_there_and_back<std::int64_t>("<i8", {-9223372036854775807, 3, 9223372036854775807});
    goes_there_and_back<std::uint8_t>("|u1", {0, 3, 255});
    goes_there_and_back<std::uint16_t>("<u2", {0, 3, 65535});
    goes_there_and_back<std::uint32_t>("<u4", {0, 3, 4294967295});
    goes_there_and_back<std::uint64_t>("<u8", {0, 3, 18446744073709551615U});
    goes_there_and_back<float16>("<f2", {0.5, 65504, -3});
    goes_there_and_back<float>("<f4", {0.1F, 1e38F, -3});
    goes_there_and_back<double>("<f8", {0.1, 1e308, -3});
}

TEST(npy, truth_goes_there_and_back) {
    const stored_file file("");
    const vector<bool, 3> out{true, false, true};
    save_npy(file.path(), out);
    EXPECT_EQ(bytes_of_file(file.path()), npy_of("|b1", "(3,)", std::string("\1\0\1", 3)));
    EXPECT_EQ((load_npy<vector<bool, 3>>(file.path())), out);
    EXPECT_EQ((load_npy<vector<float, 3>>(file.path(), conversion::to_nearest)), (vector<float, 3>{1, 0, 1}));
    EXPECT_EQ((said_of_npy<vector<bool, 3>>(npy_of("|b1", "(3,)", std::string("\1\0\2", 3)))),
              "it: element 2 of the file is 2, and a bool is 0 or 1");
}

TEST(npy, views_and_rooms_are_written_row_by_row) {
    matrix<double, 2, 3> A{{1, 2, 3}, {4, 5, 6}};
    const stored_file file("");
    save_npy(file.path(), A(all, 1));
    EXPECT_EQ((load_npy<vector<double, 2>>(file.path())), (vector<double, 2>{2, 5}));
    const strided_view<double, 3, 2> transposed(A.data(), {1, 3});
    save_npy(file.path(), transposed);
    EXPECT_EQ((load_npy<matrix<double, 3, 2>>(file.path())), (matrix<double, 3, 2>{{1, 4}, {2, 5}, {3, 6}}));
    const tensor<double, at_most<4>, at_most<9>> in_room = A;
    save_npy(file.path(), in_room);
    EXPECT_EQ((load_npy<matrix<double, 2, 3>>(file.path())), A);
    save_npy(file.path(), tensor<float, dyn, 4>(0));
    EXPECT_EQ((load_npy<tensor<float, dyn, 4>>(file.path())).extent(0), 0U);
    save_npy(file.path(), scalar<float>(2.5F));
    EXPECT_EQ((load_npy<scalar<float>>(file.path())), 2.5F);
}

TEST(npy, converts_where_that_is_asked_for) {
    const auto how = conversion::to_nearest;
    EXPECT_EQ((loaded<vector<float, 2>>(npy_of("<f8", "(2,)", bytes_of({0.1, 1e300})), how)(0)), 0.1F);
    EXPECT_EQ((loaded<vector<bfloat16, 1>>(npy_of("<f4", "(1,)", bytes_of({1.00390625F})), how)(0)), 1);
    EXPECT_EQ((loaded<vector<int, 2>>(npy_of("<i8", "(2,)", bytes_of<std::int64_t>({5, -6})), how)),
              (vector<int, 2>{5, -6}));
    const std::string large = npy_of("<i8", "(2,)", bytes_of<std::int64_t>({5, 4294967296}));
    EXPECT_EQ((said_of_npy<vector<int, 2>>(large, how)), "it: element 1 of the file is no std::int32_t");
    EXPECT_EQ((said_of_npy<vector<unsigned, 1>>(npy_of("<i4", "(1,)", bytes_of({-1})), how)),
              "it: element 0 of the file is no std::uint32_t");
    EXPECT_EQ((said_of_npy<vector<int, 1>>(npy_of("<f4", "(1,)", bytes_of({1.0F})), how)),
              "it is [1] of <f4, asked for [1] of std::int32_t");
    EXPECT_EQ((said_of_npy<vector<float, 2>>(npy_of("<f8", "(2,)", bytes_of({0.1, 1e300})))),
              "it is [2] of <f8, asked for [2] of float (conversion::to_nearest makes one of the other)");
}

TEST(npy, says_what_was_asked_for_and_found) {
    const std::string file = npy_of("<f4", "(2, 3)", std::string(24, '\0'));
    EXPECT_EQ((said_of_npy<tensor<float, tokens[dyn], 4>>(file)),
              "it is [2 x 3] of <f4, asked for [tokens[dyn] x 4] of float");
    EXPECT_EQ((said_of_npy<tensor<float, 6>>(file)), "it is [2 x 3] of <f4, asked for [6] of float");
    EXPECT_EQ((said_of_npy<vector<float, 1>>(npy_of("<c8", "(1,)", std::string(8, '\0')), conversion::to_nearest)),
              "it is [1] of <c8, asked for [1] of float");
    const std::string nowhere = testing::TempDir() + "heed_no_folder/a.npy";
    EXPECT_EQ(words_of<io_error>([&] { (void)load_npy<vector<float, 2>>(nowhere); }),
              "heed: " + nowhere + ": cannot be opened: No such file or directory");
    EXPECT_EQ(words_of<io_error>([&] { save_npy(nowhere, vector<float, 2>{}); }),
              "heed: " + nowhere + ": cannot be written: No such file or directory");
}

TEST(npy, a_file_that_is_cut_off_anywhere_is_an_error) {
    const std::string good = npy_of("<f4", "(2, 3)", std::string(24, '\0'));
    EXPECT_EQ((loaded<matrix<float, 2, 3>>(good)(1, 2)), 0);
    for (std::size_t length = 0; length < good.size(); ++length)
        EXPECT_NE((said_of_npy<matrix<float, 2, 3>>(good.substr(0, length))), "no error") << length;
    EXPECT_EQ((said_of_npy<matrix<float, 2, 3>>(good.substr(0, good.size() - 1))),
              "it is [2 x 3] of <f4, and has 23 bytes, which do not fit");
    EXPECT_EQ((said_of_npy<matrix<float, 2, 3>>(good + "x")),
              "it is [2 x 3] of <f4, and has 25 bytes, which do not fit");
}

/// In memory that ends where the file does, which sanitizers watch; a mapped file ends with its page.
TEST(npy, nothing_is_read_behind_the_end) {
    const std::string good = npy_of("<f4", "(2, 3)", std::string(24, '\0'));
    for (std::size_t length = 0; length < good.size(); ++length) {
        const std::vector<unsigned char> copy(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length));
        EXPECT_NE(words_of<io_error>([&] { (void)detail::read_npy_header("f", copy.data(), copy.size()); }), "no error")
            << length;
    }
}

/// A header and what is said of it, behind "its header".
struct bad_header {
    const char *text, *words;
};

TEST(npy, headers_that_are_none_are_errors) {
    const bad_header all[] = {
        {"", "needs {"},
        {"{", "needs \""},
        {"{}", "needs descr, fortran_order and shape"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)", "needs }"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x", "goes on after its dictionary"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'shape': (1,)}", "has a key twice"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'x': 1}", "has \"x\", which .npy does not have"},
        {"{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}", "needs True or False"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", "needs a size that is a number"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1.5,)}", "needs )"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (01,)}", "needs a size that is a number"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1)}", "needs a comma: (3) is no shape, (3,) is"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (,)}", "needs a size that is a number"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': [1]}", "needs ("},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551616,)}",
         "has a size that memory cannot have"},
        {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}",
         "describes records, and heed reads numbers"},
        {"{'descr': '\\x3cf4', 'fortran_order': False, 'shape': (1,)}", "has text that is no name"},
        {"{'descr: <f4}", "has text without an end"},
        {"{{{{{{{{{{{{{{{{", "needs \""},
    };
    for (const bad_header& h : all) {
        const std::string said = said_of_npy<vector<float, 1>>(npy(h.text, std::string(4, '\0')));
        EXPECT_EQ(said.substr(0, said.rfind(" (byte")), "its header " + std::string(h.words)) << h.text;
    }
    EXPECT_EQ((said_of_npy<vector<float, 1>>(npy("{'descr' '<f4'}", ""))), "its header needs : (byte 9 of it)");
}

TEST(npy, what_python_may_write_otherwise_is_read) {
    const char* all[] = {
        "{'shape': (1,), 'fortran_order': False, 'descr': '<f4'}",
        "{\"descr\": \"<f4\",\n \"fortran_order\" : False , \"shape\":( 1 , ) , }",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (1L,), }",
    };
    for (const char* header : all) EXPECT_EQ((loaded<vector<float, 1>>(npy(header, bytes_of({2.0F})))(0)), 2) << header;
}

TEST(npy, types_that_are_no_numbers_are_named) {
    for (const char* descr :
         {"<f3", "|f4", "=f4", "f4", "<f16", "|O", "<U1", "|S4", "<M8[s]", "<b1x", "<b2", "<f1", ""}) {
        const std::string data(4, '\0');
        EXPECT_EQ((said_of_npy<vector<float, 1>>(npy_of(descr, "(1,)", data))),
                  "it is [1] of " + std::string(descr) + ", asked for [1] of float");
    }
}

TEST(npy, sizes_that_overflow_are_errors) {
    const char* const huge = "(4294967296, 4294967296)";
    EXPECT_EQ((said_of_npy<tensor<float, dyn, dyn>>(npy_of("<f4", huge, ""))),
              "it is [4294967296 x 4294967296] of <f4, and has 0 bytes, which do not fit");
    EXPECT_EQ((said_of_npy<tensor<float, dyn, dyn>>(npy_of("<f4", "(0, 9223372036854775807)", ""))),
              "it is [0 x 9223372036854775807] of <f4, asked for [dyn x dyn] of float, which is more than memory can "
              "hold");
    EXPECT_EQ((said_of_npy<tensor<float, dyn, dyn>>(npy_of("<f4", "(0, 9223372036854775809)", ""))),
              "it is [0 x 9223372036854775809] of <f4, asked for [dyn x dyn] of float");
    EXPECT_EQ((said_of_npy<tensor<float, dyn>>(npy_of("<f4", "(1099511627776,)", "abcd"))),
              "it is [1099511627776] of <f4, and has 4 bytes, which do not fit");
}

TEST(npy, starts_that_are_none_are_errors) {
    EXPECT_EQ(said_of_npy<scalar<float>>("PK\3\4and so on"),
              "is no .npy file: it does not begin with \\x93NUMPY and a version");
    EXPECT_EQ(said_of_npy<scalar<float>>(std::string("\x93NUMPY\4\0\0\0", 10)),
              "has version 4.0 of .npy; heed reads 1.0, 2.0 and 3.0");
    EXPECT_EQ(said_of_npy<scalar<float>>(std::string("\x93NUMPY\1\1\0\0", 10)),
              "has version 1.1 of .npy; heed reads 1.0, 2.0 and 3.0");
    EXPECT_EQ(said_of_npy<scalar<float>>(std::string("\x93NUMPY\2\0\xFF\xFF\xFF\xFF{", 13)),
              "ends within its header: it has 13 bytes");
    EXPECT_EQ(said_of_npy<scalar<float>>(std::string("\x93NUMPY\1\0\7", 9)), "ends within its header: it has 9 bytes");
    EXPECT_EQ(words_of<io_error>([] { (void)load_npy<scalar<float>>("/"); }), "heed: /: is no regular file");
}

TEST(npy, what_cannot_be_written_leaves_what_was_there) {
    const std::string folder = testing::TempDir() + "heed_folder_" + std::to_string(::getpid()) + ".npy";
    ASSERT_EQ(::mkdir(folder.c_str(), 0700), 0);
    EXPECT_EQ(words_of<io_error>([&] { save_npy(folder, scalar<float>(1)); }),
              "heed: " + folder + ": cannot be written: Is a directory");
    EXPECT_EQ(::rmdir(folder.c_str()), 0);
}

}  // namespace

}  // namespace heed::test
