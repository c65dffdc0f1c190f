// SPDX-License-Identifier: BSL-1.0
// The numbers that tutorials and books print, from inputs that they print: every one follows from its formula. Inputs
// and printed numbers are read from the files, formulas are written here as the tutorials mean them.
#include "tests/conformance/cases.hpp"

#include <heed/printed/read.hpp>
#include <heed/reference/enclosed_rows.hpp>
#include <heed/verify/examination.hpp>
#include <heed_check/document/quantities.hpp>

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heed::test {

using json = nlohmann::ordered_json;

/// Formulas of the printed results of one file, in order: later ones may use earlier ones, which are then computed.
struct tutorial {
    std::string id;
    std::vector<std::pair<std::string, std::string>> formulas;
    std::map<std::string, std::string> constants{};  ///< matrices that the file does not hold: masks
};

const std::string heads = "softmax((X * transpose(Wq_T)) * transpose(X * transpose(Wk_T)) / sqrt(2) + mask)";
const std::string mask6 =
    "[[0,-inf,-inf,-inf,-inf,-inf],[0,0,-inf,-inf,-inf,-inf],[0,0,0,-inf,-inf,-inf],[0,0,0,0,-inf,-inf],"
    "[0,0,0,0,0,-inf],[0,0,0,0,0,0]]";

const std::string both = "[[[0]],[[0]]]";  // the same input twice: a batch

std::string head(const std::string& h, const std::string& dk, const std::string& mask) {
    const std::string q = "X * transpose(" + h + "Wq_T)", k = "X * transpose(" + h + "Wk_T)";
    return "softmax((" + q + ") * transpose(" + k + ") / sqrt(" + dk + ")" + mask + ") * (X * transpose(" + h +
           "Wv_T))";
}

/// One head of width 1: column i of queries, keys and values.
std::string narrow_head(int i) {
    const std::string part = "<" + std::to_string(i) + ", " + std::to_string(i + 1) + ">";
    const auto projected = [&](const std::string& w) { return "X * transpose(rows" + part + "(" + w + "))"; };
    return "softmax((" + projected("Wq_T") + ") * transpose(" + projected("Wk_T") + ") + mask) * (" +
           projected("Wv_T") + ")";
}

const std::vector<tutorial> tutorials = {
    {"d2l_masked_valid_lens",
     {{"out", "softmax(Q * transpose(K) / sqrt(2) + mask) * V"}},
     {{"mask", "[[[0,0,-inf,-inf,-inf,-inf,-inf,-inf,-inf,-inf]],[[0,0,0,0,0,0,-inf,-inf,-inf,-inf]]]"}}},
    {"keras_attention_dot", {{"scores", "softmax(Q * transpose(K))"}, {"out", "softmax(Q * transpose(K)) * V"}}},
    {"raschka_ch3_batched_matmul", {{"out", "a * transpose(a)"}}},
    {"raschka_ch3_causal_batch",
     {{"out", heads + " * (X * transpose(Wv_T)) + both"}},
     {{"mask", mask6}, {"both", both}}},
    {"raschka_ch3_mha_outproj",
     {{"out", "concat(" + narrow_head(0) + ", " + narrow_head(1) + ") * transpose(Wo_T) + bo + both"}},
     {{"mask", mask6}, {"both", both}}},
    {"raschka_ch3_mha_wrapper",
     {{"out", "concat(" + head("h0_", "2", " + mask") + ", " + head("h1_", "2", " + mask") + ") + both"}},
     {{"mask", mask6}, {"both", both}}},
    {"raschka_ch3_sa_v1",
     {{"query_2", "rows<1, 2>(X) * Wq"},
      {"attn_scores_2", "rows<1, 2>(X) * Wq * transpose(X * Wk)"},
      {"attn_weights_2", "softmax(rows<1, 2>(X) * Wq * transpose(X * Wk) / sqrt(2))"},
      {"context_2", "softmax(rows<1, 2>(X) * Wq * transpose(X * Wk) / sqrt(2)) * (X * Wv)"},
      {"out", "softmax(X * Wq * transpose(X * Wk) / sqrt(2)) * (X * Wv)"}}},
    {"raschka_ch3_sa_v2_causal",
     {{"out", head("", "2", "")},
      {"weights", "softmax((X * transpose(Wq_T)) * transpose(X * transpose(Wk_T)) / sqrt(2))"},
      {"masked_renormalised", heads},
      {"masked_scores", "(X * transpose(Wq_T)) * transpose(X * transpose(Wk_T)) + mask"},
      {"causal_weights", heads}},
     {{"mask", mask6}}},
    {"raschka_ch3_simple",
     {{"scores", "X * transpose(X)"},
      {"weights", "softmax(X * transpose(X))"},
      {"out", "softmax(X * transpose(X)) * X"}}},
    {"raschka_ch4_layernorm",
     {{"out", "relu(X * transpose(W_T) + b)"},
      {"centred", "out - out * ones / 6"},
      {"norm", "centred / sqrt(hadamard(centred, centred) * ones / 5)"}},
     {{"ones", "[[1,1,1,1,1,1],[1,1,1,1,1,1],[1,1,1,1,1,1],[1,1,1,1,1,1],[1,1,1,1,1,1],[1,1,1,1,1,1]]"}}},
    {"tf_transformer_tutorial_sdpa",
     {{"weights", "softmax(Q * transpose(K) / sqrt(3))"}, {"out", "softmax(Q * transpose(K) / sqrt(3)) * V"}}},
    {"timeflies_single_head",
     {{"Q", "X * transpose(Wq_T)"},
      {"K", "X * transpose(Wk_T)"},
      {"V", "X * transpose(Wv_T)"},
      {"scores", "Q * transpose(K) / sqrt(2)"},
      {"weights", "softmax(scores)"},
      {"Z", "weights * V"}}},
    {"timeflies_two_heads",
     {{"Z_multi", "concat(" + head("h0_", "2", "") + ", " + head("h1_", "2", "") + ") * transpose(Wo_T)"}}},
    {"uvadlc_tut6_sdpa",
     {{"Q_printed", "Q * 1"},
      {"K_printed", "K * 1"},
      {"V_printed", "V * 1"},
      {"attention", "softmax(Q * transpose(K) / sqrt(2))"},
      {"values", "softmax(Q * transpose(K) / sqrt(2)) * V"}}},
};

std::filesystem::path file_of(const tutorial& t) { return conformance_folder() / "tutorials" / (t.id + ".json"); }

/// The numbers of a result with the places that the tutorial prints: the file has dropped zeros at their ends.
printed_table with_places(printed_table table, const json& places, const std::string& name) {
    const int wanted = places.is_object() ? places[name].get<int>() : places.get<int>();
    for (decimal& d : table.entries)
        for (; d.kind == entry_kind::number && d.places < wanted; ++d.places) d.digits *= 10;
    return table;
}

std::string without_quotes(std::string text) {
    std::erase(text, '"');
    return text;
}

/// Frameworks computed these numbers in float32; four places do not show it.
std::size_t judge_tutorials(arithmetic in) {
    std::size_t printed = 0;
    for (const tutorial& t : tutorials) {
        std::ifstream text(file_of(t));
        EXPECT_TRUE(text) << file_of(t);
        const json file = json::parse(text);
        page p;
        p.compute_in("", in);
        for (const auto& [name, numbers] : file["inputs"].items())
            p.print(name, read_printed(without_quotes(numbers.dump())), detail::reading::exact);
        for (const auto& [name, numbers] : t.constants) p.print(name, read_printed(numbers), detail::reading::exact);
        std::set<std::string> computed;
        for (const auto& [name, formula] : t.formulas) {
            p.define(name, formula);
            if (!file["expected"].contains(name)) continue;
            p.print(name, with_places(read_printed(without_quotes(file["expected"][name].dump())),
                                      file["printed_decimals"], name));
            computed.insert(name);
            const examination e = examine(p.subject_of(name, computed));
            printed += e.printed();
            EXPECT_EQ(e.in, in);
            for (const examined_entry& x : e.entries)
                EXPECT_TRUE(x.what == verdict::consistent || x.what == verdict::elided)
                    << t.id << " " << name << ": " << x.printed.digits << "e-" << x.printed.places << " is "
                    << name_of(x.what) << " " << name_of(in) << ", value " << x.value;
        }
    }
    return printed;
}

TEST(conformance, tutorials_follow_from_their_formulas) {
    if (const auto why = why_skipped("tutorials"); !why.empty()) GTEST_SKIP() << why;
    const int before = failures_so_far();
    const std::size_t printed = judge_tutorials(arithmetic::exact);
    const std::size_t passed = failures_so_far() == before ? tutorials.size() : 0;
    expect_on_page({"tutorials", "printed numbers, by notebook or book", tutorials.size(), passed});
    std::printf("%zu printed numbers of %zu tutorials\n", printed, tutorials.size());
}

TEST(conformance, tutorials_follow_in_float32) {
    if (const auto why = why_skipped("tutorials"); !why.empty()) GTEST_SKIP() << why;
    const std::size_t printed = judge_tutorials(in_float32);
    EXPECT_GT(printed, 0U);
    std::printf("%zu printed numbers of %zu tutorials in float32\n", printed, tutorials.size());
}

/// No file without formulas here, and no printed result of a file without one.
TEST(conformance, tutorials_are_complete) {
    if (const auto why = why_skipped("tutorials"); !why.empty()) GTEST_SKIP() << why;
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(conformance_folder() / "tutorials"))
        files.insert(entry.path().stem().string());
    for (const tutorial& t : tutorials) {
        EXPECT_EQ(files.erase(t.id), 1U) << t.id;
        std::ifstream in(file_of(t));
        const json file = json::parse(in);
        for (const auto& [name, numbers] : file["expected"].items()) {
            bool found = false;
            for (const auto& formula : t.formulas) found = found || formula.first == name;
            EXPECT_TRUE(found) << t.id << " " << name;
        }
    }
    for (const std::string& left : files) ADD_FAILURE() << left << " has no formulas";
}

}  // namespace heed::test
