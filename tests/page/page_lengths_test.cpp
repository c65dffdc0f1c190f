// SPDX-License-Identifier: BSL-1.0
// Pages of formulas whose lengths are known at run time only: their counts are what heed says of tensors that have
// these lengths, and their loops those of the same formula over sizes that are known.
#include "tests/page/json_reader.hpp"

#include <heed/study.hpp>
#include <heed_page/page.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace heed;
using heed::test::json;
using heed::test::read_json;

inline constexpr axis query{"query"}, key{"key"}, tokens{"tokens"}, d_k{"d_k"};

template <class Formula>
json page_of(const Formula& formula) {
    const json whole = read_json(study::page_data("title").add("kernel", [&] { return formula; }).json());
    return whole["kernels"][0]["variants"][0];
}

/// What the counts of a page are for some lengths, as page/counts.js has it.
class counts_of_page {
public:
    counts_of_page(const json& page, const std::vector<std::size_t>& lengths) {
        for (const json& entry : page["lengths"]["counts"].items) values_.push_back(value_of(entry, lengths));
    }
    /// Of ["256 query", 7].
    std::size_t operator[](const json& counted) const { return values_.at(position(counted[1])); }
    std::size_t at(const json& n) const { return values_.at(position(n)); }

    /// A line of loops, with numbers in the place of lengths.
    std::string line(const json& l) const {
        std::string all(4 * position(l["depth"]), ' ');
        all += words(l, "text", "numbers_of_text");
        const std::string remark = words(l, "remark", "numbers_of_remark");
        if (remark.empty()) return all;
        all.resize(std::max(all.size() + 1, detail::remark_column), ' ');
        return all + remark;
    }

private:
    static std::size_t position(const json& n) { return static_cast<std::size_t>(n.value); }
    std::size_t value_of(const json& entry, const std::vector<std::size_t>& lengths) const {
        if (entry.kind == json::number) return position(entry);
        const std::string what = entry[0].words;
        if (what == "n") return lengths.at(position(entry[1]));
        const std::size_t a = values_.at(position(entry[1])), b = values_.at(position(entry[2]));
        if (what == "+") return a + b;
        if (what == "-") return a - b;
        if (what == "*") return a * b;
        if (what == "/") return a / b;
        if (what == "ceil") return (a + b - 1) / b;
        if (what == "min") return std::min(a, b);
        if (what == "max") return std::max(a, b);
        throw std::runtime_error("no operation " + what);
    }
    std::string words(const json& l, const char* part, const char* pieces) const {
        if (l.members.count(pieces) == 0) return l[part].words;
        std::string all;
        for (const json& piece : l[pieces].items)
            all += piece.kind == json::text ? piece.words : std::to_string((*this)[piece]);
        return all;
    }

    std::vector<std::size_t> values_;
};

void expect_figures(const json& in_lengths, const counts_of_page& counts, const study::figures& expected) {
    EXPECT_EQ(counts[in_lengths["flops"]], expected.flops);
    EXPECT_EQ(counts[in_lengths["multiply_adds"]], expected.multiply_adds);
    EXPECT_EQ(counts[in_lengths["exp"]], expected.exp);
    EXPECT_EQ(counts[in_lengths["transcendentals"]], expected.transcendentals);
    EXPECT_EQ(counts[in_lengths["index_operations"]], expected.index_operations);
    EXPECT_EQ(counts[in_lengths["rescales"]], expected.rescales);
    EXPECT_EQ(counts[in_lengths["bytes_in"]], expected.bytes_in);
    EXPECT_EQ(counts[in_lengths["bytes_out"]], expected.bytes_out);
    EXPECT_EQ(counts[in_lengths["temporary_bytes"]], expected.temporary_bytes);
    EXPECT_EQ(counts[in_lengths["workspace_bytes"]], expected.workspace_bytes);
    const json& intensity = in_lengths["arithmetic_intensity"];
    const auto moved = static_cast<double>(counts.at(intensity[2]));
    EXPECT_EQ(moved == 0 ? 0 : static_cast<double>(counts.at(intensity[1])) / moved, expected.arithmetic_intensity);
}

