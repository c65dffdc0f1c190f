// SPDX-License-Identifier: BSL-1.0
// Dynamic extents as arguments of emitted functions. Loops are recorded with the primes of the plan in place of
// lengths; here the numbers in their text are replaced by arguments. Arrays whose sizes depend on lengths become parts
// of one allocation.
#pragma once

#include <heed/shape/length_list.hpp>
#include <heed/study/emit/emit_leaves.hpp>
#include <heed/study/emit/emit_text.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heed::detail::emitted {

/// Sizes that must be equal, as text: "1019" and "1009 + 1013".
struct required_total {
    std::string whole, sum;
};

class length_arguments {
public:
    length_arguments() = default;
    /// `primes` has each prime once, `wanted` the names of their lengths. `sums` says as text how each length is
    /// computed that is not an argument, and is empty for others. Sums are not arguments. `required` are sizes that
    /// must be equal.
    length_arguments(const length_list& primes, const std::vector<std::string>& wanted, std::vector<std::string> sums,
                     std::vector<required_total> required)
        : primes_(primes), sums_(std::move(sums)), required_(std::move(required)) {
        for (const std::string& name : wanted) names_.push_back(as_identifier(name));
    }

    bool empty() const { return primes_.empty(); }
    const length_list& primes() const { return primes_; }

    /// Arguments have the names of the lengths; the local int variables that loops use have the prefix n_.
    void claim(names& taken) {
        for (std::string& name : names_) {
            while (!taken.is_free(name) || !taken.is_free("n_" + name)) name += '_';
            taken.claim(name);
            taken.claim("n_" + name);
        }
        if (!empty())
            for (const char* word : {"memory", "calloc", "free", "abort", "size_t", "memset"}) taken.claim(word);
    }

    /// A subset of the lengths under the same names, with its own sums.
    length_arguments of(const length_list& some, std::vector<std::string> sums) const {
        length_arguments own;
        own.primes_ = some;
        own.sums_ = std::move(sums);
        for (const std::size_t prime : some) own.names_.push_back(name_of(prime));
        return own;
    }
    const std::string& name_of(std::size_t prime) const { return names_[position_of(prime)]; }

    /// "size_t query, size_t key, "
    std::string parameters(const dialect& language) const {
        std::string text;
        for (const std::string& name : arguments()) text += std::string(language.standard) + "size_t " + name + ", ";
        return text;
    }
    std::vector<std::string> arguments() const {
        std::vector<std::string> list;
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (sums_[i].empty()) list.push_back(names_[i]);
        return list;
    }

    const std::vector<required_total>& required() const { return required_; }
    /// How a length is computed; empty for an argument.
    const std::string& computed_as(std::size_t prime) const { return sums_[position_of(prime)]; }

    /// Replaces each number that has lengths as factors: by local variables with the prefix `before`, or by arguments
    /// if that is empty.
    std::string in_arguments(const std::string& text, const char* before = "n_") const {
        std::string out;
        for (std::size_t at = 0; at < text.size();) {
            const bool is_inside = at > 0 && is_in_word(text[at - 1]);
            if (is_inside || !is_digit(text[at])) {
                out += text[at++];
                continue;
            }
            std::size_t end = at;
            while (end < text.size() && is_in_word(text[end])) ++end;
            out += number_in_arguments(text.substr(at, end - at), out, before);
            at = end;
        }
        return out;
    }

    /// Writes a function of these tensors that was recorded with primes: its head, `entry`, then its lines with lengths
    /// in place of primes and memory for arrays whose sizes depend on lengths.
    void write_function(const c_writer& with_primes, c_writer& out, const std::string& real,
                        const std::vector<parameter>& tensors, const std::string& entry = {}) const {
        const dialect& language = out.language();
        const std::string& text = with_primes.text();
        const std::size_t head = text.find("{\n") + 2, end = text.rfind('}');
        struct marked_line {
            loop_id loop;
            std::string text;
        };
        std::vector<marked_line> lines;
        std::string taken;
        std::size_t number = 0;
        for (std::size_t begin = 0, next = 0; begin < end; begin = next, ++number) {
            next = text.find('\n', begin) + 1;
            if (begin < head) continue;
            const std::string line = text.substr(begin, next - begin);
            const array a = array_of(line, real);
            lines.push_back({with_primes.loops()[number], a.elements == 0 ? in_arguments(line) : ""});
            if (a.elements == 0) continue;
            const std::string size = in_arguments(std::to_string(a.elements), "");
            std::string& made = lines.back().text;
            made = a.indent + real + "* const " + a.name + " = memory" + (taken.empty() ? "" : " + " + taken) + ';' +
                   a.remark;
            if (a.is_zero)
                made +=
                    a.indent + language.standard + "memset(" + a.name + ", 0, sizeof(" + real + ") * " + size + ");\n";
            taken = sum_of(taken, size);
        }
        std::string all;
        for (const marked_line& line : lines) all += line.text;
        std::string first = checks(language) + entry + local_variables(all, language);
        first = sums_in(first + taken + all, language) + first;
        std::vector<std::string> given = arguments();
        for (const std::string& tensor : names_of(tensors)) given.push_back(tensor);
        out.lines(text.substr(0, head) + first + casts_of_unused(given, first + taken + all));
        if (!taken.empty()) {
            // calloc, because gcc 12 does not see that loops write before others read.
            const std::string call = std::string(language.standard) + "calloc(" + taken + " + 1, sizeof(" + real + "))";
            out.lines("    " + real + "* const memory = " +
                      (language.respells ? "static_cast<" + real + "*>(" + call + ')' : '(' + real + "*)" + call) +
                      ";\n    if (!memory) " + language.standard + "abort();\n");
        }
        for (const marked_line& line : lines) {
            out.mark(line.loop);
            out.lines(line.text);
        }
        out.mark(loop_id());
        if (!taken.empty()) out.lines(std::string("    ") + language.standard + "free(memory);\n");
        out.lines(text.substr(end));
    }

private:
    std::size_t position_of(std::size_t prime) const {
        return static_cast<std::size_t>(std::find(primes_.begin(), primes_.end(), prime) - primes_.begin());
    }

