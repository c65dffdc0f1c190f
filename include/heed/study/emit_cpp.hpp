// SPDX-License-Identifier: BSL-1.0
// Statements of emitted C as C++20: casts, constants, copies of bits, references to arrays, functions of std.
#pragma once

#include <heed/study/emit_words.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

/// Respells one line of code at a time. It reads what the writers of study write, not all of C: a cast is a type in
/// brackets, `x y[n]` in brackets is an array that a function takes.
class cpp_speller {
public:
    static std::string statement(std::string code) {
        code = replaced(code, "static ALIGNED ", "ALIGNED static ");
        if (begins_with(code, "typedef ")) return alias(code);
        if (const std::string copy = copied_bits(code); !copy.empty()) return copy;
        for (const char* start : {"const int is_", "static int is_"})
            if (begins_with(code, start)) code.replace(code.find("int"), 3, "bool");
        if (is_constant(code)) code.replace(code.find("const "), 5, "constexpr");
        return cpp_speller(code).spelled();
    }
    /// C++ for a declaration and the statement after it, if they become one, or nothing.
    static std::string joined(const std::string& declaration, const std::string& code) {
        return declaration.empty() ? "" : copied_bits(code, declaration);
    }

private:
    explicit cpp_speller(const std::string& code) : code_(code) {}

    static bool is_word(char c) { return is_letter(c) || is_digit(c); }

    // Whole statements.

    /// typedef float floats_4 __attribute__((...)): the type, the name, what is special about it.
    static std::string alias(const std::string& code) {
        const std::size_t attribute = code.find(" __attribute__"), name = code.rfind(' ', attribute - 1) + 1;
        const std::string type = code.substr(8, name - 9);
        return "using " + code.substr(name, attribute - name) + " = " + type + code.substr(attribute);
    }

    /// memcpy(&to, &from, sizeof to), or nothing. With a declaration of `to` before it, both.
    static std::string copied_bits(const std::string& code, const std::string& declaration = "") {
        const std::size_t comma = code.find(", &"), last = code.rfind(", sizeof ");
        if (!begins_with(code, "memcpy(&") || comma == std::string::npos || last == std::string::npos) return "";
        const std::string to = code.substr(8, comma - 8), from = code.substr(comma + 3, last - comma - 3);
        if (code.substr(last) != ", sizeof " + to + ");") return "";
        std::string type = declaration.substr(0, declaration.rfind(' '));
        if (!is_number_type(type) || declaration != type + ' ' + to + ';') type.clear();
        if (type.empty() && !declaration.empty()) return "";
        return (type.empty() ? to : type + ' ' + to) + " = std::bit_cast<" +
               (type.empty() ? "decltype(" + to + ')' : type) + ">(" + cpp_speller(from).spelled() + ");";
    }

    /// Whether a statement declares numbers of which the compiler has all digits.
    static bool is_constant(const std::string& code) {
        const std::size_t type = begins_with(code, "static const ") ? 13 : begins_with(code, "const ") ? 6 : 0;
        const std::size_t after_name = code.find_first_of("=[(*", type);
        if (type == 0 || after_name == std::string::npos) return false;
        const std::size_t before_name = code.rfind(' ', code.find_last_not_of(' ', after_name - 1));
        if (before_name <= type || !is_number_type(code.substr(type, before_name - type))) return false;
        const cpp_speller rest(code);
        for (std::size_t i = code.find('='); i < code.size(); i = rest.token_end(i))
            if (is_letter(code[i]) && code.compare(rest.token_end(i), 2, " =") != 0) return false;
        return code.find('=') != std::string::npos;
    }

    // Types.

    static bool is_number_type(const std::string& words) {
        std::size_t begin = 0;
        while (begin < words.size()) {
            const std::size_t end = words.find(' ', begin) == std::string::npos ? words.size() : words.find(' ', begin);
            const std::string word = words.substr(begin, end - begin);
            bool found = false;
            for (const char* type : {"float", "double", "int", "unsigned", "signed", "char", "short", "long"})
                found = found || word == type;
            if (!found) return false;
            begin = end + 1;
        }
        return !words.empty();
    }
    /// floats_4, doubles_2, mask_of_4, counts_8.
    static bool is_register_type(const std::string& word) {
        for (const char* type : {"floats_", "doubles_", "mask_of_", "counts_"})
            if (begins_with(word, type))
                return word.find_first_not_of("0123456789", std::string(type).size()) == std::string::npos;
        return false;
    }

    // Tokens.

