// SPDX-License-Identifier: BSL-1.0
// examples/bert on models made here: its numbers against plain loops in double, its pieces against those of BERT's own
// tests, and what it says of folders that are not as they should be.
#include "tests/words_of.hpp"

#include <examples/bert/folder.hpp>

#include <gtest/gtest.h>

#include <unistd.h>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace heed::test {

namespace {

using bert::d_ff;
using bert::d_model;
using std::filesystem::path;

constexpr bert::sizes small{24, 3, 40}, tiny{128, 2, 512};  // the second is one of the program's
constexpr std::size_t layers = 2, most_tokens = 11;
const std::vector<std::string> some_pieces{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "want", "##want", "##ed", "wa",
                                           "un",    "runn",  "##ing", ",",     "low",  "lowest", "$",    "\u535a"};

/// The numbers of a matrix of a file, [rows x columns], and of a vector.
struct numbers {
    std::size_t rows, columns;
    std::vector<float> all;
    double operator()(std::size_t i, std::size_t j) const { return all[i * columns + j]; }
    double operator()(std::size_t j) const { return all[j]; }
};
using tensors = std::map<std::string, numbers>;

tensors random_tensors(const bert::sizes& s = small) {
    tensors made;
    std::uint32_t seed = 7;
    const auto add = [&](const std::string& name, std::size_t rows, std::size_t columns) {
        numbers& n = made[name] = {rows, columns, std::vector<float>(rows * columns)};
        for (float& x : n.all) {
            seed = seed * 1664525U + 1013904223U;
            x = static_cast<float>(seed >> 24) / 256 - 0.5F;  // whole multiples of 1/256: exact in half precision too
        }
    };
    const auto add_dense = [&](const std::string& name, std::size_t out, std::size_t in) {
        add(name + ".weight", out, in), add(name + ".bias", 1, out);
    };
    add("embeddings.word_embeddings.weight", some_pieces.size(), s.width);
    add("embeddings.position_embeddings.weight", most_tokens, s.width);
    add("embeddings.token_type_embeddings.weight", 2, s.width);
    add_dense("embeddings.LayerNorm", 1, s.width);
    for (std::size_t l = 0; l < layers; ++l) {
        const std::string name = "encoder.layer." + std::to_string(l) + '.';
        for (const char* part : {"query", "key", "value"}) add_dense(name + "attention.self." + part, s.width, s.width);
        add_dense(name + "attention.output.dense", s.width, s.width);
        add_dense(name + "intermediate.dense", s.hidden, s.width);
        add_dense(name + "output.dense", s.width, s.hidden);
        for (const char* norm : {"attention.output.LayerNorm", "output.LayerNorm"}) add_dense(name + norm, 1, s.width);
    }
    for (auto& [name, n] : made)
        if (name.ends_with("LayerNorm.bias")) n = {1, s.width, std::vector<float>(s.width, 0.25F)};
    return made;
}

template <class T>
void write_tensors(const std::string& file, const tensors& all, const std::string& prefix) {
    std::vector<tensor<T, dyn, dyn>> matrices;
    std::vector<tensor<T, dyn>> vectors;
    matrices.reserve(all.size()), vectors.reserve(all.size());
    std::vector<named_tensor> named;
    for (const auto& [name, n] : all) {
        if (name.ends_with(".bias") || name.find("LayerNorm") != std::string::npos) {
            tensor<T, dyn>& v = vectors.emplace_back(n.columns);
            for (std::size_t j = 0; j < n.columns; ++j) v(j) = static_cast<T>(n.all[j]);
            named.emplace_back(prefix + name, v);
        } else {
            tensor<T, dyn, dyn>& m = matrices.emplace_back(n.rows, n.columns);
            for (std::size_t i = 0; i < n.rows; ++i)
                for (std::size_t j = 0; j < n.columns; ++j) m(i, j) = static_cast<T>(n.all[i * n.columns + j]);
            named.emplace_back(prefix + name, m);
        }
    }
    save_safetensors(file, named);
}

/// A folder of a model, which its destructor removes.
class folder {
public:
    explicit folder(const bert::sizes& s = small)
        : path_(std::filesystem::temp_directory_path() / ("heed_bert_" + std::to_string(getpid()))) {
        std::filesystem::create_directories(path_);
        std::string vocabulary;
        for (const std::string& piece : some_pieces) vocabulary += piece + '\n';
        write("vocab.txt", vocabulary);
        write("config.json", R"({"model_type": "bert", "hidden_size": )" + std::to_string(s.width) +
                                 R"(, "num_attention_heads": )" + std::to_string(s.heads) +
                                 R"(, "intermediate_size": )" + std::to_string(s.hidden) +
                                 R"(,)"
                                 R"( "num_hidden_layers": 2, "layer_norm_eps": 1e-3, "hidden_act": "gelu"})");
        write_tensors<float>(file("model.safetensors"), random_tensors(s), "");
    }
    ~folder() { std::filesystem::remove_all(path_); }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;

