// SPDX-License-Identifier: BSL-1.0
// The module of the lab as a native program: commands from standard input, what slots hold as bits.
#include <docs/lab/attention.cpp>

#include <bit>
#include <cstdint>
#include <iostream>
#include <string>

void lab_error(const char* words) {
    std::cout << "error " << words << std::endl;
    std::exit(1);
}

namespace {

void write(std::istream& in) {
    int slot = 0, rows = 0, columns = 0;
    in >> slot >> rows >> columns;
    double* at = lab_write(slot, rows, columns);
    for (int i = 0; i < rows * columns; ++i) {
        std::uint64_t bits = 0;
        in >> std::hex >> bits >> std::dec;
        at[i] = std::bit_cast<double>(bits);
    }
}

void attend(std::istream& in) {
    int heads = 0, scale = 0, ahead = 0, behind = 0, with_wo = 0;
    double softcap = 0, temperature = 0;
    in >> heads >> scale >> softcap >> temperature >> ahead >> behind >> with_wo;
    lab_attend(heads, scale, softcap, temperature, ahead, behind, with_wo);
}

void show(int first, int last) {
    for (int slot = first; slot < last; ++slot) {
        if (lab_rows(slot) * lab_columns(slot) == 0) continue;
        std::cout << slot << ' ' << lab_rows(slot) << ' ' << lab_columns(slot);
        for (int i = 0; i < lab_rows(slot) * lab_columns(slot); ++i) {
            std::cout << ' ' << std::hex << std::bit_cast<std::uint64_t>(lab_read(slot)[i]) << std::dec;
        }
        std::cout << '\n';
    }
    std::cout << "done\n";
}

}  // namespace

int main() {
    std::string command;
    while (std::cin >> command) {
        int a = 0, b = 0, c = 0, d = 0;
        if (command == "write") write(std::cin);
        if (command == "project") lab_project();
        if (command == "attend") attend(std::cin);
        if (command == "begin" && std::cin >> a) lab_begin(a);
        if (command == "step" && std::cin >> a >> b >> c >> d) lab_step(a, b, c, d);
        if (command == "solve" && std::cin >> a >> b) lab_solve(a, b);
        if (command == "show" && std::cin >> a >> b) show(a, b);
    }
}
