// SPDX-License-Identifier: BSL-1.0
// All texts of an exported library: header, source of the interface, module.
#pragma once

#include "write_c.hpp"
#include "write_python.hpp"

#include <fstream>
#include <iterator>
#include <string>

namespace heed_export {

inline void write_interface(std::ostream& out, const library_text& l) {
    out << "// " << l.name << ": made by heed_export.\n#include \"" << l.name
        << ".h\"\n\n#include <interface.hpp>\n\nusing namespace heed_export;\n";
    for (const kernel_text& k : l.kernels) {
        write_c_functions(out, l, k);
        write_python_functions(out, k);
    }
    write_choice(out, l);
    out << "\nextern \"C\" const char* " << l.name
        << "_words(void) { return last_words.text; }\nextern \"C\" const char* " << l.name
        << "_instruction_set(void) { return instruction_set; }\n"
        << "extern \"C\" void heed_python_start(void* shape, void* index, void* memory, void* other, void* type) {\n"
        << "    void* const errors[] = {nullptr, shape, index, memory, other, type};\n"
        << "    for (int i = 1; i <= type_error; ++i) python_errors[i] = errors[i];\n}\n";
}

/// Writes NAME.h, NAME_interface.cpp and NAME.py into a folder; `head` is the file that every module begins with.
inline int write_library(const library_text& l, const std::string& folder, const std::string& head) {
    std::ifstream in(head);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    const std::string path = folder + "/" + l.name;
    std::ofstream header(path + ".h"), interface(path + "_interface.cpp"), module(path + ".py");
    write_c_header(header, l);
    write_interface(interface, l);
    write_python_module(module, l, text);
    return in && header && interface && module ? 0 : 1;
}

}  // namespace heed_export
