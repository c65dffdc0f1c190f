// SPDX-License-Identifier: BSL-1.0
// The encoder as a module of WebAssembly, for a page that runs it.
//
//   room(n), release(at)                        memory, where the page writes text and weights
//   open(weights, n, table, n)                  the two files of a model, which stay where they are; words of an error
//   encode(which, text, n)                      text 0 or 1, whose characters are normalised (NFKC); gives JSON
//   embedding(which)                            512 numbers of float32
//   map(which, layer)                           [4 heads x pieces x pieces] of float32: rows attend to columns
//   similarity()                                of both texts, the cosine of their embeddings
#include "../encoded_text.hpp"

#include "../../../docs/lab/json.hpp"
#include "../../../docs/lab/lab_module.hpp"

#include <array>
#include <cstddef>
#include <exception>
#include <optional>
#include <sstream>
#include <string>

namespace sentence_encoder {
namespace {

struct shown_text {
    encoded_text text;
    std::array<attention_map, 2> maps;
};

std::optional<model> trained;
std::optional<shown_text> texts[2];
std::string answer;

/// Calls f; gives what is wrong, or nothing.
template <class F>
std::string words_of_error_in(const F& f) {
    try {
        f();
    } catch (const std::exception& e) {
        return e.what();
    }
    return "";
}

/// The page has normalised the characters.
std::u32string unchanged(std::u32string text) { return text; }

void write(json_writer& out, const shown_text& t) {
    out.member("all", t.text.pieces_of_all);
    out.open_member("pieces", '[');
    for (const std::string_view label : t.text.labels) out.item(label);
    out.close(']');
    out.open_member("remarks", '[');
    for (const std::string& remark : remarks_on(t.text)) out.item(remark);
    out.close(']');
}

void encode_into(std::optional<shown_text>& to, const char* text, std::size_t bytes) {
    to.reset();
    encoded_text e = encoded_by(std::string(text, bytes), trained.value(), unchanged, encode);
    std::array<attention_map, 2> maps = attention_maps(e.values, trained->weights);
    to.emplace(shown_text{std::move(e), std::move(maps)});
}

}  // namespace
}  // namespace sentence_encoder

LAB_EXPORT(open)
const char* open_model(const unsigned char* weights, std::size_t bytes, const char* table, std::size_t length) {
    using namespace sentence_encoder;
    answer = words_of_error_in([&] {
        std::istringstream lines(std::string(table, length));
        trained.emplace(model_of(heed::safetensors("the weights of this page", weights, bytes), lines, "pieces.txt"));
    });
    return answer.c_str();
}

LAB_EXPORT(encode) const char* encode_text(int which, const char* text, std::size_t bytes) {
    using namespace sentence_encoder;
    std::optional<shown_text>& to = texts[which];
    const std::string error = words_of_error_in([&] { encode_into(to, text, bytes); });
    json_writer out;
    out.open('{');
    if (to)
        write(out, *to);
    else
        out.member("error", error);
    out.close('}');
    answer = out.take();
    return answer.c_str();
}

LAB_EXPORT(embedding) const float* embedding_of(int which) {
    return sentence_encoder::texts[which]->text.values.embedding.data();
}

LAB_EXPORT(map) const float* map_of(int which, int layer) {
    return sentence_encoder::texts[which]->maps[static_cast<std::size_t>(layer)].data();
}

LAB_EXPORT(similarity) float similarity_of_both() {
    using namespace sentence_encoder;
    heed::tensor<float, heed::dyn, width> embeddings(2);
    for (std::size_t i = 0; i < 2; ++i) embeddings[i] = texts[i]->text.values.embedding;
    return similarities(embeddings)(0, 1);
}
