// SPDX-License-Identifier: BSL-1.0
// Text to the pieces of BERT's vocabulary: words in lower case without accents, marks apart, each word by its longest
// pieces from the left (WordPiece, Wu et al. 2016). Needs ICU.
#pragma once

#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace bert {

class pieces {
public:
    /// vocab.txt, a piece a line; in lower case unless tokenizer_config.json says otherwise.
    /// errors  std::runtime_error where a file cannot be read, or vocab.txt has no [UNK], [CLS] or [SEP]
    explicit pieces(const std::string& folder) {
        std::ifstream in(folder + "/vocab.txt"), options(folder + "/tokenizer_config.json");
        if (!in || in.peek() == EOF) throw std::runtime_error(folder + "/vocab.txt: cannot be read");
        for (std::string line; std::getline(in, line); texts_.push_back(line)) {
            if (line.ends_with('\r')) line.pop_back();
            ids_[line] = static_cast<std::int32_t>(texts_.size());
        }
        for (auto [piece, id] : {std::pair{"[UNK]", &unknown_}, {"[CLS]", &first_}, {"[SEP]", &last_}}) {
            if (!ids_.contains(piece)) throw std::runtime_error(folder + "/vocab.txt: has no piece " + piece);
            *id = ids_[piece];
        }
        if (!options) return;
        const nlohmann::json said = nlohmann::json::parse(options, nullptr, false);
        if (!said.is_object() || !said.value("do_lower_case", nlohmann::json(true)).is_boolean())
            throw std::runtime_error(folder +
                                     "/tokenizer_config.json: needs an object, and true or false for do_lower_case");
        lower_case_ = said.value("do_lower_case", true);
    }

    std::size_t size() const { return texts_.size(); }
    const std::string& text(std::int32_t id) const { return texts_[static_cast<std::size_t>(id)]; }

    /// [CLS], the pieces of the text, as many as there is room for, [SEP].
    std::vector<std::int32_t> of(const std::string& text, std::size_t most) const {
        std::vector<std::int32_t> ids{first_};
        for (const icu::UnicodeString& word : words(text))
            word.countChar32() > 100 ? ids.push_back(unknown_) : add_word(word, ids);  // as BERT has it
        if (ids.size() + 1 > most) ids.resize(most - 1);
        ids.push_back(last_);
        return ids;
    }

private:
    static bool is_mark(UChar32 c) {
        return (c > 32 && c < 127 && !u_isalnum(c)) || u_ispunct(c);  // of ASCII also $ + < = > ^ ` | ~
    }
    static bool is_ideograph(UChar32 c) {
        return (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
               (c >= 0x20000 && c <= 0x2CEAF) || (c >= 0x2F800 && c <= 0x2FA1F);
    }
    static bool is_space(UChar32 c) { return c == 9 || c == 10 || c == 13 || (U_GET_GC_MASK(c) & U_GC_Z_MASK) != 0; }
    static bool is_left_out(UChar32 c) { return c == 0xFFFD || (U_GET_GC_MASK(c) & U_GC_C_MASK) != 0; }

    std::vector<icu::UnicodeString> words(const std::string& text) const {
        std::vector<icu::UnicodeString> all;
        icu::UnicodeString from = icu::UnicodeString::fromUTF8(text);
        UErrorCode error = U_ZERO_ERROR;
        if (lower_case_)
            from = icu::Normalizer2::getNFDInstance(error)->normalize(from.toLower(icu::Locale::getRoot()), error);
        if (U_FAILURE(error)) throw std::runtime_error(std::string("ICU: ") + u_errorName(error));
        bool in_word = false;
        for (std::int32_t i = 0; i < from.length(); i = from.moveIndex32(i, 1)) {
            const UChar32 c = from.char32At(i);
            const bool space = is_space(c), alone = is_mark(c) || is_ideograph(c);
            if (!space && (is_left_out(c) || (lower_case_ && u_charType(c) == U_NON_SPACING_MARK))) continue;
            if (!space && (alone || !in_word)) all.emplace_back();
            if (!space) all.back().append(c);
            in_word = !space && !alone;
        }
        return all;
    }

    void add_word(const icu::UnicodeString& word, std::vector<std::int32_t>& ids) const {
        const std::size_t before = ids.size();
        auto found = ids_.end();
        for (std::int32_t begin = 0, end = 0; begin < word.length(); begin = end) {
            for (end = word.length(); end > begin; end = word.moveIndex32(end, -1)) {
                std::string piece(begin > 0 ? "##" : "");
                found = ids_.find(word.tempSubStringBetween(begin, end).toUTF8String(piece));
                if (found != ids_.end()) break;
            }
            if (found == ids_.end()) {
                ids.resize(before);
                return ids.push_back(unknown_);
            }
            ids.push_back(found->second);
        }
    }

    bool lower_case_ = true;
    std::int32_t unknown_ = 0, first_ = 0, last_ = 0;
    std::vector<std::string> texts_;
    std::unordered_map<std::string, std::int32_t> ids_;
};

}  // namespace bert
