// SPDX-License-Identifier: BSL-1.0
#include "tests/page/json_reader.hpp"
#include "tests/study/formulas.hpp"

#include <heed/study.hpp>
#include <heed_page/page.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace heed;
using heed::test::json;
using heed::test::read_json;

template <class Tensor>
Tensor filled(double step) {
    Tensor t;
    double x = step;
    for (auto& element : t) element = static_cast<typename Tensor::value_type>(std::sin(x += step));
    return t;
}

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"}, d_v{"d_v"};
const auto Q = filled<tensor<float, query[5], d_k[3]>>(0.7);
const auto K = filled<tensor<float, key[7], d_k[3]>>(1.1);
const auto V = filled<tensor<float, key[7], d_v[2]>>(0.3);

auto attend() { return softmax(Q * transpose(K) / sqrt(dim<d_k>(K))) * V; }
auto attend_causally() { return softmax(where(heed::index::k <= heed::index::q, Q * transpose(K) / 2)) * V; }

struct labelled {
    static constexpr const char* leaves = "Q K V";
    static constexpr const char* rows = "a b c d e";
    static constexpr const char* columns = "the 1st|2|3|4|5|6|\"7\"";
    auto operator()() const { return attend(); }
};

template <class Kernel>
json variant_of(const Kernel& kernel, const study::page_labels& labels = {}) {
    const json whole = read_json(study::page_data("title").add("kernel", kernel, labels).json());
    return whole["kernels"][0]["variants"][0];
}

std::set<std::string> ids_of(const json& lines) {
    std::set<std::string> ids;
    for (const json& line : lines.items)
        if (!line["id"].words.empty()) ids.insert(line["id"].words);
    return ids;
}

TEST(json_writer, writes_what_a_reader_reads) {
    detail::json_writer out;
    out.begin_object();
    out.member("a \"b\" \\ \n \x01", "</script> \xC3\xA9");
    out.key("list").begin_list();
    out.count(7);
    out.number(-0.1, 17);
    out.number(INFINITY);
    out.boolean(true);
    out.begin_list();
    out.end_list();
    out.begin_object();
    out.end_object();
    out.end_list();
    out.key("last").null();
    out.end_object();
    const json read = read_json(out.take());
    EXPECT_EQ(read["a \"b\" \\ \n \x01"].words, "</script> \xC3\xA9");
    ASSERT_EQ(read["list"].size(), 6);
    EXPECT_EQ(read["list"][0].value, 7);
    EXPECT_EQ(read["list"][1].value, -0.1);
    EXPECT_EQ(read["list"][2].words, "Infinity");
    EXPECT_EQ(read["list"][3].value, 1);
    EXPECT_EQ(read["list"][4].kind, json::list);
    EXPECT_EQ(read["list"][5].kind, json::object);
    EXPECT_TRUE(read["last"].is_null());
}

TEST(page_data, groups_variants_by_name) {
    const json page = read_json(study::page_data("A \"title\"")
                                    .add("attend", attend)
                                    .add("other", attend_causally)
                                    .add("attend", [] { return heed::test::attended; })
                                    .json());
    EXPECT_EQ(page["title"].words, "A \"title\"");
    ASSERT_EQ(page["kernels"].size(), 2);
    EXPECT_EQ(page["kernels"][0]["name"].words, "attend");
    ASSERT_EQ(page["kernels"][0]["variants"].size(), 2);
    EXPECT_EQ(page["kernels"][0]["variants"][0]["label"].words, "query 5, d_k 3, key 7, d_v 2");
    EXPECT_EQ(page["kernels"][0]["variants"][1]["label"].words, "query 64, d_k 32, key 64");
    EXPECT_EQ(page["kernels"][1]["variants"].size(), 1);
    EXPECT_TRUE(page["kernels"][1]["variants"][0]["machine"].is_null());
}

