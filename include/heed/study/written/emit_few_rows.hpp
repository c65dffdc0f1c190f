// SPDX-License-Identifier: BSL-1.0
// Functions of an emitted file for one row, and for few: those for two rows, three and four become one if they differ
// in numbers of rows alone.
#pragma once

#include <heed/study/emit/emit_lengths.hpp>
#include <heed/study/emit/emit_main.hpp>
#include <heed/study/emit/emit_vector_functions.hpp>
#include <heed/study/written/emit_loops.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heed::detail::emitted {

/// The plan of a formula with a few rows, and its leaves.
struct variant_for_rows {
    lowered_form passes;
    leaf_list leaves;
    std::size_t length, rows;           ///< the length that is a number of rows, of primes, and the number
    std::vector<std::string> sums;      ///< as in length_arguments
    std::shared_ptr<const void> owner;  ///< of what the passes show
};

/// Texts that have the same words in the same order, but for numbers that are a multiple of `rows`, `rows` + 1, ...
class texts_of_rows {
public:
    texts_of_rows(std::vector<std::string> texts, std::size_t rows)
        : texts_(std::move(texts)), at_(texts_.size()), rows_(rows) {}

    /// The text of all, with the same multiples of a prime in place of such numbers, but the largest as the size of an
    /// array. Empty if they differ otherwise.
    std::string common(std::size_t prime) {
        while (at_[0] < texts_[0].size()) {
            std::vector<std::string> words;
            for (std::size_t i = 0; i < texts_.size(); ++i) words.push_back(next_word(i));
            if (std::all_of(words.begin(), words.end(), [&](const std::string& w) { return w == words[0]; }))
                common_ += words[0];
            else if (std::all_of(words.begin(), words.end(), [](const std::string& w) { return is_space(w[0]); }))
                common_ += words.back();  // broken into lines differently
            else if (const std::size_t factor = factor_of_rows(words); factor != 0)
                common_ += is_size_of_array() ? words.back() : std::to_string(factor * prime);
            else
                return "";
        }
        for (std::size_t i = 0; i < texts_.size(); ++i)
            if (at_[i] != texts_[i].size()) return "";
        return common_;
    }

private:
    static bool is_space(char c) { return c == ' ' || c == '\n'; }

    /// Letters and digits, or spaces, or one other character; nothing at the end of a text.
    std::string next_word(std::size_t i) {
        const std::string& text = texts_[i];
        const std::size_t begin = at_[i];
        std::size_t& end = at_[i];
        if (end == text.size()) return "";
        if (is_space(text[begin]))
            while (end < text.size() && is_space(text[end])) ++end;
        else if (is_in_word(text[begin]))
            while (end < text.size() && is_in_word(text[end])) ++end;
        else
            ++end;
        return text.substr(begin, end - begin);
    }
    /// 0 if the words are not the same multiple of the numbers of rows.
    std::size_t factor_of_rows(const std::vector<std::string>& words) const {
        std::size_t factor = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (words[i].empty() || words[i].size() > 9 || !std::all_of(words[i].begin(), words[i].end(), is_digit))
                return 0;
            const std::size_t number = std::stoul(words[i]);
            if (i == 0) factor = number / rows_;
            if (number != factor * (rows_ + i)) return 0;
        }
        return factor;
    }
    /// Whether what follows is the size in the declaration of an array that may change.
    bool is_size_of_array() const {
        if (common_.empty() || common_.back() != '[') return false;
        const std::size_t line = common_.rfind('\n') + 1, word = common_.find_first_not_of(' ', line);
        const std::size_t end = common_.find_first_of(" [", word);
        return common_[end] == ' ' && common_.compare(word, 6, "const ") != 0 &&
               common_.find('=', line) == common_.npos;
    }

    std::vector<std::string> texts_;
    std::vector<std::size_t> at_;
    std::size_t rows_;
    std::string common_;
};

/// Writes the functions for few rows before the one for all lengths.
template <class T>
class few_rows_writer {
public:
    few_rows_writer(c_writer& out, helper_list& helpers, names& taken, const file_parts& file,
                    const std::vector<parameter>& parameters, const length_arguments& lengths)
        : out_(out), helpers_(helpers), taken_(taken), file_(file), parameters_(parameters), lengths_(lengths) {}

