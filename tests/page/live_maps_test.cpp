// SPDX-License-Identifier: BSL-1.0
// Maps of a kernel whose tensors get other numbers.
#include "tests/page/json_reader.hpp"

#include <heed_page/live_maps.hpp>
#include <heed_page/page.hpp>

#include <gtest/gtest.h>

#include "../filled.hpp"

#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

namespace heed::test {

namespace {

constexpr axis words{"words"}, d_k{"d_k"};
using matrix = tensor<float, words[5], d_k[4]>;
const auto X = filled<matrix>(0.7), Y = filled<matrix>(0.3);
const auto V = filled<tensor<double, words[5], d_k[2]>>(0.9);

struct kernel {
    const matrix *a = &X, *b = &Y;
    const tensor<double, words[5], d_k[2]>* v = &V;
    auto operator()() const { return softmax(where(index::k <= index::q, softcap(*a * transpose(*b), 2))) * *v; }
};

template <class Kernel>
json maps_of(const Kernel& k) {
    return read_json(study::page_data("title").add("kernel", k).json())["kernels"][0]["variants"][0]["maps"];
}

/// Numbers of maps as a script takes them (tools/study/page/live.js), against those of JSON, which have 9 digits.
void expect_are(const std::vector<double>& numbers, const json& maps) {
    std::size_t at = 0;
    const auto expect = [&](const json& matrix, bool is_masked) {
        for (const json& row : matrix.items)
            for (const json& x : row.items) {
                ASSERT_LT(at, numbers.size());
                const double found = numbers[at++];
                if (x.is_null())
                    EXPECT_TRUE(is_masked && (found == 0 || found < -1e300)) << at;
                else
                    EXPECT_NEAR(found, x.value, 1e-8 * (1 + std::abs(x.value))) << at;
            }
    };
    for (const json& map : maps.items) {
        expect(map["product"], false);
        for (const json& step : map["chain"].items) {
            if (step["text"].words.starts_with("where"))
                at += 25;  // infinities are words in JSON
            else
                expect(step["values"], false);
        }
        expect(map["scores"], true);
        expect(map["weights"], true);
        expect(map["queries"], false);
        for (std::size_t d = 0; d < map["keys"][0].size(); ++d)
            for (std::size_t j = 0; j < map["keys"].size(); ++j)
                EXPECT_NEAR(numbers[at++], map["keys"][j][d].value, 1e-8);
        expect(map["values"], false);
        expect(map["output"], false);
    }
    EXPECT_EQ(at, numbers.size());
}

std::vector<double> numbers_in(const auto& t) { return {t.begin(), t.end()}; }

TEST(live_maps, begin_with_the_numbers_of_the_tensors) {
    detail::live_maps live{kernel{}};
    EXPECT_EQ(live.numbers(0), numbers_in(X));
    EXPECT_EQ(live.numbers(1), numbers_in(Y));
    EXPECT_EQ(live.numbers(2), numbers_in(V));
    expect_are(live.compute(), maps_of(kernel{}));
}

TEST(live_maps, are_of_the_numbers_that_are_put_there) {
    detail::live_maps live{kernel{}};
    const auto other = filled<matrix>(1.9);
    live.numbers(1) = numbers_in(other);
    expect_are(live.compute(), maps_of(kernel{&X, &other, &V}));
    live.numbers(1) = numbers_in(Y);
    expect_are(live.compute(), maps_of(kernel{}));
}

TEST(live_maps, round_to_the_type_of_a_tensor) {
    detail::live_maps live{kernel{}};
    live.numbers(0)[3] = 0.1;
    live.numbers(2)[3] = 0.1;
    live.compute();
    EXPECT_EQ(live.numbers(0)[3], static_cast<double>(0.1F));
    EXPECT_EQ(live.numbers(2)[3], 0.1);
}

TEST(live_maps, of_a_tensor_that_is_named_twice_change_in_both_places) {
    detail::live_maps live{[] { return softmax(X * transpose(X)) * X; }};
    const auto other = filled<matrix>(1.9);
    live.numbers(0) = numbers_in(other);
    expect_are(live.compute(), maps_of([&] { return softmax(other * transpose(other)) * other; }));
}

std::string changes(const json& variant) {
    std::string all;
    for (const json& tensor : variant["tensors"].items)
        all += tensor["name"].words +
               (tensor["changes"].kind == json::boolean && tensor["changes"].value != 0 ? "+ " : "- ");
    return all;
}

TEST(live_maps, change_no_tensors_that_share_memory_and_no_indices) {
    const auto said = [](const auto& k, const char* leaves) {
        const study::page_labels labels{.leaves = leaves};
        return changes(
            read_json(study::page_data("title").add("kernel", k, labels).json())["kernels"][0]["variants"][0]);
    };
    EXPECT_EQ(said(kernel{}, "Q K V"), "Q+ K+ V+ ");
    EXPECT_EQ(said([] { return softmax(X * transpose(X)) * Y; }, "X Y"), "X+ Y+ ");
    static const auto W = filled<tensor<float, 2, words[5], d_k[4]>>(0.4);
    EXPECT_EQ(said([] { return softmax(W[0_c] * transpose(W[1_c])) * X; }, "W0 W1 X"), "W0+ W1+ X+ ");
    static const view<const float, words[3], d_k[4]> first(X.data());
    EXPECT_EQ(said([] { return softmax(first * transpose(X)) * Y; }, "first X Y"), "first- X- Y+ ");
    static const tensor<int, words[3]> ids{0, 2, 1};
    EXPECT_EQ(said([] { return softmax(rows(X, ids) * transpose(Y)) * Y; }, "X ids Y"), "X+ ids- Y+ ");
}

TEST(live_maps, of_long_pages_are_not_fewer) {
    detail::json_writer out;
    out.begin_list();
    out.string(std::string(100000, 'x'));
    using F = std::remove_cvref_t<decltype(kernel()())>;
    const auto f = kernel()();
    const detail::leaf_values leaves(f, {}, 1000);
    const std::vector<detail::leaf_name> names(8);
    detail::with_maps<F>(names.data(), leaves, {}, {}, [&](const auto& maps) { maps.write(out); });
    out.end_list();
    EXPECT_EQ(read_json(out.take())[1].size(), 1);
}

}  // namespace

}  // namespace heed::test
