// SPDX-License-Identifier: BSL-1.0
// Writes emitted C, and the bits that the library computes, for tests/study/emit.sh.
#include "tests/study/emit_cases.hpp"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    heed::test::case_writer to(argv[1]);
    heed::test::add_all(to);
}