    /// Returns the calls, with which the function for all lengths begins.
    std::string write(const std::vector<variant_for_rows>& variants) {
        if (variants.empty()) return "";
        std::vector<row_function> functions;
        for (const variant_for_rows& variant : variants) functions.push_back(function_of(variant));
        const std::size_t rows = variants[0].length;
        rows_name_ = lengths_.in_arguments(std::to_string(rows), "");
        std::string calls = add(functions[0], "one", "is 1: one row has loops of its own.", " == 1");
        const std::string most = std::to_string(functions.size()), own_loops = ": few rows have loops of their own.";
        const std::string few = functions.size() > 2 ? common_loops(functions, rows) : "";
        if (!few.empty())
            return calls + add({with_rows(rows, functions[0].lengths), few}, "few", "is 2 to " + most + own_loops,
                               " >= 2 && " + rows_name_ + " <= " + most);
        for (std::size_t n = 2; n <= functions.size(); ++n) {
            const std::string number = std::to_string(n);
            calls += add(functions[n - 1], number, "is " + number + own_loops, " == " + number);
        }
        return calls;
    }

private:
    struct row_function {
        length_arguments lengths;
        std::string loops;  ///< "{ ... }"
    };

    row_function function_of(const variant_for_rows& variant) {
        leaf_list leaves = variant.leaves;
        for (std::size_t i = 0; i < leaves.parameters.size(); ++i) leaves.parameters[i].name = parameters_[i].name;
        names inside = taken_;
        c_writer loops(file_.language);
        loops.open("");
        loop_emitter<T> emitter(variant.passes, leaves, file_.type, inside, loops, file_.in_registers);
        emitter.run();
        for (const accumulation& needed : emitter.accumulations()) add_accumulate(helpers_, needed);
        loops.close();
        return {lengths_.of(variant.passes.lengths, variant.sums), loops.text()};
    }
    /// The loops for 2 rows and more in one text, or nothing.
    static std::string common_loops(const std::vector<row_function>& functions, std::size_t rows) {
        std::vector<std::string> texts;
        for (std::size_t i = 1; i < functions.size(); ++i) texts.push_back(functions[i].loops);
        return texts_of_rows(std::move(texts), 2).common(rows);
    }
    /// The lengths of a plan for few rows, and the number of rows, which is an argument.
    length_arguments with_rows(std::size_t rows, const length_arguments& own) const {
        length_list all;
        std::vector<std::string> sums;
        for (const std::size_t prime : lengths_.primes()) {
            const length_list& of_plan = own.primes();
            const bool is_of_rows = rows % prime == 0;
            if (!is_of_rows && std::find(of_plan.begin(), of_plan.end(), prime) == of_plan.end()) continue;
            all.push_back(prime);
            sums.push_back(is_of_rows ? "" : lengths_.computed_as(prime));
        }
        return lengths_.of(all, sums);
    }
    /// Adds a function. Returns the call.
    std::string add(const row_function& f, const std::string& count, const std::string& remark,
                    const std::string& condition) {
        const std::string name = taken_.claim_unused(file_.name + "_of_" + count);
        c_writer with_primes(file_.language), function(file_.language);
        with_primes.lines(
            "static void " + name + '(' + f.lengths.parameters(file_.language) +
            parameters_text(file_.language, parameters_, file_.type.name, "out", file_.results, lengths_.primes()) +
            ") " + f.loops);
        f.lengths.write_function(with_primes, function, file_.type.name, parameters_);
        out_.comment("Where " + rows_name_ + ' ' + remark);
        out_.lines(function.text());  // without marks: its loops have no numbers in other texts
        out_.blank();
        std::string arguments;
        for (const std::string& length : f.lengths.arguments()) arguments += length + ", ";
        for (const parameter& p : parameters_) arguments += p.name + ", ";
        for (std::size_t k = 0; k < file_.results.size(); ++k)
            arguments += (k > 0 ? ", " : "") + name_of_result("out", k, file_.results.size());
        return "    if (" + rows_name_ + condition + ") {\n        " + name + '(' + arguments +
               ");\n        return;\n    }\n";
    }

    c_writer& out_;
    helper_list& helpers_;
    names& taken_;
    const file_parts& file_;
    const std::vector<parameter>& parameters_;
    const length_arguments& lengths_;
    std::string rows_name_{};
};

}  // namespace heed::detail::emitted