    /// Compares lengths that the caller chooses, of which one decides how much memory there is and others are written
    /// to.
    std::string checks(const dialect& language) const {
        std::string all;
        for (const required_total& r : required_)
            all += "    if (" + in_arguments(r.whole + " != " + r.sum, "") + ") " + language.standard + "abort();\n";
        return all;
    }

    /// Declares the local variables that the lines of a function use.
    std::string local_variables(const std::string& lines, const dialect& language) const {
        std::string first;
        for (const std::string& name : names_) {
            if (!has_word(lines, "n_" + name)) continue;
            first += "    const int n_" + name + " = " +
                     (language.respells ? "static_cast<int>(" + name + ')' : "(int)" + name) + ";\n";
        }
        return first;
    }
    /// Declares the sums of lengths that lines use.
    std::string sums_in(const std::string& lines, const dialect& language) const {
        std::string first;
        for (std::size_t i = names_.size(); i-- > 0;)
            if (!sums_[i].empty() && has_word(first + lines, names_[i]))
                first = std::string("    const ") + language.standard + "size_t " + names_[i] + " = " +
                        in_arguments(sums_[i], "") + ";\n" + first;
        return first;
    }

    struct array {
        std::string indent, name, remark;
        std::size_t elements = 0;  ///< 0: not an array, or one of static size
        bool is_zero = false;
    };
    /// Parses a line such as "    static float weights[1022117];" and the remark after it.
    array array_of(const std::string& line, const std::string& real) const {
        array a;
        const std::size_t words = line.find_first_not_of(' ');
        if (words == std::string::npos) return a;
        a.indent = line.substr(0, words);
        std::size_t at = words;
        for (const std::string word : {"alignas(64) ", "static ", "ALIGNED "})
            if (line.compare(at, word.size(), word) == 0) at += word.size();
        if (line.compare(at, real.size() + 1, real + ' ') != 0) return a;
        at += real.size() + 1;
        const std::size_t open = line.find('[', at), close = line.find(']', at);
        if (open == std::string::npos || close == std::string::npos) return a;
        a.name = line.substr(at, open - at);
        const std::size_t end = std::min(line.find(';', close), line.size() - 1) + 1;
        const std::string size = line.substr(open + 1, close - open - 1),
                          rest = line.substr(close + 1, end - close - 1);
        a.is_zero = rest == " = {0};" || rest == " = {};";
        a.remark = line.substr(end);
        const bool is_array = a.name.find_first_of(" =*(") == std::string::npos && (rest == ";" || a.is_zero) &&
                              size.find_first_not_of("0123456789") == std::string::npos;
        if (is_array && !is_static_size(std::stoull(size), primes_)) a.elements = std::stoull(size);
        return a;
    }

    std::string number_in_arguments(const std::string& token, const std::string& text_before,
                                    const char* before) const {
        const bool is_whole = token.find_first_not_of("0123456789") == std::string::npos;
        if (!is_whole || token.size() > 18) return token;
        const length_product product(std::stoull(token), primes_);
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
        const std::size_t last = text_before.find_last_not_of(' ');
        const char sign = last == std::string::npos ? ' ' : text_before[last];
        return is_product && (sign == '*' || sign == '/' || sign == '%' || sign == ')') ? '(' + words + ')' : words;
    }

    length_list primes_{};
    std::vector<std::string> names_{};
    std::vector<std::string> sums_{};  ///< such as "1009 + 1013", or empty
    std::vector<required_total> required_{};
};

}  // namespace heed::detail::emitted
