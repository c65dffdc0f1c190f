// SPDX-License-Identifier: BSL-1.0
// Reads JSON for tests: values in a tree, an exception where the text is not JSON.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace heed::test {

struct json {
    enum kind_type { null, boolean, number, text, list, object } kind = null;
    double value = 0;
    std::string words{};
    std::vector<json> items{};
    std::map<std::string, json> members{};

    const json& operator[](const std::string& key) const {
        const auto found = members.find(key);
        if (found == members.end()) throw std::runtime_error("no member " + key);
        return found->second;
    }
    const json& operator[](std::size_t i) const { return items.at(i); }
    std::size_t size() const { return items.size(); }
    bool is_null() const { return kind == null; }
};

class json_reader {
public:
    explicit json_reader(std::string_view text) : text_(text) {}

    json read() {
        json whole = value();
        skip_space();
        if (at_ != text_.size()) fail();
        return whole;
    }

private:
    [[noreturn]] void fail() const { throw std::runtime_error("no JSON at character " + std::to_string(at_)); }
    void skip_space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    }
    char next() {
        skip_space();
        if (at_ == text_.size()) fail();
        return text_[at_];
    }
    void expect(char c) {
        if (next() != c) fail();
        ++at_;
    }
    bool takes(std::string_view word) {
        if (text_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }

    json value() {
        json v;
        switch (next()) {
            case '{': read_object(v); break;
            case '[': read_list(v); break;
            case '"':
                v.kind = json::text;
                v.words = string();
                break;
            default: read_word(v);
        }
        return v;
    }
    void read_word(json& v) {
        if (takes("null")) return;
        if (takes("true") || takes("false")) {
            v.kind = json::boolean;
            v.value = text_[at_ - 2] == 'u';
            return;
        }
        const std::string rest(text_.substr(at_, 40));
        char* end = nullptr;
        v.kind = json::number;
        v.value = std::strtod(rest.c_str(), &end);
        if (end == rest.c_str() || rest[0] == '+' || rest[0] == 'n' || rest[0] == 'i') fail();
        at_ += static_cast<std::size_t>(end - rest.c_str());
    }
    void read_list(json& v) {
        v.kind = json::list;
        expect('[');
        if (next() != ']') do
                v.items.push_back(value());
            while (comma());
        expect(']');
    }
    void read_object(json& v) {
        v.kind = json::object;
        expect('{');
        if (next() != '}') do {
                next();
                const std::string key = string();
                expect(':');
                if (!v.members.emplace(key, value()).second) fail();
            } while (comma());
        expect('}');
    }
    bool comma() {
        if (next() != ',') return false;
        ++at_;
        return true;
    }
    std::string string() {
        std::string words;
        if (text_[at_++] != '"') fail();
        while (at_ < text_.size() && text_[at_] != '"') {
            char c = text_[at_++];
            if (static_cast<unsigned char>(c) < 32) fail();
            if (c == '\\') c = escaped();
            words += c;
        }
        if (at_ == text_.size()) fail();
        ++at_;
        return words;
    }
    char escaped() {
        const char c = at_ < text_.size() ? text_[at_++] : '\0';
        if (c == '"' || c == '\\') return c;
        if (c != 'u' || at_ + 4 > text_.size()) fail();
        const std::string code(text_.substr(at_, 4));
        at_ += 4;
        return static_cast<char>(std::strtol(code.c_str(), nullptr, 16));
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

inline json read_json(std::string_view text) { return json_reader(text).read(); }

}  // namespace heed::test