/// The counts of `page` are the costs of a formula whose tensors have these lengths, of the loops for many rows.
template <class F>
void expect_costs(const json& page, const std::vector<std::size_t>& lengths, const F& of_these) {
    const counts_of_page counts(page, lengths);
    const detail::sized_subject<F> for_many(detail::lengths_of(of_these).values);
    const study::costs expected = detail::costs_of(for_many.view());
    expect_figures(page["cost"]["in_lengths"], counts, expected);
    expect_figures(page["cost"]["in_lengths"]["naive"], counts, expected.naive);
    std::size_t flops = 0, exps = 0;
    for (const json& row : page["cost_rows"].items) {
        flops += counts[row["flops_in_lengths"]];
        exps += counts[row["exp_in_lengths"]];
    }
    EXPECT_EQ(flops, expected.flops);
    EXPECT_EQ(exps, expected.exp);
}

constexpr std::size_t some_lengths[] = {0, 1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129, 130, 1000, 4095, 16384};

const tensor<float, d_k[32], d_k[32]> Wo;
const tensor<float, 32, 16> W;
const tensor<float, tokens[16], d_k[32]> few;
const tensor<float, tokens[25], d_k[32]> many;

template <class Formula>
void expect_costs_of_all_lengths(const Formula& formula) {
    const tensor<float, tokens[dyn], d_k[32]> some(5);
    const json page = page_of(formula(some));
    ASSERT_EQ(page["lengths"]["names"].size(), 1);
    for (const std::size_t n : some_lengths) {
        SCOPED_TRACE(n);
        expect_costs(page, {n}, formula(tensor<float, tokens[dyn], d_k[32]>(n)));
    }
}

TEST(page_lengths, costs_are_those_of_tensors_that_have_them) {
    expect_costs_of_all_lengths([](const auto& X) { return attention(X, X, X, causal); });
    expect_costs_of_all_lengths(
        [](const auto& X) { return X + concat(attention(X * W, X * W, X * W), attention(X * W, X * W, X * W)) * Wo; });
    expect_costs_of_all_lengths([](const auto& X) { return inverse(X * transpose(X)) * X; });
    expect_costs_of_all_lengths([](const auto& X) { return softmax(X * transpose(X)) * 2.0; });
    expect_costs_of_all_lengths([](const auto& X) { return layer_norm(X * Wo) * Wo; });
}

const tensor<float, query[dyn], d_k[32]> Q(5);
const tensor<float, key[dyn], d_k[32]> K(70), V(70);
const auto attended = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;

/// Sizes that no tile divides, and such that all do.
template <std::size_t Queries, std::size_t Keys>
void expect_as_over_known_sizes(const json& page) {
    static const tensor<float, query[Queries], d_k[32]> queries;
    static const tensor<float, key[Keys], d_k[32]> keys, values;
    const auto known = softmax(queries * transpose(keys) / sqrt(dim<1>(keys))) * values;
    const counts_of_page counts(page, {Queries, Keys});
    expect_figures(page["cost"]["in_lengths"], counts, study::cost(known));
    std::string nest;
    for (const json& line : page["loops"].items) nest += counts.line(line) + '\n';
    EXPECT_EQ(nest, study::loop_nest(known));
}
TEST(page_lengths, loops_are_those_of_sizes_that_are_known) {
    const json page = page_of(attended);
    expect_as_over_known_sizes<64, 128>(page);
    expect_as_over_known_sizes<65, 130>(page);
    expect_as_over_known_sizes<512, 1000>(page);
}

TEST(page_lengths, have_names_and_tensors) {
    const json page = page_of(attended);
    EXPECT_EQ(page["label"].words, "any query, d_k 32, any key");
    const json& names = page["lengths"]["names"];
    ASSERT_EQ(names.size(), 2);
    EXPECT_EQ(names[0]["name"].words, "query");
    EXPECT_EQ(names[0]["of"].words, "A");
    EXPECT_EQ(names[0]["value"].value, 5);
    EXPECT_EQ(names[1]["name"].words, "key");
    EXPECT_EQ(names[1]["of"].words, "B, C");
    EXPECT_EQ(page["cost"]["in_lengths"]["flops"][0].words, "131 query key + 65 query");
    EXPECT_EQ(page["cost"]["flops"].value, 131 * 5 * 70 + 65 * 5);
    EXPECT_EQ(page["tree"][0]["shape"].words, "[query[query] x d_k[32]]");
    EXPECT_EQ(page["loops"][0]["text"].words.substr(0, 20), "for query[query] by ");
    EXPECT_EQ(page["loops"][0]["numbers_of_text"][1][0].words, "query");
    EXPECT_TRUE(page["maps"].is_null());
}