TEST(page_data, has_the_names_of_the_user) {
    const json v = variant_of(labelled());
    EXPECT_EQ(v["formula"].words, "softmax(Q * transpose(K) / sqrt(3)) * V");
    EXPECT_EQ(v["tree"][8]["label"].words, "V: float");
    EXPECT_EQ(v["maps"][0]["rows"][4].words, "e");
    EXPECT_EQ(v["maps"][0]["columns"][0].words, "the 1st");
    EXPECT_EQ(v["maps"][0]["columns"][6].words, "\"7\"");
    EXPECT_EQ(v["maps"][0]["query_name"].words, "Q");
    EXPECT_EQ(variant_of(attend)["formula"].words, "softmax(A * transpose(B) / sqrt(3)) * C");
    EXPECT_THROW(variant_of(attend, {.leaves = "X"}), std::invalid_argument);
    EXPECT_THROW(variant_of(attend, {.leaves = "Q K V W"}), std::invalid_argument);
}

std::string text_of(const json& lines) {
    std::string text;
    for (const json& line : lines.items) text += line["text"].words + '\n';
    return text;
}

/// Several results are the children of one node; what is used twice is one node with the name that the formula gives
/// it.
TEST(page_data, has_several_results) {
    const auto slopes = [] {
        return vjp(
            Q, [](const auto& q, const auto& k) { return softmax(q * transpose(k)) * k; }, Q, K);
    };
    const json v = variant_of(slopes, {.leaves = "Q K"});
    EXPECT_EQ(v["root"].value, 0);
    EXPECT_EQ(v["tree"][0]["label"].words, "2 results");
    ASSERT_EQ(v["tree"][0]["children"].size(), 2);
    std::vector<int> uses(v["tree"].size());
    for (const json& n : v["tree"].items)
        for (const json& child : n["children"].items) ++uses[static_cast<std::size_t>(child.value)];
    int named = 0;
    for (std::size_t id = 1; id < uses.size(); ++id) {
        const std::string& label = v["tree"][id]["label"].words;
        const std::size_t at = label.find("  s");
        EXPECT_EQ(uses[id] > 1, at != label.npos) << label;
        if (at == label.npos) continue;
        ++named;
        EXPECT_NE(v["formula"].words.find(", " + label.substr(at + 2) + " = "), std::string::npos) << label;
    }
    EXPECT_GT(named, 1);
    EXPECT_NE(text_of(v["loops"]).find("result2("), std::string::npos);
    EXPECT_EQ(v["maps"][0]["rows"].size(), 5);
    EXPECT_EQ(v["tensors"].size(), 2);
}

/// Loops, source and costs are those of study, with names A, B, C.
template <class F>
void expect_as_study_has_it(const F& f) {
    const json v = variant_of([&] { return f; });
    const auto nest = study::loop_nest(f);
    std::string_view rest = nest.view();
    for (const json& line : v["loops"].items) {
        const std::string_view expected = rest.substr(0, rest.find('\n'));
        std::string spelled = std::string(4 * static_cast<std::size_t>(line["depth"].value), ' ') + line["text"].words;
        if (!line["remark"].words.empty()) {
            spelled.resize(std::max(spelled.size() + 1, detail::remark_column), ' ');
            spelled += line["remark"].words;
        }
        EXPECT_EQ(spelled, expected);
        rest.remove_prefix(expected.size() + 1);
    }
    EXPECT_TRUE(rest.empty());

    EXPECT_EQ(text_of(v["source"]), study::emit(f, {.name = "kernel", .main = false}));
    EXPECT_EQ(text_of(v["vector"]), study::emit(f, {.name = "kernel", .form = study::form::vector, .main = false}));

    const study::costs c = study::cost(f);
    EXPECT_EQ(v["cost"]["flops"].value, static_cast<double>(c.flops));
    EXPECT_EQ(v["cost"]["naive"]["temporaries"].value, static_cast<double>(c.naive.temporaries));
    double flops = 0, exps = 0, others = 0, of_indices = 0;
    for (const json& row : v["cost_rows"].items) {
        flops += row["flops"].value;
        exps += row["exp"].value;
        others += row["other"].value;
        of_indices += row["indices"].value;
    }
    EXPECT_EQ(flops, static_cast<double>(c.flops));
    EXPECT_EQ(exps, static_cast<double>(c.exp));
    EXPECT_EQ(others, static_cast<double>(c.transcendentals));
    EXPECT_EQ(of_indices, static_cast<double>(c.index_operations));
    EXPECT_EQ(v["cost"]["computed_index_operations"].value, static_cast<double>(c.computed_index_operations));
}

