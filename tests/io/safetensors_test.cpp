// SPDX-License-Identifier: BSL-1.0
// safetensors: views, copies, what is said of files that are something else. Left out where nlohmann-json is not
// installed.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#if __has_include(<nlohmann/json.hpp>)
#include <heed/io/safetensors.hpp>

#include "../stored_file.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace heed::test {

namespace {

inline constexpr axis tokens{"tokens"};

std::string good_header() {
    return R"({"__metadata__":{"format":"pt","who":"h\u00e9"},)"
           R"("w":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},)"
           R"("ids":{"dtype":"I64","shape":[2],"data_offsets":[24,40]},)"
           R"("h":{"dtype":"BF16","shape":[2],"data_offsets":[40,44]},)"
           R"("f":{"dtype":"F16","shape":[2],"data_offsets":[44,48]},)"
           R"("flags":{"dtype":"BOOL","shape":[2],"data_offsets":[48,50]},)"
           R"("none":{"dtype":"F64","shape":[0,4],"data_offsets":[50,50]},)"
           R"("one":{"dtype":"U8","shape":[],"data_offsets":[50,51]},)"
           R"("tiny":{"dtype":"F8_E4M3","shape":[1],"data_offsets":[51,52]},)"
           R"("odd":{"dtype":"F32","shape":[1],"data_offsets":[53,57]},)"
           R"("new":{"dtype":"Q3","shape":[7],"data_offsets":[52,53]}}   )";
}
std::string good_bytes() {
    std::string header = good_header();
    while (header.size() % 8 != 0) header += ' ';
    return safetensors_bytes(header, bytes_of<float>({1, 2, 3, 4, 5, 6}) + bytes_of<std::int64_t>({7, -1}) +
                                         bytes_of<std::uint16_t>({0x3FC0, 0xC000}) +
                                         bytes_of<std::uint16_t>({0x3E00, 0x7BFF}) + std::string("\1\0", 2) + "\x2A" +
                                         "?" + "?" + bytes_of<float>({0.5F}));
}

/// [out x in] in half precision: turned and converted from the mapped file, which may end before the product.
template <class Half>
void expect_packed_weights() {
    tensor<Half, 35, 18> stored;
    float x = -1;
    for (Half& element : stored) element = Half(x = x < 1 ? x + 0.0625F : -1);
    const stored_file on_disk;
    save_safetensors(on_disk.path(), {{"up.weight", stored}});
    const auto read = [&] {
        const safetensors file(on_disk.path());
        return packed_matrix<float, tokens[18], 35>(transpose(file.view<Half, 35, tokens[18]>("up.weight")));
    };
    const packed_matrix<float, tokens[18], 35> P = read();
    const tensor<float, 18, 35> turned = evaluate_as<float>(transpose(stored));
    tensor<float, 3, 18> rows;
    for (float& element : rows) element = x += 0.5F;
    EXPECT_EQ(P, turned);
    EXPECT_EQ(tensor(rows * P), tensor(rows * turned));

    const safetensors file(on_disk.path());
    EXPECT_EQ((packed_matrix<double, dyn, dyn>(transpose(file.view<Half, dyn, dyn>("up.weight")))), turned);
    EXPECT_THROW((packed_matrix<float, dyn, 18>(transpose(file.view<Half, dyn, dyn>("up.weight")))), shape_error);
}
TEST(safetensors, packs_weights) {
    expect_packed_weights<float16>();
    expect_packed_weights<bfloat16>();
}

TEST(safetensors, views_have_the_elements_of_the_file) {
    const stored_file on_disk(good_bytes());
    const safetensors file(on_disk.path());
    const matrix<float, 2, 3> expected{{1, 2, 3}, {4, 5, 6}};
    const auto w = file.view<float, 2, 3>("w");
    static_assert(std::is_same_v<decltype(w), const view<const float, 2, 3>>);
    EXPECT_EQ(w, expected);
    const auto of_any_length = file.view<float, tokens[dyn], 3>("w");
    static_assert(std::is_same_v<decltype(of_any_length), const view<const float, tokens[dyn], 3>>);
    EXPECT_EQ(of_any_length, expected);
    EXPECT_EQ((file.view<float, at_most<2>, dyn>("w")), expected);
    EXPECT_EQ((file.view<float, dyn, at_most<3>>("w")), expected);
    EXPECT_EQ((file.view<std::int64_t, 2>("ids")(1)), -1);
    EXPECT_EQ((file.view<bfloat16, 2>("h")(1)), -2);
    EXPECT_EQ((file.view<float16, 2>("f")(0)), 1.5F);
    EXPECT_TRUE((file.view<bool, 2>("flags")(0)));
    EXPECT_EQ((file.view<std::uint8_t>("one")), 42);
    EXPECT_EQ((file.view<double, dyn, 4>("none").size()), 0U);
    const tensor product = w * transpose(of_any_length);
    EXPECT_EQ(product(1, 1), 77);
}

TEST(safetensors, a_file_may_be_moved_while_it_is_viewed) {
    const stored_file on_disk(good_bytes());
    safetensors file(on_disk.path());
    const auto w = file.view<float, 2, 3>("w");
    safetensors moved = std::move(file);
    EXPECT_EQ(w(1, 2), 6);
    EXPECT_EQ((moved.view<float, 2, 3>("w").data()), w.data());
    moved = safetensors(on_disk.path());
    EXPECT_EQ((moved.view<float, 2, 3>("w")(1, 2)), 6);
}

TEST(safetensors, reads_a_file_that_is_in_memory) {
    alignas(8) unsigned char bytes[1024];
    const std::string stored = good_bytes();
    ASSERT_LE(stored.size(), sizeof(bytes));
    std::copy(stored.begin(), stored.end(), bytes);
    safetensors before("the page", bytes, stored.size());
    const safetensors file = std::move(before);
    const auto w = file.view<float, tokens[2], 3>("w");
    EXPECT_EQ(w(1, 2), 6.0F);
    EXPECT_EQ(reinterpret_cast<const unsigned char*>(w.data()), bytes + stored.size() - 57);
    try {
        safetensors("the page", bytes, stored.size() - 1);
        ADD_FAILURE();
    } catch (const io_error& e) {
        EXPECT_EQ(std::string(e.what()).find("heed: the page: "), 0U) << e.what();
    }
}

TEST(safetensors, says_what_a_file_has) {
    const stored_file on_disk(good_bytes());
    const safetensors file(on_disk.path());
    ASSERT_EQ(file.names().size(), 10U);
    EXPECT_EQ(file.names()[0], "w");
    EXPECT_EQ(file.names()[9], "new");
    EXPECT_TRUE(file.contains("h"));
    EXPECT_FALSE(file.contains("q"));
    EXPECT_EQ(file["w"].dtype, "F32");
    EXPECT_EQ(file["w"].shape, (std::vector<std::size_t>{2, 3}));
    EXPECT_EQ(file["new"].dtype, "Q3");
    EXPECT_EQ(file.metadata().at("who"), "h\xC3\xA9");
}

TEST(safetensors, copies_convert_where_that_is_asked_for) {
    const stored_file on_disk(good_bytes());
    const safetensors file(on_disk.path());
    EXPECT_EQ((file.get<tensor<float, 2, 3>>("w")), (matrix<float, 2, 3>{{1, 2, 3}, {4, 5, 6}}));
    EXPECT_EQ((file.get<tensor<float, dyn, at_most<5>>>("w")), (matrix<float, 2, 3>{{1, 2, 3}, {4, 5, 6}}));
    EXPECT_EQ((file.get<vector<float, 1>>("odd")(0)), 0.5F);
    const auto converted = conversion::to_nearest;
    EXPECT_EQ((file.get<vector<float, 2>>("h", converted)), (vector<float, 2>{1.5F, -2}));
    EXPECT_EQ((file.get<vector<float, dyn>>("f", converted)), (vector<float, 2>{1.5F, 65504}));
    EXPECT_EQ((file.get<vector<double, 2>>("h", converted)), (vector<double, 2>{1.5, -2}));
    EXPECT_EQ((file.get<vector<bfloat16, 2>>("f", converted)(1)), 65536.0F);
    EXPECT_EQ((file.get<vector<int, 2>>("ids", converted)), (vector<int, 2>{7, -1}));
    EXPECT_EQ((file.get<vector<float, 2>>("flags", converted)), (vector<float, 2>{1, 0}));
    EXPECT_EQ((file.get<tensor<float, 2, 3>>("w", converted)(1, 2)), 6);
}

template <class Ask>
std::string said_when_asked(const Ask& ask) {
    return said_of(good_bytes(), [&](const std::string& path) { ask(safetensors(path)); });
}

TEST(safetensors, says_what_was_asked_for_and_found) {
    using file = const safetensors&;
    EXPECT_EQ(said_when_asked([](file f) { (void)f.view<float, 256, 288>("h"); }),
              R"("h" is [2] of BF16, asked for [256 x 288] of float)");
    EXPECT_EQ(said_when_asked([](file f) { (void)f.view<float, tokens[dyn], 4>("w"); }),
              R"("w" is [2 x 3] of F32, asked for [tokens[dyn] x 4] of float)");
    EXPECT_EQ(said_when_asked([](file f) { (void)f.view<float, at_most<1>, 3>("w"); }),
              R"("w" is [2 x 3] of F32, asked for [at_most<1> x 3] of float)");
    EXPECT_EQ(
        said_when_asked([](file f) { (void)f.view<float, 2, at_most<4>>("w"); }),
        R"("w" is [2 x 3] of F32, asked for [2 x at_most<4>] of float, which has room between rows: get copies it)");
    EXPECT_EQ(said_when_asked([](file f) { (void)f.get<vector<float, 2>>("h"); }),
              R"("h" is [2] of BF16, asked for [2] of float (conversion::to_nearest makes one of the other))");
    EXPECT_EQ(said_when_asked([](file f) { (void)f.view<std::uint32_t, 2, 3>("w"); }),
              R"("w" is [2 x 3] of F32, asked for [2 x 3] of std::uint32_t)");
    EXPECT_EQ(said_when_asked([](file f) { (void)f.get<vector<float, 1>>("tiny", conversion::to_nearest); }),
              R"("tiny" is [1] of F8_E4M3, asked for [1] of float)");
    EXPECT_EQ(said_when_asked([](file f) { (void)f.view<std::uint8_t, 1>("new"); }),
              R"("new" is [7] of Q3, asked for [1] of std::uint8_t)");
    EXPECT_EQ(said_when_asked([](file f) { (void)f.get<vector<std::uint8_t, 2>>("ids", conversion::to_nearest); }),
              R"("ids": element 1 of the file is no std::uint8_t)");
    EXPECT_EQ(said_when_asked([](file f) { (void)f["absent"]; }), R"(has no tensor "absent")");
    const std::string unaligned = said_when_asked([](file f) { (void)f.view<float, 1>("odd"); });
    EXPECT_EQ(unaligned, R"("odd" begins at byte )" + std::to_string(good_bytes().size() - 4) +
                             " of the file, no multiple of 4: get copies it, a view cannot read it");
}

/// A header before so many bytes of data, and what is said of the file.
struct bad_file {
    std::string header;
    std::size_t data;
    const char* words;
};

std::string said_of_file(const std::string& bytes) {
    return said_of(bytes, [](const std::string& path) { const safetensors file(path); });
}

std::string entry(const std::string& name, const std::string& shape, const std::string& offsets,
                  const std::string& dtype = "F32") {
    return '"' + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":" + offsets + '}';
}

TEST(safetensors, layouts_that_do_not_fit_are_errors) {
    const bad_file all[] = {
        {entry("w", "[2]", "[0,4]"), 4, R"("w" is [2] of F32, and has 4 bytes, which do not fit)"},
        {entry("w", "[2]", "[8,0]"), 8, R"("w" has bytes 8 to 0 of the data: it ends before it begins)"},
        {entry("w", "[2]", "[0,8]"), 4, R"("w" has bytes 0 to 8 of the data, which has 4)"},
        {entry("w", "[2]", "[0,8]"), 9, "its tensors have 8 bytes, and it has 9 for them"},
        {entry("w", "[2]", "[4,12]"), 12, R"("w" has bytes 4 to 12 of the data, and what is before it ends at 0)"},
        {entry("v", "[2]", "[0,8]") + ',' + entry("w", "[2]", "[4,12]"), 12,
         R"("w" has bytes 4 to 12 of the data, and what is before it ends at 8)"},
        {entry("v", "[2]", "[0,8]") + ',' + entry("w", "[2]", "[0,8]"), 8,
         R"("w" has bytes 0 to 8 of the data, and what is before it ends at 8)"},
        {entry("w", "[2]", "[0,18446744073709551615]"), 8,
         R"("w" has bytes 0 to 18446744073709551615 of the data, which has 8)"},
        {entry("w", "[4294967296,4294967296]", "[0,0]"), 0,
         R"("w" is [4294967296 x 4294967296] of F32, and has 0 bytes, which do not fit)"},
        {entry("w", "[2305843009213693953]", "[0,8]", "F64"), 8,
         R"("w" is [2305843009213693953] of F64, and has 8 bytes, which do not fit)"},
        {entry("w", "[3]", "[0,1]", "F4"), 1, R"("w" is [3] of F4, and has 1 bytes, which do not fit)"},
        {"", 1, "its tensors have 0 bytes, and it has 1 for them"},
    };
    for (const bad_file& f : all)
        EXPECT_EQ(said_of_file(safetensors_bytes('{' + f.header + '}', std::string(f.data, '\0'))), f.words)
            << f.header;
    EXPECT_EQ(said_of_file(safetensors_bytes('{' + entry("w", "[6]", "[0,3]", "F4") + '}', "abc")), "no error");
    EXPECT_EQ(said_of_file(safetensors_bytes("{}", "")), "no error");
}

TEST(safetensors, headers_that_are_none_are_errors) {
    const std::string w = entry("w", "[1]", "[0,4]");
    const bad_file all[] = {
        {"{" + w + "," + w + "}", 4, R"("w" stands there twice)"},
        {R"({"__metadata__":{},"__metadata__":{}})", 0, R"("__metadata__" stands there twice)"},
        {R"({"__metadata__":{"a":"1","a":"2"}})", 0, R"("__metadata__" has "a" twice)"},
        {R"({"__metadata__":{"a":1}})", 0, R"(a number stands at "__metadata__", "a")"},
        {R"({"__metadata__":{"a":{"b":"c"}}})", 0, R"(an object stands at "__metadata__", "a")"},
        {R"({"__metadata__":"a"})", 0, R"(text stands at "__metadata__")"},
        {R"({"w":[]})", 0, R"(a list stands at "w")"},
        {R"({"w":{}})", 0, R"("w" lacks a dtype)"},
        {R"({"w":{"dtype":"F32"}})", 0, R"("w" lacks a shape)"},
        {R"({"w":{"dtype":"F32","shape":[]}})", 0, R"("w" lacks data_offsets)"},
        {R"({"w":{"dtype":"F32","dtype":"F32"}})", 0, R"("w" has "dtype" twice)"},
        {R"({"w":{"shapes":[]}})", 0, R"("w" has "shapes", which safetensors do not have)"},
        {R"({"w":{"dtype":32}})", 0, R"(a number stands at "w", "dtype")"},
        {"{" + entry("w", "[-1]", "[0,4]") + "}", 4, R"(a negative number stands at "w", "shape")"},
        {"{" + entry("w", "[1.5]", "[0,4]") + "}", 4, R"(a number that is no size stands at "w", "shape")"},
        {"{" + entry("w", "[1e0]", "[0,4]") + "}", 4, R"(a number that is no size stands at "w", "shape")"},
        {"{" + entry("w", "[18446744073709551616]", "[0,4]") + "}", 4,
         R"(a number that is no size stands at "w", "shape")"},
        {"{" + entry("w", "[true]", "[0,4]") + "}", 4, R"(true or false stands at "w", "shape")"},
        {"{" + entry("w", "[null]", "[0,4]") + "}", 4, R"(null stands at "w", "shape")"},
        {"{" + entry("w", "[[1]]", "[0,4]") + "}", 4, R"(a list stands at "w", "shape")"},
        {"{" + entry("w", "[1]", "[0]") + "}", 4, R"("w" needs two data_offsets)"},
        {"{" + entry("w", "[1]", "[0,4,4]") + "}", 4, R"("w" needs two data_offsets)"},
        {"{\"w\":" + std::string(100000, '['), 0, R"(a list stands at "w")"},
        {R"({"w":)" + std::string(50000, '{'), 0, "it is no JSON in UTF-8 from its byte 7 on"},
        {"{" + w + "} x", 4, "it is no JSON in UTF-8 from its byte 56 on"},
        {"{" + w, 4, "it is no JSON in UTF-8 from its byte 54 on"},
        {"{" + w + ",}", 4, "it is no JSON in UTF-8 from its byte 55 on"},
        {"{/**/" + w + "}", 4, "it is no JSON in UTF-8 from its byte 2 on"},
        {"{\"\xFF\":1}", 0, "it is no JSON in UTF-8 from its byte 3 on"},
        {"{\"\xC0\xAF\":1}", 0, "it is no JSON in UTF-8 from its byte 3 on"},
        {"{\"\\ud800\":1}", 0, "it is no JSON in UTF-8 from its byte 9 on"},
        {"{" + w + "}" + std::string(3, '\0'), 4, "it has a byte that is 0"},
    };
    for (const bad_file& f : all)
        EXPECT_EQ(said_of_file(safetensors_bytes(f.header, std::string(f.data, '\0'))),
                  "in its header: " + std::string(f.words))
            << f.header.substr(0, 80);
    std::string axes = "1";
    for (int i = 0; i < 64; ++i) axes += ",1";
    EXPECT_EQ(said_of_file(safetensors_bytes("{" + entry("w", "[" + axes + "]", "[0,4]") + "}", "abcd")),
              R"(in its header: "w" has more than 64 sizes)");
}

TEST(safetensors, starts_that_are_none_are_errors) {
    EXPECT_EQ(said_of_file(""), "is no safetensors file: it has 0 bytes");
    EXPECT_EQ(said_of_file("\x93NUMPY\1"), "is no safetensors file: it has 7 bytes");
    EXPECT_EQ(said_of_file(little_endian<std::uint64_t>(3) + "{}"),
              "is no safetensors file: its header would have 3 bytes, and it has 10 in all");
    EXPECT_EQ(said_of_file(std::string(8, '\xFF') + "{}"),
              "is no safetensors file: its header would have 18446744073709551615 bytes, and it has 10 in all");
    EXPECT_EQ(said_of_file(safetensors_bytes(" {}", "")), "is no safetensors file: its header does not begin with {");
    EXPECT_EQ(said_of_file(safetensors_bytes("", "")), "is no safetensors file: its header does not begin with {");
    EXPECT_EQ(words_of<io_error>([] { const safetensors file("/"); }), "heed: /: is no regular file");
}

TEST(safetensors, a_file_that_is_cut_off_anywhere_is_an_error) {
    const std::string good = good_bytes();
    EXPECT_EQ(said_of_file(good), "no error");
    for (std::size_t length = 0; length < good.size(); ++length)
        EXPECT_NE(said_of_file(good.substr(0, length)), "no error") << length;
}

/// In memory that ends where the file does, which sanitizers watch; a mapped file ends with its page.
TEST(safetensors, nothing_is_read_behind_the_end) {
    const std::string good = good_bytes();
    for (std::size_t length = 0; length < good.size(); ++length) {
        const std::vector<unsigned char> copy(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length));
        std::size_t data = 0;
        EXPECT_NE(
            words_of<io_error>([&] { (void)detail::read_safetensors_header("f", copy.data(), copy.size(), data); }),
            "no error")
            << length;
    }
}