    std::string name() const { return path_.string(); }
    std::string file(const std::string& name) const { return (path_ / name).string(); }
    void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }

private:
    path path_;
};

bert::model<small> opened(const folder& f) { return bert::model<small>(f.name(), bert::configuration(f.name())); }

using rows_of_numbers = std::vector<std::vector<double>>;

/// BERT as its paper and its weights have it, one number after the other.
class plain_bert {
public:
    plain_bert(const tensors& w, const bert::sizes& s) : w_(w), s_(s) {}

    std::vector<double> embedding(const std::vector<std::int32_t>& ids) const {
        rows_of_numbers x;
        for (std::size_t t = 0; t < ids.size(); ++t) {
            std::vector<double>& row = x.emplace_back();
            for (std::size_t j = 0; j < s_.width; ++j)
                row.push_back(w_.at("embeddings.word_embeddings.weight")(static_cast<std::size_t>(ids[t]), j) +
                              w_.at("embeddings.position_embeddings.weight")(t, j) +
                              w_.at("embeddings.token_type_embeddings.weight")(0, j));
        }
        x = normed(x, "embeddings.LayerNorm");
        for (std::size_t l = 0; l < layers; ++l) x = through(x, "encoder.layer." + std::to_string(l) + '.');
        std::vector<double> mean(s_.width);
        double squares = 0;
        for (std::size_t j = 0; j < s_.width; ++j) {
            for (const auto& row : x) mean[j] += row[j] / static_cast<double>(x.size());
            squares += mean[j] * mean[j];
        }
        for (double& m : mean) m /= std::sqrt(squares);
        return mean;
    }

private:
    rows_of_numbers normed(const rows_of_numbers& x, const std::string& name) const {
        rows_of_numbers y = x;
        for (auto& row : y) {
            double mean = 0, variance = 0;
            for (const double a : row) mean += a / static_cast<double>(s_.width);
            for (const double a : row) variance += (a - mean) * (a - mean) / static_cast<double>(s_.width);
            for (std::size_t j = 0; j < s_.width; ++j)
                row[j] = (row[j] - mean) / std::sqrt(variance + 1e-3) * w_.at(name + ".weight")(j) +
                         w_.at(name + ".bias")(j);
        }
        return y;
    }
    rows_of_numbers dense(const rows_of_numbers& x, const std::string& name) const {
        const numbers &weight = w_.at(name + ".weight"), &bias = w_.at(name + ".bias");
        rows_of_numbers y;
        for (const auto& row : x) {
            std::vector<double>& out = y.emplace_back();
            for (std::size_t i = 0; i < weight.rows; ++i) {
                out.push_back(bias(i));
                for (std::size_t j = 0; j < weight.columns; ++j) out.back() += weight(i, j) * row[j];
            }
        }
        return y;
    }
    rows_of_numbers attention(const rows_of_numbers& x, const std::string& name) const {
        const rows_of_numbers q = dense(x, name + "query"), k = dense(x, name + "key"), v = dense(x, name + "value");
        rows_of_numbers y(x.size(), std::vector<double>(s_.width));
        const std::size_t d = s_.width / s_.heads;
        for (std::size_t first = 0; first < s_.width; first += d)
            for (std::size_t i = 0; i < x.size(); ++i) {
                std::vector<double> weight;
                double sum = 0;
                for (std::size_t j = 0; j < x.size(); ++j) {
                    double score = 0;
                    for (std::size_t c = first; c < first + d; ++c) score += q[i][c] * k[j][c];
                    sum += weight.emplace_back(std::exp(score / std::sqrt(static_cast<double>(d))));
                }
                for (std::size_t j = 0; j < x.size(); ++j)
                    for (std::size_t c = first; c < first + d; ++c) y[i][c] += weight[j] / sum * v[j][c];
            }
        return y;
    }
    rows_of_numbers through(const rows_of_numbers& x, const std::string& name) const {
        const auto plus = [](rows_of_numbers a, const rows_of_numbers& b) {
            for (std::size_t i = 0; i < a.size(); ++i)
                for (std::size_t j = 0; j < a[i].size(); ++j) a[i][j] += b[i][j];
            return a;
        };
        const rows_of_numbers y =
            normed(plus(x, dense(attention(x, name + "attention.self."), name + "attention.output.dense")),
                   name + "attention.output.LayerNorm");
        rows_of_numbers inner = dense(y, name + "intermediate.dense");
        for (auto& row : inner)
            for (double& a : row) a *= 0.5 * std::erfc(-a / std::sqrt(2.0));
        return normed(plus(y, dense(inner, name + "output.dense")), name + "output.LayerNorm");
    }