/// Each loop of the nest is in the tree and the other way round; each that computes is in the source.
template <class F>
void expect_linked(const F& f) {
    const json v = variant_of([&] { return f; });
    const std::set<std::string> loops = ids_of(v["loops"]), source = ids_of(v["source"]), vector = ids_of(v["vector"]);
    std::set<std::string> tree;
    std::size_t children = 0;
    for (const json& node : v["tree"].items) {
        for (const json& id : node["loops"].items) tree.insert(id.words);
        children += node["children"].size();
        for (const json& child : node["children"].items) EXPECT_LT(child.value, static_cast<double>(v["tree"].size()));
    }
    EXPECT_EQ(children + 1, v["tree"].size());
    EXPECT_EQ(tree, loops);
    for (const std::string& id : loops) {
        const bool is_copy = id.ends_with(".read") && source.count(id.substr(0, id.size() - 4) + "fold") == 0;
        EXPECT_TRUE(is_copy || source.count(id) == 1) << id;
    }
    for (const std::string& id : source) EXPECT_EQ(loops.count(id), 1) << id;
    for (const std::string& id : source) EXPECT_EQ(vector.count(id), 1) << id;
    for (const std::string& id : vector) EXPECT_EQ(loops.count(id), 1) << id;
    for (const json& row : v["cost_rows"].items) {
        EXPECT_FALSE(row["node"].is_null()) << row["operation"].words;
        for (const json& id : row["loops"].items) EXPECT_EQ(loops.count(id.words), 1);
    }
}

TEST(page_data, shows_what_study_shows) {
    expect_as_study_has_it(heed::test::attended);
    expect_as_study_has_it(heed::test::kept);
}

TEST(page_data, links_what_becomes_of_a_formula) {
    using namespace heed::test;
    expect_linked(attended);
    expect_linked(masked);
    expect_linked(kept);
    expect_linked(chain);
    expect_linked(inverted);
    expect_linked(sum(tanh(A)));
    expect_linked(multi_head);
}

TEST(page_data, attributes_nodes_to_loops) {
    const json v = variant_of(labelled());
    const auto loops_of = [&](std::size_t node) {
        std::string words;
        for (const json& id : v["tree"][node]["loops"].items) words += id.words + ' ';
        return v["tree"][node]["label"].words + ": " + words;
    };
    EXPECT_EQ(loops_of(0), "product over key: k0.values k0.write ");
    EXPECT_EQ(loops_of(1), "softmax over key: k0.blocks k0.weights ");
    EXPECT_EQ(loops_of(2), "/: k0.scores ");
    EXPECT_EQ(loops_of(4), "Q: float: k0.read ");
    EXPECT_EQ(loops_of(8), "V: float: k0.values ");
}

/// Parts of loops in the order in which each is seen last: what encloses the others (blocks of keys, tiles) is left
/// out, as texts open it at places of their own.
class order_of_loops {
public:
    void see(const std::string& id) {
        if (id.empty() || id.ends_with(".blocks") || id.ends_with(".tiles")) return;
        std::erase(seen_, id);
        seen_.push_back(id);
    }
    std::vector<std::string> without(const std::string& part) const {
        std::vector<std::string> rest;
        for (const std::string& id : seen_)
            if (!id.ends_with("." + part)) rest.push_back(id);
        return rest;
    }
    const std::vector<std::string>& all() const { return seen_; }

private:
    std::vector<std::string> seen_;
};
template <class F>
order_of_loops order_in_nest(const F&) {
    const auto view = detail::study_view_of<F>();
    detail::marked_text nest;
    detail::loop_nest_writer(nest, view).run();
    order_of_loops order;
    for (const auto& line : nest.lines()) order.see(detail::words_from([&](auto& o) { add_loop_id(o, line.loop); }));
    return order;
}
template <class F>
order_of_loops order_in_emitted(const F& f, study::form form) {
    order_of_loops order;
    for (const detail::loop_id& id :
         detail::emitted::file_of<float>(detail::emitted::source_of<float>(f), {.form = form, .main = false}).loops)
        order.see(detail::words_from([&](auto& o) { add_loop_id(o, id); }));
    return order;
}
template <class F>
std::string emitted_in_registers(const F& f) {
    return detail::emitted::file_of<float>(detail::emitted::source_of<float>(f),
                                           {.form = study::form::vector, .main = false})
        .text;
}