TEST(safetensors, names_that_are_long_or_strange_are_shown_in_short) {
    EXPECT_EQ(said_of_file(safetensors_bytes("{\"" + std::string(500, 'n') + "\\n\":1}", "")),
              "in its header: a number stands at \"" + std::string(100, 'n') + "...\"");
    EXPECT_EQ(said_of_file(safetensors_bytes(R"({"a\u001b[31m":1})", "")),
              "in its header: a number stands at \"a\xE2\x90\x9B[31m\"");
}

TEST(safetensors, sizes_behind_a_zero_are_checked_too) {
    const std::string bytes = safetensors_bytes("{" + entry("w", "[0,9223372036854775808]", "[0,0]") + "," +
                                                    entry("v", "[0,9223372036854775807]", "[0,0]") + "}",
                                                "");
    EXPECT_EQ(said_of(bytes, [](const std::string& path) { (void)safetensors(path).view<float, dyn, dyn>("w"); }),
              R"("w" is [0 x 9223372036854775808] of F32, asked for [dyn x dyn] of float)");
    EXPECT_EQ(
        said_of(bytes, [](const std::string& path) { (void)safetensors(path).get<tensor<float, dyn, dyn>>("v"); }),
        R"("v" is [0 x 9223372036854775807] of F32, asked for [dyn x dyn] of float, which is more than memory can hold)");
}

TEST(safetensors, a_bool_is_0_or_1) {
    const std::string bytes = safetensors_bytes("{" + entry("w", "[2]", "[0,2]", "BOOL") + "}", "\1\2");
    const char* const words = R"("w": element 1 of the file is 2, and a bool is 0 or 1)";
    EXPECT_EQ(said_of(bytes, [](const std::string& path) { (void)safetensors(path).view<bool, 2>("w"); }), words);
    EXPECT_EQ(said_of(bytes, [](const std::string& path) { (void)safetensors(path).get<vector<bool, 2>>("w"); }),
              words);
}

TEST(safetensors, writes_what_others_write) {
    const stored_file file("");
    const vector<float, 2> w{1, -2};
    const tensor<std::int64_t, 1, 1> n{{7}};
    save_safetensors(file.path(), {{"w\"\n", w}, {"n", n}}, {{"format", "pt"}});
    EXPECT_EQ(
        bytes_of_file(file.path()),
        safetensors_bytes(R"({"__metadata__":{"format":"pt"},"n":{"dtype":"I64","shape":[1,1],"data_offsets":[0,8]},)"
                          R"("w\"\n":{"dtype":"F32","shape":[2],"data_offsets":[8,16]}}       )",
                          bytes_of<std::int64_t>({7}) + bytes_of<float>({1, -2})));
    save_safetensors(file.path(), {});
    EXPECT_EQ(bytes_of_file(file.path()), safetensors_bytes("{}      ", ""));
}

