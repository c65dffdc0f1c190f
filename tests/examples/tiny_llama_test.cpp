// SPDX-License-Identifier: BSL-1.0
// The decoder of examples/tiny_llama against plain loops, its tokenizer against the definition, and what it says of
// wrong files.
#include "tests/examples/plain_llama.hpp"
#include "tests/run/compare.hpp"
#include "tests/stored_file.hpp"
#include "tests/words_of.hpp"

#include <examples/tiny_llama/decoder.hpp>
#include <examples/tiny_llama/generate.hpp>
#include <examples/tiny_llama/random_model.hpp>
#include <examples/tiny_llama/sampler.hpp>
#include <examples/tiny_llama/shown_text.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace heed::test {

using namespace tiny_llama;

constexpr model_sizes small{64, 172, 2, 8, 4, 320, 24};
constexpr model_sizes one_key_head{48, 100, 3, 3, 1, 301, 17, false};
constexpr model_sizes of_pairs{8, 5, 1, 4, 2, 300, 12, false};
constexpr model_sizes of_stories{288, 768, 1, 6, 6, 300, 12};  // whose sizes are known while compiling

const std::vector<int> some_tokens{1, 270, 33, 0, 299, 270, 270, 5, 117, 42, 1, 2};

/// By how much two logits may differ, in units in the last place of the largest there is: 4e-6 of it.
constexpr double allowed = 34;

template <class Logits>
double difference(const Logits& a, const std::vector<double>& b) {
    EXPECT_EQ(a.size(), b.size());
    return distance<float>(a, b);
}

TEST(tiny_llama, logits_that_are_no_numbers_are_far_away) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_LT(difference(tensor<float, 2>{1, 2}, {1, 2.000008}), allowed);
    EXPECT_GT(difference(tensor<float, 2>{1, 2}, {1, 2.000009}), allowed);
    EXPECT_GT(difference(tensor<float, 2>{nan, nan}, {1, 2}), allowed);
    EXPECT_GT(difference(tensor<float, 2>{1, nan}, {1, 2}), allowed);
}

using maker = std::unique_ptr<decoder> (*)(const checkpoint&, std::size_t);

/// Token after token, then the same in parts of several.
void expect_logits_of_plain_loops(const model_sizes& sizes, maker make) {
    const stored_file file;
    write_random_model(file.path(), sizes);
    const checkpoint weights(file.path());
    plain_llama plain(file.path());
    std::vector<std::vector<double>> wanted;
    const auto single = make(weights, some_tokens.size());
    for (const int token : some_tokens) {
        wanted.push_back(plain.read(token));
        EXPECT_LT(difference(single->read(std::span(&token, 1)), wanted.back()), allowed) << wanted.size();
    }
    EXPECT_EQ(single->position(), some_tokens.size());
    for (std::size_t n = 1; n <= some_tokens.size(); ++n) {
        const auto at_once = make(weights, some_tokens.size());
        EXPECT_LT(difference(at_once->read(std::span(some_tokens).first(n)), wanted[n - 1]), allowed) << n;
        if (n == some_tokens.size()) break;
        EXPECT_LT(difference(at_once->read(std::span(some_tokens).subspan(n)), wanted.back()), allowed) << n;
    }
}

TEST(tiny_llama, logits_are_those_of_plain_loops) {
    expect_logits_of_plain_loops(small, make_decoder);
    expect_logits_of_plain_loops(one_key_head, make_decoder);
    expect_logits_of_plain_loops(of_pairs, make_decoder);
}
TEST(tiny_llama, logits_of_sizes_that_are_known) {
    expect_logits_of_plain_loops(of_stories, make_decoder);
    expect_logits_of_plain_loops(of_stories, make_decoder_of_any_sizes);
}

