// SPDX-License-Identifier: BSL-1.0
// One part of the cases of emit_files.cpp, HEED_TEST_PART: of float, and of double too with HEED_TEST_DOUBLE;
// HEED_TEST_SEEDS random formulas. Included several times, with other parts, where these are compiled together.
#include "tests/study/emit_cases.hpp"

namespace heed::test {

template <>
void add_part<part::HEED_TEST_PART>(case_writer& to) {
    constexpr part p = part::HEED_TEST_PART;
    add_part_in<p, float>(to, "float");
#ifdef HEED_TEST_DOUBLE
    add_part_in<p, double>(to, "double");
#endif
    if constexpr (p == part::random) add_random(to, std::make_integer_sequence<std::uint64_t, HEED_TEST_SEEDS>());
    if constexpr (p == part::random_shapes)
        add_random_shapes(to, std::make_integer_sequence<std::uint64_t, HEED_TEST_SEEDS>());
}

}  // namespace heed::test