    const tensors& w_;
    bert::sizes s_;
};

/// How far the embeddings of texts of these ids are from those of plain loops.
double distance(const bert::model<small>& model, const std::vector<std::vector<std::int32_t>>& texts) {
    std::vector<std::int32_t> ids;
    bert::bounds ends{0};
    for (const auto& text : texts) ids.insert(ids.end(), text.begin(), text.end()), ends.push_back(ids.size());
    const auto E = model.encoder.embeddings(ids, ends);
    const tensors w = random_tensors();
    double worst = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::vector<double> expected = plain_bert(w, small).embedding(texts[i]);
        for (std::size_t j = 0; j < small.width; ++j) worst = std::max(worst, std::abs(E(i, j) - expected[j]));
    }
    return worst;
}

const std::vector<std::vector<std::int32_t>> several{
    {2, 8, 5, 6, 11, 9, 10, 3}, {2, 3}, {2, 15, 14, 1, 4, 4, 4, 13, 12, 0, 3}, {3}};

TEST(bert, has_the_numbers_of_plain_loops) {
    const folder f;
    const auto model = opened(f);
    EXPECT_LE(distance(model, several), 1e-6);
    for (const auto& one : several) EXPECT_LE(distance(model, {one}), 1e-6);
    std::vector<std::vector<std::int32_t>> many;
    for (int i = 0; i < 40; ++i) many.push_back(several[static_cast<std::size_t>(i) % 3]);
    EXPECT_LE(distance(model, many), 1e-6);
}

TEST(bert, reads_other_types_and_names_with_a_prefix) {
    const folder f;
    write_tensors<bfloat16>(f.file("model.safetensors"), random_tensors(), "");
    EXPECT_LE(distance(opened(f), several), 1e-6);
    write_tensors<float16>(f.file("model.safetensors"), random_tensors(), "bert.");
    EXPECT_LE(distance(opened(f), several), 1e-6);
    tensors older;  // as bert-base-uncased has them
    for (const auto& [name, n] : random_tensors()) {
        const std::size_t norm = name.find("LayerNorm.");
        older[norm == std::string::npos
                  ? name
                  : name.substr(0, norm) + (name.ends_with("bias") ? "LayerNorm.beta" : "LayerNorm.gamma")] = n;
    }
    write_tensors<float>(f.file("model.safetensors"), older, "bert.");
    EXPECT_LE(distance(opened(f), several), 1e-6);
}