    std::size_t token_end(std::size_t i) const {
        const char c = code_[i];
        if (code_.compare(i, 2, "/*") == 0) return code_.find("*/", i) + 2;
        if (c == '"' || c == '\'') {
            for (++i; i < code_.size() && code_[i] != c; ++i)
                if (code_[i] == '\\') ++i;
            return i + 1;
        }
        if (is_letter(c)) {
            while (i < code_.size() && is_word(code_[i])) ++i;
            return i;
        }
        if (!is_digit(c)) return i + 1;
        const char exponent = code_.compare(i, 2, "0x") == 0 ? 'p' : 'e';
        for (++i; i < code_.size(); ++i)
            if (!is_word(code_[i]) && code_[i] != '.' &&
                !((code_[i] == '+' || code_[i] == '-') && code_[i - 1] == exponent))
                break;
        return i;
    }
    /// After the bracket that closes the one at i.
    std::size_t closed(std::size_t i) const {
        int depth = 0;
        for (; i < code_.size(); i = token_end(i)) {
            if (code_[i] == '(' || code_[i] == '[') ++depth;
            if ((code_[i] == ')' || code_[i] == ']') && --depth == 0) return i + 1;
        }
        return i;
    }
    /// The type of a cast that begins at i, or nothing.
    std::string cast_at(std::size_t i) const {
        if (code_[i] != '(' || (i > 0 && is_word(code_[i - 1]))) return "";
        const std::size_t end = code_.find(')', i);
        if (end == std::string::npos) return "";
        const std::string words = code_.substr(i + 1, end - i - 1);
        return is_number_type(words) || is_register_type(words) ? words : "";
    }
    /// After what a cast applies to: signs, a name or number or something in brackets, calls and indices.
    std::size_t operand_end(std::size_t i) const {
        while (code_[i] == '-' || code_[i] == '!' || code_[i] == '~' || code_[i] == '&') ++i;
        if (const std::string type = cast_at(i); !type.empty()) return operand_end(i + type.size() + 2);
        i = code_[i] == '(' ? closed(i) : token_end(i);
        while (i < code_.size() && (code_[i] == '[' || code_[i] == '(' || code_[i] == '.'))
            i = code_[i] == '.' ? token_end(i + 1) : closed(i);
        return i;
    }

    std::string spelled() {
        for (std::size_t i = 0; i < code_.size();) {
            if (const std::string type = cast_at(i); !type.empty())
                i = cast(type, i + type.size() + 2);
            else if (is_letter(code_[i]))
                i = word(i);
            else {
                const std::size_t end = token_end(i);
                depth_ += code_[i] == '(' ? 1 : code_[i] == ')' ? -1 : 0;
                out_ += code_.substr(i, end - i);
                i = end;
            }
        }
        return out_;
    }

    std::size_t cast(const std::string& type, std::size_t from) {
        const std::size_t end = operand_end(from);
        const bool in_brackets = code_[from] == '(' && closed(from) == end;
        const std::string operand =
            in_brackets ? code_.substr(from + 1, end - from - 2) : code_.substr(from, end - from);
        const std::string text = (is_register_type(type) ? "std::bit_cast<" : "static_cast<") + type + ">(" +
                                 cpp_speller(operand).spelled() + ')';
        if (!stands_in_brackets(end)) {
            out_ += text;
            return end;
        }
        out_.back() = text[0];
        out_ += text.substr(1);
        --depth_;
        return end + 1;
    }
    /// Whether what was written ends with a bracket that no call and no if needs, and that closes at `end`.
    bool stands_in_brackets(std::size_t end) const {
        if (out_.empty() || out_.back() != '(' || end >= code_.size() || code_[end] != ')') return false;
        const std::size_t before = out_.find_last_not_of(' ', out_.size() - 2);
        return out_.size() == 1 || before == std::string::npos ||
               std::string("(=<>+-*/,?:&|").find(out_[before]) != std::string::npos;
    }

    std::size_t word(std::size_t begin) {
        const std::size_t end = token_end(begin);
        const std::string name = code_.substr(begin, end - begin);
        const char next = end < code_.size() ? code_[end] : ' ';
        if (name == "struct" && code_.find('{') != code_.find(' ', end + 1) + 1) return end + 1;
        if (next == '[' && depth_ > 0 && is_declared(begin))
            out_ += "(&" + name + ')';
        else
            out_ += begin > 0 && code_[begin - 1] == '.' ? name : in_cpp(name, next);
        return end;
    }
    /// Whether a type is before the name at i.
    bool is_declared(std::size_t i) const {
        if (i < 2 || code_[i - 1] != ' ' || !is_word(code_[i - 2])) return false;
        std::size_t begin = i - 1;
        while (begin > 0 && is_word(code_[begin - 1])) --begin;
        const std::string before = code_.substr(begin, i - 1 - begin);
        return before != "sizeof" && before != "return";
    }
    static std::string in_cpp(const std::string& name, char next) {
        if (name == "INFINITY") return "infinity";
        if (name == "NAN") return "not_a_number";
        if (name == "INLINE") return "[[gnu::always_inline]] static inline";
        if (name == "ALIGNED") return "alignas(64)";
        if (next != '(') return name;
        if (name == "sqrtf") return "std::sqrt";
        if (name == "memcpy" || name == "printf") return "std::" + name;
        for (const char* f : functions_of_math_h)
            if (name == f) return "std::" + name;
        return name;
    }

    const std::string& code_;
    std::string out_{};
    int depth_ = 0;
};

}  // namespace heed::detail::emitted