/// What the type cannot know the tensors say: one that is written twice has one length, in all texts.
TEST(page_lengths, of_a_tensor_that_is_written_twice_are_one) {
    const tensor<float, tokens[dyn], d_k[32]> X(9), other(9);
    const std::string one = study::page_data("").add("one", [&] { return attention(X, X, X); }).json();
    EXPECT_EQ(one.find("tokens2"), std::string::npos) << one;
    EXPECT_EQ(page_of(attention(X, X, X))["cost"]["in_lengths"]["exp"][0].words, "tokens^2");
    EXPECT_EQ(page_of(attention(X, other, other))["cost"]["in_lengths"]["exp"][0].words, "tokens tokens2");
}

/// Parts side by side are as long as all of them: that is no length to choose.
TEST(page_lengths, of_parts_side_by_side_are_sums) {
    const auto formula = [](const auto& X, const auto& more) {
        return attention(X, concat<tokens>(X, more, few), concat<tokens>(X, more, few), causal_lower_right);
    };
    const tensor<float, tokens[dyn], d_k[32]> X(9), more(11);
    const json page = page_of(formula(X, more));
    ASSERT_EQ(page["lengths"]["names"].size(), 2);
    EXPECT_EQ(page["lengths"]["totals"][0].words, "tokens6 = tokens + tokens3");
    EXPECT_EQ(page["lengths"]["totals"].size(), 2);
    EXPECT_EQ(page["lengths"]["asks"].value, 0);
    for (const std::size_t n : {0U, 1U, 65U, 300U})
        for (const std::size_t m : {0U, 2U, 63U, 4096U})
            expect_costs(page, {n, m},
                         formula(tensor<float, tokens[dyn], d_k[32]>(n), tensor<float, tokens[dyn], d_k[32]>(m)));
    const auto appended = [](const auto& x) {
        return attention(x, concat<tokens>(x, x), concat<tokens>(x, x), causal_lower_right);
    };
    const json of_one = page_of(appended(X));
    ASSERT_EQ(of_one["lengths"]["names"].size(), 1);
    const tensor<float, tokens[dyn], d_k[32]> other(1024);
    const study::costs expected = study::cost(appended(other));
    EXPECT_EQ(of_one["lengths"]["masked"]["1024"][0].value, static_cast<double>(expected.score_tiles));
    EXPECT_EQ(of_one["lengths"]["masked"]["1024"][1].value, static_cast<double>(expected.skipped_tiles));
    EXPECT_EQ(of_one["lengths"]["masked"]["1024"][2].value, static_cast<double>(expected.computed_flops));
    EXPECT_GT(expected.skipped_tiles, 0U);
}

TEST(page_lengths, of_equal_parts_are_a_part_of_the_sum) {
    const auto formula = [](const auto& x, const auto& y) {
        const auto [first, second] = split<2>(concat<1>(x, y));
        return first + second;
    };
    using four_rows = tensor<float, 4, dyn>;
    const four_rows x(2), y(4);
    const json page = page_of(formula(x, y));
    EXPECT_EQ(page["lengths"]["totals"][0].words, "n_per_2 = (n + n2) / 2");
    EXPECT_EQ(page["lengths"]["asks"].value, 1);
    ASSERT_EQ(page["lengths"]["names"].size(), 2);
    for (const std::size_t n : {0U, 2U, 64U}) expect_costs(page, {n, 4}, formula(four_rows(n), y));
}

TEST(page_lengths, that_may_not_fit_are_told) {
    const tensor<float, tokens[dyn], d_k[32]> X(9);
    EXPECT_EQ(page_of(X + 1.0)["lengths"]["asks"].value, 0);
    EXPECT_EQ(page_of(slice<0, 2, 5>(X) + 1.0)["lengths"]["asks"].value, 1);
    EXPECT_EQ(page_of(concat<tokens>(X, few) + many)["lengths"]["asks"].value, 1);
}