TEST(tiny_llama, the_likeliest_text_is_that_of_plain_loops) {
    const stored_file file;
    write_random_model(file.path(), small, 7);
    const checkpoint weights(file.path());
    plain_llama plain(file.path());
    const std::vector<int> prompt{1, 290, 300};
    std::vector<int> wanted, written;
    std::vector<double> logits;
    for (const int token : prompt) logits = plain.read(token);
    while (wanted.size() < 15) {
        wanted.push_back(static_cast<int>(std::max_element(logits.begin(), logits.end()) - logits.begin()));
        if (wanted.back() == 1 || wanted.back() == 2) break;
        logits = plain.read(wanted.back());
    }
    const auto model = make_decoder(weights, 17);
    sampler likeliest(0, 1, 0);
    int last = prompt.back();
    generate(*model, likeliest, prompt, 15, [&](int before, int token) {
        EXPECT_EQ(before, last);
        written.push_back(last = token);
    });
    EXPECT_EQ(written, wanted);
    EXPECT_EQ(written.size(), 15U);
}

TEST(tiny_llama, what_a_decoder_cannot_read_leaves_it_as_it_was) {
    const stored_file file;
    write_random_model(file.path(), of_pairs);
    const checkpoint weights(file.path());
    plain_llama plain(file.path());
    const auto model = make_decoder(weights, 3);
    const std::vector<int> wrong{4, 300}, negative{-1}, four{1, 2, 3, 4}, three{1, 2, 3};
    EXPECT_THROW(model->read(wrong), index_error);
    EXPECT_THROW(model->read(negative), index_error);
    EXPECT_THROW(model->read({}), std::length_error);
    EXPECT_EQ(words_of<std::length_error>([&] { model->read(four); }),
              "a decoder with room for 3 tokens, which has read 0, is given 4");
    EXPECT_EQ(model->position(), 0U);
    plain.read(1), plain.read(2);
    EXPECT_LT(difference(model->read(three), plain.read(3)), allowed);
    EXPECT_THROW(model->read(negative), std::length_error);
}

TEST(tiny_llama, attention_is_watched) {
    const stored_file file;
    write_random_model(file.path(), one_key_head);
    const checkpoint weights(file.path());
    const auto model = make_decoder(weights, 8);
    const std::vector<int> unwatched{1, 10}, first{1, 20, 30}, second{40};
    model->read(unwatched);
    const auto& watched = model->watch_attention();
    for (const attention_weights& w : watched) EXPECT_EQ(w.size(), 0U);
    for (const auto* part : {&first, &second}) {
        model->read(*part);
        ASSERT_EQ(watched.size(), 3U);
        for (const attention_weights& w : watched) {
            ASSERT_EQ(w.dims(), detail::shape(head[3], tokens[part->size()], extent(model->position())));
            for (std::size_t h = 0; h < 3; ++h)
                for (std::size_t q = 0; q < part->size(); ++q) {
                    const std::size_t seen = model->position() - part->size() + q + 1;
                    float sum = 0;
                    for (std::size_t k = 0; k < w.extent(2); ++k) {
                        EXPECT_EQ(w(h, q, k) > 0, k < seen);
                        sum += w(h, q, k);
                    }
                    EXPECT_NEAR(sum, 1, 1e-6F);
                }
        }
    }
}

TEST(sampler, chooses_as_often_as_is_likely) {
    const tensor<float, 4> logits{1, 3, 2, -1};
    const tensor p = softmax(logits / 0.5F);
    sampler choose(0.5, 1, 3), again(0.5, 1, 3), another(0.5, 1, 4);
    std::vector<int> counts(4), chosen, repeated, others;
    for (int i = 0; i < 20000; ++i) ++counts[static_cast<std::size_t>(choose(logits))];
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(counts[i] / 20000.0, static_cast<double>(p(i)), 0.01);
    sampler same(0.5, 1, 3);
    for (int i = 0; i < 100; ++i) {
        chosen.push_back(same(logits));
        repeated.push_back(again(logits));
        others.push_back(another(logits));
    }
    EXPECT_EQ(chosen, repeated);
    EXPECT_NE(chosen, others);
}

