// SPDX-License-Identifier: BSL-1.0
// The trained encoder against what TensorFlow.js made of the same weights (make_golden.mjs), where the model is there.
#include "../../examples/sentence_encoder/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace sentence_encoder {

const std::string golden = HEED_SENTENCE_ENCODER_SOURCE "/golden.txt";
const std::string golden_pieces = HEED_SENTENCE_ENCODER_SOURCE "/golden_pieces.txt";

std::string model_folder() {
    const char* const told = std::getenv("HEED_SENTENCE_ENCODER");
    return told != nullptr ? told : HEED_SENTENCE_ENCODER;
}

/// Tests of the model itself.
class trained : public testing::Test {
protected:
    void SetUp() override {
        if (!std::ifstream(model_folder() + "/pieces.txt"))
            GTEST_SKIP() << "sentence_encoder: no model in " << model_folder()
                         << "; examples/sentence_encoder/run fetches it, HEED_SENTENCE_ENCODER names another folder";
    }
};

std::vector<double> numbers_in(const std::string& text) {
    std::istringstream in(text);
    std::vector<double> numbers;
    for (double x; in >> x;) numbers.push_back(x);
    return numbers;
}

/// The first eight numbers, the sum, and the sum of squares.
void expect_summary(const std::string& what, const std::vector<double>& wanted, const auto& tensor) {
    ASSERT_EQ(wanted.size(), 10U) << what;
    double sum = 0, squares = 0;
    for (const float x : tensor)
        sum += static_cast<double>(x), squares += static_cast<double>(x) * static_cast<double>(x);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(static_cast<double>(tensor.data()[i]), wanted[i], 5e-5) << what;
    EXPECT_NEAR(sum, wanted[8], 1e-6 * static_cast<double>(tensor.size())) << what;
    EXPECT_NEAR(squares / wanted[9], 1, 2e-6) << what;
}

TEST_F(trained, encodes_as_tensorflow_does) {
    const model m = model_in(model_folder());
    std::ifstream lines(golden);
    encoding e;
    std::size_t sentences = 0;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t space = line.find(' ');
        const std::string what = line.substr(0, space), rest = line.substr(space + 1);
        if (what == "sentence") {
            e = encoded(rest, m).values;
            ++sentences;
        } else if (what == "pieces") {
            EXPECT_EQ(numbers_in(rest).size(), e.input.extent(0));
        } else if (what == "embedding") {
            const std::vector<double> wanted = numbers_in(rest);
            ASSERT_EQ(wanted.size(), e.embedding.size());
            for (std::size_t i = 0; i < wanted.size(); ++i)
                EXPECT_NEAR(static_cast<double>(e.embedding(i)), wanted[i], 1e-6) << i;
        } else {
            const auto maps = attention_maps(e, m.weights);
            if (what == "input")
                expect_summary(what, numbers_in(rest), e.input);
            else if (what == "layer_0")
                expect_summary(what, numbers_in(rest), e.after_first);
            else if (what == "layer_1")
                expect_summary(what, numbers_in(rest), e.after_second);
            else if (what == "mean")
                expect_summary(what, numbers_in(rest), heed::tensor<float, width>(mean<tokens>(e.after_second)));
            else if (what == "weights_0")
                expect_summary(what, numbers_in(rest), maps[0]);
            else if (what == "weights_1")
                expect_summary(what, numbers_in(rest), maps[1]);
            else
                ADD_FAILURE() << "golden.txt has a line " << what;
        }
    }
    EXPECT_EQ(sentences, 4U);
}

/// The mean weight that a head gives to the piece `by` places on.
double mean_weight(const attention_map& map, std::size_t h, int by) {
    const int n = static_cast<int>(map.extent(1));
    double sum = 0;
    int count = 0;
    for (int i = 0; i < n; ++i)
        if (const int j = i + by; j >= 0 && j < n) {
            sum += static_cast<double>(map(h, static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
            ++count;
        }
    return sum / count;
}

/// What chapter 10 of the course says of the heads on this sentence.
TEST_F(trained, attends_as_the_course_says) {
    const model m = model_in(model_folder());
    const encoding e = encoded("The cat, which has a long tail, is sleeping on the mat.", m).values;
    const auto maps = attention_maps(e, m.weights);
    const struct {
        std::size_t head;
        int by;
        double weight;
    } said[] = {{0, 0, 0.20}, {0, -1, 0.23}, {1, 0, 0.70}, {2, 1, 0.53}, {2, 0, 0.35}, {3, 0, 0.57}, {3, -1, 0.37}};
    for (const auto& s : said)
        EXPECT_NEAR(mean_weight(maps[0], s.head, s.by), s.weight, 0.005) << s.head << ' ' << s.by;
    constexpr std::size_t is = 9, cat = 1;
    float most = 0;
    for (const attention_map& map : maps)
        for (std::size_t h = 0; h < heads; ++h) most = std::max(most, map(h, is, cat));
    EXPECT_NEAR(static_cast<double>(most), 0.22, 0.005);
}

TEST_F(trained, cuts_text_as_the_package_does) {
    const model m = model_in(model_folder());
    std::ifstream lines(golden_pieces);
    std::size_t texts = 0;
    for (std::string text, pieces; std::getline(lines, text) && std::getline(lines, pieces); ++texts) {
        std::string ours;
        for (const std::int32_t id : m.pieces.cut(normalised(code_points_of(text))))
            ours += (ours.empty() ? "" : " ") + std::to_string(id);
        EXPECT_EQ(ours, pieces) << text;
    }
    EXPECT_EQ(texts, 17U);
}

TEST_F(trained, reads_the_first_128_pieces) {
    const model m = model_in(model_folder());
    std::string words;
    for (int i = 0; i < 127; ++i) words += "the ";
    const encoded_text whole = encoded(words + "the", m), more = encoded(words + "the cat", m);
    EXPECT_EQ(whole.pieces_of_all, 128U);
    EXPECT_EQ(more.pieces_of_all, 129U);
    EXPECT_EQ(more.values.embedding, whole.values.embedding);
}

}  // namespace sentence_encoder