/// What study::loop_nest shows and what study::emit writes are the same loops in the same order, in all skeletons.
TEST(loops, have_one_order_in_the_nest_and_in_emitted_programs) {
    static const tensor<float, 64, 32> X, keys, values;
    static const tensor<float, 1, 32> one;
    static const tensor<float, 3, 32> few;
    static const matrix<float, 32, 32> W;
    const auto expect_same = [](const char* name, const auto& f) {
        const order_of_loops nest = order_in_nest(f);
        EXPECT_FALSE(nest.all().empty()) << name;
        EXPECT_EQ(order_in_emitted(f, study::form::vector).all(), nest.all()) << name;
        EXPECT_EQ(order_in_emitted(f, study::form::plain).all(), nest.all()) << name;
    };
    expect_same("stream", softmax(X * transpose(keys) / sqrt(32_c)) * values);
    expect_same("stream with a mask", attention(X, X, X, causal));
    expect_same("stream of one query", softmax(one * transpose(keys) / sqrt(32_c)) * values);
    expect_same("stream of few queries", softmax(few * transpose(keys) / sqrt(32_c)) * values);
    expect_same("product", gelu(X * W + 1));
    expect_same("rows", softmax(X + X));
    expect_same("reduce", logsumexp(X) / 2);
    expect_same("map", tanh(X) + X);
    expect_same("inverse", inverse(W + 1) * W);
}

/// Where they differ, which docs/study.md names ("What the emitted program does not have").
TEST(loops, differ_where_study_says) {
    static const matrix<float, 300, 300> G, H;
    const auto wide = G * H;  // the first block of rows copies panels beside its sums, the others fetch what comes next
    EXPECT_EQ(order_in_nest(wide).all(), (std::vector<std::string>{"k0.sums"}));
    EXPECT_EQ(order_in_emitted(wide, study::form::vector).all(), order_in_nest(wide).all());
    EXPECT_EQ(order_in_emitted(wide, study::form::plain).all(), order_in_nest(wide).all());
    EXPECT_NE(emitted_in_registers(wide).find("prefetch"), std::string::npos);
    const auto turned = G * transpose(H);  // panels are copied: the plain form reads the operand as it lies
    EXPECT_EQ(order_in_nest(turned).all(), (std::vector<std::string>{"k0.read", "k0.sums"}));
    EXPECT_EQ(order_in_emitted(turned, study::form::vector).all(), order_in_nest(turned).all());
    EXPECT_EQ(order_in_emitted(turned, study::form::plain).all(), order_in_nest(turned).without("read"));
}

/// Few queries: the same order of loops, the same groups of keys, and no prefetches, which hide the order of memory.
TEST(loops, of_few_queries_are_emitted_as_they_run) {
    static const tensor<float, 192, 32> keys;
    static const tensor<float, 3, 32> few;
    const auto f = softmax(few * transpose(keys)) * keys;
    const std::string nest(study::loop_nest(f).view()), emitted = emitted_in_registers(f);
    const std::string group = std::to_string(detail::vector_bytes / sizeof(float));
    EXPECT_LT(nest.find("for k[192] by 64"), nest.find("for q in tile")) << "queries share a block of keys";
    const std::size_t block = emitted.find("for (int first = 0; first < 192; first += 64)");
    EXPECT_LT(block, emitted.find("for (int row = 0; row < 3; ++row)", block));
    EXPECT_NE(nest.find("for k in block by " + group), std::string::npos);
    EXPECT_NE(emitted.find("for (int key = 0; key < 64; key += " + group + ')'), std::string::npos);
    EXPECT_EQ(emitted.find("prefetch"), std::string::npos);
}

void expect_near(const json& found, double expected, double tolerance = 1e-7) {
    ASSERT_EQ(found.kind, json::number);
    EXPECT_NEAR(found.value, expected, tolerance);
}