TEST(sampler, top_p_leaves_the_likeliest) {
    const tensor<float, 5> logits{1, 1.5F, 1.5F, 0, -2};  // 0.22, 0.35, 0.35, 0.08, 0.01
    sampler one(1, 0.3, 1), two(1, 0.4, 1), three(1, 0.9, 1);
    for (int i = 0; i < 200; ++i) {
        EXPECT_EQ(one(logits), 1);
        const int of_two = two(logits), of_three = three(logits);
        EXPECT_TRUE(of_two == 1 || of_two == 2);
        EXPECT_TRUE(of_three <= 2);
    }
}

TEST(sampler, numbers_that_are_none) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    for (const tensor<float, 3>& logits : {tensor<float, 3>{1, nan, 2}, tensor<float, 3>{1, infinity, 2},
                                           tensor<float, 3>{-infinity, -infinity, -infinity}})
        for (const double temperature : {0.0, 1.0})
            for (const double top_p : {0.9, 1.0})
                EXPECT_EQ(words_of<std::runtime_error>([&] { sampler(temperature, top_p, 1)(logits); }),
                          "the model computes logits that are no numbers");
    sampler of_one(1, 1, 1);
    EXPECT_EQ(of_one(tensor<float, 3>{-infinity, 2, -infinity}), 1);
}

TEST(sampler, the_smallest_temperatures_leave_the_likeliest) {
    for (const double temperature : {1e-3, 1e-30, 1e-38, 1e-40, 1e-44, 1e-50, 1e-300})
        for (const double top_p : {0.9, 1.0}) {
            sampler choose(temperature, top_p, 5);
            EXPECT_EQ(choose(tensor<float, 4>{1, 3, 2.5F, -1}), 1) << temperature;
            EXPECT_EQ(choose(tensor<float, 4>{-1e30F, -3e30F, -2e30F, -1e38F}), 0) << temperature;
        }
}

/// Pair by pair: of all neighbours that together are a token, the first of the highest score is merged.
std::vector<std::string> merged_by_definition(std::vector<std::string> parts, const std::vector<std::string>& pieces) {
    for (;;) {
        std::size_t best_place = parts.size(), best_rank = pieces.size();
        for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
            const auto found = std::find(pieces.begin(), pieces.end(), parts[i] + parts[i + 1]);
            const auto rank = static_cast<std::size_t>(found - pieces.begin());  // scores fall from piece to piece
            if (rank < best_rank) best_rank = rank, best_place = i;
        }
        if (best_place == parts.size()) return parts;
        parts[best_place] = pieces[best_rank];
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(best_place) + 1);
    }
}

std::string decoded(const tokenizer& t, const std::vector<int>& encoded) {
    std::string text;
    for (std::size_t i = 1; i < encoded.size(); ++i) text += t.decode(encoded[i - 1], encoded[i]);
    return text;
}

TEST(tokenizer, merges_as_defined) {
    const stored_file file;
    write_tokenizer(file.path(), 700);
    const tokenizer t(file.path(), 700);
    std::vector<std::string> pieces;
    for (int i = 0; i < 700; ++i) pieces.push_back(t.decode(0, i));
    pieces.erase(pieces.begin(), pieces.begin() + 259);  // what is no byte and no mark
    std::mt19937 random(5);
    for (int round = 0; round < 60; ++round) {
        std::string text;
        for (int i = 0; i < round; ++i) text += "bad nofu.kliMe,to"[random() % 17];
        std::vector<std::string> parts{" "};
        for (const char c : text) parts.push_back(std::string(1, c));
        if (text.empty()) parts.clear();
        const std::vector<std::string> wanted = merged_by_definition(parts, pieces);
        const std::vector<int> encoded = t.encode(text);
        ASSERT_EQ(encoded.size(), wanted.size() + 1) << text;
        EXPECT_EQ(encoded[0], 1);
        for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_EQ(t.decode(0, encoded[i + 1]), wanted[i]) << text;
        EXPECT_EQ(decoded(t, encoded), text);
    }
    EXPECT_LT(t.encode("badanoti").size(), 6U);
}

