// SPDX-License-Identifier: BSL-1.0
// Lengths that are known at run time only, in emitted functions: arguments. Loops are written down with primes in the
// place of lengths, as plans have them; here the numbers in their text become the arguments. Arrays whose sizes lengths
// are in become parts of one piece of memory.
#pragma once

#include <heed/shape/length_list.hpp>
#include <heed/study/emit_text.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

class length_arguments {
public:
    length_arguments() = default;
    /// Each prime in `primes` once, with the name of its length.
    length_arguments(const length_list& primes, const std::vector<std::string>& wanted) : primes_(primes) {
        for (const std::string& name : wanted) names_.push_back(as_identifier(name));
    }

    bool empty() const { return primes_.empty(); }
    const length_list& primes() const { return primes_; }

    /// Names of arguments are those of lengths; numbers of the function that loops compare with begin with n_.
    void claim(names& taken) {
        for (std::string& name : names_) {
            while (!taken.is_free(name) || !taken.is_free("n_" + name)) name += '_';
            taken.claim(name);
            taken.claim("n_" + name);
        }
        if (!empty())
            for (const char* word : {"memory", "malloc", "free", "abort", "size_t", "memset"}) taken.claim(word);
    }

    /// "size_t query, size_t key, "
    std::string parameters(const dialect& language) const {
        std::string text;
        for (const std::string& name : names_) text += std::string(language.standard) + "size_t " + name + ", ";
        return text;
    }
    const std::vector<std::string>& arguments() const { return names_; }

    /// Text in which every number that lengths are in is made of these: whole numbers, and those of the function.
    std::string in_arguments(const std::string& text, const dialect& language, const std::string& real,
                             const char* before = "n_") const {
        std::string out;
        for (std::size_t at = 0; at < text.size();) {
            const bool is_inside = at > 0 && (is_letter(text[at - 1]) || is_digit(text[at - 1]) || text[at - 1] == '.');
            if (is_inside || !is_digit(text[at])) {
                out += text[at++];
                continue;
            }
            std::size_t end = at;
            while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]) || text[end] == '.')) ++end;
            out += number_in_arguments(text.substr(at, end - at), out, language, real, before);
            at = end;
        }
        return out;
    }

    /// A function that was written with primes: its lines, with memory for what lengths say how long it is.
    std::string function(const std::string& text, const dialect& language, const std::string& real) const {
        std::string lines, taken;
        const std::size_t head = text.find("{\n") + 2, end = text.rfind('}');
        for (std::size_t begin = head, next = 0; begin < end; begin = next) {
            next = text.find('\n', begin) + 1;
            const std::string line = text.substr(begin, next - begin);
            const array a = array_of(line, real);
            if (a.elements == 0) {
                lines += in_arguments(line, language, real);
                continue;
            }
            const std::string size = in_arguments(std::to_string(a.elements), language, real, "");
            lines += a.indent + real + "* const " + a.name + " = memory" + (taken.empty() ? "" : " + " + taken) + ";\n";
            if (a.is_zero)
                lines +=
                    a.indent + language.standard + "memset(" + a.name + ", 0, sizeof(" + real + ") * " + size + ");\n";
            taken = sum_of(taken, size);
        }
        std::string first, last;
        for (const std::string& name : names_) {
            if (!has_word(lines, "n_" + name)) continue;
            first += "    const int n_" + name + " = " +
                     (language.respells ? "static_cast<int>(" + name + ')' : "(int)" + name) + ";\n";
        }
        if (!taken.empty()) {
            const std::string call =
                std::string(language.standard) + "malloc(sizeof(" + real + ") * (" + taken + " + 1))";
            first += "    " + real + "* const memory = " +
                     (language.respells ? "static_cast<" + real + "*>(" + call + ')' : '(' + real + "*)" + call) +
                     ";\n    if (!memory) " + language.standard + "abort();\n";
            last = std::string("    ") + language.standard + "free(memory);\n";
        }
        return text.substr(0, head) + first + lines + last + text.substr(end);
    }

private:
    struct array {
        std::string indent, name;
        std::size_t elements = 0;  ///< 0: a line is none, or lengths are not in its size
        bool is_zero = false;
    };
    /// "    static float weights[1022117];"
    array array_of(const std::string& line, const std::string& real) const {
        array a;
        const std::size_t words = line.find_first_not_of(' ');
        if (words == std::string::npos) return a;
        a.indent = line.substr(0, words);
        std::size_t at = words;
        if (line.compare(at, 7, "static ") == 0) at += 7;
        if (line.compare(at, real.size() + 1, real + ' ') != 0) return a;
        at += real.size() + 1;
        const std::size_t open = line.find('[', at), close = line.find(']', at);
        if (open == std::string::npos || close == std::string::npos) return a;
        a.name = line.substr(at, open - at);
        const std::string size = line.substr(open + 1, close - open - 1), rest = line.substr(close + 1);
        a.is_zero = rest == " = {0};\n" || rest == " = {};\n";
        const bool is_array = a.name.find_first_of(" =*(") == std::string::npos && (rest == ";\n" || a.is_zero) &&
                              size.find_first_not_of("0123456789") == std::string::npos;
        if (is_array && !is_static_size(std::stoull(size), primes_)) a.elements = std::stoull(size);
        return a;
    }

    std::string number_in_arguments(const std::string& token, const std::string& text_before, const dialect& language,
                                    const std::string& real, const char* before) const {
        const std::size_t digits = std::min(token.find_first_not_of("0123456789"), token.size());
        const std::string behind = token.substr(digits);
        const bool is_real = behind == ".0" || behind == ".0f";
        if (digits > 18 || (!behind.empty() && !is_real)) return token;
        const length_product product(std::stoull(token.substr(0, digits)), primes_);
        if (product.is_static) return token;
        std::string words;
        std::size_t factors = 0;
        for (std::size_t i = 0; i < primes_.size(); ++i)
            for (unsigned char p = 0; p < product.power[i]; ++p) {
                words += (words.empty() ? "" : " * ") + (before + names_[i]);
                ++factors;
            }
        if (product.factor != 1) words += " * " + std::to_string(product.factor);
        const bool is_product = factors > 1 || product.factor != 1;
        if (is_real && language.respells) return "static_cast<" + real + ">(" + words + ')';
        if (is_real) return '(' + real + ')' + (is_product ? '(' + words + ')' : words);
        const std::size_t last = text_before.find_last_not_of(' ');
        const char sign = last == std::string::npos ? ' ' : text_before[last];
        return is_product && (sign == '*' || sign == '/' || sign == '%' || sign == ')') ? '(' + words + ')' : words;
    }

    length_list primes_{};
    std::vector<std::string> names_{};
};

}  // namespace heed::detail::emitted