TEST(maps, are_the_numbers_of_the_formula) {
    const json m = variant_of(labelled())["maps"][0];
    const auto scores = evaluate_as<double>(Q * transpose(K) / sqrt(dim<d_k>(K)));
    const auto weights = evaluate_as<double>(softmax(Q * transpose(K) / sqrt(dim<d_k>(K))));
    const auto output = evaluate_as<double>(attend());
    EXPECT_NEAR(m["scale"].value, 1 / std::sqrt(3.0), 1e-15);
    ASSERT_EQ(m["chain"].size(), 1);
    EXPECT_EQ(m["chain"][0]["text"].words, "/ sqrt(3)");
    for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t j = 0; j < 7; ++j) {
            double product = 0;
            for (std::size_t d = 0; d < 3; ++d) product += m["queries"][i][d].value * m["keys"][j][d].value;
            expect_near(m["product"][i][j], product);
            expect_near(m["scores"][i][j], scores(i, j));
            expect_near(m["chain"][0]["values"][i][j], scores(i, j));
            expect_near(m["weights"][i][j], weights(i, j));
        }
        for (std::size_t e = 0; e < 2; ++e) expect_near(m["output"][i][e], output(i, e));
    }
    expect_near(m["values"][6][1], V(6, 1));
}

TEST(maps, have_nothing_where_a_mask_is) {
    const json m = variant_of(attend_causally)["maps"][0];
    EXPECT_EQ(m["chain"][0]["text"].words, "/ 2");
    EXPECT_EQ(m["chain"][1]["text"].words, "where k <= q");
    EXPECT_EQ(m["scale"].value, 0.5);
    for (std::size_t i = 0; i < 5; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < 7; ++j) {
            EXPECT_EQ(m["scores"][i][j].is_null(), j > i);
            EXPECT_EQ(m["weights"][i][j].is_null(), j > i);
            EXPECT_FALSE(m["product"][i][j].is_null());
            sum += m["weights"][i][j].value;
        }
        EXPECT_NEAR(sum, 1, 1e-8);
    }
}

/// Minus infinity is masked whoever says it; NaN and infinity are numbers that went wrong, and 0 is a score.
TEST(maps, tell_nan_and_infinity_from_masked) {
    constexpr double none = -INFINITY;
    static const matrix<double, 3, 3> scores{{0, 1, none}, {NAN, 0, 1}, {INFINITY, 0, none}};
    static const matrix<double, 3, 1> ones{{1}, {1}, {1}};
    const json m = variant_of([] { return softmax(scores + 0) * ones; })["maps"][0];
    EXPECT_EQ(m["scores"][0][0].kind, json::number);
    EXPECT_NEAR(m["weights"][0][0].value, 1 / (1 + std::exp(1.0)), 1e-8);
    EXPECT_TRUE(m["scores"][0][2].is_null());
    EXPECT_TRUE(m["weights"][2][2].is_null());
    EXPECT_EQ(m["scores"][1][0].words, "NaN");
    EXPECT_EQ(m["scores"][2][0].words, "Infinity");
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(m["weights"][1][j].words, "NaN");
}

TEST(maps, are_one_a_head) {
    static const auto X = filled<tensor<float, query[4], 6>>(0.9);
    static const auto W = filled<tensor<float, 9, 6, 2>>(0.4);
    static const auto Wo = filled<tensor<float, 6, 3>>(0.2);
    const auto by_concat = [] {
        return concat(heads<3>([](auto h) { return attention(X * W[h], X * W[h + 3_c], X * W[h + 6_c]); })) * Wo;
    };
    const json separate = variant_of(by_concat)["maps"];
    ASSERT_EQ(separate.size(), 3);
    EXPECT_EQ(separate[1]["title"].words, "head 2");
    const tensor head = evaluate_as<double>(attention(X * W[1_c], X * W[4_c], X * W[7_c]));
    expect_near(separate[1]["output"][3][1], head(3, 1));

    static const auto B = filled<tensor<float, 2, 3, 4, 5>>(0.6);
    const json batched = variant_of([] { return softmax(B * transpose(B)) * B; })["maps"];
    ASSERT_EQ(batched.size(), 6);
    EXPECT_EQ(batched[4]["title"].words, "batch 2, head 2");
    const auto output = evaluate_as<double>(softmax(B * transpose(B)) * B);
    expect_near(batched[4]["output"][3][2], output(1, 1, 3, 2));
}