/// Tokens with scores of one's own.
std::string tokens_with_scores(const std::vector<std::pair<std::string, float>>& all) {
    const auto number = [](auto x) { return std::string(reinterpret_cast<const char*>(&x), sizeof(x)); };
    std::string bytes = number(std::int32_t{8});
    for (const auto& [piece, score] : all) {
        bytes += number(score);
        bytes += number(static_cast<std::int32_t>(piece.size()));
        bytes += piece;
    }
    return bytes;
}

TEST(tokenizer, the_highest_score_is_merged_first) {
    const stored_file file;
    file.hold(tokens_with_scores({{"<unk>", 0},
                                  {"<s>", 0},
                                  {"</s>", 0},
                                  {" ", 0},
                                  {"a", 0},
                                  {"b", 0},
                                  {"c", 0},
                                  {"ab", -2},
                                  {"bc", -1},
                                  {" a", -5},
                                  {"abc", -4},
                                  {"aa", -3},
                                  {"\xC3\xA9", 0}}));
    const tokenizer t(file.path(), 13);
    EXPECT_EQ(t.encode("abc"), (std::vector<int>{1, 3, 10}));
    EXPECT_EQ(t.encode("bab"), (std::vector<int>{1, 3, 5, 7}));
    EXPECT_EQ(t.encode("caaa"), (std::vector<int>{1, 3, 6, 11, 4}));
    EXPECT_EQ(t.encode("\xC3\xA9\xC3"), (std::vector<int>{1, 3, 12, 0}));  // a byte that is no token is unknown
    EXPECT_EQ(t.encode(""), std::vector<int>{1});
}

TEST(tokenizer, any_bytes_come_back) {
    const stored_file file;
    write_tokenizer(file.path(), 320);
    const tokenizer t(file.path(), 320);
    std::string all;
    for (int byte = 1; byte < 256; ++byte) all += static_cast<char>(byte);
    for (const std::string& text :
         {std::string("caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x99\x82"), std::string("a\nb\t<0x0A>"),
          std::string("\x80\xBF\xC3"), std::string(3, '\0'), std::string("  two "), all})
        EXPECT_EQ(decoded(t, t.encode(text)), text);
    EXPECT_EQ(t.decode(5, 3 + 10), "\n");
    EXPECT_EQ(t.encode("\n")[2], 3 + 10);
    EXPECT_EQ(t.decode(1, 259), "");
    EXPECT_EQ(t.decode(2, 259), " ");
}

TEST(tokenizer, a_long_text_takes_no_time) {
    const stored_file file;
    write_tokenizer(file.path(), 320);
    const tokenizer t(file.path(), 320);
    std::string text;
    while (text.size() < 300000) text += "banana ";
    EXPECT_EQ(decoded(t, t.encode(text)), text);
}

TEST(tokenizer, wrong_files) {
    const stored_file file;
    const auto words = [&](const std::string& bytes, std::size_t count) {
        file.hold(bytes);
        const std::string all = words_of<io_error>([&] { tokenizer(file.path(), count); });
        return all.substr(std::min(all.size(), file.path().size() + 2));
    };
    const std::string four = tokens_with_scores({{"<unk>", 0}, {"<s>", 0}, {"</s>", 0}, {"ab", 1}});
    EXPECT_EQ(words(four, 4), "");
    EXPECT_EQ(words(four, 5), "ends within token 4 of 5");
    EXPECT_EQ(words(four, 3), "has more than the 3 tokens of the model");
    EXPECT_EQ(words(four.substr(0, four.size() - 1), 4), "ends within token 3 of 4");
    EXPECT_EQ(words(four.substr(0, 2), 4), "ends within the longest length");
    EXPECT_EQ(words(four, 2), "needs tokens 0 to 2: unknown, begin and end of a text");
    std::string long_one = four, negative = four;
    long_one[four.size() - 6] = 100;
    negative[four.size() - 3] = static_cast<char>(0x80);
    EXPECT_EQ(words(long_one, 4), "token 3 of 4 has length 100, the longest one should be 8");
    EXPECT_EQ(words(negative, 4), "token 3 of 4 has length -2147483646, the longest one should be 8");
    EXPECT_EQ(words(tokens_with_scores({{"", 0}, {"", 0}, {"", NAN}}), 3),
              "token 2 of 3 has a score that is no number");
    EXPECT_EQ(words("", 3), "ends within the longest length");
    for (std::size_t n = 1; n < four.size(); ++n) EXPECT_NE(words(four.substr(0, n), 4), "") << n;
}

