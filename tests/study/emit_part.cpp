// SPDX-License-Identifier: BSL-1.0
// One part of the cases of emit_files.cpp, HEED_TEST_PART: of float, and of double too with HEED_TEST_DOUBLE;
// HEED_TEST_SEEDS random formulas.
#include "tests/study/emit_cases.hpp"

#ifndef HEED_TEST_SEEDS
#define HEED_TEST_SEEDS 8
#endif

namespace heed::test {

template <part p, class T>
void add_part_in(case_writer& to, const std::string& type) {
    if constexpr (p == part::attention) add_attention<T>(to, type);
    if constexpr (p == part::heads) add_heads<T>(to, type);
    if constexpr (p == part::layers) add_layers<T>(to, type);
    if constexpr (p == part::elementwise) add_elementwise<T>(to, type);
    if constexpr (p == part::places) add_places<T>(to, type);
    if constexpr (p == part::places) add_reshapes<T>(to, type);
    if constexpr (p == part::tiles) add_tiles<T>(to, type);
    if constexpr (p == part::packed) add_packed<T>(to, type);
    if constexpr (p == part::mixed) add_mixed<T>(to, type);
    if constexpr (p == part::functions_in_registers) add_functions_in_registers<T>(to, type);
    if constexpr (p == part::single_queries) add_single_queries<T>(to, type);
    if constexpr (p == part::few_rows) add_few_rows<T>(to, type);
    if constexpr (p == part::shared) add_shared<T>(to, type);
    if constexpr (p == part::norms) add_norms<T>(to, type);
    if constexpr (p == part::looked_up) add_looked_up<T>(to, type);
}

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