/// "rows go by in tiles of 8"
TEST(page_lengths, say_what_hangs_on_them) {
    const json page = page_of(attended);
    const auto said = [&](std::size_t queries, std::size_t keys) {
        const counts_of_page counts(page, {queries, keys});
        std::string all;
        for (const json& fact : page["lengths"]["facts"].items)
            all += fact["words"][std::min(counts.at(fact["of"]), fact["words"].size() - 1)].words + '\n';
        return all;
    };
    const auto says = [&](std::size_t queries, std::size_t keys, const char* words) {
        return said(queries, keys).find(words) != std::string::npos;
    };
    EXPECT_TRUE(says(0, 3, "nothing runs")) << said(0, 3);
    EXPECT_TRUE(says(1, 3, "all rows are in one tile"));
    EXPECT_TRUE(says(1, 3, "the last tile has fewer"));
    EXPECT_FALSE(says(64, 3, "the last tile has fewer"));
    EXPECT_TRUE(says(3, 0, "there is no key, and the result is 0"));
    EXPECT_TRUE(says(3, 64, "all keys are one block"));
    EXPECT_FALSE(says(3, 64, "the last block has fewer"));
    EXPECT_TRUE(says(3, 65, "the last block has fewer than 64 keys"));
    EXPECT_TRUE(says(3, 65, "sums are rescaled from block to block"));
    EXPECT_TRUE(says(1, 3, "one row has loops of its own, k1"));
    EXPECT_TRUE(says(2, 3, "2 rows have loops of their own, k2"));
    EXPECT_TRUE(says(5, 3, "for 1 to 4 rows there are loops of their own, from k1 on"));
    ASSERT_EQ(page["for_few"]["plans"].size(), 4);
    for (std::size_t n = 0; n < 4; ++n)  // as in debug information: links lead to the code that runs
        EXPECT_EQ(page["for_few"]["plans"][n]["loops"][1]["id"].words, "k" + std::to_string(n + 1) + ".read");
}

/// Each line of the source that belongs to a loop belongs to one of the nest, as compiled kernels call it.
TEST(page_lengths, have_a_source_that_knows_its_loops) {
    const tensor<float, tokens[dyn], d_k[32]> X(9);
    const auto expect_linked = [](const json& page) {
        std::vector<std::string> loops;
        for (const json& line : page["loops"].items) loops.push_back(line["id"].words);
        for (const char* form : {"source", "vector"}) {
            std::size_t linked = 0;
            for (const json& line : page[form].items) {
                if (line["id"].words.empty()) continue;
                EXPECT_NE(std::find(loops.begin(), loops.end(), line["id"].words), loops.end()) << line["id"].words;
                ++linked;
            }
            EXPECT_GT(linked, 20U) << form;
        }
    };
    expect_linked(page_of(attended));
    expect_linked(page_of(concat(attention(X * W, X * W, X * W), attention(X * W, X * W, X * W)) * Wo));
    std::string source;
    const json page = page_of(attended);
    for (const json& line : page["source"].items) source += line["text"].words + '\n';
    EXPECT_EQ(source, study::emit(attended, {.name = "kernel", .main = false}));
    EXPECT_GT(page_of(Q * transpose(K) / sqrt(dim<0>(K)))["source"].size(), 20U);  // a scalar made of a length
}

TEST(page_lengths, that_c_cannot_say_have_no_source) {
    static const float numbers[64] = {};
    const strided_view<const float, dyn, d_k[8]> far(numbers, {16, 1}, 3);
    EXPECT_EQ(page_of(far + 1.0)["source"].size(), 0);
    EXPECT_EQ(page_of(far + 1.0)["vector"].size(), 0);
}

TEST(page_lengths, that_do_not_fit_are_an_error) {
    const tensor<float, key[dyn], d_k[32]> fewer(69);
    EXPECT_THROW((void)page_of(softmax(Q * transpose(K)) * fewer), shape_error);
}

}  // namespace