/// The logits of some tokens.
std::vector<float> logits_of(const std::string& path) {
    const checkpoint weights(path);
    const auto model = make_decoder(weights, some_tokens.size());
    const auto logits = model->read(some_tokens);
    return {logits.begin(), logits.end()};
}

/// All numbers of a file of version 0 as whole multiples of a power of two, the first of each eight 127 of it: groups
/// of eight are exact in 8 bits, as all sizes are multiples of eight.
std::string in_8_bits(std::string bytes) {
    for (std::size_t i = 0; 28 + 4 * i < bytes.size(); ++i) {
        float x = 0;
        std::memcpy(&x, &bytes[28 + 4 * i], 4);
        x = (i % 8 == 0 ? 127 : std::clamp(std::round(x * 256), -127.0F, 127.0F)) / 256;
        std::memcpy(&bytes[28 + 4 * i], &x, 4);
    }
    return bytes;
}

TEST(versions, have_the_same_logits) {
    for (const bool shares : {true, false}) {
        const stored_file file, other;
        write_random_model(file.path(), {8, 24, 2, 4, 2, 304, 16, shares});
        write_as_version(other.path(), checkpoint(file.path()), 1);
        EXPECT_EQ(logits_of(other.path()), logits_of(file.path()));
        file.hold(in_8_bits(bytes_of_file(file.path())));
        write_as_version(other.path(), checkpoint(file.path()), 2);
        EXPECT_EQ(logits_of(other.path()), logits_of(file.path()));
    }
}

template <class Numbers>
void expect_near_by_group(const Numbers& a, const Numbers& b, std::size_t group) {
    for (std::size_t begin = 0; begin < a.size(); begin += group) {
        float most = 0;
        for (std::size_t i = begin; i < begin + group; ++i) most = std::max(most, std::abs(a.data()[i]));
        for (std::size_t i = begin; i < begin + group; ++i)
            EXPECT_NEAR(a.data()[i], b.data()[i], 1.001F * most / 254) << i;
    }
}

TEST(versions, of_8_bits_round_to_nearest) {
    const stored_file file, other;
    write_random_model(file.path(), small);
    write_as_version(other.path(), checkpoint(file.path()), 2);
    EXPECT_LT(bytes_of_file(other.path()).size(), bytes_of_file(file.path()).size() / 3);
    const checkpoint floats(file.path()), numbers(other.path());
    const auto a = floats.layer<known_sizes{}>(1), b = numbers.layer<known_sizes{}>(1);
    expect_near_by_group(a.key, b.key, 64);
    expect_near_by_group(a.down, b.down, 64);
    EXPECT_NE(a.down(3, 5), b.down(3, 5));
    EXPECT_EQ(a.hidden_gain(7), b.hidden_gain(7));
}

