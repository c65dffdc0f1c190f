// SPDX-License-Identifier: BSL-1.0
// Writes emitted C and C++, and the bits that the library computes, for tests/study/emit.sh.
#include "tests/study/emit_cases.hpp"

namespace heed::test {

template <part... P>
void add_parts(case_writer& to) {
    (add_part<P>(to), ...);
}

}  // namespace heed::test

#ifndef HEED_TEST_PARTS  // tests/faults/run asks for one
#define HEED_TEST_PARTS                                                                                          \
    attention, heads, layers, elementwise, places, tiles, packed, mixed, functions_in_registers, single_queries, \
        few_rows, long_sums, shared, norms, looked_up, random, random_shapes
#endif

int main(int argc, char** argv) {
    using enum heed::test::part;
    if (argc != 2) return 2;
    heed::test::case_writer to(argv[1]);
    heed::test::add_parts<HEED_TEST_PARTS>(to);
}
