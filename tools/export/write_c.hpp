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

inline std::vector<std::string> c_parameters(const kernel_text& k) {
    std::vector<std::string> list;
    for (const operand_text& r : k.results) add_c_parameters(list, r, true);
    for (const operand_text& p : k.parameters) add_c_parameters(list, p, false);
    return list;
}
inline std::string c_function(const kernel_text& k) {
    return "int " + k.name + "(" + joined(c_parameters(k), ", ") + ")";
}

/// Of the function that writes the lengths of the results for those of the arguments and for numbers, such as the
/// bounds of a slice.
inline std::vector<std::string> c_sizes_parameters(const kernel_text& k) {
    std::vector<std::string> list;
    for (const operand_text& r : k.results)
        for (const axis_text& a : r.axes)
            if (a.size == 0) list.push_back("size_t* " + a.length);
    for (const operand_text& p : k.parameters) {
        if (p.is_number) list.push_back(p.type.c + " " + p.name);
        for (const axis_text& a : p.axes)
            if (a.size == 0) list.push_back("size_t " + a.length);
    }
    return list;
}
inline std::string c_sizes_function(const kernel_text& k) {
    return "int " + k.name + "_sizes(" + joined(c_sizes_parameters(k), ", ") + ")";
}

inline void write_c_header(std::ostream& out, const library_text& l) {
    const std::string prefix = upper(l.name);
    out << "/* " << l.name << ": made by heed_export. Functions return 0, or an error code; " << l.name
        << "_words() then says what\n   does not fit. Arrays are row-major, lengths and steps (strides) are in "
           "elements. A result may be "
           "where an argument is, not where another result is. */\n#ifndef "
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

/// {Q, heed_Q_sizes, heed_Q_steps}, after the arrays that it names. What begins with heed_ is no name of a parameter.
inline std::string array_of(std::ostream& out, const operand_text& o, bool has_data) {
    if (o.is_number) return "{&" + o.name + ", nullptr, nullptr}";
    std::vector<std::string> sizes, steps;
    for (const axis_text& a : o.axes) sizes.push_back(a.size == 0 ? a.length : std::to_string(a.size));
    for (const axis_text& a : o.axes) steps.push_back(a.length + "_step * " + std::to_string(o.type.bytes));
    const std::string called = "heed_" + o.name;
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
    out << "    const heed_export::array heed_arguments[] = {" << joined(arrays, ", ") << "};\n";
}

/// The kernels behind a C function: one, or one for each level.
inline void write_entries(std::ostream& out, const library_text& l, const kernel_text& k) {
    const std::string one = "heed_" + l.name + "_" + k.name,
                      parameters =
                          "(heed_export::task, const heed_export::array*, const heed_export::array*, "
                          "heed_export::words*);\n";
    out << "\nextern \"C\" {\n";
    for (const int level : l.levels) out << "heed_export::error_code " << one << "_v" << level << parameters;
    if (l.levels.empty()) out << "heed_export::error_code " << one << parameters;
    out << "}\nnamespace heed_kernels {\nstatic heed_export::entry " << k.name << " = "
        << (l.levels.empty() ? one : "nullptr") << ";\n}\n";
}

inline void write_c_sizes_function(std::ostream& out, const kernel_text& k) {
    std::vector<std::string> results;
    out << "extern \"C\" " << c_sizes_function(k) << " {\n";
    for (const operand_text& r : k.results) {
        out << "    std::size_t heed_" << r.name << "_sizes[" << (r.axes.empty() ? 1 : r.axes.size()) << "];\n";
        results.push_back("{heed_" + r.name + "_sizes, nullptr, nullptr}");
    }
    out << "    const heed_export::array heed_results[] = {" << joined(results, ", ") << "};\n";
    write_arguments(out, k, false);
    out << "    const heed_export::error_code heed_code = heed_kernels::" << k.name
        << "(heed_export::task::measure, heed_results, heed_arguments, &heed_export::last_words);\n"
        << "    if (heed_code != heed_export::no_error) return heed_code;\n";
    for (const operand_text& r : k.results)
        for (std::size_t i = 0; i < r.axes.size(); ++i)
            if (r.axes[i].size == 0)
                out << "    *" << r.axes[i].length << " = heed_" << r.name << "_sizes[" << i << "];\n";
    out << "    return heed_export::no_error;\n}\n";
}

inline void write_c_functions(std::ostream& out, const library_text& l, const kernel_text& k) {
    write_entries(out, l, k);
    out << "\nextern \"C\" " << c_function(k) << " {\n";
    std::vector<std::string> results;
    for (const operand_text& r : k.results) results.push_back(array_of(out, r, true));
    out << "    const heed_export::array heed_results[] = {" << joined(results, ", ") << "};\n";
    write_arguments(out, k, true);
    out << "    return heed_kernels::" << k.name
        << "(heed_export::task::evaluate, heed_results, heed_arguments, &heed_export::last_words);\n}\n";
    if (k.has_lengths()) write_c_sizes_function(out, k);
}

/// What is called in place of all kernels of a library that has none for this processor.
inline void write_missing(std::ostream& out, const library_text& l) {
    const std::string lowest = "x86-64-v" + std::to_string(l.levels.front());
    out << "static heed_export::error_code heed_is_missing(heed_export::task, const heed_export::array*, const "
           "heed_export::array*,\n    heed_export::words* said) {\n    heed_export::write_words(*said, "
           "heed_export::highest_level() == 0 ?\n        \"heed: "
        << l.name
        << " does not know this HEED_INSTRUCTION_SET: it is x86-64, x86-64-v2, x86-64-v3 or x86-64-v4, or not set\" "
           ":\n        \"heed: "
        << l.name << " has no kernels for this processor: it needs " << lowest
        << ", and HEED_INSTRUCTION_SET, if it is set, no less\");\n"
           "    heed_export::last_words = *said;\n    return heed_export::other_error;\n}\n";
}

/// Where the functions that initialise the variables beside the kernels for a level begin, or end.
inline std::string initialisers(const library_text& l, const char* end, int level) {
    return "heed_" + l.name + "_" + end + "_v" + std::to_string(level);
}
inline void write_initialisers(std::ostream& out, const library_text& l) {
    out << "extern \"C\" {\n";
    for (const int level : l.levels)
        out << "[[gnu::visibility(\"hidden\")]] extern const heed_export::initialiser "
            << initialisers(l, "start", level) << "[], " << initialisers(l, "stop", level) << "[];\n";
    out << "}\n";
}

/// One function for all of a library: which kernels this processor runs.
inline void write_choice(std::ostream& out, const library_text& l) {
    out << "\nstatic const char* heed_instruction_set = \""
        << (l.levels.empty() ? "the one it was compiled for" : "none") << "\";\n";
    if (l.levels.empty()) return;
    write_missing(out, l);
    write_initialisers(out, l);
    out << "[[gnu::constructor]] static void heed_choose_instruction_set() {\n";
    std::string otherwise = "    ";
    for (auto level = l.levels.rbegin(); level != l.levels.rend(); ++level) {
        out << otherwise << "if (heed_export::highest_level() >= " << *level << " && heed_export::runs_level(" << *level
            << ")) {\n        heed_instruction_set = \"x86-64-v" << *level << "\";\n";
        out << "        heed_export::initialise(" << initialisers(l, "start", *level) << ", "
            << initialisers(l, "stop", *level) << ");\n";
        for (const kernel_text& k : l.kernels)
            out << "        heed_kernels::" << k.name << " = heed_" << l.name << "_" << k.name << "_v" << *level
                << ";\n";
        otherwise = "    } else ";
    }
    out << "    } else {\n";
    for (const kernel_text& k : l.kernels) out << "        heed_kernels::" << k.name << " = heed_is_missing;\n";
    out << "    }\n}\n";
}

}  // namespace heed_export