/// Where llama2.c's export puts what.
TEST(versions, are_files_of_llama2_c) {
    const stored_file file, other;
    write_random_model(file.path(), {8, 24, 2, 4, 2, 304, 16, false});
    const checkpoint weights(file.path());
    write_as_version(other.path(), weights, 2);
    const std::string bytes = bytes_of_file(other.path());
    const auto number = [&]<class T>(std::size_t place, T n) {
        std::memcpy(&n, &bytes[place], sizeof(n));
        return n;
    };
    EXPECT_EQ(bytes.substr(0, 4), "24ka");  // the number 0x616b3432
    const std::vector<int> header{2, 8, 24, 2, 4, 2, 304, 16};
    for (std::size_t i = 0; i < header.size(); ++i) EXPECT_EQ(number(4 + 4 * i, 0), header[i]);
    EXPECT_EQ(bytes[36], 0);
    EXPECT_EQ(number(37, 0), 8);
    EXPECT_EQ(number(256 + 4 * 8, 0.0F), weights.layer<known_sizes{}>(1).attention_gain(0));
    EXPECT_EQ(number(256 + 4 * (2 * 2 * 8), 0.0F), weights.last_gain<known_sizes{}>()(0));
    const std::size_t embedding = 256 + 4 * (2 * 2 * 8 + 8), query = embedding + 304 * (8 + 4);
    const auto from = weights.layer<known_sizes{}>(1).query;
    const float scale = number(query + (64 + 32) + 64, 0.0F);  // the second layer's, behind its numbers
    EXPECT_NEAR(scale * static_cast<float>(number(query + (64 + 32) + 5, std::int8_t{})), from.data()[5], scale / 2);
    EXPECT_EQ(bytes.size(), query + 2 * (64 + 32 + 32 + 64 + 3 * 192) / 8 * 12 + 304 * 12);
}

class wrong_models : public testing::Test {
protected:
    wrong_models() {
        write_random_model(file.path(), one_key_head);
        right = bytes_of_file(file.path());
    }
    std::string words_for(const std::string& bytes) const {
        file.hold(bytes);
        const std::string all = words_of<io_error>([&] { checkpoint{file.path()}; });
        return all.substr(std::min(all.size(), file.path().size() + 2));
    }
    std::string with(std::size_t place, std::int32_t n) const {
        std::string bytes = right;
        std::memcpy(bytes.data() + 4 * place, &n, 4);
        return words_for(bytes);
    }
    stored_file file;
    std::string right;
};

TEST_F(wrong_models, headers) {
    EXPECT_EQ(words_for(right), "");
    EXPECT_EQ(with(0, 0), "its header has dim 0");
    EXPECT_EQ(with(2, -1), "its header has n_layers -1");
    EXPECT_EQ(with(5, 0), "its header has vocab_size 0");
    EXPECT_EQ(with(5, INT32_MIN), "its header has vocab_size -2147483648");
    EXPECT_EQ(with(3, 5), "n_heads 5 does not divide dim 48");
    EXPECT_EQ(with(4, 2), "n_kv_heads 2 does not divide n_heads 3");
    EXPECT_EQ(with(3, 48), "a head has 1 numbers, of which rotary positions turn pairs");
    EXPECT_EQ(with(0, 0x616b3432).substr(0, 15), "is of version 1");
}

TEST_F(wrong_models, headers_with_a_magic_number) {
    const stored_file later;
    for (const int version : {1, 2}) {
        file.hold(right);
        write_as_version(later.path(), checkpoint(file.path()), version);
        const std::string bytes = bytes_of_file(later.path());
        const auto changed = [&](std::size_t place, std::int32_t n, std::size_t size = 4) {
            std::string other = bytes;
            std::memcpy(&other[place], &n, size);
            return words_for(other);
        };
        EXPECT_EQ(words_for(bytes), "");
        EXPECT_EQ(changed(4, 3), "is of version 3 of the format; versions 0, 1 and 2 are read");
        EXPECT_EQ(changed(28, -301), "its header has vocab_size -301");
        EXPECT_EQ(changed(16, 0), "its header has n_layers 0");
        EXPECT_EQ(changed(36, 2, 1),
                  "its header has 2 where 1 says that the classifier is the embedding, and 0 that it is not");
        EXPECT_EQ(words_for(bytes.substr(0, 255)), "has 255 bytes, its header alone has 256");
        EXPECT_EQ(words_for(bytes.substr(0, bytes.size() - 1)).substr(0, 27), "ends within the classifier,");
        EXPECT_EQ(changed(16, INT32_MAX).substr(0, 38), "ends within the gains before attention");
        EXPECT_EQ(changed(28, INT32_MAX).substr(0, 25), "ends within the embedding");
        for (std::size_t place = 4; place < 36; place += 4)
            for (const std::int32_t n : {5, 1 << 20, INT32_MAX}) {
                const bool is_right = place == 32;  // as many positions as one likes: there are no tables of them
                EXPECT_EQ(changed(place, n) == "", is_right) << place << ": " << n;
            }
        if (version == 1) continue;
        EXPECT_EQ(changed(37, 0), "its header has group_size 0");
        EXPECT_EQ(changed(37, -16), "its header has group_size -16");
        EXPECT_EQ(changed(37, 17), "group_size 17 does not divide the 14448 numbers of the embedding");
        EXPECT_NE(changed(37, INT32_MAX), "");
        EXPECT_NE(changed(37, 8), "");
    }
}