template <class T>
void goes_there_and_back(const vector<T, 2>& numbers) {
    const stored_file file("");
    const vector<bool, 1> odd{true};  // written last
    save_safetensors(file.path(), {{"odd", odd}, {"x", numbers}});
    const safetensors read(file.path());
    EXPECT_EQ((read.view<T, 2>("x")), numbers) << read["x"].dtype;
    EXPECT_EQ((read.get<vector<T, dyn>>("x")), numbers) << read["x"].dtype;
}

TEST(safetensors, every_type_goes_there_and_back) {
    goes_there_and_back<bool>({true, false});
    goes_there_and_back<std::int8_t>({-128, 127});
    goes_there_and_back<std::int16_t>({-32768, 32767});
    goes_there_and_back<std::int32_t>({-2147483647, 2147483647});
    goes_there_and_back<std::int64_t>({-9223372036854775807, 9223372036854775807});
    goes_there_and_back<std::uint8_t>({0, 255});
    goes_there_and_back<std::uint16_t>({0, 65535});
    goes_there_and_back<std::uint32_t>({0, 4294967295});
    goes_there_and_back<std::uint64_t>({0, 18446744073709551615U});
    goes_there_and_back<float16>({0.5, 65504});
    goes_there_and_back<bfloat16>({0.5, 1e38});
    goes_there_and_back<float>({0.1F, 1e38F});
    goes_there_and_back<double>({0.1, 1e308});
}

