// SPDX-License-Identifier: BSL-1.0
// The Python module of an exported library, and the functions of the library that it calls.
#pragma once

#include "describe.hpp"

#include <ostream>
#include <string>
#include <vector>

namespace heed_export {

/// The arrays of a call: what they have to be, and taking them.
inline void write_buffers(std::ostream& out, const kernel_text& k, bool has_results) {
    out << "    heed_export::python_buffers<" << k.results.size() + k.parameters.size() << "> heed_buffers;\n";
    std::vector<std::string> arguments;
    std::size_t number = 0;
    for (const operand_text& p : k.parameters)
        arguments.push_back(p.is_number ? "{&" + p.name + ", nullptr, nullptr}" : "{}");
    out << "    heed_export::array heed_arguments[] = {" << joined(arguments, ", ") << "};\n";
    const auto take = [&](const operand_text& o, const std::string& place, bool is_result) {
        out << "    static constexpr heed_export::needed_array heed_" << o.name << "_needed{\"heed: " << k.name
            << " needs an array " << o.name << " of " << o.type.numpy << " with the shape " << o.shape()
            << (is_result ? " that can be written" : "") << "\", '" << o.type.kind << "', " << o.type.bytes << ", "
            << o.axes.size() << ", " << (is_result ? "true" : "false") << "};\n    if (!heed_buffers.take(" << o.name
            << ", heed_" << o.name << "_needed, " << place << ")) return;\n";
    };
    for (const operand_text& p : k.parameters) {
        if (!p.is_number) take(p, "heed_arguments[" + std::to_string(number) + "]", false);
        ++number;
    }
    if (!has_results) return;
    out << "    heed_export::array heed_results[" << k.results.size() << "];\n";
    number = 0;
    for (const operand_text& r : k.results) take(r, "heed_results[" + std::to_string(number++) + "]", true);
}

inline std::string python_parameters(const kernel_text& k) {
    std::vector<std::string> list;
    for (const operand_text& p : k.parameters)
        list.push_back(p.is_number ? p.type.c + " " + p.name : "void* " + p.name);
    return joined(list, ", ");
}

inline void write_python_functions(std::ostream& out, const kernel_text& k) {
    std::vector<std::string> results;
    for (const operand_text& r : k.results) results.push_back("void* " + r.name);
    out << "extern \"C\" void heed_python_" << k.name << "(" << joined(results, ", ") << ", " << python_parameters(k)
        << ") {\n";
    write_buffers(out, k, true);
    out << "    heed_export::call_from_python(heed_kernels::" << k.name
        << ", heed_export::task::evaluate, heed_results, heed_arguments);\n}\n";
    if (!k.has_lengths()) return;
    results.clear();
    for (const operand_text& r : k.results) results.push_back("std::size_t* " + r.name);
    out << "extern \"C\" void heed_python_" << k.name << "_sizes(" << joined(results, ", ") << ", "
        << python_parameters(k) << ") {\n";
    write_buffers(out, k, false);
    results.clear();
    for (const operand_text& r : k.results) results.push_back("{" + r.name + ", nullptr, nullptr}");
    out << "    const heed_export::array heed_results[] = {" << joined(results, ", ")
        << "};\n    heed_export::call_from_python(heed_kernels::" << k.name
        << ", heed_export::task::measure, heed_results, heed_arguments);\n}\n";
}

inline std::string ctypes_of(const operand_text& p) {
    if (!p.is_number) return "_object";
    if (p.type.kind == 'f') return p.type.bytes == 4 ? "_ctypes.c_float" : "_ctypes.c_double";
    return "_ctypes.c_" + p.type.numpy;
}

inline std::string tuple_of(const std::vector<std::string>& parts) {
    return "(" + joined(parts, ", ") + (parts.size() == 1 ? ",)" : ")");
}

/// What measures results: from shapes and numbers of arguments, those that were seen before at once.
inline void write_python_shapes(std::ostream& out, const kernel_text& k, const std::vector<std::string>& types) {
    std::vector<std::string> ranks, sizes;
    for (const operand_text& r : k.results) {
        ranks.push_back(std::to_string(r.axes.size()));
        sizes.push_back("_sizes_type");
    }
    out << "_shapes_" << k.name << " = _Shapes(_function(\"heed_python_" << k.name << "_sizes\", "
        << joined(sizes, ", ") << ", " << joined(types, ", ") << "), " << tuple_of(ranks) << ")\n"
        << "_seen_" << k.name << " = _shapes_" << k.name << ".get\n";
}

/// New arrays for the results: "_empty((4, 4), _float32)".
inline std::string new_results(const kernel_text& k) {
    std::vector<std::string> made;
    for (std::size_t r = 0; r < k.results.size(); ++r) {
        std::vector<std::string> sizes;
        for (const axis_text& a : k.results[r].axes) sizes.push_back(std::to_string(a.size));
        std::string shape = sizes.empty() ? "()" : tuple_of(sizes);
        if (k.has_lengths()) shape = k.results.size() == 1 ? "_shape" : "_shape[" + std::to_string(r) + "]";
        made.push_back("_empty(" + shape + ", _" + k.results[r].type.numpy + ")");
    }
    return joined(made, ", ");
}

/// Other types than Python's own are converted, or refused in words.
inline void write_python_conversion(std::ostream& out, const kernel_text& k, const operand_text& p) {
    const bool is_real = p.type.kind == 'f';
    out << "    if _type(" << p.name << ") is not " << (is_real ? "_float" : "_int") << ":\n        " << p.name << " = "
        << (is_real ? "_heed_real" : "_heed_whole") << "(\"" << k.name << "\", \"" << p.name << "\", " << p.name
        << ")\n";
}

/// Numbers that do not fit are refused: ctypes would take the lowest bits of whole ones, and infinity for real ones.
inline void write_python_range(std::ostream& out, const kernel_text& k, const operand_text& p) {
    if (p.type.kind == 'f' && p.type.bytes == 4)  // what rounds to infinity; infinity and NaN are as given
        out << "    if not -3.4028235677973366e38 < " << p.name << " < 3.4028235677973366e38 and " << p.name << " - "
            << p.name << " == 0:\n        raise _OverflowError(f\"heed: " << k.name << " needs a number " << p.name
            << " of float32: given is {" << p.name << "}\")\n";
    if (p.type.kind == 'f') return;
    const bool has_sign = p.type.kind == 'i';
    const std::string bits = std::to_string(8 * p.type.bytes - (has_sign ? 1 : 0));
    const std::string lowest = has_sign ? "-(1 << " + bits + ")" : "0";
    out << "    if not " << lowest << " <= " << p.name << " < 1 << " << bits
        << ":\n        raise _OverflowError(f\"heed: " << k.name << " needs a number " << p.name << " of "
        << p.type.numpy << ": given is {" << p.name << "}\")\n";
}

/// def attend(Q, K, V, out=None): ...
inline void write_python_function(std::ostream& out, const kernel_text& k) {
    std::vector<std::string> names, types, keys, results, outs;
    for (const operand_text& p : k.parameters) {
        names.push_back(p.name);
        types.push_back(ctypes_of(p));
        keys.push_back(p.is_number ? p.name : p.name + ".shape");
    }
    for (std::size_t r = 0; r < k.results.size(); ++r) {
        results.push_back("_object");
        outs.push_back(k.results.size() == 1 ? "out" : "out[" + std::to_string(r) + "]");
    }
    const std::string listed = joined(names, ", ");
    out << "\n\n_call_" << k.name << " = _function(\"heed_python_" << k.name << "\", " << joined(results, ", ") << ", "
        << joined(types, ", ") << ")\n";
    if (k.has_lengths()) write_python_shapes(out, k, types);
    out << "\n\ndef " << k.name << "(" << listed << ", out=None):\n    \"\"\"" << sentence(k)
        << "\n\n    out: " << (k.results.size() == 1 ? "an array" : "a tuple of arrays")
        << " for the result, else a new one.\n    \"\"\"\n";
    for (const operand_text& p : k.parameters) {
        if (!p.is_number) continue;
        write_python_conversion(out, k, p);
        write_python_range(out, k, p);
    }
    out << "    if out is None:\n";
    if (k.has_lengths())
        out << "        try:\n            _key = " << tuple_of(keys) << "\n            _shape = _seen_" << k.name
            << "(_key)\n        except (_AttributeError, _TypeError):\n            raise _TypeError(\"heed: " << k.name
            << " needs NumPy arrays\") from None\n        if _shape is None:\n            _shape = _shapes_" << k.name
            << ".measure(_key, " << listed << ")\n";
    out << "        out = " << new_results(k) << '\n';
    if (k.results.size() > 1)
        out << "    else:\n        _heed_arrays(\"" << k.name << "\", " << k.results.size() << ", out)\n";
    out << "    _call_" << k.name << "(" << joined(outs, ", ") << ", " << listed << ")\n    return out\n";
}

inline void write_python_module(std::ostream& out, const library_text& l, const std::string& head) {
    std::vector<std::string> names;
    for (const kernel_text& k : l.kernels) names.push_back("\"" + k.name + "\"");
    out << "\"\"\"" << l.name << ": kernels of heed on NumPy arrays, without copies. Made by heed_export.\"\"\"\n"
        << "__all__ = [" << joined(names, ", ") << ", \"ShapeError\", \"instruction_set\"]\n_name = \"" << l.name
        << "\"\n\n"
        << head;
    std::vector<std::string> dtypes;
    for (const kernel_text& k : l.kernels)
        for (const operand_text& r : k.results) {
            bool is_new = true;
            for (const std::string& d : dtypes) is_new = is_new && d != r.type.numpy;
            if (is_new) dtypes.push_back(r.type.numpy);
        }
    for (const std::string& d : dtypes) out << "_" << d << " = _numpy.dtype(\"" << d << "\")\n";
    for (const kernel_text& k : l.kernels) write_python_function(out, k);
}

}  // namespace heed_export