TEST_F(wrong_models, sizes_that_the_file_does_not_have) {
    const std::string bytes = std::to_string(right.size());
    EXPECT_EQ(with(5, 301), "has " + bytes + " bytes, 57792 more than the sizes in its header ask for");
    EXPECT_EQ(with(6, 16), "has " + bytes + " bytes, 64 more than the sizes in its header ask for");
    EXPECT_EQ(with(6, 18), "ends within the classifier, of which 57728 bytes are there and 57792 should be");
    EXPECT_EQ(with(1, 1 << 30).substr(0, 21), "ends within w1, of wh");
    EXPECT_EQ(with(2, INT32_MAX).substr(0, 47), "ends within the gains before attention, of whic");
    EXPECT_EQ(with(0, 0x7FFFFFFE).substr(0, 26), "ends within the embedding,");
    EXPECT_EQ(with(6, INT32_MAX).substr(0, 44), "ends within the tables of rotary positions, ");
    for (std::size_t place = 0; place < 7; ++place)
        for (const std::int32_t n : {2, 5, 1 << 20, INT32_MAX}) EXPECT_NE(with(place, n), "") << place << ": " << n;
}

TEST_F(wrong_models, parts_of_files) {
    EXPECT_EQ(words_for(""), "has 0 bytes, its header alone has 28");
    EXPECT_EQ(words_for(right.substr(0, 27)), "has 27 bytes, its header alone has 28");
    EXPECT_EQ(words_for(right + "x"),
              "has " + std::to_string(right.size() + 1) + " bytes, 1 more than the sizes in its header ask for");
    for (std::size_t n = 28; n < right.size(); n += 997)
        EXPECT_EQ(words_for(right.substr(0, n)).substr(0, 12), "ends within ") << n;
    EXPECT_EQ(words_of<io_error>([] { checkpoint("/nowhere/model.bin"); }),
              "heed: /nowhere/model.bin: cannot be opened: No such file or directory");
    EXPECT_EQ(words_of<io_error>([] { checkpoint("/"); }), "heed: /: is no regular file");
}

/// A character may end in the next token; a control character never comes out.
TEST(shown_text, characters_of_several_tokens) {
    std::FILE* const file = std::tmpfile();
    ASSERT_NE(file, nullptr);
    tiny_llama::shown_text out(file);
    for (const char* const piece : {"a\xc3", "\xa9\xc2", "\x9b", "b\x9b\x1b\xe2", "\x82", "\xac\xe2\x82", "\n"})
        out.show(piece);
    out.show("\xf0\x9f");
    out.end();
    std::rewind(file);
    std::string all(64, '\0');
    all.resize(std::fread(all.data(), 1, all.size(), file));
    std::fclose(file);
    EXPECT_EQ(all,
              "a\xc3\xa9"
              "b\xe2\x82\xac\xe2\n\xf0\n");
}

TEST(sampler, of_a_tiny_top_p_is_the_likeliest_token) {
    const vector<float, 3> logits{1, 1, 1};
    for (const double top_p : {1e-300, 1e-9, 1e-3}) EXPECT_EQ(tiny_llama::sampler(1, top_p, 1)(logits), 0) << top_p;
}

}  // namespace heed::test