TEST(maps, know_formulas_with_tokens_in_columns) {
    static const auto q = filled<tensor<float, d_k[3], query[5]>>(0.7),
                      k = filled<tensor<float, d_k[3], query[5]>>(1.1);
    static const auto v = filled<tensor<float, d_v[2], query[5]>>(0.3);
    const json maps = variant_of([] { return v * softmax<0>(transpose(k) * q); })["maps"];
    ASSERT_EQ(maps.size(), 1);
    const auto weights = evaluate_as<double>(softmax<0>(transpose(k) * q));
    const auto output = evaluate_as<double>(v * softmax<0>(transpose(k) * q));
    for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t j = 0; j < 5; ++j) expect_near(maps[0]["weights"][i][j], weights(j, i));
        expect_near(maps[0]["output"][i][1], output(1, i));
    }
}

TEST(maps, are_left_out_where_they_are_too_large) {
    static const tensor<float, 65, 4> large;
    EXPECT_TRUE(variant_of([] { return softmax(large * transpose(large)) * large; })["maps"].is_null());
    EXPECT_TRUE(variant_of([] { return transpose(Q); })["maps"].is_null());
    static const auto medium = filled<tensor<float, 40, 4>>(0.5);
    const json maps = variant_of([] { return softmax(medium * transpose(medium)) * medium; })["maps"];
    ASSERT_EQ(maps.size(), 1);
    EXPECT_EQ(maps[0]["scores"].size(), 40);
    EXPECT_TRUE(maps[0]["product"].is_null());
    const auto weights = evaluate_as<double>(softmax(medium * transpose(medium)));
    expect_near(maps[0]["weights"][39][7], weights(39, 7), 1e-4);
}

const auto long_Q = filled<tensor<float, query[100], d_k[3]>>(0.7);
const auto long_K = filled<tensor<float, key[300], d_k[3]>>(1.1);
const auto long_V = filled<tensor<float, key[300], d_v[2]>>(0.3);

/// The tiles that are drawn are those that are counted, and each is what its elements say.
TEST(page_data, draws_the_tiles_of_a_mask) {
    const auto see = [] {
        using heed::index::k;
        using heed::index::q;
        return softmax(where(k <= q && q - k < 70, long_Q * transpose(long_K) / 2)) * long_V;
    };
    const json variant = variant_of(see);
    const json& tiles = variant["tiles"][0];
    const auto size_of = [&](const char* name) { return static_cast<std::size_t>(tiles[name].value); };
    const std::size_t queries = size_of("queries_of_tile"), keys = size_of("keys_of_block");
    std::size_t all = 0, skipped = 0;
    for (std::size_t i = 0; i < tiles["rows"].items.size(); ++i)
        for (std::size_t j = 0; j < tiles["rows"][i].words.size(); ++j, ++all) {
            std::size_t seen = 0, elements = 0;
            for (std::size_t q = i * queries; q < std::min<std::size_t>(100, (i + 1) * queries); ++q)
                for (std::size_t k = j * keys; k < std::min<std::size_t>(300, (j + 1) * keys); ++k, ++elements)
                    seen += k <= q && q - k < 70 ? 1 : 0;
            const char letter = tiles["rows"][i].words[j];
            if (letter == '-') {
                EXPECT_EQ(seen, 0) << i << ' ' << j;
            }
            if (letter == '#') {
                EXPECT_EQ(seen, elements) << i << ' ' << j;
            }
            skipped += letter == '-' ? 1 : 0;
        }
    EXPECT_EQ(static_cast<double>(all), variant["cost"]["score_tiles"].value);
    EXPECT_EQ(static_cast<double>(skipped), variant["cost"]["skipped_tiles"].value);
    EXPECT_GT(skipped, 0);
    EXPECT_TRUE(variant_of(attend)["tiles"].items.empty());
}

}  // namespace
