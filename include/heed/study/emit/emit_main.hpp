// SPDX-License-Identifier: BSL-1.0
// The text around the loops of an emitted file: comments, functions, and a main that checks the loops.
#pragma once

#include <heed/study/emit/emit_formula.hpp>
#include <heed/study/emit/emit_lengths.hpp>
#include <heed/study/emit/emit_vector_functions.hpp>

#include <string>
#include <vector>

namespace heed::detail::emitted {

/// The parameters of a function that writes results of these shapes.
inline std::string parameters_text(const dialect& language, const std::vector<parameter>& parameters, const char* type,
                                   const char* result, const std::vector<shape>& results,
                                   const length_list& lengths = no_lengths) {
    std::string text;
    for (const parameter& p : parameters)
        text += (p.has_lengths ? language.pointer(p.type, p.name, false)
                               : language.parameter(p.type, p.name, p.span(), false)) +
                ", ";
    for (std::size_t k = 0; k < results.size(); ++k) {
        const std::string name = name_of_result(result, k, results.size());
        const bool has_lengths = !is_static_size(results[k].size(), lengths);
        text += (k > 0 ? ", " : "") + (has_lengths ? language.pointer(type, name, true)
                                                   : language.parameter(type, name, results[k].size(), true));
    }
    return text;
}

inline std::string describe(const parameter& p) {
    std::string text = std::string(p.type) + ", " + words_for(p.dims);
    if (p.is_dense()) return text;
    text += ", strides";
    for (std::size_t a = 0; a < p.dims.rank; ++a) text += ' ' + std::to_string(p.step[a]);
    return text;
}

struct file_parts {
    const dialect& language;
    std::string name;
    number_type type;
    std::string formula{};
    std::vector<shape> results{};
    bool in_registers = false;
    const length_arguments* lengths = nullptr;  ///< if there are any

    /// `functions` may be more than the loops call; only those are emitted.
    std::string assembled(const std::vector<parameter>& parameters, const std::vector<helper_function>& functions,
                          const std::string& loops, const std::string& reference) const {
        const bool checked = !reference.empty();
        std::string text = (in_registers ? vector_prelude(language) : "") + functions_for(loops, functions) + loops;
        if (checked) {
            text += '\n' + commented(std::string("The same, node by node, in double, with the functions of ") +
                                     language.math + '.');
            text += reference + '\n' + main_of(parameters);
        }
        const std::string first = head(parameters, checked);
        return (lengths == nullptr ? first : lengths->in_arguments(first, "")) + language.prelude(text, type.name) +
               text;
    }

private:
    std::string commented(const std::string& words) const {
        c_writer out(language);
        out.comment(words);
        return out.text();
    }

    std::string head(const std::vector<parameter>& parameters, bool checked) const {
        c_writer out(language);
        std::size_t width = name_of_result("out", 0, results.size()).size();
        if (lengths != nullptr)
            for (const std::string& length : lengths->arguments())
                width = length.size() > width ? length.size() : width;
        for (const parameter& p : parameters) width = p.name.size() > width ? p.name.size() : width;
        const auto row = [&](const std::string& what, const std::string& words) {
            out.header_line("  " + what + std::string(width - what.size() + 2, ' ') + words);
        };
        out.begin_header();
        out.header_line(name + ": " + formula, "  ");
        out.header_line("");
        if (lengths != nullptr)
            for (const std::string& length : lengths->arguments()) row(length, "a length");
        if (lengths != nullptr)
            for (const required_total& r : lengths->required())
                out.header_line("  " + r.sum + " must be " + r.whole + ", else abort() is called");
        for (const parameter& p : parameters) row(p.name, describe(p));
        for (std::size_t k = 0; k < results.size(); ++k)
            row(name_of_result("out", k, results.size()), std::string(type.name) + ", " + words_for(results[k]));
        out.header_line("");
        if (in_registers) {
            out.header_line("The loops that heed runs for this formula, in registers of " +
                            std::to_string(vector_bytes) + " bytes. Compilers: gcc 12, clang 14, or later.");
            out.header_line(command("-O3 -march=native", checked));
        } else {
            out.header_line("The loops that heed runs for this formula, with single numbers in place of registers.");
            out.header_line(command("-O2", checked));
        }
        if (checked) out.header_line("  ./a.out checks them, ./a.out bits prints the bits of the result");
        out.end_header();
        return out.text();
    }
    /// Compiles a program, or an object file if there is no main.
    std::string command(const std::string& options, bool has_main) const {
        return std::string("  ") + language.compile + ' ' + options + " -ffp-contract=off " + (has_main ? "" : "-c ") +
               name + language.file_end + (has_main ? language.libraries : "");
    }

    std::string cast(const std::string& to, const expression& x) const {
        return spelling{type, language}.cast(to, x).text;
    }
    /// Emits a function that fills an array with arbitrary numbers; integers are 0 to 3.
    std::string fill_of(const std::string& element) const {
        const bool real = element == "float" || element == "double";
        const expression top{"state >> 12", expression::comparison};
        const std::string value = real ? cast(element, {cast("int", top) + " % 4001 - 2000", expression::sum}) + " / " +
                                             cast(element, {"1000"})
                                       : cast(element, {"(state >> 12) % 4", expression::product});
        c_writer out(language);
        out.open("static void fill_" + as_identifier(element) + '(' + element + "* x, int n, unsigned seed)");
        out.spelled("unsigned state = seed * 2654435761u + 12345u;");
        out.open("for (int i = 0; i < n; ++i)");
        out.spelled("state = state * 1664525u + 1013904223u;");
        out.spelled("x[i] = " + value + ';');
        out.close();
        out.close();
        return out.text() + '\n';
    }

