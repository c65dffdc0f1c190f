// SPDX-License-Identifier: BSL-1.0
// All texts of an exported library: header, source of the interface, module.
#pragma once

#include "check_names.hpp"
#include "write_c.hpp"
#include "write_python.hpp"

#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace heed_export {

inline void write_interface(std::ostream& out, const library_text& l) {
    out << "// " << l.name << ": made by heed_export.\n#include \"" << l.name << ".h\"\n\n#include <interface.hpp>\n";
    for (const kernel_text& k : l.kernels) {
        write_c_functions(out, l, k);
        write_python_functions(out, k);
    }
    write_choice(out, l);
    out << "\nextern \"C\" const char* " << l.name
        << "_words(void) { return heed_export::last_words.text; }\nextern \"C\" const char* " << l.name
        << "_instruction_set(void) { return heed_instruction_set; }\n"
        << "extern \"C\" void* heed_start_python(void* shape, void* index, void* memory, void* other, void* type) {\n"
        << "    return heed_export::start_python({nullptr, shape, index, memory, other, type});\n}\n";
}

/// Runs write(stream) on a new file. A disk that is full is known once the file is closed.
template <class Write>
void write_file(const std::string& path, const Write& write) {
    std::ofstream out(path);
    write(out);
    out.close();
    if (!out) throw std::runtime_error("cannot write " + path);
}

/// Writes NAME.h, NAME_interface.cpp and NAME.py into a folder; `head` is the file that every module begins with.
/// errors  std::invalid_argument if names cannot be those of a library, std::runtime_error if files cannot be read or
///         written
inline void write_library(const library_text& l, const std::string& folder, const std::string& head) {
    const name_check names(l);
    if (!names.problems().empty()) throw std::invalid_argument(joined(names.problems(), "\n  "));
    std::ifstream in(head);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (!in) throw std::runtime_error("cannot read " + head);
    const std::string path = folder + "/" + l.name;
    write_file(path + ".h", [&](std::ostream& out) { write_c_header(out, l); });
    write_file(path + "_interface.cpp", [&](std::ostream& out) { write_interface(out, l); });
    write_file(path + ".py", [&](std::ostream& out) { write_python_module(out, l, text); });
}

/// write_library as a program: what is wrong stops the build, in words.
inline int write_or_say(const library_text& l, const std::string& folder, const std::string& head) {
    try {
        write_library(l, folder, head);
        return 0;
    } catch (const std::exception& e) {
        std::cerr << "heed_export: " << e.what() << '\n';
        return 1;
    }
}

}  // namespace heed_export