TEST(bert, is_a_program) {
    const folder f(tiny);
    FILE* const program = popen(("\"" HEED_BERT "\" \"" + f.name() + "\" unwanted \"low lowest\" 2>&1").c_str(), "r");
    ASSERT_NE(program, nullptr);
    std::string said;
    for (char line[200]; std::fgets(line, sizeof line, program) != nullptr;) said += line;
    EXPECT_EQ(pclose(program), 0);
    const tensors w = random_tensors(tiny);
    const plain_bert plain(w, tiny);
    const std::vector<double> a = plain.embedding({2, 8, 5, 6, 3}), b = plain.embedding({2, 12, 13, 3});
    std::ostringstream expected;
    expected.precision(4);
    expected << "[CLS] un ##want ##ed [SEP] \n[CLS] low lowest [SEP] \n"
             << std::inner_product(a.begin(), a.end(), b.begin(), 0.0) << "  unwanted | low lowest\n";
    EXPECT_EQ(said, expected.str());
}

using ids = std::vector<std::int32_t>;

/// tokenization_test.py of google-research/bert, and words of this vocabulary.
TEST(bert, has_the_pieces_of_its_own_tests) {
    const folder f;
    const bert::pieces p(f.name());
    EXPECT_EQ(p.of("UNwant\u00E9d,running", 20), (ids{2, 8, 5, 6, 11, 9, 10, 3}));
    EXPECT_EQ(p.of("unwanted running", 20), (ids{2, 8, 5, 6, 9, 10, 3}));
    EXPECT_EQ(p.of("unwantedX running", 20), (ids{2, 1, 9, 10, 3}));
    EXPECT_EQ(p.of("", 20), (ids{2, 3}));
    EXPECT_EQ(p.of(" \t\n low\u2003lowest \u0000lows", 20), (ids{2, 12, 13, 3})) << "up to the 0 of the literal";
    EXPECT_EQ(p.of("\u535A\u535Awant$", 20), (ids{2, 15, 15, 4, 14, 3})) << "ideographs and marks stand apart";
    EXPECT_EQ(p.of("lo\u200Dw l\u00F6w", 20), (ids{2, 12, 12, 3})) << "what is not seen is left out, accents too";
    EXPECT_EQ(p.of("want want want want", 4), (ids{2, 4, 4, 3})) << "as many as there is room for";
    EXPECT_EQ(p.of(std::string(101, 'w'), 20), (ids{2, 1, 3}));
    EXPECT_EQ(p.of(std::string(500'000, 'w') + " low", 20), (ids{2, 1, 12, 3})) << "in no time";
    EXPECT_EQ(p.of("lo\x0cw lo\u0085w low\u2028low", 20), (ids{2, 12, 12, 12, 12, 3})) << "as Python has spaces";
    f.write("tokenizer_config.json", R"({"do_lower_case": false})");
    const bert::pieces cased(f.name());
    EXPECT_EQ(cased.of("want Want w\u00E4nt", 20), (ids{2, 4, 1, 1, 3}));
}

/// What was said when something of the folder was changed.
template <class Change>
std::string said_after(const Change& change) {
    const folder f;
    change(f);
    const std::string said = words_of<std::exception>([&] {
        bert::with_sizes<small>(f.name(), bert::configuration(f.name()), [&]<bert::sizes S>() { (void)opened(f); });
    });
    return said.find(f.name()) == std::string::npos ? said : said.substr(said.find(f.name()) + f.name().size());
}
std::string said_of_tensors(const auto& change) {
    return said_after([&](const folder& f) {
        tensors all = random_tensors();
        change(all);
        write_tensors<float>(f.file("model.safetensors"), all, "");
    });
}
std::string said_of_configuration(const std::string& text) {
    return said_after([&](const folder& f) { f.write("config.json", text); });
}

TEST(bert, says_what_is_wrong_with_a_folder) {
    EXPECT_EQ(said_after([](const folder&) {}), "no error");
    EXPECT_NE(said_of_tensors([](tensors& all) {
                  all.erase("encoder.layer.1.output.dense.bias");
              }).find("encoder.layer.1.output.dense.bias"),
              std::string::npos);
    const std::string shape = said_of_tensors([](tensors& all) {
        all["encoder.layer.0.attention.self.key.weight"] = {24, 23, std::vector<float>(24 * 23)};
    });
    EXPECT_NE(shape.find("encoder.layer.0.attention.self.key.weight"), std::string::npos) << shape;
    EXPECT_NE(shape.find("[24 x 23]"), std::string::npos) << shape;
    EXPECT_EQ(said_of_tensors([](tensors& all) {
                  all["embeddings.word_embeddings.weight"] = {15, 24, std::vector<float>(15 * 24)};
              }),
              "/vocab.txt: has 16 pieces, word_embeddings.weight of model.safetensors has 15 rows");
    EXPECT_EQ(said_of_configuration(R"({"model_type": "gpt2"})"),
              "/config.json: model_type is \"gpt2\", known is \"bert\"");
    EXPECT_EQ(said_of_configuration(R"({"model_type": "bert", "hidden_act": "relu"})"),
              "/config.json: hidden_act is \"relu\", known is \"gelu\"");
    EXPECT_EQ(said_of_configuration(R"({"position_embedding_type": "relative_key"})"),
              "/config.json: position_embedding_type is \"relative_key\", known is \"absolute\"");
    EXPECT_EQ(said_of_configuration(R"({"hidden_size": 24, "num_attention_heads": -3})"),
              "/config.json: needs a whole number from 0 for num_attention_heads");
    EXPECT_EQ(said_of_configuration(R"({"hidden_size": 25, "num_attention_heads": 3, "intermediate_size": 40})"),
              "/config.json: add sizes{25, 3, 40} to this program: it is compiled for others");
    EXPECT_EQ(
        said_of_configuration(
            R"({"hidden_size": 24, "num_attention_heads": 3, "intermediate_size": 40, "num_hidden_layers": 2.5})"),
        "/config.json: needs a whole number from 0 for num_hidden_layers");
    EXPECT_EQ(said_of_configuration(
                  R"({"hidden_size": 24, "num_attention_heads": 3, "intermediate_size": 40, "num_hidden_layers": 2,)"
                  R"( "layer_norm_eps": -5})"),
              "/config.json: layer_norm_eps is from 0 to 1");
    EXPECT_EQ(said_of_configuration(""), "/config.json: cannot be read");
    for (const char* table : {"token_type", "position"})
        EXPECT_EQ(said_of_tensors([&](tensors& all) {
                      all["embeddings." + std::string(table) + "_embeddings.weight"] = {0, 24, {}};
                  }),
                  "embeddings: token_type_embeddings needs a row, position_embeddings 3");
    const std::string whole = said_after(
        [](const folder& f) { write_tensors<std::int32_t>(f.file("model.safetensors"), random_tensors(), ""); });
    EXPECT_NE(whole.find("of I32, asked for"), std::string::npos) << whole;
    EXPECT_EQ(said_after([](const folder& f) { f.write("tokenizer_config.json", R"({"do_lower_case": "no"})"); }),
              "/tokenizer_config.json: needs an object, and true or false for do_lower_case");
    EXPECT_EQ(said_of_configuration("[1]"), "/config.json: is no object of JSON");
    EXPECT_EQ(said_after([](const folder& f) { std::filesystem::remove(f.file("config.json")); }),
              "/config.json: cannot be read");
    EXPECT_EQ(said_after([](const folder& f) { std::filesystem::remove(f.file("vocab.txt")); }),
              "/vocab.txt: cannot be read");
    EXPECT_EQ(said_after([](const folder& f) { f.write("vocab.txt", "a\n[UNK]\n[CLS]\n"); }),
              "/vocab.txt: has no piece [SEP]");
    EXPECT_NE(said_after([](const folder& f) { std::filesystem::remove(f.file("model.safetensors")); }), "no error");
}

TEST(bert, refuses_ids_and_texts_that_are_too_large) {
    const folder f;
    const auto model = opened(f);
    EXPECT_THROW((void)model.encoder.embeddings({2, 16, 3}, {0, 3}), index_error);
    EXPECT_THROW((void)model.encoder.embeddings(ids(most_tokens + 1, 2), {0, most_tokens + 1}), shape_error);
}

}  // namespace
}  // namespace heed::test
