// SPDX-License-Identifier: BSL-1.0
// The C header of an exported library, and the source of its functions.
#pragma once

#include "describe.hpp"

#include <ostream>
#include <string>
#include <vector>

namespace heed_export {

inline std::string upper(std::string text) {
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
}

/// How an operand is passed: const float* Q, size_t Q_tokens, ptrdiff_t Q_tokens_step
inline void add_c_parameters(std::vector<std::string>& list, const operand_text& o, bool is_result) {
    if (o.is_number) {
        list.push_back(o.type.c + " " + o.name);
        return;
    }
    list.push_back((is_result ? "" : "const ") + o.type.c + "* " + o.name);
    for (const axis_text& a : o.axes)
        if (a.size == 0) list.push_back("size_t " + a.length);
    for (const axis_text& a : o.axes)
        if (o.has_steps) list.push_back("ptrdiff_t " + a.length + "_step");
}

inline std::string c_function(const kernel_text& k) {
    std::vector<std::string> list;
    for (const operand_text& r : k.results) add_c_parameters(list, r, true);
    for (const operand_text& p : k.parameters) add_c_parameters(list, p, false);
    return "int " + k.name + "(" + joined(list, ", ") + ")";
}

/// Writes the lengths of the results for those of the arguments and for numbers, such as the bounds of a slice.
inline std::string c_sizes_function(const kernel_text& k) {
    std::vector<std::string> list;
    for (const operand_text& r : k.results)
        for (const axis_text& a : r.axes)
            if (a.size == 0) list.push_back("size_t* " + a.length);
    for (const operand_text& p : k.parameters) {
        if (p.is_number) list.push_back(p.type.c + " " + p.name);
        for (const axis_text& a : p.axes)
            if (a.size == 0) list.push_back("size_t " + a.length);
    }
    return "int " + k.name + "_sizes(" + joined(list, ", ") + ")";
}

inline void write_c_header(std::ostream& out, const library_text& l) {
    const std::string prefix = upper(l.name);
    out << "/* " << l.name << ": made by heed_export. Functions return 0, or an error code; " << l.name
        << "_words() then says what\n   does not fit. Arrays are row-major, lengths and steps (strides) are in "
           "elements. A result may be "
           "where an argument is. */\n#ifndef "
        << prefix << "_H\n#define " << prefix
        << "_H\n\n#include <stddef.h>\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
        << "enum " << l.name << "_error { " << prefix << "_OK, " << prefix << "_SHAPE, " << prefix << "_INDEX, "
        << prefix << "_MEMORY, " << prefix
        << "_OTHER };\n\n/* What was wrong in the last call of this thread that did not return 0. */\nconst char* "
        << l.name
        << "_words(void);\n/* The instruction set of the kernels that are in use, such as x86-64-v3. */\nconst char* "
        << l.name << "_instruction_set(void);\n";
    for (const kernel_text& k : l.kernels) {
        out << "\n/* " << sentence(k) << " */\n" << c_function(k) << ";\n";
        if (k.has_lengths())
            out << "/* The lengths of its results for those of its arguments. */\n" << c_sizes_function(k) << ";\n";
    }
    out << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

/// {Q, Q_sizes, Q_steps}, after the arrays that it names.
inline std::string array_of(std::ostream& out, const operand_text& o, bool has_data) {
    if (o.is_number) return "{&" + o.name + ", nullptr, nullptr}";
    std::vector<std::string> sizes, steps;
    for (const axis_text& a : o.axes) sizes.push_back(a.size == 0 ? a.length : std::to_string(a.size));
    for (const axis_text& a : o.axes) steps.push_back(a.length + "_step * " + std::to_string(o.type.bytes));
    const std::string called = o.name + "_array";
    if (sizes.empty()) sizes.push_back("0");
    out << "    const std::size_t " << called << "_sizes[] = {" << joined(sizes, ", ") << "};\n";
    const bool has_steps = has_data && o.has_steps && !o.axes.empty();
    if (has_steps) out << "    const std::ptrdiff_t " << called << "_steps[] = {" << joined(steps, ", ") << "};\n";
    const std::string data = !has_data ? "nullptr" : "const_cast<" + o.type.c + "*>(" + o.name + ")";
    return "{" + data + ", " + called + "_sizes, " + (has_steps ? called + "_steps" : "nullptr") + "}";
}

inline void write_arguments(std::ostream& out, const kernel_text& k, bool has_data) {
    std::vector<std::string> arrays;
    for (const operand_text& p : k.parameters) arrays.push_back(array_of(out, p, has_data));
    out << "    const array heed_arguments[] = {" << joined(arrays, ", ") << "};\n";
}

inline void write_c_functions(std::ostream& out, const library_text& l, const kernel_text& k) {
    out << "\nextern \"C\" {\n";
    for (const int level : l.levels)
        out << "error_code heed_" << l.name << "_" << k.name << "_v" << level
            << "(task, const array*, const array*, words*);\n";
    if (l.levels.empty())
        out << "error_code heed_" << l.name << "_" << k.name << "(task, const array*, const array*, words*);\n";
    out << "}\nstatic entry " << k.name << "_kernel = ";
    if (l.levels.empty())
        out << "heed_" << l.name << "_" << k.name;
    else
        out << "nullptr";
    out << ";\n\nextern \"C\" " << c_function(k) << " {\n";
    std::vector<std::string> results;
    for (const operand_text& r : k.results) results.push_back(array_of(out, r, true));
    out << "    const array heed_results[] = {" << joined(results, ", ") << "};\n";
    write_arguments(out, k, true);
    out << "    return " << k.name << "_kernel(task::evaluate, heed_results, heed_arguments, &last_words);\n}\n";
    if (!k.has_lengths()) return;
    out << "extern \"C\" " << c_sizes_function(k) << " {\n";
    results.clear();
    for (const operand_text& r : k.results) {
        out << "    std::size_t " << r.name << "_sizes[" << (r.axes.empty() ? 1 : r.axes.size()) << "];\n";
        results.push_back("{" + r.name + "_sizes, nullptr, nullptr}");
    }
    out << "    const array heed_results[] = {" << joined(results, ", ") << "};\n";
    write_arguments(out, k, false);
    out << "    const error_code heed_code = " << k.name
        << "_kernel(task::measure, heed_results, heed_arguments, &last_words);\n"
        << "    if (heed_code != no_error) return heed_code;\n";
    for (const operand_text& r : k.results)
        for (std::size_t i = 0; i < r.axes.size(); ++i)
            if (r.axes[i].size == 0) out << "    *" << r.axes[i].length << " = " << r.name << "_sizes[" << i << "];\n";
    out << "    return no_error;\n}\n";
}

/// One function for all of a library: which kernels this processor runs.
inline void write_choice(std::ostream& out, const library_text& l) {
    out << "\nstatic const char* instruction_set = \"" << (l.levels.empty() ? "the one it was compiled for" : "none")
        << "\";\n";
    if (l.levels.empty()) return;
    for (const kernel_text& k : l.kernels)
        out << "static error_code " << k.name << "_is_missing(task, const array*, const array*, words* said) {\n"
            << "    say(other_error, \"heed: " << l.name << " has no kernels for this processor: it needs x86-64-v"
            << l.levels.front()
            << ", and HEED_INSTRUCTION_SET, if it is set, no less\");\n    *said = last_words;\n    return "
               "other_error;\n}\n";
    out << "[[gnu::constructor]] static void choose_instruction_set() {\n";
    std::string otherwise = "    ";
    for (auto level = l.levels.rbegin(); level != l.levels.rend(); ++level) {
        out << otherwise << "if (highest_level() >= " << *level << " && runs_level(" << *level
            << ")) {\n        instruction_set = \"x86-64-v" << *level << "\";\n";
        for (const kernel_text& k : l.kernels)
            out << "        " << k.name << "_kernel = heed_" << l.name << "_" << k.name << "_v" << *level << ";\n";
        otherwise = "    } else ";
    }
    out << "    } else {\n";
    for (const kernel_text& k : l.kernels) out << "        " << k.name << "_kernel = " << k.name << "_is_missing;\n";
    out << "    }\n}\n";
}

}  // namespace heed_export