TEST(safetensors, a_file_is_replaced_while_it_is_viewed) {
    const stored_file on_disk("");
    const matrix<float, 2, 3> A{{1, 2, 3}, {4, 5, 6}};
    const std::vector<named_tensor> before{{"A", A}, {"column", A}};
    save_safetensors(on_disk.path(), before);
    const safetensors file(on_disk.path());
    const auto old = file.view<float, 2, 3>("A");
    save_safetensors(on_disk.path(), {{"A", old(all, 1)}});
    EXPECT_EQ(old, A);
    EXPECT_EQ((safetensors(on_disk.path()).get<vector<float, 2>>("A")), (vector<float, 2>{2, 5}));
}

TEST(safetensors, sizes_are_those_of_the_time_of_writing) {
    const stored_file file("");
    tensor<float, dyn, 2> longer({{1, 2}}), shorter({{1, 2}, {3, 4}});
    const std::vector<named_tensor> all{{"longer", longer}, {"shorter", shorter}};
    longer = tensor<float, dyn, 2>({{5, 6}, {7, 8}, {9, 10}});
    shorter = tensor<float, dyn, 2>({{11, 12}});
    save_safetensors(file.path(), all);
    const safetensors read(file.path());
    EXPECT_EQ((read.view<float, 3, 2>("longer")), longer);
    EXPECT_EQ((read.view<float, 1, 2>("shorter")), shorter);
}

TEST(safetensors, says_what_cannot_be_written) {
    const stored_file file("before");
    const vector<float, 2> w{1, -2};
    const std::string at = "heed: " + file.path() + ": ";
    const auto said = [&](const std::string& name, const safetensors_metadata& metadata = {}) {
        return words_of<io_error>([&] { save_safetensors(file.path(), {{name, w}, {"w", w}}, metadata); });
    };
    EXPECT_EQ(said("w"), at + R"("w" is to be written twice)");
    EXPECT_EQ(said("__metadata__"), at + R"("__metadata__" is no name for a tensor)");
    EXPECT_EQ(said("\xFF"), at + "\"\xEF\xBF\xBD\" is not UTF-8");
    EXPECT_EQ(said("v", {{"a", "\xC3"}}), at + "\"\xEF\xBF\xBD\" is not UTF-8");
    EXPECT_EQ(bytes_of_file(file.path()), "before");
}

}  // namespace

}  // namespace heed::test

#else
TEST(safetensors, views_have_the_elements_of_the_file) { GTEST_SKIP() << "nlohmann-json is not installed"; }
#endif