    std::string main_of(const std::vector<parameter>& parameters) const {
        std::string fills, arrays, calls, arguments;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const parameter& p = parameters[i];
            const std::string fill = fill_of(p.type), size = std::to_string(p.span());
            if (fills.find(fill) == std::string::npos) fills += fill;
            arrays += std::string("    static ") + p.type + ' ' + p.name + '[' + size + "];\n";
            calls += "    fill_" + as_identifier(p.type) + '(' + p.name + ", " + size + ", " + std::to_string(i + 1) +
                     ");\n";
            arguments += p.name + ", ";
        }
        std::string text = language.main_head + std::string(R"(<<ARRAYS>><<RESULTS>>    double largest = 1, worst = 0;
    int wrong = 0;
UNUSED<<CALLS>>    <<NAME>>(<<ARGUMENTS>><<OUTS>>);
    if (argc > 1) {
        EACH {
BITS            STD::printf("FORMAT\n", bits);
        }
        return 0;
    }
    <<NAME>>_unfused(<<ARGUMENTS>><<EXPECTED>>);
    EACH {
        const double size = STD::fabs(SHOULD);
        if (size > largest && size < INFINITY) largest = size;
    }
    EACH {
        const double error = STD::fabs(WRITTEN - SHOULD);
        const TRUTH is_nan = WRITTEN != WRITTEN && SHOULD != SHOULD;
        if (is_nan || WRITTEN == SHOULD) continue;
        if (!(error <= TOLERANCE * largest)) ++wrong;
        if (error > worst) worst = error;
    }
    STD::printf("<<NAME>>: COUNT numbers, largest error %.2g, allowed %.2g: %s\n", worst,
        TOLERANCE * largest, wrong == 0 ? "right" : "WRONG");
    return wrong != 0;
}
)");
        const bool several = results.size() > 1;
        text = replaced(text, "EACH",
                        several ? "for (int k = 0; k < " + std::to_string(results.size()) +
                                      "; ++k) for (int i = 0; i < counts[k]; ++i)"
                                : "for (int i = 0; i < COUNT; ++i)");
        text = replaced(replaced(text, "WRITTEN", written()), "SHOULD", several ? "expected[k][i]" : "expected[i]");
        text = replaced(text, "BITS",
                        language.respells
                            ? "            const auto bits = std::bit_cast<WORD>(" + written() + ");\n"
                            : "            WORD bits;\n            memcpy(&bits, &" + written() + ", sizeof bits);\n");
        text = language.words(replaced(text, "UNUSED", language.main_unused));
        std::size_t count = 0;
        for (const shape& result : results) count += result.size();
        text = replaced(text, "COUNT", std::to_string(count));
        text = replaced(replaced(text, "WORD", type.is_float ? "unsigned" : "unsigned long long"), "FORMAT",
                        type.is_float ? "%08x" : "%016llx");
        text = replaced(text, "TOLERANCE", type.is_float ? "1e-4" : "1e-12");
        // Last, because users choose the names.
        text = replaced(replaced(text, "<<ARRAYS>>", arrays), "<<CALLS>>", calls);
        text = replaced(text, "<<RESULTS>>", result_arrays());
        text = replaced(replaced(text, "<<OUTS>>", result_names("out")), "<<EXPECTED>>", result_names("expected"));
        text = replaced(replaced(text, "<<ARGUMENTS>>", arguments), "<<NAME>>", name);
        return commented("The fixed numbers that main computes with.") + fills + text;
    }

    /// An element of a result in main.
    std::string written() const { return results.size() > 1 ? "out[k][i]" : "out[i]"; }
    /// out1, out2
    std::string result_names(const char* array) const {
        std::string text;
        for (std::size_t k = 0; k < results.size(); ++k)
            text += (k > 0 ? ", " : "") + name_of_result(array, k, results.size());
        return text;
    }
    /// The arrays of results and of expected results; with several results also tables of them and of their sizes.
    std::string result_arrays() const {
        std::string text, counts;
        for (std::size_t k = 0; k < results.size(); ++k) {
            const std::string count = std::to_string(results[k].size());
            const auto declared = [&](const char* element, const char* array) {
                return std::string("    static ") + element + ' ' + name_of_result(array, k, results.size()) + '[' +
                       count + "];\n";
            };
            text += declared(type.name, "out") + declared("double", "expected");
            counts += (k > 0 ? ", " : "") + count;
        }
        if (results.size() == 1) return text;
        return text + "    const int counts[] = {" + counts + "};\n    const " + type.name + "* const out[] = {" +
               result_names("out") + "};\n    const double* const expected[] = {" + result_names("expected") + "};\n";
    }
};

}  // namespace heed::detail::emitted
